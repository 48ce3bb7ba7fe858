public import DocumentModel
public import Foundation

/// Reads files of text lines produced by text recognition: ALTO 2 to 4, and PAGE XML of 2013 to 2019. The format is
/// determined from the content.
///
/// Source: https://www.loc.gov/standards/alto/ and https://github.com/PRImA-Research-Lab/PAGE-XML
public enum LineFile {
    /// The maximum size of a file, in bytes: 64 MB.
    public static let byteLimit = 64 << 20

    /// Reads a file of text lines.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which has at most ``byteLimit`` bytes and no document type declaration.
    ///   - image: The image of the page. Coordinates are scaled from the page size stated in the file to the image's
    ///     size, whatever the unit.
    ///   - clauses: A table (CSV) that assigns stretches of lines to clauses; see `docs/formats.md`, "From lines to
    ///     clauses". Without it each line becomes a clause: `line-1`, `line-2` … in reading order.
    ///   - id: The document's id; see ``Identifier/make(fromFileName:)``.
    ///   - title: The title to show.
    /// - Returns: A document of one page. Its language, and that of its texts, is the one stated by most lines, or
    ///   `und`.
    /// - Throws: A fault with the line of the XML, or all faults of the table with their lines.
    /// - Complexity: O(*n*) in the size of the files. Joining lines is O(*h* log *h*), where *h* is the number of lines
    ///   times the number of columns at which an outline has a corner.
    public static func read(
        _ path: String, image: SourceImage, clauses: String? = nil, id: String, title: String
    ) throws(SourceFaults) -> ImportedDocument {
        let lines = try lines(in: path, clauses: clauses)
        return try read(lines.bytes, file: lines.file, image: image, clauses: lines.clauses, id: id, title: title)
    }

    /// Reads the bytes of a file of text lines and of its table of clauses.
    ///
    /// - Throws: A fault if a file cannot be read or is too large.
    package static func lines(in path: String, clauses: String?) throws(SourceFaults) -> ScanPage.Lines {
        let lines = try bytes(of: path)
        var table: LineTable?
        if let clauses {
            table = LineTable(
                bytes: try FolderSource.bytes(of: clauses, byteLimit: CSV.byteLimit, expected: "a table of clauses"),
                file: URL(fileURLWithPath: clauses).lastPathComponent)
        }
        return ScanPage.Lines(bytes: lines, file: URL(fileURLWithPath: path).lastPathComponent, clauses: table)
    }

    /// Reads text lines from memory.
    ///
    /// - Parameters:
    ///   - bytes: The content, at most ``byteLimit`` bytes without document type declaration.
    ///   - file: The file name for faults and notes.
    ///   - image: The image of the page.
    ///   - clauses: The table that assigns stretches of lines to clauses, or nil to make each line a clause.
    ///   - id: The document's id; see ``Identifier/make(fromFileName:)``.
    ///   - title: The title to show.
    /// - Throws: A fault with the line of the XML, or all faults of the table with their lines.
    public static func read(
        _ bytes: Data, file: String, image: SourceImage, clauses: LineTable? = nil, id: String, title: String
    ) throws(SourceFaults) -> ImportedDocument {
        let lines = ScanPage.Lines(bytes: bytes, file: file, clauses: clauses)
        return try ScanDocument.read(
            id: id, description: ScanDescription(title: title), pages: [ScanPage(image: image, lines: .memory(lines))])
    }

    /// Whether a file begins like ALTO or PAGE XML.
    ///
    /// - Throws: A fault if the file is XML of neither format nor any ``SourceFormat``.
    /// - Complexity: O(1). Reads at most the first 64 kB.
    public static func isLineFile(_ path: String) throws(SourceFaults) -> Bool {
        guard let name = try outermostElement(of: path) else { return false }
        return RecognisedSource.format(ofElement: name) == nil
    }

    /// Returns the format of XML that contains more than text lines, or nil for anything else.
    ///
    /// - Throws: A fault if the file is XML of an unsupported format.
    static func xmlFormat(_ path: String) throws(SourceFaults) -> SourceFormat? {
        try outermostElement(of: path).flatMap(RecognisedSource.format)
    }

    /// Returns the name of the outermost element of a file in a supported format, or nil if the file is not XML.
    private static func outermostElement(of path: String) throws(SourceFaults) -> String? {
        guard let bytes = FolderSource.beginning(of: path), Self.beginsWithTag(bytes) else { return nil }
        do throws(LineFault) {
            return try LineFileParser.outermostElement(ofBeginning: bytes)
        } catch {
            throw error.faults(of: (path as NSString).lastPathComponent)
        }
    }

    /// Whether the first character that is not white space is `<`, in UTF-8, or in UTF-16 with a byte order mark.
    static func beginsWithTag(_ bytes: Data) -> Bool {
        let isUTF16 = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        let markCount = isUTF16 ? 2 : bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes.dropFirst(markCount).first {
            $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && !(isUTF16 && $0 == 0)
        }
        return first == UInt8(ascii: "<")
    }

    /// Returns the file name, without folders, of the image that a file describes, or nil if it names none.
    ///
    /// - Throws: A fault with its line.
    /// - Complexity: O(*n*) in the size of the file.
    public static func imageName(in path: String) throws(SourceFaults) -> String? {
        let bytes = try bytes(of: path)
        do throws(LineFault) {
            let name = try LineFileParser.parse(bytes).imageFile?.parts { $0 == "/" || $0 == "\\" }.last.map(
                String.init)
            return name.flatMap { SourceReader.isPlainFileName($0) ? $0 : nil }
        } catch {
            throw error.faults(of: URL(fileURLWithPath: path).lastPathComponent)
        }
    }

    private static func bytes(of path: String) throws(SourceFaults) -> Data {
        try FolderSource.bytes(of: path, byteLimit: byteLimit, expected: "an ALTO or PAGE XML file")
    }
}

/// A table (CSV) that assigns stretches of text lines to clauses.
public struct LineTable: Sendable {
    /// The content.
    public let bytes: Data
    /// The file name for faults and notes.
    public let file: String

    /// Creates a table from a file's content.
    public init(bytes: Data, file: String) {
        (self.bytes, self.file) = (bytes, file)
    }
}
