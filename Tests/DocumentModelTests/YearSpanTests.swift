import Testing

@testable import DocumentModel

@Suite struct YearSpanTests {
    private static func years(_ text: String) -> [Int]? {
        YearSpan(words: LanguageMap(plain: text)).map { [$0.first, $0.last] }
    }

    @Test func `an unambiguous year or span in words is parsed`() {
        for text in [
            "1215", "15 June 1215", "c. 1215", "um 1215", "am 15. Juni 1215", "1215-06-15", "1215-06",
            "Runnymede, June 1215",
            "١٥ يونيو ١٢١٥", "15/6/1215", "anno Domini 1215",
        ] {
            #expect(Self.years(text) == [1215, 1215], "\(text)")
        }
        for text in ["1215-1217", "1215–1217", "1215 – 1217", "1215/1217", "between 1 May 1215—1217"] {
            #expect(Self.years(text) == [1215, 1217], "\(text)")
        }
    }

    @Test func `words without a year or with an ambiguous one are not parsed`() {
        for text in [
            "", "June", "13th century", "before 1215", "Before 1215", "vor 1215", "avant 1215", "1215 BC", "1215 B.C.",
            "1215 v. Chr.", "1215 av. J.-C.", "1215 a. C.", "1215 AH", "ه ١٢١٥", "1215 or 1216", "1215, copied 1890",
            "1217-1215",
            "1215-16", "12150", "0815", "789", "1215 (fol. 112)", "1000-1999", "1215 1216", "MS 4711",
            String(repeating: "x", count: 80) + "1215",
        ] {
            #expect(Self.years(text) == nil, "\(text)")
        }
    }

    @Test func `all languages must name the same year`() {
        #expect(YearSpan(words: ["en": "June 1215", "fr": "juin 1215"]) == YearSpan(first: 1215, last: 1215))
        #expect(YearSpan(words: ["en": "June 1215", "fr": "juin 1216"]) == nil)
        #expect(YearSpan(words: ["en": "June 1215", "fi": "ennen vuotta"]) == nil)
        #expect(YearSpan(words: [:]) == nil)
    }

    @Test func `navDate is parsed, also with a negative year`() {
        #expect(YearSpan(navDate: "1215-06-15T00:00:00Z") == YearSpan(first: 1215, last: 1215))
        #expect(YearSpan(navDate: "-0044-03-15T00:00:00Z") == YearSpan(first: -44, last: -44))
        #expect(YearSpan(navDate: "12345-01-01T00:00:00Z") == nil)
        #expect(YearSpan(navDate: "1215") == nil)
    }

    @Test func `a document's navDate takes precedence over its date in words`() {
        func years(navDate: String?) -> YearSpan? {
            var presentation = PresentationProperties()
            presentation.navDate = navDate
            return DocumentHeader(
                id: "charter", title: LanguageMap(plain: "A charter"), summary: nil, holder: nil, shelfmark: nil,
                date: LanguageMap(plain: "June 1215"), rights: nil, attribution: nil, credits: [:], status: .published,
                language: "la", languages: ["en"], palette: nil, mark: nil, presentation: presentation
            ).years
        }
        #expect(years(navDate: "1297-10-12T00:00:00Z") == YearSpan(first: 1297, last: 1297))
        #expect(years(navDate: nil) == YearSpan(first: 1215, last: 1215))
    }

    @Test func `year counts use few, aligned intervals and count the spans that overlap each`() throws {
        func span(_ first: Int, _ last: Int) throws -> YearSpan { try #require(YearSpan(first: first, last: last)) }
        let counts = try #require(
            YearCounts([(try span(1215, 1215), 2), (try span(1297, 1301), 1), (try span(2020, 2020), 1)]))
        #expect(counts.start == 1200 && counts.step == 50 && counts.counts.count == 17)
        #expect(counts.counts[0] == 2 && counts.counts[1] == 1 && counts.counts[2] == 1 && counts.total == 4)
        #expect(YearCounts([]) == nil)
        for last in stride(from: -9_999, through: 9_999, by: 333) {
            let counts = try #require(YearCounts([(try span(-9_999, -9_999), 1), (try span(last, last), 1)]))
            #expect(
                counts.counts.count <= YearCounts.limit && counts.start <= -9_999 && counts.start % counts.step == 0)
            #expect(counts.counts.reduce(0, +) == 2)
        }
        #expect(YearSpan(first: 2, last: 1) == nil && YearSpan(first: 0, last: 10_000) == nil)
    }

    @Test func `collection ids are names separated by slashes`() {
        for id in ["charters", "charters/royal", "a/b/c/d/e/f/g/h", "13th-century", String(repeating: "a", count: 64)] {
            #expect(CollectionPath.isValid(id), "\(id)")
        }
        for id in [
            "", "/", "a/", "/a", "a//b", "A", "a b", "a.b", "..", "-a", "é", "a/b/c/d/e/f/g/h/i",
            String(repeating: "a", count: 65),
        ] {
            #expect(!CollectionPath.isValid(id), "\(id)")
        }
        #expect(CollectionPath.chain("a/b/c") == ["a", "a/b", "a/b/c"])
        #expect(CollectionPath.parent("a/b/c") == "a/b" && CollectionPath.parent("a") == nil)
    }
}
