import CVips
import Foundation
import Testing

@testable import TileEngine

/// littlecms' own calculator, which shares no code with libvips.
enum TransiccCommand {
    static let path = "/usr/bin/transicc"
    static let isInstalled = FileManager.default.isExecutableFile(atPath: path)

    /// Returns a colour of a profile as converted by littlecms, by its perceptual table unless `intent` is 1 (relative)
    /// or 2 (saturation), in sRGB of 0 to 255.
    static func colour(_ values: [Double], in profile: String, intent: Int = 0) throws -> [Double] {
        let (_, text) = try SystemProgram.run(
            path, ["-n", "-t", "\(intent)", "-i", profile, "-o", "*sRGB"],
            input: values.map { "\($0)\n" }.joined())
        return text.split { $0 == " " || $0 == "\n" }.prefix(3).compactMap { Double($0) }
    }
}

@Suite("Colour profiles with tables")
struct ScanProfileTests {
    /// A kind of colours that a profile and a scan may have.
    enum Colours: String, CaseIterable, Sendable {
        case rgb, grey, cmyk, lab

        /// The profile: perceptual only, and of 400 kB, except for grey, whose table is a curve.
        var profile: [UInt8] {
            switch self {
            case .rgb:
                ICCFixture.tables(space: "RGB ", channels: 3, gridPoints: 41) {
                    (30 * $0[0] + 60 * $0[1] + 10 * $0[2], 60 * ($0[1] - $0[0]), 60 * ($0[0] - $0[2]))
                }
            case .grey:
                ICCFixture.tables(space: "GRAY", channels: 1, gridPoints: 255) {
                    (100 * $0[0] * $0[0], 20 * $0[0] * (1 - $0[0]), -30 * $0[0] * (1 - $0[0]))
                }
            case .cmyk:
                ICCFixture.tables(space: "CMYK", channels: 4, gridPoints: 16) {
                    (
                        100 * (1 - $0[3]) * (1 - 0.3 * $0[0] - 0.5 * $0[1] - 0.1 * $0[2]),
                        40 * ($0[0] - $0[1]) * (1 - $0[3]), 50 * ($0[2] - $0[1]) * (1 - $0[3])
                    )
                }
            case .lab:
                ICCFixture.tables(space: "Lab ", channels: 3, gridPoints: 41) {
                    (100 * $0[0] * $0[0], 60 * ($0[2] - 0.5), 60 * ($0[1] - 0.5))
                }
            }
        }

        /// Samples as stored in a TIFF, and the same in littlecms' units.
        var samples: [(bytes: [UInt8], values: [Double])] {
            switch self {
            case .rgb:
                [[200, 100, 50], [40, 120, 200], [128, 128, 128], [10, 250, 90]].map { ($0, $0.map(Double.init)) }
            case .grey: [0, 60, 128, 200, 255].map { ([$0], [Double($0)]) }
            case .cmyk:
                [[51, 102, 153, 26], [0, 0, 0, 0], [10, 200, 30, 60], [120, 20, 220, 5]].map { bytes in
                    (bytes, bytes.map { Double($0) / 2.55 })
                }
            case .lab:
                // L in 255ths of 100; a and b are signed.
                [(128, 10, -20), (200, -30, 25), (90, 0, 0)].map { (l: UInt8, a: Int8, b: Int8) in
                    ([l, UInt8(bitPattern: a), UInt8(bitPattern: b)], [Double(l) / 2.55, Double(a), Double(b)])
                }
            }
        }

        /// The TIFF's PhotometricInterpretation.
        var photometric: Int {
            switch self {
            case .grey: 1
            case .rgb: 2
            case .cmyk: 5
            case .lab: 8
            }
        }
    }

    private static let side = 8

    /// Slices a scan of one colour without loss; returns its pixel and the notes.
    private func sliced(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> (pixel: [UInt8], notes: [String]) {
        let path = try folder.writing(bytes, to: "scan.tif")
        let out = folder.file("out.szi")
        let result = try Slicer.slice(
            try Scan(path: path, policy: .unguarded), to: out, options: SliceOptions(format: .png))
        let archive = try TileArchive(path: out)
        return (try archive.stitchedLevel(archive.pyramid.nativeLevel)[3, 3], result.notes)
    }

    @Test(
        .enabled(if: TransiccCommand.isInstalled, "Debian's liblcms2-utils are not installed"),
        arguments: Colours.allCases
    )
    func `a profile with only a perceptual table gives the same colours as littlecms`(colours: Colours) throws {
        let folder = try TemporaryFolder()
        let profile = colours.profile
        #expect(colours == .grey || (380_000...420_000).contains(profile.count))
        let profilePath = try folder.writing(profile, to: "profile.icc")
        for (bytes, values) in colours.samples {
            let expected = try TransiccCommand.colour(values, in: profilePath)
            try #require(expected.count == 3)
            let tiff = TIFFFixture.flat(bytes, side: Self.side, photometric: colours.photometric, profile: profile)
            let (pixel, notes) = try sliced(tiff, in: folder)
            #expect(notes.isEmpty, "\(notes)")
            expectEqual(pixel, expected, within: 3)
        }
    }

    @Test(
        .enabled(if: TransiccCommand.isInstalled, "Debian's liblcms2-utils are not installed"),
        arguments: [("mft2", 0), ("mft1", 0), ("mft2", 1), ("mft2", 2)])
    func `a CIELAB profile of each table type and intent gives the same colours as littlecms`(
        table: String, intent: Int
    ) throws {
        let folder = try TemporaryFolder()
        let profile = ICCFixture.tables(
            space: "Lab ", channels: 3, gridPoints: 17, tag: "A2B\(intent)", eightBits: table == "mft1"
        ) { (100 * $0[0], 90 * ($0[1] - 0.5), 90 * (0.5 - $0[2])) }
        let path = try folder.writing(profile, to: "profile.icc")
        for (bytes, values) in Colours.lab.samples {
            let expected = try TransiccCommand.colour(values, in: path, intent: intent)
            let (pixel, notes) = try sliced(
                TIFFFixture.flat(bytes, side: Self.side, photometric: 8, profile: profile), in: folder)
            #expect(notes.isEmpty, "\(notes)")
            expectEqual(pixel, expected, within: 3)
        }
    }

    @Test(.enabled(if: TransiccCommand.isInstalled, "Debian's liblcms2-utils are not installed"), arguments: [8, 16])
    func `CIELAB without a profile gives the same colours as littlecms`(bits: Int) throws {
        let folder = try TemporaryFolder()
        // From grey to colours at the border of sRGB, which depend the most on the white point.
        let colours: [(l: Int, a: Int, b: Int)] = [
            (100, 0, 0), (50, 0, 0), (0, 0, 0), (54, 78, 66), (86, -80, 80), (34, 60, -98), (96, -14, 90),
            (40, 20, -60),
            (70, -50, 0), (60, 60, -40),
        ]
        for (l, a, b) in colours {
            // Samples of 8 bits are bytes; samples of 16 are little-endian words: L in 65,535ths, a and b in 256ths.
            let lightness = bits == 8 ? (l * 255 + 50) / 100 : l * 65_535 / 100
            let words = bits == 8 ? [lightness, a, b] : [lightness, a * 256, b * 256]
            let bytes = words.flatMap {
                bits == 8 ? [UInt8(truncatingIfNeeded: $0)] : [UInt8($0 & 255), UInt8($0 >> 8 & 255)]
            }
            let value = bits == 8 ? Double(lightness) / 2.55 : Double(l)
            let expected = try TransiccCommand.colour([value, Double(a), Double(b)], in: "*Lab", intent: 1)
            let tiff = TIFFFixture.flat(bytes, side: Self.side, photometric: 8, bits: bits, profile: nil)
            let (pixel, notes) = try sliced(tiff, in: folder)
            #expect(notes.isEmpty, "\(notes)")
            expectEqual(pixel, expected, within: 2)
        }
    }

    @Test(arguments: [8, 16], [nil, Colours.lab.profile])
    func `alpha of a CIELAB scan is composited onto the paper`(bits: Int, profile: [UInt8]?) throws {
        let folder = try TemporaryFolder()
        let sample: [UInt8] = bits == 8 ? [90, 20, 0] : [90, 90, 0, 20, 0, 0]
        func pixel(alpha: UInt8?) throws -> [UInt8] {
            let bytes = sample + (alpha.map { [UInt8](repeating: $0, count: bits / 8) } ?? [])
            return try sliced(
                TIFFFixture.flat(bytes, side: Self.side, photometric: 8, bits: bits, profile: profile), in: folder
            ).pixel
        }
        try expectComposited(pixel)
    }

    @Test(arguments: [8, 16], [Colours.rgb, .grey, .cmyk])
    func `alpha of a scan with a profile is composited onto the paper`(bits: Int, colours: Colours) throws {
        let folder = try TemporaryFolder()
        let profile = colours.profile
        let sample = try #require(colours.samples.last).bytes
        func pixel(alpha: UInt8?) throws -> [UInt8] {
            // A byte written twice is the same value in 16 bits.
            let bytes = (sample + (alpha.map { [$0] } ?? [])).flatMap { [UInt8](repeating: $0, count: bits / 8) }
            let tiff = TIFFFixture.flat(
                bytes, side: Self.side, photometric: colours.photometric, bits: bits, profile: profile)
            let (pixel, notes) = try sliced(tiff, in: folder)
            #expect(notes.isEmpty, "\(notes)")
            return pixel
        }
        try expectComposited(pixel)
    }

    @Test(arguments: [8, 16], [Colours.rgb, .grey, .cmyk])
    func `several further channels do not change the colours`(bits: Int, colours: Colours) throws {
        let folder = try TemporaryFolder()
        let sample = try #require(colours.samples.first).bytes
        func pixel(_ further: [UInt8]) throws -> [UInt8] {
            let bytes = (sample + further).flatMap { [UInt8](repeating: $0, count: bits / 8) }
            return try sliced(
                TIFFFixture.flat(
                    bytes, side: Self.side, photometric: colours.photometric, bits: bits, profile: nil), in: folder
            ).pixel
        }
        #expect(try pixel([7, 9]) == pixel([]))
    }

    /// Expects a scan with an alpha channel to be composited onto white paper.
    ///
    /// - Parameter pixel: Slices the scan with this alpha everywhere, or without the channel, and returns a pixel.
    private func expectComposited(
        _ pixel: (_ alpha: UInt8?) throws -> [UInt8], at location: SourceLocation = #_sourceLocation
    ) throws {
        let without = try pixel(nil)
        #expect(try pixel(0) == [255, 255, 255], sourceLocation: location)
        expectEqual(try pixel(255), without.map(Double.init), within: 1, at: location)
        let alpha = 64.0 / 255
        expectEqual(
            try pixel(64), without.map { Double($0) * alpha + 255 * (1 - alpha) }, within: 2, at: location)
    }

    private func expectEqual(
        _ pixel: [UInt8], _ expected: [Double], within tolerance: Double,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(pixel.count == 3 && expected.count == 3, sourceLocation: location)
        for (got, wanted) in zip(pixel, expected) {
            #expect(
                abs(Double(got) - min(max(wanted, 0), 255)) <= tolerance, "\(pixel), expected \(expected)",
                sourceLocation: location)
        }
    }

    @Test(.enabled(if: TransiccCommand.isInstalled, "Debian's liblcms2-utils are not installed"))
    func `a profile split over several JPEG segments is reassembled`() throws {
        let folder = try TemporaryFolder()
        let profile = Colours.rgb.profile
        let expected = try TransiccCommand.colour([200, 100, 50], in: try folder.writing(profile, to: "profile.icc"))
        let jpeg = try Picture(32, 32) { _, _ in (200, 100, 50) }.withImage { image in
            cvips_image_set_blob(image.pointer, "icc-profile-data", profile, profile.count)
            return try image.encoded(suffix: ".jpg[Q=100,subsample-mode=off]")
        }
        #expect(jpeg.count > profile.count)
        let (pixel, notes) = try sliced(jpeg, in: folder)
        #expect(notes.isEmpty)
        for (got, wanted) in zip(pixel, expected) { #expect(abs(Double(got) - wanted) <= 5, "\(pixel) \(expected)") }
    }

    @Test func `an inapplicable profile is noted and leaves the colours unchanged`() throws {
        let folder = try TemporaryFolder()
        var damaged = ICCFixture.oddProfile
        damaged.replaceSubrange(36..<40, with: Array("nope".utf8))
        let cases: [(profile: [UInt8], Colours, reason: String)] = [
            ([UInt8](repeating: 7, count: 300), .rgb, "it is for"), (damaged, .rgb, "corrupt profile"),
            (Colours.grey.profile, .rgb, "it is for GRAY, but the picture is RGB"),
            (Colours.lab.profile, .rgb, "it is for Lab, but the picture is RGB"),
            (Colours.rgb.profile, .lab, "it is for RGB, but the picture is CIELAB"),
            (Array(Colours.lab.profile.prefix(140)), .lab, "corrupt profile"),
            (
                ICCFixture.tables(space: "RGB ", channels: 3, gridPoints: 2, tag: "B2A0") { _ in (0, 0, 0) }, .rgb,
                "intent"
            ),
        ]
        for (profile, colours, reason) in cases {
            let sample = try #require(colours.samples.first).bytes
            let tiff = { TIFFFixture.flat(sample, side: Self.side, photometric: colours.photometric, profile: $0) }
            let (pixel, notes) = try sliced(tiff(profile), in: folder)
            #expect(notes.count == 1, "\(notes)")
            #expect(notes.first?.hasPrefix("has a colour profile that cannot be applied (") == true)
            #expect(notes.first?.contains(reason) == true, "\(notes)")
            let (without, none) = try sliced(tiff(nil), in: folder)
            #expect(pixel == without && none.isEmpty)
        }
    }

    @Test func `a child process reports an inapplicable profile too`() throws {
        let folder = try TemporaryFolder()
        let tiff = TIFFFixture.flat([9, 99, 199], side: 8, photometric: 2, profile: Colours.grey.profile)
        let path = try folder.writing(tiff, to: "scan.tif")
        let inProcess = try Slicer.slice(try Scan(path: path, policy: .unguarded), to: folder.file("out.szi"))
        let inChild = try Slicer.slice(try Scan(path: path, policy: .isolated), to: folder.file("out.szi"))
        #expect(inProcess.notes.count == 1 && inChild.notes == inProcess.notes)
    }
}

extension ICCFixture {
    /// Returns a printer's profile whose only table, by default the perceptual one, maps from the device to CIELAB.
    ///
    /// Specification: ICC.1:2001-04, sections 6.1, 6.5.7 (lut16Type), 6.5.8 (lut8Type) and A.1 (16 bits of CIELAB).
    static func tables(
        space: String, channels: Int, gridPoints: Int, tag: String = "A2B0", eightBits: Bool = false,
        _ lab: ([Double]) -> (l: Double, a: Double, b: Double)
    ) -> [UInt8] {
        func word(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).bigEndian, Array.init) }
        func fixed(_ value: Double) -> [UInt8] {
            withUnsafeBytes(of: Int32((value * 65_536).rounded()).bigEndian, Array.init)
        }
        func short(_ value: Double) -> [UInt8] {
            let number = UInt16(min(max(value.rounded(), 0), 65_535))
            return [UInt8(number >> 8), UInt8(number & 255)]
        }
        func entry(_ value: Double) -> [UInt8] {
            eightBits ? [UInt8(min(max((value / 256).rounded(), 0), 255))] : short(value)
        }
        let ramp: [UInt8] = eightBits ? Array(0...255) : [0, 0, 0xFF, 0xFF]
        var table = Array((eightBits ? "mft1" : "mft2").utf8) + word(0) + [UInt8(channels), 3, UInt8(gridPoints), 0]
        for place in 0..<9 { table += fixed(place % 4 == 0 ? 1 : 0) }
        if !eightBits { table += [0, 2, 0, 2] }
        for _ in 0..<channels { table += ramp }
        var count = 1
        for _ in 0..<channels { count *= gridPoints }
        for index in 0..<count {
            var (rest, values) = (index, [Double](repeating: 0, count: channels))
            // The last channel varies fastest.
            for channel in (0..<channels).reversed() {
                values[channel] = Double(rest % gridPoints) / Double(gridPoints - 1)
                rest /= gridPoints
            }
            let (l, a, b) = lab(values)
            table += entry(l * 652.8) + entry((a + 128) * 256) + entry((b + 128) * 256)
        }
        for _ in 0..<3 { table += ramp }
        while table.count % 4 != 0 { table.append(0) }
        let white = Array("XYZ ".utf8) + word(0) + fixed(0.9642) + fixed(1) + fixed(0.8249)
        let start = 128 + 4 + 2 * 12
        var profile = word(start + table.count + white.count) + [0, 0, 0, 0, 2, 0x40, 0, 0]
        profile += Array((space == "Lab " ? "spac" : "prtr").utf8) + Array(space.utf8) + Array("Lab ".utf8)
        profile += [UInt8](repeating: 0, count: 36 - profile.count) + Array("acsp".utf8)
        profile += [UInt8](repeating: 0, count: 68 - profile.count) + fixed(0.9642) + fixed(1) + fixed(0.8249)
        profile += [UInt8](repeating: 0, count: 128 - profile.count)
        profile += word(2) + Array(tag.utf8) + word(start) + word(table.count)
        profile += Array("wtpt".utf8) + word(start + table.count) + word(white.count)
        return profile + table + white
    }
}

extension TIFFFixture {
    /// Returns a square of one colour, with 8 or 16 bits per channel, optionally with a profile. A single channel after
    /// those of the colours is alpha, and two are unspecified.
    ///
    /// Specification: TIFF 6.0; the profile's field is that of ICC.1:2001-04, section B.4.
    static func flat(_ sample: [UInt8], side: Int, photometric: Int, bits: Int = 8, profile: [UInt8]?) -> [UInt8] {
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 0, 0, 0, 0]
        func place(_ content: [UInt8]) -> Int {
            if bytes.count % 2 == 1 { bytes.append(0) }
            bytes += content
            return bytes.count - content.count
        }
        let pixels = (0..<side * side).flatMap { _ in sample }
        let pixelOffset = place(pixels)
        let channels = sample.count * 8 / bits
        let depths = place((0..<channels).flatMap { _ in [UInt8(bits), 0] } + [0, 0])
        var fields: [(tag: Int, type: Int, count: Int, value: Int)] = [
            (256, 4, 1, side), (257, 4, 1, side), (258, 3, channels, channels > 2 ? depths : bits << 16 | bits),
            (259, 3, 1, 1),
            (262, 3, 1, photometric), (273, 4, 1, pixelOffset), (277, 3, 1, channels), (278, 4, 1, side),
            (279, 4, 1, pixels.count),
        ]
        let further = channels - (photometric == 1 ? 1 : photometric == 5 ? 4 : 3)
        if further > 0 { fields.append((338, 3, further, further == 1 ? 2 : 0)) }
        if let profile { fields.append((34675, 7, profile.count, place(profile))) }
        let directory = place([])
        withUnsafeBytes(of: UInt32(directory).littleEndian) { bytes.replaceSubrange(4..<8, with: $0) }
        bytes.append(littleEndian: UInt16(fields.count))
        for field in fields {
            bytes.append(littleEndian: UInt16(field.tag))
            bytes.append(littleEndian: UInt16(field.type))
            bytes.append(littleEndian: UInt32(field.count))
            bytes.append(littleEndian: UInt32(field.value))
        }
        bytes.append(littleEndian: 0 as UInt32)
        return bytes
    }
}
