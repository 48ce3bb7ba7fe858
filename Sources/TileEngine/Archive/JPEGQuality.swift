/// Estimates the quality setting of a JPEG from its quantisation tables.
enum JPEGQuality {
    /// Returns the quality on libjpeg's scale, 1 to 100.
    ///
    /// The first table is compared with the standard's own (ITU-T T.81, table K.1), scaled as in libjpeg's
    /// `jpeg_quality_scaling`. The sum of its entries decreases with every step of the scale, so for other tables than
    /// libjpeg's the result is the step with a comparable sum.
    ///
    /// - Parameter bytes: The JPEG; only its header is read.
    /// - Returns: The quality, or nil if there is no table before the image data.
    /// - Complexity: O(*n*) in the length of the header.
    static func quality(of bytes: [UInt8]) -> Int? {
        guard let sum = sumOfFirstTable(bytes) else { return nil }
        return (1...100).min { abs(scaledSum($0) - sum) < abs(scaledSum($1) - sum) }
    }

    /// The luminance table, row by row.
    private static let standard = [
        16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29,
        51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121,
        120,
        101, 72, 92, 95, 98, 112, 100, 103, 99,
    ]

    private static func scaledSum(_ quality: Int) -> Int {
        let scale = quality < 50 ? 5_000 / quality : 200 - 2 * quality
        return standard.reduce(0) { $0 + min(255, max(1, ($1 * scale + 50) / 100)) }
    }

    private static func sumOfFirstTable(_ bytes: [UInt8]) -> Int? {
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            guard marker != startOfScan, length >= 2 else { return nil }
            let content = position + 4
            if marker == quantizationTables, content < bytes.count {
                // Only 8-bit entries; 16-bit tables belong to 12-bit images.
                let entries = content + 1..<content + 1 + 64
                guard bytes[content] >> 4 == 0, entries.upperBound <= bytes.count else { return nil }
                return bytes[entries].reduce(0) { $0 + Int($1) }
            }
            position += 2 + length
        }
        return nil
    }

    private static let quantizationTables: UInt8 = 0xDB
    private static let startOfScan: UInt8 = 0xDA
}
