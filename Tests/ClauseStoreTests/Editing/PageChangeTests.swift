import ClauseStore
import DocumentModel
import Foundation
import TestSupport
import Testing

/// Edits that were made before a page got another number or image.
@Suite struct PageChangeTests {
    private typealias Fixture = EditingStore

    private static let square = "[{\"polygon\":[[0,0],[50,0],[50,50],[0,50]]}]"
    private static let date = Date(timeIntervalSince1970: 1_700_000_000)
    private static let image = #"{"scan": "sbbbbbbbbbbbbbbbbbbbb", "rotation": 0, "crop": null}"#
    private static let verso = #"{ "label": "verso", "image": null, "width": 500, "height": 400 }"#
    private static let third = #"{ "label": "2r", "image": null, "width": 600, "height": 400 }"#

    /// Returns the fixture with a third page.
    private static func threePages() throws -> SourceFixture {
        var source = SourceFixture()
        try source.replace(verso, with: verso + ", " + third, in: "document.json")
        return source
    }

    /// Moves the third page and publishes.
    private func publish(movingThirdTo order: String, _ fixture: EditingStore) throws {
        try fixture.entry(
            Fixture.edit("move", at: fixture.info().revision, ("pages/3/order", "2", order)), by: "Bea")
        _ = try fixture.store.publishWorkingCopy(
            of: "psalter", revision: fixture.info().revision, editor: "Bea", at: Self.date)
        #expect(try fixture.store.differencesFromJournal(of: "psalter") == [])
    }

    @Test(arguments: [
        ("clauses/1/regions/3", "null", square), ("pages/3", "true", "null"),
        ("pages/2/pixelsPerMillimetre", "null", "5"), ("pages/1/order", "0", "9"),
        ("clauses/1/words", "null", #"[{"text": "Quod", "page": 3, "box": [1, 2, 3, 4]}]"#),
        ("tours/new/steps/a", "null", #"{"order": 0, "page": 3}"#),
        ("document/structures", "null", #"[{"label": {"en": "All"}, "items": [{"label": "x", "pages": [1, 3]}]}]"#),
    ])
    func `an edit of a page that was renumbered since conflicts`(path: String, before: String, after: String) throws {
        let fixture = try EditingStore(Self.threePages())
        try publish(movingThirdTo: "-1", fixture)
        var operations = [(path, before, after)]
        if path.hasPrefix("tours/") { operations.insert(("tours/new", "null", "true"), at: 0) }
        let edit = Edit(
            id: "stale", revision: 0, operations: try operations.map { try Fixture.operation($0.0, $0.1, $0.2) })
        let conflicts = try fixture.conflicts(edit)
        #expect(conflicts.map(\.path.description) == [path] && conflicts.map(\.reason) == [.edited])
        #expect(conflicts.first?.editor == "Bea")
        // The publisher's own edits from before are no different.
        #expect(try fixture.conflicts(edit, by: "Bea").count == 1)
    }

    @Test func `edits of pages that keep their numbers, and later edits, do not conflict`() throws {
        let fixture = try EditingStore(Self.threePages())
        try publish(movingThirdTo: "0.5", fixture)
        let before = "[{\"polygon\":[[600,100],[700,100],[700,200],[600,200]]}]"
        try fixture.entry(Fixture.edit("a", ("clauses/2/regions/1", before, Self.square)))
        try fixture.entry(Fixture.edit("b", ("clauses/2/texts/en/title", #""Tithes""#, #""Tenths""#)))
        #expect(try fixture.conflicts(Fixture.edit("c", ("clauses/1/regions/3", "null", Self.square))).count == 1)
        try fixture.entry(Fixture.edit("d", at: 2, ("clauses/1/regions/3", "null", Self.square)))
    }

    @Test func `redoing an outline on a renumbered page conflicts`() throws {
        let fixture = try EditingStore(Self.threePages())
        try fixture.entry(Fixture.edit("a", ("clauses/1/regions/3", "null", Self.square)))
        try fixture.entry(Fixture.edit("b", at: 1, undoes: "a", ("clauses/1/regions/3", Self.square, "null")))
        try publish(movingThirdTo: "-1", fixture)
        let redo = try Fixture.edit("c", at: 4, undoes: "b", ("clauses/1/regions/3", "null", Self.square))
        #expect(try fixture.conflicts(redo).map(\.reason) == [.edited])
    }

    @Test func `discarded edits of a page that was renumbered since conflict`() throws {
        let fixture = try EditingStore(Self.threePages())
        try fixture.entry(Fixture.edit("a", ("clauses/1/regions/3", "null", Self.square)))
        _ = try fixture.store.discardWorkingCopy(of: "psalter", revision: 1, editor: "Ada", at: Self.date)
        try publish(movingThirdTo: "-1", fixture)
        let outcome = try fixture.store.restoreDiscardedEdits(of: "psalter", editor: "Ada", at: Self.date)
        guard case .conflicts(let conflicts, _) = outcome else {
            Issue.record("restored on another page: \(outcome)")
            return
        }
        #expect(conflicts.map(\.path.description) == ["clauses/1/regions/3"])
    }

    @Test func `an added version with other pages is an entry of the journal, and renumbers them`() throws {
        let fixture = try EditingStore(Self.threePages())
        var source = try Self.threePages()
        try source.replace(Self.verso + ", " + Self.third, with: Self.third + ", " + Self.verso, in: "document.json")
        try fixture.library.put(source)
        let entry = JournalEntry(
            revision: 1, editor: TokenInfo.localEditor, at: Self.date, event: .published(version: 2))
        #expect(try fixture.store.journal(of: "psalter") == [entry])
        #expect(try fixture.info().editCount == 0 && fixture.store.differencesFromJournal(of: "psalter") == [])
        #expect(try fixture.conflicts(Fixture.edit("a", ("clauses/1/regions/3", "null", Self.square))).count == 1)
        try fixture.entry(
            Fixture.edit(
                "b",
                (
                    "clauses/3/regions/1",
                    #"""
                    [{"polygon":[[0,400],[500,400],[500,800],[0,800]]}]
                    """#, Self.square
                )))
        try fixture.entry(Fixture.edit("c", at: 1, ("clauses/1/regions/3", "null", Self.square)))
    }

    @Test func `an edit of a page with a revision beyond the journal conflicts`() throws {
        let fixture = try EditingStore()
        let conflicts = try fixture.conflicts(
            Fixture.edit("a", at: 57, ("clauses/1/regions/2", "null", Self.square)))
        #expect(conflicts.map(\.reason) == [.edited] && conflicts.first?.editor == nil)
        try fixture.entry(Fixture.edit("b", at: 57, ("clauses/2/number", #""2""#, "null")))
    }

    /// Returns a store with an uploaded scan.
    private static func withScan() throws -> EditingStore {
        let tour = #"[{"id": "t", "title": {"en": "T"}, "steps": [{"page": 1, "text": {"en": "Here."}}]}]"#
        let fixture = try EditingStore(SourceFixture("tours.json", tour))
        let sha256 = String(repeating: "b", count: 64)
        let scan = NewScan(
            name: "new.png", fileName: sha256 + ".png", sha256: sha256, byteCount: 9, width: 300, height: 200,
            pyramid: "b.szi", isReady: true)
        _ = try fixture.store.addScan(scan, to: "psalter", editor: "Ada", at: date)
        return fixture
    }

    @Test func `places on a page whose image somebody else has changed since conflict`() throws {
        let fixture = try Self.withScan()
        try fixture.entry(Fixture.edit("crop", ("pages/2/image", "null", Self.image)), by: "Bea")
        let stale = [
            ("clauses/1/regions/2", "null", Self.square), ("pages/2/pixelsPerMillimetre", "null", "5"),
            ("clauses/1/words", "null", #"[{"text": "Quod", "page": 2, "box": [1, 2, 3, 4]}]"#),
            ("tours/t/steps/a", "null", #"{"order": 2, "page": 2, "box": [1, 2, 3, 4]}"#),
        ]
        for (path, before, after) in stale {
            let conflicts = try fixture.conflicts(Fixture.edit("stale", (path, before, after)))
            #expect(conflicts.map(\.path.description) == [path] && conflicts.first?.editor == "Bea")
        }
        // Without coordinates the image does not matter, and one's own crop is known.
        try fixture.entry(Fixture.edit("step", ("tours/t/steps/b", "null", #"{"order": 3, "page": 2}"#)))
        try fixture.entry(Fixture.edit("own", ("clauses/1/regions/2", "null", Self.square)), by: "Bea")
    }

    @Test func `pages that two editors add under one number conflict as a whole, and the next is free`() throws {
        let fixture = try Self.withScan()
        func page(_ number: Int, id: String, order: String = "2") throws -> Edit {
            try Fixture.edit(
                id, ("pages/\(number)", "null", "true"), ("pages/\(number)/order", "null", order),
                ("pages/\(number)/image", "null", Self.image))
        }
        try fixture.entry(page(3, id: "first"), by: "Bea")
        let paths = ["pages/3", "pages/3/image", "pages/3/order"]
        #expect(try fixture.conflicts(page(3, id: "second")).map(\.path.description).sorted() == paths)
        // On another device of the same editor, too.
        let conflicts = try fixture.conflicts(page(3, id: "third", order: "5"), by: "Bea")
        #expect(conflicts.map(\.path.description).sorted() == paths)
        // The viewer sends the same edit with the next number.
        try fixture.entry(page(4, id: "second"))
        try fixture.entry(Fixture.edit("outline", ("clauses/1/regions/4", "null", Self.square)))
        #expect(try fixture.value("pages/3") == .bool(true) && fixture.value("pages/4") == .bool(true))
    }

    @Test func `another image of a page conflicts as a whole with an outline drawn by somebody else meanwhile`() throws
    {
        let fixture = try Self.withScan()
        try fixture.entry(Fixture.edit("outline", ("clauses/1/regions/2", "null", Self.square)))
        func crop(at revision: Int) throws -> Edit {
            try Fixture.edit(
                "crop", at: revision, ("pages/2/image", "null", Self.image),
                ("clauses/3/regions/2", "[{\"polygon\":[[10.5,10.25],[60,10],[60,60],[10,60]]}]", Self.square),
                ("clauses/2/number", #""2""#, "null"))
        }
        let conflicts = try fixture.conflicts(crop(at: 0), by: "Bea")
        #expect(conflicts.map(\.path.description) == ["pages/2/image", "clauses/3/regions/2"])
        #expect(conflicts.map(\.editor) == ["Ada", "Ada"])
        try fixture.entry(crop(at: 1), by: "Bea")
    }

    @Test func `an edit of a page whose image was discarded conflicts`() throws {
        let fixture = try Self.withScan()
        try fixture.entry(Fixture.edit("crop", ("pages/2/image", "null", Self.image)), by: "Bea")
        _ = try fixture.store.discardWorkingCopy(of: "psalter", revision: 1, editor: "Bea", at: Self.date)
        let stale = try Fixture.edit("stale", at: 1, ("clauses/1/regions/2", "null", Self.square))
        #expect(try fixture.conflicts(stale).map(\.reason) == [.edited])
    }
}
