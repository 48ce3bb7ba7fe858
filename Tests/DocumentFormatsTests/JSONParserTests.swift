import Foundation
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct JSONParserTests {
    private func parse(_ text: String) throws -> JSONValue {
        try JSONParser.parse(Data(text.utf8))
    }

    @Test func `values of every kind are read`() throws {
        let value = try parse(#" { "a": [1, "x", null, true], "b": [], "c": {}, "d": [1.5, -2e3] } "#)
        let expected = JSONValue.object([
            JSONValue.Member(key: "a", value: .array([.number(1), .string("x"), .null, .bool(true)])),
            JSONValue.Member(key: "b", value: .array([])),
            JSONValue.Member(key: "c", value: .object([])),
            JSONValue.Member(key: "d", value: .pair(1.5, -2000)),
        ])
        #expect(value == expected)
    }

    /// Returns the characters in UTF-16 or UTF-32, of ``width`` bytes each.
    private static func wide(_ text: String, _ width: Int, isBigEndian: Bool) -> Data {
        Data(
            text.unicodeScalars.flatMap { scalar in
                let bytes = (0..<width).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
                return isBigEndian ? bytes.reversed() : bytes
            })
    }

    @Test(arguments: [(2, true), (2, false), (4, true), (4, false)])
    func `JSON in UTF-16 or UTF-32 is refused with what is expected`(width: Int, isBigEndian: Bool) throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        for text in [#"{"type": "Manifest"}"#, "\u{FEFF}\r\n [{}]", "[]"] {
            let bytes = Self.wide(text, width, isBigEndian: isBigEndian)
            let expected = JSONFault(line: 1, column: 1, value: "JSON in UTF-16 or UTF-32", expected: "JSON in UTF-8")
            #expect(throws: expected) { try JSONParser.parse(bytes) }
            try folder.write("manifest.json", bytes)
            do {
                _ = try RecognisedSource.recognise(folder.path("manifest.json"))
                Issue.record("\(text) was recognised")
            } catch {
                let message = "is JSON in UTF-16 or UTF-32, expected JSON in UTF-8"
                #expect(error.lines == ["manifest.json: line 1, column 1 \(message)"])
            }
        }
    }

    @Test func `images whose first bytes are zero are not taken for JSON`() {
        let box: [UInt8] = [0, 0, 0, 0x5B]
        #expect(!JSONParser.isWide(box + Array("ftypheic".utf8)))
        #expect(!JSONParser.isWide([0, 0, 1, 0, 1, 0, 0x20, 0x20]))
        #expect(!JSONParser.isWide(Self.wide("<TEI/>", 2, isBigEndian: true)))
        #expect(!JSONParser.isWide(Array("{}".utf8)) && !JSONParser.isWide([]) && !JSONParser.isWide([0]))
    }

    @Test func `numbers are read to the last bit`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let number = Double(bitPattern: generator.next())
            guard number.isFinite else { continue }
            #expect(try parse("\(number)") == .number(number))
        }
        for text in ["0.1", "123456789012345", "1234567890123456789012", "0.30000000000000004", "5079.25", "-0.0"] {
            #expect(try parse(text) == .number(try #require(Double(text))), "\(text)")
        }
    }

    @Test func `random decimals of few digits are read to the last bit`() throws {
        for _ in 0..<20_000 {
            let text = "\(Int.random(in: -99999...99999)).\(String(Int.random(in: 0...9_999_999)))"
            #expect(try parse(text) == .number(try #require(Double(text))), "\(text)")
        }
    }

    @Test func `escapes and surrogate pairs are read`() throws {
        #expect(try parse(#""a\n\t\"\\\/\u00e9\uD83D\uDE00z""#) == .string("a\n\t\"\\/é😀z"))
    }

    @Test func `a fault names line, column and the offending text`() throws {
        let fault = #expect(throws: JSONFault.self) { try parse("{\n  \"a\": 1,\n  b: 2 }") }
        #expect(fault == JSONFault(line: 3, column: 3, value: "\"b: 2 }\"", expected: "a key in quotation marks"))
        let end = #expect(throws: JSONFault.self) { try parse("[1, 2") }
        #expect(end?.value == "the end of the file")
    }

    @Test(arguments: [
        ("[],", "values"), (#"{"a":1},"#, "values"), ("1,", "in one array"), (#""a":1,"#, "in one array"),
    ])
    func `a file with too many values, or too many side by side, is a fault`(_ piece: String, _ words: String) throws {
        let isMember = piece.first == "\""
        let text = (isMember ? "{" : "[") + String(repeating: piece, count: (24 << 20) / piece.utf8.count) + "0"
        let fault = try #require(throws: JSONFault.self) { try parse(text) }
        #expect(fault.value.contains(words) && fault.line == 1 && fault.column > 1 << 20, "\(fault)")
    }

    @Test func `large files of typical document content stay within the limits`() throws {
        let ring = "[[0,0],[9,0],[9,9]]"
        let feature = #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[\#(ring)]}},"#
        let annotation = #"{"type":"Annotation","target":"http://x/c1#xywh=1,2,3,4","body":"x"},"#
        let pairs = "[" + String(repeating: "[1,2],", count: 15_000) + "[1,2]],"
        for piece in [feature, annotation, pairs, #"{"title":"A","translation":"B","context":"C"},"#] {
            let text = "[" + String(repeating: piece, count: (20 << 20) / piece.utf8.count) + "0]"
            #expect(throws: Never.self) { try parse(text) }
        }
    }

    @Test(arguments: ["1e999", "-1e999", "01", "-", "1.", ".5", "+1", "1e", "0x10", "NaN", "Infinity"])
    func `invalid numbers are refused`(_ text: String) {
        #expect(throws: JSONFault.self) { try parse(text) }
    }

    @Test(arguments: [
        #""\uD800""#, #""\uDC00\uD800""#, #""\uD800\u0041""#, #""\u12G4""#, "\"\u{1}\"", #""\x""#, "\"open",
    ])
    func `invalid strings are refused`(_ text: String) {
        #expect(throws: JSONFault.self) { try parse(text) }
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        #expect(throws: JSONFault.self) { try JSONParser.parse(Data([0x22, 0xC0, 0x80, 0x22])) }
        #expect(throws: JSONFault.self) { try JSONParser.parse(Data([0x22, 0xED, 0xA0, 0x80, 0x22])) }
    }

    @Test func `a hundred thousand nested arrays or objects are a fault, not an overflow`() {
        let arrays = String(repeating: "[", count: 100_000)
        let fault = #expect(throws: JSONFault.self) { try parse(arrays) }
        #expect(fault?.expected == "at most 64")
        #expect(throws: JSONFault.self) { try parse(String(repeating: #"{"a":"#, count: 100_000)) }
    }

    @Test func `nesting up to the limit is read`() throws {
        let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        _ = try parse(text)
        #expect(throws: JSONFault.self) { try parse("[\(text)]") }
    }

    @Test func `a byte order mark is skipped`() throws {
        #expect(try JSONParser.parse(Data([0xEF, 0xBB, 0xBF, 0x5B, 0x5D])) == .array([]))
    }

    @Test func `valid JSON files are read and invalid ones refused`() throws {
        for file in try JSONFiles.good() {
            #expect(throws: Never.self, "\(file.name)") { try JSONParser.parse(file.bytes) }
        }
        for file in try JSONFiles.bad() {
            #expect(throws: JSONFault.self, "\(file.name): \(Array(file.bytes.prefix(40)))") {
                try JSONParser.parse(file.bytes)
            }
        }
    }

    @Test func `every invalid JSON file as document description yields one-line faults`() throws {
        let folder = try TemporaryFolder()
        try SourceFixture().write(to: folder)
        for file in try JSONFiles.bad() {
            try folder.write("document.json", file.bytes)
            let faults = try #require(throws: SourceFaults.self) { try SourceFolder.read(folder.url.path) }
            let fault = try #require(faults.faults.first, "\(file.name)")
            #expect(fault.file == "document.json" && fault.path.hasPrefix("line "), "\(file.name): \(fault)")
            #expect(faults.lines.allSatisfy { !$0.contains { $0.isNewline } }, "\(file.name)")
        }
    }
}
