import ClauseStore
import DocumentModel
import Foundation

/// Which pages of others may show a document in a frame, at its address with `?embed`.
///
/// The other pages of the server can be framed by the server's own alone.
public enum Embedding: Hashable, Sendable {
    /// Any page.
    case anywhere
    /// No page but the server's own.
    case nowhere
    /// The pages of these origins, such as `https://blog.example.org`.
    case origins([String])

    /// Reads a setting: `any`, `none`, or origins with commas between them.
    ///
    /// - Throws: ``ServerError/embedding(_:)`` that names what is not an origin.
    public init(_ setting: String) throws(ServerError) {
        switch setting {
        case "any": self = .anywhere
        case "none": self = .nowhere
        default:
            var origins: [String] = []
            for text in setting.parts(at: ",", omittingEmptyParts: false) {
                guard let origin = URLComponents(string: String(text.trimmed))?.origin else {
                    throw .embedding(String(text))
                }
                origins.append(origin)
            }
            self = .origins(origins)
        }
    }

    /// The sources that may be ancestors of a frame with a document: Content Security Policy 3, section 6.4.2.
    var frameAncestors: String {
        switch self {
        case .anywhere: "*"
        case .nowhere: "'self'"
        case .origins(let origins): (["'self'"] + origins).joined(separator: " ")
        }
    }
}

extension URLComponents {
    /// Scheme, host and port without a slash at the end; nil when it is not `http` or `https`, a host, perhaps a port,
    /// and at most a slash.
    var origin: String? {
        guard let scheme = scheme?.lowercased(), ["http", "https"].contains(scheme), let host = encodedHost,
            !host.isEmpty, ["", "/"].contains(path), user == nil, password == nil, query == nil, fragment == nil
        else { return nil }
        return "\(scheme)://\(host.lowercased())" + (port.map { ":\($0)" } ?? "")
    }
}
