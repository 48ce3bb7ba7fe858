internal import CPageSeal
import Foundation
import GRDB

/// The seals of a database's pages: whatever byte of the file changes, SQLite is told when it reads the page.
///
/// Every page of the file has one: those of rows, and those of the trees and indexes that lead to them. It is compared when
/// the page comes from the disk: once, as SQLite then keeps it. That takes 0.1 µs for a page of 4 kB.
enum PageSeals {
    /// What SQLite's own layer of files says when ours could not be put before it.
    private static let registration = cpageseal_register()

    /// From now on this process opens databases through the layer that keeps seals.
    static func begin() throws {
        guard registration == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: registration), message: "no layer for seals of pages")
        }
    }

    /// Makes sure that a database that should have seals has them.
    static func prepare(_ database: Database) throws {
        let isExpected = try isMigrated(database)
        if isExpected {
            // Asked before room is requested, and of the state that is read: the header's own word could be damaged.
            guard cpageseal_reserved(database.sqliteConnection) == CPAGESEAL_BYTES else {
                throw DatabaseError(
                    resultCode: .SQLITE_CORRUPT, message: "its header is damaged, or it was copied without its seals")
            }
            try check(cpageseal_seal(database.sqliteConnection))
        } else if !database.configuration.readonly {
            try check(cpageseal_reserve(database.sqliteConnection))
        }
    }

    /// Makes room for seals in a new database, and seals what is copied into it: pages that have room, too.
    static func begin(copyingTo database: Database) throws {
        try check(cpageseal_reserve(database.sqliteConnection))
        try check(cpageseal_seal(database.sqliteConnection))
    }

    /// Whether the pages of the state that is read have room for seals; for connections that have not asked for it.
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

    /// Bytes of a database's file as they are on the disk, seals and all; nil where the file ends before their end.
    static func bytes(_ count: Int, at offset: Int, of database: Database) throws -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let size = Int32(truncatingIfNeeded: count)
        let result = cpageseal_read(database.sqliteConnection, &bytes, size, Int64(offset))
        if Int(result) == CPAGESEAL_TOO_SHORT { return nil }
        try check(result)
        return bytes
    }

    /// The size of a database's file.
    static func byteCount(of database: Database) -> Int { max(0, Int(cpageseal_byte_count(database.sqliteConnection))) }

    /// The pages of a database's file that are not as they were written, by number; at most a hundred.
    ///
    /// A page that another connection writes at this moment can look so: it is read again before it is told.
    ///
    /// - Parameters:
    ///   - byteCount: The file's size.
    ///   - pace: Told how many bytes were read, now and then; it may wait, and says whether to go on.
    ///   - read: The bytes of the file from an offset on, nil where it ends before.
    /// - Returns: The numbers, and how many pages the header tells of that are not there.
    /// - Complexity: O(*n*) in the file's bytes.
    static func damagedPages(
        byteCount: Int, pace: (Int) -> Bool, read: (_ count: Int, _ offset: Int) throws -> [UInt8]?
    ) throws -> (damaged: [Int], missing: Int) {
        guard let header = try read(100, 0) else {
            throw ClauseStoreError.damaged("its file is cut short, expected a database")
        }
        let announced = Int(header[16]) << 8 | Int(header[17])
        let pageSize = announced == 1 ? 65_536 : announced
        guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { return ([1], 0) }
        // Of this page SQLite makes no use: https://sqlite.org/fileformat2.html#the_lock_byte_page
        let lockPage = (1 << 30) / pageSize + 1
        var damaged: [Int] = []
        func isSound(_ number: Int) throws -> Bool {
            guard let page = try read(pageSize, (number - 1) * pageSize), let name = UInt32(exactly: number) else {
                return false
            }
            return cpageseal_check(page, pageSize, name) != CPAGESEAL_DAMAGED
        }
        for number in 1...max(1, byteCount / pageSize) where number != lockPage {
            if number % 64 == 0, !pace(64 * pageSize) { break }
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
