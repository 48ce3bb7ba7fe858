/// The regions of one page, indexed by position: which of them contain a point.
///
/// An index is one buffer of bytes that is written once, stored, and used in place: opening it reads only its header
/// and, unless that is skipped, verifies its checksum. Which points belong to a region is decided exactly as by
/// ``Polygon/contains(_:)``.
///
/// A point's cell in a uniform grid names the few polygons whose border crosses it, and those that cover it, whose
/// edges need not be tested. A cell that many borders cross is subdivided, to any depth that pays. The size is that of
/// the vertices plus about 10 %; it never grows with the product of regions and cells.
public struct PolygonIndex: Sendable {
    let storage: IndexStorage
    /// Reads `storage`, which must be held meanwhile.
    let reader: IndexReader
    let sharesRegions: Bool
    /// The number of indexed polygons.
    public let polygonCount: Int

    /// Makes an index of polygons, each of which is a region of its own, numbered as in the array.
    ///
    /// - Throws: ``PolygonIndexFault/tooLarge`` for 8 GiB of vertices or more.
    /// - Complexity: O(*n* log *n* + *v*) in the number of polygons and vertices.
    public init(_ polygons: [Polygon]) throws(PolygonIndexFault) {
        try self.init(IndexBuilder.build(polygons, regions: nil))
    }

    /// Makes an index of polygons that belong to regions; a region may have several.
    ///
    /// - Parameter regions: The number of each polygon's region, from 0 to 2³² − 1.
    /// - Throws: ``PolygonIndexFault/tooLarge`` or ``PolygonIndexFault/regionNumbers``.
    /// - Complexity: O(*n* log *n* + *v*) in the number of polygons and vertices.
    public init(_ polygons: [Polygon], regions: [Int]) throws(PolygonIndexFault) {
        try self.init(IndexBuilder.build(polygons, regions: regions))
    }

    /// Uses the bytes of an index in place, such as those of a mapped file.
    ///
    /// Damaged bytes can at worst give wrong answers, and only if their checksum is right or was not verified: nothing
    /// outside them is read.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, at any alignment. They must stay there unchanged until `release` is called.
    ///   - checkingAll: Whether to verify the checksum, which reads all bytes once.
    ///   - release: Called when neither the index nor any copy of it is referenced any more, or the bytes were refused.
    /// - Throws: ``PolygonIndexFault``.
    /// - Complexity: O(1), or O(*n*) in the number of bytes with `checkingAll`.
    public init(
        wrapping bytes: UnsafeRawBufferPointer, checkingAll: Bool = true, release: @escaping @Sendable () -> Void
    ) throws(PolygonIndexFault) {
        let storage = IndexStorage(bytes, release: release)
        try self.init((storage, IndexHeader(bytes, checkingAll: checkingAll)))
    }

    /// Reads the bytes of an index into memory of its own.
    ///
    /// - Parameters:
    ///   - byteCount: How many bytes there are.
    ///   - read: Writes all of them; returns whether it succeeded.
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

    /// Makes an index of a copy of its bytes.
    ///
    /// - Throws: ``PolygonIndexFault``.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(copying bytes: UnsafeRawBufferPointer) throws(PolygonIndexFault) {
        // Checked first, so that nothing is copied that is not an index.
        let header = try IndexHeader(bytes, checkingAll: true)
        let copy = IndexAllocation(byteCount: bytes.count)
        UnsafeMutableRawBufferPointer(start: copy.base, count: bytes.count).copyMemory(from: bytes)
        try self.init((copy.storage(byteCount: bytes.count), header))
    }

    private init(_ parts: (storage: IndexStorage, header: IndexHeader)) throws(PolygonIndexFault) {
        storage = parts.storage
        reader = try IndexReader(parts.storage.bytes, parts.header)
        sharesRegions = parts.header.sharesRegions
        polygonCount = parts.header.polygonCount
    }

    /// The number of bytes of the index.
    public var byteCount: Int { storage.bytes.count }

    /// Passes the bytes of the index to the body, to be stored and used again later.
    public func withUnsafeBytes<Answer>(_ body: (UnsafeRawBufferPointer) throws -> Answer) rethrows -> Answer {
        try withExtendedLifetime(storage) { try body(storage.bytes) }
    }
}
