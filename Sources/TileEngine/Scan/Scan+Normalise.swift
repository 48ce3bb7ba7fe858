import CVips

/// Normalisation of the many pixel formats found in files to one: sRGB, three channels of 8 bits.
extension Scan {
    /// Builds the conversion pipeline. No pixels are read yet.
    ///
    /// - Parameters:
    ///   - range: The result of ``sampleRange(of:report:isCancelled:)``.
    ///   - warnings: Receives a note if a colour profile cannot be applied.
    func normalised(
        _ image: VipsImage, paper: PaperColour, range: SampleRange?, warnings: VipsWarnings
    ) throws -> VipsImage {
        guard cvips_format_is_complex(image.format) == 0 else {
            throw TileEngineError(.unsupported, path: path, "has complex samples, expected grey, RGB or CMYK")
        }
        do {
            let (colours, deepAlpha) = try Self.separated(image)
            var image = try inDisplayColours(colours, range: range, warnings: warnings)
            if let deepAlpha { image = try image.applying { cvips_bandjoin($0, deepAlpha.pointer) } }
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

    /// Separates an alpha channel of more than 8 bits and reduces it to 8. With a colour profile or floating-point
    /// samples, libvips does not scale it, so that scans would become opaque or disappear. Samples without conventional
    /// black and white lose their alpha elsewhere, and CIELAB has its own conversion.
    private static func separated(
        _ image: VipsImage
    ) throws(VipsFailure) -> (colours: VipsImage, alpha: VipsImage?) {
        guard image.hasAlpha, !needsRange(image), !LabColours.holds(image) else { return (image, nil) }
        let space = image.interpretation
        let isGrey = space == cvips_interpretation_bw || space == cvips_interpretation_grey16
        let count = isGrey ? 1 : space == cvips_interpretation_cmyk ? 4 : 3
        let isDeep = image.format != cvips_format_uchar
        guard image.bandCount > (isDeep ? count : count + 1) else { return (image, nil) }
        let colours = try image.applying { cvips_extract_bands($0, 0, Int32(count)) }
        // Of several further channels, nothing says which one is alpha.
        guard image.bandCount == count + 1 else { return (colours, nil) }
        let alpha = try image.applying { cvips_extract_bands($0, Int32(count), 1) }
        guard cvips_format_is_floating(alpha.format) != 0 else {
            return (colours, try alpha.applying { cvips_cast_shift($0, cvips_format_uchar) })
        }
        let scaled = try alpha.applying { cvips_linear($0, 255, 0.5) }
        return (colours, try scaled.applying { cvips_cast($0, cvips_format_uchar) })
    }

    /// Converts the image to sRGB, with its alpha channel if any.
    private func inDisplayColours(
        _ image: VipsImage, range: SampleRange?, warnings: VipsWarnings
    ) throws -> VipsImage {
        var image = image
        if Self.needsRange(image) {
            image = try Self.ranged(image, range ?? .unit)
        } else if image.hasProfile, cvips_format_is_floating(image.format) != 0,
            image.interpretation == cvips_interpretation_scrgb
        {
            // Profiles apply to integers; without this step, 0 to 1 would become 0 and 1 of 65,535.
            image = try image.applying { cvips_linear($0, 65_535, 0.5) }
                .applying { cvips_cast($0, cvips_format_ushort) }
                .applying { cvips_copy_interpretation($0, cvips_interpretation_rgb16) }
        }
        let interpretation = image.interpretation
        if image.hasProfile {
            switch ProfiledColours.converted(image) {
            case .success(let converted): return converted
            // A profile that is damaged or meant for other colours should not prevent anyone from reading the document.
            case .failure(let failure):
                warnings.remarks.note(
                    "has a colour profile that cannot be applied (\(failure.message)), so the usual colours "
                        + "of such files are assumed")
            }
        }
        if LabColours.holds(image) { return try LabColours.converted(image) }
        if interpretation == cvips_interpretation_cmyk {
            // libvips would repeat its warning about a profile that it cannot apply.
            let converted = VipsWarnings().collecting {
                try? image.applying { cvips_icc_transform($0, "srgb", "cmyk", cvips_intent_relative) }
            }
            if let converted { return converted }
        }
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
        let source = image.interpretation
        return try image.applying { cvips_colourspace($0, cvips_interpretation_srgb, source) }
    }
}
