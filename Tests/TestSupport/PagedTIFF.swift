/// TIFF files of several grey pages, written without an encoder.
public enum PagedTIFF {
    /// A page: its size, its uniform shade, and the kind stated in NewSubfileType (1: a smaller version, 4: a mask).
    public struct Page {
        let width: Int
        let height: Int
        let shade: UInt8
        let kind: Int

        /// Creates a page.
        public init(_ width: Int, _ height: Int, shade: UInt8 = 200, kind: Int = 0) {
            (self.width, self.height, self.shade, self.kind) = (width, height, shade, kind)
        }
    }

    /// Returns the bytes of a file.
    ///
    /// Specification: TIFF 6.0, section 2.
    public static func bytes(_ pages: [Page]) -> [UInt8] {
        func word(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).littleEndian, Array.init) }
        func short(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt16(value).littleEndian, Array.init) }
        var bytes: [UInt8] = [0x49, 0x49, 42, 0]
        var link = bytes.count
        bytes += word(0)
        for page in pages {
            let pixels = bytes.count
            let count = page.width * page.height
            bytes += [UInt8](repeating: page.shade, count: count + count % 2)
            bytes.replaceSubrange(link..<link + 4, with: word(bytes.count))
            let fields = [
                (254, 4, page.kind), (256, 4, page.width), (257, 4, page.height), (258, 3, 8), (259, 3, 1), (262, 3, 1),
                (273, 4, pixels), (277, 3, 1), (278, 4, page.height), (279, 4, count),
            ]
            bytes += short(fields.count)
            for (tag, type, value) in fields { bytes += short(tag) + short(type) + word(1) + word(value) }
            link = bytes.count
            bytes += word(0)
        }
        return bytes
    }
}
