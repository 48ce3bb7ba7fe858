import Foundation
import ImageGeometry

/// The storage format of polygons in the database, which is exact and quick to read.
///
/// It consists of a format byte (1), three zero bytes, the number of rings, the number of vertices of each ring (32
/// bits each), then x and y of every vertex as 64-bit floating-point numbers; all little-endian.
enum PolygonBlob {
    private static let format: UInt32 = 1

    /// - Complexity: O(*n*) in the number of vertices.
    static func encode(_ polygon: Polygon) -> Data {
        let rings = polygon.rings
        var words: [UInt32] = [format, UInt32(clamping: rings.count)]
        words += rings.map { UInt32(clamping: $0.count) }
        var data = Data(capacity: words.count * 4 + polygon.vertexCount * 16)
        for word in words { append(word.littleEndian, to: &data) }
        for vertex in rings.joined() {
            append(vertex.x.bitPattern.littleEndian, to: &data)
            append(vertex.y.bitPattern.littleEndian, to: &data)
        }
        return data
    }

    /// - Throws: ``ClauseStoreError/damaged(_:)`` if the bytes are damaged.
    /// - Complexity: O(*n*) in the number of vertices.
    static func decode(_ data: Data) throws(ClauseStoreError) -> Polygon {
        let rings = data.withUnsafeBytes { decodeRings($0) }
        guard let rings, let outer = rings.first else { throw .damaged("a polygon of \(data.count) bytes") }
        do throws(PolygonFault) {
            return try Polygon(outer: outer, holes: Array(rings.dropFirst()))
        } catch {
            throw .damaged("a polygon: \(error)")
        }
    }

    /// Returns the number of vertices of a polygon without decoding it.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes of the encoded polygon.
    ///   - ringCount: The four bytes of it that contain the number of rings.
    static func vertexCount(byteCount: Int, ringCount: Data) -> Int {
        let rings = ringCount.reversed().reduce(0) { $0 << 8 | Int($1) }
        return max(0, byteCount - 8 - 4 * rings) / 16
    }

    private static func append(_ value: some FixedWidthInteger, to data: inout Data) {
        withUnsafeBytes(of: value) { data.append(contentsOf: $0) }
    }

    private static func decodeRings(_ bytes: UnsafeRawBufferPointer) -> [[Point]]? {
        func word(_ index: Int) -> Int? {
            guard index >= 0, index * 4 + 4 <= bytes.count else { return nil }
            return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)))
        }
        guard word(0) == Int(format), let ringCount = word(1), ringCount <= bytes.count / 4 else { return nil }
        var offset = 8 + ringCount * 4
        var rings: [[Point]] = []
        for ring in 0..<ringCount {
            guard let count = word(2 + ring), count <= (bytes.count - offset) / 16 else { return nil }
            rings.append(
                (0..<count).map { vertex in
                    Point(
                        x: number(bytes, offset + vertex * 16), y: number(bytes, offset + vertex * 16 + 8))
                })
            offset += count * 16
        }
        return offset == bytes.count ? rings : nil
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Double {
        Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
}
