import CJPEG
import CVips
import Foundation
import Testing

@testable import TileEngine

@Suite("Tiles from other programs")
struct TileCodecTests {
    private static let size = PixelSize(width: 70, height: 52)

    /// Returns a grey JPEG whose frame states these sampling factors, 4 bits each.
    private static func grey(factors: UInt8) throws -> [UInt8] {
        let picture = Picture(size.width, size.height) { x, y in (x * 3, x * 3, y * 4) }
        var jpeg = try picture.withImage { image in
            try image.applying { cvips_extract_bands($0, 0, 1) }
                .applying { cvips_copy_interpretation($0, cvips_interpretation_bw) }.encoded(suffix: ".jpg[Q=90]")
        }
        let frame = try #require(Data(jpeg).range(of: Data([0xFF, 0xC0, 0, 11, 8])))
        jpeg[frame.upperBound + 6] = factors
        return jpeg
    }

    private static func header(of tile: [UInt8], _ body: (OpaquePointer, cjpeg_tile_header) throws -> Void) throws {
        let decoder = try #require(cjpeg_tile_decoder_new())
        defer { cjpeg_tile_decoder_free(decoder) }
        var header = cjpeg_tile_header()
        try #require(cjpeg_tile_open(decoder, tile, tile.count, &header) == cjpeg_ok)
        try body(decoder, header)
    }

    @Test(arguments: [UInt8(0x14), 0x41, 0x44, 0x13, 0x31])
    func `a grey tile whose sampling factors are above 2 is not decoded as planes`(factors: UInt8) throws {
        let tile = try Self.grey(factors: factors)
        try Self.header(of: tile) { decoder, header in
            #expect(
                header.colours == cjpeg_grey && header.horizontal_subsampling == 0 && header.vertical_subsampling == 0)
            var plane = [UInt8](repeating: 0, count: 128 * 128)
            let status = plane.withUnsafeMutableBufferPointer { plane in
                var planes: [UnsafeMutablePointer<UInt8>?] = [plane.baseAddress, plane.baseAddress, plane.baseAddress]
                var strides = [128, 128, 128]
                return cjpeg_tile_read_planes(decoder, 0, 52, &planes, &strides)
            }
            #expect(status == cjpeg_damaged)
            #expect(String(cString: cjpeg_tile_message(decoder)) == "Sampling factors above 2")
        }
        // Its pixels are those of any grey tile.
        let plain = try Self.grey(factors: 0x11)
        for colours in [TileColours.coded, .visible, .rgb] {
            let wanted = try TileCodec.decode(plain, as: .jpeg, expected: Self.size, colours: colours)
            let got = try TileCodec.decode(tile, as: .jpeg, expected: Self.size, colours: colours)
            #expect(got.layout == wanted.layout && got.pixels.bytes == wanted.pixels.bytes)
        }
    }

    @Test(arguments: [UInt8(0x11), 0x12, 0x21, 0x22])
    func `a grey tile whose sampling factors are 1 or 2 is decoded as a plane`(factors: UInt8) throws {
        let tile = try Self.grey(factors: factors)
        try Self.header(of: tile) { _, header in
            #expect(header.horizontal_subsampling == 1 && header.vertical_subsampling == 1)
        }
        let wanted = try TileCodec.decode(try Self.grey(factors: 0x11), as: .jpeg, expected: Self.size, colours: .coded)
        let got = try TileCodec.decode(tile, as: .jpeg, expected: Self.size, colours: .coded)
        #expect(got.pixels.bytes == wanted.pixels.bytes)
    }

    @Test(arguments: [TileColours.coded, .visible, .rgb])
    func `rows outside the requested range hold no stale memory`(colours: TileColours) throws {
        let picture = Picture(256, 256) { x, y in (x, y, x ^ y) }
        let tile = try picture.encoded(".jpg[Q=90]")
        let size = PixelSize(width: 256, height: 256)
        func decoded() throws -> [UInt8] {
            try TileCodec.decode(tile, as: .jpeg, expected: size, colours: colours, rows: 0..<16).bytes
        }
        // The next buffer probably reuses memory that was just freed.
        var all: Set<[UInt8]> = []
        for fill in [0, 0x55, 0xAA, 0xFF] as [UInt8] {
            for count in [65_536, 98_304, 98_336, 196_608, 196_640] {
                withExtendedLifetime([UInt8](repeating: fill, count: count)) {}
                all.insert(try decoded())
            }
        }
        #expect(all.count == 1)
    }

    @Test func `a tile without Huffman tables is not decoded with those of the tile before`() throws {
        let encoded = { (suffix: String) throws in
            try Picture(Self.size.width, Self.size.height) { x, y in (x * 3, 200 - y, y * 4) }.withImage {
                try $0.encoded(suffix: suffix)
            }
        }
        // As in Motion JPEG, which implies the standard's tables (ITU-T T.81, annex K.3).
        let bare = Self.withoutHuffmanTables(try encoded(".jpg[Q=90]"))
        let optimised = try encoded(".jpg[Q=90,optimize-coding]")
        let decoder = try #require(cjpeg_tile_decoder_new())
        defer { cjpeg_tile_decoder_free(decoder) }
        func pixels(_ tile: [UInt8]) -> (status: cjpeg_status, pixels: [UInt8]) {
            var header = cjpeg_tile_header()
            guard cjpeg_tile_open(decoder, tile, tile.count, &header) == cjpeg_ok else { return (cjpeg_damaged, []) }
            var pixels = [UInt8](repeating: 0, count: Self.size.width * Self.size.height * 3)
            return (cjpeg_tile_read_pixels(decoder, Int32.max, &pixels), pixels)
        }
        let first = pixels(bare)
        #expect(first.status == cjpeg_ok)
        #expect(pixels(optimised).pixels == first.pixels)
        let second = pixels(bare)
        #expect(second.status == cjpeg_ok && second.pixels == first.pixels)
    }

    /// Returns a JPEG without its Huffman table segments.
    private static func withoutHuffmanTables(_ jpeg: [UInt8]) -> [UInt8] {
        var (kept, place) = (Array(jpeg.prefix(2)), 2)
        while place + 4 <= jpeg.count, jpeg[place + 1] != 0xDA {
            let end = min(jpeg.count, place + 2 + (Int(jpeg[place + 2]) << 8) + Int(jpeg[place + 3]))
            if jpeg[place + 1] != 0xC4 { kept += jpeg[place..<end] }
            place = end
        }
        return kept + jpeg[place...]
    }

    @Test func `reading rows beyond the last is reported as damage`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.writing(try Picture(40, 30) { x, y in (x, y, 9) }.encoded(".jpg"), to: "scan.jpg")
        let file = try OpenFile.forReading(path, expected: "a scan")
        let decoder = try #require(cjpeg_decoder_new(file.descriptor))
        defer { cjpeg_decoder_free(decoder) }
        #expect(cjpeg_decoder_read_header(decoder) == cjpeg_ok)
        #expect(cjpeg_decoder_start(decoder, { _, _ in 0 }, nil) == cjpeg_ok)
        var rows = [UInt8](repeating: 0, count: 40 * 3 * 50)
        #expect(cjpeg_decoder_read(decoder, &rows, 120, 50) == cjpeg_damaged)
        #expect(String(cString: cjpeg_decoder_message(decoder)) == "Row 30 is not there")
    }
}
