import Foundation
import GRDB
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentModel

@Suite struct FoldedTextTests {
    @Test(arguments: [
        ("Élevée", "elevee"), ("l'e\u{301}glise", "l'eglise"), ("Ἐλευθερία", "ελευθερια"), ("νόμος", "νομοσ"),
        ("ΝΌΜΟΣ", "νομοσ"), ("مُحَمَّد", "محمد"), ("أحرار", "احرار"), ("حـــر", "حر"), ("שָׁלוֹם", "שלום"), ("Ёлка", "елка"),
        ("自由人", "自 由 人"), ("第1條", "第 1 條"), ("ไทย", "ไ ท ย"), ("राजा है", "राजा है"), ("Plain text", "Plain text"), ("", ""),
    ])
    func `folding removes case and accents, and splits scripts without word spaces`(_ text: String, _ folded: String) {
        #expect(FoldedText.fold(text).split(separator: " ") == folded.split(separator: " "))
        #expect(FoldedText.fold(FoldedText.fold(text)) == FoldedText.fold(text))
    }

    /// Every letter, mark and sign of Unicode, up to the version of Node's tables, each between two letters.
    private static let texts: [String] = (0x21...0x10FFFF).compactMap { Unicode.Scalar($0) }.filter {
        guard let age = $0.properties.age else { return false }
        return age.major < 15 && $0.properties.generalCategory != .privateUse
    }.map { "a\($0)b" }

    @Test func `the viewer splits every Unicode character into the same words`() throws {
        let node = Process()
        node.executableURL = URL(filePath: "/usr/bin/env")
        let module = SampleServer.repository.appending(path: "Sources/Viewer/base/words.js").path()
        let script = """
            import { tokensOf } from "\(module)";
            const texts = (await new Response(process.stdin).text()).split("\\n");
            process.stdout.write(texts.map((text) => tokensOf(text).map(({ folded }) => folded).join(" ")).join("\\n"));
            """
        node.arguments = ["node", "--input-type=module", "--eval", script]
        let (input, output) = (Pipe(), Pipe())
        (node.standardInput, node.standardOutput) = (input, output)
        try node.run()
        let text = Self.texts.joined(separator: "\n")
        Thread.detachNewThread {
            try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            try? input.fileHandleForWriting.close()
        }
        let printed = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        node.waitUntilExit()
        try #require(node.terminationStatus == 0)
        let words = printed.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(words.count == Self.texts.count)
        let others = zip(Self.texts, words).filter { text, words in
            !FoldedText.tokens(of: text).map(\.word).joined(separator: " ").unicodeScalars.elementsEqual(words)
        }
        let described = others.prefix(20).map {
            "\(Array($0.0.unicodeScalars)): \($0.1), \(FoldedText.tokens(of: $0.0).map(\.word))"
        }
        #expect(others.isEmpty, "\(others.count): \(described)")
    }

    @Test func `the full-text index has the same words`() throws {
        let words: [[String]] = try DatabaseQueue().write { database in
            try database.execute(
                sql: """
                    CREATE VIRTUAL TABLE words USING fts5 (word, tokenize = 'ascii');
                    CREATE VIRTUAL TABLE entries USING fts5vocab (words, instance);
                    """)
            for (number, text) in Self.texts.enumerated() {
                try database.execute(
                    sql: "INSERT INTO words (rowid, word) VALUES (?, ?)", arguments: [number, FoldedText.fold(text)])
            }
            var words = [[String]](repeating: [], count: Self.texts.count)
            for row in try Row.fetchAll(database, sql: "SELECT doc, term FROM entries ORDER BY doc, offset") {
                words[row[0]].append(row[1])
            }
            return words
        }
        let others = zip(Self.texts, words).filter { text, words in
            !FoldedText.tokens(of: text).map(\.word).joined(separator: " ").unicodeScalars.elementsEqual(
                words.joined(separator: " ").unicodeScalars)
        }
        let described = others.prefix(20).map { "\(Array($0.0.unicodeScalars)): \($0.1)" }
        #expect(others.isEmpty, "\(others.count): \(described)")
    }

    @Test(arguments: [
        ("ſcutage", "scutage"), ("Ὀδυσσεύϲ", "ὀδυσσεύϲ"), ("SCUTAGE", "ſcutage"), ("ϐασιλεύς", "βασιλευσ"),
    ])
    func `variant letter forms fold to the same word`(_ text: String, _ other: String) {
        #expect(FoldedText.tokens(of: text).map(\.word) == FoldedText.tokens(of: other).map(\.word))
    }

    @Test func `tokens have their ranges in UTF-16 code units`() {
        let text = "No free man 🦁 — l'Église, 自由!"
        let tokens = FoldedText.tokens(of: text)
        #expect(tokens.map(\.word) == ["no", "free", "man", "l", "eglise", "自", "由"])
        let units = Array(text.utf16)
        let written = tokens.map { String(decoding: units[$0.range], as: UTF16.self) }
        #expect(written == ["No", "free", "man", "l", "Église", "自", "由"])
    }

    @Test func `quoted words are a phrase, and an unclosed one ends with a prefix`() throws {
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

    @Test func `a snippet is from the field with the most words, or the first of equal ones`() throws {
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

    @Test func `a long text is cut around the place with the most words`() throws {
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

    @Test func `the last word is marked as a prefix`() throws {
        let found = try #require(try snippet("fre", [(.title, "Freedom and a free man")]))
        #expect(marked(found) == ["Freedom", "free"])
    }
}
