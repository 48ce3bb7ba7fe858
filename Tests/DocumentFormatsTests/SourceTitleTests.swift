import Foundation
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentCheck
@testable import DocumentFormats
@testable import DocumentModel

/// The limit of titles, for documents imported from elsewhere and those already in a library.
@Suite struct SourceTitleTests {
    private func fixture(_ length: Int) throws -> SourceFixture {
        var fixture = SourceFixture()
        try fixture.replace("Tithes", with: String(repeating: "e", count: length), in: "texts/en.json")
        return fixture
    }

    @Test func `a title may have at most a thousand characters`() throws {
        #expect(try fixture(1_000).read().texts["en"]?["2"]?.title?.count == 1_000)
        #expect(try fixture(1_001).faults().lines.count == 1)
    }

    @Test func `titles of other formats have the same limit`() throws {
        let title = String(repeating: "e", count: 1_001)
        let body = #"[{"type":"TextualBody","purpose":"identifying","value":"\#(title)","language":"en"}]"#
        let target = #""https://example.org/psalter/canvas/1#xywh=1,2,30,40""#
        let manifest = FormatFixture.manifest(FormatFixture.annotation(target, body: body))
        #expect(try FormatFixture.faultLine(manifest).contains("a title of 1001 characters"))
        let feature =
            #"{"type":"Feature","properties":{"name":"\#(title)"},"geometry":{"type":"Polygon","coordinates":[[[1,2],[30,4],[5,90]]]}}"#
        #expect(try FormatFixture.faultLine(feature).contains("a title of 1001 characters"))
    }

    @Test func `a stored title beyond the limit is still read, and reported as too long`() throws {
        let library = try TestStore()
        let former = try SourceFixture().read()
        let files = former.files.map { file in
            let text = String(decoding: file.bytes, as: UTF8.self)
            let longer = text.replacing("Tithes", with: String(repeating: "e", count: 2_000))
            return SourceFile(name: file.name, bytes: Data(longer.utf8))
        }
        let source = MemorySource(files: files, images: [SourceImage(fileName: "scan.png", width: 1000, height: 800)])
        let document = try SourceReader.read(source, isKept: true)
        _ = try library.store.put(document, images: [1: SourceFixture.image], source: "", at: Date())
        #expect(try library.store.sourceDocument("psalter").texts["en"]?["2"]?.title?.count == 2_000)
        let found = try DocumentCheck(library.store.sourceDocument("psalter")).findings()
        #expect(found.contains { $0.kind == .textTooLong && $0.clause == "2" })
    }
}
