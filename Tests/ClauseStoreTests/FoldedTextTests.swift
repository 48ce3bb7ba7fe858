import Testing

@testable import ClauseStore
@testable import DocumentModel

@Suite struct FoldedTextTests {
    @Test(arguments: [
        ("Élevée", "elevee"), ("l'e\u{301}glise", "l'eglise"), ("Ἐλευθερία", "ελευθερια"), ("νόμος", "νομοσ"),
        ("ΝΌΜΟΣ", "νομοσ"), ("مُحَمَّد", "محمد"), ("أحرار", "احرار"), ("حـــر", "حر"), ("שָׁלוֹם", "שלום"), ("Ёлка", "елка"),
        ("自由人", "自 由 人"), ("第1條", "第 1 條"), ("ไทย", "ไ ท ย"), ("राजा", "राजा"), ("Plain text", "Plain text"), ("", ""),
    ])
    func `case and accents go, and letters without spaces between words are words`(_ text: String, _ folded: String) {
        #expect(FoldedText.fold(text).split(separator: " ") == folded.split(separator: " "))
        #expect(FoldedText.fold(FoldedText.fold(text)) == FoldedText.fold(text))
    }

    @Test func `words know where they stand, in UTF-16 code units`() {
        let text = "No free man 🦁 — l'Église, 自由!"
        let tokens = FoldedText.tokens(of: text)
        #expect(tokens.map(\.word) == ["no", "free", "man", "l", "eglise", "自", "由"])
        let units = Array(text.utf16)
        let written = tokens.map { String(decoding: units[$0.range], as: UTF16.self) }
        #expect(written == ["No", "free", "man", "l", "Église", "自", "由"])
    }

    @Test func `what stands in quotation marks is a phrase, and an open one goes on`() throws {
        func match(_ text: String?) -> String? { SearchWords(text)?.match }
        #expect(match("free man") == "\"free\" AND \"man\" *")
        #expect(match("\"free man\" law") == "\"free man\" AND \"law\" *")
        #expect(match("law \"free man\"") == "\"law\" AND \"free man\"")
        #expect(match("law “free ma") == "\"law\" AND \"free ma\" *")
        #expect(match("l'Église") == "\"l eglise\" *")
        #expect(match("自由") == "\"自 由\" *")
        #expect(match("\"\"") == "" && match("!? …") == "")
        #expect(match("  ") == nil && match(nil) == nil)
        let many = (0..<50).map { "w\($0)" }.joined(separator: " ")
        #expect(try #require(SearchWords(many)).phrases.count == SearchWords.limit)
        #expect(try #require(SearchWords("\"\(many)\"")).phrases.map(\.words.count) == [SearchWords.limit])
    }
}

@Suite struct SnippetTests {
    private func snippet(_ words: String, _ fields: [(Snippet.Field, String)]) throws -> Snippet? {
        Snippet(of: try #require(SearchWords(words)), in: fields.map { (field: $0, text: $1) }, lang: "en")
    }

    private func marked(_ snippet: Snippet) -> [String] {
        let units = Array(snippet.text.utf16)
        return snippet.marks.map { String(decoding: units[$0], as: UTF16.self) }
    }

    @Test func `the field with most of the words is shown, the first of equal ones`() throws {
        let fields: [(Snippet.Field, String)] = [
            (.title, "The law"), (.translation, "A free man has the law of the land."), (.context, "Free, free, free."),
        ]
        let one = try #require(try snippet("law", fields))
        #expect(one.field == .title && one.text == "The law" && one.marks == [4..<7])
        let two = try #require(try snippet("free law", fields))
        #expect(two.field == .translation && marked(two) == ["free", "law"])
        #expect(!two.isCutBefore && !two.isCutAfter)
        #expect(try snippet("king", fields) == nil)
    }

    @Test func `a long text is cut around the place where most words stand`() throws {
        let filler = Array(repeating: "word", count: 60).joined(separator: " ")
        let text = "law \(filler) the 🦁 free MEN have their LÁW \(filler)"
        let found = try #require(try snippet("\"free men\" law", [(.context, text)]))
        #expect(marked(found) == ["free MEN", "LÁW"])
        #expect(found.isCutBefore && found.isCutAfter)
        #expect(found.text.hasPrefix("word word word") && found.text.contains("the 🦁 free MEN have their LÁW word"))
        #expect(found.text.split(separator: " ").count < 30)
        let start = try #require(try snippet("law", [(.context, text)]))
        #expect(!start.isCutBefore && start.marks == [0..<3])
        let end = try #require(try snippet("zzz", [(.context, text + " zzz")]))
        #expect(!end.isCutAfter && end.text.hasSuffix(" zzz") && marked(end) == ["zzz"])
    }

    @Test func `the last word is marked as the beginning of one`() throws {
        let found = try #require(try snippet("fre", [(.title, "Freedom and a free man")]))
        #expect(marked(found) == ["Freedom", "free"])
    }
}
