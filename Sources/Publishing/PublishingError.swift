/// An error that prevented a publication. Its description is one line with the object, the problem and what was
/// expected.
public enum PublishingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// An object of a release is not what this program wrote.
    case damaged(_ object: String, reason: String)
    /// The address has no release or backup yet.
    case nothing(_ address: String, kind: ReleaseKind)
    /// The wanted release or backup, such as `release 7`, does not exist.
    case noRelease(_ wanted: String, address: String, expected: String)
    /// The wanted release would let everybody read documents, or accept tokens, that the current one does not.
    case reopens(_ address: String, release: Int, documents: [String], tokens: [String])
    /// Whether the wanted release would do so is unknown.
    case cannotCompare(_ address: String, release: Int, reason: String)
    /// A file of the library no longer exists, because a document was removed during the publication.
    case removedMeanwhile(_ path: String)
    /// The address has backups where releases were expected, or the other way round.
    case otherKind(_ address: String, isBackup: Bool)
    /// The place for backups is a library.
    case library(_ path: String)
    /// A backup cannot be restored to a folder.
    case cannotRestore(_ path: String, reason: String)
    /// Another publication took place at the same time.
    case overtaken(_ address: String)
    /// Another publication is in progress.
    case inProgress(_ address: String, holder: String, since: String, expiresInSeconds: Int)
    /// This publication could not renew its lease in time, or another one has taken it.
    case leaseLost(_ address: String, holder: String?)

    /// The error as one line.
    public var description: String {
        switch self {
        case .damaged(let object, let reason): "\(object): \(reason)"
        case .nothing(let address, .published):
            "\(address): nothing is published here, expected a release; `explore publish` makes one"
        case .nothing(let address, .backup):
            "\(address): no backups here, expected a place that has some; `explore backup save` makes one"
        case .noRelease(let wanted, let address, let expected):
            "\(address): there is no \(wanted), expected \(expected)"
        case .reopens(let address, let release, let documents, let tokens):
            "\(address): release \(release) would "
                + [
                    documents.isEmpty ? nil : "show everybody \(Self.list(documents, "document"))",
                    tokens.isEmpty ? nil : "accept \(Self.list(tokens, "revoked token")) again",
                ].compactMap { $0 }.joined(separator: " and ")
                + ", unlike the current one; nothing has changed; `--reopen` switches to it anyway"
        case .cannotCompare(let address, let release, let reason):
            "\(address): release \(release) cannot be compared with the current one (\(reason)), so it may show documents"
                + " that are hidden now; nothing has changed; `--reopen` switches to it anyway"
        case .removedMeanwhile(let path): "\(path): was removed while it was being published; publish again"
        case .otherKind(let address, let isBackup):
            "\(address): has \(isBackup ? "backups" : "published releases"), expected a separate address for "
                + (isBackup ? "published releases" : "backups")
        case .library(let path): "\(path): is a library, expected a separate folder for the backups"
        case .cannotRestore(let path, let reason): "\(path): \(reason)"
        case .overtaken(let address): "\(address): another publication was made meanwhile; publish again"
        case .inProgress(let address, let holder, let since, let seconds):
            "\(address): \(holder) has been changing the releases since \(since); run the command again when that has ended,"
                + " or, if that process no longer runs, in \(seconds) s"
        case .leaseLost(let address, let holder):
            "\(address): the lease on the releases was lost"
                + (holder.map { " to \($0)" } ?? ", since the store could not be reached for too long")
                + "; nothing has changed for readers; run the command again"
        }
    }

    /// Returns names after the word for what they name, such as `the documents a, b and 7 more`.
    private static func list(_ names: [String], _ what: String) -> String {
        let limit = 10
        let rest = names.count > limit ? " and \(names.count - limit) more" : ""
        return "the \(what)\(names.count == 1 ? "" : "s") \(names.prefix(limit).joined(separator: ", "))\(rest)"
    }
}
