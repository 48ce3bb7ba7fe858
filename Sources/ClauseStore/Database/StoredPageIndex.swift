import Foundation
import GRDB
import ImageGeometry

/// The indexes of pages: which clauses hold a point, kept with the regions and in the same transactions.
///
/// A region of an index is a clause, its number is the clause's key. Polygons are given in the order of their clauses' ids,
/// as that is the order among clauses of the same area.
struct StoredPageIndex {
    /// SQLite takes no more than 10^9 bytes at once; the index of a larger page is made when it is asked for.
    private static let byteLimit = 900_000_000

    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    /// The index of a page: the one that is kept if it is sound and of this version, else a new one of the page's regions.
    ///
    /// - Complexity: O(*n*) in the bytes of the index, or what it takes to make it.
    func read(page: Int64) throws -> PolygonIndex {
        let request = SQLRequest<Row>(
            sql: "SELECT bytes FROM pageIndex WHERE page = ?", arguments: [page], cached: true)
        let rows = try request.fetchCursor(database)
        let kept = try rows.next()?.withUnsafeData(atIndex: 0) { data in
            data.flatMap { data in try? data.withUnsafeBytes { try PolygonIndex(copying: $0) } }
        }
        return try kept ?? make(page: page)
    }

    /// Writes the index of a page of its polygons, each with its clause's key, in the order of the clauses' ids.
    func write(_ polygons: [(polygon: Polygon, clause: Int64)], page: Int64) throws {
        let index = try Self.index(polygons)
        guard index.byteCount <= Self.byteLimit else { return }
        // Outside of what the statement copies it from, the data is not used.
        let bytes = index.withUnsafeBytes { Data($0) }
        let statement = try database.cachedStatement(sql: "INSERT INTO pageIndex (page, bytes) VALUES (?, ?)")
        try statement.execute(arguments: [page, bytes])
    }

    /// Writes the indexes of all pages that have regions and no index.
    func writeMissing() throws {
        let sql = "SELECT DISTINCT page FROM region WHERE page NOT IN (SELECT page FROM pageIndex)"
        for page in try Int64.fetchAll(database, sql: sql) { try write(polygons(ofPage: page), page: page) }
    }

    private func make(page: Int64) throws -> PolygonIndex { try Self.index(polygons(ofPage: page)) }

    private static func index(_ polygons: [(polygon: Polygon, clause: Int64)]) throws -> PolygonIndex {
        do throws(PolygonIndexFault) {
            return try PolygonIndex(polygons.map(\.polygon), regions: polygons.map { Int($0.clause) })
        } catch {
            throw ClauseStoreError.database("the regions of a page: \(error)")
        }
    }

    private func polygons(ofPage page: Int64) throws -> [(polygon: Polygon, clause: Int64)] {
        let request: SQLRequest<Row> = """
            SELECT region.polygon, region.clause FROM region JOIN clause ON clause.key = region.clause
            WHERE region.page = \(page) ORDER BY clause.id, region.key
            """
        let rows = try request.fetchCursor(database)
        var polygons: [(polygon: Polygon, clause: Int64)] = []
        while let row = try rows.next() {
            polygons.append((try PolygonBlob.decode(row["polygon"]), row["clause"]))
        }
        return polygons
    }
}
