import Testing

@testable import ClauseStore

@Suite struct SearchWordsTests {
    @Test func `words become phrases, and the last a prefix`() throws {
        let words = try #require(SearchWords(" king's  OR (peace "))
        #expect(words.match == #""king s" AND "or" AND "peace" *"#)
    }

    @Test func `words without letters and FTS5 operators are left out`() throws {
        #expect(try #require(SearchWords("a\u{0}b -- * NEAR")).match == #""a" AND "b" AND "near" *"#)
        #expect(try #require(SearchWords("--- !!")).phrases.isEmpty)
    }

    @Test func `no text and blank text give no search`() {
        #expect(SearchWords(nil) == nil)
        #expect(SearchWords(" \n\u{0}\t") == nil)
    }

    @Test func `at most 32 words are searched`() throws {
        #expect(try #require(SearchWords(String(repeating: "a ", count: 500))).phrases.count == 32)
    }
}
