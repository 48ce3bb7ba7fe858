public import Foundation

/// A PDF as other programs read it: poppler's tools and qpdf.
public final class PDFReading {
    /// A program that failed, or said what it should not have.
    public struct Failure: Error, CustomStringConvertible {
        /// What happened, in a line.
        public let description: String
    }

    /// A word and its box in points, y down.
    public struct Word {
        /// The word.
        public let word: String
        public let x, y, right, bottom: Double
    }

    /// Where it is.
    public let file: URL
    private let bytes: Data

    /// Takes the bytes of a file.
    public init(_ bytes: some Sequence<UInt8>) throws {
        self.bytes = Data(bytes)
        file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf")
        try self.bytes.write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    /// Whether the file holds these bytes in a row.
    public func contains(_ bytes: [UInt8]) -> Bool { self.bytes.range(of: Data(bytes)) != nil }

    /// All text in reading order, canonically composed; of one page, where one is named.
    public func text(page: Int? = nil) throws -> String {
        let range = page.map { ["-f", "\($0)", "-l", "\($0)"] } ?? []
        return try Self.run("pdftotext", range + [file.path(), "-"]).precomposedStringWithCanonicalMapping
    }

    /// The file's properties, by name.
    public func info() throws -> [String: String] {
        try Self.run("pdfinfo", [file.path()]).split(separator: "\n").reduce(into: [:]) { info, line in
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { info[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
    }

    /// The fonts, and whether they are in the file.
    public func fonts() throws -> [(name: String, isEmbedded: Bool)] {
        try Self.run("pdffonts", [file.path()]).split(separator: "\n").dropFirst(2).map { line in
            let fields = line.split(separator: " ")
            // From the end: object and generation, to Unicode, subset, embedded.
            return (String(fields[0]), fields.dropLast(4).last == "yes")
        }
    }

    /// The images in the file: their encoding and size in pixels, `jpeg 40x60`.
    public func images() throws -> [String] {
        try Self.run("pdfimages", ["-list", file.path()]).split(separator: "\n").dropFirst(2).map { line in
            let fields = line.split(separator: " ")
            return "\(fields[8]) \(fields[3])x\(fields[4])"
        }
    }

    /// The outline, depth first, with the pages that its entries lead to.
    public func outline() throws -> [(title: String, page: Int)] {
        struct Entry: Decodable {
            let title: String
            let destpageposfrom1: Int
            let kids: [Entry]
            var all: [(title: String, page: Int)] { [(title, destpageposfrom1)] + kids.flatMap(\.all) }
        }
        struct Answer: Decodable { let outlines: [Entry] }
        let text = try Self.run("qpdf", ["--json", "--json-key=outlines", file.path()])
        return try JSONDecoder().decode(Answer.self, from: Data(text.utf8)).outlines.flatMap(\.all)
    }

    /// The words of all pages with their boxes.
    public func boxes() throws -> [Word] {
        let html = try Self.run("pdftotext", ["-bbox", file.path(), "-"])
        return html.matches(
            of: /<word xMin="([0-9.-]+)" yMin="([0-9.-]+)" xMax="([0-9.-]+)" yMax="([0-9.-]+)">(.*?)<\/word>/
        ).map { match in
            let (_, x, y, right, bottom, word) = match.output
            return Word(
                word: String(word), x: Double(x) ?? 0, y: Double(y) ?? 0, right: Double(right) ?? 0,
                bottom: Double(bottom) ?? 0)
        }
    }

    /// Throws what qpdf finds wrong with the file's syntax.
    public func check() throws { _ = try Self.run("qpdf", ["--check", file.path()]) }

    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(program)")
        process.arguments = arguments
        let (output, errors) = (Pipe(), FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
        _ = FileManager.default.createFile(atPath: errors.path(), contents: nil)
        defer { try? FileManager.default.removeItem(at: errors) }
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let said = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        guard process.terminationStatus == 0, said.isEmpty else {
            throw Failure(description: "\(program) ended with \(process.terminationStatus): \(said)")
        }
        return String(decoding: data, as: UTF8.self)
    }
}

/// A JPEG that is black, 40 pixels wide and 60 high.
public enum BlackJPEG {
    /// In pixels.
    public static let size = (width: 40, height: 60)

    /// The whole file.
    public static var bytes: [UInt8] {
        let text =
            "/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAA8ACgB"
            + "AREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKB"
            + "kaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKT"
            + "lJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APP6KKKK"
            + "KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK//2Q=="
        return Data(base64Encoded: text).map(Array.init) ?? []
    }
}
