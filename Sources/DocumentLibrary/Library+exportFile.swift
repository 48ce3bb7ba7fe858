import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation

/// A format that a document is written in as one file.
public enum ExportFormat: String, Sendable, CaseIterable {
    /// A manifest of IIIF Presentation 3, with its annotations.
    case iiif
    /// A manifest of IIIF Presentation 2, with Open Annotations, for older viewers.
    case iiif2
    /// A page of Web Annotations (W3C).
    case annotations
    /// GeoJSON in pixels.
    case geojson
    /// A TEI P5 edition.
    case tei
    /// A table of the texts.
    case csv
}

extension Library {
    /// Writes a document as one file of another format.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - path: Where to; it must not exist.
    ///   - format: The format.
    ///   - base: What the addresses of a manifest or of annotations begin with: `https://example.org`.
    /// - Returns: What the format cannot hold, one line each.
    /// - Throws: ``LibraryError/occupied(_:)``, ``LibraryError/file(_:reason:)``; `ClauseStoreError` when there is no
    ///   such document.
    public func exportFile(
        of document: String, to path: String, format: ExportFormat, base: String
    ) throws -> [String] {
        let info = try store.document(document)
        guard !FileManager.default.fileExists(atPath: path) else { throw LibraryError.occupied(path) }
        let (bytes, losses) = try export(info, format: format, base: base)
        try DurableFile.write(bytes, to: path)
        return losses.map { "\(format.rawValue) does not contain: \($0)" }
    }

    private func export(_ info: DocumentInfo, format: ExportFormat, base: String) throws -> (Data, [String]) {
        if format == .csv {
            return (try store.textTable(of: info.header.id), ["anything except the texts of clauses"])
        }
        let source = try store.sourceDocument(info.header.id)
        if format == .geojson {
            let writer = try GeoJSONWriter(source)
            return (writer.collection(), writer.losses)
        }
        if format == .tei {
            let writer = TEIWriter(source)
            return (writer.edition(), writer.losses)
        }
        let images = info.pages.compactMap { page in page.imageID.map { (page.number, $0) } }
        let writer = PresentationWriter(
            source, base: base, images: Dictionary(images) { first, _ in first }, captures: info.captures)
        switch format {
        case .annotations: return (writer.annotations(), writer.annotationLosses)
        case .iiif2:
            let older = Presentation2Writer(writer)
            return (older.manifest(), older.losses)
        default: return (writer.manifest(), writer.losses)
        }
    }
}
