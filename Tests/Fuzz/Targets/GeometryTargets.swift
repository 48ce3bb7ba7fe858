import Foundation

@testable import ClauseStore
@testable import ImageGeometry

extension FuzzTarget {
    static let geometry = [
        FuzzTarget(name: "index") { loadIndex($0) },
        FuzzTarget(name: "polygons") { indexPolygons($0) },
        FuzzTarget(name: "blob") { readBlob($0) },
    ]

    /// An index of untrusted bytes, with an unverified checksum, may return wrong results but nothing worse.
    private static func loadIndex(_ bytes: UnsafeRawBufferPointer) {
        // The bytes are followed by inaccessible memory, whatever their alignment.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
        defer { copy.deallocate() }
        copy.copyMemory(from: bytes)
        // Otherwise nearly every input would have the wrong length.
        if bytes.count >= 24 { copy.storeBytes(of: UInt64(bytes.count), toByteOffset: 16, as: UInt64.self) }
        let own = UnsafeRawBufferPointer(rebasing: copy[..<bytes.count])
        _ = try? PolygonIndex(copying: own)
        let storage = IndexStorage(own, release: {})
        guard let index = try? PolygonIndex((storage, IndexHeader(own, checkingAll: false))) else { return }
        let (grid, steps) = (index.reader.grid, 5)
        var points: [Point] = []
        for row in 0...steps {
            for column in 0...steps {
                points.append(
                    Point(
                        x: grid.minX + (grid.maxX - grid.minX) * Double(column) / Double(steps),
                        y: grid.minY + (grid.maxY - grid.minY) * Double(row) / Double(steps)))
            }
        }
        var found = 0
        for point in points { found += index.containing(point).count }
        require(index.containing(points).regionCount >= 0, "\(found)")
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Double {
        // Halves and repeated values, so that points fall on borders.
        Double(bytes.loadUnaligned(fromByteOffset: place, as: Int16.self) % 400) / 2
    }

    /// Builds polygons from the bytes: their index must return what the polygons return, also after it was stored.
    private static func indexPolygons(_ bytes: UnsafeRawBufferPointer) {
        var polygons: [Polygon] = []
        var place = 0
        while place < bytes.count, polygons.count < 40 {
            let count = 3 + Int(bytes[place]) % 60
            place += 1
            guard place + count * 4 <= bytes.count else { break }
            let ring = (0..<count).map {
                Point(x: number(bytes, place + $0 * 4), y: number(bytes, place + $0 * 4 + 2))
            }
            place += count * 4
            _ = RingFaults(of: ring)
            if let polygon = try? Polygon(outer: ring) { polygons.append(polygon) }
        }
        guard !polygons.isEmpty else { return }
        do {
            let index = try PolygonIndex(polygons)
            let stored = try index.withUnsafeBytes { bytes throws(PolygonIndexFault) in
                try PolygonIndex(copying: bytes)
            }
            for polygon in polygons {
                for point in polygon.outer.prefix(8) + [polygon.interiorPoint] {
                    let expected = polygons.indices.filter { polygons[$0].contains(point) }
                    require(index.containing(point).sorted() == expected, "\(point): \(index.containing(point))")
                    require(stored.containing(point).sorted() == expected, "stored index, \(point)")
                }
                require(
                    (try? PolygonBlob.decode(PolygonBlob.encode(polygon))) == polygon,
                    "\(polygon) is not stored unchanged")
            }
            if let first = polygons.first, let last = polygons.last {
                _ = first.contacts()
                if let shared = first.overlap(with: last) {
                    require(shared.area >= 0 && shared.area <= first.bounds.width * first.bounds.height, "\(shared)")
                }
            }
        } catch {
            fatalError("\(error)")
        }
    }

    private static func readBlob(_ bytes: UnsafeRawBufferPointer) {
        guard let polygon = try? PolygonBlob.decode(bytes.data) else { return }
        let encoded = PolygonBlob.encode(polygon)
        require(encoded.elementsEqual(bytes), "a polygon of \(bytes.count) bytes is written as \(encoded.count)")
        _ = polygon.contains(polygon.interiorPoint)
    }
}
