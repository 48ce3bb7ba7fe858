import DocumentModel
import Foundation
import ImageGeometry

/// The regions of a page, each with the data that a layout format can hold.
struct LayoutPage {
    struct Entry {
        let clause: Clause
        /// The position of the region among those of its clause, from 1.
        let place: Int
        let polygon: Polygon
        /// The transcription, if this is the clause's first region.
        let text: String?

        /// An id that is valid in XML, whatever the first character of the clause's id; see ``LayoutMark``.
        var id: String { LayoutMark.id(of: clause.id, place: place) }
    }

    let page: SourcePage
    let language: String
    /// The document's categories, each with its label in the first available language.
    let categories: [(id: String, label: String)]
    let entries: [Entry]

    /// Returns the pages of a document.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    static func pages(of document: SourceDocument) -> [LayoutPage] {
        let (language, languages) = (document.header.language, document.header.languages)
        let categories = document.categories.map { ($0.id, $0.label.text(in: nil, fallback: languages) ?? $0.id) }
        let texts = document.texts[language] ?? [:]
        var entries: [Int: [Entry]] = [:]
        for clause in document.clauses {
            for (index, region) in clause.regions.enumerated() {
                let text = index == 0 ? texts[clause.id]?.transcription : nil
                entries[region.page, default: []].append(
                    Entry(clause: clause, place: index + 1, polygon: region.polygon, text: text))
            }
        }
        return document.pages.map { page in
            LayoutPage(page: page, language: language, categories: categories, entries: entries[page.number] ?? [])
        }
    }
}

/// Encodes and decodes the marks that link exported regions to their clauses.
enum LayoutMark {
    /// The decoded mark of a region.
    struct Meaning: Equatable {
        var clause: String
        var number: String?
        /// The valid ids of its categories, without duplicates.
        var categories: [String] = []
        var isDetail = false
        /// Whether the region is a text line; see ``Clause/isTextLine``.
        var isTextLine = false
    }

    /// The id of the ALTO tag for clauses that are text lines.
    static let textLineTag = "kind_textLine"

    /// Returns `clause_39` for a clause's first region, `clause2_39` for the second.
    static func id(of clause: String, place: Int) -> String {
        "clause\(place == 1 ? "" : "\(place)")_\(clause)"
    }

    /// Returns the clause from which an id was made, or nil.
    static func clause(ofID id: String) -> String? {
        let parts = id.parts(at: "_", maxSplits: 1, omittingEmptyParts: false)
        guard parts.count == 2, parts[0].begins(with: "clause"),
            parts[0].unicodeScalars.dropFirst(6).allSatisfy({ ("0"..."9").contains($0) })
        else { return nil }
        let clause = String(parts[1])
        return Identifier.isValid(clause) ? clause : nil
    }

    /// Parses the `custom` attribute: `clause {id:39; number:IV; categories:church,trade;}`, with `textLine:true;` for
    /// a clause that is a text line.
    static func meaning(ofCustom custom: String) -> Meaning? {
        let scalars = custom.unicodeScalars
        guard let start = scalars.firstRange(of: "clause {".unicodeScalars)?.upperBound,
            let end = scalars[start...].firstIndex(of: "}")
        else { return nil }
        var values: [Substring: String] = [:]
        for part in custom[start..<end].parts(at: ";") {
            let pair = part.parts(at: ":", maxSplits: 1)
            if pair.count == 2 { values[pair[0].trimmed] = unescaped(pair[1]) }
        }
        guard let id = values["id"], Identifier.isValid(id) else { return nil }
        return Meaning(
            clause: id, number: values["number"],
            categories: categories((values["categories"] ?? "").parts(at: ",").map(String.init)),
            isTextLine: values["textLine"] == "true")
    }

    /// Returns the ids that are valid for a category, without duplicates.
    static func categories(_ ids: [String]) -> [String] {
        var seen: Set<String> = []
        return ids.filter { Identifier.isValid($0) && $0 != "all" && seen.insert($0).inserted }
    }

    /// Escapes a value for `custom` as Transkribus does: special characters are replaced by their code, such as
    /// `\\u003b`.
    static func escaped(_ value: String) -> String {
        value.unicodeScalars.map { scalar in
            guard "\\{};:".unicodeScalars.contains(scalar) || scalar.value < 0x20 else { return String(scalar) }
            let code = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - code.count) + code
        }.joined()
    }

    private static func unescaped(_ value: Substring) -> String {
        var text = String.UnicodeScalarView()
        var rest = value.unicodeScalars
        while let scalar = rest.popFirst() {
            let digits = scalar == "\\" && rest.first == "u" ? rest.dropFirst().prefix(4) : rest.prefix(0)
            if digits.count == 4, let code = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init) {
                text.append(code)
                rest = rest[digits.endIndex...]
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
