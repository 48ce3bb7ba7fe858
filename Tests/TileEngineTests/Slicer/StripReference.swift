import CVips
import Foundation
import Testing

@testable import TileEngine

/// Pictures and pyramids produced by libvips alone, for comparison.
enum StripReference {
    /// Returns a picture of noise on a smooth background, different in each channel: one or three of 8 bits.
    static func picture(_ width: Int, _ height: Int, channels: Int = 3) throws -> VipsImage {
        try VipsRuntime.start()
        var joined: VipsImage?
        for channel in 0..<channels {
            let noise = try #require(
                VipsImage(cvips_draw_gaussnoise(Int32(width), Int32(height), 12, Int32(channel))))
            let ground = try #require(VipsImage(cvips_draw_perlin(Int32(width), Int32(height), 40, Int32(channel))))
            let sum = try ground.applying { cvips_linear($0, 90, 128) }
                .applying { cvips_draw_add($0, noise.pointer) }.applying(cvips_draw_to_bytes)
            joined = try joined.map { former in try former.applying { cvips_bandjoin($0, sum.pointer) } } ?? sum
        }
        let colours = channels == 1 ? cvips_interpretation_bw : cvips_interpretation_srgb
        return try #require(joined).applying { cvips_copy_interpretation($0, colours) }
    }

    /// Writes a picture; the suffix contains libvips' options, such as `.jpg[Q=90]`.
    static func write(_ picture: VipsImage, to folder: TemporaryFolder, suffix: String) throws -> String {
        let name = "scan" + suffix
        guard cvips_image_write_to_file(picture.pointer, folder.file(name)) == 0 else { throw VipsFailure.takeLatest() }
        return folder.file(String(name.prefix { $0 != "[" }))
    }

    /// Returns the unmodified output of `vips dzsave` for an image, written to a path.
    static func dzsave(_ image: VipsImage, to path: String, options: SliceOptions) throws -> TileArchive {
        let file = try OpenFile.creating(path)
        let encoding = TileEncoding(
            format: options.format, quality: options.quality, subsampling: options.subsampling)
        guard
            cvips_dzsave(image.pointer, file.descriptor, "reference", encoding.suffix, Int32(options.tileSize)) == 0
        else { throw VipsFailure.takeLatest() }
        return try TileArchive(path: path)
    }

    /// Returns the unmodified output of `vips dzsave` for a file.
    static func dzsave(file: String, in folder: TemporaryFolder, options: SliceOptions) throws -> TileArchive {
        let scan = try Scan(path: file, policy: .unguarded)
        let image = try Scan.open(file, as: scan.info.format)
        return try dzsave(image, to: folder.file("reference-\(UUID().uuidString).szi"), options: options)
    }

    /// Returns the first tile that differs between two archives; nil if they are identical.
    static func firstDifference(_ one: TileArchive, _ other: TileArchive) throws -> String? {
        guard one.pyramid == other.pyramid else { return "\(one.pyramid) and \(other.pyramid)" }
        for level in 0...one.pyramid.nativeLevel {
            for address in one.pyramid.addresses(atLevel: level) {
                if try one.tile(address) != other.tile(address) { return "tile \(address)" }
            }
        }
        return nil
    }

    /// A JPEG of 37 × 21 pixels whose chroma is halved horizontally only, which libvips does not write.
    static let jpeg422 = Data(
        base64Encoded: """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxO
            UlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P
            T09PT09PT0//wAARCAAVACUDASEAAhEBAxEB/8QAFwABAAMAAAAAAAAAAAAAAAAABQAEB//EABwQAAICAwEBAAAAAAAAAAAAAAAD
            AQQCITEiEv/EABkBAAIDAQAAAAAAAAAAAAAAAAQFAQMGAP/EABkRAAMBAQEAAAAAAAAAAAAAAAABAgMRIf/aAAwDAQACEQMRAD8A
            zlay4lZ2kBWSEa6+C9VfBbvASkMoX4IK6j0jhnq1lxKzZaQU5ISrr4LVV8Fu8BSQyhfggrqPSOGeLwgupwg2OkooyEa+EaFquEaF
            u8oKQyjCPggrqV0g/9k=
            """, options: .ignoreUnknownCharacters)
}
