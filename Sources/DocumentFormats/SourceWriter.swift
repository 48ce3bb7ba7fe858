public import DocumentModel
import Foundation
import ImageGeometry

/// Makes the files of a source folder for a document that came from elsewhere, so that it can be exported like one that
/// people wrote.
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
        /// The ids of the lines in the file that it was made of, for who wants to go back to that.
        let lines: [String]
        /// Whether it is one text line as the file has it; nil where it is not.
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

    /// Codes a value as a file of people's own would look: keys sorted, indented, with a line end.
    static func file(_ name: String, _ value: some Encodable) throws -> SourceFile {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return SourceFile(name: name, bytes: try encoder.encode(value) + Data("\n".utf8))
    }

    /// Codes the files and reads them back, so that what this program makes passes the same checks as what people write.
    ///
    /// - Parameter name: What a fault is about.
    static func document(
        _ name: String, _ makeFiles: () throws -> [SourceFile]
    ) throws(SourceFaults) -> SourceDocument {
        let files: [SourceFile]
        do {
            files = try makeFiles()
        } catch {
            let value = FaultText.plain("\(error)")
            let expected = "values that JSON can hold"
            throw SourceFaults([SourceFault(file: name, path: "", value: value, expected: expected)])
        }
        return try SourceReader.read(MemorySource(files: files))
    }
}

extension SourceDocument {
    /// A document of one page that has an image and no clauses.
    ///
    /// - Parameters:
    ///   - id: The document's id; see ``Identifier/make(fromFileName:)``.
    ///   - title: The name to show.
    ///   - image: The name of the image's file, without folders.
    ///   - width: The image's width in pixels, after orientation.
    ///   - height: The image's height in pixels, after orientation.
    /// - Throws: Faults of the id, the name or the size.
    public static func imageAlone(
        id: String, title: String, image: String, width: Int, height: Int
    ) throws(SourceFaults) -> SourceDocument {
        try ScanDocument.read(
            id: id, words: ScanWords(title: title),
            pages: [ScanPage(image: SourceImage(fileName: image, width: width, height: height))]
        ).document
    }

    /// A draft of one page of blank paper, of which nothing is said but a title.
    ///
    /// - Parameters:
    ///   - id: The document's id.
    ///   - title: The name to show.
    ///   - language: The tag of the language that it is in, and that its texts will be in.
    ///   - width: The page's width in pixels.
    ///   - height: The page's height in pixels.
    /// - Throws: Faults of the id, the language or the size.
    public static func draft(
        id: String, title: String, language: String = "und", width: Int, height: Int
    ) throws(SourceFaults) -> SourceDocument {
        let description = JSONValue.members([
            ("id", .string(id)), ("title", .object([.init(key: language, value: .string(title))])),
            ("status", .string(DocumentStatus.draft.rawValue)), ("language", .string(language)),
            ("languages", .array([.string(language)])),
            ("pages", .array([.members([("width", .integer(width)), ("height", .integer(height))])])),
        ])
        let file = SourceFile(name: "document.json", bytes: Data((description.text() + "\n").utf8))
        return try SourceReader.read(MemorySource(files: [file]))
    }
}
