import Foundation
import GRDB
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentModel

/// Page seals, the checksums of a database's pages.
@Suite struct StoreDamageTests {
    /// Returns a connection of this program, which seals the pages that it writes.
    private func connection(_ library: TestStore) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase(PageSeals.prepare)
        return try DatabaseQueue(path: library.path, configuration: configuration)
    }

    /// Returns the damaged pages of a file that no connection has open.
    private static func damagedPages(ofFile path: String) throws -> (damaged: [Int], missing: Int) {
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        return try PageSeals.damagedPages(byteCount: bytes.count, onRead: { _ in true }) { count, offset in
            offset + count <= bytes.count ? Array(bytes[offset..<offset + count]) : nil
        }
    }

    /// Calls every query of the store for a document.
    private func runEveryQuery(_ store: ClauseStore) throws {
        _ = try store.documents(for: .administrator)
        _ = try store.document("psalter", part: .whole, for: .administrator)
        _ = try store.clauses(of: "psalter", ClauseFilter(categories: ["all", "hidden"], includingRegions: true))
        _ = try store.clauses(of: "psalter", at: Point(x: 650, y: 150))
        _ = try store.categories(of: "psalter")
        _ = try store.search("church")
        _ = try store.annotations(AnnotationQuery(words: "church"), of: "psalter")
        _ = try store.versions(of: "psalter")
        _ = try store.sourceFiles(of: "psalter")
        _ = try store.activities(from: 0, limit: 10, for: .administrator)
    }

    @Test func `a flipped byte in any page is reported with its page`() throws {
        let library = try TestStore(SourceFixture())
        #expect(library.store.structuralFaults() == [])
        let file = URL(filePath: library.path)
        let sound = try Data(contentsOf: file)
        try #require(sound.count > 20 * 4096 && sound.count % 4096 == 0)
        var seeded = Seeded(39)
        for page in 0..<sound.count / 4096 {
            var bytes = sound
            bytes[page * 4096 + Int.random(in: (page == 0 ? 100 : 0)..<4096, using: &seeded)] ^= 1 << UInt8(page % 8)
            let copy = try TemporaryFolder()
            try copy.write("library.sqlite", bytes)
            let found = try Self.damagedPages(ofFile: copy.path("library.sqlite"))
            #expect(found.damaged == [page + 1] && found.missing == 0)
        }
        let copy = try TemporaryFolder()
        try copy.write("library.sqlite", sound.dropLast(3 * 4096))
        #expect(try Self.damagedPages(ofFile: copy.path("library.sqlite")).missing == 3)
    }

    @Test func `a header that no longer declares seals is rejected`() throws {
        let library = try TestStore(SourceFixture())
        var bytes = try Data(contentsOf: URL(filePath: library.path))
        #expect(bytes[20] == 8)
        bytes[20] = 0
        let copy = try TemporaryFolder()
        try copy.write("library.sqlite", bytes)
        let error = #expect(throws: ClauseStoreError.self) {
            try ClauseStore(path: copy.path("library.sqlite"), access: .readOnly)
        }
        #expect(error?.description.contains("its header is damaged") == true, "\(String(describing: error))")
    }

    @Test func `pages written by another program have no seal and are still read`() throws {
        let library = try TestStore(SourceFixture())
        var bytes = try Data(contentsOf: URL(filePath: library.path))
        for end in stride(from: 4096, through: bytes.count, by: 4096) {
            bytes.replaceSubrange(end - 8..<end, with: Data(count: 8))
        }
        let copy = try TemporaryFolder()
        try copy.write("library.sqlite", bytes)
        let store = try ClauseStore(path: copy.path("library.sqlite"), access: .readWrite)
        try runEveryQuery(store)
        #expect(store.structuralFaults() == [])
    }

    /// Runs the body while a reader keeps its writes in the log.
    private func keepingLog(of library: TestStore, _ body: () throws -> Void) throws {
        try connection(library).read { database in
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM document")
            try body()
        }
    }

    /// Returns the offsets in a log of the pages that are read from it: for each number the last one.
    private static func lastPages(ofLog log: Data) -> [Int] {
        var places: [Data: Int] = [:]
        // Frames of an earlier, longer log have other salts than the header.
        for frame in stride(from: 32, to: log.count - 4119, by: 4120) where log[frame + 8..<frame + 16] == log[16..<24]
        {
            places[log[frame..<frame + 4]] = frame + 24
        }
        return places.values.sorted()
    }

    private static func write(_ bytes: Data, over path: String) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.write(contentsOf: bytes)
        try file.close()
    }

    @Test func `a flipped byte of a page in the write-ahead log is found`() throws {
        let library = try TestStore(SourceFixture())
        let log = library.path + "-wal"
        try keepingLog(of: library) {
            var fixture = SourceFixture()
            try fixture.replace("Pay in silver", with: "Pay in gold", in: "texts/en.json")
            try library.put(fixture)
            let sound = try Data(contentsOf: URL(filePath: log))
            let places = Self.lastPages(ofLog: sound)
            try #require(places.count > 10)
            var seeded = Seeded(41)
            for place in places {
                var bytes = sound
                bytes[place + Int.random(in: -8..<4096, using: &seeded)] ^= 1 << UInt8.random(in: 0..<8, using: &seeded)
                try Self.write(bytes, over: log)
                let store = try? ClauseStore(path: library.path, access: .readOnly)
                #expect(store?.structuralFaults() != [], "the page at \(place)")
            }
            try Self.write(sound, over: log)
            let store = try ClauseStore(path: library.path, access: .readOnly)
            try runEveryQuery(store)
            #expect(store.structuralFaults() == [])
        }
    }

    @Test func `a change fails if the write-ahead log is damaged`() throws {
        let library = try TestStore(SourceFixture())
        let log = library.path + "-wal"
        var fixture = SourceFixture()
        try keepingLog(of: library) {
            try fixture.replace("Pay in silver", with: "Pay in gold", in: "texts/en.json")
            try library.put(fixture)
            var bytes = try Data(contentsOf: URL(filePath: log))
            for place in Self.lastPages(ofLog: bytes) { bytes[place + 2000] ^= 1 }
            try Self.write(bytes, over: log)
        }
        try fixture.replace("Pay in gold", with: "Pay in kind", in: "texts/en.json")
        let error = #expect(throws: ClauseStoreError.self) { try library.put(fixture) }
        #expect(error?.description.contains("not as it was written") == true, "\(String(describing: error))")
    }

    @Test func `pages rewritten within a transaction read correctly in it and after it`() throws {
        let library = try TestStore(SourceFixture())
        let sum = "SELECT sum(length(bytes)) FROM scratch"
        let connection = try connection(library)
        try connection.writeWithoutTransaction { database in
            // So few pages fit in memory that most are written before the transaction ends.
            try database.execute(sql: "PRAGMA cache_size = 10")
            try database.inTransaction {
                try database.execute(sql: "CREATE TABLE scratch (key INTEGER PRIMARY KEY, bytes BLOB)")
                for round in 0..<4 {
                    for key in 0..<300 {
                        try database.execute(
                            sql: "REPLACE INTO scratch VALUES (?, zeroblob(?))",
                            arguments: [key * 7 % 300, 1000 + round])
                    }
                    #expect(try Int.fetchOne(database, sql: sum) == 300 * (1000 + round))
                }
                return .commit
            }
        }
        #expect(try self.connection(library).read { try Int.fetchOne($0, sql: sum) } == 300 * 1003)
        try connection.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        #expect(library.store.structuralFaults() == [])
        #expect(try self.connection(library).read { try Int.fetchOne($0, sql: sum) } == 300 * 1003)
    }

    @Test func `migrating an older library seals its pages, also in a backup`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("library.sqlite")
        try FirstVersion.write(to: path)
        let store = try ClauseStore(path: path, access: .readWrite)
        #expect(try store.clauses(of: "a").map(\.id) == ["one"])
        try store.backUp(to: folder.path("copy.sqlite"))
        for name in ["library.sqlite", "copy.sqlite"] {
            var bytes = try Data(contentsOf: URL(filePath: folder.path(name)))
            #expect(bytes[20] == 8)
            bytes[3 * 4096 + 99] ^= 1
            try folder.write("damaged", bytes)
            #expect(try Self.damagedPages(ofFile: folder.path("damaged")).damaged == [4])
        }
    }
}
