import Foundation
import GRDB
import ImageGeometry
import Synchronization

/// The indexes of pages: which clauses hold a point, in files beside the database that are mapped when first asked for.
///
/// A region of an index is a clause, its number is the clause's key. The files hold nothing that the database does not: one
/// that is missing, damaged or of another version is made again, also by a program that only reads, and where it cannot be
/// written the index is made in memory. They need neither be synced nor copied with the database.
struct PageIndexes: Sendable {
    /// A page of a version of a document. Neither its clauses nor their regions ever change.
    struct Page {
        let key: Int64
        let number: Int
        let version: Int64

        var cacheKey: PageIndexCache.Key { PageIndexCache.Key(version: version, page: number) }
    }

    private static let suffix = ".index"
    private static let partialCount = Atomic(0)

    /// Where the files are: the database's path and `-indexes`.
    private let folder: String
    private let cache = PageIndexCache()

    /// - Parameter path: The database's path.
    init(besideDatabase path: String) {
        folder = path + "-indexes"
    }

    /// The index of a page.
    ///
    /// - Complexity: O(*n*) in the bytes of the index when its file is mapped, since their checksum is compared; then O(1)
    ///   as long as the page is among those that were asked for lately.
    func index(_ page: Page, _ database: Database) throws -> PolygonIndex {
        try cache.index(page.cacheKey) {
            let path = try path(of: page, database)
            if let kept = Self.map(path) { return kept }
            let made = try Self.make(page, database)
            guard made.polygonCount > 0, write(made, to: path) else { return made }
            return Self.map(path) ?? made
        }
    }

    /// Deletes the files of versions that are not served any more.
    func sweep(_ database: Database) throws {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder), !names.isEmpty else { return }
        let served = try Set(Int64.fetchAll(database, sql: "SELECT version FROM document"))
        for name in names {
            let version = name.prefix { $0 != "-" }
            if let version = Int64(version), served.contains(version), name.hasSuffix(Self.suffix) { continue }
            unlink(folder + "/" + name)
        }
    }

    /// The keys of versions are never used twice in a database, but for one whose transaction failed: the time tells them
    /// apart. Regions are named by keys that another schema may give anew.
    private func path(of page: Page, _ database: Database) throws -> String {
        let sql = "SELECT addedAt FROM version WHERE key = ?"
        let time = try Double.fetchOne(database, sql: sql, arguments: [page.version]) ?? 0
        let mark = String(time.bitPattern, radix: 16)
        return "\(folder)/\(page.version)-\(page.number)-\(mark)-\(Schema.newest)\(Self.suffix)"
    }

    private static func make(_ page: Page, _ database: Database) throws -> PolygonIndex {
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

    // MARK: Files

    /// Maps a file if it is a sound index. It is never written to: a new one takes its name.
    private static func map(_ path: String) -> PolygonIndex? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return nil }
        let count = Int(status.st_size)
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else { return nil }
        nonisolated(unsafe) let mapped = base
        return try? PolygonIndex(wrapping: UnsafeRawBufferPointer(start: base, count: count)) { munmap(mapped, count) }
    }

    /// Writes a file beside and gives it its name; tells whether that could be done.
    private func write(_ index: PolygonIndex, to path: String) -> Bool {
        mkdir(folder, 0o755)
        let number = Self.partialCount.add(1, ordering: .relaxed).newValue
        let partial = "\(path).partial-\(getpid())-\(number)"
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return false }
        let isWritten = index.withUnsafeBytes { Self.write($0, to: descriptor) }
        close(descriptor)
        if isWritten, rename(partial, path) == 0 { return true }
        unlink(partial)
        return false
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(0, written))
        }
        return true
    }
}
