public import Foundation

/// A PDF as read by other programs: poppler's tools and qpdf.
public final class PDFReading {
    /// An error of a program that failed or printed unexpected output.
    public struct Failure: Error, CustomStringConvertible {
        /// A one-line description.
        public let description: String
    }

    /// A word and its box in points, y down.
    public struct Word {
        /// The word.
        public let word: String
        public let x, y, right, bottom: Double
    }

    /// Its box.
    public let file: URL
    private let bytes: Data

    /// Creates a reading of a file's bytes.
    public init(_ bytes: some Sequence<UInt8>) throws {
        self.bytes = Data(bytes)
        file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf")
        try self.bytes.write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    /// Returns whether the file contains these consecutive bytes.
    public func contains(_ bytes: [UInt8]) -> Bool { self.bytes.range(of: Data(bytes)) != nil }

    /// Returns all text in reading order, canonically composed; only that of one page if specified.
    public func text(page: Int? = nil) throws -> String {
        let range = page.map { ["-f", "\($0)", "-l", "\($0)"] } ?? []
        return try Self.run("pdftotext", range + [file.path(), "-"]).precomposedStringWithCanonicalMapping
    }

    /// Returns the file's properties by name.
    public func info() throws -> [String: String] {
        try Self.run("pdfinfo", [file.path()]).split(separator: "\n").reduce(into: [:]) { info, line in
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { info[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
    }

    /// Returns the fonts, and whether they are embedded.
    public func fonts() throws -> [(name: String, isEmbedded: Bool)] {
        try Self.run("pdffonts", [file.path()]).split(separator: "\n").dropFirst(2).map { line in
            let fields = line.split(separator: " ")
            // Counted from the end: object and generation, to Unicode, subset, embedded.
            return (String(fields[0]), fields.dropLast(4).last == "yes")
        }
    }

    /// Returns the images in the file by their encoding and size in pixels, such as `jpeg 40x60`.
    public func images() throws -> [String] {
        try Self.run("pdfimages", ["-list", file.path()]).split(separator: "\n").dropFirst(2).map { line in
            let fields = line.split(separator: " ")
            return "\(fields[8]) \(fields[3])x\(fields[4])"
        }
    }

    /// Returns the outline, depth first, with the pages of its entries.
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

    /// Returns the words of all pages with their boxes.
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

    /// Throws the syntax errors that qpdf finds in the file.
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

/// A black JPEG, 40 pixels wide and 60 high.
public enum BlackJPEG {
    /// The size in pixels.
    public static let size = (width: 40, height: 60)

    /// The bytes of the file.
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
