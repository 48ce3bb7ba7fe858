import CVips

/// The pixels of a tile: three channels of 8 bits in sRGB, row by row without gaps.
struct TilePixels: Sendable {
    let size: PixelSize
    let bytes: [UInt8]
}

/// Decodes and encodes tiles.
enum TileCodec {
    /// Decodes a tile.
    ///
    /// - Parameters:
    ///   - bytes: The encoded tile.
    ///   - format: Its encoding.
    ///   - expected: The size that the tile must have.
    /// - Throws: ``TileEngineError`` of kind `damaged`, which names neither archive nor tile; the caller does.
    static func decode(_ bytes: [UInt8], as format: TileFormat, expected: PixelSize) throws -> TilePixels {
        try VipsRuntime.start()
        do {
            return try bytes.withUnsafeBytes { buffer in
                let pointer = cvips_image_load_buffer(format.loader, buffer.baseAddress, buffer.count)
                guard let image = VipsImage(pointer) else { throw VipsFailure.taken() }
                // Known from the header, so that a tile that claims to be huge costs nothing.
                guard image.width == expected.width, image.height == expected.height else {
                    throw TileEngineError(
                        .damaged, "is \(image.width) × \(image.height) pixels, expected \(expected)")
                }
                image.evaluateOnOneThread()
                return TilePixels(size: expected, bytes: try inThreeChannels(image).pixels())
            }
        } catch let failure as VipsFailure {
            throw TileEngineError(.damaged, "cannot be decoded (\(failure.message)), expected \(format.rawValue)")
        }
    }

    /// Encodes pixels.
    ///
    /// - Throws: ``TileEngineError`` of kind `outOfRange` where the format has no such size.
    static func encode(_ pixels: TilePixels, as encoding: TileEncoding) throws -> [UInt8] {
        try VipsRuntime.start()
        do {
            return try VipsImage.withImage(of: pixels.bytes, size: pixels.size) { image in
                image.evaluateOnOneThread()
                return try image.encoded(suffix: encoding.suffix)
            }
        } catch let failure as VipsFailure {
            throw TileEngineError(
                .outOfRange,
                "a tile of \(pixels.size) that cannot be encoded as \(encoding.format.rawValue): \(failure.message)")
        }
    }

    /// Tiles of a grey scan are grey, and those of other programs may have alpha.
    private static func inThreeChannels(_ image: VipsImage) throws(VipsFailure) -> VipsImage {
        if image.bandCount == 3, image.format == cvips_format_uchar { return image }
        let source = image.interpretation
        var image = try image.applying { cvips_colourspace($0, cvips_interpretation_srgb, source) }
        if image.hasAlpha { image = try image.applying { cvips_flatten($0, 255, 255, 255) } }
        return try image.applying { cvips_cast($0, cvips_format_uchar) }
    }
}

extension TileFormat {
    /// The operation of libvips that decodes the format from memory.
    fileprivate var loader: String {
        switch self {
        case .jpeg: "jpegload_buffer"
        case .webp: "webpload_buffer"
        case .png: "pngload_buffer"
        }
    }
}
