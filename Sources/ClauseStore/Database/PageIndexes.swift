import GRDB
import ImageGeometry

/// The indexes of pages: which clauses hold a point, in files beside the database that are read when first asked for.
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
    /// - Complexity: O(*n*) in the bytes of the index when its file is read and their checksum compared; then O(1) as long
    ///   as the page is among those that were asked for lately.
    func index(_ page: StoredPage, _ database: Database) throws -> PolygonIndex {
        try cache.index(PageIndexCache.Key(version: page.version, page: page.number)) {
            let path = try files.path(of: page, .index, database)
            if let kept = read(path) { return kept }
            let made = try Self.make(page, database)
            if made.polygonCount > 0 { _ = write(made, to: path) }
            return made
        }
    }

    /// Reads a file if it is a sound index.
    private func read(_ path: String) -> PolygonIndex? {
        guard let file = files.open(path) else { return nil }
        // As long as the index is in use its file is not removed, so that the next program need not make it again.
        return try? PolygonIndex(byteCount: file.byteCount, keeping: file.use) { file.read(into: $0, at: 0) }
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
