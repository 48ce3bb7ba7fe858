import DocumentModel
import FileSupport
import ImageGeometry

/// What a layout format cannot hold of a document.
struct LayoutLosses {
    let document: SourceDocument
    let format: LayoutFormat
    /// The regions that are written, with their texts.
    let entries: [LayoutPage.Entry]

    private var name: String { format == .page ? "PAGE XML" : "ALTO" }

    /// One line for each kind of content.
    var lines: [String] {
        let counted = [
            holes, categories, transcriptionsOfDetails, incipits, otherTexts, controlCharacters, finerPoints,
        ]
        let links = ExportLosses.links(document, holdsWords: format == .alto).map { "\(name) cannot hold \($0)" }
        let parts = ExportLosses.parts(document).map {
            "\(name) cannot hold \($0): coordinates are those of the part, not of the image's file"
        }
        let description = "a description of the document: its title, languages, rights and the like left out"
        return counted.compactMap { $0 } + links + parts + ["\(name) cannot hold \(description)"]
    }

    private func left(_ count: Int, _ one: String, _ several: String) -> String? {
        guard count > 0 else { return nil }
        return "\(name) cannot hold \(several): \(count == 1 ? "one \(one)" : "\(count)") left out"
    }

    private var holes: String? {
        left(
            document.clauses.flatMap(\.regions).reduce(0) { $0 + $1.polygon.holes.count }, "hole", "holes in regions")
    }

    private var categories: String? {
        let used = Set(document.clauses.flatMap(\.categories))
        let count = document.categories.count { category in
            let label = category.label.text(in: nil, fallback: document.header.languages) ?? category.id
            let held = format == .page ? category.id : label
            return category.label != LanguageMap(plain: held) || category.icon != nil || category.style != .filled
                || !category.includedInAll || (format == .page && !used.contains(category.id))
        }
        guard count > 0 else { return nil }
        let held = format == .page ? "the ids of used categories" : "the id and one label of a category"
        return "\(name) holds only \(held): the rest of \(count) is left out"
    }

    private var transcriptionsOfDetails: String? {
        let texts = document.texts[document.header.language] ?? [:]
        let count = document.clauses.count { $0.kind == .detail && texts[$0.id]?.transcription != nil }
        return left(count, "transcription", "transcriptions of details")
    }

    private var incipits: String? { left(document.clauses.count { $0.incipit != nil }, "incipit", "incipits") }

    private var otherTexts: String? {
        let details = Set(document.clauses.lazy.filter { $0.kind == .detail }.map(\.id))
        var count = 0
        for (language, texts) in document.texts {
            let isOriginal = language == document.header.language
            for (clause, text) in texts {
                // A title made from the first words is restored together with them.
                let titleComesBack =
                    isOriginal && !details.contains(clause)
                    && text.title == text.transcription.flatMap(LineClauses.heading)
                let lost = [titleComesBack ? nil : text.title, text.translation, text.context]
                count += lost.count { $0 != nil } + (!isOriginal && text.transcription != nil ? 1 : 0)
            }
        }
        return left(count, "text", "titles, translations and contexts")
    }

    private var controlCharacters: String? {
        let count = entries.count { !($0.text ?? "").unicodeScalars.allSatisfy(MarkupEscaping.isHeldByXML) }
        return count == 0 ? nil : "\(name) cannot hold control characters: those of \(count) texts left out"
    }

    /// What only one of the formats cannot hold.
    private var finerPoints: String? {
        switch format {
        case .page:
            let count = entries.count { region in
                region.polygon.outer.contains { $0.x != $0.x.rounded() || $0.y != $0.y.rounded() }
            }
            return count == 0 ? nil : "\(name) holds whole pixels only: \(count) regions are rounded"
        case .alto:
            let count = entries.count { ALTOWriter.hasUnevenSpaces($0.text ?? "") }
            let lost = "line breaks and double spaces of \(count) texts are left out"
            return count == 0 ? nil : "\(name) holds words only: \(lost)"
        }
    }
}
