public import Foundation

/// A page of thirteen lines, whose outlines overlap in places as on real pages, for tests that need a scan with text
/// lines without external data.
public enum LinedPage {
    /// Its ALTO file, which names the scan `a-grant-of-a-meadow.tif`.
    public static let alto = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "lined-page.xml")

    /// The number of lines.
    public static let lineCount = 13

    /// Draws the scan, a TIFF of the size stated in the ALTO file: rows of dark strokes on a light background.
    public static func writeScan(to path: String) throws {
        let (width, height) = (640, 480)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let isInk = (y + 9) % 33 < 12 && (x * 7 + y * 3) % 19 < 6 && (30..<610).contains(x)
                let grain = (x &* 31 ^ y &* 17) & 7
                let light = isInk ? 60 + grain : 225 + grain
                pixels += [UInt8(light), UInt8(light - 8), UInt8(light - 30)]
            }
        }
        try Data(PlainTIFF.bytes(width: width, height: height, pixels: pixels)).write(to: URL(filePath: path))
    }
}
