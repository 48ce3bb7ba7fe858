import DocumentFormats
import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import ClauseStore

/// The table of contents as a field of working copies.
@Suite struct ContentsEditTests {
    private typealias Fixture = EditingStore

    private static let path = "document/structures"
    private static let stated = #""structures": [{"label": "All", "pages": [1, {"page": 2, "box": [0, 0, 9, 9]}]}], "#

    private static func source(_ structures: String = stated) throws -> SourceFixture {
        var source = SourceFixture()
        try source.replace(#""x-unknown": [1"#, with: structures + #""x-unknown": [1"#, in: "document.json")
        return source
    }

    private func published(_ fixture: EditingStore) throws -> [ContentsEntry] {
        let revision = try fixture.info().revision
        #expect(try fixture.store.differencesFromJournal(of: "psalter") == [])
        _ = try fixture.store.publishWorkingCopy(
            of: "psalter", revision: revision, editor: "Ada", at: Date(timeIntervalSince1970: 1_700_000_000))
        return try fixture.store.document("psalter").header.presentation?.structures ?? []
    }

    @Test func `contents are read in a normal form, edited, published and removed`() throws {
        let fixture = try EditingStore(try Self.source())
        let before = #"[{"label": "All", "pages": [{"page": 1}, {"box": [0, 0, 9, 9], "page": 2}]}]"#
        #expect(try fixture.value(Self.path) == Fixture.value(before))
        let after =
            #"[{"label": {"en": "Psalms", "fr": "Psaumes"}, "pages": [2], "items": [{"pages": [{"page": 1}], "items": []}]}]"#
        try fixture.entry(Fixture.edit("a", (Self.path, before, after)))
        let entries = try published(fixture)
        #expect(entries.map(\.label) == [LanguageMap(["en": "Psalms", "fr": "Psaumes"])])
        #expect(entries.first?.pages == [ContentsPlace(page: 2)])
        #expect(entries.first?.items == [ContentsEntry(pages: [ContentsPlace(page: 1)])])
        let file = try #require(try fixture.store.sourceFiles(of: "psalter").first { $0.name == "document.json" })
        #expect(try JSONParser.parse(file.bytes)["x-unknown"] != nil)
        // The field's value is that of the published version; null is equivalent to an empty list.
        let now = try fixture.value(Self.path).compactText
        try fixture.entry(Fixture.edit("b", at: 1, (Self.path, now, "[]")))
        #expect(try published(fixture) == [])
        let described = try #require(try fixture.store.sourceFiles(of: "psalter").first { $0.name == "document.json" })
        #expect(try JSONParser.parse(described.bytes)["structures"] == nil)
    }

    @Test func `different changes of the contents conflict, and equal ones do not`() throws {
        let fixture = try EditingStore()
        let one = #"[{"label": "One", "pages": [1]}]"#
        try fixture.entry(Fixture.edit("a", (Self.path, "null", one)))
        #expect(
            try fixture.conflicts(Fixture.edit("b", (Self.path, "null", #"[{"pages": [2]}]"#)), by: "Bea").count == 1)
        #expect(try fixture.conflicts(Fixture.edit("c", (Self.path, "null", one)), by: "Bea") == [])
    }

    @Test(arguments: [
        (#"[{"label": "a"}]"#, "without pages and items"),
        (#"[{"pages": [0]}]"#, "expected a page from 1"),
        (#"[{"pages": [{"page": 1, "box": [0, 0, 0, 9]}]}]"#, "box"),
        (#"[{"pages": [1], "x-own": 1}]"#, "only behavior, items, label, pages"),
        (#"[{"items": [{"pages": [{"page": 1, "clause": "3"}]}]}]"#, "only box, page"),
        (#""all""#, "an array of parts"),
    ])
    func `an invalid value is rejected with what was expected`(_ value: String, _ words: String) throws {
        let fixture = try EditingStore()
        let fault = #expect(throws: (any Error).self) {
            try fixture.apply(Fixture.edit("a", (Self.path, "null", value)))
        }
        #expect(String(describing: try #require(fault)).contains(words))
        #expect(try fixture.value(Self.path) == .null)
    }

    @Test func `contents that refer to a missing page cannot be published`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("a", (Self.path, "null", #"[{"pages": [9]}]"#)))
        let fault = #expect(throws: (any Error).self) { try published(fixture) }
        #expect(String(describing: try #require(fault)).contains("structures"))
    }
}
