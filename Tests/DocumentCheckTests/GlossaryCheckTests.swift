import DocumentCheck
import DocumentFormats
import DocumentModel
import Foundation
import TestSupport
import Testing

@Suite struct GlossaryCheckTests {
    /// Returns the findings about the glossary, as kinds and messages.
    private func findings(_ glossary: String, texts: [String: String] = [:]) throws -> [String] {
        var fixture = SoundDocument.fixture()
        fixture.files["glossary.json"] = Data(glossary.utf8)
        for (language, text) in texts {
            fixture.files["texts/\(language).json"] = Data(
                #"{ "1": { "title": "t", "translation": "\#(text)" } }"#.utf8)
        }
        let folder = try TemporaryFolder()
        try fixture.write(to: folder)
        let document = try withExtendedLifetime(folder) {
            try SourceFolder.read(folder.url.path, imageSize: { _, _ in (1000, 800) }, isTolerant: true)
        }
        return try DocumentCheck(document).findings().filter { $0.kind.rawValue.hasPrefix("term-") }
            .map { "\($0.kind.severity) \($0.kind.rawValue): \($0.message)" }
    }

    private let texts = ["en": "No scutage, and no RELIEFS.", "fr": "Ni écuage ni relief."]

    @Test func `a complete glossary has no findings`() throws {
        let found = try findings(
            """
            [{ "id": "scutage", "term": { "en": "scutage", "fr": "écuage" }, "definition": { "en": "a", "fr": "b" } },
             { "id": "relief", "term": { "en": "relief", "fr": "relief" }, "forms": { "en": ["reliefs"] },
               "definition": "The same in every language.", "seeAlso": ["scutage"] }]
            """, texts: texts)
        #expect(found == [])
    }

    @Test func `incomplete, shared, unused and dangling terms are reported`() throws {
        let found = try findings(
            """
            [{ "id": "scutage", "term": { "en": "scutage" }, "seeAlso": ["none"] },
             { "id": "shield", "term": { "en": "Scutage", "fr": "bouclier" }, "definition": { "en": "a", "fr": " " } },
             { "id": "relief", "term": { "en": "relief", "fr": "relief" }, "definition": { "en": "a", "fr": "b" } }]
            """, texts: texts)
        #expect(
            found == [
                "error term-astray: the term scutage refers to the term \"none\", which does not exist",
                "warning term-twice: the term scutage and the term shield have the same word in en: \"Scutage\"",
                "warning term-not-found: the term shield occurs in no text in en",
                "warning term-not-found: the term relief occurs in no text in en",
                "warning term-not-found: the term shield occurs in no text in fr",
                "warning term-incomplete: the term scutage has no definition in en",
                "warning term-incomplete: the term scutage has no name and no definition in fr",
                "warning term-incomplete: the term shield has no definition in fr",
            ])
    }
}
