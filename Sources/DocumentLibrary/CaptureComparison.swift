import ClauseStore
package import DocumentFormats
package import DocumentModel
import ImageGeometry
import TileEngine

/// A page and a capture of it, compared by their pictures.
struct CaptureComparison {
    typealias Size = (width: Int, height: Int)

    /// An estimate that contradicts the corners of the sheet by more than this part of the page's diagonal is a mistake, as
    /// evenly spaced lines of writing invite it.
    private static let reach = 0.03

    private let aligner: CaptureAligner
    private let page: Size
    private let capture: Size
    private let areRectified: Bool

    /// - Parameter areRectified: Whether both were made of the corners of the sheet, and so show nothing but the sheet.
    init(
        page: AlignmentPicture, of pageSize: Size, capture: AlignmentPicture, of captureSize: Size, areRectified: Bool
    ) {
        aligner = CaptureAligner(page: page, capture: capture)
        (self.page, self.capture, self.areRectified) = (pageSize, captureSize, areRectified)
    }

    /// How far what both show lies apart by an alignment, in pixels of the page; nil where there is too little in common.
    func error(of stated: CaptureAlignment) -> Double? { aligner.error(of: stated.toPage).map(Self.rounded) }

    /// Where the capture lies by what both show, or by the corners of the sheet where both were rectified.
    ///
    /// - Returns: The alignment, nil where its score is too low to be trusted, and its error, nil where that cannot be measured;
    ///   nil where nothing is found at all.
    func estimate(isCancelled: () -> Bool) -> (alignment: CaptureAlignment?, error: Double?, score: Double)? {
        let found = try? aligner.align(isCancelled: isCancelled)
        let trusted = found.flatMap { $0.score >= CaptureAligner.leastScore ? alignment($0.toPage) : nil }
        let corners = areRectified ? CaptureAlignment.filling(page: page, with: capture) : nil
        if let corners, trusted.map({ !agrees($0, with: corners) }) ?? true {
            return (corners, error(of: corners), found?.score ?? 0)
        }
        return found.map { (trusted, Self.rounded($0.error), $0.score) }
    }

    /// Whether an alignment takes the corners of the sheet to where they are, or nearly so.
    private func agrees(_ alignment: CaptureAlignment, with corners: CaptureAlignment) -> Bool {
        let limit = Self.reach * Double(page.width * page.width + page.height * page.height).squareRoot()
        return corners.pairs.allSatisfy { pair in
            alignment.toPage.apply(pair.capture).map {
                let (dx, dy) = ($0.x - pair.page.x, $0.y - pair.page.y)
                return (dx * dx + dy * dy).squareRoot() <= limit
            } ?? false
        }
    }

    /// Four pairs for a transform: the corners of the page, rounded to a hundredth of a pixel where they are on the capture.
    private func alignment(_ toPage: ProjectiveTransform) -> CaptureAlignment? {
        guard let toCapture = toPage.inverse else { return nil }
        let (right, bottom) = (Double(page.width), Double(page.height))
        let corners = [Point(x: 0, y: 0), Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom)]
        let pairs = corners.compactMap { corner in
            toCapture.apply(corner).map { place in
                CaptureAlignment.Pair(capture: Point(x: Self.rounded(place.x), y: Self.rounded(place.y)), page: corner)
            }
        }
        guard let alignment = CaptureAlignment(pairs), alignment.covers(page: page, capture: capture) else {
            return nil
        }
        return alignment
    }

    /// To a hundredth of a pixel, which is less than what can be measured.
    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}

/// Where one picture lies on another, as far as the two say.
package struct ComparedCapture: Sendable {
    /// As it was stated, or else as it was estimated; nil where an estimate is not to be trusted.
    package let alignment: CaptureAlignment?
    /// How far what both show lies apart by it, in pixels of the page; nil where that cannot be measured.
    package let error: Double?
}

extension Library {
    /// Compares a picture with that of a page, both uploaded for a document or shown by its published version.
    ///
    /// - Parameters:
    ///   - capture: What the capture shows.
    ///   - page: What the page shows.
    ///   - stated: Where the capture is to lie; nil to estimate that.
    ///   - isCancelled: Asked now and then; when it says yes, the work ends with ``LibraryError/cancelled``.
    /// - Throws: `ClauseStoreError` for what is not there and for what is not cut; `TileEngineError`.
    package func compare(
        _ capture: PageImage, with page: PageImage, of document: String, stated: CaptureAlignment?,
        isCancelled: () -> Bool
    ) throws -> ComparedCapture {
        let images = try [page, capture].map { try store.workingImage($0, of: document) }
        let pictures = try images.map { try alignmentPicture(of: $0, isCancelled: isCancelled) }
        let sizes = images.map { ($0.width, $0.height) }
        let comparison = CaptureComparison(
            page: pictures[0], of: sizes[0], capture: pictures[1], of: sizes[1],
            areRectified: page.shape.corners != nil && capture.shape.corners != nil)
        if let stated { return ComparedCapture(alignment: stated, error: comparison.error(of: stated)) }
        let found = comparison.estimate(isCancelled: isCancelled)
        if isCancelled() { throw LibraryError.cancelled }
        return ComparedCapture(alignment: found?.alignment, error: found?.alignment == nil ? nil : found?.error)
    }

    /// A picture of an image, small enough to be compared.
    func alignmentPicture(of image: StoredImage, isCancelled: () -> Bool) throws -> AlignmentPicture {
        let archive = try TileArchive(path: path + "/pyramids/" + image.pyramid)
        do {
            return try TileRenderer(archive: archive).alignmentPicture(isCancelled: isCancelled)
        } catch is CancellationError {
            throw LibraryError.cancelled
        }
    }
}
