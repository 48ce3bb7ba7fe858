import Foundation
import GRDB
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// The facets of documents, and their collections.
@Suite struct StoreFacetTests {
    /// A document of blank paper, of which a test states only what it needs.
    private struct Description {
        var id: String
        var languages = ["en"]
        var date: String?
        var themes: [String] = []
        var collections: [String] = []
        var label: String?
        var status = "published"
        var access = "open"

        func put(to store: ClauseStore) throws {
            func list(_ texts: [String]) -> String { "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]" }
            let places = collections.map { id in
                "{\"id\": \"\(id)\"" + (label.map { ", \"label\": {\"en\": \"\($0)\"}" } ?? "") + "}"
            }
            var fixture = SourceFixture()
            fixture.files = [
                "document.json": Data(
                    """
                    {"id": "\(id)", "title": "Title \(id)", "language": "la", "languages": \(list(languages)),
                     "date": \(date.map { "\"\($0)\"" } ?? "null"), "status": "\(status)", "access": "\(access)",
                     "collections": [\(places.joined(separator: ","))], "pages": [{"width": 10, "height": 10}]}
                    """.utf8),
                "categories.json": Data(
                    ("["
                        + (themes + ["unused"]).map { "{\"id\": \"\($0)\", \"label\": \"The \($0) of \(id)\"}" }
                        .joined(separator: ",") + "]").utf8),
                "clauses.json": Data(
                    """
                    [{"id": "a", "categories": \(list(themes)), "regions":
                     [{"page": 1, "polygon": [[0, 0], [9, 0], [9, 9]]}]}]
                    """.utf8),
            ]
            _ = try store.put(try fixture.read(), images: [:], source: "a test", at: Date())
        }
    }

    private static let documents = [
        Description(
            id: "a", languages: ["en", "fr-CA"], date: "1215", themes: ["justice"],
            collections: ["charters", "charters/royal"],
            label: "Old"),
        Description(
            id: "b", date: "1297–1301", themes: ["justice", "money"], collections: ["charters/royal"], label: "New"),
        Description(id: "c", languages: ["en-GB"], date: "12 May 1340", themes: ["money"], collections: ["letters"]),
        Description(id: "d", languages: ["fr"]),
        Description(id: "e", date: "1500", themes: ["treason"], collections: ["hidden"], access: "restricted"),
        Description(id: "f", date: "1501", themes: ["treason"], collections: ["charters/drafts"], status: "draft"),
        Description(id: "g", date: "1502", themes: ["treason"], collections: ["announced"], access: "announced"),
    ]

    private static func store() throws -> TestStore {
        let library = try TestStore()
        for document in documents { try document.put(to: library.store) }
        return library
    }

    @Test func `facets have base languages, themes with clauses, nested collections and years`()
        throws
    {
        let library = try Self.store()
        let facets = try library.store.facets(of: DocumentFilter())
        #expect(facets.languages.map(\.id) == ["la", "en", "fr"] && facets.languages.map(\.count) == [4, 3, 2])
        #expect(facets.themes.map(\.id) == ["justice", "money"] && facets.themes.map(\.count) == [2, 2])
        // The label of the document that was published last.
        #expect(
            facets.themes.map(\.label) == [
                LanguageMap(plain: "The justice of b"), LanguageMap(plain: "The money of c"),
            ])
        #expect(facets.collections.map(\.id) == ["charters", "charters/royal", "letters"])
        #expect(facets.collections.map(\.label) == [["en": "Old"], ["en": "New"], nil])
        let years = try #require(facets.years)
        #expect(years.total == 3 && years.span == YearSpan(first: 1215, last: 1340) && years.counts.reduce(0, +) == 4)
    }

    @Test func `facets, collections and counts contain only what the reader may read`() throws {
        let library = try Self.store()
        for principal in [
            Principal.anyone, .administrator, Principal(seesDrafts: true), Principal(grant: .documents(["e"])),
            Principal(grant: .documents(["g", "f"])),
        ] {
            let visible = try TestStore()
            for document in Self.documents {
                let header = try library.store.document(document.id).header
                if principal.mayRead(header) { try document.put(to: visible.store) }
            }
            for conditions in [
                DocumentConditions(), DocumentConditions(theme: "treason"), DocumentConditions(collection: "charters"),
                DocumentConditions(language: "en", years: YearSpan(first: 1300, last: 1600)),
            ] {
                let filter = DocumentFilter(conditions: conditions)
                let expected = try visible.store.facets(of: filter, for: .administrator)
                #expect(try library.store.facets(of: filter, for: principal) == expected)
                let part = try library.store.documentPart(filter, for: principal)
                let other = try visible.store.documentPart(filter, for: .administrator)
                #expect(part.documents.map(\.id) == other.documents.map(\.id) && part.total == other.total)
            }
            for collection in [nil, "charters", "charters/royal", "hidden", "announced", "none"] {
                let found = try library.store.collections(in: collection, for: principal)
                #expect(try found == visible.store.collections(in: collection, for: .administrator))
                #expect(
                    try library.store.documents(in: 0..<9, of: collection, for: principal).map(\.id)
                        == visible.store.documents(in: 0..<9, of: collection, for: .administrator).map(\.id))
                let id = collection ?? "charters"
                let count = try library.store.collection(id, for: principal)?.count
                #expect(try count == visible.store.collection(id, for: .administrator)?.count)
            }
        }
    }

    @Test func `conditions filter the list and total, and each facet is counted under the others`() throws {
        let library = try Self.store()
        func ids(_ conditions: DocumentConditions, words: String? = nil) throws -> [String] {
            let part = try library.store.documentPart(DocumentFilter(words: words, conditions: conditions))
            #expect(part.total == part.documents.count)
            return part.documents.map(\.id)
        }
        #expect(try ids(DocumentConditions(language: "en-US")) == ["a", "b", "c"])
        #expect(try ids(DocumentConditions(language: "fr", theme: "justice")) == ["a"])
        #expect(try ids(DocumentConditions(collection: "charters")) == ["a", "b"])
        #expect(try ids(DocumentConditions(collection: "chart")) == [])
        #expect(try ids(DocumentConditions(years: YearSpan(first: 1300, last: 1350))) == ["b", "c"])
        #expect(try ids(DocumentConditions(theme: "money"), words: "title b") == ["b"])
        let facets = try library.store.facets(of: DocumentFilter(conditions: DocumentConditions(theme: "justice")))
        #expect(facets.themes.map(\.count) == [2, 2] && facets.languages.map(\.count) == [2, 2, 1])
        #expect(facets.years?.total == 2)
        #expect(try library.store.facets(of: DocumentFilter(words: "--")).languages == [])
    }

    @Test func `replacing or removing a document updates its facets and outdates cached ones`() throws {
        let library = try Self.store()
        let before = try library.store.facets(of: DocumentFilter())
        var changed = Self.documents[0]
        (changed.themes, changed.collections, changed.date) = (["peace"], [], nil)
        try changed.put(to: library.store)
        _ = try library.store.remove("b")
        let after = try library.store.facets(of: DocumentFilter())
        #expect(after != before && after.themes.map(\.id) == ["money", "peace"])
        #expect(after.collections.map(\.id) == ["letters"] && after.years?.total == 1)
        _ = try library.store.moveToTrash("c", at: Date())
        #expect(try library.store.facets(of: DocumentFilter()).collections == [])
        try library.store.restoreRemoved("c", at: Date())
        #expect(try library.store.facets(of: DocumentFilter()).collections.map(\.id) == ["letters"])
        #expect(library.store.structuralFaults() == [])
    }

    @Test func `migrating an older database adds facets`() throws {
        let library = try Self.store()
        let expected = try library.store.facets(of: DocumentFilter(), for: .administrator)
        let copy = library.folder.path("older.sqlite")
        try library.store.backUp(to: copy)
        try ClauseStore(path: copy, access: .readWrite).write { database in
            try database.execute(
                sql: """
                    DROP TABLE documentFacet; DROP TABLE documentYears; DROP TABLE documentCollection;
                    DELETE FROM grdb_migrations WHERE identifier = '16'
                    """)
        }
        let store = try ClauseStore(path: copy, access: .readWrite)
        #expect(try store.facets(of: DocumentFilter(), for: .administrator) == expected)
    }
}
