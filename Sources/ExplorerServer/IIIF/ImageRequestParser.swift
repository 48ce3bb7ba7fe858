import HTTPTypes
import TileEngine

/// Reads the parameters of a IIIF Image API 3.0 request.
///
/// Specification: <https://iiif.io/api/image/3.0/#4-image-requests>
struct ImageRequestParser {
    /// The full size of the image.
    let image: PixelSize
    let limits: RenderLimits
    /// The colour under what is transparent in a JPEG.
    let paper: PaperColour

    /// Reads `{region}/{size}/{rotation}/{quality}.{format}`.
    ///
    /// - Throws: ``Problem``: 400 for what the specification does not allow or what is beyond the image or 2×, 501 for a
    ///   format of the specification that is not made here.
    func request(region: String, size: String, rotation: String, file: String) throws(Problem) -> RegionRequest {
        let part = try self.region(region)
        let (isMirrored, degrees) = try self.rotation(rotation)
        let (quality, format) = try self.file(file)
        return RegionRequest(
            region: part, size: try self.size(size, of: part), isMirrored: isMirrored, rotation: degrees,
            quality: quality, encoding: ImageEncoding(format, paper: paper))
    }

    // MARK: Region

    /// `full`, `square`, `x,y,w,h` or `pct:x,y,w,h`; what reaches over the edge is cropped (section 4.1).
    private func region(_ text: String) throws(Problem) -> PixelRegion {
        switch text {
        case "full": return PixelRegion(x: 0, y: 0, width: image.width, height: image.height)
        case "square":
            let side = min(image.width, image.height)
            return PixelRegion(x: (image.width - side) / 2, y: (image.height - side) / 2, width: side, height: side)
        default: break
        }
        let isPercentage = text.hasPrefix("pct:")
        let parts = text.dropFirst(isPercentage ? 4 : 0).split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { isPercentage ? Self.decimal($0) : Self.whole($0).map(Double.init) }
        guard parts.count == 4, numbers.count == 4 else {
            throw .badRequest("the region is '\(text)', expected full, square, x,y,w,h or pct:x,y,w,h")
        }
        let across = isPercentage ? Double(image.width) / 100 : 1
        let down = isPercentage ? Double(image.height) / 100 : 1
        let left = (numbers[0] * across).rounded()
        let top = (numbers[1] * down).rounded()
        let right = min((numbers[0] * across + numbers[2] * across).rounded(), Double(image.width))
        let bottom = min((numbers[1] * down + numbers[3] * down).rounded(), Double(image.height))
        guard left < right, top < bottom else {
            throw .badRequest(
                "the region '\(text)' has no pixels of the image, which is \(image.width) × \(image.height)")
        }
        return PixelRegion(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
    }

    // MARK: Size

    /// `max`, `w,`, `,h`, `pct:n`, `w,h` or `!w,h`, each with `^` before it where enlarging is allowed (section 4.2).
    private func size(_ text: String, of region: PixelRegion) throws(Problem) -> PixelSize {
        let mayEnlarge = text.hasPrefix("^")
        let form = text.dropFirst(mayEnlarge ? 1 : 0)
        let size = try wantedSize(form, of: region, mayEnlarge: mayEnlarge, text: text)
        let times = mayEnlarge ? RegionRequest.largestEnlargement : 1
        guard size.width <= region.width * times, size.height <= region.height * times else {
            let hint = mayEnlarge ? "at most twice the region" : "at most the region; '^' before the size enlarges"
            throw .badRequest(
                "the size '\(text)' is \(size.width) × \(size.height) for a region of \(region.width) × "
                    + "\(region.height), expected \(hint)")
        }
        return size
    }

    private func wantedSize(
        _ form: Substring, of region: PixelRegion, mayEnlarge: Bool, text: String
    ) throws(Problem) -> PixelSize {
        let largest = Double(mayEnlarge ? RegionRequest.largestEnlargement : 1)
        if form == "max" {
            // As large as the limit on the answer's area allows.
            let area = Double(region.width) * Double(region.height)
            return scaled(
                region, by: min(largest, (Double(limits.outputArea) / area).squareRoot()), isRoundedDown: true)
        }
        if form.hasPrefix("pct:") {
            guard let percentage = Self.decimal(form.dropFirst(4)), percentage > 0 else { throw badSize(text) }
            return scaled(region, by: percentage / 100)
        }
        let isBox = form.hasPrefix("!")
        let parts = form.dropFirst(isBox ? 1 : 0).split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw badSize(text) }
        let (width, height) = (Self.whole(parts[0]), Self.whole(parts[1]))
        guard width.map({ $0 > 0 }) ?? parts[0].isEmpty, height.map({ $0 > 0 }) ?? parts[1].isEmpty else {
            throw badSize(text)
        }
        let (across, down) = (Double(region.width), Double(region.height))
        switch (width, height, isBox) {
        case (let width?, let height?, true):
            // The largest that fits; without '^' no larger than the region, which is no error here.
            return scaled(region, by: min(Double(width) / across, Double(height) / down, largest))
        case (let width?, let height?, false): return PixelSize(width: width, height: height)
        case (let width?, nil, false):
            return PixelSize(width: width, height: max(1, Int((down * Double(width) / across).rounded())))
        case (nil, let height?, false):
            return PixelSize(width: max(1, Int((across * Double(height) / down).rounded())), height: height)
        default: throw badSize(text)
        }
    }

    private func scaled(_ region: PixelRegion, by scale: Double, isRoundedDown: Bool = false) -> PixelSize {
        let rule: FloatingPointRoundingRule = isRoundedDown ? .down : .toNearestOrAwayFromZero
        // A percentage can be any number; beyond a billion pixels the caller refuses it anyway.
        func side(_ length: Int) -> Int { Int(min(max(1, (Double(length) * scale).rounded(rule)), 1e9)) }
        return PixelSize(width: side(region.width), height: side(region.height))
    }

    private func badSize(_ text: String) -> Problem {
        .badRequest("the size is '\(text)', expected max, w, ,h pct:n w,h or !w,h, each with '^' before it to enlarge")
    }

    // MARK: Rotation, quality and format

    /// Degrees clockwise from 0 to 360, `!` before them for mirrored (section 4.3).
    private func rotation(_ text: String) throws(Problem) -> (isMirrored: Bool, degrees: Double) {
        let isMirrored = text.hasPrefix("!")
        guard let degrees = Self.decimal(text.dropFirst(isMirrored ? 1 : 0)), degrees <= 360 else {
            throw .badRequest("the rotation is '\(text)', expected 0 to 360, with '!' before it to mirror")
        }
        return (isMirrored, degrees == 360 ? 0 : degrees)
    }

    /// `{quality}.{format}` (sections 4.4 and 4.5).
    private func file(_ text: String) throws(Problem) -> (RegionRequest.Quality, ImageFormat) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw .badRequest("the request ends in '\(text)', expected a quality and a format, such as default.jpg")
        }
        guard let quality = parts[0] == "default" ? .color : RegionRequest.Quality(rawValue: String(parts[0])) else {
            throw .badRequest("the quality is '\(parts[0])', expected default, color, gray or bitonal")
        }
        switch parts[1] {
        case "jpg": return (quality, .jpeg)
        case "png": return (quality, .png)
        case "webp": return (quality, .webp)
        case "tif": return (quality, .tiff)
        case "gif", "jp2", "pdf":
            throw Problem(status: .notImplemented, detail: "no \(parts[1]) is made here, but jpg, png, webp and tif")
        default: throw .badRequest("the format is '\(parts[1])', expected jpg, png, webp or tif")
        }
    }

    // MARK: Numbers

    /// A whole number of up to nine digits.
    private static func whole(_ text: Substring) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// A number of up to 20 characters: digits with at most one point among or before them.
    private static func decimal(_ text: Substring) -> Double? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard (1...20).contains(text.utf8.count), parts.contains(where: { !$0.isEmpty }),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        return Double(text.hasSuffix(".") ? text + "0" : text)
    }
}
