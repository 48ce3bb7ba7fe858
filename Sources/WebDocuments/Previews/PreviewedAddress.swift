import DocumentModel
import FileSupport
import Foundation

/// The parsed address of a document's page on this server, which others can embed and preview.
package struct PreviewedAddress: Equatable, Sendable {
    /// The document's id.
    package let document: String
    /// The state of the page, by the names of the viewer's fragment, each at most once.
    package let place: [String: String]

    /// The fragment's names that the viewer knows, in the order in which it writes them.
    private static let names = ["clause", "category", "q", "lang", "page", "xywh"]
    private static let longestValue = 200

    /// Parses an address on this server.
    ///
    /// - Parameter base: The scheme, host and port of this server; `http` and `https` are equivalent.
    /// - Returns: Nil if the address is not that of a document's page on this server.
    package init?(_ text: String, base: String) {
        guard let own = Self.split(base), let given = Self.split(text), given.host == own.host else { return nil }
        let halves = given.rest.parts(at: "#", maxSplits: 1, omittingEmptyParts: false)
        let parts = halves[0].parts(at: "?", maxSplits: 1, omittingEmptyParts: false)
        let segments = parts[0].parts(at: "/")
        guard segments.count == 2, segments[0] == "documents", let id = Self.decoded(segments[1]) else { return nil }
        document = id
        var place: [String: String] = [:]
        // The fragment takes precedence over the query, as in the viewer.
        for fields in [parts.dropFirst().first, halves.dropFirst().first].compactMap({ $0 }) {
            for field in fields.parts(at: "&").prefix(20) {
                let pair = field.parts(at: "=", maxSplits: 1)
                guard pair.count == 2, let name = Self.names.first(where: { $0 == pair[0] }),
                    let value = Self.decoded(pair[1]), value.unicodeScalars.count <= Self.longestValue
                else { continue }
                place[name] = value
            }
        }
        self.place = place
    }

    /// The first language in the address.
    package var language: String? { place["lang"]?.parts(at: ",").first.map(String.init) }

    /// The fragment that restores this state in the viewer; empty for the document's initial state.
    package var fragment: String {
        let fields = Self.names.compactMap { name in
            place[name].map { "\(name)=\(PercentEncoding.encode($0, allowing: name == "q" ? "" : ","))" }
        }
        return fields.isEmpty ? "" : "#" + fields.joined(separator: "&")
    }

    private static func split(_ address: String) -> (host: String, rest: Substring)? {
        guard let range = address.range(of: "://"),
            ["http", "https"].contains(address[..<range.lowerBound].lowercased())
        else { return nil }
        let rest = address[range.upperBound...]
        let end = rest.unicodeScalars.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        return (rest[..<end].lowercased(), rest[end...])
    }

    private static func decoded(_ text: Substring) -> String? {
        text.parts(at: "+", omittingEmptyParts: false).joined(separator: " ").removingPercentEncoding
    }
}
