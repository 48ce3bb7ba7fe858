import Foundation
import GRDB
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct StoreListTests {
    /// Puts documents with these ids, each with a title and blank pages.
    private static func put(
        _ id: String, title: String = "A psalter", status: String = "published", access: String? = nil,
        to store: ClauseStore
    ) throws {
        var fixture = SourceFixture()
        try fixture.replace("\"psalter\"", with: "\"\(id)\"", in: "document.json")
        try fixture.replace("\"A psalter\"", with: "\"\(title)\"", in: "document.json")
        try fixture.setStatus(status, access: access)
        _ = try store.put(try fixture.read(), images: [1: SourceFixture.image], source: "a test", at: Date())
    }

    private static func walk(
        _ store: ClauseStore, limit: Int, words: String? = nil, for principal: Principal = .anyone,
        meanwhile: (Int) throws -> Void = { _ in }
    ) throws -> [[String]] {
        var parts: [[String]] = []
        var filter = DocumentFilter(words: words, limit: limit)
        while true {
            let part = try store.documentPart(filter, for: principal)
            parts.append(part.documents.map(\.id))
            try #require(parts.count < 100)
            guard let next = part.next else { return parts }
            try meanwhile(parts.count)
            // The cursor as it passes through an address.
            filter.cursor = DocumentCursor(next.description)
            #expect(filter.cursor == next)
        }
    }

    @Test func `successive parts contain each document once`() throws {
        let library = try TestStore()
        let ids = (1...9).map { "d-\($0)" }
        for id in ids.shuffled() { try Self.put(id, to: library.store) }
        for limit in 1...10 {
            let parts = try Self.walk(library.store, limit: limit)
            #expect(parts.flatMap { $0 } == ids)
            #expect(parts.dropLast().allSatisfy { $0.count == limit })
        }
        let part = try library.store.documentPart(DocumentFilter(limit: 4))
        let firstFour = Array(try library.store.documents().prefix(4))
        #expect(part.total == 9 && part.documents == firstFour)
        #expect(try library.store.documentPart().documents.count == 9)
        var all: [String] = []
        try library.store.forEachDocument(for: .anyone) { all.append($0.id) }
        #expect(all == ids)
        #expect(try library.store.documents(in: 3..<5, of: nil, for: .anyone).map(\.id) == ["d-4", "d-5"])
        #expect(try library.store.documents(in: 8..<12, of: nil, for: .anyone).map(\.id) == ["d-9"])
    }

    @Test func `changes between parts make no other document appear twice or go missing`() throws {
        let library = try TestStore()
        let store = library.store
        for number in 1...9 { try Self.put("d-\(number)", to: store) }
        let parts = try Self.walk(store, limit: 3) { count in
            switch count {
            case 1:
                // Remove the last document of the returned part and one before it, and add others before and after it.
                _ = try store.remove("d-3")
                _ = try store.remove("d-1")
                try Self.put("d-0", to: store)
                try Self.put("d-3a", to: store)
            case 2:
                // Replaced documents get new rows.
                try Self.put("d-2", title: "Another", to: store)
                try Self.put("d-8", title: "Another", to: store)
            default: break
            }
        }
        #expect(parts == [["d-1", "d-2", "d-3"], ["d-3a", "d-4", "d-5"], ["d-6", "d-7", "d-8"], ["d-9"]])
    }

    @Test func `totals and cursors do not reveal documents that a reader may not read`() throws {
        let (library, open) = (try TestStore(), try TestStore())
        for (id, status, access) in [
            ("a", "draft", nil), ("b", "published", nil), ("c", "published", "restricted"), ("d", "published", nil),
            ("e", "draft", "restricted"),
        ] as [(String, String, String?)] {
            try Self.put(id, status: status, access: access, to: library.store)
            if id == "b" || id == "d" { try Self.put(id, status: status, access: access, to: open.store) }
        }
        for words in [nil, "psalter", "mS 1", "nothing"] {
            var filter = DocumentFilter(words: words, limit: 1)
            while true {
                let part = try library.store.documentPart(filter)
                let expected = try open.store.documentPart(filter)
                #expect(part.total == expected.total && part.next == expected.next)
                #expect(part.documents.map(\.id) == expected.documents.map(\.id))
                guard let next = part.next else { break }
                filter.cursor = next
            }
        }
        let principals: [(Principal, [String])] = [
            (.anyone, ["b", "d"]), (.administrator, ["a", "b", "c", "d", "e"]),
            (Principal(seesDrafts: true), ["a", "b", "d"]),
            (Principal(grant: .documents(["e", "x"])), ["b", "d", "e"]),
        ]
        for (principal, ids) in principals {
            for words in [nil, "psalter"] {
                #expect(try Self.walk(library.store, limit: 2, words: words, for: principal).flatMap { $0 } == ids)
                let part = try library.store.documentPart(DocumentFilter(words: words), for: principal)
                #expect(part.total == ids.count)
            }
            let counts = try library.store.counts(for: principal)
            #expect(counts == LibraryCounts(documents: ids.count, pages: 2 * ids.count))
            #expect(
                try library.store.documentCount(among: ["a", "c", "d", "x"], for: principal)
                    == Set(ids).intersection(["a", "c", "d"]).count)
        }
        // A foreign cursor is a position between ids, whether or not the id exists.
        let cursor = DocumentCursor("c")
        #expect(try library.store.documentPart(DocumentFilter(cursor: cursor)).documents.map(\.id) == ["d"])
    }

    @Test func `document counts follow every change`() throws {
        let library = try TestStore()
        for number in 1...3 {
            try Self.put("d-\(number)", to: library.store)
            #expect(try library.store.documentPart(DocumentFilter(limit: 1)).total == number)
            #expect(try library.store.counts(for: .anyone).pages == 2 * number)
        }
        try Self.put("d-2", status: "draft", to: library.store)
        #expect(try library.store.documentCount(for: .anyone) == 2)
        #expect(try library.store.documentCount(for: .administrator) == 3)
        _ = try library.store.remove("d-1")
        #expect(try library.store.documentCount(for: .anyone) == 1)
        #expect(try !library.store.hasDocument("d-1"))
        #expect(try library.store.hasDocument("d-2"))
    }

    @Test(arguments: [false, true]) func `a search without any word has no documents or facets, and changes no others`(
        isFirst: Bool
    ) throws {
        let library = try TestStore()
        try Self.put("a", to: library.store)
        for words in isFirst ? ["---", nil, "---"] : [nil, "---", nil] {
            let expected = words == nil ? 1 : 0
            let filter = DocumentFilter(words: words)
            #expect(try library.store.documentPart(filter).total == expected)
            #expect(try library.store.facets(of: filter).languages.isEmpty == (expected == 0))
        }
    }

    @Test func `documents are found by title and description, in any language and without accents`() throws {
        let library = try TestStore()
        try Self.put("plain", to: library.store)
        try Self.put("cartulary-7", title: "Cartulaire de l’Évêché", to: library.store)
        func found(_ words: String) throws -> [String] {
            try Self.walk(library.store, limit: 1, words: words).flatMap { $0 }
        }
        #expect(try found("eveche") == ["cartulary-7"])
        #expect(try found("cartul evec") == [])
        #expect(try found("cartulaire evec") == ["cartulary-7"])
        #expect(try found("CARTULARY") == ["cartulary-7"])
        // The French title, the shelfmark, holder and date, of both documents.
        for words in ["psautier", "MS 1", "a library", "1200", "about 12", "psautier library"] {
            #expect(try found(words) == ["cartulary-7", "plain"], "\(words)")
        }
        // A query without any word finds nothing rather than everything.
        #expect(try found("“…”") == [])
        #expect(try found("  ") == ["cartulary-7", "plain"])
        // The texts of a document are not part of its name.
        #expect(try found("tithes") == [])
        try Self.put("cartulary-7", title: "Something else", to: library.store)
        #expect(try found("eveche") == [])
        _ = try library.store.remove("plain")
        #expect(try found("psautier") == ["cartulary-7"])
    }

    @Test func `a part ends early if its documents have many pages`() throws {
        let library = try TestStore()
        let pages = Array(repeating: #"{ "width": 10, "height": 10 }"#, count: 9_000).joined(separator: ",")
        for id in ["a", "b", "c"] {
            let document = try SourceFolderText(
                #"{ "id": "\#(id)", "title": "Long", "language": "en", "languages": ["en"], "pages": [\#(pages)] }"#)
            _ = try library.store.put(try document.read(), images: [:], source: "a test", at: Date())
        }
        #expect(try Self.walk(library.store, limit: 10) == [["a", "b"], ["c"]])
        #expect(try library.store.counts(for: .anyone).pages == 27_000)
    }

    @Test func `lists and searches are read from covering indexes`() throws {
        let library = try TestStore()
        try Self.put("a", to: library.store)
        func plan(_ words: String?) throws -> [String] {
            try library.store.read { database in
                let list = DocumentList(database: database, words: words, principal: .anyone)
                let statement = try list.partRequest(after: DocumentCursor("a"), limit: 10)
                    .makePreparedRequest(database).statement
                return try Row.fetchAll(
                    database, sql: "EXPLAIN QUERY PLAN " + statement.sql, arguments: statement.arguments
                ).map { $0["detail"] }
            }
        }
        let list = try plan(nil)
        #expect(list.contains("SEARCH document USING COVERING INDEX documentListing (id>?)"))
        #expect(!list.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN document") }, "\(list)")
        let found = try plan("psalter")
        #expect(found.contains { $0.hasPrefix("SCAN documentIndex VIRTUAL TABLE INDEX") })
        #expect(
            found.contains { $0.hasPrefix("SEARCH document USING COVERING INDEX documentListing (id=") }, "\(found)")
    }

    @Test func `migrating an older library adds document lists`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "library.sqlite").path
        do {
            let store = try ClauseStore(path: path, access: .readWrite)
            for id in ["a", "b"] { try Self.put(id, to: store) }
        }
        // As the previous version left it.
        try DatabaseQueue(path: path).write { database in
            try database.execute(sql: "DROP TABLE documentIndex; DROP INDEX documentListing")
            try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '7'")
        }
        #expect(throws: ClauseStoreError.self) { try ClauseStore(path: path, access: .readOnly) }
        let store = try ClauseStore(path: path, access: .readWrite)
        #expect(try Self.walk(store, limit: 1, words: "psautier") == [["a"], ["b"]])
        #expect(store.structuralFaults() == [])
    }
}

/// A source folder with only a `document.json`.
private struct SourceFolderText {
    let folder: TemporaryFolder

    init(_ document: String) throws {
        folder = try TemporaryFolder()
        for (name, text) in [
            ("document.json", document), ("categories.json", "[]"), ("clauses.json", "[]"), ("texts/en.json", "{}"),
        ] {
            try folder.write(name, Data(text.utf8))
        }
    }

    func read() throws -> SourceDocument {
        try withExtendedLifetime(folder) { try SourceFolder.read(folder.url.path) { _, _ in (1, 1) } }
    }
}
