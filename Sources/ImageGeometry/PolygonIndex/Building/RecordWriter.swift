/// Writes polygons in the format of ``PolygonRecord``.
enum RecordWriter {
    /// Returns the number of edges in a polygon's record: those of its rings, the connections between them, and
    /// padding.
    @inline(__always)
    static func edgeCount(_ polygon: borrowing Polygon) -> Int {
        var count = polygon.outer.count
        if !polygon.holes.isEmpty { count += polygon.holes.reduce(0) { $0 + $1.count + 2 } }
        return (count + 3) & ~3
    }

    /// Returns the size of a polygon's record in bytes, a multiple of 8.
    @inline(__always)
    static func byteCount(_ polygon: borrowing Polygon) -> Int {
        PolygonRecord.byteCount(edgeCount: edgeCount(polygon))
    }

    /// Writes a polygon's record.
    @inline(__always)
    static func write(_ polygon: borrowing Polygon, region: UInt32, to record: UnsafeMutableRawPointer) {
        let edgeCount = edgeCount(polygon)
        record.storeBytes(of: region, as: UInt32.self)
        record.storeBytes(of: UInt32(truncatingIfNeeded: edgeCount), toByteOffset: 4, as: UInt32.self)
        let xs = (record + PolygonRecord.headerByteCount).assumingMemoryBound(to: Double.self)
        polygon.outer.withUnsafeBufferPointer { outer in
            let ys = xs + edgeCount + 1
            for place in outer.indices {
                xs[place] = outer[place].x
                ys[place] = outer[place].y
            }
            for place in outer.count...edgeCount {
                xs[place] = outer[0].x
                ys[place] = outer[0].y
            }
        }
        if !polygon.holes.isEmpty || edgeCount >= EdgeBands.leastEdgeCount { writeMore(copy polygon, xs, edgeCount) }
    }

    /// Writes the optional parts of a record: holes and bands.
    @inline(never)
    private static func writeMore(_ polygon: Polygon, _ xs: UnsafeMutablePointer<Double>, _ edgeCount: Int) {
        let ys = xs + edgeCount + 1
        var place = polygon.outer.count + 1
        for hole in polygon.holes {
            // From the first vertex around the hole, and back to the outer ring, where the padding already points.
            for vertex in hole + [hole[0]] {
                xs[place] = vertex.x
                ys[place] = vertex.y
                place += 1
            }
            place += 1
        }
        EdgeBands.write(
            UnsafeBufferPointer(start: ys, count: edgeCount + 1), to: UnsafeMutableRawPointer(ys + edgeCount + 1))
    }
}
