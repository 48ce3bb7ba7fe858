import DocumentModel
import Foundation
import Testing

/// The same cases as `Tests/ViewerTests/glossary-finding.test.mjs`.
@Suite struct TermFinderTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let words: [[String]]
        let text: String
        /// Start, end and entry of each, as JavaScript string indices.
        let finds: [[Int]]

        var testDescription: String { name }
    }

    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/terms.json")
    static let cases = (try? JSONDecoder().decode([Case].self, from: Data(contentsOf: file))) ?? []

    @Test func `the shared test cases are loaded`() { #expect(Self.cases.count > 20) }

    @Test(arguments: cases)
    func `the terms found in a text are those that the viewer finds`(_ testCase: Case) {
        #expect(TermFinder(testCase.words).entries(in: [testCase.text]) == Set(testCase.finds.map { $0[2] }))
    }

    @Test func `a word shared by two terms is listed once`() {
        let shared = TermFinder([["relief", "reliefs"], ["Relief", "RELIEFS"], ["aid"]]).shared
        #expect(shared.map { [$0.first, $0.second] } == [[0, 1]] && shared.first?.form == "Relief")
        #expect(TermFinder([["relief", "Relief"]]).shared.isEmpty)
    }

    @Test func `an entry's words are its term and forms, also for regional language tags`() {
        let entry = GlossaryEntry(
            id: "scutage", term: ["en": "scutage", "fr": "écuage"], forms: ["en": ["scutages"], "la": ["scutagium"]])
        #expect(entry.words(in: "en-GB") == ["scutage", "scutages"])
        #expect(entry.words(in: "fr") == ["écuage"] && entry.words(in: "la") == ["scutagium"])
        #expect(entry.words(in: "de").isEmpty)
        #expect(GlossaryEntry(id: "x", term: "Magna Carta").words(in: "de") == ["Magna Carta"])
    }
}
