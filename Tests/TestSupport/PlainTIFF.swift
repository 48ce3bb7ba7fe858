/// Uncompressed TIFF files, written without an encoder, which tests use as scans.
public enum PlainTIFF {
    /// Returns the bytes of a picture with three channels of 8 bits.
    ///
    /// Specification: TIFF 6.0, sections 2 and 6.
    ///
    /// - Parameters:
    ///   - pixels: The rows from top to bottom, without gaps.
    ///   - rowsPerStrip: The number of rows per strip.
    public static func bytes(
        width: Int, height: Int, pixels: some Collection<UInt8>, rowsPerStrip: Int = 64
    ) -> [UInt8] {
        let strips = (height + rowsPerStrip - 1) / rowsPerStrip
        let stripByteCount = rowsPerStrip * width * 3
        let offsets = (0..<strips).map { 8 + $0 * stripByteCount }
        let counts = offsets.map { min(stripByteCount, 8 + height * width * 3 - $0) }
        func word(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).littleEndian, Array.init) }
        func short(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt16(value).littleEndian, Array.init) }

        var end = 8 + pixels.count + pixels.count % 2
        var lists: [UInt8] = []
        /// Returns the offset of a list of several numbers, or the single number itself.
        func place(_ values: [Int]) -> Int {
            guard values.count > 1 else { return values.first ?? 0 }
            defer { end += values.count * 4 }
            lists += values.flatMap(word)
            return end
        }
        let (firstOffset, firstCount) = (place(offsets), place(counts))
        let bitsOffset = end
        lists += short(8) + short(8) + short(8) + short(0)
        end += 8
        let fields = [
            (256, 4, 1, width), (257, 4, 1, height), (258, 3, 3, bitsOffset), (259, 3, 1, 1), (262, 3, 1, 2),
            (273, 4, strips, firstOffset), (277, 3, 1, 3), (278, 4, 1, rowsPerStrip), (279, 4, strips, firstCount),
        ]
        var bytes: [UInt8] = [0x49, 0x49, 42, 0]
        bytes += word(end)
        bytes.reserveCapacity(end + 200)
        bytes += pixels
        if pixels.count % 2 == 1 { bytes.append(0) }
        bytes += lists
        bytes += short(fields.count)
        for (tag, type, count, value) in fields { bytes += short(tag) + short(type) + word(count) + word(value) }
        return bytes + word(0)
    }
}
