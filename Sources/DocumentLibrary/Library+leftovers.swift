import ClauseStore
import Foundation

/// What programs that were killed have left. Whoever holds the library's lock, and knows that nobody adds to it
/// (``ifNobodyAdds(to:_:)``), knows that nobody is at work on any of it.
extension Library {
    private static let partialMark = ".partial-"

    /// Removes what was not finished: among the scans and pyramids, and copies of the database.
    static func removeLeftovers(in path: String) {
        for (folder, prefix) in [("originals", ""), ("pyramids", ""), (".", "library.sqlite.")] {
            let folder = path + "/" + folder
            for name in names(in: folder) where name.hasPrefix(prefix) && name.contains(partialMark) {
                unlink(folder + "/" + name)
            }
        }
    }

    /// Removes what was not finished, the indexes of pages that are not served any more, and the scans and pyramids that are
    /// whole but belong to no version of a document, since the program was killed before the database knew of them. Files
    /// with names that are not ours stay.
    ///
    /// - Parameter held: The folder of this library's database. Its path alone may lead to another library by now, of whose
    ///   files this database knows nothing; and once the database is replaced, none is removed any more.
    func removeAllLeftovers(in held: HeldFolder) throws {
        let path = held.path
        Self.removeLeftovers(in: path)
        store.sweepPageIndexes()
        let known = try store.fileNames()
        for (kind, known) in [("originals", known.originals), ("pyramids", known.pyramids)] {
            let known = Set(known)
            for name in Self.names(in: path + "/" + kind) where !known.contains(name) && Self.isOurs(name) {
                guard LibraryIdentity(path: path) == held.identity else { return }
                unlink(path + "/" + kind + "/" + name)
            }
        }
    }

    /// Whether a name begins with a digest, as those of scans (64 digits and perhaps a suffix) and pyramids (32 digits and
    /// how they are cut) do.
    private static func isOurs(_ name: String) -> Bool {
        let digits = name.prefix { $0.isHexDigit && !$0.isUppercase }
        let rest = name.dropFirst(digits.count)
        return digits.count == 64 && (rest.isEmpty || rest.hasPrefix("."))
            || digits.count == 32 && rest.hasPrefix("-") && rest.hasSuffix(".szi")
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
