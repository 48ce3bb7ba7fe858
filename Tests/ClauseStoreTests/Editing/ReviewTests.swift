import DocumentFormats
import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import ClauseStore

/// Reviews of translations, which exist only in the journal.
@Suite struct ReviewTests {
    private static let path = "clauses/2/texts/fr/reviewed"
    private static let digest = #""0123456789abcdef""#
    private static let other = #""fedcba9876543210""#

    private func reviewed(_ fixture: EditingStore) throws -> JSONValue? {
        try fixture.store.workingContent(of: "psalter").content["reviewed"]
    }

    @Test func `a review is stored, can be undone, and is no change to publish`() throws {
        let fixture = try EditingStore()
        try fixture.entry(EditingStore.edit("r1", (Self.path, "null", Self.digest)))
        #expect(try fixture.value(Self.path) == EditingStore.value(Self.digest))
        #expect(try reviewed(fixture) == EditingStore.value(#"{"fr":{"2":"0123456789abcdef"}}"#))
        #expect(try fixture.info().changeCount == 0 && fixture.store.changes(of: "psalter").total == 0)
        // The same review by somebody else changes nothing; a review of another state applies to the result of the
        // first one.
        let same = try EditingStore.edit("r2", (Self.path, "null", Self.digest))
        #expect(
            try fixture.entry(same, by: "Bea").event == .edit(id: "r2", label: nil, undoes: nil, operations: []))
        #expect(
            try fixture.conflicts(EditingStore.edit("r3", (Self.path, "null", Self.other)), by: "Bea").map(\.reason)
                == [.changed])
        try fixture.entry(EditingStore.edit("r4", at: 2, undoes: "r1", (Self.path, Self.digest, "null")))
        #expect(try fixture.value(Self.path) == .null && reviewed(fixture) == .object([]))
        #expect(try fixture.store.differencesFromJournal(of: "psalter") == [])
    }

    @Test func `a review survives replacing, publishing and discarding`()
        throws
    {
        let fixture = try EditingStore()
        try fixture.entry(EditingStore.edit("r1", (Self.path, "null", Self.digest)))
        var changed = SourceFixture()
        try changed.replace("Tithes", with: "Tenths", in: "texts/en.json")
        try fixture.library.put(changed)
        try fixture.entry(EditingStore.edit("e1", ("clauses/2/number", #""2""#, #""II""#)))
        let version = try fixture.store.publishWorkingCopy(of: "psalter", revision: 3, editor: "Ada", at: Date())
        #expect(version.version == 3 && version.isChanged)
        #expect(try fixture.value(Self.path) == EditingStore.value(Self.digest))
        let texts = try #require(fixture.store.workingFiles(of: "psalter").first { $0.name == "texts/fr.json" })
        #expect(!String(decoding: texts.bytes, as: UTF8.self).contains("reviewed"))
        try fixture.entry(EditingStore.edit("e2", ("clauses/2/number", #""II""#, #""2""#)))
        _ = try fixture.store.discardWorkingCopy(of: "psalter", revision: 5, editor: "Ada", at: Date())
        #expect(try fixture.value(Self.path) == EditingStore.value(Self.digest))
        #expect(try fixture.store.differencesFromJournal(of: "psalter") == [])
        // A deleted clause has no review.
        try fixture.entry(EditingStore.edit("e3", at: 6, ("clauses/2", "true", "null")))
        #expect(try reviewed(fixture) == .object([]))
    }

    @Test(arguments: [#""0123456789abcde""#, #""0123456789ABCDEF""#, "true", "7"])
    func `a review that is no digest is rejected`(value: String) throws {
        let fixture = try EditingStore()
        #expect(try fixture.fault(EditingStore.edit("r1", (Self.path, "null", value))).path == Self.path)
        #expect(try fixture.info().revision == 0)
    }

    @Test func `a review in a language that the document lacks is rejected`() throws {
        let fixture = try EditingStore()
        let edit = try EditingStore.edit("r1", ("clauses/2/texts/de/reviewed", "null", Self.digest))
        #expect(try fixture.fault(edit).path == "clauses/2/texts/de/reviewed")
    }
}
