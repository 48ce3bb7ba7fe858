import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import ImageGeometry
import TestSupport
import Testing

@Suite struct LinkEditTests {
    private typealias Fixture = EditingStore

    private static let words = #"{ "3": [ { "text": "Argentum", "page": 2, "box": [1, 2, 30, 4], "x-own": 1 } ] }"#
    private static let quod = #"[{"box":[510,20,30,12],"page":1,"text":"Quod"}]"#
    private static let phrase = #"[{"transcription":"ecclesia","translation":"The church"}]"#

    private func fixture() throws -> EditingStore { try EditingStore(SourceFixture("words.json", Self.words)) }

    private func file(_ name: String, _ fixture: EditingStore) throws -> JSONValue? {
        try fixture.store.workingFiles(of: "psalter").first { $0.name == name }.map { try JSONParser.parse($0.bytes) }
    }

    @Test func `words and phrases are edited, published and served`() throws {
        let fixture = try fixture()
        #expect(
            try fixture.value("clauses/3/words") == Fixture.value(#"[{"box":[1,2,30,4],"page":2,"text":"Argentum"}]"#))
        #expect(try fixture.value("clauses/1/words") == .null)
        try fixture.entry(
            Fixture.edit(
                "a", ("clauses/1/words", "null", Self.quod), ("clauses/1/texts/en/phrases", "null", Self.phrase)))
        #expect(
            try file("words.json", fixture)
                == Fixture.value(
                    """
                    {"3":[{"text":"Argentum","page":2,"box":[1,2,30,4],"x-own":1}],
                     "1":[{"text":"Quod","page":1,"box":[510,20,30,12]}]}
                    """
                ))
        #expect(try file("texts/en.json", fixture)?["1"]?["phrases"] == Fixture.value(Self.phrase))
        let revision = try fixture.info().revision
        _ = try fixture.store.publishWorkingCopy(
            of: "psalter", revision: revision, editor: "Ada", at: Date(timeIntervalSince1970: 1_700_000_100))
        let links = try fixture.store.links(of: "1", in: "psalter", lang: "en")
        #expect(
            links.words == [
                ClauseWord(text: "Quod", page: 1, box: Rectangle(x: 510, y: 20, width: 30, height: 12))
            ])
        #expect(links.lang == "en")
        #expect(
            links.phrases == [
                Phrase(
                    transcription: [PhraseQuote(text: "ecclesia")], translation: [PhraseQuote(text: "The church")])
            ])
        // In French nothing is aligned; a missing text is replaced by the fallback's, with its phrases.
        #expect(try fixture.store.links(of: "1", in: "psalter", lang: "fr").phrases.isEmpty)
        #expect(try fixture.store.links(of: "2", in: "psalter", lang: "fr").lang == "en")
        #expect(throws: ClauseStoreError.self) { try fixture.store.links(of: "none", in: "psalter", lang: nil) }
        #expect(try fixture.store.links(of: "psalter").first { $0.clause == "1" }?.phrases.keys.sorted() == ["en"])
        #expect(try fixture.store.differencesFromSource(of: "psalter") == [])
        #expect(
            try fixture.store.versions(of: "psalter").compactMap(\.changes).first?.changed.map {
                "\($0.id): \($0.fields)"
            } == [
                #"1: ["words", "en.phrases"]"#
            ])
    }

    @Test func `different alignments of the same clause conflict, and equal ones do not`() throws {
        let fixture = try fixture()
        try fixture.entry(Fixture.edit("a", ("clauses/1/texts/en/phrases", "null", Self.phrase)))
        let other = #"[{"transcription":"libera","translation":"free"}]"#
        let conflicts = try fixture.conflicts(
            Fixture.edit("b", ("clauses/1/texts/en/phrases", "null", other)), by: "Bea")
        #expect(conflicts.map(\.path.description) == ["clauses/1/texts/en/phrases"])
        let same = #"[{"transcription":["ecclesia"],"translation":{"text":"The church","occurrence":1}}]"#
        #expect(try fixture.conflicts(Fixture.edit("c", ("clauses/1/texts/en/phrases", "null", same)), by: "Bea") == [])
    }

    @Test func `words outside their page or on a missing page are rejected`() throws {
        let fixture = try fixture()
        func fault(_ word: String) throws -> String {
            try fixture.fault(Fixture.edit("a", ("clauses/1/words", "null", "[\(word)]"))).value
        }
        #expect(try fault(#"{"text":"a","page":9,"box":[0,0,1,1]}"#) == "a word on page 9")
        #expect(
            try fault(#"{"text":"a","page":2,"box":[0,0,501,1]}"#) == "the word \"a\", which leaves its page")
        #expect(try fault(#"{"text":"a","page":1,"box":[0,0,1,1],"x":1}"#) == "an object with the key \"x\"")
    }

    @Test func `deleting a clause removes its words, and undo restores them`() throws {
        let fixture = try fixture()
        try fixture.entry(Fixture.edit("a", ("clauses/3", "true", "null")))
        #expect(try file("words.json", fixture) == nil)
        try fixture.entry(Fixture.edit("b", at: 1, undoes: "a", ("clauses/3", "null", "true")))
        #expect(try file("words.json", fixture)?["3"]?.elements?.count == 1)
    }
}
