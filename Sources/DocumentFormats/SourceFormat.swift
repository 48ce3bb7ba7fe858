public import DocumentModel
package import Foundation

// 1. `RecognisedSource.recognise` looks at the first byte that is not white space. JSON is parsed once, and its types
//    identify the `SourceFormat`; of XML the outermost element does. Anything unrecognised is left to the image library.
// 2. Annotations are read in two steps. `AnnotationReader` knows the keys of Web and Open Annotations and makes
//    `ReadAnnotation`s, with drawings still as text. Once all pages and their images are known, `TargetPlacement`
//    converts them (`SVGDrawing`, `SVGPen`, `RingGrouping`) to pixels of the image, so that curves are flattened for that
//    size.
// 3. `AnnotationConversion` makes clauses, categories and texts. `ManifestReader` and `AnnotationFile` add the document:
//    `ManifestHeader` its fields, `ManifestProperties` what is kept as IIIF has it, `ManifestContents` the table of
//    contents. `GeoJSONReader` has a shorter path of its own.
// 4. The result is always the files of a source folder in memory (`DocumentDraft`), which pass the same checks as a folder
//    that people wrote. What cannot be imported is in the `notes`; a fault ends the import, with its path in the file.
//
// 5. Of TEI, `TEISurface` reads pages and zones, `TEIClauses` walks through the text and finds what is linked with zones,
//    `TEIHeader` reads the document's fields. METS (`METSReader`) only says which images and files of text lines belong
//    together in which order; the layer above opens those.
//
// `PresentationWriter`, `GeoJSONWriter` and `TEIWriter` go the other way, from a `SourceDocument`. The first takes the base
// of all addresses, for files and servers alike.

/// The formats of documents that are one file, as its content tells them, whatever its name.
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
    /// METS: a list of images in order, each perhaps with a file of text lines.
    case mets
}

/// A file whose format is recognised, ready to be made a document.
public struct RecognisedSource: Equatable, Sendable {
    /// The largest file that is read, in bytes: 64 MB.
    public static let byteLimit = 64 << 20

    /// What it is.
    public let format: SourceFormat
    /// The file's path.
    public let path: String
    let content: Content

    /// What a file holds.
    enum Content: Equatable, Sendable {
        case json(JSONValue)
        /// The outermost element.
        case xml(XMLNode)
    }

    /// The file's name, for faults and notes.
    package var file: String { (path as NSString).lastPathComponent }

    /// Looks at a file, and reads it if it is of one of the formats.
    ///
    /// - Returns: Nil for what begins like none of them: an image, say.
    /// - Throws: The fault of a file that begins like one of them and is broken, too large, or of another kind.
    /// - Complexity: O(*n*) in the size of the file, and a look at its beginning where it is none of them.
    public static func recognise(_ path: String) throws(SourceFaults) -> RecognisedSource? {
        guard let first = firstByte(of: path) else { return nil }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try recognise(bytes(of: path), path: path)
        // A byte order mark of UTF-16 is the beginning of XML, or of an image that the library for those refuses by name.
        case UInt8(ascii: "<"), 0xFE, 0xFF:
            guard try LineFile.xmlFormat(path) != nil else { return nil }
            return try recognise(bytes(of: path), path: path)
        default: return nil
        }
    }

    /// The format of XML with this outermost element; nil for another one.
    static func format(ofElement name: String) -> SourceFormat? {
        switch name {
        case "TEI", "teiCorpus": .tei
        case "mets": .mets
        default: nil
        }
    }

    /// The first byte that is no white space among the first 64 kB; a byte order mark is passed over.
    private static func firstByte(of path: String) -> UInt8? {
        // Anything but a plain file (a pipe would block for ever) is for others to refuse.
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard
            (try? FileManager.default.attributesOfItem(atPath: resolved))?[.type] as? FileAttributeType == .typeRegular,
            let handle = FileHandle(forReadingAtPath: resolved)
        else { return nil }
        defer { try? handle.close() }
        guard let bytes = try? handle.read(upToCount: 64 << 10) else { return nil }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let body = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
        return body.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
    }

    /// Reads a file of at most ``byteLimit``.
    package static func bytes(of path: String) throws(SourceFaults) -> Data {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        do throws(SourceProblem) {
            let folder = try FolderSource(url.deletingLastPathComponent().path, imageSize: nil)
            if let bytes = try folder.file(url.lastPathComponent, byteLimit: byteLimit) { return bytes }
            throw SourceProblem(value: "no such file", expected: "a file that can be read")
        } catch {
            throw SourceFaults([SourceFault(file: path, path: "", value: error.value, expected: error.expected)])
        }
    }

    // MARK: Content

    /// Reads JSON or XML that is in memory, as the content of a file.
    static func recognise(_ bytes: Data, path: String) throws(SourceFaults) -> RecognisedSource {
        let file = (path as NSString).lastPathComponent
        if LineFile.beginsWithTag(bytes) {
            let root = try XMLNode.read(bytes, file: file)
            guard let format = format(ofElement: root.name) else {
                throw SourceFaults([
                    SourceFault(
                        file: file, path: "line \(root.line)", value: "the element \(FaultText.quoted(root.name))",
                        expected: "TEI or mets as the outermost element")
                ])
            }
            return RecognisedSource(format: format, path: path, content: .xml(root))
        }
        let content: JSONValue
        do throws(JSONFault) {
            content = try JSONParser.parse(bytes)
        } catch {
            throw SourceFaults([
                SourceFault(
                    file: file, path: "line \(error.line), column \(error.column)", value: error.value,
                    expected: error.expected)
            ])
        }
        let format = try format(of: content, file: file)
        return RecognisedSource(format: format, path: path, content: .json(content))
    }

    /// What a value of JSON is, by its types.
    private static func format(of content: JSONValue, file: String) throws(SourceFaults) -> SourceFormat {
        let isArray = content.elements != nil
        // Of an array the first element tells for all.
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
            // A bare geometry, also one that is refused: its fault says which are not.
            case _ where !isArray && GeoJSONGeometry.types.contains(type): return .geoJSON
            default: break
            }
        }
        let type = object?.types.first.map { "JSON of type \(FaultText.quoted($0))" }
        throw SourceFaults([
            SourceFault(
                file: file, path: "", value: type ?? "JSON of no type that is known: \(content.summary)",
                expected: "a IIIF Manifest, an Annotation, AnnotationPage or AnnotationList, or GeoJSON")
        ])
    }
}
