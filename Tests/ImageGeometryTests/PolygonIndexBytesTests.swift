import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import ImageGeometry

/// The bytes of an index, intact and corrupted.
@Suite struct PolygonIndexBytesTests {
    private func makeIndex() throws -> (polygons: [Polygon], bytes: [UInt8]) {
        var polygons = try (0..<60).map { _ in
            try Shapes.star(vertices: .random(in: 3...70), reach: .random(in: 5...150))
        }
        let corners = [(0, 0), (1000, 0), (1000, 1000), (0, 1000)].map { Point(x: $0.0, y: $0.1) }
        let hole = corners.map { Point(x: $0.x / 2 + 100, y: $0.y / 2 + 100) }
        polygons.append(try Polygon(outer: corners, holes: [hole]))
        polygons += try (0..<200).map { _ in try Shapes.star(vertices: 8, reach: 4) }
        let regions = polygons.indices.map { $0 / 3 }
        return (polygons, try PolygonIndex(polygons, regions: regions).withUnsafeBytes { Array($0) })
    }

    private let points = (0..<60).map { _ in Point(x: .random(in: -10...1010), y: .random(in: -10...1010)) }

    /// Runs every query; the results do not matter.
    private func query(_ index: PolygonIndex) -> Int {
        var count = index.containing(points).regionCount
        for point in points.prefix(10) {
            count += index.containing(point).count
        }
        return count
    }

    @Test func `a copy of the bytes gives the same results, and the same polygons give the same bytes`() throws {
        let (polygons, bytes) = try makeIndex()
        let regions = polygons.indices.map { $0 / 3 }
        let index = try PolygonIndex(polygons, regions: regions)
        #expect(index.byteCount == bytes.count)
        #expect(index.withUnsafeBytes { $0.elementsEqual(bytes) })
        // At any alignment.
        for offset in 0..<8 {
            let moved = [UInt8](repeating: 0, count: offset) + bytes
            let copy = try moved.withUnsafeBytes {
                try PolygonIndex(copying: UnsafeRawBufferPointer(rebasing: $0[offset...]))
            }
            #expect(copy.polygonCount == polygons.count)
            for point in points { #expect(copy.containing(point) == index.containing(point)) }
        }
    }

    @Test func `bytes are released with the last copy, or at once if they are refused`() throws {
        final class Counter: Sendable {
            private let number = NIOLockedValueBox(0)
            var count: Int { number.withLockedValue { $0 } }
            func add() { number.withLockedValue { $0 += 1 } }
        }
        let (_, bytes) = try makeIndex()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: bytes)
        let counter = Counter()
        func index() throws(PolygonIndexFault) -> PolygonIndex {
            let storage = IndexStorage(UnsafeRawBufferPointer(buffer)) { counter.add() }
            return try PolygonIndex((storage, IndexHeader(storage.bytes, checkingAll: true)))
        }
        var indexes = [try index()]
        indexes.append(indexes[0])
        indexes.removeFirst()
        #expect(counter.count == 0)
        #expect(indexes[0].containing(points).regionCount > 0)
        indexes.removeFirst()
        #expect(counter.count == 1)
        buffer[200] ^= 1
        #expect(throws: PolygonIndexFault.checksum) { try index() }
        #expect(counter.count == 2)
    }

    @Test func `every changed byte and every wrong length is refused`() throws {
        let (_, bytes) = try makeIndex()
        func fault(_ bytes: [UInt8]) -> PolygonIndexFault? {
            bytes.withUnsafeBytes { bytes in
                do throws(PolygonIndexFault) {
                    _ = try PolygonIndex(copying: bytes)
                    return nil
                } catch {
                    return error
                }
            }
        }
        #expect(fault(bytes) == nil)
        for place in Array(0..<200) + stride(from: 200, to: bytes.count, by: 97) {
            var changed = bytes
            changed[place] ^= UInt8.random(in: 1...255)
            #expect(fault(changed) != nil, "byte \(place)")
        }
        for count in Array(0..<300) + [bytes.count - 1] {
            #expect(fault(Array(bytes.prefix(count))) != nil, "\(count)")
        }
        #expect(fault(bytes + [0]) == .inconsistent)
        #expect(fault([]) == .notAnIndex)
        #expect(fault(Array("SQLite format 3".utf8) + bytes) == .notAnIndex)
        var newer = bytes
        newer[8] = 99
        #expect(fault(newer) == .version(99))
    }

    /// The buffer ends at the end of mapped memory, so a read beyond it crashes the test.
    @Test func `queries on forged bytes read nothing outside them`() throws {
        let (_, bytes) = try makeIndex()
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let size = (bytes.count + page - 1) / page * page
        let memory = try #require(
            mmap(nil, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        defer { munmap(memory, size + page) }
        #expect(mprotect(memory + size, page, PROT_NONE) == 0)
        let place = UnsafeMutableRawBufferPointer(start: memory + (size - bytes.count), count: bytes.count)
        var acceptedCount = 0
        for round in 0..<1500 {
            place.copyBytes(from: bytes)
            let changeCount = [1, 4, 40, 1000].randomElement() ?? 1
            for _ in 0..<changeCount {
                // Most changes are in the words at the end, which point everywhere, and some in the header.
                let range =
                    switch round % 4 {
                    case 0: 24..<128
                    case 1: 128..<bytes.count
                    default: bytes.count * 4 / 5..<bytes.count
                    }
                let values: [UInt8] = [0, 1, 2, 3, 0x7F, 0x80, 0xFF, .random(in: 0...255)]
                place[.random(in: range)] = values.randomElement() ?? 0
            }
            let storage = IndexStorage(UnsafeRawBufferPointer(place), release: {})
            guard let index = try? PolygonIndex((storage, IndexHeader(storage.bytes, checkingAll: false))) else {
                continue
            }
            acceptedCount += 1
            #expect(query(index) >= 0)
        }
        #expect(acceptedCount > 1000)
    }
}
