/// Names of unsupported file formats, so that an error message can state what the file is.
enum UnsupportedFormat {
    /// Returns the name of the format of a file that begins with these bytes, or nil if it is unknown.
    static func label(ofFileBeginningWith bytes: [UInt8]) -> String? {
        if let known = signatures.first(where: { $0.matches(bytes) }) { return known.label }
        if bytes.dropFirst(4).starts(with: "ftyp".utf8) { return label(ofBrand: bytes.dropFirst(8).prefix(4)) }
        return labelOfText(bytes)
    }

    /// The bytes at a fixed offset that identify a format.
    private struct Signature {
        let label: String
        let bytes: [UInt8]
        var offset = 0

        init(_ label: String, _ text: String, at offset: Int = 0) {
            (self.label, bytes, self.offset) = (label, Array(text.utf8), offset)
        }

        init(_ label: String, _ bytes: [UInt8], at offset: Int = 0) {
            (self.label, self.bytes, self.offset) = (label, bytes, offset)
        }

        func matches(_ file: [UInt8]) -> Bool { file.dropFirst(offset).starts(with: bytes) }
    }

    /// The known signatures. A longer one precedes any that is its prefix.
    private static let signatures = [
        Signature("Photoshop (PSD)", "8BPS"), Signature("GIMP (XCF)", "gimp xcf"),
        Signature("ZIP", "PK\u{3}\u{4}"),
        Signature("Fujifilm RAW (RAF)", "FUJIFILMCCD-RAW"), Signature("Olympus RAW (ORF)", "IIRO"),
        Signature("Olympus RAW (ORF)", "IIRS"), Signature("Olympus RAW (ORF)", "MMOR"),
        Signature("Panasonic RAW (RW2)", [0x49, 0x49, 0x55, 0]), Signature("Sigma RAW (X3F)", "FOVb"),
        Signature("Minolta RAW (MRW)", [0, 0x4D, 0x52, 0x4D]), Signature("Canon RAW (CRW)", "HEAPCCDR", at: 6),
        Signature("JPEG XR", [0x49, 0x49, 0xBC]), Signature("OpenEXR", [0x76, 0x2F, 0x31, 0x01]),
        Signature("Radiance HDR", "#?RADIANCE"), Signature("Radiance HDR", "#?RGBE"), Signature("DjVu", "AT&TFORM"),
        Signature("PostScript", "%!PS"), Signature("EPS", [0xC5, 0xD0, 0xD3, 0xC6]), Signature("FITS", "SIMPLE  ="),
        Signature("JBIG2", [0x97, 0x4A, 0x42, 0x32]), Signature("QOI", "qoif"), Signature("FLIF", "FLIF"),
        Signature("BPG", [0x42, 0x50, 0x47, 0xFB]), Signature("PAM", "P7\n"),
        Signature("Windows icon (ICO)", [0, 0, 1, 0]),
        Signature("Windows metafile (WMF)", [0xD7, 0xCD, 0xC6, 0x9A]),
        Signature("Sun raster", [0x59, 0xA6, 0x6A, 0x95]),
        Signature("SGI image", [0x01, 0xDA]), Signature("PCX", [0x0A, 0x05, 0x01, 0x08]),
        Signature("libvips' own format", [0xB6, 0xA6, 0xF2, 0x08]),
        Signature("libvips' own format", [0x08, 0xF2, 0xA6, 0xB6]),
        Signature("Microsoft Office or FlashPix", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
        Signature("gzip", [0x1F, 0x8B, 0x08]), Signature("bzip2", "BZh"),
        Signature("7-Zip", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
        Signature("RAR", "Rar!"), Signature("XZ", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
        Signature("Matroska or WebM video", [0x1A, 0x45, 0xDF, 0xA3]),
        Signature("AVI video", "AVI ", at: 8), Signature("MNG", [0x8A, 0x4D, 0x4E, 0x47]), Signature("Ogg", "OggS"),
        Signature("MPEG video", [0, 0, 1, 0xBA]), Signature("RTF", "{\\rtf"),
        Signature("an SQLite database", "SQLite format 3"),
        Signature("BMP", "BM"),
    ]

    private static func label(ofBrand brand: ArraySlice<UInt8>) -> String {
        switch String(decoding: brand, as: UTF8.self) {
        case "crx ": "Canon RAW (CR3)"
        case "qt  ": "QuickTime video"
        default: "MP4 video or a related format"
        }
    }

    /// Recognises text formats after an optional byte order mark and white space.
    private static func labelOfText(_ bytes: [UInt8]) -> String? {
        var text = bytes[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        text = text.drop { $0 == 32 || (9...13).contains($0) }
        let start = String(decoding: text, as: UTF8.self).lowercased()
        if start.hasPrefix("<svg") { return "SVG" }
        if start.hasPrefix("<!doctype svg") { return "SVG" }
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "HTML" }
        if start.hasPrefix("<?xml") { return "XML, perhaps SVG" }
        return nil
    }
}
