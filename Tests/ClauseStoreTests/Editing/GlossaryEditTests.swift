import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import TestSupport
import Testing

@Suite struct GlossaryEditTests {
    private typealias Fixture = EditingStore

    private static let glossary = """
        [{ "id": "relief", "term": { "en": "relief" }, "x-own": 1, "seeAlso": ["heir"] },
         { "id": "heir", "term": { "en": "heir" }, "forms": { "en": ["heirs"] } }]
        """

    private func fixture() throws -> EditingStore { try EditingStore(SourceFixture("glossary.json", Self.glossary)) }

    private func file(_ fixture: EditingStore) throws -> JSONValue? {
        try fixture.store.workingFiles(of: "psalter").first { $0.name == "glossary.json" }.map {
            try JSONParser.parse($0.bytes)
        }
    }

    @Test func `a term's fields have the values of its file`() throws {
        let fixture = try fixture()
        #expect(try fixture.value("glossary/relief") == .bool(true))
        #expect(try fixture.value("glossary/relief/term") == Fixture.value(#"{"en":"relief"}"#))
        #expect(try fixture.value("glossary/relief/definition") == .null)
        #expect(try fixture.value("glossary/relief/seeAlso") == Fixture.value(#"["heir"]"#))
        #expect(try fixture.value("glossary/heir/forms") == Fixture.value(#"{"en":["heirs"]}"#))
        #expect(try fixture.value("glossary/heir/order") == .number(1))
        #expect(try fixture.value("glossary/none/term") == .null)
    }

    @Test func `terms are created, changed, reordered and removed, and unknown keys stay`() throws {
        let fixture = try fixture()
        try fixture.entry(
            Fixture.edit(
                "a", ("glossary/aid", "null", "true"), ("glossary/aid/term", "null", #"{"en":"aid"}"#),
                ("glossary/aid/order", "null", "-1"),
                ("glossary/relief/definition", "null", #"{"en":"What an heir pays."}"#),
                ("glossary/heir/forms", #"{"en":["heirs"]}"#, #"{"fr":[]}"#)))
        #expect(
            try file(fixture)
                == Fixture.value(
                    """
                    [{"id":"aid","term":{"en":"aid"}},
                     {"id":"relief","term":{"en":"relief"},"x-own":1,"seeAlso":["heir"],
                      "definition":{"en":"What an heir pays."}},
                     {"id":"heir","term":{"en":"heir"}}]
                    """))
        // The published version has no references to a deleted term, and an undo restores them.
        try fixture.entry(Fixture.edit("b", ("glossary/heir", "true", "null")))
        #expect(try file(fixture)?.elements?.compactMap { $0["id"]?.textValue } == ["aid", "relief"])
        #expect(try fixture.store.workingDocument(of: "psalter").glossary.last?.seeAlso == [])
        try fixture.entry(Fixture.edit("c", undoes: "b", ("glossary/heir", "null", "true")))
        #expect(try fixture.store.workingDocument(of: "psalter").glossary[1].seeAlso == ["heir"])
        try fixture.entry(
            Fixture.edit(
                "d", ("glossary/aid", "true", "null"), ("glossary/relief", "true", "null"),
                ("glossary/heir", "true", "null")))
        #expect(try file(fixture) == nil)
    }

    @Test func `invalid values are rejected, and editing a removed term conflicts`() throws {
        let fixture = try fixture()
        let never = try fixture.fault(Fixture.edit("a", ("glossary/heir/seeAlso", "null", #"["none"]"#)))
        #expect(never.value == "an array with \"none\"" && never.expected == "ids of existing terms")
        let own = try fixture.fault(Fixture.edit("b", ("glossary/heir/seeAlso", "null", #"["heir"]"#)))
        #expect(own.expected == "every other term at most once")
        let blank = try fixture.fault(Fixture.edit("c", ("glossary/heir/term", #"{"en":"heir"}"#, #"{"en":" "}"#)))
        #expect(blank.expected == "a term that is not blank in any language")
        let forms = try fixture.fault(Fixture.edit("d", ("glossary/heir/forms", #"{"en":["heirs"]}"#, #"["heirs"]"#)))
        #expect(forms.expected == "an object of lists of words by language")
        try fixture.entry(Fixture.edit("e", ("glossary/relief", "true", "null")))
        let late = try Fixture.edit("f", ("glossary/relief/definition", "null", #"{"en":"x"}"#))
        #expect(try fixture.conflicts(late, by: "Bea").map(\.reason) == [.absent])
        let reference = try Fixture.edit("g", ("glossary/heir/seeAlso", "null", #"["relief"]"#))
        #expect(try fixture.conflicts(reference, by: "Bea").map(\.reason) == [.absent])
    }

    @Test func `removing a term that somebody else has edited conflicts`() throws {
        let fixture = try fixture()
        try fixture.entry(Fixture.edit("a", ("glossary/heir/definition", "null", #"{"en":"Who inherits."}"#)))
        let removal = try Fixture.edit("b", ("glossary/heir", "true", "null"))
        #expect(try fixture.conflicts(removal, by: "Bea").map(\.reason) == [.edited])
    }

    @Test func `a published glossary is stored with the document, and no changes are left`() throws {
        let fixture = try fixture()
        try fixture.entry(Fixture.edit("a", ("glossary/heir/term", #"{"en":"heir"}"#, #"{"en":"heiress"}"#)))
        #expect(try fixture.store.changes(of: "psalter").document.map(\.path.description) == ["glossary/heir/term"])
        _ = try fixture.store.publishWorkingCopy(of: "psalter", revision: 1, editor: "Ada", at: Date())
        #expect(try fixture.store.glossary(of: "psalter").last?.term == ["en": "heiress"])
        #expect(try fixture.store.document("psalter").termCount == 2)
        #expect(try fixture.store.changes(of: "psalter").total == 0)
    }

    @Test func `merging a source changes only terms that nobody has edited`() throws {
        let fixture = try fixture()
        try fixture.entry(Fixture.edit("a", ("glossary/heir/term", #"{"en":"heir"}"#, #"{"en":"Mine"}"#)))
        var source = SourceFixture("glossary.json", Self.glossary)
        try source.replace(#""heirs""#, with: #""heirs", "heiresses""#, in: "glossary.json")
        let document = try source.read()
        _ = try fixture.store.merge(
            document, images: [1: SourceFixture.image], source: "folder", editor: "the folder", at: Date())
        #expect(try fixture.value("glossary/heir/forms") == Fixture.value(#"{"en":["heirs","heiresses"]}"#))
        #expect(try fixture.value("glossary/heir/term") == Fixture.value(#"{"en":"Mine"}"#))
    }
}
