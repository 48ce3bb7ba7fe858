import CTIFF
import Foundation

/// Detects features that a file of a known format uses and its decoder does not support.
enum UnsupportedFeature {
    /// Returns the unsupported feature as an error, or nil if the file seems ordinary and so must be faulty in some
    /// other way.
    ///
    /// - Throws: ``TileEngineError`` of kind `io`.
    static func error(of file: OpenFile, _ format: ScanFormat, page: Int?) throws -> TileEngineError? {
        let reason =
            switch format {
            case .tiff: of(tiff: file, page: page ?? 0)
            case .jpeg: try of(jpeg: file)
            default: nil as String?
            }
        return reason.map { file.error(.unsupported, $0) }
    }

    // MARK: TIFF

    private static func of(tiff file: OpenFile, page: Int) -> String? {
        TIFFPages.withPage(page, of: file) { reason(for: ctiff_reader_kind($0)) }
    }

    /// Specification: TIFF 6.0, sections 3 to 8 and 22, and compression schemes registered since.
    static func reason(for kind: ctiff_kind) -> String? {
        if kind.compression == oldJPEGCompression {
            return "is TIFF with old-style JPEG compression, which is not supported, expected TIFF without "
                + "compression, or with LZW, deflate, CCITT or JPEG"
        }
        if kind.can_decompress == 0 {
            let name = compressions[kind.compression] ?? "compression \(kind.compression)"
            return
                "is TIFF with \(name), which libtiff here cannot read, expected TIFF without compression, or with LZW, "
                + "deflate, CCITT or JPEG"
        }
        let depths: [Int32] = kind.sample_format == 3 ? [16, 32, 64] : [1, 2, 4, 8, 16, 32]
        guard depths.contains(kind.bits) else {
            return "is TIFF with samples of \(kind.bits) bits, expected 1, 2, 4, 8, 16 or 32"
        }
        if [5, 6].contains(kind.sample_format) { return "is TIFF with complex samples, expected grey, RGB or CMYK" }
        switch kind.photometric {
        case 32803:
            return "is camera RAW in TIFF (DNG and the like), which is not supported, expected a developed picture"
        case 6 where kind.compression != jpegCompression:
            return "is TIFF in YCbCr without JPEG compression, which is not supported, expected grey, RGB or CMYK"
        default: return nil
        }
    }

    private static let oldJPEGCompression: Int32 = 6
    private static let jpegCompression: Int32 = 7

    private static let compressions: [Int32: String] = [
        9: "JBIG compression (T.85)", 10: "JBIG compression (T.43)", 32766: "NeXT compression",
        32809: "ThunderScan compression", 32908: "Pixar film compression", 32909: "PixarLog compression",
        33003: "JPEG 2000 compression (Aperio)", 33005: "JPEG 2000 compression (Aperio)", 34661: "JBIG compression",
        34676: "SGI LogLuv compression", 34677: "SGI LogLuv compression", 34712: "JPEG 2000 compression",
        34713: "Nikon RAW compression", 34887: "LERC compression", 34892: "lossy DNG compression",
        34925: "LZMA compression", 50000: "Zstandard compression", 50001: "WebP compression",
        50002: "JPEG XL compression", 52546: "JPEG XL compression",
    ]

    // MARK: JPEG

    /// Specification: <https://www.w3.org/Graphics/JPEG/itu-t81.pdf>, table B.1; JPEG-LS is ITU-T T.87.
    private static func of(jpeg file: OpenFile) throws -> String? {
        var offset: Int64 = 2
        for _ in 0..<4096 {
            let start = try file.bytes(at: offset, count: 5)
            guard start.count == 5, start[0] == 0xFF else { return nil }
            if start[1] == 0xFF {
                offset += 1
                continue
            }
            switch start[1] {
            case 0xC3, 0xC7, 0xCB, 0xCF:
                return "is lossless JPEG, which is not supported, expected baseline or progressive JPEG"
            case 0xF7: return "is JPEG-LS, which is not supported, expected baseline or progressive JPEG"
            case 0xC5, 0xC6, 0xCD, 0xCE:
                return "is hierarchical JPEG, which is not supported, expected baseline or progressive JPEG"
            case 0xC0...0xC2, 0xC9, 0xCA:
                let bits = try file.bytes(at: offset + 4, count: 1)
                return bits == [8] ? nil : "is JPEG with samples of \(bits.first ?? 0) bits, expected 8"
            case 0xD9, 0xDA: return nil
            default: offset += 2 + (Int64(start[2]) << 8 | Int64(start[3]))
            }
        }
        return nil
    }
}
