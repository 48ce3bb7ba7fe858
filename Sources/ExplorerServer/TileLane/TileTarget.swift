import DocumentModel
import TileEngine
import WebDocuments

#if canImport(Glibc)
    import Glibc
#endif

/// The address of a stored tile, parsed from the bytes of a request target.
///
/// Recognises only the addresses that viewers are given, in exactly that form, with or without `?v=`. The routes parse
/// or refuse all others.
struct TileTarget: Equatable {
    enum Place: Equatable {
        case deepZoom(TileAddress)
        case map(z: Int, x: Int, y: Int)
        /// A region of an image (nil for the whole) at a width and an optional height.
        case region(ImageAPIVersion, PixelRegion?, width: Int, height: Int?)
    }

    let image: String
    let place: Place
    let format: TileFormat
    /// The version named in the address.
    let version: String?

    /// Parses `/dzi/{image}_files/{level}/{column}_{row}.jpg`, `/tiles/{image}/{z}/{x}/{y}.jpg`, or the address that
    /// IIIF viewers derive from `tiles` in image information: `/iiif/3/{image}/{x,y,w,h}/{w,h}/0/default.jpg`, with
    /// `full` for the region or `w,` for the size. Returns nil for anything else.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let query = bytes.firstIndex(of: UInt8(ascii: "?"))
        if let query {
            let field = bytes[query...]
            guard field.starts(with: "?v="), field.count > 3 else { return nil }
            version = String(decoding: field.dropFirst(3), as: UTF8.self)
        } else {
            version = nil
        }
        let path = bytes[..<(query ?? bytes.endIndex)]
        let isDeepZoom = path.starts(with: "/dzi/")
        let isRegion = path.starts(with: "/iiif/")
        guard isDeepZoom || isRegion || path.starts(with: "/tiles/") else { return nil }
        // Parsed from the end: format, number, separator, number, slash, number, slash. The rest is the image.
        var rest = path
        guard let dot = rest.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let fileExtension = rest[(dot + 1)...]
        if fileExtension.equals("jpg") {
            format = .jpeg
        } else if fileExtension.equals("webp") {
            format = .webp
        } else {
            return nil
        }
        rest = rest[..<dot]
        if isRegion {
            guard let (place, image) = Self.region(rest) else { return nil }
            self.place = place
            self.image = image
            return
        }
        guard let last = Self.takeNumber(from: &rest, after: isDeepZoom ? "_" : "/"),
            let middle = Self.takeNumber(from: &rest, after: "/"), let first = Self.takeNumber(from: &rest, after: "/")
        else { return nil }
        place =
            isDeepZoom
            ? .deepZoom(TileAddress(level: first, column: middle, row: last)) : .map(z: first, x: middle, y: last)
        if isDeepZoom {
            guard rest.count > 6, rest.suffix(6).equals("_files") else { return nil }
            rest = rest.dropLast(6)
        }
        guard let name = Self.image(rest.dropFirst(isDeepZoom ? 5 : 7)) else { return nil }
        image = name
    }

    /// Parses an address given as a string.
    init?(_ address: String) {
        var address = address
        guard let target = address.withUTF8({ TileTarget(UnsafeRawBufferPointer($0)) }) else { return nil }
        self = target
    }

    private static func image(_ name: Slice<UnsafeRawBufferPointer>) -> String? {
        guard !name.isEmpty, !name.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }) else {
            return nil
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// Parses `/iiif/3/{image}/{region}/{size}/0/default` from its end.
    private static func region(_ path: Slice<UnsafeRawBufferPointer>) -> (Place, image: String)? {
        guard path.suffix(10).equals("/0/default") else { return nil }
        var rest = path.dropLast(10)
        let height: Int?
        if rest.last == UInt8(ascii: ",") {
            height = nil
            rest = rest.dropLast()
        } else {
            height = takeNumber(from: &rest, after: ",")
            guard height != nil else { return nil }
        }
        guard let width = takeNumber(from: &rest, after: "/") else { return nil }
        var region: PixelRegion?
        if rest.suffix(5).equals("/full") {
            rest = rest.dropLast(5)
        } else {
            guard let high = takeNumber(from: &rest, after: ","), let wide = takeNumber(from: &rest, after: ","),
                let y = takeNumber(from: &rest, after: ","), let x = takeNumber(from: &rest, after: "/")
            else { return nil }
            region = PixelRegion(x: x, y: y, width: wide, height: high)
        }
        guard let version = ImageAPIVersion.allCases.first(where: { rest.starts(with: $0.prefix.utf8) }),
            let image = image(rest.dropFirst(version.prefix.utf8.count))
        else { return nil }
        return (.region(version, region, width: width, height: height), image)
    }

    /// Removes and returns the number after the last separator: up to nine digits without a leading zero.
    private static func takeNumber(
        from bytes: inout Slice<UnsafeRawBufferPointer>, after separator: Unicode.Scalar
    ) -> Int? {
        guard let place = bytes.lastIndex(of: UInt8(ascii: separator)) else { return nil }
        let digits = bytes[(place + 1)...]
        guard (1...9).contains(digits.count), digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
        var number = 0
        for digit in digits {
            guard digit.isASCIIDigit else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        bytes = bytes[..<place]
        return number
    }
}

extension TileTarget {
    /// Returns the stored tile that the target names, if it has the stored format and the served version.
    ///
    /// - Complexity: O(*n*) in the number of levels.
    func storedAddress(in image: ServedImage) -> TileAddress? {
        guard format == image.archive.format, version == nil || version == image.version else { return nil }
        let pyramid = image.archive.pyramid
        let address: TileAddress?
        switch place {
        case .deepZoom(let place): address = place
        case .map(let z, let x, let y): address = pyramid.address(z: z, x: x, y: y)
        case .region(_, let region, let width, let height):
            let region = region ?? PixelRegion(x: 0, y: 0, width: pyramid.width, height: pyramid.height)
            // Cropped regions are left to the routes, because there are arbitrarily many of them.
            guard width > 0, region.width > 0, region.height > 0 else { return nil }
            let size =
                height.map { PixelSize(width: width, height: $0) } ?? pyramid.proportionalSize(of: region, width: width)
            address = pyramid.address(forIIIFRegion: region, size: size)
        }
        guard let address, address.level <= pyramid.nativeLevel, pyramid.contains(address) else { return nil }
        return address
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Whether the bytes begin with the text. Compares a static string with `memcmp`; a UTF-8 view would be compared
    /// byte by byte.
    fileprivate func starts(with text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount, let bytes = base.baseAddress else { return false }
        return memcmp(bytes + startIndex, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    fileprivate func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && starts(with: text)
    }
}
