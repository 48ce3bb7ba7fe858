import Foundation
import GRDB
import ImageGeometry

// `PageIndexes` keeps the polygon index of a page in a file beside the database, written with the document and read when
// the page is first queried. A file that is missing, damaged or of another version is rebuilt from the regions.
// `PageIndexCache` bounds what is kept in memory, in bytes. Nothing is mapped: a mapping would end the program with
// SIGBUS when the disk fails.
// `HitTestService` caches the JSON of clauses in memory; hit tests on pages in use then need no query.

/// A page of a version of a document. Neither its clauses nor their regions ever change.
struct StoredPage {
    let key: Int64
    let number: Int
    let version: Int64
}

/// The indexes of pages: which clauses hold a point, in files beside the database that are read when first asked for.
///
/// A region of an index is a clause, its number is the clause's key. The files hold nothing that the database does not: one
/// that is missing, damaged or of another version is made again, also by a program that only reads, and where it cannot be
/// written the index is made in memory. They need neither be synced nor copied with the database. All of them take about a
/// third of what it takes.
///
/// A file pays on large pages: of a million regions the index is read in 0.15 s and made from the database in 7 s, of a
/// hundred in 1 ms either way.
struct PageIndexes: Sendable {
    /// The end of the name of every file in the present format.
    private static let suffix = "-\(Schema.newest).index"

    private let folder: String
    private let cache = PageIndexCache()

    /// - Parameter path: The database's path.
    init(besideDatabase path: String) {
        folder = path + "-indexes"
    }

    /// The index of a page.
    ///
    /// - Complexity: O(*n*) in the bytes of the index when its file is read and their checksum compared; then O(1) as long
    ///   as the page is among those that were asked for lately.
    func index(_ page: StoredPage, _ database: Database) throws -> PolygonIndex {
        try cache.index(PageIndexCache.Key(version: page.version, page: page.number)) {
            let path = try path(of: page, database)
            if let kept = read(path) { return kept }
            let made = try Self.make(page, database)
            if made.polygonCount > 0 { write(made, to: path) }
            return made
        }
    }

    /// Deletes the files of versions that are not served any more, what a program that is gone had not finished, and what
    /// former versions of this program kept here.
    func sweep(_ database: Database) throws {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder), !names.isEmpty else { return }
        let served = try Set(Int64.fetchAll(database, sql: "SELECT version FROM document"))
        for name in names {
            let version = name.hasSuffix(Self.suffix) ? Int64(name.prefix { $0 != "-" }) : nil
            if version.map(served.contains) != true { unlink("\(folder)/\(name)") }
        }
    }

    /// Where a page's file is.
    ///
    /// The keys of versions are never used twice in a database, but for one whose transaction failed: the time tells them
    /// apart. Clauses are named by keys that another schema may give anew.
    private func path(of page: StoredPage, _ database: Database) throws -> String {
        let sql = "SELECT addedAt FROM version WHERE key = ?"
        let time = try Double.fetchOne(database, sql: sql, arguments: [page.version]) ?? 0
        let mark = String(time.bitPattern, radix: 16)
        return "\(folder)/\(page.version)-\(page.number)-\(mark)\(Self.suffix)"
    }

    /// Reads a file if it is a sound index. It is read, and not mapped: where the disk fails or somebody makes the file
    /// shorter, a reading returns an error, and a mapping would end the process with SIGBUS.
    private func read(_ path: String) -> PolygonIndex? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        return try? PolygonIndex(byteCount: Int(status.st_size)) { buffer in
            var done = 0
            while done < buffer.count {
                let count = Glibc.read(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
                if count > 0 { done += count } else if count == 0 || errno != EINTR { return false }
            }
            return true
        }
    }

    /// Where that cannot be done, the index is made again by the next program.
    private func write(_ index: PolygonIndex, to path: String) {
        mkdir(folder, 0o755)
        index.withUnsafeBytes { bytes in
            let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
            guard let start else { return }
            let data = Data(bytesNoCopy: start, count: bytes.count, deallocator: .none)
            try? data.write(to: URL(filePath: path), options: .atomic)
        }
    }

    private static func make(_ page: StoredPage, _ database: Database) throws -> PolygonIndex {
        // Among clauses of the same area, the order is that of their ids.
        let request: SQLRequest<Row> = """
            SELECT region.polygon, region.clause FROM region JOIN clause ON clause.key = region.clause
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
