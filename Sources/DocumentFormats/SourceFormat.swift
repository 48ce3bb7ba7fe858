public import DocumentModel
package import Foundation

// 1. `RecognisedSource.recognise` inspects the first byte that is not white space. JSON is parsed once, and its types
//    identify the `SourceFormat`; XML is identified by its outermost element. Anything else is left to the image
//    library.
// 2. Annotations are read in two steps. `AnnotationReader` knows the keys of Web and Open Annotations and produces
//    `ReadAnnotation`s, with drawings still as text. Once all pages and their images are known, `TargetPlacement`
//    converts the drawings (`SVGDrawing`, `SVGPen`, `RingGrouping`) to image pixels, so that curves are flattened for
//    that size.
// 3. `AnnotationConversion` makes clauses, categories and texts. `ManifestReader` and `AnnotationFile` add the
//    document: `ManifestHeader` reads its fields, `ManifestProperties` the properties kept in IIIF's form,
//    `ManifestContents` the table of contents. `GeoJSONReader` converts features directly.
// 4. The result is always a source folder in memory (`DocumentDraft`), which passes the same checks as a handwritten
//    folder. What cannot be imported is listed in `notes`; a fault ends the import, with its path in the file.
//
// 5. For TEI, `TEISurface` reads pages and zones, `TEIClauses` walks through the text and finds what is linked with
//    zones, and `TEIHeader` reads the document's fields. METS (`METSReader`) only lists which images and text line
//    files belong together, and in which order; the layer above opens them.
//
// `PresentationWriter`, `GeoJSONWriter` and `TEIWriter` convert a `SourceDocument` back. `PresentationWriter` takes the
// base of all addresses, so that it serves files and servers alike.

/// The formats of single-file documents, identified by content rather than by name.
public enum SourceFormat: Hashable, Sendable, CaseIterable {
    /// A IIIF manifest, version 3 of the Presentation API, with its annotations.
    case manifest3
    /// A IIIF manifest, version 2 of the Presentation API, with its annotations.
    case manifest2
    /// Web Annotations (W3C): one, an array, a page or a collection.
    case webAnnotations
    /// Open Annotations, as IIIF Presentation 2 and Mirador 2 write them: one, an array or a list.
    case openAnnotations
    /// GeoJSON in an image's coordinates.
    case geoJSON
    /// TEI P5 with a facsimile.
    case tei
    /// METS: an ordered list of images, each with an optional file of text lines.
    case mets
}

/// A file of a recognised format that can be converted to a document.
public struct RecognisedSource: Equatable, Sendable {
    /// The maximum size of a file, in bytes: 64 MB.
    public static let byteLimit = 64 << 20

    /// The format of the file.
    public let format: SourceFormat
    /// The file's path.
    public let path: String
    let content: Content

    /// The parsed content of a file.
    enum Content: Equatable, Sendable {
        case json(JSONValue)
        /// The outermost element.
        case xml(XMLNode)
    }

    /// The file's name, for faults and notes.
    package var file: String { (path as NSString).lastPathComponent }

    /// Recognises and reads a file of one of the supported formats.
    ///
    /// - Returns: Nil if the file begins like none of the formats, as an image does.
    /// - Throws: A fault if the file begins like one of the formats but is broken, too large or of another kind.
    /// - Complexity: O(*n*) in the size of the file; constant if it begins like none of the formats.
    public static func recognise(_ path: String) throws(SourceFaults) -> RecognisedSource? {
        guard let beginning = FolderSource.beginning(of: path) else { return nil }
        // Otherwise the image library would say that it does not know the file.
        if JSONParser.isWide(beginning) { return try recognise(bytes(of: path), path: path) }
        switch firstByte(of: beginning) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try recognise(bytes(of: path), path: path)
        // A UTF-16 byte order mark begins XML, or an image, which the image library rejects with a clear error.
        case UInt8(ascii: "<"), 0xFE, 0xFF:
            guard try LineFile.xmlFormat(path) != nil else { return nil }
            return try recognise(bytes(of: path), path: path)
        default: return nil
        }
    }

    /// Returns the format of XML with this outermost element, or nil if it is not supported.
    static func format(ofElement name: String) -> SourceFormat? {
        switch name {
        case "TEI", "teiCorpus": .tei
        case "mets": .mets
        default: nil
        }
    }

    /// Returns the first byte that is not white space, after any byte order mark.
    private static func firstByte(of bytes: Data) -> UInt8? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let body = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
        return body.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
    }

    /// Reads a file of at most ``byteLimit``.
    package static func bytes(of path: String) throws(SourceFaults) -> Data {
        try FolderSource.bytes(of: path, byteLimit: byteLimit, expected: "a file that can be read")
    }

    // MARK: Content

    /// Recognises JSON or XML in memory as the content of a file.
    static func recognise(_ bytes: Data, path: String) throws(SourceFaults) -> RecognisedSource {
        let file = (path as NSString).lastPathComponent
        if LineFile.beginsWithTag(bytes) {
            let root = try XMLNode.read(bytes, file: file)
            guard let format = format(ofElement: root.name) else {
                throw root.fault(
                    in: file, value: "the element \(FaultText.quoted(root.name))",
                    expected: "TEI or mets as the outermost element")
            }
            return RecognisedSource(format: format, path: path, content: .xml(root))
        }
        let content = try JSONParser.parse(SourceFile(name: file, bytes: bytes))
        let format = try format(of: content, file: file)
        return RecognisedSource(format: format, path: path, content: .json(content))
    }

    /// Returns the format of a JSON value, determined by its types.
    private static func format(of content: JSONValue, file: String) throws(SourceFaults) -> SourceFormat {
        let isArray = content.elements != nil
        // The first element of an array determines the format.
        let first = isArray ? content.elements?.first : content
        let root = SourceNode(value: first, file: file, path: .root(""), faults: FaultCollector())
        let object = root.asObject
        for type in object?.types ?? [] {
            switch type {
            case "Manifest" where !isArray: return object?["sequences"].isNothing == false ? .manifest2 : .manifest3
            case "Annotation", "AnnotationPage", "AnnotationCollection", "AnnotationList", "Layer":
                let isOlder = object?["on"].isNothing == false || object?["@type"].isNothing == false
                return isOlder ? .openAnnotations : .webAnnotations
            case "FeatureCollection" where !isArray, "Feature" where !isArray: return .geoJSON
            // Includes unsupported bare geometries, so that their fault lists the supported ones.
            case _ where !isArray && GeoJSONGeometry.types.contains(type): return .geoJSON
            default: break
            }
        }
        let type = object?.types.first.map { "JSON of type \(FaultText.quoted($0))" }
        throw SourceFaults(
            file: file, value: type ?? "JSON of no type that is known: \(content.summary)",
            expected: "a IIIF Manifest, an Annotation, AnnotationPage or AnnotationList, or GeoJSON")
    }
}
