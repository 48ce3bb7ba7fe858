public import DocumentModel
import FileSupport
public import Foundation
import ImageGeometry

/// The page layout formats to which clauses can be exported, one file per page.
public enum LayoutFormat: String, Sendable, CaseIterable {
    /// PAGE XML of 2019-07-15: clauses as text regions, details as graphic regions.
    case page
    /// ALTO 4: clauses as text blocks, details as illustrations.
    case alto
}

/// A document exported to a layout format.
public struct LayoutExport: Sendable {
    /// The files, one per page: `magna-carta-1.xml`.
    public let files: [SourceFile]
    /// The content that the format cannot hold, one line each.
    public let notes: [String]
}

extension SourceDocument {
    /// Exports the document's regions and transcriptions to a layout format.
    ///
    /// Regions are marked with their clause's id, so that they become the same clause when read again; see
    /// ``LineFile``.
    ///
    /// - Parameters:
    ///   - format: The layout format.
    ///   - date: The date of the document's last change, which is written to the files.
    /// - Complexity: O(*n*) in the size of the document.
    public func layout(as format: LayoutFormat, date: Date) -> LayoutExport {
        let parts = LayoutPage.pages(of: self)
        let files = parts.map { part in
            let text =
                switch format {
                case .page: PAGEWriter.text(of: part, date: date)
                case .alto: ALTOWriter.text(of: part)
                }
            return SourceFile(name: "\(id)-\(part.page.number).xml", bytes: Data(text.utf8))
        }
        return LayoutExport(files: files, notes: layoutNotes(format, parts))
    }

    /// Returns the content that the format cannot hold.
    private func layoutNotes(_ format: LayoutFormat, _ parts: [LayoutPage]) -> [String] {
        let name = format == .page ? "PAGE XML" : "ALTO"
        var notes: [String] = []
        func note(_ count: Int, _ one: String, _ several: String) {
            if count > 0 {
                notes.append("\(name) cannot hold \(several): \(count == 1 ? "one \(one)" : "\(count)") left out")
            }
        }
        note(clauses.flatMap(\.regions).reduce(0) { $0 + $1.polygon.holes.count }, "hole", "holes in regions")
        let used = Set(clauses.flatMap(\.categories))
        let reduced = categories.count { category in
            let label = category.label.text(in: nil, fallback: header.languages) ?? category.id
            let rest = format == .page ? category.id : label
            return category.label != LanguageMap(plain: rest) || category.icon != nil || category.style != .filled
                || !category.includedInAll || (format == .page && !used.contains(category.id))
        }
        if reduced > 0 {
            notes.append(
                "\(name) holds only \(format == .page ? "the ids of used categories" : "the id and one label of a category"): "
                    + "the rest of \(reduced) is left out")
        }
        let ofDetails = clauses.count { $0.kind == .detail && texts[header.language]?[$0.id]?.transcription != nil }
        note(ofDetails, "transcription", "transcriptions of details")
        note(clauses.count { $0.incipit != nil }, "incipit", "incipits")
        let details = Set(clauses.lazy.filter { $0.kind == .detail }.map(\.id))
        let others = texts.reduce(0) { sum, entry in
            sum
                + entry.value.reduce(0) { count, entryOfClause in
                    let (clause, text) = entryOfClause
                    // A title made from the first words is restored together with them.
                    let comesBack =
                        entry.key == header.language && !details.contains(clause)
                        && text.title == text.transcription.flatMap(LineClauses.heading)
                    let words = [comesBack ? nil : text.title, text.translation, text.context].count { $0 != nil }
                    return count + words + (entry.key != header.language && text.transcription != nil ? 1 : 0)
                }
        }
        note(others, "text", "titles, translations and contexts")
        let entries = parts.flatMap(\.entries)
        let unheld = entries.count { !($0.text ?? "").unicodeScalars.allSatisfy(MarkupEscaping.isHeldByXML) }
        if unheld > 0 {
            notes.append("\(name) cannot hold control characters: those of \(unheld) texts left out")
        }
        switch format {
        case .page:
            let fractions = entries.count { region in
                region.polygon.outer.contains { $0.x != $0.x.rounded() || $0.y != $0.y.rounded() }
            }
            if fractions > 0 { notes.append("\(name) holds whole pixels only: \(fractions) regions are rounded") }
        case .alto:
            let broken = entries.count { ALTOWriter.hasUnevenSpaces($0.text ?? "") }
            if broken > 0 {
                notes.append("\(name) holds words only: line breaks and double spaces of \(broken) texts are left out")
            }
        }
        for part in ExportLosses.links(self, holdsWords: format == .alto) {
            notes.append("\(name) cannot hold \(part)")
        }
        for part in ExportLosses.parts(self) {
            notes.append("\(name) cannot hold \(part): coordinates are those of the part, not of the image's file")
        }
        notes.append(
            "\(name) cannot hold a description of the document: its title, languages, rights and the like left out")
        return notes
    }
}
