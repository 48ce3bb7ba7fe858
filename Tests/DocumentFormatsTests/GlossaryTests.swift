import Foundation
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct GlossaryTests {
    static let glossary = """
        [
          { "id": "relief", "term": { "en": "relief", "fr": "relief", "la": "relevium" }, "x-own": 1,
            "forms": { "en": ["reliefs"], "la": ["relevio"] },
            "definition": { "en": "What an heir pays.", "fr": "Ce que paie un héritier." }, "seeAlso": ["heir"] },
          { "id": "heir", "term": "heir" }
        ]
        """

    private func fixture(_ glossary: String = glossary) -> SourceFixture { SourceFixture("glossary.json", glossary) }

    @Test func `a glossary is read with its document, and read back as written`() throws {
        let document = try fixture().read()
        #expect(document.glossary.map(\.id) == ["relief", "heir"] && document.header.termCount == 2)
        #expect(
            document.glossary[0]
                == GlossaryEntry(
                    id: "relief", term: ["en": "relief", "fr": "relief", "la": "relevium"],
                    forms: ["en": ["reliefs"], "la": ["relevio"]],
                    definition: ["en": "What an heir pays.", "fr": "Ce que paie un héritier."], seeAlso: ["heir"]))
        #expect(document.glossary[1] == GlossaryEntry(id: "heir", term: "heir"))
        #expect(document.files.first { $0.name == "glossary.json" }?.bytes == Data(Self.glossary.utf8))
        let file = try JSONParser.parse(Data(JSONValue.array(document.glossary.map(\.json)).text().utf8))
        #expect(GlossaryEntry.stored(file) == document.glossary)
    }

    @Test func `a document without the file has no glossary`() throws {
        let document = try SourceFixture().read()
        #expect(document.glossary.isEmpty && document.header.termCount == 0)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        let line: String

        var testDescription: String { line }
    }

    static let faults = [
        Fault(
            old: #"["heir"]"#, new: #"["none"]"#,
            line: "[0].seeAlso is \"none\", expected the id of a term of glossary.json"),
        Fault(
            old: #"["heir"]"#, new: #"["relief"]"#,
            line: "[0].seeAlso[0] is \"relief\", expected every other term at most once"),
        Fault(
            old: #"["heir"]"#, new: #"["heir", "heir"]"#,
            line: "[0].seeAlso[1] is \"heir\", expected every other term at most once"),
        Fault(
            old: #""id": "heir""#, new: #""id": "relief""#,
            line: "[1].id is \"relief\", expected an id that is not already used"),
        Fault(
            old: #""term": "heir""#, new: #""term": " ""#,
            line: "[1].term is \" \", expected a term that is not blank in any language"),
        Fault(
            old: #", "term": "heir""#, new: "",
            line: "[1].term is missing, expected a text, or an object of texts by language"),
        Fault(
            old: #"["reliefs"]"#, new: #"["reliefs", ""]"#,
            line: "[0].forms.en[1] is \"\", expected a word that texts use for the term"),
        Fault(
            old: #"["reliefs"]"#, new: #""reliefs""#, line: "[0].forms.en is \"reliefs\", expected an array of words"),
        Fault(
            old: #""en": ["reliefs"]"#, new: #""e_n": ["reliefs"]"#,
            line: "[0].forms.e_n is \"e_n\", expected a language tag such as en or fr-CA as key"),
    ]

    @Test(arguments: faults)
    func `a fault names the file, the place and the value`(_ fault: Fault) throws {
        var fixture = fixture()
        try fixture.replace(fault.old, with: fault.new, in: "glossary.json")
        if fault.new.contains(#""id": "relief""#) {
            try fixture.replace(#", "seeAlso": ["heir"]"#, with: "", in: "glossary.json")
        }
        #expect(try fixture.faults().lines == ["glossary.json: glossary\(fault.line)"])
    }

    @Test func `terms that are too long and glossaries with too many terms are refused`() throws {
        let long = String(repeating: "ä", count: GlossaryLimits.termLength + 1)
        let faults = try fixture(#"[{ "id": "a", "term": "\#(long)" }]"#).faults().lines
        #expect(faults.count == 1 && faults[0].hasSuffix("expected at most 200"))
        let many = (0...GlossaryLimits.entries).map { #"{ "id": "t\#($0)", "term": "t" }"# }.joined(separator: ",")
        #expect(
            try fixture("[\(many)]").faults().lines == [
                "glossary.json: glossary is an array of 2001, expected at most 2000"
            ])
    }

    @Test func `formats that cannot represent a glossary report it as lost`() throws {
        let document = try fixture().read()
        let losses = PresentationWriter(document, base: "https://example.org", images: [:]).losses
        #expect(losses.contains("the glossary"))
        #expect(try GeoJSONWriter(document).losses.contains("the glossary"))
        let none = PresentationWriter(try SourceFixture().read(), base: "https://example.org", images: [:]).losses
        #expect(!none.contains("the glossary"))
    }

    // MARK: TEI

    @Test func `an edition keeps the glossary apart from the clauses`() throws {
        let document = try fixture().read()
        let writer = TEIWriter(document)
        #expect(writer.losses.contains("further keys of glossary.json: x-own"))
        #expect(!writer.losses.contains("the glossary"))
        let result = try RecognisedSource.recognise(writer.edition(), path: "a/edition.xml").read(
            images: [:], captures: [:])
        #expect(result.document.glossary == document.glossary)
        #expect(result.document.clauses == document.clauses && result.document.texts == document.texts)
    }

    @Test(arguments: ["a  b", " a", "a\n\nb", "]]>", "e\u{301}", "a & b", "<lb/>", "\u{A0}a"])
    func `glossary texts are read back from an edition scalar for scalar`(_ text: String) throws {
        let entry = GlossaryEntry(
            id: "t", term: ["en": text, "fr": "x"], forms: ["en": [text, "b"]], definition: LanguageMap(plain: text))
        let json = JSONValue.array([entry.json]).text()
        let document = try SourceFixture("glossary.json", json).read()
        let result = try RecognisedSource.recognise(TEIWriter(document).edition(), path: "a/edition.xml")
            .read(images: [:], captures: [:])
        #expect(result.document.glossary == [entry])
        #expect(result.document.glossary.first?.forms["en"]?.first?.isIdentical(to: text) == true)
    }
}
