import CVips

/// Conversion from a file's embedded colour profile to sRGB.
///
/// A profile with tables need not have one for every rendering intent. littlecms, which libvips uses, applies a profile
/// only for the intents whose tables it has; libvips then ignores the profile with a mere warning. Colorimetric intents
/// are preferred here, and otherwise any available table is used (ICC.1:2010, section 8.3: a profile with only one
/// table has the perceptual one).
enum ProfiledColours {
    /// The intents in the order in which they are tried. The absolute intent uses the relative one's tables.
    private static let intents = [cvips_intent_relative, cvips_intent_perceptual, cvips_intent_saturation]

    /// Converts the image to sRGB.
    ///
    /// - Returns: The image, or the reason why its profile cannot be applied.
    static func converted(_ image: VipsImage) -> Result<VipsImage, VipsFailure> {
        var byteCount = 0
        guard let start = cvips_image_blob(image.pointer, "icc-profile-data", &byteCount), byteCount >= 20 else {
            return .failure(VipsFailure(message: "it has no header"))
        }
        let bytes = UnsafeRawBufferPointer(start: start, count: byteCount)
        if let reason = mismatch(of: bytes, image) { return .failure(VipsFailure(message: reason)) }
        let labProfile = LabColours.holds(image) ? LabColours.Profile(bytes) : nil
        var reason: String?
        for intent in intents {
            let warnings = VipsWarnings()
            do {
                let converted = try warnings.collecting { () throws(VipsFailure) in
                    if let labProfile { return try LabColours.converted(image, by: labProfile, intent: intent) }
                    return try image.applying { cvips_icc_transform($0, "srgb", nil, intent) }
                }
                guard let warning = warnings.remarks.warnings.first else { return .success(converted) }
                reason = reason ?? warning
            } catch {
                reason = reason ?? warnings.remarks.warnings.first ?? error.message
            }
        }
        return .failure(VipsFailure(message: reason ?? "no reason given"))
    }

    /// Returns the reason why a profile does not match the image's colours, which libvips does not always detect; nil
    /// if it does.
    ///
    /// Specification: ICC.1:2010, section 7.2.6.
    private static func mismatch(of header: UnsafeRawBufferPointer, _ image: VipsImage) -> String? {
        let space = DecodingRemarks.shown(String(decoding: header[16..<20], as: UTF8.self))
        let expected: [String] =
            switch image.interpretation {
            case cvips_interpretation_bw, cvips_interpretation_grey16: ["GRAY"]
            case cvips_interpretation_cmyk: ["CMYK"]
            case cvips_interpretation_srgb, cvips_interpretation_rgb, cvips_interpretation_rgb16,
                cvips_interpretation_scrgb:
                ["RGB"]
            // Only the profile defines what these channels are.
            case cvips_interpretation_multiband: image.bandCount < 3 ? ["GRAY"] : ["RGB", "CMYK"]
            default: LabColours.holds(image) ? ["Lab"] : []
            }
        if expected.contains(space) { return nil }
        let picture = expected.first.map { $0 == "Lab" ? "CIELAB" : $0 } ?? "neither grey, RGB, CMYK nor CIELAB"
        return "it is for \(space.isEmpty ? "no colours" : space), but the picture is \(picture)"
    }
}
