import CVips
import Foundation
import Testing

@testable import TileEngine

/// A folder for one test, removed with everything in it when the last reference is released.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "TileEngineTests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file and returns its path.
    func writing(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    var contents: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}

/// The test data beside the repository.
enum SharedData {
    static let path = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared/data").path

    /// Skips a test without the data.
    static let required = ConditionTrait.enabled(
        if: FileManager.default.fileExists(atPath: path), "needs ../shared/data")

    static func files(in folder: String, extensions: [String]) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
        return names.filter { name in extensions.contains { name.hasSuffix($0) } }.sorted()
            .map { "\(path)/\(folder)/\($0)" }
    }
}

/// A picture in memory: three channels of 8 bits, row by row.
struct Picture: Equatable {
    var size: PixelSize
    var pixels: [UInt8]

    init(size: PixelSize, pixels: [UInt8]) {
        self.size = size
        self.pixels = pixels
    }

    init(_ width: Int, _ height: Int, _ colour: (_ x: Int, _ y: Int) -> (Int, Int, Int)) {
        size = PixelSize(width: width, height: height)
        pixels = [UInt8](unsafeUninitializedCapacity: width * height * 3) { pixels, count in
            for y in 0..<height {
                for x in 0..<width {
                    let (red, green, blue) = colour(x, y)
                    pixels[count] = UInt8(truncatingIfNeeded: red)
                    pixels[count + 1] = UInt8(truncatingIfNeeded: green)
                    pixels[count + 2] = UInt8(truncatingIfNeeded: blue)
                    count += 3
                }
            }
        }
    }

    subscript(x: Int, y: Int) -> [UInt8] {
        let start = (y * size.width + x) * 3
        return Array(pixels[start..<start + 3])
    }

    /// Decodes an encoded picture into three channels.
    init(decoding bytes: [UInt8], loader: String = "pngload_buffer") throws {
        try VipsRuntime.start()
        self = try bytes.withUnsafeBytes { buffer in
            let image = try #require(
                VipsImage(cvips_image_load_buffer(loader, buffer.baseAddress, buffer.count)),
                "\(VipsRuntime.takeMessage())")
            // Tiles of a grey scan are grey.
            let isGrey = image.bandCount == 1
            guard isGrey else { return try Picture(image) }
            return try Picture(
                image.applying { cvips_colourspace($0, cvips_interpretation_srgb, cvips_interpretation_bw) })
        }
    }

    init(_ image: VipsImage) throws {
        #expect(image.bandCount == 3)
        size = PixelSize(width: image.width, height: image.height)
        pixels = try image.pixels()
    }

    func withImage<Result>(_ body: (VipsImage) throws -> Result) throws -> Result {
        try VipsRuntime.start()
        // The program blocks writing, but tests need it.
        cvips_block("VipsForeignSaveJxl", 0)
        return try VipsImage.withImage(of: pixels, size: size, body)
    }

    func encoded(_ suffix: String = ".png") throws -> [UInt8] {
        try withImage { try $0.encoded(suffix: suffix) }
    }

    /// Returns the mean absolute difference of two pictures of the same size.
    func difference(to other: Picture) -> Double {
        guard size == other.size else { return .infinity }
        let sum = zip(pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(max(1, pixels.count))
    }

    /// Returns the largest absolute difference of two pictures of the same size.
    func largestDifference(to other: Picture) -> Int {
        guard size == other.size else { return .max }
        return zip(pixels, other.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    /// Returns the peak signal-to-noise ratio in decibels; infinite for equal pictures.
    func peakSignalToNoise(to other: Picture) -> Double {
        guard size == other.size else { return -.infinity }
        let sum = zip(pixels, other.pixels).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(pixels.count) / sum)
    }
}

extension TileArchive {
    /// Assembles a whole level from its tiles.
    func stitchedLevel(_ level: Int) throws -> Picture {
        let size = try #require(pyramid.size(ofLevel: level))
        return try Picture.stitched(size: size, pyramid: pyramid, level: level) { address in
            try Picture(decoding: try #require(try tile(address)), loader: format.bufferLoader)
        }
    }
}

extension Picture {
    static func stitched(
        size: PixelSize, pyramid: Pyramid, level: Int, _ tile: (TileAddress) throws -> Picture
    ) throws -> Picture {
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * 3)
        for address in pyramid.addresses(atLevel: level) {
            let region = try #require(pyramid.tileRegion(of: address))
            let picture = try tile(address)
            #expect(picture.size == region.size, "\(address)")
            for row in 0..<region.height {
                let target = ((region.y + row) * size.width + region.x) * 3
                let source = row * region.width * 3
                pixels.replaceSubrange(
                    target..<target + region.width * 3, with: picture.pixels[source..<source + region.width * 3])
            }
        }
        return Picture(size: size, pixels: pixels)
    }
}

extension TileFormat {
    var bufferLoader: String {
        switch self {
        case .jpeg: "jpegload_buffer"
        case .webp: "webpload_buffer"
        case .png: "pngload_buffer"
        }
    }
}

/// A generator with the same sequence in every run.
struct RepeatableNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
