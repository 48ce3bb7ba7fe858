import ClauseStore
package import DocumentFormats
package import DocumentModel
import ImageGeometry
import TileEngine

/// Compares a page with one of its captures, by their pictures.
struct CaptureComparison {
    typealias Size = (width: Int, height: Int)

    /// The largest plausible distance between an estimate and the corners of the sheet, as a fraction of the page's
    /// diagonal. An estimate further off is wrong; evenly spaced lines of writing cause such mistakes.
    private static let reach = 0.03

    private let aligner: CaptureAligner
    private let page: Size
    private let capture: Size
    private let areRectified: Bool

    /// - Parameter areRectified: Whether both pictures were rectified by the corners of the sheet, and so show nothing
    ///   but the sheet.
    init(
        page: AlignmentFeatures, of pageSize: Size, capture: AlignmentFeatures, of captureSize: Size, areRectified: Bool
    ) {
        aligner = CaptureAligner(page: page, capture: capture)
        (self.page, self.capture, self.areRectified) = (pageSize, captureSize, areRectified)
    }

    /// Returns the error of an alignment: the distance between what the two pictures show, in pixels of the page.
    /// Returns nil if they have too little in common.
    func error(of stated: CaptureAlignment) -> Double? { aligner.error(of: stated.toPage).map(Self.rounded) }

    /// Estimates the capture's alignment from the pictures, or from the corners of the sheet if both were rectified.
    ///
    /// - Returns: The alignment (nil if its score is too low to be trusted), its error (nil if that cannot be measured)
    ///   and its score; nil if nothing was found.
    func estimate(isCancelled: () -> Bool) -> (alignment: CaptureAlignment?, error: Double?, score: Double)? {
        let found = try? aligner.align(isCancelled: isCancelled)
        let trusted = found.flatMap { $0.score >= CaptureAligner.leastScore ? alignment($0.toPage) : nil }
        let corners = areRectified ? CaptureAlignment.filling(page: page, with: capture) : nil
        if let corners, trusted.map({ !agrees($0, with: corners) }) ?? true {
            return (corners, error(of: corners), found?.score ?? 0)
        }
        return found.map { (trusted, Self.rounded($0.error), $0.score) }
    }

    /// Whether an alignment maps the corners of the sheet to nearly the same positions.
    private func agrees(_ alignment: CaptureAlignment, with corners: CaptureAlignment) -> Bool {
        let limit = Self.reach * Double(page.width * page.width + page.height * page.height).squareRoot()
        return corners.pairs.allSatisfy { pair in
            alignment.toPage.apply(pair.capture).map {
                let (dx, dy) = ($0.x - pair.page.x, $0.y - pair.page.y)
                return (dx * dx + dy * dy).squareRoot() <= limit
            } ?? false
        }
    }

    /// Converts a transform to four pairs of points: the corners of the page, and their positions on the capture,
    /// rounded to a hundredth of a pixel.
    private func alignment(_ toPage: ProjectiveTransform) -> CaptureAlignment? {
        guard let toCapture = toPage.inverse else { return nil }
        let whole = Rectangle(x: 0, y: 0, width: Double(page.width), height: Double(page.height))
        let pairs = whole.corners.compactMap { corner in
            toCapture.apply(corner).map { place in
                CaptureAlignment.Pair(capture: Point(x: Self.rounded(place.x), y: Self.rounded(place.y)), page: corner)
            }
        }
        guard let alignment = CaptureAlignment(pairs), alignment.covers(page: page, capture: capture) else {
            return nil
        }
        return alignment
    }

    /// Rounds to a hundredth of a pixel, which is finer than can be measured.
    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}

/// The result of comparing a capture with a page.
package struct ComparedCapture: Sendable {
    /// The stated alignment, or else the estimate; nil if the estimate cannot be trusted.
    package let alignment: CaptureAlignment?
    /// The distance by which the two pictures disagree under the alignment, in pixels of the page; nil if it cannot be
    /// measured.
    package let error: Double?
}

extension Library {
    /// Compares a capture with a page. Both images are uploads for the document or belong to its published version.
    ///
    /// - Parameters:
    ///   - capture: The capture's image.
    ///   - page: The page's image.
    ///   - document: The document's id.
    ///   - stated: The alignment to measure, or nil to estimate one.
    ///   - isCancelled: Called repeatedly. Once it returns true, the call throws ``LibraryError/cancelled``.
    /// - Throws: `ClauseStoreError` if an image does not exist or is not cut; `TileEngineError`.
    package func compare(
        _ capture: PageImage, with page: PageImage, of document: String, stated: CaptureAlignment?,
        isCancelled: () -> Bool
    ) throws -> ComparedCapture {
        let images = try [page, capture].map { try store.workingImage($0, of: document) }
        let pictures = try images.map { try alignmentFeatures(of: $0, isCancelled: isCancelled) }
        let sizes = images.map { ($0.width, $0.height) }
        let comparison = CaptureComparison(
            page: pictures[0], of: sizes[0], capture: pictures[1], of: sizes[1],
            areRectified: page.shape.corners != nil && capture.shape.corners != nil)
        if let stated { return ComparedCapture(alignment: stated, error: comparison.error(of: stated)) }
        let found = comparison.estimate(isCancelled: isCancelled)
        if isCancelled() { throw LibraryError.cancelled }
        return ComparedCapture(alignment: found?.alignment, error: found?.alignment == nil ? nil : found?.error)
    }

    /// Returns a picture of an image at a size suitable for comparison.
    func alignmentFeatures(of image: StoredImage, isCancelled: () -> Bool) throws -> AlignmentFeatures {
        let archive = try TileArchive(path: path + "/pyramids/" + image.pyramid)
        do {
            return try TileRenderer(archive: archive).alignmentFeatures(isCancelled: isCancelled)
        } catch is CancellationError {
            throw LibraryError.cancelled
        }
    }
}
