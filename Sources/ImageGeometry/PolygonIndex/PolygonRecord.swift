/// One polygon in an index: the number of its region, and its edges.
///
/// | bytes | |
/// |---|---|
/// | 0 | the region's number, 32 bits |
/// | 4 | the number *e* of edges, a multiple of 4, 32 bits |
/// | 8 | x of *e* + 1 vertices, then y, 64 bits each, floating point |
/// | | for 48 edges and more: ``EdgeBands`` |
///
/// All rings form one closed line: from the first vertex around the outer ring, and from there to each hole, around it
/// and back. The connections there and back are the same edge, so they cancel out in the even-odd rule. The last vertex
/// is repeated until the number of edges is a multiple of 4; an edge without extent crosses nothing.
///
/// Records are untrusted: their lengths are checked against the available bytes.
struct PolygonRecord {
    static let headerByteCount = 8

    let region: UInt32
    /// The number of edges, a multiple of 4.
    let edgeCount: Int
    let xs: UnsafeRawPointer
    let ys: UnsafeRawPointer

    /// Creates the record at a position, or returns nil if it extends beyond the bytes.
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
        edgeCount = Int(record.loadUnaligned(fromByteOffset: 4, as: UInt32.self)) & ~3
        guard Self.byteCount(edgeCount: edgeCount) <= left else { return nil }
        region = record.loadUnaligned(as: UInt32.self)
        xs = record + Self.headerByteCount
        ys = xs + (edgeCount &+ 1) &* 8
    }

    /// Returns the size of a record in bytes.
    @inline(__always)
    static func byteCount(edgeCount: Int) -> Int {
        headerByteCount &+ (edgeCount &+ 1) &* 16 &+ EdgeBands.byteCount(edgeCount: edgeCount)
    }

    @inline(__always) func vertex(_ index: Int) -> Point {
        Point(
            x: xs.loadUnaligned(fromByteOffset: index &* 8, as: Double.self),
            y: ys.loadUnaligned(fromByteOffset: index &* 8, as: Double.self))
    }
}
