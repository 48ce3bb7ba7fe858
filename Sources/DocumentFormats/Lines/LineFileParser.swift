import DocumentModel
import Foundation
import XMLReading

/// An element as a format's reader sees it.
struct LineElement {
    let name: String
    let attributes: [String: String]
    /// The names of what it stands in, from the outermost on, and its own.
    let path: [String]
    /// The line of the file, from 1.
    let lineNumber: Int

    /// The number that an attribute states, or nil where it is not there.
    func number(_ name: String) throws(LineFault) -> Double? {
        guard let text = attributes[name] else { return nil }
        guard let number = LineNumbers.number(text) else {
            throw .place(
                "line \(lineNumber), \(name)", value: FaultText.quoted(text), expected: "a number within ±1,000,000,000"
            )
        }
        return number
    }
}

/// Reads the elements of one format that matter here, as the XML parser comes across them.
protocol LineFormatReader: AnyObject {
    /// Checks the namespace of the outermost element; no namespace is taken as it comes.
    func checkNamespace(_ namespace: String) -> (value: String, expected: String)?
    func start(_ element: LineElement) throws(LineFault)
    func text(_ text: String)
    func end(_ name: String, lineNumber: Int) throws(LineFault)
    /// The page, once the file has been read to its end.
    func page() throws(LineFault) -> LinePage
}

/// Parses a file of text lines with the reader of its format, which the outermost element tells.
final class LineFileParser: XMLHandler {
    typealias Failure = LineFault

    private static let xml = XMLReader(byteLimit: LineFile.byteLimit)

    private var reader: (any LineFormatReader)?
    private var path: [String] = []

    /// Reads a whole file.
    static func parse(_ bytes: Data) throws(LineFault) -> LinePage {
        let parser = LineFileParser()
        try xml.read(bytes, to: parser)
        guard let reader = parser.reader else { throw .line(1, value: "no element", expected: "well-formed XML") }
        return try reader.page()
    }

    /// Looks at a file's beginning.
    ///
    /// - Returns: The name of the outermost element: that of a file of lines, or of another format.
    /// - Throws: The fault of a file of no format.
    static func outermostElement(ofBeginning bytes: Data) throws(LineFault) -> String {
        let root: XMLElement
        do throws(XMLFault) { root = try xml.outermostElement(of: bytes) } catch { throw LineFault(error) }
        if RecognisedSource.format(ofElement: root.name) == nil { _ = try reader(of: root) }
        return root.name
    }

    /// The reader of the format that has this outermost element.
    ///
    /// - Throws: The fault of an element of no format.
    private static func reader(of root: XMLElement) throws(LineFault) -> any LineFormatReader {
        switch root.name {
        case "alto": ALTOReader()
        case "PcGts": PAGEReader()
        default:
            throw .line(
                root.line, value: "the element \(FaultText.quoted(root.name))",
                expected: "alto (ALTO), PcGts (PAGE XML), TEI or mets as the outermost element")
        }
    }

    func start(_ element: XMLElement) throws(LineFault) {
        if reader == nil { try startFile(element) }
        path.append(element.name)
        try reader?.start(
            LineElement(name: element.name, attributes: element.attributes, path: path, lineNumber: element.line))
    }

    func text(_ text: String) { reader?.text(text) }

    func end(_ name: String, line: Int) throws(LineFault) {
        path.removeLast()
        try reader?.end(name, lineNumber: line)
    }

    func failure(_ fault: XMLFault) -> LineFault { LineFault(fault) }

    private func startFile(_ root: XMLElement) throws(LineFault) {
        let reader = try Self.reader(of: root)
        if !root.namespace.isEmpty, let problem = reader.checkNamespace(root.namespace) {
            throw .line(root.line, value: problem.value, expected: problem.expected)
        }
        self.reader = reader
    }
}

extension LineFault {
    init(_ fault: XMLFault) {
        self = .place(fault.place, value: fault.value, expected: fault.expected)
    }
}
