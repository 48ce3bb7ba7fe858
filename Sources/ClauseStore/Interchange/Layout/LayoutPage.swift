import Foundation
import ImageGeometry

/// The regions of a page, each with what a layout can say of it.
struct LayoutPage: Sequence {
    struct Entry {
        let clause: Clause
        /// The region's place among those of its clause, from 1.
        let place: Int
        let polygon: Polygon
        /// The transcription, with the clause's first region.
        let text: String?

        /// An id that XML accepts, whatever the clause's begins with; see ``LayoutMark``.
        var id: String { LayoutMark.id(of: clause.id, place: place) }
    }

    let page: SourcePage
    let language: String
    /// The document's categories, each with its name in the first language.
    let categories: [(id: String, label: String)]
    private let entries: [Entry]

    init(_ document: SourceDocument, page: SourcePage) {
        self.page = page
        language = document.header.language
        categories = document.categories.map {
            ($0.id, $0.label.text(in: nil, fallback: document.header.languages) ?? $0.id)
        }
        let texts = document.texts[document.header.language] ?? [:]
        entries = document.clauses.flatMap { clause in
            clause.regions.enumerated().compactMap { index, region in
                guard region.page == page.number else { return nil }
                let text = index == 0 ? texts[clause.id]?.transcription : nil
                return Entry(clause: clause, place: index + 1, polygon: region.polygon, text: text)
            }
        }
    }

    func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }
}

/// The marks by which regions that this program wrote are known as those of a clause again.
enum LayoutMark {
    /// What a region is.
    struct Meaning: Equatable {
        var clause: String
        var number: String?
        /// The ids of its categories, each once, and such as can stand.
        var categories: [String] = []
        var isDetail = false
    }

    /// `clause_39` for a clause's first region, `clause2_39` for the second.
    static func id(of clause: String, place: Int) -> String {
        "clause\(place == 1 ? "" : "\(place)")_\(clause)"
    }

    /// The clause that an id was made of.
    static func clause(ofID id: String) -> String? {
        guard id.hasPrefix("clause"), let line = id.firstIndex(of: "_") else { return nil }
        guard id[..<line].dropFirst(6).allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        let clause = String(id[id.index(after: line)...])
        return Identifier.isValid(clause) ? clause : nil
    }

    /// What `custom` says: `clause {id:39; number:IV; categories:church,trade;}`.
    static func meaning(ofCustom custom: String) -> Meaning? {
        guard let start = custom.range(of: "clause {"), let end = custom[start.upperBound...].firstIndex(of: "}") else {
            return nil
        }
        var values: [Substring: String] = [:]
        for part in custom[start.upperBound..<end].split(separator: ";") {
            let pair = part.drop { $0 == " " }.split(separator: ":", maxSplits: 1)
            if pair.count == 2 { values[pair[0]] = unescaped(pair[1]) }
        }
        guard let id = values["id"], Identifier.isValid(id) else { return nil }
        return Meaning(
            clause: id, number: values["number"],
            categories: categories((values["categories"] ?? "").split(separator: ",").map(String.init)))
    }

    /// Those of the ids that a category may have, each once.
    static func categories(_ ids: [String]) -> [String] {
        var seen: Set<String> = []
        return ids.filter { Identifier.isValid($0) && $0 != "all" && seen.insert($0).inserted }
    }

    /// A value for `custom`, as Transkribus escapes it: what has a meaning there by its code, `\\u003b`.
    static func escaped(_ value: String) -> String {
        value.unicodeScalars.map { scalar in
            guard "\\{};:".unicodeScalars.contains(scalar) || scalar.value < 0x20 else { return String(scalar) }
            let code = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - code.count) + code
        }.joined()
    }

    private static func unescaped(_ value: Substring) -> String {
        let parts = value.split(separator: "\\u", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { text, part in
            guard let code = UInt32(part.prefix(4), radix: 16).flatMap(Unicode.Scalar.init) else { return text + part }
            return text + String(code) + part.dropFirst(4)
        }
    }
}
