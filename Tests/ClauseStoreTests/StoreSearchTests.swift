import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import TestSupport
import Testing

@Suite struct StoreSearchTests {
    private let library: TestStore
    private var store: ClauseStore { library.store }

    init() throws {
        library = try TestStore(SourceFixture())
    }

    private func ids(_ words: String?, lang: String? = nil) throws -> [String] {
        let filter = ClauseFilter(categories: ["all", "hidden"], search: words, lang: lang)
        return try store.clauses(of: "psalter", filter).map(\.id)
    }

    @Test func `words are found in titles, translations, contexts and transcriptions`() throws {
        #expect(try ids("tithes") == ["2"])
        #expect(try ids("bishops") == ["preamble"])
        #expect(try ids("see") == ["1"])
        #expect(try ids("argentum") == ["3"])
    }

    @Test func `every word must occur in one text of the clause`() throws {
        #expect(try ids("church money") == ["2"])
        #expect(try ids("silver argentum").isEmpty, "one in the translation, one in the transcription")
        #expect(try ids("silver bishops").isEmpty)
    }

    @Test func `the last word matches as a prefix, the others as whole words`() throws {
        #expect(try ids("chur") == ["2", "1"])
        #expect(try ids("chur money").isEmpty)
        #expect(try ids("money chur") == ["2"])
    }

    @Test func `search ignores accents and case`() throws {
        #expect(try ids("EGLISE") == ["1"])
        #expect(try ids("elevee") == ["note"])
        #expect(try ids("l'e\u{301}glise") == ["1"])
    }

    @Test func `with a language, only its texts, their fallbacks and transcriptions are searched`() throws {
        #expect(try ids("church", lang: "fr") == ["2"], "clause 2 has no French text and shows its English one")
        #expect(try ids("argent", lang: "fr") == ["3"])
        #expect(try ids("argent", lang: "en") == ["3"], "found in the transcription, as its word's beginning")
        #expect(try ids("libre", lang: "en").isEmpty)
        #expect(try ids("libre") == ["1"])
    }

    @Test func `a blank search filters nothing, and one without words finds nothing`() throws {
        #expect(try ids(nil).count == 6)
        #expect(try ids(" ").count == 6)
        #expect(try ids("!?").isEmpty)
    }

    @Test func `a clause is found by its number, alone or after a designator`() throws {
        for words in ["2", "clause 2", "Cl. 2", "cl.2", "§ 2", "chapter 2", " no. 2 "] {
            #expect(try ids(words).contains("2"), "\(words)")
        }
        #expect(try ids("clause 200").isEmpty)
        #expect(try ids("tithes 3").isEmpty, "words and a number are only words")
        #expect(try ids("cl").isEmpty)
    }

    @Test(arguments: [
        "\"", "\"\"", "(", "NEAR(a b)", "title:church", "church*", "-church", "^church", "a AND", "OR", "NOT", "{",
        "a\u{0}b", "church\u{0}", "'", "%", "*", "\\", "church AND (SELECT 1)", "+", ":", "a:b:c", "\u{FEFF}",
        "{title} : x", "\"*",
    ])
    func `FTS5 syntax in a search causes no error`(_ words: String) throws {
        _ = try ids(words)
        _ = try ids(words, lang: "fr")
        _ = try store.search(words)
    }

    @Test func `library search ranks title matches first`() throws {
        let found = try store.search("church").hits
        #expect(found.map(\.clause.id) == ["1", "2"])
        #expect(found.allSatisfy { $0.document == "psalter" })
        #expect(found[0].score > found[1].score)
        #expect(try store.search("church", limit: 1).hits.map(\.clause.id) == ["1"])
        #expect(try store.search("church", limit: -5).hits.count == 1)
        #expect(try store.search("").hits.isEmpty)
    }

    @Test func `a match is returned in the requested language`() throws {
        let found = try store.search("argent", lang: "fr").hits
        #expect(found.map(\.clause.id) == ["3"])
        #expect(found[0].clause.lang == "fr" && found[0].clause.title == "Argent")
    }

    @Test func `quoted words match only as a phrase`() throws {
        #expect(try ids("\"church shall be\"") == ["1"])
        #expect(try ids("\"shall church\"").isEmpty)
        #expect(try ids("\"church shal") == ["1"], "still being typed")
        #expect(try ids("\"church shal\"").isEmpty)
        #expect(try ids("free \"The church\"") == ["1"])
    }

    @Test func `a match has a snippet with the words marked`() throws {
        let found = try store.search("shall free").hits
        let snippet = try #require(found.first?.snippet)
        #expect(snippet.field == .translation && snippet.lang == "en")
        #expect(snippet.text == "The church shall be free." && snippet.marks == [11..<16, 20..<24])
        #expect(try store.search("argentum").hits.first?.snippet?.lang == "la")
    }

    @Test func `parts of a search add up to the whole, each clause once`() throws {
        for words in ["church", "e", "s"] {
            let whole = try store.search(words).hits.map(\.clause.id)
            for limit in 1...3 {
                var parts: [String] = []
                var cursor: SearchCursor?
                repeat {
                    let part = try store.search(words, limit: limit, after: cursor)
                    #expect(part.hits.count <= limit)
                    parts += part.hits.map(\.clause.id)
                    cursor = try part.next.map { try #require(SearchCursor($0.description)) }
                } while cursor != nil
                #expect(parts == whole)
            }
        }
    }

    @Test func `words are found in scripts with and without spaces, ignoring case and accents`() throws {
        let texts = [
            "el": ("Ἐλευθερία", "Κανένας ἐλεύθερος ἄνθρωπος νὰ μὴν συλληφθεῖ· ὁ νόμος."),
            "ar": ("الحُرِّيّة", "لا يُقبَض على أيّ رجلٍ حُرّ."), "zh": ("自由", "任何自由人不得被逮捕。"),
        ]
        var fixture = SourceFixture()
        try fixture.replace(
            #""languages": ["en", "fr"]"#, with: #""languages": ["en", "fr", "el", "ar", "zh"]"#, in: "document.json")
        for (language, text) in texts {
            let entry = ["1": ["title": text.0, "translation": text.1]]
            fixture.files["texts/\(language).json"] = try JSONEncoder().encode(entry)
        }
        try library.put(fixture)
        for words in [
            "ελευθερια", "ΕΛΕΎΘΕΡΟΣ", "νομοσ", "حر", "الحرية", "رجل حر", "自由人", "自由", "由", "逮捕 自由", "\"不得被\"",
        ] {
            #expect(try ids(words) == ["1"], "\(words)")
        }
        for words in ["人自", "捕逮", "عبد", "δοῦλος", "\"逮捕任何\""] { #expect(try ids(words).isEmpty, "\(words)") }
        #expect(try ids("自由", lang: "zh") == ["1"])
        #expect(try ids("自由", lang: "el").isEmpty)
        let snippet = try #require(try store.search("自由人", lang: "zh").hits.first?.snippet)
        #expect(snippet.lang == "zh" && snippet.text == "任何自由人不得被逮捕。" && snippet.marks == [2..<5])
    }

    @Test(arguments: [("ko", "한국어", "하"), ("hi", "किताब", "क"), ("ta", "புத்தகம்", "ப")])
    func `a match that begins within a character has a snippet`(language: String, text: String, words: String) throws {
        var fixture = SourceFixture()
        try fixture.replace(
            #""languages": ["en", "fr"]"#, with: #""languages": ["en", "fr", "\#(language)"]"#, in: "document.json")
        fixture.files["texts/\(language).json"] = try JSONEncoder().encode(["1": ["translation": text]])
        try library.put(fixture)
        let snippet = try #require(try store.search(words, lang: language).hits.first?.snippet)
        #expect(snippet.text == text && !snippet.marks.isEmpty)
    }

    @Test func `drafts are searched only for those who may read them`() throws {
        var draft = SourceFixture()
        try draft.replace(#""id": "psalter""#, with: #""id": "draft""#, in: "document.json")
        try draft.replace("published", with: "draft", in: "document.json")
        try library.put(draft)
        #expect(try store.search("tithes").hits.map(\.document) == ["psalter"])
        #expect(
            try store.search("tithes", for: .administrator).hits.map(\.document).sorted() == ["draft", "psalter"])
    }

    @Test func `hostile strings are stored unchanged, and searching for them never fails`() throws {
        let strings = try HostileStrings.all()
        #expect(strings.count > 150)
        var files: [String: Data] = [:]
        let encoder = JSONEncoder()
        let clauses = strings.indices.map {
            #"{"id":"n\#($0)","number":null,"regions":[{"page":1,"polygon":[[0,0],[9,0],[9,9]]}]}"#
        }
        files["clauses.json"] = Data("[\(clauses.joined(separator: ","))]".utf8)
        let texts = strings.enumerated().map {
            ("n\($0)", ["title": HostileStrings.title($1), "translation": $1, "context": $1])
        }
        files["texts/en.json"] = try encoder.encode(Dictionary(uniqueKeysWithValues: texts))
        files["document.json"] = Data(
            #"{"id":"n","title":"n","language":"en","languages":["en"],"pages":[{"width":9,"height":9}]}"#.utf8)
        var fixture = SourceFixture()
        fixture.files = files
        let library = try TestStore()
        let document = try fixture.read(imageSize: nil)
        _ = try library.store.put(document, images: [:], source: "", at: Date())

        let responses = try library.store.clauses(of: "n")
        #expect(responses.count == strings.count)
        for (response, string) in zip(responses, strings) {
            #expect(response.title.map { Array($0.utf8) } == Array(HostileStrings.title(string).utf8))
            #expect(response.translation == string && response.context == string)
        }
        for string in strings {
            _ = try library.store.search(string)
            let found = try library.store.clauses(of: "n", ClauseFilter(search: string, lang: string))
            #expect(found.count <= strings.count)
            #expect(throws: ClauseStoreError.self) { try library.store.clause(string, of: "n") }
            #expect(throws: ClauseStoreError.self) { try library.store.clauses(of: string) }
        }
    }

    @Test func `hostile strings as names and addresses are reported without control characters`() throws {
        let folder = try TemporaryFolder()
        try SourceFixture().write(to: folder)
        for string in try HostileStrings.all() {
            let coded = String(decoding: try JSONEncoder().encode(string), as: UTF8.self)
            var fixture = SourceFixture()
            try fixture.replace(#""scan.png""#, with: coded, in: "document.json")
            try fixture.replace(#""seal.svg""#, with: coded, in: "document.json")
            try fixture.replace(#""la""#, with: coded, in: "document.json")
            let rights = "\"https://creativecommons.org/publicdomain/zero/1.0/\""
            try fixture.replace(rights, with: coded, in: "document.json")
            try folder.write("document.json", try #require(fixture.files["document.json"]))
            let faults = try #require(throws: SourceFaults.self, "\(string)") {
                try SourceFolder.read(folder.url.path) { _, _ in (1000, 800) }
            }
            for scalar in faults.lines.joined().unicodeScalars {
                #expect(scalar.properties.generalCategory != .control, "\(faults.lines)")
            }
        }
    }
}
