import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import TestSupport
import Testing

/// Proposals wait in the working copy and are not part of the document.
@Suite struct ProposalTests {
    private static let proposal = """
        {"action": "replace", "annotation": {"type": "Annotation", "unknown": {"b": 1, "a": [1, 2]}}, "at": "now",
         "clause": "1", "editor": "Ada", "notes": [], "page": 1,
         "operations": [{"path": "clauses/1/texts/en/title", "before": null, "after": "A title"}]}
        """

    private static func propose(_ id: String = "p1", replacing: [(String, String)] = []) throws -> Edit {
        var text = proposal
        for (old, new) in replacing { text = text.replacing(old, with: new) }
        return try EditingStore.edit("propose-\(id)", ("proposals/\(id)", "null", text))
    }

    @Test func `a proposal does not change the document, and survives publishing and discarding`() throws {
        let store = try EditingStore()
        try store.entry(Self.propose())
        #expect(try store.info().changeCount == 0 && store.store.changes(of: store.document).total == 0)
        let files = try store.store.workingFiles(of: store.document)
        #expect(!files.contains { String(decoding: $0.bytes, as: UTF8.self).contains("A title") })
        let content = try store.store.workingContent(of: store.document).content
        #expect(content["proposals"]?["p1"]?["annotation"]?["unknown"]?["a"] == .pair(1, 2))
        // The document may be replaced, because nobody has edited it.
        #expect(try !store.store.isEdited(store.document))
        var fixture = SourceFixture()
        try fixture.replace("A library", with: "An abbey", in: "document.json")
        #expect(try store.library.put(fixture) != .unchanged)
        #expect(try store.value("proposals/p1") != .null)
        // Publishing and discarding keep the proposal.
        try store.entry(EditingStore.edit("a", at: 2, ("clauses/1/number", #""1""#, #""2""#)))
        let published = try store.store.publishWorkingCopy(
            of: store.document, revision: 3, editor: "Ada", at: Date(timeIntervalSince1970: 1_700_000_100))
        #expect(published.isChanged && published.revision == 4)
        #expect(try store.value("proposals/p1")["clause"] == .string("1"))
        try store.entry(EditingStore.edit("b", at: 4, ("clauses/1/number", #""2""#, #""3""#)))
        _ = try store.store.discardWorkingCopy(
            of: store.document, revision: 5, editor: "Ada", at: Date(timeIntervalSince1970: 1_700_000_200))
        #expect(try store.value("proposals/p1") != .null)
        #expect(try store.store.differencesFromJournal(of: store.document) == [])
    }

    @Test func `accepting a proposal is one edit that can be undone`() throws {
        let store = try EditingStore()
        try store.entry(Self.propose())
        let value = try store.value("proposals/p1").compactText
        let title = try store.value("clauses/1/texts/en/title").compactText
        let accept = try EditingStore.edit(
            "accept", at: 1, ("clauses/1/texts/en/title", title, #""A title""#), ("proposals/p1", value, "null"))
        try store.entry(accept, by: "Eve")
        #expect(try store.value("proposals/p1") == .null && store.info().changeCount == 1)
        let undo = try EditingStore.edit(
            "undo", at: 2, undoes: "accept", ("clauses/1/texts/en/title", #""A title""#, title),
            ("proposals/p1", "null", value))
        try store.entry(undo, by: "Eve")
        #expect(try store.value("proposals/p1").compactText == value && store.info().changeCount == 0)
        #expect(try store.store.differencesFromJournal(of: store.document) == [])
        // The client has sent another proposal meanwhile: the editor is notified and does not accept one they have not
        // seen.
        try store.entry(
            EditingStore.edit(
                "again", at: 3, ("proposals/p1", value, value.replacing("A title", with: "Another"))))
        let late = try EditingStore.edit("late", at: 3, ("proposals/p1", value, "null"))
        #expect(try store.conflicts(late, by: "Eve").map(\.path.description) == ["proposals/p1"])
    }

    @Test(arguments: [
        ([("\"A title\"", "7")], "clauses/1/texts/en/title"),
        ([("clauses/1/texts", "clauses/2/texts")], "operations"),
        ([("clauses/1/texts/en/title", "document/access")], "operations"),
        ([("\"page\": 1", "\"page\": 0")], "page"), ([("\"replace\"", "\"publish\"")], "action"),
        ([("\"notes\"", "\"stray\": 1, \"notes\"")], "stray"),
        ([("\"replace\"", "\"delete\"")], "annotation"),
        ([("clauses/1/texts/en/title", "clauses/1/regions/99"), ("\"A title\"", "[]")], "operations"),
        (
            [
                ("clauses/1/texts/en/title", "clauses/1/regions/1"),
                ("\"A title\"", #"[{"polygon": [[0, 0], [9, 9], [9, 0], [0, 9]]}]"#),
            ], "clauses/1/regions/1"
        ),
    ])
    func `a proposal that could not be accepted is rejected`(
        replacing: [(String, String)], place: String
    ) throws {
        let store = try EditingStore()
        let fault = try store.fault(Self.propose(replacing: replacing))
        #expect(fault.path.contains(place), "\(fault)")
        #expect(try store.info().revision == 0)
    }

    @Test func `proposals follow their page when it is renumbered, and are removed with it`() throws {
        let store = try EditingStore()
        let regions = [
            ("clauses/1/texts/en/title", "clauses/1/regions/1"),
            ("\"A title\"", #"[{"polygon": [[0, 0], [9, 0], [9, 9]]}]"#),
        ]
        try store.entry(Self.propose("p1", replacing: regions))
        try store.entry(Self.propose("p2", replacing: [("\"page\": 1", "\"page\": 2")]))
        try store.entry(EditingStore.edit("a", at: 2, ("pages/2/order", "1", "-1")))
        func publish() throws {
            _ = try store.store.publishWorkingCopy(
                of: store.document, revision: store.info().revision, editor: "Ada",
                at: Date(timeIntervalSince1970: 1_700_000_100))
            #expect(try store.store.differencesFromJournal(of: store.document) == [])
        }
        try publish()
        let moved = try store.value("proposals/p1")
        #expect(moved["page"] == .number(2))
        #expect(moved["operations"]?.elements?.first?["path"] == .string("clauses/1/regions/2"))
        #expect(try store.value("proposals/p2")["page"] == .number(1))
        // A proposal must not prevent publishing, whatever its page shows by then.
        let outside = moved.compactText.replacing("[9,9]", with: "[900,900]")
        let shown = try store.info().revision
        try store.entry(EditingStore.edit("c", at: shown, ("proposals/p1", moved.compactText, outside)))
        let three = try store.value("clauses/3/regions/1").compactText
        let revision = try store.info().revision
        try store.entry(
            EditingStore.edit("b", at: revision, ("clauses/3/regions/1", three, "null"), ("pages/1", "true", "null")))
        try publish()
        #expect(try store.value("proposals/p2") == .null && store.value("proposals/p1")["page"] == .number(1))
    }

    @Test func `the number and size of proposals are limited`() throws {
        let store = try EditingStore()
        var limits = EditLimits()
        (limits.proposals, limits.annotationBytes) = (2, 100)
        var limited = store.store
        limited.editLimits = limits
        func apply(_ edit: Edit) throws -> EditOutcome {
            try limited.apply(edit, to: store.document, editor: "Ada", at: Date(timeIntervalSince1970: 1_700_000_000))
        }
        _ = try apply(Self.propose("p1"))
        _ = try apply(Self.propose("p2"))
        for edit in [
            try Self.propose("p3"),
            try EditingStore.edit(
                "long",
                (
                    "proposals/p1", store.value("proposals/p1").compactText,
                    Self.proposal.replacing("\"unknown\"", with: "\"\(String(repeating: "x", count: 100))\"")
                )),
        ] {
            let error = try #require(throws: ClauseStoreError.self) { try apply(edit) }
            guard case .edit(let fault) = error else { throw error }
            #expect(fault.isLimit, "\(fault)")
        }
        // An existing proposal can be sent again.
        _ = try apply(
            EditingStore.edit(
                "again",
                (
                    "proposals/p1", store.value("proposals/p1").compactText,
                    Self.proposal.replacing("A title", with: "Another")
                )))
    }
}
