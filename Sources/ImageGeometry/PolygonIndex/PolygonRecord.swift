/// One polygon in an index: its region's number and its edges.
///
/// | bytes | |
/// |---|---|
/// | 0 | the region's number, 32 bits |
/// | 4 | the number *e* of edges, a multiple of 4, 32 bits; bit 0 marks holes |
/// | 8 | x of *e* + 1 vertices, then y, 64 bits each, floating point |
/// | | for 48 edges and more: ``EdgeBands`` |
/// | | with holes: the number of rings, and the number of each ring's vertices, 32 bits each |
///
/// All rings are one closed line: from the first vertex around the outer ring, and from there to each hole, around it
/// and back. The connections there and back are the same edge, so they cancel out in the even-odd rule. The last vertex
/// is repeated until the number of edges is a multiple of 4; an edge without extent crosses nothing.
///
/// A record is not trusted: its lengths are checked against the available bytes.
struct PolygonRecord {
    static let headerByteCount = 8

    let region: UInt32
    /// The number of edges, a multiple of 4.
    let edgeCount: Int
    let xs: UnsafeRawPointer
    let ys: UnsafeRawPointer
    private let hasHoles: Bool
    private let end: UnsafeRawPointer

    /// The record at a position; nil if the bytes end before it does.
    ///
    /// - Parameters:
    ///   - unit: The position, in units of 8 bytes.
    ///   - records: The bytes of all records.
    @inline(__always)
    init?(at unit: Int, in records: UnsafeRawPointer, byteCount: Int) {
        let start = unit &* 8
        let left = byteCount &- start
        guard left >= Self.headerByteCount else { return nil }
        let record = records + start
        let shape = Int(record.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        edgeCount = shape & ~3
        hasHoles = shape & 1 != 0
        guard Self.byteCount(edgeCount: edgeCount) <= left else { return nil }
        region = record.loadUnaligned(as: UInt32.self)
        xs = record + Self.headerByteCount
        ys = xs + (edgeCount &+ 1) &* 8
        end = records + byteCount
    }

    /// The bytes of a record without holes.
    @inline(__always)
    static func byteCount(edgeCount: Int) -> Int {
        headerByteCount &+ (edgeCount &+ 1) &* 16 &+ EdgeBands.byteCount(edgeCount: edgeCount)
    }

    @inline(__always) func vertex(_ index: Int) -> Point {
        Point(
            x: xs.loadUnaligned(fromByteOffset: index &* 8, as: Double.self),
            y: ys.loadUnaligned(fromByteOffset: index &* 8, as: Double.self))
    }

    /// The edges of each ring, the outer one first, without the connections between them.
    var rings: [Range<Int>] {
        guard hasHoles else { return [0..<edgeCount] }
        let table = ys + (edgeCount + 1) * 8 + EdgeBands.byteCount(edgeCount: edgeCount)
        let room = (end - table) / 4
        guard room >= 1 else { return [] }
        var rings: [Range<Int>] = []
        var first = 0
        for ring in 0..<min(Int(table.loadUnaligned(as: UInt32.self)), room - 1) {
            let count = Int(table.loadUnaligned(fromByteOffset: 4 + ring * 4, as: UInt32.self))
            guard first + count <= edgeCount else { return rings }
            rings.append(first..<first + count)
            // After a hole come the connection back to the outer ring and the one to the next hole.
            first += count + (ring == 0 ? 1 : 2)
        }
        return rings
    }

    /// The area in square pixels, the same as ``Polygon/area``.
    ///
    /// - Complexity: O(*n*) in the number of edges.
    var area: Double {
        let areas = rings.map { abs(doubledArea($0)) / 2 }
        return areas.dropFirst().reduce(areas.first ?? 0, -)
    }

    private func doubledArea(_ edges: Range<Int>) -> Double {
        let origin = vertex(edges.lowerBound)
        return edges.reduce(0) { sum, index in
            let (start, end) = (vertex(index), vertex(index + 1))
            return sum + (start.x - origin.x) * (end.y - origin.y) - (end.x - origin.x) * (start.y - origin.y)
        }
    }
}
