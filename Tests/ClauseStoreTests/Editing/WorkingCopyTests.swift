import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import TestSupport
import Testing

@Suite struct WorkingCopyTests {
    private typealias Fixture = EditingStore

    @Test func `every field of the published version can be read`() throws {
        let fixture = try EditingStore()
        let values = [
            ("clauses/3", "true"), ("clauses/none", "null"), ("clauses/3/number", #""3""#),
            ("clauses/preamble/number", "null"),
            ("clauses/3/kind", #""clause""#), ("clauses/seal/kind", #""detail""#), ("clauses/none/kind", #""clause""#),
            ("clauses/preamble/incipit", #""Johannes""#), ("clauses/1/order", "2"), ("clauses/none/order", "null"),
            ("clauses/2/categories", #"["money","church"]"#), ("clauses/preamble/categories", "[]"),
            ("clauses/3/regions/1", #"[{"polygon":[[0,400],[500,400],[500,800],[0,800]]}]"#),
            ("clauses/3/regions/2", #"[{"polygon":[[10.5,10.25],[60,10],[60,60],[10,60]]}]"#),
            ("clauses/1/regions/2", "null"), ("clauses/1/texts/en/title", #""The church is free""#),
            ("clauses/1/texts/fr/context", "null"),
            ("clauses/1/texts/la/transcription", #""Quod ecclesia libera sit""#),
            (
                "clauses/seal/regions/1",
                #"[{"holes":[[[700,550],[800,550],[800,650],[700,650]]],"polygon":[[600,500],[900,500],[900,700],[600,700]]}]"#
            ),
            ("categories/hidden", "true"), ("categories/hidden/style", #""outline""#),
            ("categories/hidden/icon", #""seal.svg""#),
            ("categories/hidden/includedInAll", "false"), ("categories/money/order", "1"),
            ("categories/church/label", #"{"en":"Church","fr":"Église"}"#), ("pages/2/label", #""verso""#),
            ("document/title", #"{"en":"A psalter","fr":"Un psautier"}"#), ("document/holder", #""A library""#),
            ("document/languages", #"["en","fr"]"#), ("document/language", #""la""#), ("document/access", #""open""#),
            ("document/status", #""published""#), ("document/credits", #"{"en":"Ada","fr":"Zoé"}"#),
            ("document/mark", #""seal.svg""#), ("document/shelfmark", #""MS 1""#),
        ]
        for (path, value) in values { #expect(try fixture.value(path) == Fixture.value(value), "\(path)") }
    }

    @Test func `an edit is applied, recorded in the journal and counted`() throws {
        let fixture = try EditingStore()
        #expect(
            try fixture.info()
                == WorkingCopyInfo(
                    document: "psalter", revision: 0, version: 1, changeCount: 0, editCount: 0, editor: nil,
                    editedAt: nil))
        let edit = try Fixture.edit(
            "e1", ("clauses/2/texts/en/title", #""Tithes""#, #""Tenths""#), ("clauses/2/number", #""2""#, "null"))
        let entry = try fixture.entry(edit)
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(
            entry
                == JournalEntry(
                    revision: 1, editor: "Ada", at: date,
                    event: .edit(id: "e1", label: nil, undoes: nil, operations: edit.operations)))
        #expect(try fixture.value("clauses/2/texts/en/title") == .string("Tenths"))
        #expect(try fixture.value("clauses/2/number") == .null)
        #expect(try fixture.store.journal(of: "psalter") == [entry])
        #expect(try fixture.store.journalEntry(ofEdit: "e1", of: "psalter") == entry)
        #expect(
            try fixture.info()
                == WorkingCopyInfo(
                    document: "psalter", revision: 1, version: 1, changeCount: 2, editCount: 1, editor: "Ada",
                    editedAt: date))
        // Readers see the published version.
        #expect(try fixture.store.clause("2", of: "psalter").title == "Tithes")
    }

    @Test func `resending an edit returns its first entry, even after other edits`()
        throws
    {
        let fixture = try EditingStore()
        let edit = try Fixture.edit("e1", ("clauses/2/number", #""2""#, #""II""#))
        let entry = try fixture.entry(edit)
        try fixture.entry(Fixture.edit("e2", ("clauses/2/number", #""II""#, #""2""#)), by: "Bea")
        #expect(try fixture.apply(edit, at: 1_800_000_000) == .repeated(entry))
        // The revision that the client knows is not part of the edit's identity.
        #expect(try fixture.apply(Edit(id: "e1", revision: 2, operations: edit.operations)) == .repeated(entry))
        #expect(try fixture.value("clauses/2/number") == .string("2"))
        #expect(try fixture.info().revision == 2)
    }

    @Test func `reusing an edit's id with other content, editor or document is rejected`() throws {
        let fixture = try EditingStore()
        var other = SourceFixture()
        try other.replace(#""id": "psalter""#, with: #""id": "other""#, in: "document.json")
        try fixture.library.put(other)
        let edit = try Fixture.edit("e1", ("clauses/2/number", #""2""#, #""II""#))
        try fixture.entry(edit)
        let changed = try Fixture.edit("e1", ("clauses/2/number", #""2""#, #""III""#))
        for fault in [try fixture.fault(changed), try fixture.fault(edit, by: "Bea")] {
            #expect(fault.path == "id" && !fault.isLimit)
        }
        #expect(throws: ClauseStoreError.self) {
            try fixture.store.apply(edit, to: "other", editor: "Ada", at: Date())
        }
        #expect(try fixture.store.workingCopy(of: "other").revision == 0)
        #expect(try fixture.store.journalEntry(ofEdit: "e1", of: "other") == nil)
    }

    @Test func `a clause is created with all its fields in one edit, undone and redone`() throws {
        let fixture = try EditingStore()
        let ring = #"[{"polygon":[[0,0],[9,0],[9,9]]}]"#
        try fixture.entry(
            Fixture.edit(
                "make", ("clauses/new/number", "null", #""64""#), ("clauses/new", "null", "true"),
                ("clauses/new/order", "null", "3.5"), ("clauses/new/categories", "null", #"["money"]"#),
                ("clauses/new/regions/1", "null", ring), ("clauses/new/texts/en/title", "null", #""New""#)))
        #expect(try fixture.value("clauses/new") == .bool(true))
        #expect(try fixture.value("clauses/new/regions/1") == Fixture.value(ring))
        #expect(try fixture.info().changeCount == 6)
        try fixture.entry(Fixture.edit("undo", at: 1, undoes: "make", ("clauses/new", "true", "null")))
        #expect(try fixture.value("clauses/new") == .null)
        // The clause's other fields no longer count as changes but are kept for a redo.
        #expect(try fixture.info().changeCount == 0)
        try fixture.entry(Fixture.edit("redo", at: 2, undoes: "undo", ("clauses/new", "null", "true")))
        #expect(try fixture.value("clauses/new/texts/en/title") == .string("New"))
        #expect(try fixture.info().changeCount == 6 && fixture.info().editCount == 3)
    }

    @Test func `a field changed back to its published value is no change`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("e1", ("clauses/1/categories", #"["church"]"#, #"["church","money"]"#)))
        try fixture.entry(
            Fixture.edit("e2", at: 1, undoes: "e1", ("clauses/1/categories", #"["church","money"]"#, #"["church"]"#)))
        #expect(try fixture.info().changeCount == 0 && fixture.info().revision == 2)
    }

    @Test func `an edit whose result already exists is recorded and changes nothing`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("e1", ("clauses/2/number", #""2""#, #""II""#)))
        let entry = try fixture.entry(Fixture.edit("e2", ("clauses/2/number", #""2""#, #""II""#)), by: "Bea")
        #expect(entry.event == .edit(id: "e2", label: nil, undoes: nil, operations: []))
        #expect(try fixture.info().changeCount == 1)
        guard
            case .repeated(entry) = try fixture.apply(
                Fixture.edit("e2", ("clauses/2/number", #""2""#, #""II""#)), by: "Bea")
        else {
            Issue.record("it was not recognised")
            return
        }
    }

    @Test func `the journal can be read from either end, by clause and by field`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("e1", ("clauses/2/number", #""2""#, #""II""#)))
        try fixture.entry(Fixture.edit("e2", ("clauses/2/texts/en/title", #""Tithes""#, #""A""#)))
        try fixture.entry(
            Fixture.edit("e3", ("clauses/3/number", #""3""#, "null"), ("clauses/2/number", #""II""#, "null")))
        try fixture.entry(Fixture.edit("e4", ("document/shelfmark", #""MS 1""#, "null")))
        try fixture.entry(
            Fixture.edit(
                "e5", ("clauses/2.b", "null", "true"), ("clauses/20", "null", "true"),
                ("clauses/20/number", "null", #""x""#)))
        func ids(_ change: (inout JournalQuery) -> Void) throws -> [String] {
            var query = JournalQuery()
            change(&query)
            return try fixture.store.journal(of: "psalter", query).map { entry in
                if case .edit(let id, _, _, _) = entry.event { id } else { entry.kind }
            }
        }
        #expect(try ids { _ in } == ["e1", "e2", "e3", "e4", "e5"])
        #expect(try ids { $0.since = 3 } == ["e4", "e5"])
        #expect(try ids { ($0.order, $0.limit) = (.newest, 2) } == ["e5", "e4"])
        #expect(try ids { ($0.order, $0.before) = (.newest, 4) } == ["e3", "e2", "e1"])
        #expect(try ids { $0.clause = "2" } == ["e1", "e2", "e3"])
        #expect(try ids { ($0.clause, $0.order, $0.limit) = ("2", .newest, 1) } == ["e3"])
        #expect(try ids { $0.clause = "20" } == ["e5"] && ids { $0.clause = "2.b" } == ["e5"])
        #expect(try ids { $0.path = try? Fixture.path("clauses/2/number") } == ["e1", "e3"])
        #expect(try ids { $0.limit = 0 }.isEmpty && ids { $0.clause = "none" }.isEmpty)
    }

    @Test func `an unknown document cannot be edited`() throws {
        let fixture = try EditingStore()
        let edit = try Fixture.edit("e1", ("clauses/2/number", #""2""#, "null"))
        let error = #expect(throws: ClauseStoreError.self) {
            try fixture.store.apply(edit, to: "none", editor: "Ada", at: Date())
        }
        #expect(error == .noDocument("none"))
        #expect(throws: ClauseStoreError.noDocument("none")) { try fixture.store.workingCopy(of: "none") }
        #expect(throws: ClauseStoreError.noDocument("none")) { try fixture.store.journal(of: "none") }
    }
}
