import Testing

@testable import ClauseStore

@Suite struct SearchWordsTests {
    @Test func `words become phrases, the last one a prefix`() throws {
        let words = try #require(SearchWords(" king's  OR (peace "))
        #expect(words.match == #""king s" AND "or" AND "peace" *"#)
    }

    @Test func `words without letters are left out, and what only FTS5 understands`() throws {
        #expect(try #require(SearchWords("a\u{0}b -- * NEAR")).match == #""a" AND "b" AND "near" *"#)
        #expect(try #require(SearchWords("--- !!")).phrases.isEmpty)
    }

    @Test func `nothing and blanks ask for nothing`() {
        #expect(SearchWords(nil) == nil)
        #expect(SearchWords(" \n\u{0}\t") == nil)
    }

    @Test func `at most 32 words count`() throws {
        #expect(try #require(SearchWords(String(repeating: "a ", count: 500))).phrases.count == 32)
    }
}
