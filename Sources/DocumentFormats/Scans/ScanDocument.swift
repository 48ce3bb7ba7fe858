public import DocumentModel
public import Foundation
import ImageGeometry

/// A page of a document made from scans.
public struct ScanPage: Sendable {
    /// A file with a page's text lines.
    public struct Lines: Sendable {
        /// The content: ALTO or PAGE XML.
        public let bytes: Data
        /// The file name for faults and notes.
        public let file: String
        /// The table that assigns stretches of lines to clauses, or nil to make each line a clause. Only for documents
        /// with a single page.
        public let clauses: LineTable?
    }

    /// The source of a page's text lines. Files are read one page at a time, so that those of a long document are never
    /// all in memory.
    public enum LineSource: Sendable {
        /// In memory.
        case memory(Lines)
        /// In a file, with an optional table that assigns stretches of lines to clauses.
        case file(String, clauses: String?)

        package func read() throws(SourceFaults) -> Lines {
            switch self {
            case .memory(let lines): lines
            case .file(let path, let clauses): try LineFile.lines(in: path, clauses: clauses)
            }
        }
    }

    /// The image.
    public let image: SourceImage
    /// The page within the image file, from 1, if the file has several.
    public let imagePage: Int?
    /// The part of the image that is shown. The size of ``image`` is that of the part.
    public let part: ScanPart
    /// The label to show.
    public let label: String?
    /// The text lines of the page, if there are any.
    package let lines: LineSource?

    /// Creates a page.
    public init(
        image: SourceImage, imagePage: Int? = nil, part: ScanPart = .whole, label: String? = nil,
        lines: LineSource? = nil
    ) {
        (self.image, self.imagePage, self.part, self.label, self.lines) = (image, imagePage, part, label, lines)
    }
}

/// Makes documents from scans: one scan, the pages of a file, or a folder, each with an optional file of text lines.
public enum ScanDocument {
    /// Makes a document. Its language, and that of its texts, is the one stated by most lines, or `und`.
    ///
    /// - Parameters:
    ///   - id: The document's id.
    ///   - description: The description. Without a title, the id is shown.
    ///   - pages: The pages in order. There must be at least one.
    /// - Throws: Faults of an id, a title, a size or a file of text lines.
    /// - Complexity: O(*n*) in the size of the files; see ``LineFile/read(_:image:clauses:id:title:)``.
    public static func read(
        id: String, description: ScanDescription = ScanDescription(), pages: [ScanPage]
    ) throws(SourceFaults) -> ImportedDocument {
        var content = LineContent()
        var described: [SourceWriter.DocumentFile.Page] = []
        for (position, page) in pages.enumerated() {
            let scale = try content.add(page, number: position + 1, of: pages.count)
            described.append(
                SourceWriter.DocumentFile.Page(
                    label: page.label, image: page.image.fileName, imagePage: page.imagePage,
                    rotation: page.part.rotation == 0 ? nil : page.part.rotation,
                    crop: page.part.crop.map { [$0.x, $0.y, $0.width, $0.height] },
                    corners: page.part.corners?.map { [$0.x, $0.y] }, width: page.image.width,
                    height: page.image.height, pixelsPerMillimetre: scale))
        }
        let language = content.language
        let documentFile = SourceWriter.DocumentFile(
            id: id, title: ["und": description.title ?? id], holder: description.holder,
            shelfmark: description.shelfmark, date: description.date, rights: description.rights, language: language,
            languages: [language], pages: described)
        var files: [SourceFile] = []
        do {
            files.append(try SourceWriter.file("document.json", documentFile))
            if let made = content.made {
                files.append(try SourceWriter.file("categories.json", made.categories))
                files.append(try SourceWriter.file("clauses.json", made.clauses))
                if let words = made.wordsFile { files.append(words) }
                files.append(try SourceWriter.file("texts/\(language).json", made.texts))
            }
        } catch {
            throw SourceFaults(
                file: pages.first?.image.fileName ?? id, value: FaultText.plain("\(error)"),
                expected: "values that JSON can hold")
        }
        // Generated files pass the same checks as handwritten ones.
        let document = try SourceReader.read(MemorySource(files: files))
        return ImportedDocument(document: document, notes: content.notes(language))
    }
}

/// The content of the text line files of a document's pages.
private struct LineContent {
    /// The notes on a file, before and after the note on its languages.
    private struct Notes {
        let file: String
        let languages: [String]
        let before: [String]
        let after: [String]
    }

    private(set) var made: LineClauses?
    private var notes: [Notes] = []
    private var counts: [String: Int] = [:]

    /// The language stated by most lines, or `und` if none is.
    var language: String { counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "und" }

    /// Adds a page's lines, if there are any.
    ///
    /// - Returns: The image's pixels per millimetre, if the file states a physical unit.
    mutating func add(_ page: ScanPage, number: Int, of pageCount: Int) throws(SourceFaults) -> Double? {
        guard let lines = try page.lines?.read() else { return nil }
        do throws(LineFault) {
            let parsed = try LineFileParser.parse(lines.bytes)
            var conversion = try LineConversion(parsed, file: lines.file, image: page.image)
            let before = conversion.notes
            let clauses = try conversion.clauses(lines.clauses, page: number)
            if pageCount == 1 {
                made = clauses
            } else {
                var all = made ?? LineClauses()
                all.append(clauses, ofPage: number)
                made = all
            }
            let stated = conversion.languageCounts
            counts.merge(stated, uniquingKeysWith: +)
            notes.append(
                Notes(
                    file: lines.file, languages: stated.keys.sorted(), before: before,
                    after: Array(conversion.notes.dropFirst(before.count))))
            return conversion.pixelsPerMillimetre
        } catch {
            throw error.faults(of: lines.file)
        }
    }

    /// Returns what could not be imported unchanged, one line each.
    func notes(_ language: String) -> [String] {
        notes.flatMap { part in
            let isOther = part.languages.count > 1 || part.languages.contains { $0 != language }
            let line = "\(part.file): lines in \(part.languages.joined(separator: ", ")), all treated as \(language)"
            return part.before + (isOther ? [line] : []) + part.after
        }
    }
}
