import DocumentModel
import Foundation
import GRDB
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore

/// Removing and restoring documents.
@Suite struct StoreTrashTests {
    private static let date = Date(timeIntervalSince1970: 1_800_000_000)
    private static let later = date.addingTimeInterval(Double(ClauseStore.trashDays) * 86_400)

    /// Returns the number of rows of each table about documents.
    private static func rows(_ library: TestStore) throws -> [String: Int] {
        try DatabaseQueue(path: library.path).read { database in
            let tables = ["version", "sourceFile", "image", "edit", "editedField", "workingCopy", "scan", "scanImage"]
            return try Dictionary(
                uniqueKeysWithValues: tables.map { table in
                    (table, try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0)
                })
        }
    }

    @Test func `a document in the trash is found nowhere, and all its data is kept`() throws {
        let library = try TestStore(SourceFixture())
        let rows = try Self.rows(library)
        let removed = try library.store.moveToTrash("psalter", at: Self.date)
        #expect(
            removed
                == RemovedDocument(
                    document: "psalter", versionCount: 1, removedAt: Self.date, keptUntil: Self.later))
        #expect(throws: ClauseStoreError.noDocument("psalter")) { try library.store.document("psalter") }
        #expect(throws: ClauseStoreError.noDocument("psalter")) { try library.store.versions(of: "psalter") }
        #expect(try library.store.documentIDs() == [])
        #expect(try library.store.search("church").hits.isEmpty)
        #expect(try library.store.removedDocuments() == [removed])
        #expect(try Self.rows(library) == rows)
        #expect(try library.store.fileNames().originals == ["a.png"])
        #expect(try library.store.servedFileNames().originals == [])
        #expect(library.store.structuralFaults() == [])
        let last = try #require(try library.store.activities(from: 0, limit: 10, for: .anyone).activities.last)
        #expect(last.kind == .delete && last.document == "psalter")
    }

    @Test func `a restored document has its versions, uploads and journal`() throws {
        let fixture = try EditingStore()
        let scan = NewScan(
            name: "new.png", fileName: "c.png", sha256: String(repeating: "c", count: 64), byteCount: 9, width: 300,
            height: 200, pyramid: "c.szi", isReady: true)
        let uploaded = try fixture.store.addScan(scan, to: "psalter", editor: "Ada", at: Self.date).scan
        try fixture.entry(EditingStore.edit("a", ("clauses/2/texts/en/title", #""Tithes""#, #""Tenths""#)))
        _ = try fixture.store.publishWorkingCopy(of: "psalter", revision: 1, editor: "Ada", at: Self.date)
        let journal = try fixture.store.journal(of: "psalter")
        let clauses = try fixture.store.clauses(of: "psalter", ClauseFilter())
        let rows = try Self.rows(fixture.library)

        #expect(try fixture.store.moveToTrash("psalter", at: Self.date).versionCount == 2)
        #expect(try fixture.store.scanImage(uploaded.image.id) == nil)
        try fixture.store.restoreRemoved("psalter", at: Self.date)
        #expect(try fixture.store.clauses(of: "psalter", ClauseFilter()) == clauses)
        #expect(try fixture.store.versions(of: "psalter").map(\.number) == [2, 1])
        #expect(try fixture.store.journal(of: "psalter") == journal)
        #expect(try fixture.store.scanImage(uploaded.image.id)?.scan.id == uploaded.id)
        #expect(try fixture.store.removedDocuments() == [])
        #expect(try Self.rows(fixture.library) == rows)
        #expect(try fixture.store.differencesFromSource(of: "psalter") == [])
        #expect(try fixture.store.differencesFromJournal(of: "psalter") == [])
        #expect(try fixture.store.clauses(of: "psalter", at: .init(x: 10, y: 10)).map(\.id) == ["preamble"])
        // Editing continues where it was.
        try fixture.entry(EditingStore.edit("b", at: 2, ("clauses/2/texts/en/title", #""Tenths""#, #""Tithes""#)))
    }

    @Test func `a restored document has its own clauses at a point after another took its keys`() throws {
        let library = try TestStore(SourceFixture())
        let point = Point(x: 10, y: 10)
        let page = try library.store.indexedPage(1, of: "psalter")
        let former = try page.clauses(at: point)
        #expect(former.count == 1)
        _ = try library.store.moveToTrash("psalter", at: Self.date)
        var other = SourceFixture()
        try other.replace(#""psalter""#, with: #""charter""#, in: "document.json")
        try library.put(other)
        try library.store.restoreRemoved("psalter", at: Self.date)
        #expect(try library.store.clauses(of: "psalter", at: point).map(\.id) == ["preamble"])
        #expect(try library.store.clauses(of: "psalter", at: point, categories: ["all"]).map(\.id) == ["preamble"])
        let restored = try library.store.indexedPage(1, of: "psalter")
        let keys = try restored.clauses(at: point)
        #expect(keys != former)
        #expect(try library.store.clauses(in: keys[0].block, of: restored)?.contains { $0.key == keys[0] } == true)
        // What is cached of the former page leads nowhere.
        #expect(try library.store.clauses(in: former[0].block, of: page) == nil)
    }

    @Test func `the id of a trashed document can be reused, and both documents are kept apart`() throws {
        let library = try TestStore(SourceFixture())
        _ = try library.store.moveToTrash("psalter", at: Self.date)
        var other = SourceFixture()
        try other.replace("Tithes", with: "Tenths", in: "texts/en.json")
        #expect(try library.put(other) == .added)
        let refusal = ClauseStoreError.documentExists("psalter")
        #expect(throws: refusal) { try library.store.restoreRemoved("psalter", at: Self.date) }
        #expect(refusal.kind == .conflict)
        #expect(library.store.structuralFaults() == [])

        _ = try library.store.moveToTrash("psalter", at: Self.date.addingTimeInterval(1))
        #expect(try library.store.removedDocuments().count == 2)
        try library.store.restoreRemoved("psalter", at: Self.date)
        #expect(try library.store.clause("2", of: "psalter", lang: "en").title == "Tenths")
        _ = try library.store.remove("psalter")
        try library.store.restoreRemoved("psalter", at: Self.date)
        #expect(try library.store.clause("2", of: "psalter", lang: "en").title == "Tithes")
        #expect(throws: ClauseStoreError.notInTrash("psalter")) {
            try library.store.restoreRemoved("psalter", at: Self.date)
        }
    }

    @Test func `the trash can be emptied of expired documents or of one document`() throws {
        let library = try TestStore(SourceFixture())
        var other = SourceFixture()
        try other.replace(#""id": "psalter""#, with: #""id": "other""#, in: "document.json")
        let second = StoredImage(
            fileName: "b.png", sha256: "bb", byteCount: 6, width: 1000, height: 800, pyramid: "b.szi")
        try library.put(other, image: second)
        _ = try library.store.moveToTrash("psalter", at: Self.date)
        _ = try library.store.moveToTrash("other", at: Self.date.addingTimeInterval(60))

        #expect(try !library.store.hasOldTrash(at: Self.later.addingTimeInterval(-1)))
        #expect(try library.store.emptyTrash(keptUntil: Self.later.addingTimeInterval(-1)).count == 0)
        #expect(try library.store.hasOldTrash(at: Self.later))
        let old = try library.store.emptyTrash(keptUntil: Self.later)
        #expect(old.count == 1 && old.orphans.originals == ["a.png"] && old.orphans.pyramids == ["a.szi"])
        #expect(try library.store.emptyTrash(of: "psalter").count == 0)
        let last = try library.store.emptyTrash(of: "other")
        #expect(last.count == 1 && last.orphans.originals == ["b.png"])
        #expect(try Self.rows(library).values.allSatisfy { $0 == 0 })
    }

    @Test func `emptying the trash keeps files used by another document`() throws {
        let library = try TestStore(SourceFixture())
        var other = SourceFixture()
        try other.replace(#""id": "psalter""#, with: #""id": "other""#, in: "document.json")
        try library.put(other)
        _ = try library.store.moveToTrash("psalter", at: Self.date)
        #expect(try library.store.emptyTrash().orphans.originals == [])
        _ = try library.store.moveToTrash("other", at: Self.date)
        #expect(try library.store.emptyTrash().orphans.originals == ["a.png"])
    }

    @Test func `after forgetRemovedWords the database contains no text of a removed document`() throws {
        let library = try TestStore(SourceFixture())
        _ = try library.store.remove("psalter")
        try library.store.forgetRemovedWords()
        let copy = library.folder.path("copy.sqlite")
        try library.store.backUp(to: copy)
        let bytes = try Data(contentsOf: URL(filePath: copy))
        for word in ["Tithes", "tithes", "church"] { #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)") }
    }

    @Test func `a document with unpublished edits cannot be moved to the trash`() throws {
        let fixture = try EditingStore()
        try fixture.entry(EditingStore.edit("a", ("clauses/2/texts/en/title", #""Tithes""#, #""Tenths""#)))
        #expect(throws: ClauseStoreError.unpublishedEdits(document: "psalter", count: 1, editor: "Ada")) {
            try fixture.store.moveToTrash("psalter", at: Self.date)
        }
        #expect(try fixture.store.removedDocuments() == [])
    }

    @Test func `a readers' copy contains no bytes of documents in the trash`() throws {
        let library = try TestStore(SourceFixture())
        _ = try library.store.moveToTrash("psalter", at: Self.date)
        let copy = library.folder.path("copy.sqlite")
        try library.store.copyForReaders(to: copy)
        let bytes = try Data(contentsOf: URL(filePath: copy))
        for text in ["Tithes", "church shall be free"] { #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)") }
    }
}
