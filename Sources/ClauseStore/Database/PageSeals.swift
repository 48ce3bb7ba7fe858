internal import CPageSeal
import Foundation
import GRDB

/// Seals of database pages: a changed byte anywhere in the file is reported to SQLite when it reads the page.
///
/// Every page of the file has a seal, those of rows as well as those of B-trees and indexes. A seal is verified when
/// the page is read from disk, which SQLite does once, as it then caches the page. The verification takes 0.1 µs for a
/// page of 4 kB.
enum PageSeals {
    /// The result of registering our VFS as the default.
    private static let registration = cpageseal_register()

    /// Ensures that this process opens databases through the VFS that verifies seals.
    static func begin() throws {
        guard registration == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: registration), message: "no layer for seals of pages")
        }
    }

    /// Enables seals for a connection. Throws if the database should have seals but has none.
    static func prepare(_ database: Database) throws {
        let isExpected = try isMigrated(database)
        if isExpected {
            // Checked before space is requested, and in the state being read: the header itself could be damaged.
            guard cpageseal_reserved(database.sqliteConnection) == CPAGESEAL_BYTES else {
                throw DatabaseError(
                    resultCode: .SQLITE_CORRUPT, message: "its header is damaged, or it was copied without its seals")
            }
            try check(cpageseal_seal(database.sqliteConnection))
        } else if !database.configuration.readonly {
            try check(cpageseal_reserve(database.sqliteConnection))
        }
    }

    /// Reserves space for seals in a new database, and seals pages copied into it. The copied pages must have that
    /// space, too.
    static func begin(copyingTo database: Database) throws {
        try check(cpageseal_reserve(database.sqliteConnection))
        try check(cpageseal_seal(database.sqliteConnection))
    }

    /// Whether the pages of the state being read have space for seals. For connections that have not requested it.
    static func haveRoom(_ database: Database) throws -> Bool {
        _ = try Int.fetchOne(database, sql: "PRAGMA schema_version")
        return cpageseal_reserved(database.sqliteConnection) == CPAGESEAL_BYTES
    }

    private static func isMigrated(_ database: Database) throws -> Bool {
        let table = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'grdb_migrations')"
        guard try Bool.fetchOne(database, sql: table) ?? false else { return false }
        let migration = "SELECT EXISTS (SELECT 1 FROM grdb_migrations WHERE identifier = ?)"
        return try Bool.fetchOne(database, sql: migration, arguments: [Schema.sealed]) ?? false
    }

    private static func check(_ result: Int32) throws {
        guard result == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
    }

    // MARK: The whole file

    /// Returns bytes of a database file from disk, including seals; nil if the file ends before their end.
    static func bytes(_ count: Int, at offset: Int, of database: Database) throws -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let size = Int32(truncatingIfNeeded: count)
        let result = cpageseal_read(database.sqliteConnection, &bytes, size, Int64(offset))
        if Int(result) == CPAGESEAL_TOO_SHORT { return nil }
        try check(result)
        return bytes
    }

    /// Returns the size of a database file.
    static func byteCount(of database: Database) -> Int { max(0, Int(cpageseal_byte_count(database.sqliteConnection))) }

    /// Returns the numbers of the pages of a database file that are not what was written, at most a hundred.
    ///
    /// A page that another connection is just writing can appear damaged, so it is read again before it is reported.
    ///
    /// - Parameters:
    ///   - byteCount: The size of the file.
    ///   - onRead: Called from time to time with the number of bytes read. It may block, and returns whether to
    ///     continue.
    ///   - read: Returns bytes of the file from an offset, or nil if the file ends before their end.
    /// - Returns: The numbers of damaged pages, and the number of pages that are missing according to the header.
    /// - Complexity: O(*n*) in the file's bytes.
    static func damagedPages(
        byteCount: Int, onRead: (Int) -> Bool, read: (_ count: Int, _ offset: Int) throws -> [UInt8]?
    ) throws -> (damaged: [Int], missing: Int) {
        guard let header = try read(100, 0) else {
            throw ClauseStoreError.damaged("its file is cut short, expected a database")
        }
        let announced = Int(header[16]) << 8 | Int(header[17])
        let pageSize = announced == 1 ? 65_536 : announced
        guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { return ([1], 0) }
        // SQLite does not use this page: https://sqlite.org/fileformat2.html#the_lock_byte_page
        let lockPage = (1 << 30) / pageSize + 1
        var damaged: [Int] = []
        func isSound(_ number: Int) throws -> Bool {
            guard let page = try read(pageSize, (number - 1) * pageSize), let name = UInt32(exactly: number) else {
                return false
            }
            return cpageseal_check(page, pageSize, name) != CPAGESEAL_DAMAGED
        }
        for number in 1...max(1, byteCount / pageSize) where number != lockPage {
            if number % 64 == 0, !onRead(64 * pageSize) { break }
            if try isSound(number) { continue }
            let isSoundLater = try (1...3).contains { _ in
                usleep(50_000)
                return try isSound(number)
            }
            if !isSoundLater { damaged.append(number) }
            if damaged.count == 100 { break }
        }
        let pageCount = header[28..<32].reduce(0) { $0 << 8 | Int($1) }
        return (damaged, damaged.contains(1) ? 0 : max(0, pageCount - byteCount / pageSize))
    }
}
