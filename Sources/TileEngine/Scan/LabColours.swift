import CVips

/// Conversion of CIELAB images, which TIFF files store relative to the white point of print, D50.
///
/// libvips assumes D65 for all CIELAB, and passes wrong values to littlecms when a CIELAB profile is embedded. Both
/// conversions are therefore composed here from steps that libvips does perform correctly.
///
/// Specification: TIFF 6.0, section 23; ICC.1:2010, sections 6.3 and 7.2.16.
enum LabColours {
    static func holds(_ image: VipsImage) -> Bool {
        [cvips_interpretation_lab, cvips_interpretation_labq, cvips_interpretation_labs].contains(image.interpretation)
    }

    /// Converts the image to 8-bit sRGB, with its alpha channel if any, by the formulae of CIELAB and sRGB.
    static func converted(_ image: VipsImage) throws(VipsFailure) -> VipsImage {
        let (lab, alpha) = try separated(image)
        let colours = try lab.applying { cvips_lab_to_xyz($0, 96.42, 100, 82.49) }
            .applying { cvips_recombine($0, toD65) }
            .applying { cvips_copy_interpretation($0, cvips_interpretation_xyz) }
            .applying { cvips_colourspace($0, cvips_interpretation_srgb, cvips_interpretation_xyz) }
        return try joined(colours, alpha)
    }

    /// Converts the image to 8-bit sRGB, with its alpha channel if any, by a profile whose device space is CIELAB.
    ///
    /// The profile's tables have the same form as those of any three-channel device, so the image is passed to
    /// littlecms as RGB with the 16-bit encoding that the tables expect.
    static func converted(_ image: VipsImage, by profile: Profile, intent: Int32) throws(VipsFailure) -> VipsImage {
        let (lab, alpha) = try separated(image)
        let (lightness, colour) = profile.hasLegacyTable(for: intent) ? (652.8, 256.0) : (655.35, 257.0)
        let offsets = [0.5, 128 * colour + 0.5, 128 * colour + 0.5]
        let channels = try lab.applying { cvips_linear_bands($0, [lightness, colour, colour], offsets, 3) }
            .applying { cvips_cast($0, cvips_format_ushort) }
            .applying { cvips_copy_interpretation($0, cvips_interpretation_rgb16) }
        cvips_image_set_blob(channels.pointer, "icc-profile-data", profile.bytes, profile.bytes.count)
        let colours = try channels.applying { cvips_icc_transform($0, "srgb", nil, intent) }
        return try joined(colours, alpha)
    }

    /// The D50 to D65 matrix of the Bradford adaptation (ICC.1:2010, annex E).
    private static let toD65 = [
        0.955553, -0.023052, 0.063254,
        -0.028299, 1.009933, 0.021036,
        0.012318, -0.020518, 1.330429,
    ]

    /// Returns the colours in floating point and the alpha channel in 8 bits.
    private static func separated(
        _ image: VipsImage
    ) throws(VipsFailure) -> (colours: VipsImage, alpha: VipsImage?) {
        let source = image.interpretation
        let lab = try image.applying { cvips_colourspace($0, cvips_interpretation_lab, source) }
        guard lab.bandCount > 3 else { return (lab, nil) }
        guard lab.bandCount == 4 else { throw VipsFailure(message: "CIELAB with \(lab.bandCount) channels") }
        let colours = try lab.applying { cvips_extract_bands($0, 0, 3) }
        // libvips has read the unsigned 16-bit samples as signed.
        let alpha = try image.applying { cvips_extract_bands($0, 3, 1) }
            .applying { cvips_copy_format($0, cvips_format_ushort) }
            .applying { cvips_cast_shift($0, cvips_format_uchar) }
        return (colours, alpha)
    }

    private static func joined(_ colours: VipsImage, _ alpha: VipsImage?) throws(VipsFailure) -> VipsImage {
        guard let alpha else { return colours }
        return try colours.applying { cvips_bandjoin($0, alpha.pointer) }
    }

    /// A profile whose device space is CIELAB, relabelled as RGB.
    ///
    /// Specification: ICC.1:2010, sections 7.2.6, 7.3 and 10.8 (lut16Type, which has the encoding of former versions).
    struct Profile {
        let bytes: [UInt8]
        private var tableOffsets: [String: Int] = [:]

        /// - Parameter original: A profile of at least 20 bytes.
        init(_ original: UnsafeRawBufferPointer) {
            var bytes = [UInt8](original)
            bytes.replaceSubrange(16..<20, with: Array("RGB ".utf8))
            for start in stride(from: 132, to: bytes.count - 11, by: 12).prefix(Self.count(in: bytes)) {
                tableOffsets[String(decoding: bytes[start..<start + 4], as: UTF8.self)] = Int(
                    original.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self).bigEndian)
                // Floating-point tables expect real CIELAB units, so they are renamed to be ignored; an integer table
                // always exists as well.
                if bytes[start..<start + 3].elementsEqual("D2B".utf8) { bytes[start] = UInt8(ascii: "x") }
            }
            self.bytes = bytes
        }

        /// Returns whether the table for an intent uses the version 2 encoding, in which 0xFF00 is 100.
        func hasLegacyTable(for intent: Int32) -> Bool {
            let name =
                switch intent {
                case cvips_intent_relative: "A2B1"
                case cvips_intent_saturation: "A2B2"
                default: "A2B0"
                }
            guard let offset = tableOffsets[name], offset <= bytes.count - 4 else { return false }
            return bytes[offset..<offset + 4].elementsEqual("mft2".utf8)
        }

        private static func count(in bytes: [UInt8]) -> Int {
            guard bytes.count >= 132 else { return 0 }
            return Int(bytes[128..<132].bigEndian)
        }
    }
}
