import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation

/// A format in which a document can be exported as one file.
public enum ExportFormat: String, Sendable, CaseIterable {
    /// A IIIF Presentation 3 manifest with its annotations.
    case iiif
    /// A IIIF Presentation 2 manifest with Open Annotations, for older viewers.
    case iiif2
    /// A W3C Web Annotation page.
    case annotations
    /// GeoJSON with coordinates in pixels.
    case geojson
    /// A TEI P5 edition.
    case tei
    /// A CSV table of the texts.
    case csv
}

extension Library {
    /// Writes a document as one file of another format.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - path: The file to write; it must not exist.
    ///   - format: The format.
    ///   - base: The base of the addresses in a manifest or in annotations, such as `https://example.org`.
    /// - Returns: One line for each kind of content that the format cannot hold.
    /// - Throws: ``LibraryError/occupied(_:)``, ``LibraryError/file(_:reason:)``; `ClauseStoreError` if the document
    ///   does not exist.
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
