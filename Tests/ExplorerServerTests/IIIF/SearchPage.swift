import Foundation
import HTTPTypes
import Testing

/// A page of annotations returned by a search.
struct SearchPage {
    struct Match: Hashable {
        let motivation: String
        let source: String
        let prefix: String
        let exact: String
        let suffix: String
    }

    let value: [String: Any]
    let ids: [String]
    let items: [[String: Any]]
    let matches: [Match]

    init(_ response: SampleResponse) throws {
        #expect(response.status == .ok, "\(String(decoding: response.bytes, as: UTF8.self))")
        value = try response.json()
        #expect(value["@context"] as? String == "http://iiif.io/api/search/2/context.json")
        #expect(value["type"] as? String == "AnnotationPage")
        items = try #require(value["items"] as? [[String: Any]])
        ids = items.compactMap { $0["id"] as? String }
        let pages = value["annotations"] as? [[String: Any]] ?? []
        #expect(pages.count <= 1)
        matches = try (pages.first?["items"] as? [[String: Any]] ?? []).map { annotation in
            let target = try #require(annotation["target"] as? [String: Any])
            #expect(target["type"] as? String == "SpecificResource")
            let selector = try #require((target["selector"] as? [[String: Any]])?.first)
            #expect(selector["type"] as? String == "TextQuoteSelector")
            return Match(
                motivation: try #require(annotation["motivation"] as? String),
                source: try #require(target["source"] as? String), prefix: selector["prefix"] as? String ?? "",
                exact: try #require(selector["exact"] as? String), suffix: selector["suffix"] as? String ?? "")
        }
    }

    /// The parts of the ids after `/clause/`.
    var clauses: [String] { ids.compactMap { $0.components(separatedBy: "/clause/").last } }

    var total: Int? { (value["partOf"] as? [String: Any])?["total"] as? Int }

    func address(_ key: String) -> String? { (value[key] as? [String: Any])?["id"] as? String }

    /// Returns the values of all textual bodies of an item, including those in a choice.
    static func texts(of item: [String: Any]) -> [String] {
        let bodies = item["body"] as? [[String: Any]] ?? (item["body"] as? [String: Any]).map { [$0] } ?? []
        return bodies.flatMap { body in
            (body["items"] as? [[String: Any]] ?? [body]).compactMap { $0["value"] as? String }
        }
    }

    /// Checks that each match names an item of the page, and that its three parts together occur in one of the item's
    /// bodies.
    func checkMatches() throws {
        let texts = Dictionary(zip(ids, items.map(Self.texts))) { first, _ in first }
        for match in matches {
            let bodies = try #require(texts[match.source], "\(match.source) is not among the items")
            let whole = match.prefix + match.exact + match.suffix
            #expect(bodies.contains { $0.contains(whole) }, "'\(whole)' is in none of \(bodies)")
            #expect(!match.exact.isEmpty)
        }
    }
}

/// Returns a value encoded for a query.
func queryValue(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
}
