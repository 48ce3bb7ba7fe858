public import DocumentModel
import Foundation
import ImageGeometry

/// Writes the files of a source folder for an imported document, so that it can be exported like a handwritten one.
enum SourceWriter {
    struct DocumentFile: Encodable {
        struct Page: Encodable {
            var label: String?
            let image: String
            var imagePage: Int?
            var rotation: Double?
            var crop: [Int]?
            var corners: [[Double]]?
            let width: Int
            let height: Int
            let pixelsPerMillimetre: Double?
        }

        let id: String
        let title: [String: String]
        var holder: String?
        var shelfmark: String?
        var date: String?
        var rights: String?
        let status = DocumentStatus.published
        let language: String
        let languages: [String]
        let pages: [Page]
    }

    struct ClauseEntry: Encodable {
        var id: String
        var number: String?
        var kind = ClauseKind.clause
        var categories: [String] = []
        var regions: [Region]
        /// The ids of the lines in the original file that the clause was made from.
        let lines: [String]
        /// Whether the clause is one text line of the original file, or nil if it is not.
        var textLine: Bool?
    }

    struct CategoryEntry: Encodable {
        let id: String
        let label: String
    }

    struct TextEntry: Encodable {
        let title: String?
        let transcription: String?
    }

    /// Encodes a value in the style of a handwritten file: sorted keys, indentation, a final newline.
    static func file(_ name: String, _ value: some Encodable) throws -> SourceFile {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return SourceFile(name: name, bytes: try encoder.encode(value) + Data("\n".utf8))
    }
}

extension SourceDocument {
    /// Creates a document with one page, which has an image and no clauses.
    ///
    /// - Parameters:
    ///   - id: The document's id; see ``Identifier/make(fromFileName:)``.
    ///   - title: The title to show.
    ///   - image: The name of the image's file, without folders.
    ///   - width: The image's width in pixels, after orientation.
    ///   - height: The image's height in pixels, after orientation.
    /// - Throws: Faults of the id, the title or the size.
    public static func imageAlone(
        id: String, title: String, image: String, width: Int, height: Int
    ) throws(SourceFaults) -> SourceDocument {
        try ScanDocument.read(
            id: id, description: ScanDescription(title: title),
            pages: [ScanPage(image: SourceImage(fileName: image, width: width, height: height))]
        ).document
    }

    /// Creates a draft with a title and one page of blank paper.
    ///
    /// - Parameters:
    ///   - id: The document's id.
    ///   - title: The title to show.
    ///   - language: The tag of the document's language, which is also that of its texts.
    ///   - width: The page's width in pixels.
    ///   - height: The page's height in pixels.
    /// - Throws: Faults of the id, the language or the size.
    public static func draft(
        id: String, title: String, language: String = "und", width: Int, height: Int
    ) throws(SourceFaults) -> SourceDocument {
        let description: JSONValue = [
            "id": .string(id), "title": .object([.init(key: language, value: .string(title))]),
            "status": .string(DocumentStatus.draft.rawValue), "language": .string(language),
            "languages": .array([.string(language)]),
            "pages": .array([["width": .integer(width), "height": .integer(height)]]),
        ]
        let file = SourceFile(name: "document.json", json: description)
        return try SourceReader.read(MemorySource(files: [file]))
    }
}
