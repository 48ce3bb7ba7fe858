import DocumentFormats

/// A kind of file in a theme, identified by its first bytes.
enum ThemeFileKind: String {
    case png, jpeg, webp, svg, woff2, text

    var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webp: "image/webp"
        case .svg: "image/svg+xml"
        case .woff2: "font/woff2"
        case .text: "text/plain; charset=utf-8"
        }
    }

    /// The file name extensions.
    var endings: [String] {
        switch self {
        case .jpeg: [".jpg", ".jpeg"]
        case .text: [".txt", ".md"]
        default: [".\(rawValue)"]
        }
    }

    /// The maximum length of a file, in bytes.
    var byteLimit: Int {
        switch self {
        case .svg: 256 << 10
        case .woff2: ThemeFolder.fontLimit
        case .text: ThemeFolder.jsonLimit
        default: ThemeFolder.pictureLimit
        }
    }

    /// Returns what is wrong with a file's content, and what was expected; nil if it is valid.
    func fault(in bytes: [UInt8]) -> (value: String, expected: String)? {
        let fits =
            switch self {
            case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
            case .webp: bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
            case .woff2: bytes.starts(with: "wOF2".utf8)
            case .svg, .text: String(validating: bytes, as: UTF8.self) != nil
            }
        guard fits else { return ("whose content is not \(rawValue)", "a file of the kind that its name states") }
        return self == .svg ? IconDrawing.fault(in: String(decoding: bytes, as: UTF8.self), byteLimit: byteLimit) : nil
    }

    /// Returns the size of a drawing in any unit, with which pages reserve space until it has loaded. Returns nil if
    /// the drawing states no size.
    func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
        switch self {
        case .png: Self.pngSize(bytes)
        case .svg: Self.svgSize(String(decoding: bytes, as: UTF8.self))
        default: nil
        }
    }

    /// Returns the proportions of the outermost element's `viewBox`.
    private static func svgSize(_ text: String) -> (width: Int, height: Int)? {
        guard let tag = text.firstMatch(of: /<svg\b[^>]*>/)?.0,
            let box = tag.firstMatch(of: /\sviewBox\s*=\s*["']([^"']*)["']/)?.1
        else { return nil }
        let numbers = box.split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
        guard numbers.count == 4, (0.01...100).contains(numbers[2] / numbers[3]) else { return nil }
        return (Int((1_000 * numbers[2] / numbers[3]).rounded()), 1_000)
    }

    /// Returns the size in the first chunk of a PNG: https://www.w3.org/TR/png-3/#11IHDR
    static func pngSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.count >= 24 else { return nil }
        func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (number(16), number(20))
    }
}
