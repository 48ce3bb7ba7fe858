/// An error of a library. Its description is one line that states what is wrong and what was expected.
public enum LibraryError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The folder does not contain a library.
    case noLibrary(String)
    /// The library's folder cannot be created or written.
    case unwritable(String, reason: String)
    /// The source to be added does not exist.
    case noSource(String)
    /// A file could not be read or written.
    case file(String, reason: String)
    /// The destination exists already.
    case occupied(String)
    /// The database refers to a file that does not exist.
    case missingFile(String, document: String)
    /// The library was replaced while it was being opened.
    case replacedMeanwhile(String)
    /// An option was given that does not apply to the source.
    case useless(String, reason: String)
    /// The library has different content under the source's id, and replacing it was not requested.
    case differs(String, id: String)
    /// Another source in the same run has this id.
    case idTaken(String, id: String, by: String)
    /// The work was interrupted.
    case cancelled

    /// The error as one line.
    public var description: String {
        switch self {
        case .noLibrary(let path):
            "\(path): no library here, expected a folder with library.sqlite; `explore add` makes one"
        case .unwritable(let path, let reason):
            "\(path): the library cannot be written (\(reason)), expected a folder that this user may write"
        case .noSource(let path):
            "\(path): no such file or folder, expected a source folder, an image or a file of another format"
        case .file(let path, let reason): "\(path): \(reason)"
        case .occupied(let path):
            "\(path): exists already, expected a new name or an empty folder"
        case .missingFile(let path, let document):
            "\(path): missing, expected a file of the document \(document)"
        case .replacedMeanwhile(let path): "\(path): was replaced while it was being opened"
        case .useless(let what, let reason): "\(what): \(reason)"
        case .differs(let path, let id):
            "\(path): the library has different content under the id \(id), expected --replace to replace it"
        case .idTaken(let path, let id, let other):
            "\(path): the id \(id) already belongs to \(other) in the same run, expected a different id"
        case .cancelled: "interrupted; nothing was changed"
        }
    }
}
