import Foundation
import GRDB
import ImageGeometry
import Testing

@testable import ClauseStore
import TestSupport

/// Checksums of rows and seals of pages.
@Suite struct StoreDamageTests {
    /// A connection of this program's own, which seals the pages that it writes.
    private func connection(_ library: TestStore) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase(PageSeals.prepare)
        return try DatabaseQueue(path: library.path, configuration: configuration)
    }

    /// Asks everything that the store answers of a document.
    /// The pages of a file that no connection has open.
    private static func damagedPages(ofFile path: String) throws -> (damaged: [Int], missing: Int) {
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        return try PageSeals.damagedPages(byteCount: bytes.count, pace: { _ in true }) { count, offset in
            offset + count <= bytes.count ? Array(bytes[offset..<offset + count]) : nil
        }
    }

    private func askEverything(_ store: ClauseStore) throws {
        _ = try store.documents(for: .keeper)
        _ = try store.document("psalter", part: .whole, for: .keeper)
        _ = try store.clauses(of: "psalter", ClauseFilter(categories: ["all", "hidden"], includingRegions: true))
        _ = try store.clauses(of: "psalter", at: Point(x: 650, y: 150))
        _ = try store.categories(of: "psalter")
        _ = try store.search("church")
        _ = try store.annotations(AnnotationQuery(words: "church"), of: "psalter")
        _ = try store.versions(of: "psalter")
        _ = try store.sourceFiles(of: "psalter")
        _ = try store.activities(from: 0, limit: 10, for: .keeper)
    }

    @Test(arguments: [
        ("version", "source = source || 'x'"), ("sourceFile", "bytes = CAST(bytes || ' ' AS BLOB)"),
        ("image", "pyramid = 'b.szi'"), ("document", "header = replace(header, 'Small', 'Large')"),
        ("document", "lastText = lastText - 1"), ("page", "width = width + 1"), ("page", "label = NULL"),
        ("category", "style = 'outline' WHERE id = 'church'"), ("category", "position = 7 - position"),
        ("clause", "number = '9' WHERE id = '1'"), ("clause", "kind = 'detail' WHERE id = '1'"),
        ("clause", "inAll = 0 WHERE id = '1'"), ("clauseCategory", "position = position + 100"),
        ("region", "maxX = maxX + 1"), ("text", "translation = 'Pay in gold.' WHERE title = 'Silver'"),
        ("text", "language = 'de' WHERE title = 'Silver'"), ("activity", "endedAt = endedAt + 1"),
    ])
    func `a row that was changed is not answered, and is named`(_ table: String, _ change: String) throws {
        let library = try TestStore(SourceFixture())
        try askEverything(library.store)
        try connection(library).write { try $0.execute(sql: "UPDATE \(table) SET \(change)") }
        let error = #expect(throws: ClauseStoreError.self) { try askEverything(library.store) }
        #expect(error?.description.contains("the row \(table)") == true, "\(String(describing: error))")
        let faults = library.store.rowFaults()
        #expect(faults.contains { $0.reason.contains(table) && $0.document == "psalter" }, "\(faults)")
    }

    @Test func `every flipped byte of every page is named`() throws {
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

    @Test func `a header that no longer tells of seals is refused`() throws {
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

    @Test func `pages that another program wrote have no seal and are read as they are`() throws {
        let library = try TestStore(SourceFixture())
        var bytes = try Data(contentsOf: URL(filePath: library.path))
        for end in stride(from: 4096, through: bytes.count, by: 4096) {
            bytes.replaceSubrange(end - 8..<end, with: Data(count: 8))
        }
        let copy = try TemporaryFolder()
        try copy.write("library.sqlite", bytes)
        let store = try ClauseStore(path: copy.path("library.sqlite"), access: .readWrite)
        try askEverything(store)
        #expect(store.structuralFaults() == [] && store.rowFaults() == [])
    }

    @Test func `a library of an older version gets seals and checksums, and so has its copy`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("library.sqlite")
        try FirstVersion.write(to: path)
        let store = try ClauseStore(path: path, access: .readWrite)
        #expect(try store.clauses(of: "a").map(\.id) == ["one"])
        #expect(store.rowFaults() == [])
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
