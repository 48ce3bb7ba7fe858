package import DocumentModel
import Foundation
import ImageGeometry

/// Reads and checks all files of a source before it fails, so that authors see every fault at once.
package struct SourceReader {
    /// The maximum size of a JSON file, in bytes: enough for a million clauses with one region each.
    static let fileLimit = 256 << 20
    /// The maximum length of a document's or clause's title, in Unicode scalars.
    static let titleLimit = 1_000
    /// The maximum size of a local icon, in bytes.
    static let iconLimit = 32 << 10

    package let source: any SourceProvider
    /// Whether to accept points outside their page, and categories that do not exist or that a clause names twice, so
    /// that the document can be checked in detail.
    let isTolerant: Bool
    /// Whether the source is a version stored in a library, which may predate the limits on titles and scales.
    package let isKept: Bool
    let faults = FaultCollector()
    package private(set) var files: [SourceFile] = []

    /// Reads a whole source.
    package static func read(
        _ source: any SourceProvider, isTolerant: Bool = false, isKept: Bool = false
    ) throws(SourceFaults) -> SourceDocument {
        var reader = SourceReader(source: source, isTolerant: isTolerant, isKept: isKept)
        return try reader.read()
    }

    /// Reports a title that is too long.
    func checkTitle(_ title: String?, at node: SourceNode) {
        if !isKept { node.checkLength(of: title, "a title", limit: Self.titleLimit) }
    }

    private mutating func read() throws(SourceFaults) -> SourceDocument {
        let description = readDescription()
        var header = description.flatMap { readHeader($0) }
        let pages = description.flatMap { readPages($0) }
        let presentation = description.flatMap { readPresentation($0, pages: pages) }
        header?.presentation = presentation
        let categories = readCategories()
        let clauses = readClauses(categories: categories?.ids, pages: pages)
        let tags = description.flatMap { declaredLanguages($0) }
        let texts = readTexts(languages: tags, clauses: clauses?.ids)
        let tours = readList("tours").flatMap {
            TourReader(pages: pages, clauses: clauses?.ids, isTolerant: isTolerant).tours($0)
        }
        let words = readWords(pages: pages, clauses: clauses?.ids)
        let glossary = readList("glossary").flatMap { GlossaryReader(isTolerant: isTolerant).entries($0) }
        readRecordings()
        guard faults.isEmpty, var header, let pages, let categories, var clauses, let tours, let glossary else {
            throw faults.error
        }
        header.tours = tours.map(\.outline)
        header.termCount = glossary.count
        header.recordingCount = RecordingList(files: files).recordings.count
        for place in clauses.clauses.indices { clauses.clauses[place].words = words[clauses.clauses[place].id] ?? [] }
        header.hasLinks =
            words.values.contains { !$0.isEmpty }
            || texts.values.contains { $0.values.contains { !$0.phrases.isEmpty } }
        return SourceDocument(
            header: header, pages: pages.compactMap(\.page), categories: categories.categories,
            clauses: clauses.clauses, texts: texts, tours: tours, glossary: glossary,
            files: files.sorted { $0.name < $1.name })
    }

    private mutating func readDescription() -> SourceObject? {
        switch readJSON("document.json", root: "") {
        case .value(let node): return node.object()
        case .faulty: return nil
        case .absent:
            faults.add(
                file: "document.json", value: "no such file", expected: "the description of the document")
            return nil
        }
    }

    /// The result of reading a JSON file.
    enum ReadFile {
        /// The file does not exist.
        case absent
        /// The file cannot be read or is not valid JSON. The fault was reported.
        case faulty
        /// The parsed value.
        case value(SourceNode)
    }

    /// Reads and parses a file, and keeps its bytes.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - root: The first part of paths in faults.
    mutating func readJSON(_ name: String, root: String) -> ReadFile {
        guard let found = readBytes(name, byteLimit: Self.fileLimit) else { return .faulty }
        guard let bytes = found else { return .absent }
        do throws(JSONFault) {
            let value = try JSONParser.parse(bytes)
            return .value(SourceNode(value: value, file: name, path: .root(root), faults: faults))
        } catch {
            faults.add(file: name, path: .root(error.path), value: error.value, expected: error.expected)
            return .faulty
        }
    }

    /// Reads `NAME.json`, which holds an array. Returns an empty array if there is no such file, and nil if it is
    /// faulty.
    mutating func readList(_ name: String) -> SourceNode? {
        switch readJSON("\(name).json", root: name) {
        case .value(let node): node
        case .absent: SourceNode(value: .array([]), file: "\(name).json", path: .root(name), faults: faults)
        case .faulty: nil
        }
    }

    /// Adds a file that stands in for bytes that were not kept, such as the record of a recording.
    mutating func keep(_ file: SourceFile) { files.append(file) }

    /// Reads a file, and keeps its bytes.
    ///
    /// - Returns: Nil if the file cannot be read, after reporting the fault, and `.some(nil)` if it does not exist.
    mutating func readBytes(_ name: String, byteLimit: Int) -> Data?? {
        do throws(SourceProblem) {
            let bytes = try source.file(name, byteLimit: byteLimit)
            if let bytes, !files.contains(where: { $0.name == name }) {
                files.append(SourceFile(name: name, bytes: bytes))
            }
            return .some(bytes)
        } catch {
            faults.add(file: name, value: error.value, expected: error.expected)
            return nil
        }
    }

    /// Reads the name of an icon shipped with the viewer, or of an SVG file in the folder, which is also read and kept.
    mutating func readIcon(_ node: SourceNode) -> String? {
        let expected = "an icon's name of lowercase letters, digits and '-', or the name of an SVG file of the folder"
        guard !node.isNothing, let name = node.string(expected) else { return nil }
        if Self.isShippedIconName(name) { return name }
        guard name.hasSuffix(".svg"), Self.isPlainFileName(name) else {
            node.fault(expected: expected)
            return nil
        }
        guard let bytes = readBytes(name, byteLimit: Self.iconLimit) else { return nil }
        if bytes == nil { node.fault(value: "\(FaultText.quoted(name)), which does not exist", expected: expected) }
        return name
    }

    /// Whether a text is a valid name for an icon shipped with the viewer.
    static func isShippedIconName(_ name: String) -> Bool {
        (1...100).contains(name.utf8.count) && name.utf8.allSatisfy(\.isOfLowercaseName)
    }

    /// Whether a text names a file directly in the folder: without folders, not hidden, and without control characters.
    static func isPlainFileName(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
            && !name.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    }
}
