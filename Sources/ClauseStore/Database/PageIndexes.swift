import Foundation
import GRDB
import ImageGeometry

/// A page of a version of a document. Its clauses and their regions never change.
struct StoredPage {
    let key: Int64
    let number: Int
    let version: Int64
}

/// The page indexes for hit tests, in files next to the database that are written with the document and read on first
/// use. `PageIndexCache` limits the bytes kept in memory.
///
/// Each region of an index represents a clause; its number is the clause's key. The files contain nothing that the
/// database does not: a file that is missing, damaged or of another version is rebuilt, even by a read-only program,
/// and the index is kept in memory alone if it cannot be written. The files need neither be synced nor backed up.
/// Together they take about a third of the database's size.
///
/// Files are worthwhile for large pages: the index of a million regions is read in 0.15 s and built from the database
/// in 7 s. For a hundred regions, both take 1 ms.
struct PageIndexes: Sendable {
    /// The suffix of all files in the current format.
    private static let suffix = "-\(Schema.newest).index"

    private let folder: String
    private let cache = PageIndexCache()

    /// - Parameter path: The database's path.
    init(besideDatabase path: String) {
        folder = path + "-indexes"
    }

    /// Returns the index of a page.
    ///
    /// - Complexity: O(*n*) in the bytes of the index when its file is read and its checksum verified; O(1) while the
    ///   page is in the cache.
    func index(_ page: StoredPage, _ database: Database) throws -> PolygonIndex {
        try cache.index(PageIndexCache.Key(version: page.version, page: page.number)) {
            let path = try path(of: page, database)
            if let kept = read(path) { return kept }
            let made = try Self.make(page, database)
            if made.polygonCount > 0 { write(made, to: path) }
            return made
        }
    }

    /// Deletes the files of versions that are no longer served, unfinished files of programs that have ended, and files
    /// of former versions of this program.
    func sweep(_ database: Database) throws {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder), !names.isEmpty else { return }
        let served = try Set(Int64.fetchAll(database, sql: "SELECT version FROM document"))
        for name in names {
            let version = name.hasSuffix(Self.suffix) ? Int64(name.prefix { $0 != "-" }) : nil
            if version.map(served.contains) != true { unlink("\(folder)/\(name)") }
        }
    }

    /// Returns the path of a page's file.
    ///
    /// The keys of versions are not reused in a database, except after a failed transaction; the time in the name tells
    /// such versions apart. The schema is part of the name because a migration may assign new keys to clauses.
    private func path(of page: StoredPage, _ database: Database) throws -> String {
        let sql = "SELECT addedAt FROM version WHERE key = ?"
        let time = try Double.fetchOne(database, sql: sql, arguments: [page.version]) ?? 0
        let mark = String(time.bitPattern, radix: 16)
        return "\(folder)/\(page.version)-\(page.number)-\(mark)\(Self.suffix)"
    }

    /// Reads a file if it contains a valid index. The file is not memory-mapped: if the disk fails or the file is
    /// truncated, a read returns an error, whereas a mapping would end the process with SIGBUS.
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

    /// Writes an index. If that fails, the next program rebuilds it.
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
        // Clauses of equal area are ordered by id.
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
