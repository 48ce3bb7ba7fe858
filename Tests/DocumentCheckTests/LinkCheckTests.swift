import DocumentCheck
import DocumentFormats
import DocumentModel
import Foundation
import TestSupport
import Testing

@Suite struct LinkCheckTests {
    private func findings(words: String, phrases: String) throws -> [String] {
        var fixture = SourceFixture("words.json", words)
        try fixture.replace(
            #""translation": "The church shall be free.""#,
            with: #""translation": "The church shall be\n free.", "phrases": \#(phrases)"#, in: "texts/en.json")
        return try DocumentCheck(fixture.read()).findings()
            .filter { [.phraseAstray, .wordsAstray].contains($0.kind) }.map { "\($0.severity): \($0.message)" }
    }

    @Test func `phrases and words found in the texts give no findings, whatever the line breaks`() throws {
        let found = try findings(
            words: #"{ "1": [ { "text": "ECCLESIA,", "page": 1, "box": [1, 2, 3, 4] } ] }"#,
            phrases: #"[{ "transcription": "ecclesia  libera", "translation": ["The church", "be free"] }]"#)
        #expect(found == [])
    }

    @Test func `phrases and words missing from the texts are reported as warnings`() throws {
        let found = try findings(
            words: """
                { "1": [ { "text": "ecclesia", "page": 1, "box": [1, 2, 3, 4] },
                         { "text": "ecclesia", "page": 1, "box": [1, 2, 3, 4] }, { "text": "Dei", "page": 1, "box": [1, 2, 3, 4] } ] }
                """,
            phrases: #"""
                [{ "transcription": "ecclesia", "translation": "The church" },
                 { "transcription": "libera", "translation": { "text": "free", "occurrence": 2 } },
                 { "transcription": "Roma", "translation": "free" }]
                """#)
        #expect(
            found == [
                "warning: phrase 2 of clause 1 in en quotes \"free\" (occurrence 2), which the translation does not have",
                "warning: phrase 3 of clause 1 in en quotes \"Roma\", which the transcription does not have",
                "warning: clause 1 has \"ecclesia\" and 1 more on page 1, which the transcription does not have",
            ])
    }
}
