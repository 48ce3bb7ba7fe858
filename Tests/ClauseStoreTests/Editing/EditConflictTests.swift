import ClauseStore
import DocumentModel
import Foundation
import TestSupport
import Testing

@Suite struct EditConflictTests {
    private typealias Fixture = EditingStore

    @Test
    func
        `edits of different fields merge, and of the same field conflict with all three values`()
        throws
    {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("a", ("clauses/2/texts/en/title", #""Tithes""#, #""A""#)))
        try fixture.entry(
            Fixture.edit("b", ("clauses/2/texts/en/translation", #""Money for the church.""#, #""B""#)), by: "Bea")
        let late = try Fixture.edit(
            "c", ("clauses/2/texts/en/title", #""Tithes""#, #""C""#), ("clauses/3/number", #""3""#, "null"))
        let outcome = try fixture.apply(late, by: "Bea")
        let conflict = EditConflict(
            path: try Fixture.path("clauses/2/texts/en/title"), reason: .changed, before: .string("Tithes"),
            theirs: .string("A"), mine: .string("C"), editor: "Ada", at: Date(timeIntervalSince1970: 1_700_000_000))
        #expect(outcome == .conflicts([conflict], revision: 2))
        // An edit applies as a whole or not at all.
        #expect(try fixture.value("clauses/3/number") == .string("3"))
        #expect(try fixture.store.journalEntry(ofEdit: "c", of: "psalter") == nil)
        // After the conflict is resolved, it has the same id.
        try fixture.entry(Fixture.edit("c", at: 2, ("clauses/2/texts/en/title", #""A""#, #""C""#)), by: "Bea")
    }

    @Test func `values that differ only in Unicode normalisation are different`() throws {
        let fixture = try EditingStore()
        let conflicts = try fixture.conflicts(
            Fixture.edit("a", ("clauses/1/texts/fr/title", "\"L'E\u{301}glise est libre\"", #""A""#)))
        #expect(conflicts.map(\.reason) == [.changed])
        try fixture.entry(
            Fixture.edit("b", ("clauses/1/texts/fr/title", "\"L'Église est libre\"", "\"L'E\u{301}glise est libre\"")))
        #expect(try fixture.value("clauses/1/texts/fr/title") == .string("L'E\u{301}glise est libre"))
    }

    @Test func `a polygon is edited as one value`() throws {
        let fixture = try EditingStore()
        let before = #"[{"polygon":[[600,100],[700,100],[700,200],[600,200]]}]"#
        let (left, right) = (
            #"[{"polygon":[[590,100],[700,100],[700,200],[600,200]]}]"#,
            #"[{"polygon":[[600,100],[710,100],[700,200],[600,200]]}]"#
        )
        try fixture.entry(Fixture.edit("a", ("clauses/2/regions/1", before, left)))
        #expect(try fixture.conflicts(Fixture.edit("b", ("clauses/2/regions/1", before, right)), by: "Bea").count == 1)
        #expect(try fixture.value("clauses/2/regions/1") == Fixture.value(left))
    }

    @Test func `editing a missing clause conflicts, unless the edit creates it`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("a", ("clauses/2", "true", "null")))
        let conflicts = try fixture.conflicts(
            Fixture.edit("b", ("clauses/2/number", #""2""#, #""II""#), ("clauses/none/number", "null", #""x""#)),
            by: "Bea")
        #expect(conflicts.map(\.reason) == [.absent, .absent])
        #expect(conflicts.map(\.editor) == ["Ada", nil])
        #expect(conflicts.map(\.theirs) == [.null, .null])
        try fixture.entry(
            Fixture.edit("c", ("clauses/2", "null", "true"), ("clauses/2/number", #""2""#, #""II""#)), by: "Bea")
        #expect(try fixture.value("clauses/2/texts/en/title") == .string("Tithes"))
    }

    @Test func `deleting a clause that somebody else has edited since conflicts`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("a", ("clauses/2/number", #""2""#, #""II""#)))
        let delete = try Fixture.edit("b", ("clauses/2", "true", "null"))
        let conflicts = try fixture.conflicts(delete, by: "Bea")
        #expect(conflicts.map(\.reason) == [.edited] && conflicts.first?.editor == "Ada")
        #expect(conflicts.first?.theirs == .bool(true) && conflicts.first?.mine == .null)
        // Neither the editor's own edits nor those of clauses with a similar id conflict with it.
        try fixture.entry(Fixture.edit("c", ("clauses/3/number", #""3""#, "null")), by: "Bea")
        try fixture.entry(Fixture.edit("d", ("clauses/3", "true", "null")), by: "Bea")
        // Nor do edits that the editor has seen.
        try fixture.entry(Fixture.edit("b", at: 1, ("clauses/2", "true", "null")), by: "Bea")
        #expect(try fixture.value("clauses/2") == .null)
    }

    @Test func `deleting again what somebody has restored conflicts`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("a", ("categories/money", "true", "null")))
        try fixture.entry(Fixture.edit("b", ("categories/money", "null", "true")), by: "Bea")
        #expect(
            try fixture.conflicts(Fixture.edit("c", at: 1, ("categories/money", "true", "null"))).map(\.reason) == [
                .edited
            ])
    }

    @Test func `a deletion with a revision beyond the journal conflicts`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("a", ("clauses/2/number", #""2""#, #""II""#)))
        #expect(
            try fixture.conflicts(Fixture.edit("b", at: 99, ("clauses/2", "true", "null")), by: "Bea").map(\.reason)
                == [.edited])
    }

    @Test func `an undo that would overwrite somebody else's edit conflicts`() throws {
        let fixture = try EditingStore()
        let (up, down) = (("clauses/2/number", #""2""#, #""II""#), ("clauses/2/number", #""II""#, #""2""#))
        try fixture.entry(Fixture.edit("a", up))
        try fixture.entry(Fixture.edit("b", at: 1, down), by: "Bea")
        try fixture.entry(Fixture.edit("c", at: 2, up), by: "Bea")
        // The undo's starting value is the current one, but it was set by somebody else.
        let undo = try Fixture.edit("d", at: 3, undoes: "a", down)
        #expect(try fixture.conflicts(undo).map(\.reason) == [.edited])
        #expect(try fixture.value("clauses/2/number") == .string("II"))
        // Without `undoes` it is an ordinary edit.
        try fixture.entry(Fixture.edit("d", at: 3, down))
    }

    @Test func `undoing the creation of a clause conflicts once somebody else has edited it`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("a", ("clauses/new", "null", "true")))
        try fixture.entry(Fixture.edit("b", at: 1, ("clauses/new/texts/en/title", "null", #""B""#)), by: "Bea")
        #expect(
            try fixture.conflicts(Fixture.edit("c", at: 2, undoes: "a", ("clauses/new", "true", "null"))).map(\.reason)
                == [.edited])
    }

    @Test func `an editor can undo only their own edits of the document`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("a", ("clauses/2/number", #""2""#, #""II""#)))
        for (undone, editor) in [("a", "Bea"), ("none", "Ada")] {
            let edit = try Fixture.edit("b", at: 1, undoes: undone, ("clauses/2/number", #""II""#, #""2""#))
            #expect(try fixture.fault(edit, by: editor).path == "undoes")
        }
    }

    @Test func `a removed category or language is a conflict, an unknown one a fault`()
        throws
    {
        let fixture = try EditingStore()
        try fixture.entry(
            Fixture.edit(
                "a", ("categories/money", "true", "null"), ("document/languages", #"["en","fr"]"#, #"["en","fr","de"]"#)
            ))
        let money = try Fixture.edit("b", ("clauses/1/categories", #"["church"]"#, #"["church","money"]"#))
        let conflicts = try fixture.conflicts(money, by: "Bea")
        #expect(conflicts.map(\.reason) == [.absent] && conflicts.first?.editor == "Ada")
        #expect(
            try fixture.fault(Fixture.edit("c", ("clauses/1/categories", #"["church"]"#, #"["church","war"]"#))).path
                == "clauses/1/categories")
        #expect(
            try fixture.fault(Fixture.edit("d", ("clauses/1/texts/es/title", "null", #""x""#))).value == "a text in es")
        try fixture.entry(Fixture.edit("e", ("clauses/1/texts/de/title", "null", #""x""#)))
        // Clauses keep a reference to a deleted category, and can still be edited.
        try fixture.entry(Fixture.edit("f", ("clauses/2/categories", #"["money","church"]"#, #"["money"]"#)))
    }

    @Test func `a language that has texts cannot be removed`() throws {
        let fixture = try EditingStore()
        let only = ("document/languages", #"["en","fr"]"#, #"["en"]"#)
        #expect(try fixture.fault(Fixture.edit("a", only)).value.hasPrefix("without fr, in which clause "))
        let french = [
            ("1/texts/fr/title", "L'Église est libre"), ("1/texts/fr/translation", "Que l'Église soit libre."),
            ("3/texts/fr/title", "Argent"), ("3/texts/fr/translation", "Payez en argent."),
            ("note/texts/fr/title", "Une note élevée"),
        ]
        var operations = try french.map { try Fixture.operation("clauses/\($0.0)", "\"\($0.1)\"", "null") }
        try fixture.entry(Edit(id: "b", revision: 0, operations: Array(operations.dropLast())))
        #expect(try fixture.fault(Fixture.edit("c", only)).value == "without fr, in which clause note has a text")
        operations = [try #require(operations.last), try Fixture.operation(only.0, only.1, only.2)]
        try fixture.entry(Edit(id: "d", revision: 1, operations: operations))
        // The document's own language is always one of its languages.
        #expect(
            try fixture.fault(Fixture.edit("e", ("document/language", #""la""#, #""en""#))).value.hasPrefix(
                "without la"))
        try fixture.entry(
            Fixture.edit(
                "f", ("document/language", #""la""#, #""en""#), ("document/languages", #"["en"]"#, #"["en","la"]"#)))
        let conflicts = try fixture.conflicts(
            Fixture.edit("g", ("clauses/1/texts/fr/title", "null", #""x""#)), by: "Bea")
        #expect(conflicts.map(\.reason) == [.absent] && conflicts.first?.editor == "Ada")
    }

    @Test(arguments: [
        ("clauses/2/kind", #""clause""#, #""poem""#), ("clauses/2", "true", "false"),
        ("clauses/2/regions/3", "null", "[]"),
        ("clauses/2/regions/3", "null", #"[{"polygon":[[0,0],[9,0],[9,9]]}]"#),
        ("clauses/2/regions/2", "null", #"[{"polygon":[[0,0],[501,0],[9,9]]}]"#), ("categories/all", "null", "true"),
        ("categories/money/icon", #""coins""#, #""other.svg""#),
        ("document/title", #"{"en":"A psalter","fr":"Un psautier"}"#, "null"),
    ])
    func `an invalid value is rejected, and nothing is written`(path: String, before: String, after: String)
        throws
    {
        let fixture = try EditingStore()
        let edit = try Fixture.edit("a", ("clauses/3/number", #""3""#, "null"), (path, before, after))
        if path == "clauses/2/regions/3", after == "[]" {
            // On a page that does not exist, nothing has the expected value.
            try fixture.entry(edit)
            return
        }
        #expect(try fixture.fault(edit).path.hasPrefix(path))
        #expect(try fixture.info().revision == 0 && fixture.value("clauses/3/number") == .string("3"))
    }

    @Test func `a published value can be restored even if it would be rejected as new`() throws {
        var source = SourceFixture()
        let crossing = "[600, 100], [700, 200], [700, 100], [600, 250]"
        try source.replace("[600, 100], [700, 100], [700, 200], [600, 200]", with: crossing, in: "clauses.json")
        let fixture = try EditingStore(source)
        let (old, new) = (#"[{"polygon":[\#(crossing)]}]"#, #"[{"polygon":[[600,100],[700,100],[700,200]]}]"#)
        try fixture.entry(Fixture.edit("a", ("clauses/2/regions/1", old, new)))
        try fixture.entry(Fixture.edit("b", undoes: "a", ("clauses/2/regions/1", new, old)))
        #expect(try fixture.info().changeCount == 0)
    }
}

@Suite struct EditLimitTests {
    private typealias Fixture = EditingStore

    private func store(_ change: (inout EditLimits) -> Void) throws -> (EditingStore, ClauseStore) {
        let fixture = try EditingStore()
        var store = fixture.store
        change(&store.editLimits)
        return (fixture, store)
    }

    private func isRefused(_ edit: Edit, by store: ClauseStore) throws -> Bool {
        do throws(ClauseStoreError) {
            _ = try store.apply(edit, to: "psalter", editor: "Ada", at: Date())
            return false
        } catch {
            guard case .edit(let fault) = error else { throw error }
            #expect(fault.isLimit, "\(fault)")
            return true
        }
    }

    @Test func `the clause limit counts deleted clauses too`() throws {
        let (fixture, store) = try store { $0.clauses = 7 }
        #expect(try !isRefused(Fixture.edit("a", ("clauses/a", "null", "true")), by: store))
        #expect(try isRefused(Fixture.edit("b", ("clauses/b", "null", "true")), by: store))
        #expect(
            try !isRefused(Fixture.edit("c", ("clauses/b", "null", "true"), ("clauses/a", "true", "null")), by: store))
        #expect(try isRefused(Fixture.edit("d", ("clauses/a", "null", "true")), by: store))
        #expect(try fixture.info().revision == 2)
    }

    @Test func `a document above a limit can be edited, but not enlarged`() throws {
        let (_, store) = try store { ($0.clauses, $0.vertices) = (3, 10) }
        #expect(try !isRefused(Fixture.edit("a", ("clauses/2/number", #""2""#, "null")), by: store))
        #expect(try isRefused(Fixture.edit("b", ("clauses/b", "null", "true")), by: store))
        #expect(try !isRefused(Fixture.edit("c", ("clauses/3", "true", "null")), by: store))
        let square = #"[{"polygon":[[600,100],[700,100],[700,200],[600,200]]}]"#
        let (less, more) = (
            #"[{"polygon":[[600,100],[700,100],[700,200]]}]"#,
            #"[{"polygon":[[600,100],[700,100],[700,200],[650,210],[600,200]]}]"#
        )
        #expect(try isRefused(Fixture.edit("d", ("clauses/2/regions/1", square, more)), by: store))
        #expect(try !isRefused(Fixture.edit("e", ("clauses/2/regions/1", square, less)), by: store))
    }

    @Test func `the vertex limit counts holes and deleted clauses`() throws {
        // The fixture has 7 regions and a hole, each with 4 vertices.
        let (_, store) = try store { $0.vertices = 35 }
        let triangle = #"[{"polygon":[[0,0],[9,0],[9,9]]}]"#
        #expect(try !isRefused(Fixture.edit("a", ("clauses/2/regions/2", "null", triangle)), by: store))
        #expect(try isRefused(Fixture.edit("b", ("clauses/1/regions/2", "null", triangle)), by: store))
        #expect(try !isRefused(Fixture.edit("c", ("clauses/seal", "true", "null")), by: store))
        #expect(try !isRefused(Fixture.edit("d", ("clauses/1/regions/2", "null", triangle)), by: store))
        #expect(try isRefused(Fixture.edit("e", ("clauses/seal", "null", "true")), by: store))
    }

    @Test func `operations and bytes of edits, working copy and journal are limited`() throws {
        let text = String(repeating: "x", count: 500)
        let edit = try Fixture.edit("a", ("clauses/2/texts/en/context", "null", "\"\(text)\""))
        for change: (inout EditLimits) -> Void in [
            { $0.editBytes = 400 }, { $0.overlayBytes = 500 }, { $0.journalBytes = 500 },
        ] {
            let (fixture, store) = try store(change)
            #expect(try isRefused(edit, by: store))
            #expect(try fixture.info().revision == 0 && fixture.value("clauses/2/texts/en/context") == .null)
        }
        let (_, store) = try store { $0.operations = 1 }
        #expect(
            try isRefused(
                Fixture.edit("b", ("clauses/2/number", "null", "null"), ("clauses/3/number", "null", "null")), by: store
            ))
    }
}
