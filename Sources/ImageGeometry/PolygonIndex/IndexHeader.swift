internal import CZlib

/// The header of an index, which describes the positions of its sections. All numbers are little-endian.
///
/// | bytes | |
/// |---|---|
/// | 0 | magic, 8 bytes |
/// | 8 | version, 32 bits |
/// | 12 | CRC-32 of all bytes from 16 on |
/// | 16 | the total number of bytes, 64 bits |
/// | 24 | the number of polygons, 32 bits |
/// | 28 | flags, 32 bits; bit 0: regions of several polygons |
/// | 32 | least x, least y, greatest x, greatest y, units per pixel across and down, 64 bits each, floating point |
/// | 80 | columns, rows, 32 bits each |
/// | 88 | bytes of records, number of words, 64 bits each |
/// | 104 | zeros |
/// | 128 | the records (``PolygonRecord``), in the order of a Hilbert curve |
/// | | the words of the grid (``CellWord``), 32 bits each |
struct IndexHeader {
    static let magic = UInt64(0x78_6449_796c_6f50)  // "PolyIdx" and a zero
    static let version: UInt32 = 2
    static let byteCount = 128
    private static let checkedFrom = 16

    var polygonCount: Int
    var sharesRegions: Bool
    var grid: CellGrid
    var recordsByteCount: Int
    var wordCount: Int

    var recordsStart: Int { Self.byteCount }
    var wordsStart: Int { recordsStart + recordsByteCount }
    var totalByteCount: Int { wordsStart + wordCount * 4 }
}

extension IndexHeader {
    /// Reads the header and checks that its sections fill the bytes.
    ///
    /// - Parameter checkingAll: Whether to verify the checksum, which reads all bytes.
    init(_ bytes: UnsafeRawBufferPointer, checkingAll: Bool) throws(PolygonIndexFault) {
        guard bytes.count >= Self.byteCount, let base = bytes.baseAddress else { throw .notAnIndex }
        func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as: Number.Type) -> Number {
            Number(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: Number.self))
        }
        func double(_ offset: Int) -> Double { Double(bitPattern: load(offset, as: UInt64.self)) }
        guard load(0, as: UInt64.self) == Self.magic else { throw .notAnIndex }
        let version = load(8, as: UInt32.self)
        guard version == Self.version else { throw .version(version) }
        guard load(16, as: UInt64.self) == UInt64(bytes.count) else { throw .inconsistent }
        polygonCount = Int(load(24, as: UInt32.self))
        sharesRegions = load(28, as: UInt32.self) & 1 != 0
        grid = CellGrid(
            minX: double(32), minY: double(40), maxX: double(48), maxY: double(56), scaleX: double(64),
            scaleY: double(72), columns: Int(load(80, as: UInt32.self)), rows: Int(load(84, as: UInt32.self)))
        guard let records = Int(exactly: load(88, as: UInt64.self)), records <= bytes.count, records % 8 == 0,
            let words = Int(exactly: load(96, as: UInt64.self)), words <= bytes.count / 4
        else { throw .inconsistent }
        recordsByteCount = records
        wordCount = words
        guard totalByteCount == bytes.count, grid.isSound, grid.columns * grid.rows <= wordCount else {
            throw .inconsistent
        }
        if checkingAll, load(12, as: UInt32.self) != Self.checksum(bytes) { throw .checksum }
    }

    /// Writes the header, with the checksum of everything after it.
    func write(to bytes: UnsafeMutableRawBufferPointer) {
        func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, _ offset: Int) {
            bytes.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
        }
        for offset in stride(from: 0, to: Self.byteCount, by: 8) { store(UInt64(0), offset) }
        store(Self.magic, 0)
        store(Self.version, 8)
        store(UInt64(bytes.count), 16)
        store(UInt32(polygonCount), 24)
        store(UInt32(sharesRegions ? 1 : 0), 28)
        let numbers = [grid.minX, grid.minY, grid.maxX, grid.maxY, grid.scaleX, grid.scaleY]
        for (place, number) in numbers.enumerated() { store(number.bitPattern, 32 + place * 8) }
        store(UInt32(grid.columns), 80)
        store(UInt32(grid.rows), 84)
        store(UInt64(recordsByteCount), 88)
        store(UInt64(wordCount), 96)
        store(Self.checksum(UnsafeRawBufferPointer(bytes)), 12)
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[checkedFrom...])
        return rest.withMemoryRebound(to: UInt8.self) { UInt32(crc32_z(0, $0.baseAddress, $0.count)) }
    }
}
