import DocumentModel
import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

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
    /// Checks the namespace of the outermost element; nil and the empty one are taken as they come.
    func checkNamespace(_ namespace: String) -> (value: String, expected: String)?
    func start(_ element: LineElement) throws(LineFault)
    func text(_ text: String)
    func end(_ name: String, lineNumber: Int) throws(LineFault)
    /// The page, once the file has been read to its end.
    func page() throws(LineFault) -> LinePage
}

/// Parses a file of text lines, in memory that its size bounds: no document type declaration, no entities of its own, no
/// other files, and no deeper nesting than the formats need.
final class LineFileParser: NSObject, XMLParserDelegate {
    /// The deepest nesting that is read; the formats need about a dozen with blocks within blocks.
    private static let depthLimit = 64
    /// libxml2's warnings on language tags and namespaces' addresses, and its errors on namespaces that were not declared:
    /// what is read here depends on none of them.
    private static let harmlessCodes = Set(98...100).union(200...205)

    private let reader: any LineFormatReader
    private var path: [String] = []
    private var fault: LineFault?

    /// Reads a whole file.
    static func parse(_ bytes: Data) throws(LineFault) -> LinePage {
        guard bytes.count <= LineFile.byteLimit else {
            throw .line(1, value: "in a file of \(bytes.count) bytes", expected: "at most \(LineFile.byteLimit)")
        }
        let root = try XMLProlog.check(bytes)
        if let line = XMLInstruction.bareLine(in: bytes) {
            throw .line(line, value: "an empty processing instruction", expected: "XML without one")
        }
        let reader: any LineFormatReader
        switch root.name {
        case "alto": reader = ALTOReader()
        case "PcGts": reader = PAGEReader()
        default: throw unknown(root)
        }
        let delegate = LineFileParser(reader)
        // As a stream: libxml2 refuses to look at more than 10 MB at once.
        let parser = XMLParser(stream: InputStream(data: bytes))
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = delegate
        // What `parse` returns is no answer: it can be true for a file that ends too early.
        _ = parser.parse()
        if let fault = delegate.fault { throw fault }
        guard delegate.path.isEmpty else {
            throw .line(parser.lineNumber, value: "the file's end", expected: "well-formed XML")
        }
        return try reader.page()
    }

    /// The fault of a file whose outermost element is of no format.
    static func unknown(_ root: XMLProlog.Root) -> LineFault {
        let value = root.name.isEmpty ? "no element" : "the element \(FaultText.quoted(root.name))"
        return .line(root.line, value: value, expected: "alto (ALTO) or PcGts (PAGE XML) as the outermost element")
    }

    private init(_ reader: any LineFormatReader) {
        self.reader = reader
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if path.isEmpty, let namespaceURI, !namespaceURI.isEmpty,
            let problem = reader.checkNamespace(namespaceURI)
        {
            stop(parser, .line(parser.lineNumber, value: problem.value, expected: problem.expected))
        }
        guard path.count < Self.depthLimit else {
            return stop(
                parser,
                .line(
                    parser.lineNumber, value: "nesting of \(path.count + 1) levels",
                    expected: "at most \(Self.depthLimit)"))
        }
        path.append(name)
        let element = LineElement(name: name, attributes: attributes, path: path, lineNumber: parser.lineNumber)
        take(parser) { () throws(LineFault) in try reader.start(element) }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard fault == nil else { return }
        path.removeLast()
        take(parser) { () throws(LineFault) in try reader.end(name, lineNumber: parser.lineNumber) }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
        if fault == nil { reader.text(characters) }
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        if fault == nil { reader.text(String(decoding: block, as: UTF8.self)) }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        guard !Self.harmlessCodes.contains((parseError as NSError).code) else { return }
        let place = "line \(parser.lineNumber), column \(parser.columnNumber)"
        stop(parser, .place(place, value: "broken", expected: "well-formed XML"))
    }

    private func take(_ parser: XMLParser, _ body: () throws(LineFault) -> Void) {
        guard fault == nil else { return }
        do throws(LineFault) { try body() } catch { stop(parser, error) }
    }

    private func stop(_ parser: XMLParser, _ fault: LineFault) {
        if self.fault == nil { self.fault = fault }
        parser.abortParsing()
    }
}
