import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentCheck
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct MendingTests {
    private static let broken: [(file: String, old: String, new: String)] = [
        (
            "clauses.json", "[[500, 100], [900, 100], [900, 400], [500, 400]]",
            "[[500, 100],\n  [900, 100], [900, 100], [950, 60], [900, 100], [900, 400], [500, 400],[500,100]]"
        ),
        (
            "clauses.json", "[[500, 400], [900, 400], [900, 700], [500, 700]]",
            "[[500, 400], [900, 400], [900, 801.5], [500, 801.5]]"
        ),
        ("clauses.json", #"["hidden"]"#, #"["hidden", "hidden"]"#),
        ("clauses.json", "[180, 220]]", "[180, 220], [180, 180]]"),
    ]

    private func document() throws -> SourceDocument {
        try SoundDocument.read(Self.broken[0], Self.broken[1], Self.broken[2], Self.broken[3])
    }

    @Test func `unambiguous faults are mended and listed, and nothing else changes`() throws {
        let document = try document()
        let mending = Mending(document)
        #expect(
            mending.repairs.map(\.message) == [
                "clause 1: removed 3 points that repeated the one before",
                "clause 1: removed 1 point at the tips of spikes",
                "clause 3: moved 2 points to the page's edge",
                "detail seal: named each of its categories once",
                "detail seal: removed 1 point that repeated the one before",
            ])
        let bytes = try #require(mending.clausesFile)
        let before = String(decoding: try #require(SoundDocument.fixture().files["clauses.json"]), as: UTF8.self)
        let expected =
            before
            .replacing(
                "[[500, 100], [900, 100], [900, 400], [500, 400]]",
                with: "[[500, 100],\n  [900, 100], [900, 400], [500, 400]]"
            )
            .replacing(
                "[[500, 400], [900, 400], [900, 700], [500, 700]]",
                with: "[[500, 400], [900, 400], [900, 800], [500, 800]]")
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test func `mending a mended document changes nothing`() throws {
        let folder = try TemporaryFolder()
        var fixture = SoundDocument.fixture()
        for change in Self.broken { try fixture.replace(change.old, with: change.new, in: change.file) }
        try fixture.write(to: folder)
        try folder.write("clauses.json", try #require(Mending(document()).clausesFile))
        let mended = try SourceFolder.read(folder.url.path) { _, _ in (1000, 800) }
        let secondMending = Mending(mended)
        #expect(secondMending.repairs.isEmpty && secondMending.clausesFile == nil)
        #expect(try DocumentCheck(mended).findings().isEmpty)
    }

    @Test func `points far outside the page and rings that would vanish are not mended`() throws {
        let far = try SoundDocument.read(("clauses.json", "[900, 100], [900, 400]", "[1030, 100], [900, 400]"))
        #expect(Mending(far).clausesFile == nil)
        // A hole of three points that are collinear within the tolerance consists of a spike only.
        let flat = try SoundDocument.read(
            (
                "clauses.json", "[[180, 180], [220, 180], [220, 220], [180, 220]]",
                "[[180, 180], [220, 180], [200, 180.01]]"
            ))
        #expect(Mending(flat).clausesFile == nil)
    }

    @Test func `mending a library document creates a new version and keeps the former one`() throws {
        var fixture = SoundDocument.fixture()
        try fixture.replace("[900, 100], [900, 400]", with: "[900, 100], [900, 100], [900, 400]", in: "clauses.json")
        let library = try TestStore(fixture)
        let report = try library.store.mend("psalter", at: Date())
        #expect(report.outcome == .replaced(version: 2) && report.repairs.count == 1)
        let versions = try library.store.versions(of: "psalter")
        #expect(versions.map(\.number) == [2, 1] && versions[0].source == "explore check --fix")
        #expect(versions[0].changes?.changed.map(\.id) == ["1"])
        #expect(try library.store.mend("psalter", at: Date()).outcome == .unchanged)
        #expect(try library.store.versions(of: "psalter").count == 2)
    }

    @Test func `JSON values are located despite white space, a BOM and nested values`() throws {
        let text = #"\#u{FEFF} { "a" : [ 1 ,"x,]\"" , {"polygon":[ ]},[[2],3 ] ] , "polygon" :true }"#
        let places = JSONPlaces(Array(text.utf8))
        func words(_ range: Range<Int>) -> String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }
        let list = try #require(places.member("a", of: places.root))
        #expect(places.elements(of: list).map(words) == ["1", #""x,]\"""#, #"{"polygon":[ ]}"#, "[[2],3 ]"])
        #expect(places.member("polygon", of: places.root).map(words) == "true")
        #expect(places.member("b", of: places.root) == nil)
        let changed = places.array(list, keeping: [0, 3], changing: [3: "9"])
        #expect(String(decoding: changed, as: UTF8.self) == "[ 1,9 ]")
    }
}
