import GRDB
import ImageGeometry

/// The indexes of pages: which clauses hold a point, in files beside the database that are mapped when first asked for.
///
/// A region of an index is a clause, its number is the clause's key. The files hold nothing that the database does not: one
/// that is missing, damaged or of another version is made again, also by a program that only reads, and where it cannot be
/// written the index is made in memory. They need neither be synced nor copied with the database.
struct PageIndexes: Sendable {
    private let files: DerivedFiles
    private let cache = PageIndexCache()

    init(files: DerivedFiles) {
        self.files = files
    }

    /// The index of a page.
    ///
    /// - Complexity: O(*n*) in the bytes of the index when its file is mapped, since their checksum is compared; then O(1)
    ///   as long as the page is among those that were asked for lately.
    func index(_ page: StoredPage, _ database: Database) throws -> PolygonIndex {
        try cache.index(PageIndexCache.Key(version: page.version, page: page.number)) {
            let path = try files.path(of: page, .index, database)
            if let kept = map(path) { return kept }
            let made = try Self.make(page, database)
            guard made.polygonCount > 0, write(made, to: path) else { return made }
            return map(path) ?? made
        }
    }

    /// Maps a file if it is a sound index.
    private func map(_ path: String) -> PolygonIndex? {
        guard let file = files.map(path) else { return nil }
        // The file is unmapped when the index lets go of what it is told to call at its end.
        return try? PolygonIndex(wrapping: file.bytes) { withExtendedLifetime(file) {} }
    }

    private func write(_ index: PolygonIndex, to path: String) -> Bool {
        files.write(to: path) { file in index.withUnsafeBytes { file.write($0) } }
    }

    private static func make(_ page: StoredPage, _ database: Database) throws -> PolygonIndex {
        // Among clauses of the same area, the order is that of their ids.
        let request: SQLRequest<Row> = """
            SELECT region.polygon, region.clause, \(sql: CheckedTable.region.check()) FROM region JOIN clause ON clause.key = region.clause
            WHERE region.page = \(page.key) ORDER BY clause.id, region.key
            """
        let rows = try request.fetchCursor(database)
        var polygons: [Polygon] = []
        var clauses: [Int] = []
        while let row = try rows.next() {
            polygons.append(try PolygonBlob.decode(row["polygon"]))
            clauses.append(row["clause"])
        }
        do throws(PolygonIndexFault) {
            return try PolygonIndex(polygons, regions: clauses)
        } catch {
            throw ClauseStoreError.database("the regions of page \(page.number): \(error)")
        }
    }
}
