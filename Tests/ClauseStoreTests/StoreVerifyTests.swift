import DocumentModel
import Foundation
import GRDB
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore

@Suite struct StoreVerifyTests {
    @Test func `intact documents have no differences from their source`() throws {
        let library = try TestStore(SourceFixture())
        #expect(library.store.structuralFaults() == [])
        #expect(try library.store.differencesFromSource(of: "psalter") == [])
        _ = try library.store.put(
            RandomDocument.make(clauses: 300), images: [:], source: "random", at: Date(timeIntervalSince1970: 1))
        #expect(try library.store.differencesFromSource(of: "random") == [])
        #expect(throws: ClauseStoreError.noDocument("no")) { try library.store.differencesFromSource(of: "no") }
    }

    @Test(arguments: [
        (
            "UPDATE text SET translation = translation || 'x'",
            "the text of clause"
        ),
        ("UPDATE clause SET number = '99' WHERE id = '1'", "clause 1 is not that of clauses.json"),
        ("DELETE FROM clauseCategory", "is not that of clauses.json"),
        ("UPDATE clause SET position = 1000 WHERE id = '1'", "the clauses and their order"),
        ("UPDATE category SET style = 'outline' WHERE style = 'filled'", "the categories"),
        ("UPDATE page SET width = width + 1 WHERE number = 2", "page 2"),
        (
            "UPDATE document SET header = replace(header, 'psalter', 'psaltes') WHERE id = 'psalter'",
            "the document's header"
        ),
        ("UPDATE sourceFile SET bytes = CAST('{' AS BLOB) WHERE name = 'clauses.json'", "source files cannot be read"),
    ])
    func `changes by another program are reported`(_ change: String, _ line: String) throws {
        let library = try TestStore(SourceFixture())
        try connection(library).write { try $0.execute(sql: change) }
        let lines = try library.store.differencesFromSource(of: "psalter")
        #expect(lines.contains { $0.contains(line) }, "\(lines)")
    }

    /// A physical size computed from such a scale would be infinite.
    @Test func `a scale beyond the limits that an earlier version stored is ignored`() throws {
        let library = try TestStore(SourceFixture())
        try connection(library).write { database in
            try database.execute(sql: "UPDATE page SET pixelsPerMillimetre = 1e-310 WHERE number = 1")
            try database.execute(
                sql: "UPDATE sourceFile SET bytes = CAST(replace(bytes, '11.8', '1e-310') AS BLOB) WHERE name = ?",
                arguments: ["document.json"])
        }
        #expect(try library.store.document("psalter").pages[0].pixelsPerMillimetre == nil)
        #expect(try library.store.sourceDocument("psalter").pages[0].pixelsPerMillimetre == nil)
        #expect(try library.store.differencesFromSource(of: "psalter") == [])
    }

    @Test func `header differences are reported, except properties that earlier versions did not store`() throws {
        var fixture = SourceFixture()
        try fixture.replace(
            #""language": "la","#, with: #""language": "la", "homepage": [{ "id": "https://example.org/" }],"#,
            in: "document.json")
        let library = try TestStore(fixture)
        #expect(try library.store.document("psalter").presentation?.homepage.count == 1)
        func differences(after change: String) throws -> [String] {
            try connection(library).write { database in
                try database.execute(sql: "UPDATE document SET header = \(change)")
            }
            return try library.store.differencesFromSource(of: "psalter")
        }
        #expect(
            try differences(after: "replace(header, 'https://example.org/', 'https://example.com/')")
                == ["the document's header is not that of document.json"])
        #expect(try differences(after: "json_remove(header, '$.presentation')") == [])
    }

    /// Returns a connection that updates the seals of pages, so that its changes are found only by comparison with the
    /// source files.
    private func connection(_ library: TestStore) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase(PageSeals.prepare)
        return try DatabaseQueue(path: library.path, configuration: configuration)
    }

    @Test func `a moved region and a dangling reference are reported`() throws {
        let library = try TestStore(SourceFixture())
        let moved = try Polygon(outer: [Point(x: 1, y: 1), Point(x: 9, y: 1), Point(x: 9, y: 9)])
        try connection(library).write { database in
            try database.execute(
                sql: "UPDATE region SET polygon = ? WHERE key = (SELECT min(key) FROM region)",
                arguments: [PolygonBlob.encode(moved)])
            try database.execute(sql: "UPDATE region SET page = 4711 WHERE key = (SELECT max(key) FROM region)")
        }
        #expect(try library.store.differencesFromSource(of: "psalter").contains { $0.hasPrefix("clause ") })
        #expect(library.store.structuralFaults().contains { $0.hasPrefix("a row of region refers to one of page") })
    }
}
