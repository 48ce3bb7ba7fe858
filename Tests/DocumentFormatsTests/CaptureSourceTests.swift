import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import DocumentFormats
@testable import DocumentModel

@Suite("Captures in source folders") struct CaptureSourceTests {
    private static let alignment =
        "[[[0, 0], [10, 20]], [[500, 0], [990, 22]], [[500, 400], [985, 790]], [[0, 400], [12, 795]]]"

    /// Returns the fixture with two captures of page 1; the second is 500 × 400.
    private static func fixture(_ captures: String) throws -> SourceFixture {
        var fixture = SourceFixture()
        try fixture.replace(#""image": "scan.png""#, with: #""captures": [\#(captures)]"#, in: "document.json")
        fixture.files["uv.png"] = Data("other pixels".utf8)
        return fixture
    }

    private static func read(_ captures: String) throws -> SourceDocument {
        try fixture(captures).read { url, _ in
            url.lastPathComponent == "uv.png" ? (500, 400) : (1000, 800)
        }
    }

    private static let first =
        #"{ "id": "day", "label": { "en": "Daylight" }, "kind": "visible", "image": "scan.png" }"#

    @Test func `a page has captures, and the first is the page's own image`() throws {
        let second =
            #"{ "id": "uv", "kind": "ultraviolet", "image": "uv.png", "alignment": \#(Self.alignment), "lamp": 1 }"#
        let page = try #require(try Self.read("\(Self.first), \(second)").pages.first)
        #expect(page.image == "scan.png" && page.width == 1000 && page.height == 800)
        #expect(page.captures.map(\.id) == ["day", "uv"] && page.captures.map(\.kind) == [.visible, .ultraviolet])
        #expect(page.captures.map(\.width) == [1000, 500] && page.captures.map(\.image) == ["scan.png", "uv.png"])
        #expect(page.captures[0].label?.text(in: "en") == "Daylight" && page.captures[0].alignment == nil)
        let alignment = try #require(page.captures[1].alignment)
        #expect(alignment.pairs[1] == .init(capture: Point(x: 500, y: 0), page: Point(x: 990, y: 22)))
        #expect(alignment.json == (try JSONParser.parse(Data(Self.alignment.utf8))))
    }

    @Test func `a capture without a kind is of kind other, and one without an alignment has none`() throws {
        let page = try #require(try Self.read(#"\#(Self.first), { "id": "b", "image": "uv.png" }"#).pages.first)
        #expect(page.captures[1].kind == .other && page.captures[1].alignment == nil)
    }

    @Test(arguments: [
        ("", "pages[0].captures"),
        (#"{ "id": "a" }"#, "pages[0].captures[0].image"),
        (#"{ "id": "a-b", "image": "scan.png" }"#, "pages[0].captures[0].id"),
        (#"{ "id": "1", "image": "scan.png" }"#, "pages[0].captures[0].id"),
        (#"{ "id": "a", "image": "scan.png", "kind": "x-ray" }"#, "pages[0].captures[0].kind"),
        (#"{ "id": "a", "image": "scan.png", "alignment": \#(alignment) }"#, "pages[0].captures[0].alignment"),
        (#"\#(first), { "id": "day", "image": "uv.png" }"#, "pages[0].captures[1].id"),
        (#"\#(first), { "id": "uv", "image": "none.png" }"#, "pages[0].captures[1].image"),
        (#"\#(first), { "id": "uv", "image": "uv.png", "width": 501 }"#, "pages[0].captures[1].width"),
        (
            #"\#(first), { "id": "uv", "image": "uv.png", "alignment": [[[0, 0], [1, 1]]] }"#,
            "pages[0].captures[1].alignment"
        ),
        (
            #"\#(first), { "id": "uv", "image": "uv.png", "alignment": [[[0,0],[0,0]],[[5,0],[5,0]],[[9,0],[9,0]],[[0,9],[0,9]]] }"#,
            "pages[0].captures[1].alignment"
        ),
        (
            // The page's horizon is within the capture.
            #"\#(first), { "id": "uv", "image": "uv.png", "alignment": [[[200,100],[0,0]],[[300,100],[1000,0]],[[500,400],[1000,800]],[[0,400],[0,800]]] }"#,
            "pages[0].captures[1].alignment"
        ),
        (Array(repeating: first, count: 17).joined(separator: ","), "pages[0].captures"),
    ])
    func `a fault in captures names its path`(captures: String, place: String) throws {
        let faults = try #require(throws: SourceFaults.self) { try Self.read(captures) }
        #expect(faults.faults.contains { $0.file == "document.json" && $0.path == place }, "\(faults)")
    }

    @Test func `a page may have an image or captures, not both`() throws {
        var fixture = try Self.fixture(Self.first)
        try fixture.replace(
            #""captures""#, with: #""image": "scan.png", "rotation": 90, "captures""#, in: "document.json")
        let faults = try #require(throws: SourceFaults.self) { try fixture.read() }
        #expect(faults.faults.contains { $0.path == "pages[0].image" }, "\(faults)")
        #expect(faults.faults.contains { $0.path == "pages[0].rotation" }, "\(faults)")
    }

    @Test(arguments: [
        ("uv", true), ("UV_2", true), ("a", true), (String(repeating: "a", count: 40), true),
        (String(repeating: "a", count: 41), false), ("", false), ("2", false), ("_a", false), ("a-b", false),
        ("a.b", false), ("ä", false), ("a/b", false),
    ])
    func `capture ids are short ASCII names that begin with a letter`(id: String, isValid: Bool) {
        #expect(CaptureRule.isValidID(id) == isValid)
    }

    @Test func `captures written in a draft are read back unchanged`() throws {
        let read = try Self.read(
            #"\#(Self.first), { "id": "uv", "kind": "raking", "image": "uv.png", "alignment": \#(Self.alignment) }"#)
        let draft = DocumentDraft(
            header: read.header, pages: read.pages, categories: read.categories, clauses: read.clauses,
            texts: read.texts)
        let files = draft.files + read.files.filter { $0.name.hasSuffix(".svg") }
        let images = [
            SourceImage(fileName: "scan.png", width: 1000, height: 800),
            SourceImage(fileName: "uv.png", width: 500, height: 400),
        ]
        let readBack = try SourceReader.read(MemorySource(files: files, images: images))
        #expect(readBack.pages == read.pages)
    }
}
