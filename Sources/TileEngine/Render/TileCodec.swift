import CJPEG
import CResample
import CVips

/// The colour components to which a tile is decoded.
enum TileColours: Hashable, Sendable {
    /// The planes in which the tile is coded if these are grey or YCbCr; otherwise as ``visible``.
    case coded
    /// Grey or RGB: exactly the pixels that any decoder displays.
    case visible
    /// RGB, even for a grey tile.
    case rgb
}

/// Decodes tiles.
enum TileCodec {
    /// Decodes a tile. JPEG is decoded by libjpeg directly; other formats, and JPEG in other colours than grey, RGB and
    /// YCbCr, by libvips.
    ///
    /// - Parameters:
    ///   - bytes: The encoded tile.
    ///   - format: Its encoding.
    ///   - expected: The expected size of the tile. A tile with another size is rejected before it is decoded.
    ///   - colours: The components to decode to.
    ///   - rows: The rows that are needed. Others may have any content.
    /// - Throws: ``TileEngineError`` of kind `damaged`, which names neither archive nor tile; the caller adds them.
    static func decode(
        _ bytes: [UInt8], as format: TileFormat, expected: PixelSize, colours: TileColours,
        rows: Range<Int> = 0..<Int.max
    ) throws -> Planes {
        if format == .jpeg,
            let planes = try decodeJPEG(bytes, expected: expected, colours: colours, rows: rows)
        {
            return planes
        }
        try VipsRuntime.start()
        do {
            return try VipsCalls.attempt {
                try bytes.withUnsafeBytes { buffer in try decode(buffer, as: format, expected: expected, colours) }
            }
        } catch let failure as VipsFailure {
            throw TileEngineError(.damaged, "cannot be decoded (\(failure.message)), expected \(format.rawValue)")
        }
    }

    /// Decodes a tile with libvips.
    private static func decode(
        _ buffer: UnsafeRawBufferPointer, as format: TileFormat, expected: PixelSize, _ colours: TileColours
    ) throws -> Planes {
        let pointer = cvips_image_load_buffer("\(format.rawValue)load_buffer", buffer.baseAddress, buffer.count)
        guard let image = VipsImage(pointer) else { throw VipsFailure.takeLatest() }
        try check(image.size, expected)
        if image.bandCount == 1, image.format == cvips_format_uchar, colours != .rgb {
            return separated(try image.pixels(), size: expected, channels: 1, as: .grey)
        }
        return separated(try inThreeChannels(image).pixels(), size: expected, channels: 3, as: .rgb)
    }

    /// Decodes a JPEG tile with libjpeg. Returns nil for colours that libvips must convert to sRGB.
    private static func decodeJPEG(
        _ bytes: [UInt8], expected: PixelSize, colours: TileColours, rows: Range<Int>
    ) throws -> Planes? {
        let firstRow = Int32(clamping: rows.lowerBound)
        let endRow = Int32(clamping: rows.upperBound)
        return try JPEGTileDecoder.pool.borrow { tool in
            try bytes.withUnsafeBufferPointer { bytes -> Planes? in
                var header = cjpeg_tile_header()
                try tool.check(cjpeg_tile_open(tool.decoder, bytes.baseAddress, bytes.count, &header))
                guard header.colours != cjpeg_other_colours else { return nil }
                try check(PixelSize(width: Int(header.width), height: Int(header.height)), expected)
                let isGrey = header.colours == cjpeg_grey
                let hasPlanes = header.horizontal_subsampling > 0
                if hasPlanes, isGrey ? colours != .rgb : colours == .coded && header.colours == cjpeg_ycc {
                    let layout = PlaneLayout(
                        colours: isGrey ? .grey : .ycc, horizontalSubsampling: Int(header.horizontal_subsampling),
                        verticalSubsampling: Int(header.vertical_subsampling))
                    return try Planes(layout: layout, size: expected) { base in
                        try Planes.pointers(to: base, layout: layout, size: expected) { planes, strides in
                            try tool.check(cjpeg_tile_read_planes(tool.decoder, firstRow, endRow, planes, strides))
                        }
                    }
                }
                let channels = isGrey ? 1 : 3
                let count = expected.width * expected.height * channels
                var pixels = [UInt8](repeating: 0, count: count)
                try tool.check(cjpeg_tile_read_pixels(tool.decoder, endRow, &pixels))
                return separated(
                    pixels, size: expected, channels: channels, as: isGrey && colours != .rgb ? .grey : .rgb)
            }
        }
    }

    private static func check(_ size: PixelSize, _ expected: PixelSize) throws {
        guard size == expected else {
            throw TileEngineError(.damaged, "is \(size) pixels, expected \(expected)")
        }
    }

    /// Splits interleaved pixels into planes. Grey is repeated for a layout of three planes.
    private static func separated(
        _ pixels: [UInt8], size: PixelSize, channels: Int, as layout: PlaneLayout
    ) -> Planes {
        Planes(layout: layout, size: size) { base in
            let places = (0..<layout.planeCount).map { Planes.place(of: $0, layout: layout, size: size) }
            pixels.withUnsafeBufferPointer { source in
                guard let source = source.baseAddress else { return }
                for row in 0..<size.height {
                    let line = source + row * size.width * channels
                    let targets = places.map { base + $0.offset + row * $0.stride }
                    if channels == 3, targets.count == 3 {
                        cresample_deinterleave(line, size.width, targets[0], targets[1], targets[2])
                    } else {
                        for target in targets { target.update(from: line, count: size.width) }
                    }
                }
            }
        }
    }

    /// Converts an image to RGB. Tiles of a grey scan are grey, and tiles from other programs may have alpha.
    private static func inThreeChannels(_ image: VipsImage) throws(VipsFailure) -> VipsImage {
        if image.bandCount == 3, image.format == cvips_format_uchar { return image }
        let source = image.interpretation
        var image = try image.applying { cvips_colourspace($0, cvips_interpretation_srgb, source) }
        if image.hasAlpha { image = try image.applying { cvips_flatten($0, 255, 255, 255) } }
        return try image.applying { cvips_cast($0, cvips_format_uchar) }
    }
}
