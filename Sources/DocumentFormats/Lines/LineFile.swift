public import DocumentModel
public import Foundation

/// Reads files of text lines, as text recognition writes them: ALTO 2 to 4, and PAGE XML of 2013 to 2019. Which of the two
/// a file is, its content tells.
///
/// Source: https://www.loc.gov/standards/alto/ and https://github.com/PRImA-Research-Lab/PAGE-XML
public enum LineFile {
    /// The largest file that is read, in bytes: 64 MB.
    public static let byteLimit = 64 << 20

    /// Reads a file of text lines.
    ///
    /// - Parameters:
    ///   - path: The file; at most ``byteLimit``, without document type declaration.
    ///   - image: The image beside it. Coordinates are scaled from the size that the file states for its page to the
    ///     image's, whatever the unit of measurement.
    ///   - clauses: A table (CSV) that says which stretches of the lines are a clause; see `docs/formats.md`, "From lines to
    ///     clauses". Without it each line becomes a clause: `line-1`, `line-2` … in reading order.
    ///   - id: The document's id; see ``Identifier/make(fromFileName:)``.
    ///   - title: The name to show.
    /// - Returns: A document of one page. Its language, and that of its texts, is the one that most lines state, or `und`.
    /// - Throws: The fault, with the line where the XML is wrong; or all faults of the table, with theirs.
    /// - Complexity: O(*n*) in the size of the files; joining lines is O(*h* log *h*) in the number of lines times that of
    ///   the places at which an outline has a corner.
    public static func read(
        _ path: String, image: SourceImage, clauses: String? = nil, id: String, title: String
    ) throws(SourceFaults) -> ImportedDocument {
        let lines = try lines(in: path, clauses: clauses)
        return try read(lines.bytes, file: lines.file, image: image, clauses: lines.clauses, id: id, title: title)
    }

    /// Reads the bytes of a file of text lines, and those of the table of clauses that belongs to it.
    ///
    /// - Throws: The fault of a file that cannot be had or is too large.
    package static func lines(in path: String, clauses: String? = nil) throws(SourceFaults) -> ScanPage.Lines {
        let lines = try bytes(of: path, "an ALTO or PAGE XML file", limit: byteLimit)
        var table: LineTable?
        if let clauses {
            table = LineTable(
                bytes: try bytes(of: clauses, "a table of clauses", limit: CSV.byteLimit),
                file: URL(fileURLWithPath: clauses).lastPathComponent)
        }
        return ScanPage.Lines(bytes: lines, file: URL(fileURLWithPath: path).lastPathComponent, clauses: table)
    }

    /// Reads text lines from memory.
    ///
    /// - Parameters:
    ///   - bytes: The content; at most ``byteLimit``, without document type declaration.
    ///   - file: Its name in faults and notes.
    ///   - image: The image beside it.
    ///   - clauses: Which stretches of the lines are a clause; nil for a clause a line.
    ///   - id: The document's id; see ``Identifier/make(fromFileName:)``.
    ///   - title: The name to show.
    /// - Throws: The fault, with the line where the XML is wrong; or all faults of the table, with theirs.
    public static func read(
        _ bytes: Data, file: String, image: SourceImage, clauses: LineTable? = nil, id: String, title: String
    ) throws(SourceFaults) -> ImportedDocument {
        let lines = ScanPage.Lines(bytes: bytes, file: file, clauses: clauses)
        return try ScanDocument.read(
            id: id, words: ScanWords(title: title), pages: [ScanPage(image: image, lines: .memory(lines))])
    }

    /// Whether a file begins like ALTO or PAGE XML.
    ///
    /// - Throws: The fault of XML that is neither, and none of ``SourceFormat`` either.
    /// - Complexity: O(1); a look at the first 64 kB.
    public static func isLineFile(_ path: String) throws(SourceFaults) -> Bool {
        guard let name = try outermostElement(of: path) else { return false }
        return RecognisedSource.format(ofElement: name) == nil
    }

    /// The format of XML that holds more than text lines; nil for anything else.
    ///
    /// - Throws: The fault of XML of no format.
    static func xmlFormat(_ path: String) throws(SourceFaults) -> SourceFormat? {
        try outermostElement(of: path).flatMap(RecognisedSource.format)
    }

    /// The name of the outermost element of a file of a known format; nil for what is no XML.
    private static func outermostElement(of path: String) throws(SourceFaults) -> String? {
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        // Anything but a plain file (a pipe would block for ever) is for others to refuse.
        let type = (try? FileManager.default.attributesOfItem(atPath: resolved))?[.type] as? FileAttributeType
        guard type == .typeRegular, let handle = FileHandle(forReadingAtPath: resolved) else { return nil }
        defer { try? handle.close() }
        guard let bytes = try? handle.read(upToCount: 64 << 10) else { return nil }
        guard Self.beginsWithTag(bytes) else { return nil }
        do throws(LineFault) {
            return try LineFileParser.outermostElement(ofBeginning: bytes)
        } catch {
            throw error.faults(of: (path as NSString).lastPathComponent)
        }
    }

    /// Whether the first character that is no white space is `<`, in UTF-8, or in UTF-16 with a byte order mark.
    static func beginsWithTag(_ bytes: Data) -> Bool {
        let isUTF16 = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        let markCount = isUTF16 ? 2 : bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes.dropFirst(markCount).first {
            $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && !(isUTF16 && $0 == 0)
        }
        return first == UInt8(ascii: "<")
    }

    /// The name of the image that a file describes, without folders; nil where it names none.
    ///
    /// - Throws: The fault, with the line.
    /// - Complexity: O(*n*) in the size of the file.
    public static func imageName(in path: String) throws(SourceFaults) -> String? {
        let bytes = try bytes(of: path, "an ALTO or PAGE XML file", limit: byteLimit)
        do throws(LineFault) {
            let name = try LineFileParser.parse(bytes).imageFile?.parts { $0 == "/" || $0 == "\\" }.last.map(
                String.init)
            return name.flatMap { SourceReader.isPlainFileName($0) ? $0 : nil }
        } catch {
            throw error.faults(of: URL(fileURLWithPath: path).lastPathComponent)
        }
    }

    private static func bytes(of path: String, _ what: String, limit: Int) throws(SourceFaults) -> Data {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        do throws(SourceProblem) {
            let folder = try FolderSource(url.deletingLastPathComponent().path, imageSize: nil)
            if let bytes = try folder.file(url.lastPathComponent, byteLimit: limit) { return bytes }
        } catch {
            throw SourceFaults([SourceFault(file: path, path: "", value: error.value, expected: error.expected)])
        }
        throw SourceFaults([SourceFault(file: path, path: "", value: "no such file", expected: what)])
    }
}

/// A table (CSV) that says which stretches of text lines are a clause.
public struct LineTable: Sendable {
    /// The content.
    public let bytes: Data
    /// The file's name, in faults and notes.
    public let file: String

    /// Makes a table of a file's content.
    public init(bytes: Data, file: String) {
        (self.bytes, self.file) = (bytes, file)
    }
}
