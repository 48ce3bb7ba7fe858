import CJPEG
import CResample

/// The pixels of a rendered image: interleaved 8-bit sRGB channels, in contiguous rows.
public struct RenderedPixels: Sendable {
    /// The size of the image, in pixels.
    public let size: PixelSize
    /// The number of channels: 1 for grey, 2 for grey and alpha, 3 for RGB, 4 for RGB and alpha. Alpha is not
    /// premultiplied.
    public let channelCount: Int
    /// The pixel data: `size.height` rows of `size.width` pixels of ``channelCount`` bytes.
    public let bytes: [UInt8]
    /// Whether the pixels are only black or white.
    var isBitonal = false
}

extension RenderedPixels {
    /// Creates an image, or returns nil if the number of bytes does not match the size and channels.
    public init?(size: PixelSize, channelCount: Int, pixels bytes: [UInt8]) {
        guard
            size.width > 0, size.height > 0, (1...4).contains(channelCount),
            bytes.count == size.width * size.height * channelCount
        else { return nil }
        self.init(size: size, channelCount: channelCount, bytes: bytes)
    }

    /// Whether the last channel is alpha.
    public var hasOpacity: Bool { channelCount == 2 || channelCount == 4 }

    /// Multiplies the image's alpha by a mask with one byte per pixel, where 255 keeps a pixel.
    ///
    /// - Returns: An image with alpha, or nil if the mask does not have one byte per pixel.
    /// - Complexity: O(*n*) in the number of pixels.
    public func masked(by mask: [UInt8]) -> RenderedPixels? {
        guard mask.count == size.width * size.height else { return nil }
        let colours = hasOpacity ? channelCount - 1 : channelCount
        let count = mask.count * (colours + 1)
        let masked = [UInt8](unsafeUninitializedCapacity: count) { target, used in
            bytes.withUnsafeBufferPointer { source in
                var from = 0
                var to = 0
                for opacity in mask {
                    for channel in 0..<colours { target[to + channel] = source[from + channel] }
                    if hasOpacity {
                        let product = Int(opacity) &* Int(source[from + colours])
                        target[to + colours] = UInt8(truncatingIfNeeded: (product &+ 127) / 255)
                    } else {
                        target[to + colours] = opacity
                    }
                    from += channelCount
                    to += colours + 1
                }
            }
            used = count
        }
        return RenderedPixels(size: size, channelCount: colours + 1, bytes: masked, isBitonal: isBitonal)
    }

    /// Flattens the image onto paper. Returns it unchanged if it has no alpha.
    ///
    /// - Complexity: O(*n*) in the number of pixels.
    public func flattened(onto paper: PaperColour) -> RenderedPixels {
        guard hasOpacity else { return self }
        let colours = [paper.red, paper.green, paper.blue].map(Int.init)
        let isGrey = channelCount == 2
        // Grey on coloured paper is no longer grey.
        let channels = isGrey && Set(colours).count == 1 ? 1 : 3
        let count = size.width * size.height * channels
        let flat = [UInt8](unsafeUninitializedCapacity: count) { target, used in
            bytes.withUnsafeBufferPointer { source in
                var from = 0
                for to in stride(from: 0, to: count, by: channels) {
                    let opacity = Int(source[from + channelCount - 1])
                    for channel in 0..<channels {
                        let ink = Int(source[from + (isGrey ? 0 : channel)])
                        let sum = ink &* opacity &+ colours[channel] &* (255 &- opacity) &+ 127
                        target[to + channel] = UInt8(truncatingIfNeeded: sum / 255)
                    }
                    from += channelCount
                }
            }
            used = count
        }
        return RenderedPixels(size: size, channelCount: channels, bytes: flat)
    }

    /// Encodes the image. A JPEG has full chroma resolution unless the encoding specifies a subsampling.
    ///
    /// - Throws: ``TileEngineError``: `outOfRange` if the format does not support the size, `io` if libvips or libjpeg
    ///   fails to encode.
    /// - Complexity: O(*n*) in the number of pixels.
    public func encoded(as encoding: ImageEncoding) throws -> [UInt8] {
        let longest = encoding.format.longestSide
        guard size.width <= longest, size.height <= longest else {
            throw TileEngineError(
                .outOfRange, "a picture of \(size), expected at most \(longest) in \(encoding.format.rawValue)")
        }
        let isOneBit = isBitonal && channelCount == 1
        let suffix: String
        switch encoding.format {
        case .jpeg: return try flattened(onto: encoding.paper).jpeg(encoding)
        // Lossless, so that bitonal images stay bitonal.
        case .webp: suffix = isBitonal ? ".webp[lossless,strip]" : ".webp[Q=\(encoding.compressionQuality),strip]"
        case .png: suffix = isOneBit ? ".png[bitdepth=1,strip]" : ".png[strip]"
        case .tiff:
            let samples = isOneBit ? "predictor=none,bitdepth=1" : "predictor=horizontal"
            suffix = ".tif[compression=deflate,\(samples),strip]"
        }
        try VipsRuntime.start()
        do {
            return try VipsImage.withImage(of: bytes, size: size, channels: channelCount) {
                try $0.encoded(suffix: suffix)
            }
        } catch let failure as VipsFailure {
            throw TileEngineError(
                .io, "a picture of \(size) that cannot be encoded as \(encoding.format.rawValue): \(failure.message)")
        }
    }

    private func jpeg(_ encoding: ImageEncoding) throws -> [UInt8] {
        let tile = TileEncoding(
            format: .jpeg, quality: encoding.compressionQuality, subsampling: encoding.subsampling ?? .s444)
        let encoder = try JPEGTileEncoder(tile, channels: channelCount)
        try encoder.begin(size)
        try bytes.withUnsafeBytes { rows in
            guard let first = rows.baseAddress else { return }
            try encoder.append(first, count: size.height, stride: size.width * channelCount)
        }
        var encoded: [UInt8] = []
        try encoder.finish { encoded = [UInt8]($0) }
        return encoded
    }
}

extension RenderedPixels {
    /// Rotates the image and adds an alpha channel, which is transparent beyond the image.
    func turned(degrees: Double, to output: PixelSize, isCancelled: () -> Bool) throws -> RenderedPixels {
        let matrix = Turn(degrees: degrees).matrix(from: output, to: size)
        let stride = output.width * (channelCount + 1)
        let count = stride * output.height
        let turned = try [UInt8](unsafeUninitializedCapacity: count) { target, used in
            try bytes.withUnsafeBufferPointer { source in
                var picture = cresample_picture(
                    pixels: source.baseAddress, width: size.width, height: size.height)
                guard let target = target.baseAddress else { return }
                for row in 0..<output.height {
                    if row % 64 == 0, isCancelled() { throw CancellationError() }
                    cresample_warp_row(
                        &picture, Int32(truncatingIfNeeded: channelCount), matrix, row, output.width,
                        target + row * stride)
                }
            }
            used = count
        }
        return RenderedPixels(size: output, channelCount: channelCount + 1, bytes: turned)
    }

    /// The image with grey thresholded to black below 128 and white elsewhere. Alpha, if any, is thresholded in the
    /// same way.
    var bitonal: RenderedPixels {
        let table = (0...255).map { UInt8($0 < 128 ? 0 : 255) }
        let bytes = bytes.map { table[Int($0)] }
        return RenderedPixels(size: size, channelCount: channelCount, bytes: bytes, isBitonal: true)
    }
}
