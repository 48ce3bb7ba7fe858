/// Writes polygons as ``PolygonRecord`` has them.
enum RecordWriter {
    /// The number of edges of a polygon's record: those of its rings, the ways between them, and what fills them up.
    static func edgeCount(_ polygon: Polygon) -> Int {
        var count = polygon.outer.count
        for hole in polygon.holes { count += hole.count + 2 }
        return (count + 3) & ~3
    }

    /// The bytes of a polygon's record, a multiple of 8.
    static func byteCount(_ polygon: Polygon) -> Int {
        let count = PolygonRecord.byteCount(edgeCount: edgeCount(polygon))
        guard !polygon.holes.isEmpty else { return count }
        return (count + 4 * (polygon.holes.count + 2) + 7) & ~7
    }

    /// Writes a polygon's record.
    static func write(_ polygon: Polygon, region: UInt32, to record: UnsafeMutableRawPointer) {
        let edgeCount = edgeCount(polygon)
        let shape = UInt32(truncatingIfNeeded: edgeCount) | (polygon.holes.isEmpty ? 0 : 1)
        record.storeBytes(of: region, as: UInt32.self)
        record.storeBytes(of: shape, toByteOffset: 4, as: UInt32.self)
        let xs = (record + PolygonRecord.headerByteCount).assumingMemoryBound(to: Double.self)
        let ys = xs + edgeCount + 1
        var place = 0
        func add(_ ring: [Point]) {
            for vertex in ring {
                xs[place] = vertex.x
                ys[place] = vertex.y
                place += 1
            }
        }
        let first = polygon.outer[0]
        add(polygon.outer)
        for hole in polygon.holes {
            // From the first vertex around the hole, and back to it.
            add([first])
            add(hole)
            add([hole[0]])
        }
        while place <= edgeCount {
            xs[place] = first.x
            ys[place] = first.y
            place += 1
        }
        let end = UnsafeMutableRawPointer(ys + edgeCount + 1)
        EdgeBands.write(UnsafeBufferPointer(start: ys, count: edgeCount + 1), to: end)
        guard !polygon.holes.isEmpty else { return }
        let table = end + EdgeBands.byteCount(edgeCount: edgeCount)
        let rings = polygon.rings
        table.storeBytes(of: UInt32(truncatingIfNeeded: rings.count), as: UInt32.self)
        for (ring, vertices) in rings.enumerated() {
            table.storeBytes(
                of: UInt32(truncatingIfNeeded: vertices.count), toByteOffset: 4 + ring * 4, as: UInt32.self)
        }
    }
}
