import ClauseStore
public import DocumentModel
import Foundation
import ImageGeometry
public import TileEngine

/// The part of a page's image within a clause's polygons. Everything around it is transparent, or has the colour of the
/// document's paper in a JPEG.
public struct ClauseCutOut: Hashable, Sendable {
    /// The page from which the part is cut.
    public let page: PageInfo
    /// The bounding rectangle of the polygons, and the size of the cut-out.
    public let request: RegionRequest

    private let polygons: [Polygon]

    /// Prepares a cut-out without reading pixels.
    ///
    /// - Parameters:
    ///   - clause: The clause with its regions.
    ///   - document: The clause's document.
    ///   - number: The page's number; nil for the first page that the clause is on.
    ///   - capture: The id of a capture of the page; nil for the default capture.
    ///   - width: The width in pixels, up to twice that of the rectangle; nil for the width of the rectangle.
    ///   - format: The image format.
    /// - Throws: ``CutOutError`` if the clause is not on this page, or for the width.
    public init(
        of clause: ClauseResult, in document: DocumentInfo, page number: Int? = nil, capture: String? = nil,
        width: Int? = nil, format: ImageFormat
    ) throws(CutOutError) {
        let regions = clause.regions ?? []
        let wanted = number ?? regions.map(\.page).min() ?? 1
        var polygons = regions.filter { $0.page == wanted }.map(\.polygon)
        guard var page = document.pages.first(where: { $0.number == wanted && $0.pyramid != nil }) else {
            throw .notOnPage(clause: clause.id, page: wanted)
        }
        if let capture {
            guard let place = page.captures.firstIndex(where: { $0.id == capture }) else {
                throw .noCapture(capture, page: wanted, captures: page.captures.map(\.id))
            }
            polygons = polygons.compactMap(page.captures[place].toCapture.apply)
            page = page.images[place]
        }
        guard let first = polygons.first else { throw .notOnPage(clause: clause.id, page: wanted) }
        let bounds = polygons.dropFirst().reduce(first.bounds) { $0.union($1.bounds) }
        // A polygon may extend beyond the edge of its page.
        let left = max(0, min(bounds.x.rounded(.down), Double(page.width)))
        let top = max(0, min(bounds.y.rounded(.down), Double(page.height)))
        let right = max(left, min(bounds.maxX.rounded(.up), Double(page.width)))
        let bottom = max(top, min(bounds.maxY.rounded(.up), Double(page.height)))
        let region = PixelRegion(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
        guard region.width > 0, region.height > 0 else { throw .notOnPage(clause: clause.id, page: wanted) }
        let most = region.width * RegionRequest.largestEnlargement
        let width = width ?? region.width
        guard (1...most).contains(width) else { throw .width(width, most: most) }
        let scaledHeight = (Double(region.height) * Double(width) / Double(region.width)).rounded()
        let height = min(max(1, Int(scaledHeight)), region.height * RegionRequest.largestEnlargement)
        let paper = document.palette.flatMap { PaperColour(hexadecimal: $0.paper) } ?? .white
        self.page = page
        self.polygons = polygons
        request = RegionRequest(
            region: region, size: PixelSize(width: width, height: height),
            encoding: ImageEncoding(format, paper: paper))
    }

    /// Renders and encodes the cut-out.
    ///
    /// - Parameters:
    ///   - renderer: The renderer of the page's image.
    ///   - limits: The bounds on the work, checked before it starts.
    ///   - isCancelled: Called repeatedly. Once it returns true, the call throws `CancellationError`.
    /// - Throws: `TileEngineError`, as for `TileRenderer.render(_:limits:isCancelled:)`.
    /// - Complexity: O(*n*) in the pixels of the rectangle and of the cut-out, and in the vertices.
    public func render(
        with renderer: TileRenderer, limits: RenderLimits = RenderLimits(), isCancelled: () -> Bool = { false }
    ) throws -> [UInt8] {
        let pixels = try renderer.pixels(of: request, limits: limits, isCancelled: isCancelled)
        let mask = PolygonCoverage(width: request.size.width, height: request.size.height)
            .mask(
                of: polygons,
                in: Rectangle(
                    x: Double(request.region.x), y: Double(request.region.y), width: Double(request.region.width),
                    height: Double(request.region.height)))
        return try (pixels.masked(by: mask) ?? pixels).encoded(as: request.encoding)
    }
}

extension Library {
    /// Cuts a clause out of its scan, and writes it to a file atomically.
    ///
    /// - Returns: The size of the cut-out.
    /// - Throws: `ClauseStoreError` for an unknown document or clause, ``CutOutError``, `TileEngineError`,
    ///   ``LibraryError``.
    public func writeCutOut(
        of clause: String, in document: String, page: Int? = nil, capture: String? = nil, width: Int? = nil,
        as format: ImageFormat, to file: String, isCancelled: () -> Bool = { false }
    ) throws -> PixelSize {
        let info = try store.document(document)
        let cutOut = try ClauseCutOut(
            of: store.clause(clause, of: document, lang: nil, includingRegions: true), in: info, page: page,
            capture: capture, width: width, format: format)
        guard let path = pyramidPath(of: cutOut.page) else {
            throw CutOutError.notOnPage(clause: clause, page: cutOut.page.number)
        }
        do {
            let bytes = try cutOut.render(
                with: TileRenderer(archive: TileArchive(path: path)), isCancelled: isCancelled)
            try DurableFile.write(Data(bytes), to: file)
        } catch is CancellationError {
            throw LibraryError.cancelled
        }
        return cutOut.request.size
    }
}

/// The reason why a clause cannot be cut out.
public enum CutOutError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The clause has no region on the page, or the page has no image.
    case notOnPage(clause: String, page: Int)
    /// The page has no capture with this id. Carries the ids that it has.
    case noCapture(String, page: Int, captures: [String])
    /// The width is out of range.
    case width(Int, most: Int)

    /// The error as one line.
    public var description: String {
        switch self {
        case .notOnPage(let clause, let page): "the clause '\(clause)' has no region on an image of page \(page)"
        case .noCapture(let id, let page, let captures):
            "no capture \(FaultText.quoted(id)) of page \(page), expected "
                + (captures.isEmpty ? "none, as the page has one image" : "one of \(captures.joined(separator: ", "))")
        case .width(let width, let most): "the width is \(width), expected 1 to \(most), which is 2× the scan"
        }
    }
}
