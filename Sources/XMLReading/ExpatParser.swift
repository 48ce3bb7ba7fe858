import CExpat

/// Parses one document with Expat. Expat's callbacks cannot be generic, so ``HandlingParser`` passes the events to a
/// handler.
class ExpatParser {
    /// The separator between a namespace and a local name. Expat rejects namespaces that contain it.
    private static let separator = UInt8(ascii: "|")
    /// The encodings that Expat decodes itself. UTF-16 without a byte order mark uses the byte order of its first
    /// bytes.
    private static let encodings: Set = ["UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1", "US-ASCII"]
    private static let endings = Set(
        [XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION]
            .map(\.rawValue))

    let reader: XMLReader
    private var parser: XML_Parser?
    private var depth = 0
    private var elementCount = 0
    private var skippedLineCount = 0
    /// Whether the document declares UTF-8 under a name that Expat does not know.
    private var isMisnamedUTF8 = false
    private var isStopped = false
    /// The namespace of the latest element, cached because the next element usually has the same one.
    private var namespace = ""

    init(_ reader: XMLReader) {
        self.reader = reader
    }

    // MARK: Events

    func started(_ element: XMLElement) {}
    func found(_ text: String) {}
    func ended(_ name: String, line: Int) {}
    func failed(_ fault: XMLFault) {}

    // MARK: Parsing

    func parse(_ bytes: UnsafeRawBufferPointer) {
        let document = withoutSpaceBeforeDeclaration(bytes)
        parse(document, as: reader.ignoresEncoding ? "UTF-8" : nil)
        // The declaration comes first, so no event has reached the handler yet.
        if isMisnamedUTF8 {
            isStopped = false
            parse(document, as: "UTF-8")
        }
    }

    private func parse(_ bytes: UnsafeRawBufferPointer, as encoding: String?) {
        parser =
            reader.ignoresPrefixes
            ? XML_ParserCreate(encoding) : XML_ParserCreateNS(encoding, XML_Char(Self.separator))
        guard let parser else {
            return fail(XMLFault(place: "line 1", value: "no memory to parse", expected: "some"))
        }
        defer {
            XML_ParserFree(parser)
            self.parser = nil
        }
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { ExpatParser.of($0)?.start($1, attributes: $2) }, { ExpatParser.of($0)?.end($1) })
        XML_SetCharacterDataHandler(parser) { ExpatParser.of($0)?.text($1, count: Int($2)) }
        XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in ExpatParser.of(data)?.declare(encoding) }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in ExpatParser.of(data)?.refuseDocumentType() }
        // In one call: Expat would scan a long token again for each further piece of it.
        let status = XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 1)
        guard status != XML_STATUS_OK, !isStopped else { return }
        let code = XML_GetErrorCode(parser)
        let value =
            if !Self.endings.contains(code.rawValue) {
                "broken (\(XML_ErrorString(code).map { String(cString: $0) } ?? "error \(code.rawValue)"))"
            } else {
                elementCount == 0 ? "no element" : "the file's end"
            }
        let column = Int(XML_GetCurrentColumnNumber(parser)) + 1
        fail(XMLFault(place: "line \(line), column \(column)", value: value, expected: "well-formed XML"))
    }

    /// Returns the document without white space before its declaration. XML forbids such space, but some programs write
    /// it.
    private func withoutSpaceBeforeDeclaration(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = bytes.starts(with: mark) ? mark.count : 0
        let spaces = bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        guard !spaces.isEmpty, bytes[spaces.endIndex...].starts(with: "<?xml".utf8) else { return bytes }
        skippedLineCount = spaces.count { $0 == 0x0A }
        return UnsafeRawBufferPointer(rebasing: bytes[spaces.endIndex...])
    }

    private var line: Int { skippedLineCount + Int(XML_GetCurrentLineNumber(parser)) }

    /// Stops parsing. Expat may still report the end of an empty element afterwards.
    func stop() {
        isStopped = true
        if let parser { XML_StopParser(parser, 0) }
    }

    private func fail(_ fault: XMLFault) {
        guard !isStopped else { return }
        stop()
        failed(fault)
    }

    // MARK: Callbacks

    private static func of(_ data: UnsafeMutableRawPointer?) -> ExpatParser? {
        guard let events = data.map({ Unmanaged<ExpatParser>.fromOpaque($0).takeUnretainedValue() }), !events.isStopped
        else { return nil }
        return events
    }

    private func declare(_ encoding: UnsafePointer<XML_Char>?) {
        guard !reader.ignoresEncoding, !isMisnamedUTF8, let encoding else { return }
        let name = String(cString: encoding)
        switch name.uppercased() {
        case let name where Self.encodings.contains(name): return
        case "UTF8":
            isMisnamedUTF8 = true
            stop()
        default:
            let shown = String(name.unicodeScalars.prefix(40))
            let expected = "XML in UTF-8, UTF-16 or ISO-8859-1"
            fail(XMLFault(place: "line \(line)", value: "the encoding \"\(shown)\"", expected: expected))
        }
    }

    private func refuseDocumentType() {
        fail(XMLFault(place: "line \(line)", value: "a document type declaration", expected: "XML without one"))
    }

    private func start(
        _ name: UnsafePointer<XML_Char>?, attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) {
        guard let name, let attributes else { return }
        depth += 1
        elementCount += 1
        let attributeCount = Int(XML_GetSpecifiedAttributeCount(parser)) / 2
        guard check(depth, reader.depthLimit, "nesting of \(depth) levels"),
            check(elementCount, reader.elementLimit, "more than \(reader.elementLimit) elements"),
            check(attributeCount, reader.attributeLimit, "an element with \(attributeCount) attributes")
        else { return }
        var values: [String: String] = [:]
        values.reserveCapacity(attributeCount)
        for index in 0..<attributeCount {
            guard let key = attributes[2 * index], let value = attributes[2 * index + 1] else { break }
            values[String(cString: key)] = String(cString: value)
        }
        let (address, local) = parts(name)
        if !reader.ignoresPrefixes, !address.elementsEqual(namespace.utf8) {
            namespace = String(decoding: address, as: UTF8.self)
        }
        started(XMLElement(name: local, namespace: namespace, attributes: values, line: line))
    }

    private func end(_ name: UnsafePointer<XML_Char>?) {
        guard let name else { return }
        depth -= 1
        ended(parts(name).name, line: line)
    }

    private func text(_ text: UnsafePointer<XML_Char>?, count: Int) {
        guard let text else { return }
        found(String(decoding: UnsafeRawBufferPointer(start: text, count: count), as: UTF8.self))
    }

    private func check(_ count: Int, _ limit: Int, _ value: @autoclosure () -> String) -> Bool {
        guard count > limit else { return true }
        fail(XMLFault(place: "line \(line)", value: value(), expected: "at most \(limit)"))
        return false
    }

    /// Splits a name as Expat reports it into its namespace and its local name.
    private func parts(_ name: UnsafePointer<XML_Char>) -> (namespace: UnsafeBufferPointer<UInt8>, name: String) {
        let separator = reader.ignoresPrefixes ? UInt8(ascii: ":") : Self.separator
        var (count, start) = (0, 0)
        while name[count] != 0 {
            count += 1
            if UInt8(bitPattern: name[count - 1]) == separator { start = count }
        }
        return name.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
            let all = UnsafeBufferPointer(start: bytes, count: count)
            return (
                UnsafeBufferPointer(rebasing: all[..<max(start - 1, 0)]), String(decoding: all[start...], as: UTF8.self)
            )
        }
    }
}

/// A parser that passes its events to a handler.
final class HandlingParser<Handler: XMLHandler>: ExpatParser {
    private let handler: Handler
    private(set) var failure: Handler.Failure?

    init(_ handler: Handler, of reader: XMLReader) {
        self.handler = handler
        super.init(reader)
    }

    override func started(_ element: XMLElement) {
        attempt { () throws(Handler.Failure) in try handler.start(element) }
    }

    override func found(_ text: String) {
        attempt { () throws(Handler.Failure) in try handler.text(text) }
    }

    override func ended(_ name: String, line: Int) {
        attempt { () throws(Handler.Failure) in try handler.end(name, line: line) }
    }

    override func failed(_ fault: XMLFault) { failure = handler.failure(fault) }

    private func attempt(_ body: () throws(Handler.Failure) -> Void) {
        do throws(Handler.Failure) {
            try body()
        } catch {
            failure = error
            stop()
        }
    }
}
