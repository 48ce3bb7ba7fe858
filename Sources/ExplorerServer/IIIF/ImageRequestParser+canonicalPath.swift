import TileEngine
import WebDocuments

extension ImageRequestParser {
    /// Returns the canonical path, which all requests for the same image content share.
    ///
    /// Specification: <https://iiif.io/api/image/3.0/#48-canonical-uri-syntax>,
    /// <https://iiif.io/api/image/2.1/#canonical-uri-syntax>
    ///
    /// - Parameter image: The image's id, which needs no encoding.
    func canonicalPath(of request: RegionRequest, image: String) -> String {
        let isWhole = request.region.size == pyramid.size
        let rotation = (request.isMirrored ? "!" : "") + ParameterNumber.text(request.rotation)
        let quality = request.quality == .color ? "default" : request.quality.rawValue
        return version.prefix + image + (isWhole ? "/full/" : "/\(request.region)/") + canonicalSize(of: request)
            + "/\(rotation)/\(quality).\(request.encoding.format.fileExtension)"
    }

    private func canonicalSize(of request: RegionRequest) -> String {
        let (size, region) = (request.size, request.region)
        switch version {
        case .three:
            if size == largest(for: request, times: 1) { return "max" }
            if size == largest(for: request, times: RegionRequest.largestEnlargement) { return "^max" }
            let isEnlarged = size.width > region.width || size.height > region.height
            return (isEnlarged ? "^" : "") + "\(size.width),\(size.height)"
        case .two:
            if size == region.size { return "full" }
            if size == pyramid.proportionalSize(of: request.region, width: size.width) { return "\(size.width)," }
            return "\(size.width),\(size.height)"
        }
    }
}
