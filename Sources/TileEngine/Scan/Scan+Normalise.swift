import CVips

/// What makes one kind of pixel of the many that files have: upright, sRGB, three channels of 8 bits.
extension Scan {
    /// The scan's pixels in sRGB, three channels of 8 bits, alpha laid onto paper, but not yet turned upright.
    func opened(paper: PaperColour) throws -> VipsImage {
        let image = try Self.open(path, as: info.format)
        return try normalised(image, paper: paper)
    }

    /// Builds the conversion; no pixel is read yet.
    func normalised(_ image: VipsImage, paper: PaperColour) throws -> VipsImage {
        do {
            var image = try inDisplayColours(image)
            if image.hasAlpha {
                image = try image.applying {
                    cvips_flatten($0, Double(paper.red), Double(paper.green), Double(paper.blue))
                }
            }
            if image.bandCount > 3 { image = try image.applying { cvips_extract_bands($0, 0, 3) } }
            if image.format != cvips_format_uchar {
                image = try image.applying { cvips_cast($0, cvips_format_uchar) }
            }
            guard image.bandCount == 3 else {
                throw TileEngineError(
                    .unsupported, path: path, "has \(info.bandCount) channels, expected grey, RGB or CMYK")
            }
            return image
        } catch let failure as VipsFailure {
            throw TileEngineError(
                .unsupported, path: path,
                "has colours that cannot be converted (\(failure.message)), expected grey, RGB or CMYK")
        }
    }

    /// The image in sRGB, with its alpha if it has one.
    private func inDisplayColours(_ image: VipsImage) throws -> VipsImage {
        let interpretation = image.interpretation
        if image.hasProfile || interpretation == cvips_interpretation_cmyk {
            let fallback = interpretation == cvips_interpretation_cmyk ? "cmyk" : nil
            // A profile that is damaged or made for another number of channels does not stop anybody from reading the
            // sheet: the colours are then taken to be what such pixels usually are.
            if let converted = try? image.applying({ cvips_icc_transform($0, "srgb", fallback) }) {
                return converted
            }
        }
        var image = image
        if interpretation == cvips_interpretation_multiband {
            let isDeep = image.format == cvips_format_ushort
            let isGrey = image.bandCount < 3
            let count = isGrey ? 1 : 3
            if image.bandCount > count {
                image = try image.applying { cvips_extract_bands($0, 0, Int32(count)) }
            }
            let guess =
                isGrey
                ? (isDeep ? cvips_interpretation_grey16 : cvips_interpretation_bw)
                : (isDeep ? cvips_interpretation_rgb16 : cvips_interpretation_srgb)
            image = try image.applying { cvips_copy_interpretation($0, guess) }
        }
        try checkSamples(image)
        let source = image.interpretation
        return try image.applying { cvips_colourspace($0, cvips_interpretation_srgb, source) }
    }

    /// Refuses samples whose black and white nobody agrees on: grey or RGB in 32 bits or floating point.
    private func checkSamples(_ image: VipsImage) throws {
        let grades = [
            cvips_interpretation_bw, cvips_interpretation_srgb, cvips_interpretation_rgb16, cvips_interpretation_grey16,
            cvips_interpretation_multiband,
        ]
        let isUsual = image.format == cvips_format_uchar || image.format == cvips_format_ushort
        guard isUsual || !grades.contains(image.interpretation) else {
            throw TileEngineError(
                .unsupported, path: path,
                "has signed, \(info.bitsPerBand)-bit or floating-point samples, expected 8 or 16 bits a channel")
        }
    }
}
