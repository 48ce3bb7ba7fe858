import CVips
import HTTPTypes
import TestSupport
import Testing

@testable import TileEngine

/// A response's picture as decoded by libvips, whatever its format.
struct DecodedPicture {
    let width: Int
    let height: Int
    /// The number of channels in the file: 1 or 2 for grey, 3 or 4 for colours; even numbers include opacity.
    let channelCount: Int
    private let bytes: [UInt8]

    /// Decodes the response, which must be a picture of the stated media type.
    init(_ response: SampleResponse) throws {
        let loaders = [
            "image/jpeg": "jpegload_buffer", "image/png": "pngload_buffer", "image/webp": "webpload_buffer",
            "image/tiff": "tiffload_buffer",
        ]
        let type = try #require(response.headers[.contentType])
        let loader = try #require(
            loaders[type], "\(type): \(String(decoding: response.bytes.prefix(300), as: UTF8.self))")
        try VipsRuntime.start()
        let image = try response.bytes.withUnsafeBytes { buffer in
            let image = try #require(
                VipsImage(cvips_image_load_buffer(loader, buffer.baseAddress, buffer.count)),
                "\(VipsRuntime.takeMessage())")
            // Copied, because the buffer is released before pixels are read.
            return (image.width, image.height, image.bandCount, try image.pixels())
        }
        (width, height, channelCount, bytes) = image
    }

    /// Returns the channels of a pixel.
    subscript(x: Int, y: Int) -> [Int] {
        let start = (y * width + x) * channelCount
        return bytes[start..<start + channelCount].map(Int.init)
    }

    /// Returns all values of a channel.
    func values(ofChannel channel: Int) -> Set<UInt8> {
        Set(stride(from: channel, to: bytes.count, by: channelCount).map { bytes[$0] })
    }

    /// Returns whether a pixel has this colour, within the errors of compression.
    func shows(_ colour: [Int], x: Int, y: Int, within tolerance: Int = 6) -> Bool {
        let pixel = self[x, y]
        let found = channelCount < 3 ? [pixel[0], pixel[0], pixel[0]] : Array(pixel[..<3])
        return zip(found, colour).allSatisfy { abs($0 - $1) <= tolerance }
    }
}
