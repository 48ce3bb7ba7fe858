import DocumentLibrary
import DocumentModel
import FileSupport
package import TileEngine

/// The picture in a link preview: a clause cut out of its scan, or a whole page or part of one.
package struct PreviewPicture: Equatable, Sendable {
    /// The absolute address of a JPEG.
    package let address: String
    /// The exact size of that JPEG.
    package let size: PixelSize
    /// The part of the page that it shows.
    package let region: PixelRegion

    /// The largest size that preview platforms request, in pixels.
    package static let largest = PixelSize(width: 1_200, height: 1_200)
    /// The smallest side that they accept: https://developers.facebook.com/docs/sharing/webmasters/images
    static let lowest = 200
    /// The proportions that they show without cropping.
    private static let card = PixelSize(width: 1_200, height: 630)

    /// Returns the picture of a clause, or of the first page that has an image. If the whole picture would be too
    /// narrow for the platforms, returns a part of the page in the proportions of a card.
    ///
    /// - Parameter clause: The clause with its regions; nil for the document.
    static func best(
        of clause: ClauseResult?, in document: DocumentInfo, within most: PixelSize, base: String
    ) -> PreviewPicture? {
        if let clause, let whole = PreviewPicture(of: clause, in: document, within: largest, base: base) {
            let isSliver = min(whole.size.width, whole.size.height) < lowest
            return isSliver
                ? PreviewPicture(around: clause, in: document, within: most, base: base)
                : PreviewPicture(of: clause, in: document, within: most, base: base)
        }
        return PreviewPicture(of: document, within: most, base: base)
    }

    /// Creates the cut-out of a clause, at most twice as large as in the scan. Returns nil if the clause is on no page
    /// with an image.
    private init?(of clause: ClauseResult, in document: DocumentInfo, within most: PixelSize, base: String) {
        guard let whole = try? ClauseCutOut(of: clause, in: document, format: .jpeg) else { return nil }
        let region = whole.request.region
        let width = min(
            most.width, region.width * RegionRequest.largestEnlargement,
            Self.scaled(region.width, by: most.height, over: region.height))
        guard let cutOut = try? ClauseCutOut(of: clause, in: document, width: max(1, width), format: .jpeg) else {
            return nil
        }
        let path = "/api/documents/\(document.id)/clauses/\(PercentEncoding.encode(clause.id))/image.jpg"
        address = "\(base)\(path)?width=\(cutOut.request.size.width)"
        (size, self.region) = (cutOut.request.size, region)
    }

    /// Creates a picture of the part of the page around a clause.
    private init?(around clause: ClauseResult, in document: DocumentInfo, within most: PixelSize, base: String) {
        guard let cutOut = try? ClauseCutOut(of: clause, in: document, format: .jpeg), let image = cutOut.page.imageID
        else { return nil }
        self.init(around: cutOut.request.region, on: cutOut.page, image: image, within: most, base: base)
    }

    /// Creates a picture of the first page that has an image.
    private init?(of document: DocumentInfo, within most: PixelSize, base: String) {
        guard let page = document.pages.first(where: { $0.pyramid != nil }), let image = page.imageID, page.width > 0,
            page.height > 0
        else { return nil }
        let (longer, shorter) = (max(page.width, page.height), min(page.width, page.height))
        if Self.scaled(shorter, by: Self.largest.width, over: longer) < Self.lowest, longer > Self.largest.width {
            // A scroll: shows its beginning, across its full width.
            let isTall = page.height == longer
            let start = PixelRegion(
                x: 0, y: 0, width: isTall ? page.width : 1, height: isTall ? 1 : page.height)
            self.init(around: start, on: page, image: image, within: most, base: base)
            return
        }
        let width = min(page.width, most.width, Self.scaled(page.width, by: most.height, over: page.height))
        let height = min(page.height, most.height, Self.scaled(page.height, by: width, over: page.width))
        let size = PixelSize(width: max(1, width), height: max(1, height))
        self.init(
            address: "\(base)/iiif/3/\(image)/full/\(size.width),\(size.height)/0/default.jpg", size: size,
            region: PixelRegion(x: 0, y: 0, width: page.width, height: page.height))
    }

    private init(address: String, size: PixelSize, region: PixelRegion) {
        (self.address, self.size, self.region) = (address, size, region)
    }

    /// Creates a picture of the surroundings of a part of a page, in the proportions of a card if the page is large
    /// enough. It is never enlarged.
    private init(around part: PixelRegion, on page: PageInfo, image: String, within most: PixelSize, base: String) {
        let card = Self.card
        let asWide = Self.scaled(part.height, by: card.width, over: card.height)
        // The page limits the height, and so the width.
        let widest = max(1, Self.scaled(page.height, by: card.width, over: card.height))
        let width = min(page.width, max(part.width, asWide, card.width), widest)
        let height = min(page.height, max(1, Self.scaled(width, by: card.height, over: card.width)))
        let x = max(0, min(part.x + (part.width - width) / 2, page.width - width))
        let y = max(0, min(part.y + (part.height - height) / 2, page.height - height))
        let shownWidth = min(width, card.width, most.width, Self.scaled(width, by: most.height, over: height))
        let shownHeight = min(height, most.height, Self.scaled(height, by: shownWidth, over: width))
        size = PixelSize(width: max(1, shownWidth), height: max(1, shownHeight))
        region = PixelRegion(x: x, y: y, width: width, height: height)
        address = "\(base)/iiif/3/\(image)/\(x),\(y),\(width),\(height)/\(size.width),\(size.height)/0/default.jpg"
    }

    /// Returns a length times a ratio, rounded. Uses floating point, because sizes stated in files could overflow an
    /// integer product.
    private static func scaled(_ length: Int, by numerator: Int, over denominator: Int) -> Int {
        let value = (Double(length) * Double(numerator) / Double(max(1, denominator))).rounded()
        return value < Double(Int32.max) ? Int(value) : Int(Int32.max)
    }
}
