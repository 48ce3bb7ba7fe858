import DocumentModel
import Testing

@testable import ClauseStore
@testable import ExplorerServer

/// Combining marks after the separators of addresses, fields and texts.
@Suite struct ScalarTests {
    @Test func `a query is split at its separators even before combining marks`() throws {
        let query = try QueryParameters(text: "q=\u{301}a&\u{301}b=c&list=x,\u{301}y&a;b=\u{37E}")
        #expect(query.value("q")?.isIdentical(to: "\u{301}a") == true)
        #expect(query.value("\u{301}b") == "c")
        #expect(query.list("list").count == 2 && query.list("list")[1].isIdentical(to: "\u{301}y"))
        #expect(query.value("a;b")?.isIdentical(to: "\u{37E}") == true)
    }

    @Test func `header fields are split only at ASCII separators`() {
        #expect(Negotiation.languages("fr\u{37E}q=0, en") != ["en"])
        #expect(Negotiation.languages("fr;q=0.5,\u{3000}en") == ["en", "fr"])
    }
}
