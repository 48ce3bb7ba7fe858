import ClauseStore
import DocumentModel
import FileSupport
import Foundation

/// An address of a document's page, taken apart: what it shows can be framed and previewed by others.
package struct PreviewedAddress: Equatable, Sendable {
    /// The document's id, as the address has it.
    package let document: String
    /// What the page shows, by the names of the viewer's fragment; each at most once.
    package let place: [String: String]

    /// The names that the viewer knows, in the order that it writes them, and which of their commas separate values.
    private static let names = ["clause", "category", "q", "lang", "page", "xywh"]
    private static let longestValue = 200

    /// Reads an address that is one of ours.
    ///
    /// - Parameter base: Scheme, host and port of ours; `http` and `https` are the same place.
    /// - Returns: Nil for what is not a document's page here.
    package init?(_ text: String, base: String) {
        guard let own = Self.split(base), let given = Self.split(text), given.host == own.host else { return nil }
        let halves = given.rest.parts(at: "#", maxSplits: 1, omittingEmptyParts: false)
        let parts = halves[0].parts(at: "?", maxSplits: 1, omittingEmptyParts: false)
        let segments = parts[0].parts(at: "/")
        guard segments.count == 2, segments[0] == "documents", let id = Self.decoded(segments[1]) else { return nil }
        document = id
        var place: [String: String] = [:]
        // What the fragment says goes before what the query says, as it does in the viewer.
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

    /// The first language that the address names.
    package var language: String? { place["lang"]?.parts(at: ",").first.map(String.init) }

    /// The fragment that brings the viewer there; empty for the document as it opens.
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
