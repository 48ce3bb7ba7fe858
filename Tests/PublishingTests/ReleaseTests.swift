import Testing

@testable import Publishing

@Suite("Release")
struct ReleaseTests {
    private let digest = String(repeating: "a", count: 64)

    @Test func `a pointer that names no kept release, or too many, is refused`() {
        var pointer = ReleasePointer(release: digest, number: 1, kept: [digest])
        #expect(pointer.fault == nil)
        pointer.format = 2
        #expect(pointer.fault?.contains("format 2") == true)
        for faulty in [
            ReleasePointer(release: "../x", number: 1, kept: ["../x"]),
            ReleasePointer(release: digest, number: 0, kept: [digest]),
            ReleasePointer(release: digest, number: 1, kept: []),
            ReleasePointer(release: digest, number: 1, kept: [digest, digest]),
        ] { #expect(faulty.fault != nil) }
    }

    @Test func `a release with inconsistent pieces is refused`() {
        func release(
            _ byteCount: Int64, pieces: Int, size: Int = 100, shard: String = "0a", number: Int = 1, files: Int64 = 0
        ) -> Release {
            Release(
                created: "2027-01-31T12:00:00Z", number: number,
                library: .init(
                    byteCount: byteCount, sha256: digest, pieceByteCount: size,
                    pieces: Array(repeating: digest, count: pieces)),
                files: .init(count: 0, byteCount: files), inventories: [shard: digest])
        }
        #expect(release(200, pieces: 2).fault == nil)
        #expect(release(101, pieces: 2).fault == nil)
        for faulty in [
            release(100, pieces: 2), release(201, pieces: 2), release(0, pieces: 0), release(1, pieces: 1, size: 0),
            release(.max, pieces: 2, size: .max), release(200, pieces: 2, shard: "A0"),
            release(200, pieces: 2, shard: "../"), release(200, pieces: 2, number: .max),
            release(200, pieces: 2, files: .max), release(200, pieces: 2, files: -1),
        ] { #expect(faulty.fault != nil) }
    }

    @Test func `a list with foreign, unsorted or misplaced names is refused`() {
        func file(_ name: String, offset: Int64 = 5) -> InventoryFile {
            InventoryFile(
                name: name, byteCount: 10, sha256: digest,
                directory: .init(offset: offset, byteCount: 10 - offset, sha256: digest))
        }
        let names = (0..<2000).map { "pyramids/\($0).szi" }.filter { InventoryFile.shard(of: $0) == "07" }.sorted()
        #expect(names.count >= 2)
        #expect(InventoryFile.fault(names.map { file($0) }, shard: "07") == nil)
        #expect(InventoryFile.fault(names.map { file($0) }, shard: "08") != nil)
        #expect(InventoryFile.fault(names.reversed().map { file($0) }, shard: "07") != nil)
        #expect(InventoryFile.fault(names.prefix(1).map { file($0, offset: 10) }, shard: "07") != nil)
        #expect(InventoryFile.fault(names.prefix(1).map { file($0, offset: -1) }, shard: "07") != nil)
        for name in ["release.json", "pyramids/../x", "pyramids/..", "pieces/a", "pyramids/", "/pyramids/a"] {
            #expect(InventoryFile.fault([file(name)], shard: InventoryFile.shard(of: name)) != nil, "\(name)")
        }
    }
}
