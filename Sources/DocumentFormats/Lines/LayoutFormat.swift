public import DocumentModel
public import Foundation

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
        let losses = LayoutLosses(document: self, format: format, entries: parts.flatMap(\.entries))
        return LayoutExport(files: files, notes: losses.lines)
    }
}
