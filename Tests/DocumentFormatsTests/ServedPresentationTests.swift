import Foundation
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// What is written for a server from the store's contents.
@Suite struct ServedPresentationTests {
    @Test(arguments: UInt64(1)...40)
    func `each part of a stored document has its clauses as they were given`(_ seed: UInt64) throws {
        let document = try RandomContent.document(seed: seed)
        let library = try TestStore()
        _ = try library.store.put(document, images: [:], source: "a test", at: Date(timeIntervalSince1970: 0))
        func part(_ part: DocumentPart) throws -> SourceDocument {
            try library.store.document(document.id, part: part, for: .anyone).source
        }
        let whole = try part(.whole)
        #expect(whole.header == document.header && whole.pages == document.pages)
        #expect(whole.categories == document.categories && whole.clauses == document.clauses)
        #expect(whole.texts == document.texts)
        #expect(try part(.header).clauses.isEmpty)
        for page in document.pages {
            let expected = document.clauses.filter { $0.regions.contains { $0.page == page.number } }
            let found = try part(.page(page.number))
            #expect(found.clauses == expected)
            #expect(
                found.texts
                    == document.texts.mapValues { texts in
                        texts.filter { id, _ in expected.contains { $0.id == id } }
                    }.filter { !$0.value.isEmpty })
        }
        for category in document.categories {
            #expect(
                try part(.category(category.id)).clauses
                    == document.clauses.filter { $0.categories.contains(category.id) })
        }
        let clause = try #require(document.clauses.last)
        #expect(try part(.clause(clause.id)).clauses == [clause])
    }

    @Test func `a missing part is an error, and so is a draft`() throws {
        let store = try TestStore(SourceFixture()).store
        #expect(throws: ClauseStoreError.noPage(3, document: "psalter", count: 2)) {
            try store.document("psalter", part: .page(3), for: .anyone)
        }
        #expect(throws: ClauseStoreError.noCategory("x", document: "psalter")) {
            try store.document("psalter", part: .category("x"), for: .anyone)
        }
        #expect(throws: ClauseStoreError.noClause("x", document: "psalter")) {
            try store.document("psalter", part: .clause("x"), for: .anyone)
        }
        #expect(throws: ClauseStoreError.noDocument("x")) {
            try store.document("x", part: .header, for: .administrator)
        }
        var draft = SourceFixture()
        try draft.replace("\"published\"", with: "\"draft\"", in: "document.json")
        let drafts = try TestStore(draft).store
        #expect(throws: ClauseStoreError.noDocument("psalter")) {
            try drafts.document("psalter", part: .header, for: .anyone)
        }
        #expect(throws: ClauseStoreError.noDocument("psalter")) {
            try drafts.revision(of: "psalter", for: .anyone)
        }
        #expect(try drafts.revision(of: "psalter", for: .administrator) > 0)
    }

    @Test func `a listing is written as a member of its object, even if empty`() throws {
        let head = JSONValue.members([("a", .string("b"))])
        var text = ""
        head.write(listing: [1, 2, 3], as: "items", to: &text) { $1.write(String($0)) }
        #expect(text == #"{"a":"b","items":[1,2,3]}"#)
        var empty = ""
        JSONValue.object([]).write(listing: [Int](), as: "items", to: &empty) { $1.write(String($0)) }
        #expect(empty == #"{"items":[]}"#)
    }

    @Test func `many documents become a collection of collections`() throws {
        let library = try TestStore()
        for number in 1...5 {
            var fixture = SourceFixture()
            try fixture.replace("\"psalter\"", with: "\"psalter-\(number)\"", in: "document.json")
            try library.put(fixture)
        }
        let documents = try library.store.documents()
        func items(_ limit: Int, part: Int?) throws -> [String]? {
            var text = ""
            let writer = CollectionWriter(total: documents.count, base: "https://example.org", limit: limit) {
                Array(documents[$0])
            }
            guard try writer.write(part: part, to: &text) else { return nil }
            let value = try JSONParser.parse(Data(text.utf8))
            return (value["items"]?.elements ?? []).compactMap { item in
                if case .string(let id)? = item["id"] {
                    id.replacing("https://example.org/iiif/presentation/3/", with: "")
                } else {
                    nil
                }
            }
        }
        #expect(try items(5, part: nil)?.count == 5)
        #expect(try items(5, part: 1) == nil)
        #expect(try items(2, part: nil) == ["collection-1.json", "collection-2.json", "collection-3.json"])
        #expect(try items(2, part: 2) == ["psalter-3/manifest.json", "psalter-4/manifest.json"])
        #expect(try items(2, part: 3) == ["psalter-5/manifest.json"])
        #expect(try items(2, part: 4) == nil)
    }

    private static func pages(_ sizes: [(width: Int, height: Int)]) -> [SourcePage] {
        sizes.enumerated().map { position, size in
            SourcePage(
                number: position + 1, label: nil, image: nil, width: size.width, height: size.height,
                pixelsPerMillimetre: nil)
        }
    }

    @Test func `four or more upright pages of about the same shape are a paged book`() {
        let sheet = (width: 600, height: 800)
        #expect(ReadingBehavior.usual(for: Self.pages([sheet, sheet, sheet, (640, 790)])) == ["paged"])
        // A charter's front and back and its seal, openings photographed as a whole, a scroll among letters, nothing.
        #expect(ReadingBehavior.usual(for: Self.pages([sheet, sheet, sheet])) == [])
        #expect(ReadingBehavior.usual(for: Self.pages(Array(repeating: (800, 600), count: 8))) == [])
        #expect(ReadingBehavior.usual(for: Self.pages([sheet, sheet, sheet, (300, 800)])) == [])
        #expect(ReadingBehavior.usual(for: []) == [])
    }

    @Test func `a served manifest marks a book as paged, and a file has only stated behaviors`() throws {
        let pages = Array(repeating: #"{"width": 30, "height": 40}"#, count: 4).joined(separator: ",")
        var fixture = SourceFixture(
            "document.json",
            #"{"id": "book", "title": "A book", "language": "la", "languages": ["en"], "pages": [\#(pages)]}"#)
        fixture.files["clauses.json"] = Data("[]".utf8)
        for language in ["en", "fr", "la"] { fixture.files["texts/\(language).json"] = nil }
        let document = try fixture.read()
        func behavior(_ form: PresentationWriter.Form) throws -> [String]? {
            let writer = PresentationWriter(document, base: "https://example.org", images: [:], form: form)
            let value = try JSONSerialization.jsonObject(with: writer.manifest()) as? [String: Any]
            return value?["behavior"] as? [String]
        }
        #expect(try behavior(.served) == ["paged"])
        #expect(try behavior(.site) == ["paged"])
        #expect(try behavior(.file) == nil)
    }

    @Test func `metadata lists languages by name, with their tags`() throws {
        let document = try SourceFixture().read()
        let writer = PresentationWriter(document, base: "https://example.org", images: [:])
        for manifest in [writer.manifest(), Presentation2Writer(writer).manifest()] {
            let value = try #require(try JSONSerialization.jsonObject(with: manifest) as? [String: Any])
            let metadata = try #require(value["metadata"] as? [[String: Any]])
            func entry(_ tags: [String]) throws -> String {
                let found = try #require(metadata.first { $0["language"] as? [String] == tags })
                return String(
                    decoding: try JSONSerialization.data(withJSONObject: found["value"] ?? [], options: .sortedKeys),
                    as: UTF8.self)
            }
            let (own, texts) = (try entry(["la"]), try entry(["en", "fr"]))
            #expect(own.contains(#""Latin""#) && own.contains(#""latin""#) && !own.contains(#""la""#), "\(own)")
            #expect(texts.contains("English, French") && texts.contains("anglais, français"), "\(texts)")
        }
    }

    @Test(arguments: [
        (["la"], ["fr"], ["en": "Latin", "fr": "latin"]),
        // A language without a name is represented by its tag, and languages that have no name for it are omitted.
        (["x-foo", "en"], ["x-foo", "la"], ["en": "x-foo, English"]),
        (["ar"], ["el"], ["en": "Arabic", "el": "Αραβικά"]),
    ])
    func `languages are named in the languages of the document`(
        tags: [String], languages: [String], names: [String: String]
    ) {
        #expect(LanguageNames.names(of: tags, in: languages) == LanguageMap(names))
    }

    @Test(arguments: [
        ("ar", true), ("he-IL", true), ("fa", true), ("az-Arab", true), ("ar-Latn", false), ("la", false),
        ("und", false),
    ])
    func `the writing direction is derived from the language tag`(tag: String, isRightToLeft: Bool) {
        #expect(PresentationValues.isRightToLeft(tag) == isRightToLeft)
    }
}
