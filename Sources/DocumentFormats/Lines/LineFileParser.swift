import DocumentModel
import Foundation
import XMLReading

extension XMLElement {
    /// Returns the number in an attribute, or nil if the attribute is missing.
    func number(_ name: String) throws(LineFault) -> Double? {
        guard let text = attributes[name] else { return nil }
        guard let number = LineNumbers.number(text) else {
            throw .place(
                "line \(line), \(name)", value: FaultText.quoted(text), expected: "a number within ±1,000,000,000")
        }
        return number
    }
}

/// Reads the relevant elements of one format as the XML parser reports them.
protocol LineFormatReader: AnyObject {
    /// Checks the namespace of the outermost element. Returns a fault, or nil if it is supported. Not called if there
    /// is none.
    func checkNamespace(_ namespace: String) -> (value: String, expected: String)?
    /// - Parameter path: The names of the element's ancestors from the outermost on, followed by its own.
    func start(_ element: XMLElement, path: [String]) throws(LineFault)
    func text(_ text: String)
    func end(_ name: String, line: Int) throws(LineFault)
    /// Returns the page. Called after the whole file has been read.
    func page() throws(LineFault) -> LinePage
}

/// Parses a file of text lines with the reader of its format, which the outermost element identifies.
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

    /// Reads the beginning of a file.
    ///
    /// - Returns: The name of the outermost element, if it belongs to a supported format.
    /// - Throws: A fault if the format is not supported.
    static func outermostElement(ofBeginning bytes: Data) throws(LineFault) -> String {
        let root: XMLElement
        do throws(XMLFault) { root = try xml.outermostElement(of: bytes) } catch { throw LineFault(error) }
        if RecognisedSource.format(ofElement: root.name) == nil { _ = try reader(of: root) }
        return root.name
    }

    /// Returns the reader of the format with this outermost element.
    ///
    /// - Throws: A fault if no format has this element.
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
        try reader?.start(element, path: path)
    }

    func text(_ text: String) { reader?.text(text) }

    func end(_ name: String, line: Int) throws(LineFault) {
        path.removeLast()
        try reader?.end(name, line: line)
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
