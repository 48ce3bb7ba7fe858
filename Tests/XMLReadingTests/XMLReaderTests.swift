import Foundation
import TestSupport
import Testing
import XMLReading

@Suite struct XMLReaderTests {
    /// Records what it receives.
    private final class Recorder: XMLHandler {
        typealias Failure = XMLFault

        private(set) var events: [String] = []
        private(set) var attributes: [String: String] = [:]
        private(set) var lines: [Int] = []

        func start(_ element: XMLElement) {
            events.append("<\(element.namespace.isEmpty ? "" : "{\(element.namespace)}")\(element.name)>")
            attributes = element.attributes
            lines.append(element.line)
        }

        func text(_ text: String) {
            if let last = events.last, !last.hasPrefix("<") {
                events[events.endIndex - 1] += text
            } else {
                events.append(text)
            }
        }

        func end(_ name: String, line: Int) { events.append("</\(name)>") }
        func failure(_ fault: XMLFault) -> XMLFault { fault }
    }

    /// Throws at the element `stop`.
    private final class Stopper: XMLHandler {
        struct Stopped: Error {}
        typealias Failure = Stopped

        private(set) var endCount = 0

        func start(_ element: XMLElement) throws(Stopped) { if element.name == "stop" { throw Stopped() } }
        func text(_ text: String) {}
        func end(_ name: String, line: Int) { endCount += 1 }
        func failure(_ fault: XMLFault) -> Stopped { Stopped() }
    }

    private let reader = XMLReader(byteLimit: 1 << 20)

    private func read(_ text: String, _ reader: XMLReader? = nil) throws(XMLFault) -> Recorder {
        try read(Array(text.utf8), reader)
    }

    private func read(_ bytes: some Collection<UInt8>, _ reader: XMLReader? = nil) throws(XMLFault) -> Recorder {
        let recorder = Recorder()
        try (reader ?? self.reader).read(bytes, to: recorder)
        return recorder
    }

    private func fault(_ text: String, _ reader: XMLReader? = nil) throws -> String {
        let fault = try #require(throws: XMLFault.self) { try read(text, reader) }
        return "\(fault.place) is \(fault.value), expected \(fault.expected)"
    }

    // MARK: What is read

    @Test func `elements, text, references, comments and CDATA sections are read`() throws {
        let text = "<?xml version='1.0'?><!-- c --><a b='1 &amp; 2'>x&lt;&#xE9;<?p?><c/><![CDATA[d<&amp;]]>\n</a>"
        let read = try read(text)
        #expect(read.events == ["<a>", "x<é", "<c>", "</c>", "d<&amp;\n", "</a>"])
        #expect(try self.read("<a b='1 &amp; &#x1F58B;'/>").attributes == ["b": "1 & 🖋"])
    }

    @Test func `a combining mark after a tag or a reference stays a separate scalar`() throws {
        let read = try read("<a>\u{301}b&#x301;</a>")
        #expect(read.events.count == 3)
        #expect(Array(read.events[1].unicodeScalars) == ["\u{301}", "b", "\u{301}"])
    }

    @Test func `prefixes are resolved to their namespaces`() throws {
        let text = "<p:a xmlns:p='urn:1' xmlns='urn:2' x='0' p:y='1' xml:lang='la'><b><p:c/><d xmlns=''/></b></p:a>"
        let events = try read(text).events.prefix { !$0.hasPrefix("</") }
        #expect(events == ["<{urn:1}a>", "<{urn:2}b>", "<{urn:1}c>"])
        #expect(try read(text).events.contains("<d>"))
        let attributes = try read("<a xmlns:p='urn:1' x='0' p:y='1' xml:lang='la'/>").attributes
        #expect(attributes == ["x": "0", "urn:1|y": "1", "http://www.w3.org/XML/1998/namespace|lang": "la"])
    }

    @Test func `an undeclared prefix is a fault unless prefixes are ignored`() throws {
        let text = "<a><p:b q:c='1' d='2'/></a>"
        #expect(try fault(text) == "line 1, column 4 is broken (unbound prefix), expected well-formed XML")
        let read = try read(text, XMLReader(byteLimit: 1000, ignoresPrefixes: true))
        #expect(read.events == ["<a>", "<b>", "</b>", "</a>"])
        #expect(read.attributes == ["q:c": "1", "d": "2"])
    }

    @Test(arguments: [
        ("UTF-8", String.Encoding.utf8), ("utf8", .utf8), ("UTF-16", .utf16), ("UTF-16", .utf16LittleEndian),
        ("utf-16le", .utf16LittleEndian), ("UTF-16", .utf16BigEndian), ("ISO-8859-1", .isoLatin1),
        ("iso-8859-1", .isoLatin1),
    ])
    func `a document reads the same in every supported encoding`(_ name: String, _ encoding: String.Encoding) throws {
        let text = "<?xml version='1.0' encoding='\(name)'?>\n<a b='ß'>é</a>"
        let read = try read(try #require(text.data(using: encoding)))
        #expect(read.events == ["<a>", "é", "</a>"])
        #expect(read.attributes == ["b": "ß"])
        #expect(read.lines == [2])
    }

    @Test func `an unsupported encoding is refused unless encodings are ignored`() throws {
        let text = "<?xml version='1.0' encoding='UTF-7'?><a>é</a>"
        #expect(try fault(text) == "line 1 is the encoding \"UTF-7\", expected XML in UTF-8, UTF-16 or ISO-8859-1")
        #expect(try read(text, XMLReader(byteLimit: 1000, ignoresEncoding: true)).events == ["<a>", "é", "</a>"])
    }

    @Test func `white space before the declaration is skipped, and its lines are counted`() throws {
        let read = try read("\u{FEFF} \n\t<?xml version='1.0'?>\n<a\nb='1'>\n<c/></a>")
        #expect(read.lines == [3, 5])
    }

    @Test func `bytes that are not contiguous are read too`() throws {
        #expect(try read([Array("<a>".utf8), Array("</a>".utf8)].lazy.joined().map(\.self)).events == ["<a>", "</a>"])
        #expect(
            try read("<a></a>".utf8.reversed().reversed() as ReversedCollection<ReversedCollection<String.UTF8View>>)
                .events == ["<a>", "</a>"])
    }

    // MARK: What is refused

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY b \"aaaa\"><!ENTITY c \"&b;&b;&b;\">]><a>&c;</a>",
        "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
        "<!DOCTYPE a [<!ENTITY % p SYSTEM 'file:///dev/zero'>%p;]><a/>",
        "<!DOCTYPE a [<!ATTLIST a b CDATA 'c'>]><a/>", "<!DOCTYPE a><a/>",
        "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
    ])
    func `a document type declaration is refused before anything is declared`(_ text: String) throws {
        let expected = "is a document type declaration, expected XML without one"
        #expect(try fault(text) == "line 1 \(expected)")
        #expect(try fault("<?xml version='1.0'?><!-- c -->\n\(text)") == "line 2 \(expected)")
        let utf16 = try #require(text.data(using: .utf16))
        #expect(throws: XMLFault.self) { try read(utf16) }
    }

    @Test func `depth, elements, attributes and bytes are bounded`() throws {
        let reader = XMLReader(byteLimit: 60, depthLimit: 2, elementLimit: 3, attributeLimit: 1)
        #expect(try read("<a><b c='1'/><b/></a>", reader).events.count == 6)
        #expect(try fault("<a><b>\n<c/></b></a>", reader) == "line 2 is nesting of 3 levels, expected at most 2")
        #expect(try fault("<a><b/><b/><b/></a>", reader) == "line 1 is more than 3 elements, expected at most 3")
        #expect(try fault("<a c='1' d='2'/>", reader) == "line 1 is an element with 2 attributes, expected at most 1")
        let long = "<a>" + String(repeating: " ", count: 60) + "</a>"
        #expect(try fault(long, reader) == "line 1 is in XML of 67 bytes, expected at most 60")
    }

    @Test(arguments: [
        ("", "line 1, column 1 is no element"), (" \n", "line 2, column 1 is no element"),
        ("<a>\n", "line 2, column 1 is the file's end"), ("<a b='", "line 1, column 1 is no element"),
        ("<a>\n  <b>\n</a>", "line 3, column 3 is broken (mismatched tag)"),
        ("<a>&b;</a>", "line 1, column 4 is broken (undefined entity)"),
        ("<a/>b", "line 1, column 5 is broken (junk after document element)"),
        ("<a b='1' b='2'/>", "line 1, column 10 is broken (duplicate attribute)"),
    ])
    func `the fault for broken XML names line and column`(_ text: String, _ place: String) throws {
        #expect(try fault(text) == "\(place), expected well-formed XML")
    }

    @Test(
        arguments: [
            [0x3C, 0x61, 0x3E, 0xFF, 0x3C, 0x2F, 0x61, 0x3E], [0x00], [0xFF, 0xFE], [0xFE, 0xFF, 0x00],
            [0xEF, 0xBB, 0xBF],
            [0x3C, 0x61, 0x3E, 0x00, 0x3C, 0x2F, 0x61, 0x3E], [0x00, 0x00, 0x00, 0x3C], [0x3C, 0x00, 0x00, 0x00],
            [0x4C, 0x6F, 0xA7, 0x94],
        ] as [[UInt8]])
    func `bytes that are not valid text are a fault`(_ bytes: [UInt8]) {
        #expect(throws: XMLFault.self) { try read(bytes) }
    }

    @Test func `an error thrown by the handler ends the reading`() {
        let stopper = Stopper()
        #expect(throws: Stopper.Stopped.self) { try reader.read("<a><b/><stop/><c/><</a>".utf8, to: stopper) }
        #expect(stopper.endCount == 1)
    }

    @Test func `the outermost element is found even if the rest is missing`() throws {
        let root = try reader.outermostElement(of: "<?xml version='1.0'?>\n<p:a xmlns:p='urn:1' b='1'><c><".utf8)
        #expect(root == XMLElement(name: "a", namespace: "urn:1", attributes: ["b": "1"], line: 2))
        #expect(throws: XMLFault.self) { try reader.outermostElement(of: "<!-- only".utf8) }
    }

    @Test func `a long value and many names take no more than linear time`() throws {
        let reader = XMLReader(byteLimit: 64 << 20)
        func time(_ count: Int) throws -> Duration {
            let long = String(repeating: "x", count: 20 * count)
            let names = (0..<count).map { "<a\($0) b\($0)=''/>" }.joined()
            let text = "<a b='\(long)'>\(names)</a>"
            return try threadTime {
                _ = try reader.outermostElement(of: text.utf8); _ = try read(text, reader)
            }
        }
        _ = try time(1_000)
        // With quadratic work, the second would take a hundred times as long as the first.
        #expect(try time(50_000) < max(try time(5_000), .milliseconds(20)) * 40)
    }
}
