/// Whole numbers as zip files store them, least significant byte first. The caller has checked that they are there.
extension UnsafeRawBufferPointer {
    func uint16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    func uint32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    func uint64(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}

extension [UInt8] {
    func uint16(at offset: Int) -> UInt16 { withUnsafeBytes { $0.uint16(at: offset) } }
    func uint32(at offset: Int) -> UInt32 { withUnsafeBytes { $0.uint32(at: offset) } }
    func uint64(at offset: Int) -> UInt64 { withUnsafeBytes { $0.uint64(at: offset) } }

    /// Appends a whole number, least significant byte first.
    mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
