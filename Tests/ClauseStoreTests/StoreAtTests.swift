import DocumentModel
import Foundation
import GRDB
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore

@Suite struct StoreAtTests {
    private let library: TestStore

    init() throws {
        library = try TestStore(SourceFixture())
    }

    private func ids(_ x: Double, _ y: Double, page: Int = 1, _ categories: [String] = []) throws -> [String] {
        try library.store.clauses(of: "psalter", at: Point(x: x, y: y), page: page, categories: categories).map(\.id)
    }

    @Test func `the most specific clause comes first, including details`() throws {
        #expect(try ids(650, 150) == ["2", "1"])
        #expect(try ids(650, 600) == ["note", "seal"])
        #expect(try ids(850, 600) == ["seal"])
        #expect(try ids(20, 20, page: 2) == ["3"])
    }

    @Test func `a hole is not part of the region`() throws {
        #expect(try ids(750, 600).isEmpty)
    }

    @Test func `a point on a shared border belongs to one clause`() throws {
        #expect(try ids(500, 200) == ["1"])
        #expect(try ids(250, 400) == ["3"])
        #expect(try ids(0, 0) == ["preamble"])
    }

    @Test func `clauses of the same area are sorted by id`() throws {
        var fixture = SourceFixture()
        try fixture.replace(
            "[[600, 100], [700, 100], [700, 200], [600, 200]]",
            with: "[[500, 0], [1000, 0], [1000, 400], [500, 400]]", in: "clauses.json")
        let library = try TestStore(fixture)
        #expect(try library.store.clauses(of: "psalter", at: Point(x: 600, y: 10)).map(\.id) == ["1", "2"])
    }

    @Test func `a clause with two regions at a point is listed once, by the smaller`() throws {
        var fixture = SourceFixture()
        try fixture.replace(
            #"{ "page": 2, "polygon": [[10.5, 10.25], [60, 10], [60, 60], [10, 60]] }"#,
            with: #"{ "page": 1, "polygon": [[610, 110], [620, 110], [620, 120], [610, 120]] }, "#
                + #"{ "page": 1, "polygon": [[605, 105], [630, 105], [630, 130], [605, 130]] }"#, in: "clauses.json")
        let library = try TestStore(fixture)
        #expect(try library.store.clauses(of: "psalter", at: Point(x: 615, y: 115)).map(\.id) == ["3", "2", "1"])
    }

    @Test func `categories filter the clauses at a point, including 'all'`() throws {
        #expect(try ids(650, 150, ["church"]) == ["2", "1"])
        #expect(try ids(650, 150, ["money"]) == ["2"])
        #expect(try ids(850, 600, ["all"]).isEmpty)
        #expect(try ids(650, 600, ["all"]) == ["note"])
        #expect(try ids(650, 600, ["all", "hidden"]) == ["note", "seal"])
        #expect(throws: ClauseStoreError.noCategory("x", document: "psalter")) { try ids(1, 1, ["x"]) }
    }

    @Test(arguments: [
        (-0.001, 0.0), (0, -1), (1000, 0), (0, 800), (1e300, 0), (.nan, 1), (1, .infinity),
    ])
    func `a point outside the page is an error`(_ x: Double, _ y: Double) throws {
        let error = #expect(throws: ClauseStoreError.self) { try ids(x, y) }
        guard case .pointOutsidePage(_, page: 1, width: 1000, height: 800) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.kind == .invalid)
    }

    @Test func `the error for x = width states the allowed range`() throws {
        let error = #expect(throws: ClauseStoreError.self) { try ids(1000, 0) }
        let line = "the point 1000,0 is outside page 1, expected 0 <= x < 1000 and 0 <= y < 800"
        #expect(error?.description == line)
    }

    @Test func `the last pixel of the page is on it`() throws {
        #expect(try ids(999.999, 0) == ["1"])
    }

    @Test func `unknown pages and documents are errors`() throws {
        #expect(throws: ClauseStoreError.noPage(3, document: "psalter", count: 2)) { try ids(1, 1, page: 3) }
        #expect(throws: ClauseStoreError.noDocument("x")) {
            try library.store.clauses(of: "x", at: Point(x: 0, y: 0))
        }
    }

    @Test func `a new version is found at once, also by a store that has cached the former one`() throws {
        let reader = try ClauseStore(path: library.path, access: .readOnly)
        #expect(try reader.clauses(of: "psalter", at: Point(x: 10, y: 10)).map(\.id) == ["preamble"])
        var moved = SourceFixture()
        let elsewhere = "[20, 0], [500, 0], [500, 400]"
        try moved.replace("[0, 0], [500, 0], [500, 400], [0, 400]", with: elsewhere, in: "clauses.json")
        try library.put(moved)
        #expect(try reader.clauses(of: "psalter", at: Point(x: 10, y: 10)).isEmpty)
    }

    @Test func `points of a random document give the same clauses as checking every region`() throws {
        let document = try RandomDocument.make(clauses: 300)
        let library = try TestStore()
        _ = try library.store.put(document, images: [:], source: "random", at: Date())
        for clause in document.clauses {
            for region in clause.regions {
                let found = try library.store.clauses(of: "random", at: region.polygon.interiorPoint)
                #expect(found.map(\.id).contains(clause.id))
            }
        }
        for _ in 0..<500 {
            let point = Point(x: .random(in: 0..<5000), y: .random(in: 0..<4000))
            let expected = document.clauses.compactMap { clause -> (area: Double, id: String)? in
                let areas = clause.regions.filter { $0.polygon.contains(point) }.map(\.polygon.area)
                return areas.min().map { ($0, clause.id) }
            }
            let found = try library.store.clauses(of: "random", at: point).map(\.id)
            #expect(found == expected.sorted { ($0.area, $0.id) < ($1.area, $1.id) }.map(\.id))
        }
    }
}

@Suite struct PageIndexCacheTests {
    /// Returns an index of about `size` hundred bytes.
    private func index(size: Int) throws -> PolygonIndex {
        let corners = [(0.0, 0.0), (4, 0), (4, 4), (0, 4)]
        return try PolygonIndex(
            (0..<size).map { number in
                try Polygon(outer: corners.map { Point(x: $0.0 + Double(number * 8), y: $0.1) })
            })
    }

    private func key(_ page: Int) -> PageIndexCache.Key { PageIndexCache.Key(version: 1, page: page) }

    @Test func `a cached index is built once`() throws {
        let cache = PageIndexCache(byteLimit: 20_000)
        var builds = 0
        for _ in 0..<3 {
            _ = try cache.index(key(1)) {
                builds += 1
                return try index(size: 10)
            }
        }
        #expect(builds == 1)
    }

    @Test func `the least recently used index is evicted, and the limit holds`() throws {
        // Enough for two and a half indexes.
        let cache = PageIndexCache(byteLimit: try index(size: 1000).byteCount * 5 / 2)
        var built: [Int] = []
        func request(_ page: Int) throws {
            _ = try cache.index(key(page)) {
                built.append(page)
                return try index(size: 1000)
            }
        }
        for page in [1, 2, 1, 3, 1, 2] { try request(page) }
        #expect(built == [1, 2, 3, 2])
        #expect(cache.count == 2)
    }

    @Test func `an index above the limit is cached alone`() throws {
        let cache = PageIndexCache(byteLimit: 20_000)
        _ = try cache.index(key(1)) { try index(size: 10) }
        _ = try cache.index(key(2)) { try index(size: 1000) }
        #expect(cache.count == 1)
        var isBuiltAgain = false
        _ = try cache.index(key(2)) {
            isBuiltAgain = true
            return try index(size: 1000)
        }
        #expect(!isBuiltAgain)
    }
}

@Suite struct ClauseBlockTests {
    private let library: TestStore

    init() throws {
        library = try TestStore(SourceFixture())
    }

    /// Returns the contents of clauses, read from their blocks.
    private func responses(_ keys: [ClauseKey], of page: IndexedPage, lang: String?) throws -> [ClauseResult?] {
        let tag = page.tag(for: lang)
        return try keys.map { key in
            let block = try library.store.clauses(in: key.block, of: page, lang: tag.isEmpty ? nil : tag)
            return try #require(block).first { $0.key == key }?.clause
        }
    }

    @Test(arguments: [nil, "en", "fr", "fr-CA", "de", "la"])
    func `blocks have the clauses that the store returns, on every page and in every language`(lang: String?) throws {
        var count = 0
        for number in 1...2 {
            let page = try library.store.indexedPage(number, of: "psalter")
            for x in stride(from: 5.0, to: Double(page.width), by: 45) {
                for y in stride(from: 5.0, to: Double(page.height), by: 45) {
                    let point = Point(x: x, y: y)
                    let expected = try library.store.clauses(of: "psalter", at: point, page: number, lang: lang)
                    #expect(try responses(page.clauses(at: point), of: page, lang: lang) == expected)
                    count += expected.count
                }
            }
        }
        #expect(count > 100)
    }

    @Test func `a clause is in one block, and a block has only clauses of its document`() throws {
        _ = try library.store.put(
            RandomDocument.make(clauses: 100), images: [:], source: "random", at: Date(timeIntervalSince1970: 1))
        let page = try library.store.indexedPage(1, of: "random")
        var keys: [ClauseKey] = []
        for number in 0..<20 {
            let block = ClauseBlock(version: page.stored.version, number: Int64(number))
            let found = try #require(try library.store.clauses(in: block, of: page))
            #expect(found.allSatisfy { $0.key.block == block } && found.count <= Int(ClauseBlock.keyCount))
            keys += found.map(\.key)
        }
        #expect(keys.count == 100 && Set(keys).count == 100)
    }

    @Test func `a block is read by a range of primary keys`() throws {
        let plan = try library.store.read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + ClauseStore.keysOfBlock, arguments: [0, 16, 1])
                .map { row -> String in row["detail"] }
        }
        #expect(plan == ["SEARCH clause USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"])
    }

    @Test func `a replaced page has no blocks`() throws {
        let page = try library.store.indexedPage(1, of: "psalter")
        let key = try #require(try page.clauses(at: Point(x: 650, y: 150)).first)
        #expect(try library.store.clauses(in: key.block, of: page) != nil)
        var fixture = SourceFixture()
        try fixture.replace("\"page\": 2", with: "\"page\": 1", in: "clauses.json")
        try library.put(fixture)
        #expect(try library.store.clauses(in: key.block, of: page) == nil)
    }
}

@Suite struct PageIndexesTests {
    private func library(clauses: Int) throws -> TestStore {
        let library = try TestStore()
        _ = try library.store.put(
            RandomDocument.make(clauses: clauses), images: [:], source: "random", at: Date(timeIntervalSince1970: 1))
        return library
    }

    private func folder(_ library: TestStore) -> String { library.path + "-indexes" }

    private func files(_ library: TestStore) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder(library)).sorted()
    }

    private func responses(_ library: TestStore) throws -> [[String]] {
        // A separate store, with no index in memory yet.
        let store = try ClauseStore(path: library.path, access: .readOnly)
        return try stride(from: 0.0, to: 4000, by: 160).map { place in
            try store.clauses(of: "random", at: Point(x: place * 1.2, y: place)).map(\.id)
        }
    }

    @Test func `a page's index file is created and removed with its document`() throws {
        let library = try library(clauses: 50)
        #expect(try files(library).count == 1)
        #expect(try files(library).allSatisfy { $0.hasPrefix("1-1-") })
        _ = try library.store.put(
            RandomDocument.make(clauses: 60), images: [:], source: "random", at: Date(timeIntervalSince1970: 2))
        #expect(try files(library).count == 1)
        #expect(try files(library).allSatisfy { $0.hasPrefix("2-1-") })
        _ = try library.store.remove("random")
        #expect(try files(library).isEmpty)
    }

    @Test func `an index file that is damaged, outdated or missing is rebuilt`() throws {
        let library = try library(clauses: 200)
        let expected = try responses(library)
        #expect(expected.contains { !$0.isEmpty })
        let path = folder(library) + "/" + (try #require(files(library).first))
        let sound = try Data(contentsOf: URL(filePath: path))
        let changes: [(String, (inout Data) -> Void)] = [
            ("checksum", { $0[12] ^= 1 }),
            ("version", { $0[8] = 99 }),
            ("a vertex", { $0[400] ^= 0x80 }),
            ("the end", { $0.removeLast(100) }),
            ("everything", { $0.removeAll() }),
            ("other content", { $0 = Data("no index".utf8) }),
        ]
        for (name, change) in changes {
            var bytes = sound
            change(&bytes)
            try bytes.write(to: URL(filePath: path), options: .atomic)
            #expect(try responses(library) == expected, "\(name)")
            #expect(try Data(contentsOf: URL(filePath: path)) == sound, "\(name)")
        }
        try FileManager.default.removeItem(atPath: folder(library))
        #expect(try responses(library) == expected)
        #expect(try Data(contentsOf: URL(filePath: path)) == sound)
    }

    @Test func `an index whose file is truncated or overwritten while in use still gives the same clauses`() throws {
        let library = try library(clauses: 200)
        let expected = try responses(library)
        let path = folder(library) + "/" + (try #require(files(library).first))
        let byteCount = try Data(contentsOf: URL(filePath: path)).count
        // In place, as a failing disk or another program does: the file keeps its inode.
        let faults: [(String) -> Int32] = [
            { truncate($0, off_t(byteCount / 2)) }, { truncate($0, 0) },
            { path in
                let file = open(path, O_WRONLY)
                defer { close(file) }
                return [UInt8](repeating: 0xA5, count: byteCount).withUnsafeBytes {
                    pwrite(file, $0.baseAddress, $0.count, 0) == byteCount ? 0 : -1
                }
            },
        ]
        for fault in faults {
            let store = try ClauseStore(path: library.path, access: .readOnly)
            func responses() throws -> [[String]] {
                try stride(from: 0.0, to: 4000, by: 160).map { place in
                    try store.clauses(of: "random", at: Point(x: place * 1.2, y: place)).map(\.id)
                }
            }
            #expect(try responses() == expected)
            #expect(fault(path) == 0)
            #expect(try responses() == expected)
            // The next process creates it again.
            #expect(try self.responses(library) == expected)
            #expect(try Data(contentsOf: URL(filePath: path)).count == byteCount)
        }
    }

    @Test func `without index files the clauses are the same`() throws {
        let library = try library(clauses: 100)
        let expected = try responses(library)
        try FileManager.default.removeItem(atPath: folder(library))
        try Data("a file in the folder's place".utf8).write(to: URL(filePath: folder(library)))
        #expect(try responses(library) == expected)
    }

    @Test func `unused index files are removed when the library is opened for writing`() throws {
        let library = try library(clauses: 10)
        let kept = try files(library)
        let current = try #require(kept.first)
        let older = current.replacing("-\(Schema.newest).index", with: "-0.index")
        for name in ["99-1-0-2.index", older, "\(current).partial-1-1", ".room", "1-1-0-7.fr.answers"] {
            try Data("old".utf8).write(to: URL(filePath: folder(library) + "/" + name))
        }
        _ = try ClauseStore(path: library.path, access: .readWrite)
        #expect(try files(library) == kept)
    }
}

@Suite struct PolygonBlobTests {
    @Test func `polygons are decoded bit for bit`() throws {
        for clause in try RandomDocument.make(clauses: 200).clauses {
            for region in clause.regions {
                #expect(try PolygonBlob.decode(PolygonBlob.encode(region.polygon)) == region.polygon)
            }
        }
    }

    @Test func `damaged bytes are an error, never a crash`() throws {
        let outer = [Point(x: 0, y: 0), Point(x: 9, y: 0), Point(x: 9, y: 9)]
        let good = PolygonBlob.encode(try Polygon(outer: outer))
        for count in 0..<good.count {
            #expect(throws: ClauseStoreError.self) { try PolygonBlob.decode(good.prefix(count)) }
        }
        #expect(throws: ClauseStoreError.self) { try PolygonBlob.decode(good + Data([0])) }
        for index in 0..<12 {
            var bad = good
            bad[index] = 0xFF
            #expect(throws: ClauseStoreError.self) { try PolygonBlob.decode(bad) }
        }
    }
}
