import DocumentModel

/// How a version came about. The database has it in words for the administrator, as the version's source.
enum VersionOrigin: Hashable {
    /// Files that were added or uploaded.
    case files
    /// A published working copy.
    case edits
    /// The restored content of a former version, with this number.
    case restoration(of: Int)
    /// The repairs of a check.
    case mending
    /// The texts of a table.
    case texts

    private static let editedBy = "edited by "
    private static let uploadedBy = "uploaded by "
    private static let version = "version "
    private static let check = "explore check --fix"
    private static let importing = "explore texts import "

    /// Reads the words.
    init(source: String) {
        let ending = source.utf8.dropFirst(Self.version.utf8.count)
        if source.begins(with: Self.version), let number = Int(String(decoding: ending, as: UTF8.self)) {
            self = .restoration(of: number)
        } else if source.begins(with: Self.editedBy) {
            self = .edits
        } else if source.isIdentical(to: Self.check) {
            self = .mending
        } else if source.begins(with: Self.importing) || source.lowercased().ends(with: ".csv") {
            // Formerly the source was the path of the table alone. No document is added from such a file.
            self = .texts
        } else {
            self = .files
        }
    }

    // MARK: Words

    /// Returns the source of a version that was edited by these people.
    static func source(editors: [String]) -> String {
        let others = editors.count > 5 ? " and \(editors.count - 5) more" : ""
        return editedBy + editors.prefix(5).joined(separator: ", ") + others
    }

    /// Returns the source of a version that was made of an uploaded image.
    static func source(uploader: String) -> String { uploadedBy + uploader }

    /// Returns the source of a version that restores a former one.
    static func source(restoring number: Int) -> String { "\(version)\(number)" }

    /// Returns the source of a version with the texts of a table.
    static func source(table: String) -> String { importing + table }

    /// The source of a version that was repaired.
    static let mendingSource = check

    /// Returns the words as part of a sentence: `edited by Ada`, `from psalter/`.
    static func phrase(source: String) -> String {
        let isPhrase = source.begins(with: editedBy) || source.begins(with: uploadedBy)
        return isPhrase ? source : "from " + source
    }
}
