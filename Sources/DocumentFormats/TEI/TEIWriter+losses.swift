import DocumentModel
import FileSupport

extension TEIWriter {
    /// The content that an edition cannot hold, one line each. It is missing when the document is read back.
    public var losses: [String] {
        let header = document.header
        var losses: [String] = []
        if document.pages.contains(where: { $0.image != nil }) {
            losses.append("image files (it names them, and finds them beside it)")
        }
        losses += ExportLosses.looks(document)
        let properties = header.presentation ?? PresentationProperties()
        let held = ["metadata", "navDate"]
        let left = (properties.json.members ?? []).map(\.key).filter { !held.contains($0) }
        if !left.isEmpty { losses.append("of the document: \(left.joined(separator: ", "))") }
        if !header.collections.isEmpty { losses.append("the collections that the document belongs to") }
        losses += ExportLosses.links(document) + ExportLosses.recordings(document) + ExportLosses.tours(document)
        losses += ExportLosses.unknownKeysOfGlossary(document) + ExportLosses.behaviors(document)
        losses += ExportLosses.parts(document)
        let pages = document.pages.filter { page in
            page.imagePage != nil || page.captures.contains { $0.imagePage != nil }
        }
        if let first = pages.first {
            losses.append("which page of a file an image is: \(pages.count) pages, first page \(first.number)")
        }
        losses += ExportLosses.furtherKeys(document, held: ["textLine"])
        let unheld = texts.count { !$0.unicodeScalars.allSatisfy(MarkupEscaping.isHeldByXML) }
        if unheld > 0 { losses.append("control characters, which XML cannot hold: those of \(unheld) texts") }
        return losses
    }

    /// All texts of the document.
    private var texts: [String] {
        let header = document.header
        let words = [header.title, header.summary, header.holder, header.date, header.attribution].compactMap(\.self)
        let labels = document.pages.compactMap(\.label) + document.categories.map(\.label)
        let ofClauses = document.clauses.flatMap { [$0.number, $0.incipit].compactMap(\.self) }
        let ofLanguages = document.texts.values.flatMap(\.values).flatMap {
            [$0.title, $0.translation, $0.context, $0.transcription].compactMap(\.self)
        }
        let metadata = (header.presentation?.metadata ?? []).flatMap { entry in
            entry.label.all + entry.value.byLanguage.values.flatMap(\.self)
        }
        let ofGlossary = document.glossary.flatMap { entry in
            entry.term.all + (entry.definition?.all ?? []) + entry.forms.values.flatMap(\.self)
        }
        return (words + labels).flatMap(\.all) + ofGlossary + ofClauses + ofLanguages + metadata + header.credits.values
            + [header.shelfmark].compactMap(\.self)
    }
}
