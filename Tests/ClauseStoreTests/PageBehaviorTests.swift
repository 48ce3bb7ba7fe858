import DocumentFormats
import Foundation
import GRDB
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentModel

/// How pages are shown in the sequence (stored, edited and published), and the document's reading behaviour.
@Suite struct PageBehaviorTests {
    private typealias Fixture = EditingStore

    private static func fixture(_ behavior: String = #"["facing-pages", "x-glossy"]"#) throws -> SourceFixture {
        var fixture = SourceFixture()
        try fixture.replace(
            #""label": "verso","#, with: #""label": "verso", "behavior": \#(behavior),"#, in: "document.json")
        return fixture
    }

    private func published(_ fixture: EditingStore) throws -> SourceDocument {
        #expect(try fixture.store.differencesFromJournal(of: "psalter") == [])
        _ = try fixture.store.publishWorkingCopy(
            of: "psalter", revision: try fixture.info().revision, editor: "Ada", at: Date())
        #expect(try fixture.store.differencesFromSource(of: "psalter").isEmpty)
        return try fixture.store.sourceDocument("psalter")
    }

    @Test func `a page's behavior is stored with the page`() throws {
        let library = try TestStore(Self.fixture())
        #expect(try library.store.document("psalter").pages.map(\.behavior) == [[], ["facing-pages", "x-glossy"]])
        #expect(try library.store.differencesFromSource(of: "psalter").isEmpty)
        #expect(try library.store.sourceDocument("psalter").pages[1].stored.behavior == ["facing-pages", "x-glossy"])
    }

    @Test func `a page's behavior is edited, undone and published`() throws {
        let fixture = try EditingStore(Self.fixture())
        #expect(try fixture.value("pages/1/behavior") == .null)
        #expect(try fixture.value("pages/2/behavior") == Fixture.value(#"["facing-pages", "x-glossy"]"#))
        try fixture.entry(Fixture.edit("a", ("pages/1/behavior", "null", #"["non-paged"]"#)))
        try fixture.entry(Fixture.edit("b", at: 1, ("pages/2/behavior", #"["facing-pages", "x-glossy"]"#, "[]")))
        #expect(try fixture.value("pages/2/behavior") == .null)
        let content = try fixture.store.workingContent(of: "psalter").content
        #expect(try content["pages"]?.elements?[0]["behavior"] == Fixture.value(#"["non-paged"]"#))
        // Another editor's edit starts from a different value.
        let conflicts = try fixture.conflicts(
            Fixture.edit("c", at: 2, ("pages/1/behavior", #"["facing-pages"]"#, "null")), by: "Bede")
        #expect(conflicts.map(\.path.description) == ["pages/1/behavior"])
        try fixture.entry(
            Fixture.edit("d", at: 2, undoes: "b", ("pages/2/behavior", "null", #"["facing-pages", "x-glossy"]"#)))
        #expect(try published(fixture).pages.map(\.behavior) == [["non-paged"], ["facing-pages", "x-glossy"]])
        #expect(try fixture.store.document("psalter").pages[0].behavior == ["non-paged"])
    }

    @Test func `a document's behavior can be edited and published, and other IIIF properties stay`() throws {
        var source = SourceFixture()
        try source.replace(
            #""x-unknown": [1"#,
            with: #""behavior": ["paged"], "navDate": "1215-06-15T00:00:00Z", "x-unknown": [1"#, in: "document.json")
        let fixture = try EditingStore(source)
        #expect(try fixture.value("document/behavior") == Fixture.value(#"["paged"]"#))
        #expect(try fixture.value("document/viewingDirection") == .null)
        try fixture.entry(
            Fixture.edit(
                "a", ("document/behavior", #"["paged"]"#, #"["individuals"]"#),
                ("document/viewingDirection", "null", #""right-to-left""#)))
        let presentation = try #require(try published(fixture).header.presentation)
        #expect(presentation.behavior == ["individuals"] && presentation.viewingDirection == .rightToLeft)
        #expect(presentation.navDate == "1215-06-15T00:00:00Z")
        #expect(try fixture.value("document/viewingDirection") == .string("right-to-left"))
    }

    @Test(
        arguments: [
            ("pages/1/behavior", #"["non-paged", "facing-pages"]"#, PresentationLimits.pageBehaviorRule),
            ("pages/1/behavior", #""non-paged""#, "an array of behaviors"),
            ("pages/1/behavior", #"["not one"]"#, PresentationLimits.behaviorRule),
            ("document/behavior", #"[7]"#, PresentationLimits.behaviorRule),
            (
                "document/viewingDirection", #""sideways""#,
                "left-to-right or right-to-left or top-to-bottom or bottom-to-top"
            ),
        ])
    func `an invalid value is rejected with the expected one`(
        path: String, value: String, expected: String
    ) throws {
        let fault = try EditingStore().fault(Fixture.edit("a", (path, "null", value)))
        #expect(fault.expected == expected && fault.path.hasPrefix(path), "\(fault)")
    }

    @Test func `files merged into an edited document change behaviors as edits`() throws {
        let fixture = try EditingStore(Self.fixture())
        try fixture.entry(
            Fixture.edit("a", ("document/title", #"{"en": "A psalter", "fr": "Un psautier"}"#, #"{"en": "B"}"#)))
        let new = try Self.fixture(#"["non-paged"]"#).read()
        _ = try fixture.store.merge(
            new, images: [1: SourceFixture.image], source: "a test", editor: "Bede", at: Date())
        #expect(try fixture.value("pages/2/behavior") == Fixture.value(#"["non-paged"]"#))
    }

    @Test func `migrating a library reads behaviors from its source files`() throws {
        let library = try TestStore(Self.fixture())
        try DatabaseQueue(path: library.path).write { database in
            try database.execute(sql: "ALTER TABLE page DROP COLUMN behavior")
            try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '15'")
        }
        let store = try ClauseStore(path: library.path, access: .readWrite)
        #expect(try store.document("psalter").pages.map(\.behavior) == [[], ["facing-pages", "x-glossy"]])
        #expect(try store.differencesFromSource(of: "psalter").isEmpty)
    }
}
