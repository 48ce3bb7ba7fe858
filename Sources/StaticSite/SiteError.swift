/// The reason why a site cannot be written or checked. The description is one line with the problem and what was
/// expected.
public enum SiteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The site's address is invalid.
    case publicURL(String)
    /// A requested document is not public.
    case unreadable(String, reason: String)
    /// A document was replaced repeatedly while it was being read.
    case restless(String)
    /// The folder contains something else.
    case occupied(String)
    /// The folder contains no site.
    case noSite(String)
    /// A list of files cannot be read.
    case list(String, reason: String)
    /// A file could not be read or written.
    case file(String, reason: String)
    /// A file does not fit into an archive.
    case tooLarge(String, byteCount: Int64)

    /// The error as one line.
    public var description: String {
        switch self {
        case .publicURL(let text):
            "the public address is '\(text)', expected one such as https://example.org/charters"
        case .unreadable(let id, let reason): "\(id): is \(reason), expected a published document that anyone may read"
        case .restless(let id): "\(id): was replaced repeatedly while it was being read"
        case .occupied(let path):
            "\(path): exists already and is not a site, expected a new name, an empty folder or an existing site"
        case .noSite(let path): "\(path): no site here, expected a folder with site.json"
        case .list(let path, let reason): "\(path): \(reason), expected a list of files as `explore export` writes it"
        case .file(let path, let reason): "\(path): \(reason)"
        case .tooLarge(let path, let byteCount):
            "\(path): \(byteCount) bytes, expected less than 4 GB in a zip; --tiles files writes each tile as a file"
        }
    }
}
