import CVips
import Foundation
import Testing

@testable import TileEngine

@Suite("Embedded thumbnails")
struct ThumbnailTests {
    private static let upright = Picture(800, 600) { x, y in (x / 4, y / 3, 128) }

    /// Returns a scan that contains a thumbnail.
    private func scan(
        in folder: TemporaryFolder, _ picture: Picture = Self.upright, thumbnail: [UInt8], orientation: Int = 1,
        suffix: String = ".jpg[Q=90]"
    ) throws -> Scan {
        let name = "scan" + suffix
        try picture.withImage { image in
            cvips_image_set_blob(image.pointer, "jpeg-thumbnail-data", thumbnail, thumbnail.count)
            cvips_image_set_int(image.pointer, "orientation", Int32(orientation))
            let isWritten = cvips_image_write_to_file(image.pointer, folder.file(name)) == 0
            #expect(isWritten, "\(isWritten ? "" : VipsRuntime.takeMessage())")
        }
        return try Scan(path: folder.file(String(name.prefix { $0 != "[" })), policy: .unguarded)
    }

    private static func small(_ width: Int, _ height: Int) -> Picture {
        Picture(width, height) { x, y in (x * 200 / width, y * 200 / height, 128) }
    }

    @Test(arguments: 1...8)
    func `an embedded thumbnail is returned upright`(orientation: Int) throws {
        let folder = try TemporaryFolder()
        let expected = Self.small(160, 120)
        let bytes = try expected.stored(orientation: orientation).encoded(".jpg[Q=95,subsample-mode=off]")
        let scan = try scan(
            in: folder, Self.upright.stored(orientation: orientation), thumbnail: bytes, orientation: orientation)
        let thumbnail = try #require(try scan.embeddedThumbnail())
        #expect(thumbnail.size == expected.size)
        #expect(try Picture(decoding: thumbnail.jpeg, loader: "jpegload_buffer").difference(to: expected) < 2)
    }

    @Test func `an embedded thumbnail is returned without EXIF data`() throws {
        let folder = try TemporaryFolder()
        let scan = try scan(in: folder, thumbnail: try Self.small(160, 120).encoded(".jpg"))
        let jpeg = try #require(try scan.embeddedThumbnail()).jpeg
        #expect(Data(jpeg).range(of: Data("Exif".utf8)) == nil)
    }

    @Test func `the thumbnail of a scan without one is nil`() throws {
        let folder = try TemporaryFolder()
        for name in ["scan.jpg", "scan.png", "scan.tif"] {
            let path = try folder.writing(
                try Self.upright.encoded(String(name.dropFirst(4))), to: name)
            #expect(try Scan(path: path, policy: .unguarded).embeddedThumbnail() == nil)
        }
    }

    @Test(arguments: [(160, 160), (160, 106), (120, 160), (1200, 900)])
    func `a thumbnail of another shape or too large is ignored`(width: Int, height: Int) throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.small(width, height).encoded(".jpg[Q=20]")
        #expect(try scan(in: folder, thumbnail: bytes).embeddedThumbnail() == nil)
    }

    @Test(arguments: [(160, 120), (161, 120), (8, 6), (157, 120)])
    func `a thumbnail of nearly the scan's shape is returned`(width: Int, height: Int) throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.small(width, height).encoded(".jpg")
        #expect(
            try scan(in: folder, thumbnail: bytes).embeddedThumbnail()?.size == PixelSize(width: width, height: height))
    }

    @Test func `a damaged thumbnail is ignored or can still be decoded`() throws {
        let folder = try TemporaryFolder()
        let whole = try Self.small(160, 120).encoded(".jpg")
        for bytes in [Array("not a picture".utf8), Array(whole.prefix(whole.count / 2)), [0xFF, 0xD8, 0xFF, 0xD9]] {
            #expect(try scan(in: folder, thumbnail: bytes).embeddedThumbnail() == nil)
        }
        var numbers = RepeatableNumbers(seed: 8)
        for _ in 0..<50 {
            var bytes = whole
            for _ in 0..<4 {
                bytes[.random(in: bytes.indices, using: &numbers)] = .random(in: 0...255, using: &numbers)
            }
            let thumbnail = try scan(in: folder, thumbnail: bytes).embeddedThumbnail()
            if let thumbnail { _ = try Picture(decoding: thumbnail.jpeg, loader: "jpegload_buffer") }
        }
    }

    @Test(arguments: [".webp", ".avif"])
    func `a thumbnail in the EXIF data of WebP and AVIF is found`(suffix: String) throws {
        let folder = try TemporaryFolder()
        let scan = try scan(in: folder, thumbnail: try Self.small(160, 120).encoded(".jpg"), suffix: suffix)
        #expect(try scan.embeddedThumbnail()?.size == PixelSize(width: 160, height: 120))
    }
}
