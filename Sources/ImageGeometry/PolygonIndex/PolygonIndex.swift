/// An index of the regions of one page by position, which finds the regions that contain a point.
///
/// An index is one buffer of bytes that is written once, stored, and used in place. Opening it reads only its header
/// and, unless that is skipped, verifies its checksum. Whether a point belongs to a region is decided exactly as by
/// ``Polygon/contains(_:)``.
///
/// A point's cell in a uniform grid lists the few polygons whose border crosses it, and those that cover it, whose
/// edges need not be tested. A cell that many borders cross is subdivided, as deeply as is worthwhile. The size is that
/// of the vertices plus about 10 %; it never grows with the product of regions and cells.
public struct PolygonIndex: Sendable {
    let storage: IndexStorage
    /// The reader of `storage`, which must be kept alive while it is used.
    let reader: IndexReader
    let sharesRegions: Bool
    /// The number of indexed polygons.
    public let polygonCount: Int

    /// Creates an index of polygons that belong to regions. A region can have several.
    ///
    /// - Parameter regions: The number of each polygon's region, from 0 to 2³² − 1. If nil, each polygon is a separate
    ///   region, numbered by its position in the array.
    /// - Throws: ``PolygonIndexFault/tooLarge`` for 8 GiB of vertices or more, ``PolygonIndexFault/regionNumbers``.
    /// - Complexity: O(*n* log *n* + *v*) in the number of polygons and vertices.
    public init(_ polygons: [Polygon], regions: [Int]? = nil) throws(PolygonIndexFault) {
        try self.init(IndexBuilder(polygons, regions).build())
    }

    /// Creates an index by reading its bytes into newly allocated memory.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes.
    ///   - read: Fills the buffer; returns whether it succeeded.
    /// - Throws: ``PolygonIndexFault``; `notAnIndex` if the bytes could not be read.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(
        byteCount: Int, read: (UnsafeMutableRawBufferPointer) -> Bool
    ) throws(PolygonIndexFault) {
        let memory = IndexAllocation(byteCount: max(0, byteCount))
        let storage = memory.storage(byteCount: memory.byteCount)
        guard read(UnsafeMutableRawBufferPointer(start: memory.base, count: memory.byteCount)) else {
            throw .notAnIndex
        }
        try self.init((storage, IndexHeader(storage.bytes, checkingAll: true)))
    }

    /// Creates an index from a copy of its bytes.
    ///
    /// - Throws: ``PolygonIndexFault``.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(copying bytes: UnsafeRawBufferPointer) throws(PolygonIndexFault) {
        // Checked first, so that only an index is copied.
        let header = try IndexHeader(bytes, checkingAll: true)
        let copy = IndexAllocation(byteCount: bytes.count)
        UnsafeMutableRawBufferPointer(start: copy.base, count: bytes.count).copyMemory(from: bytes)
        try self.init((copy.storage(byteCount: bytes.count), header))
    }

    /// Creates an index that uses bytes in place, at any alignment. Damaged bytes can at worst produce wrong results;
    /// nothing outside them is read.
    init(_ parts: (storage: IndexStorage, header: IndexHeader)) throws(PolygonIndexFault) {
        storage = parts.storage
        reader = try IndexReader(parts.storage.bytes, parts.header)
        sharesRegions = parts.header.sharesRegions
        polygonCount = parts.header.polygonCount
    }

    /// The size of the index in bytes.
    public var byteCount: Int { storage.bytes.count }

    /// Calls the body with the bytes of the index, which can be stored and used again later.
    public func withUnsafeBytes<Answer>(_ body: (UnsafeRawBufferPointer) throws -> Answer) rethrows -> Answer {
        try withExtendedLifetime(storage) { try body(storage.bytes) }
    }
}
