import Foundation
import GRDB
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// The cost of an edit, in rows rather than in time, is the same in a document of 30 clauses and in one of 20,000.
@Suite struct EditCostTests {
    private static func operations() throws -> [EditOperation] {
        let corners = JSONValue.array([.pair(10, 10), .pair(60, 10), .pair(60, 60)])
        let region = JSONValue.array([.object([.init(key: "polygon", value: corners)])])
        let operations: [(String, JSONValue, JSONValue)] = [
            ("clauses/c7/number", .string("7"), .string("VII")),
            ("clauses/c7/texts/en/title", .string("Clause 7"), .string("A")),
            ("clauses/c7/order", .number(7), .number(3.5)), ("clauses/c8", .bool(true), .null),
            ("clauses/new", .null, .bool(true)), ("clauses/new/regions/1", .null, region),
            ("clauses/new/categories", .null, .array([])), ("document/shelfmark", .null, .string("MS")),
        ]
        return try operations.map { EditOperation(path: try EditingStore.path($0.0), before: $0.1, after: $0.2) }
    }

    /// Returns the statements of the second edit of a document, and those among them that scan a table or sort.
    private func statements(clauses: Int) throws -> (count: Int, scans: [String]) {
        let library = try TestStore()
        let document = try RandomDocument.make(clauses: 30, vertices: 4)
        _ = try library.store.put(document, images: [:], source: "random", at: Date())
        try DatabaseQueue(path: library.path).write { try Self.enlarge($0, by: clauses - 30) }
        let first = Edit(
            id: "first", revision: 0,
            operations: [
                EditOperation(path: try EditingStore.path("clauses/c1/number"), before: .string("1"), after: .null)
            ])
        _ = try library.store.apply(first, to: "random", editor: "Ada", at: Date())
        let edit = Edit(id: "second", revision: 1, operations: try Self.operations())
        let database = try DatabaseQueue(path: library.path)
        let log = Log()
        let outcome = try database.write { database -> EditOutcome in
            database.trace { event in
                if case .statement(let statement) = event { log.statements.append(statement.sql) }
            }
            var application = try EditApplication(
                edit, to: "random", editor: "Ada", limits: EditLimits(), database)
            let outcome = try application.run(at: Date())
            database.trace(nil)
            return outcome
        }
        guard case .applied = outcome else {
            Issue.record("the edit was not applied: \(outcome)")
            return (0, [])
        }
        let scans = try database.read { database in
            try Set(log.statements).filter { sql in
                guard sql.hasPrefix("SELECT") || sql.hasPrefix("DELETE") else { return false }
                let plan = "EXPLAIN QUERY PLAN " + sql.replacing("?", with: "1")
                return try Row.fetchAll(database, sql: plan).contains { ($0["detail"] as String).hasPrefix("SCAN") }
            }
        }
        return (log.statements.count, scans.sorted())
    }

    /// Adds clauses, each with a region and a text, directly to the database, which is faster.
    private static func enlarge(_ database: Database, by count: Int) throws {
        try database.execute(
            sql: """
                WITH RECURSIVE counter (i) AS (SELECT 1 WHERE :count > 0 UNION ALL SELECT i + 1 FROM counter WHERE i < :count)
                INSERT INTO clause (key, document, position, id, kind, inAll)
                SELECT 1000000 + i, document.key, 100 + i, 'more-' || i, 'clause', 1 FROM counter JOIN document;
                """, arguments: ["count": count])
        try database.execute(
            sql: """
                INSERT INTO region (clause, page, minX, maxX, minY, maxY, polygon)
                SELECT more.key, page, minX, maxX, minY, maxY, polygon FROM clause AS more
                JOIN (SELECT * FROM region ORDER BY key LIMIT 1) WHERE more.key > 1000000;
                INSERT INTO text (clause, language, tag, position, isOwn, hasWords, title)
                SELECT key, 'en', 'en', 0, 1, 1, 'A title' FROM clause WHERE key > 1000000;
                """)
    }

    private final class Log: @unchecked Sendable {
        // Written and read within one call of `DatabaseQueue.write`, and after it.
        var statements: [String] = []
    }

    /// Returns how often an edit that adds steps to a tour reads the changed fields of the working copy.
    private func readsOfChangedFields(steps: Int) throws -> Int {
        let library = try TestStore(SourceFixture())
        let made = try (0..<steps).map { step in
            EditOperation(
                path: try EditingStore.path("tours/long/steps/s\(step)"), before: .null,
                after: .members([("order", .number(Double(step))), ("page", .number(1))]))
        }
        let tour = EditOperation(path: try EditingStore.path("tours/long"), before: .null, after: .bool(true))
        let log = Log()
        try DatabaseQueue(path: library.path).write { database in
            database.trace { event in
                if case .statement(let statement) = event { log.statements.append(statement.sql) }
            }
            var application = try EditApplication(
                Edit(id: "steps", revision: 0, operations: [tour] + made), to: "psalter", editor: "Ada",
                limits: EditLimits(), database)
            _ = try application.run(at: Date())
            database.trace(nil)
        }
        return log.statements.count { $0.contains("SELECT path FROM workingField") }
    }

    @Test func `the steps of a tour are counted once for all steps that an edit adds`() throws {
        let few = try readsOfChangedFields(steps: 2)
        #expect(few > 0)
        #expect(try readsOfChangedFields(steps: 100) == few)
    }

    @Test
    func `an edit needs the same statements in a large document, and none scans a table`()
        throws
    {
        let small = try statements(clauses: 30)
        let large = try statements(clauses: 20_000)
        #expect(small.count == large.count && small.count > 0)
        #expect(small.count < 120, "\(small.count)")
        #expect(small.scans == [] && large.scans == [])
    }
}
