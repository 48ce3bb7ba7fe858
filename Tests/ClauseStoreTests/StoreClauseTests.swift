import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentModel

@Suite struct StoreClauseTests {
    private let library: TestStore
    private var store: ClauseStore { library.store }

    init() throws {
        library = try TestStore(SourceFixture())
    }

    private func ids(_ filter: ClauseFilter) throws -> [String] {
        try store.clauses(of: "psalter", filter).map(\.id)
    }

    // MARK: Categories

    @Test func `'all' is every clause except those only in hidden categories, in reading order`() throws {
        #expect(try ids(ClauseFilter()) == ["preamble", "2", "1", "3", "note"])
        #expect(try ids(ClauseFilter(categories: ["all"])) == ["preamble", "2", "1", "3", "note"])
    }

    @Test func `several categories give the union`() throws {
        #expect(try ids(ClauseFilter(categories: ["church"])) == ["2", "1", "note"])
        #expect(try ids(ClauseFilter(categories: ["money", "hidden"])) == ["2", "3", "seal", "note"])
        #expect(try ids(ClauseFilter(categories: ["hidden", "all"])).count == 6)
    }

    @Test func `several categories give the intersection if all must match`() throws {
        func ids(_ categories: [String]) throws -> [String] {
            try self.ids(ClauseFilter(categories: categories, matchesAllCategories: true))
        }
        #expect(try ids(["church", "money"]) == ["2"])
        #expect(try ids(["church", "hidden"]) == ["note"])
        #expect(try ids(["all", "hidden"]) == ["note"])
        #expect(try ids(["church", "money", "hidden"]).isEmpty)
        #expect(try ids(Array(repeating: "church", count: 2000) + ["money"]) == ["2"])
        #expect(try ids([]) == ["preamble", "2", "1", "3", "note"])
        #expect(throws: ClauseStoreError.self) { try ids(["church", "nothing"]) }
    }

    @Test func `category counts apply the filter with each category in turn`() throws {
        func counts(_ filter: ClauseFilter) throws -> [Int] {
            let counts = try store.categoryCounts(of: "psalter", filter)
            #expect(counts.categories.map(\.id) == ["church", "money", "hidden"])
            for count in counts.categories {
                var chosen = filter
                chosen.categories = [count.id]
                #expect(try ids(chosen).count == count.count)
            }
            return [counts.all] + counts.categories.map(\.count)
        }
        #expect(try counts(ClauseFilter()) == [5, 3, 2, 2])
        #expect(try counts(ClauseFilter(categories: ["money"])) == [5, 3, 2, 2])
        #expect(try counts(ClauseFilter(page: 2)) == [1, 0, 1, 0])
        #expect(try counts(ClauseFilter(search: "church")) == [2, 2, 1, 0])
        #expect(try counts(ClauseFilter(textLanguage: "fr", kind: .detail)) == [1, 1, 0, 1])
        #expect(try counts(ClauseFilter(search: "!?")) == [0, 0, 0, 0])
    }

    @Test func `a language filter gives the clauses with a text in it`() throws {
        #expect(try ids(ClauseFilter(textLanguage: "fr")) == ["1", "3", "note"])
        #expect(try ids(ClauseFilter(textLanguage: "LA")) == ["1", "3"])
        #expect(try ids(ClauseFilter(textLanguage: "de")).isEmpty)
    }

    @Test func `parts add up to the whole, even if the document changes in between`() throws {
        func part(_ limit: Int, _ cursor: ClauseCursor?) throws -> ClausePart {
            let filter = ClauseFilter(
                limit: limit, cursor: try cursor.map { try #require(ClauseCursor($0.description)) })
            return try store.clausePart(of: "psalter", filter)
        }
        for limit in 1...6 {
            var found: [String] = []
            var cursor: ClauseCursor?
            repeat {
                let part = try part(limit, cursor)
                #expect(part.total == 5 && part.clauses.count <= limit)
                found += part.clauses.map(\.id)
                cursor = part.next
            } while cursor != nil
            #expect(found == ["preamble", "2", "1", "3", "note"])
        }
        let first = try part(2, nil)
        #expect(first.clauses.map(\.id) == ["preamble", "2"])
        // With another id, the first clause is a different clause.
        var changed = SourceFixture()
        try changed.replace(#""id": "preamble""#, with: #""id": "foreword""#, in: "clauses.json")
        try changed.replace("\"preamble\"", with: "\"foreword\"", in: "texts/en.json")
        try library.put(changed)
        #expect(try part(9, first.next).clauses.map(\.id) == ["1", "3", "note"])
        // If the clause itself has been removed, its former position counts.
        #expect(try part(9, ClauseCursor(position: 0, id: "preamble")).clauses.count == 5)
        #expect(try part(2, ClauseCursor(position: 1, id: "gone")).clauses.map(\.id) == ["2", "1"])
    }

    @Test(arguments: ["", "x", "1.", "-1.a", ".a", "99999999999999999999.a"])
    func `malformed cursors are rejected`(text: String) {
        #expect(ClauseCursor(text) == nil)
        #expect(SearchCursor(text) == nil)
    }

    @Test func `an unknown category is a specific error`() throws {
        let error = #expect(throws: ClauseStoreError.self) { try ids(ClauseFilter(categories: ["church", "x\ny"])) }
        #expect(error == .noCategory("x\ny", document: "psalter"))
        #expect(error?.description.contains("\n") == false)
        #expect(error?.kind == .notFound)
    }

    @Test func `categories are in menu order with their counts`() throws {
        let categories = try store.categories(of: "psalter")
        #expect(categories.map(\.id) == ["church", "money", "hidden"])
        #expect(categories.map(\.count) == [3, 2, 2])
        #expect(categories.map(\.style) == [.filled, .filled, .outline])
        #expect(categories[0].label.text(in: "fr") == "Église")
        let counts = try store.clauseCounts(of: "psalter")
        #expect(counts.all == 5 && counts.total == 6)
    }

    @Test func `a clause is an outline if a category it is shown for is one`() throws {
        func style(_ filter: ClauseFilter) throws -> CategoryStyle? {
            try store.clauses(of: "psalter", filter).first { $0.id == "note" }?.style
        }
        #expect(try style(ClauseFilter()) == .filled)
        #expect(try style(ClauseFilter(categories: ["church"])) == .filled)
        #expect(try style(ClauseFilter(categories: ["hidden"])) == .outline)
        #expect(try style(ClauseFilter(categories: ["church", "hidden"])) == .outline)
        #expect(try style(ClauseFilter(categories: ["all", "hidden"])) == .outline)
        #expect(try store.clause("note", of: "psalter").style == .outline)
        #expect(try store.clause("preamble", of: "psalter").style == .filled)
    }

    // MARK: Kind, page, rectangle

    @Test func `the kind filter combines with the category filter`() throws {
        #expect(try ids(ClauseFilter(kind: .detail)) == ["note"])
        #expect(try ids(ClauseFilter(categories: ["hidden"], kind: .detail)) == ["seal", "note"])
        #expect(try ids(ClauseFilter(categories: ["hidden"], kind: .clause)).isEmpty)
    }

    @Test func `a page filter gives the clauses with a region on it`() throws {
        #expect(try ids(ClauseFilter(page: 2)) == ["3"])
        let noPage = ClauseStoreError.noPage(3, document: "psalter", count: 2)
        #expect(throws: noPage) { try ids(ClauseFilter(page: 3)) }
        #expect(throws: ClauseStoreError.self) { try ids(ClauseFilter(page: 0)) }
    }

    @Test func `a rectangle gives the clauses whose boxes overlap it`() throws {
        func ids(_ x: Double, _ y: Double, _ width: Double, _ height: Double, page: Int? = nil) throws -> [String] {
            try self.ids(ClauseFilter(page: page, bounds: Rectangle(x: x, y: y, width: width, height: height)))
        }
        #expect(try ids(450, 350, 100, 100) == ["preamble", "1", "3"])
        #expect(try ids(0, 0, 500, 400, page: 1) == ["preamble"])
        #expect(try ids(0, 0, 500, 400) == ["preamble", "3"])
        #expect(try ids(0, 0, 500, 400, page: 2) == ["3"])
        #expect(try ids(0, 0, 10, 10, page: 2).isEmpty)
        #expect(try ids(0, 0, 10.001, 10.001, page: 2) == ["3"])
        #expect(try ids(700, 200, 100, 100) == ["1"])
    }

    @Test func `a rectangle is exact beyond the R*Tree's 24-bit precision`() throws {
        var fixture = SourceFixture()
        try fixture.replace("500, \"height\": 400", with: "99000000, \"height\": 99000000", in: "document.json")
        try fixture.replace(
            "[10.5, 10.25], [60, 10], [60, 60], [10, 60]",
            with: "[90000001, 90000001], [90000003, 90000001], [90000003, 90000003]", in: "clauses.json")
        let library = try TestStore(fixture)
        func count(_ x: Double) throws -> Int {
            let bounds = Rectangle(x: x, y: 90_000_001, width: 1, height: 1)
            return try library.store.clauses(of: "psalter", ClauseFilter(page: 2, bounds: bounds)).count
        }
        #expect(try [89_999_999, 90_000_000, 90_000_001, 90_000_002, 90_000_003].map(count) == [0, 0, 1, 1, 0])
    }

    @Test func `all conditions of a filter must hold`() throws {
        let filter = ClauseFilter(
            categories: ["money"], search: "silver", page: 1, bounds: Rectangle(x: 0, y: 500, width: 10, height: 10))
        #expect(try ids(filter) == ["3"])
        var other = filter
        other.categories = ["church"]
        #expect(try ids(other).isEmpty)
    }

    // MARK: Texts

    @Test func `texts are in the requested language or the document's first, and state which`() throws {
        let french = try store.clause("1", of: "psalter", lang: "fr")
        #expect(french.title == "L'Église est libre" && french.lang == "fr")
        #expect(french.context == nil, "title, translation and context come from one language")
        let fallback = try store.clause("2", of: "psalter", lang: "fr")
        #expect(fallback.title == "Tithes" && fallback.lang == "en")
        #expect(try store.clause("1", of: "psalter").lang == "en")
        #expect(try store.clause("1", of: "psalter", lang: "fr-CA").lang == "fr")
        #expect(try store.clause("1", of: "psalter", lang: "FR").lang == "fr")
        #expect(try store.clause("1", of: "psalter", lang: "xx'; DROP TABLE text; --").lang == "en")
    }

    @Test func `without a text in the first language, the next one is used`() throws {
        let note = try store.clause("note", of: "psalter", lang: "de")
        #expect(note.lang == "fr" && note.title == "Une note élevée")
    }

    @Test func `the transcription is always in the document's own language`() throws {
        for lang in [nil, "en", "fr", "la"] {
            let clause = try store.clause("1", of: "psalter", lang: lang)
            #expect(clause.transcription == "Quod ecclesia libera sit")
            #expect(clause.title != nil, "a language with transcriptions only is not shown as text")
        }
    }

    @Test func `a clause without any text has no language`() throws {
        var fixture = SourceFixture()
        try fixture.replace(#""seal": { "title": "Where the seal hung" }"#, with: #""seal": {}"#, in: "texts/en.json")
        let library = try TestStore(fixture)
        let clause = try library.store.clause("seal", of: "psalter", lang: "en")
        #expect(clause.lang == nil && clause.title == nil && clause.transcription == nil)
    }

    @Test func `a single clause has all its stored values`() throws {
        let clause = try store.clause("preamble", of: "psalter", includingRegions: true)
        #expect(clause.number == nil && clause.kind == .clause && clause.incipit == "Johannes")
        #expect(clause.regions == (try SourceFixture().read().clauses[0].regions))
        #expect(try store.clause("2", of: "psalter").categories == ["money", "church"])
        #expect(try store.clause("2", of: "psalter").regions == nil)
        let noClause = ClauseStoreError.noClause("4", document: "psalter")
        #expect(throws: noClause) { try store.clause("4", of: "psalter") }
    }

    @Test func `regions are stored exactly, including holes and fractions`() throws {
        let filter = ClauseFilter(categories: ["all", "hidden"], includingRegions: true)
        let source = try SourceFixture().read()
        #expect(try store.clauses(of: "psalter", filter).map(\.regions) == source.clauses.map(\.regions))
    }
}
