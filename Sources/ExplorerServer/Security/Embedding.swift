import ClauseStore
import DocumentModel
import Foundation

/// Which other sites may show a document in a frame, at its address with `?embed`.
///
/// The server's other pages can be framed only by the server's own pages.
public enum Embedding: Hashable, Sendable {
    /// Any page.
    case anywhere
    /// Only the server's own pages.
    case nowhere
    /// The pages of these origins, such as `https://blog.example.org`.
    case origins([String])

    /// Parses a setting: `any`, `none`, or origins separated by commas.
    ///
    /// - Throws: ``ServerError/embedding(_:)`` with the text that is not an origin.
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

    /// The sources for the `frame-ancestors` directive: Content Security Policy 3, section 6.4.2.
    var frameAncestors: String {
        switch self {
        case .anywhere: "*"
        case .nowhere: "'self'"
        case .origins(let origins): (["'self'"] + origins).joined(separator: " ")
        }
    }
}

extension URLComponents {
    /// The scheme, host and port without a trailing slash; nil unless the URL is `http` or `https` with a host, an
    /// optional port, and nothing else but a slash.
    var origin: String? {
        guard let scheme = scheme?.lowercased(), ["http", "https"].contains(scheme), let host = encodedHost,
            !host.isEmpty, ["", "/"].contains(path), user == nil, password == nil, query == nil, fragment == nil
        else { return nil }
        return "\(scheme)://\(host.lowercased())" + (port.map { ":\($0)" } ?? "")
    }
}
