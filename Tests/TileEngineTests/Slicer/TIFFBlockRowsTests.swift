import CVips
import Foundation
import Testing

@testable import TileEngine

@Suite("Rows of a TIFF decoded by several threads")
struct TIFFBlockRowsTests {
    private static let picture = Picture(210, 700) { x, y in (x * 7 + y, (x ^ y) * 3, x * y) }

    private func blocks(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> TIFFBlockSource {
        let scan = try Scan(path: try folder.writing(bytes, to: "scan.tif"), policy: .unguarded)
        return try #require(try TIFFBlockSource(scan))
    }

    @Test(
        arguments: [
            "tile-height=8", "tile-height=32", "tile-height=50", "tile,tile-width=16,tile-height=16",
            "tile,tile-width=64,tile-height=256",
        ], [1, 2, 5])
    func `rows are those of the picture, in batches of any size`(layout: String, threadCount: Int) throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.picture.encoded(".tif[compression=deflate,\(layout)]")
        let rows = TIFFBlockRows(try blocks(bytes, in: folder), threadCount: threadCount)
        #expect(rows.size == PixelSize(width: 210, height: 700) && rows.channels == 3)
        let stride = rows.size.width * rows.channels
        var pixels = [UInt8](repeating: 0, count: stride * rows.size.height)
        var nextRow = 0
        for count in [1, 31, 33, 100, 35, 500] {
            try pixels.withUnsafeMutableBytes {
                try rows.read(rowCount: count, into: try #require($0.baseAddress) + nextRow * stride)
            }
            nextRow += count
        }
        rows.finish()
        #expect(nextRow == rows.size.height && pixels == Self.picture.pixels)
    }

    @Test func `the error is that of the leftmost of several damaged blocks, whichever thread is first`() throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.picture.encoded(".tif[compression=deflate,tile,tile-width=16,tile-height=16]")
        let damaged = bytes.enumerated().map { $0 > bytes.count / 3 && $0 < bytes.count * 2 / 3 ? 0 : $1 }
        func reason(threadCount: Int) throws -> String {
            let rows = TIFFBlockRows(try blocks(damaged, in: folder), threadCount: threadCount)
            var pixels = [UInt8](repeating: 0, count: Self.picture.pixels.count)
            let error = #expect(throws: TileEngineError.self) {
                try pixels.withUnsafeMutableBytes {
                    try rows.read(rowCount: rows.size.height, into: try #require($0.baseAddress))
                }
            }
            return error?.reason ?? ""
        }
        // A single thread decodes the blocks in order.
        let first = try reason(threadCount: 1)
        #expect(first.hasPrefix("cannot be read at "))
        for _ in 0..<20 { #expect(try reason(threadCount: 4) == first) }
    }

    @Test func `the rows above a damaged block are delivered, and the error is that of the topmost`() throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.picture.encoded(".tif[compression=deflate,tile-height=32]")
        // The image data comes first; its lower two thirds are overwritten.
        let damaged = bytes.enumerated().map { $0 > bytes.count / 3 && $0 < bytes.count - 2000 ? 0 : $1 }
        for _ in 0..<10 {
            let rows = TIFFBlockRows(try blocks(damaged, in: folder), threadCount: 4)
            var row = [UInt8](repeating: 0, count: rows.size.width * rows.channels)
            var count = 0
            let error = #expect(throws: TileEngineError.self) {
                while true {
                    try row.withUnsafeMutableBytes { try rows.read(rowCount: 1, into: try #require($0.baseAddress)) }
                    count += 1
                }
            }
            #expect(count > 100 && count < 400 && count % 32 == 0)
            #expect(error?.kind == .damaged && error?.reason.hasPrefix("cannot be read at 0, \(count) ") == true)
        }
    }
}
