import HTTPTypes
import TileEngine
import WebDocuments

/// Parses the parameters of a IIIF image request and resolves them for an image.
///
/// Specification: <https://iiif.io/api/image/3.0/#4-image-requests>,
/// <https://iiif.io/api/image/2.1/#image-request-parameters>
struct ImageRequestParser {
    let version: ImageAPIVersion
    let pyramid: Pyramid
    let limits: RenderLimits
    /// The background colour for transparent pixels in a JPEG.
    let paper: PaperColour

    var sizeLimits: ImageSizeLimits { ImageSizeLimits(image: pyramid.size, limits: limits) }

    /// Parses `{region}/{size}/{rotation}/{quality}.{format}`.
    ///
    /// - Throws: ``Problem``: 400 for invalid parameters, or ones beyond the image, 2× or the limits; 501 for a format
    ///   that the specification has but this server does not support.
    func request(region: String, size: String, rotation: String, file: String) throws(Problem) -> RegionRequest {
        let image = pyramid.size
        guard let part = try RegionParameter(region).pixels(of: image) else {
            throw .badRequest("the region '\(region)' has no pixels of the image, which is \(image)")
        }
        let wanted = try SizeParameter(size, version: version)
        let turn = try RotationParameter(rotation)
        let (quality, format) = try Self.file(file)
        var request = RegionRequest(
            region: part, size: part.size, isMirrored: turn.isMirrored, rotation: turn.degrees, quality: quality,
            encoding: ImageEncoding(format, paper: paper))
        request.size = try self.size(wanted, of: request, text: size)
        try check(request, of: wanted, text: size)
        return request
    }

    // MARK: Size

    /// Resolves the size parameter for a request's region.
    private func size(
        _ parameter: SizeParameter, of request: RegionRequest, text: String
    ) throws(Problem) -> PixelSize {
        let region = request.region.size
        switch parameter.form {
        case .max: return largest(for: request, times: parameter.enlargement)
        case .full: return region
        case .exact(let exact): return exact
        case .width(let width): return pyramid.proportionalSize(of: request.region, width: width)
        case .height(let height): return pyramid.proportionalSize(of: request.region, height: height)
        case .percentage(let percentage):
            guard let scaled = region.scaled(by: percentage / 100) else {
                throw .badRequest("the size '\(text)' leaves no pixel of a region of \(region)")
            }
            return scaled
        case .confined(let box):
            // Without '^' the size is capped at the region's, which is not an error here.
            let most = largest(for: request, times: parameter.enlargement)
            return region.confined(
                to: PixelSize(width: min(box.width, most.width), height: min(box.height, most.height)))
        }
    }

    private func check(_ request: RegionRequest, of parameter: SizeParameter, text: String) throws(Problem) {
        let (size, region, times) = (request.size, request.region.size, parameter.enlargement)
        guard size.width <= region.width * times, size.height <= region.height * times else {
            let hint =
                parameter.mayEnlarge ? "at most twice the region" : "at most the region; '^' before the size enlarges"
            throw .badRequest("the size '\(text)' is \(size) for a region of \(region), expected \(hint)")
        }
        // Whole levels are streamed in strips, so their area is unlimited.
        guard sizeLimits.allow(size) || pyramid.level(ofWhole: request) != nil else {
            let most = sizeLimits
            throw .badRequest(
                "the size '\(text)' is \(size), expected at most \(most.maxWidth) × \(most.maxHeight) and "
                    + "\(most.maxArea) pixels, or one of the image's 'sizes' as jpg; 'max' is the largest allowed")
        }
    }

    /// Returns the largest size for a region: its own, a multiple of it, or what the limits on the response leave. An
    /// image rotated by other than right angles is larger than its size, and some formats limit the length of a side.
    func largest(for request: RegionRequest, times: Int) -> PixelSize {
        let (region, most, longest) = (request.region.size, sizeLimits, request.encoding.format.longestSide)
        var turned = request
        turned.size = region
        let output = turned.outputSize
        var scale = [
            Double(times), Self.ratio(most.maxWidth, to: region.width), Self.ratio(most.maxHeight, to: region.height),
            Self.ratio(most.maxArea, to: region.width * region.height).squareRoot(),
            Self.ratio(longest, to: output.width), Self.ratio(longest, to: output.height),
            Self.ratio(limits.outputArea, to: output.width * output.height).squareRoot(),
        ].reduce(.infinity, min)
        // A rotated image's sides are rounded up, which can be one row too many.
        while true {
            turned.size = region.scaledDown(by: scale)
            let output = turned.outputSize
            let fits =
                output.width <= longest && output.height <= longest
                && output.width * output.height <= limits.outputArea
            if fits || turned.size == PixelSize(width: 1, height: 1) { return turned.size }
            scale *= 0.999
        }
    }

    /// Returns the size of `full/max/0/default.jpg`.
    static func sizeOfWhole(width: Int, height: Int, limits: RenderLimits) -> (width: Int, height: Int) {
        let whole = PixelSize(width: width, height: height)
        guard let pyramid = try? Pyramid(width: width, height: height, tileSize: 256) else { return (width, height) }
        let request = RegionRequest(
            region: PixelRegion(x: 0, y: 0, width: width, height: height), size: whole, encoding: ImageEncoding(.jpeg))
        let size = ImageRequestParser(version: .three, pyramid: pyramid, limits: limits, paper: .white)
            .largest(for: request, times: 1)
        return (size.width, size.height)
    }

    private static func ratio(_ most: Int, to length: Int) -> Double { Double(most) / Double(length) }

    // MARK: Quality and format

    /// Parses `{quality}.{format}`.
    private static func file(_ text: String) throws(Problem) -> (RegionRequest.Quality, ImageFormat) {
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
            throw Problem(.notImplemented, "the format \(parts[1]) is not supported, expected jpg, png, webp or tif")
        default: throw .badRequest("the format is '\(parts[1])', expected jpg, png, webp or tif")
        }
    }
}

extension PixelSize {
    /// Returns the size multiplied by a factor, with rounded sides. A thin image keeps at least one pixel.
    ///
    /// - Returns: Nil if both sides round to 0.
    fileprivate func scaled(by scale: Double) -> PixelSize? {
        let (width, height) = (Self.side(Double(width) * scale), Self.side(Double(height) * scale))
        guard width > 0 || height > 0 else { return nil }
        return PixelSize(width: max(1, width), height: max(1, height))
    }

    /// Returns the size multiplied by a factor, with sides rounded down to at least 1.
    fileprivate func scaledDown(by scale: Double) -> PixelSize {
        // The addend absorbs rounding errors of the division.
        func side(_ length: Int) -> Int { max(1, Self.side((Double(length) * scale + 1e-6).rounded(.down))) }
        return PixelSize(width: side(width), height: side(height))
    }

    /// Returns the largest size in these proportions that fits into a box, with sides of at least 1.
    fileprivate func confined(to box: PixelSize) -> PixelSize {
        let scale = min(Double(box.width) / Double(width), Double(box.height) / Double(height))
        func side(_ length: Int, _ most: Int) -> Int { min(most, max(1, Self.side(Double(length) * scale))) }
        return PixelSize(width: side(width, box.width), height: side(height, box.height))
    }

    /// A percentage can be any number. The caller refuses anything beyond a billion pixels.
    private static func side(_ length: Double) -> Int { Int(min(length.rounded(), 1e9)) }
}
