import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads the elements of an ALTO file that matter here, as the XML parser comes across them.
///
/// Element names are those of ALTO 2, 3 and 4, which agree on all that is used.
final class ALTOParser: NSObject, XMLParserDelegate {
    /// The deepest nesting that is read; ALTO needs about a dozen with blocks within blocks.
    private static let depthLimit = 64
    private static let lineLimit = 1_000_000
    /// libxml2's warnings on language tags and namespaces' addresses, and its errors on namespaces that were not declared:
    /// what is read here depends on none of them.
    private static let harmlessCodes = Set(98...100).union(200...205)
    private static let namespaces = (2...4).map { "http://www.loc.gov/standards/alto/ns-v\($0)#" }

    private var page = ALTOPage()
    private var line: ALTOLine?
    private var path: [String] = []
    private var languages: [String?] = []
    private var unitText: String?
    private var isSpaceDue = false
    private var fault: ALTOFault?

    /// Reads a whole file.
    static func parse(_ bytes: Data) throws(ALTOFault) -> ALTOPage {
        guard bytes.count <= ALTO.byteLimit else {
            throw .place("", value: "\(bytes.count) bytes", expected: "at most \(ALTO.byteLimit)")
        }
        try XMLProlog.check(bytes)
        let reader = ALTOParser()
        let parser = XMLParser(data: bytes)
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        // What `parse` returns is no answer: it can be true for a file that ends too early.
        _ = parser.parse()
        if let fault = reader.fault { throw fault }
        guard reader.page.pageCount > 0 else { throw .place("", value: "no Page", expected: "a Page in the Layout") }
        return reader.page
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if path.isEmpty { checkRoot(name, namespaceURI, parser) }
        if path.count >= Self.depthLimit {
            stop(parser, value: "nesting of \(path.count + 1) levels", expected: "at most \(Self.depthLimit)")
        }
        path.append(name)
        let language = attributes["LANG"] ?? attributes["language"]
        languages.append(language ?? languages.last.flatMap(\.self))
        if name == "MeasurementUnit" { unitText = "" }
        if name == "Page" { startPage(attributes, parser) }
        guard page.pageCount == 1 else { return }
        switch name {
        case "TextLine": startLine(attributes, parser)
        case "Polygon" where path.suffix(3) == ["TextLine", "Shape", "Polygon"]: line?.points = attributes["POINTS"]
        case "String", "HYP": append(attributes["CONTENT"] ?? "", isWord: name == "String", language)
        case "SP": isSpaceDue = true
        default: break
        }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        path.removeLast()
        languages.removeLast()
        if name == "TextLine", let line {
            page.lines.append(line)
            self.line = nil
        }
        guard name == "MeasurementUnit", let text = unitText else { return }
        unitText = nil
        guard let unit = ALTOPage.Unit(rawValue: text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            return stop(
                parser, "MeasurementUnit", value: FaultText.quoted(text), expected: "pixel, mm10 or inch1200")
        }
        page.unit = unit
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
        if let text = unitText, text.utf8.count < 100 { unitText = text + characters }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        guard !Self.harmlessCodes.contains((parseError as NSError).code) else { return }
        stop(
            parser, "line \(parser.lineNumber), column \(parser.columnNumber)", value: "broken",
            expected: "well-formed XML")
    }

    private func checkRoot(_ name: String, _ namespace: String?, _ parser: XMLParser) {
        guard name == "alto" else {
            let value = "the element \(FaultText.quoted(name))"
            return stop(parser, value: value, expected: "alto as the outermost element")
        }
        guard let namespace, !namespace.isEmpty, !Self.namespaces.contains(namespace) else { return }
        stop(
            parser, value: "the namespace \(FaultText.quoted(namespace))",
            expected: "that of ALTO 2, 3 or 4, such as \(Self.namespaces[2])")
    }

    private func startPage(_ attributes: [String: String], _ parser: XMLParser) {
        page.pageCount += 1
        guard page.pageCount == 1 else { return }
        page.imageNumber = attributes["PHYSICAL_IMG_NR"]
        page.width = attributes["WIDTH"].flatMap(ALTONumbers.number)
        page.height = attributes["HEIGHT"].flatMap(ALTONumbers.number)
    }

    private func startLine(_ attributes: [String: String], _ parser: XMLParser) {
        guard page.lines.count < Self.lineLimit else {
            return stop(parser, value: "more than \(Self.lineLimit) lines", expected: "no more")
        }
        let sides = ["HPOS", "VPOS", "WIDTH", "HEIGHT"].compactMap { attributes[$0].flatMap(ALTONumbers.number) }
        line = ALTOLine(
            id: attributes["ID"], box: sides.count == 4 ? sides : nil, language: languages.last.flatMap(\.self),
            lineNumber: parser.lineNumber)
        isSpaceDue = false
    }

    /// Adds a word or a hyphen. Words are separated even where the file leaves out `SP`: a `String` is defined as what
    /// stands between spaces.
    private func append(_ content: String, isWord: Bool, _ language: String?) {
        guard line != nil else { return }
        let words = content.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { return }
        if let text = line?.text, !text.isEmpty, isSpaceDue || isWord { line?.text += " " }
        line?.text += words
        isSpaceDue = false
        if line?.language == nil { line?.language = language }
    }

    private func stop(_ parser: XMLParser, _ place: String? = nil, value: String, expected: String) {
        if fault == nil { fault = .place(place ?? "line \(parser.lineNumber)", value: value, expected: expected) }
        parser.abortParsing()
    }
}
