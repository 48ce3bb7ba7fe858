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

    @Test func `there are cases`() { #expect(Self.cases.count > 20) }

    @Test(arguments: cases)
    func `the terms of a text are found as the viewer finds them`(_ one: Case) {
        #expect(TermFinder(one.words).entries(in: [one.text]) == Set(one.finds.map { $0[2] }))
    }

    @Test func `words that two terms share are noted once`() {
        let shared = TermFinder([["relief", "reliefs"], ["Relief", "RELIEFS"], ["aid"]]).shared
        #expect(shared.map { [$0.first, $0.second] } == [[0, 1]] && shared.first?.form == "Relief")
        #expect(TermFinder([["relief", "Relief"]]).shared.isEmpty)
    }

    @Test func `the words of an entry are its term and its forms, also for a region of the language`() {
        let entry = GlossaryEntry(
            id: "scutage", term: ["en": "scutage", "fr": "écuage"], forms: ["en": ["scutages"], "la": ["scutagium"]])
        #expect(entry.words(in: "en-GB") == ["scutage", "scutages"])
        #expect(entry.words(in: "fr") == ["écuage"] && entry.words(in: "la") == ["scutagium"])
        #expect(entry.words(in: "de").isEmpty)
        #expect(GlossaryEntry(id: "x", term: "Magna Carta").words(in: "de") == ["Magna Carta"])
    }
}
