import ClauseStore
import DocumentLibrary
package import TileEngine

/// The picture that goes with a link: a clause cut out of its scan, or a small rendering of a page.
package struct PreviewPicture: Equatable, Sendable {
    /// The absolute address of a JPEG.
    package let address: String
    /// Exactly what that address gives.
    package let size: PixelSize

    /// What the platforms that show previews ask for at most on either side.
    static let largest = PixelSize(width: 1_200, height: 1_200)
    /// What they take at least: https://developers.facebook.com/docs/sharing/webmasters/images
    static let lowest = 200
    /// The shape that they show without cutting.
    private static let card = PixelSize(width: 1_200, height: 630)

    /// A clause's cut-out; nil where the clause is on no page that has an image.
    ///
    /// - Parameters:
    ///   - clause: The clause with its regions.
    ///   - most: The size that the picture may have; it is never larger than twice the scan.
    init?(of clause: ClauseAnswer, in document: DocumentInfo, within most: PixelSize, base: String) {
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
        size = cutOut.request.size
    }

    /// The part of the page around a clause, in the shape of a card, never enlarged.
    init?(around clause: ClauseAnswer, in document: DocumentInfo, base: String) {
        guard let cutOut = try? ClauseCutOut(of: clause, in: document, format: .jpeg), let image = cutOut.page.imageID
        else { return nil }
        let (region, page, card) = (cutOut.request.region, cutOut.page, Self.card)
        let asWide = Self.scaled(region.height, by: card.width, over: card.height)
        let width = min(page.width, max(region.width, asWide, card.width))
        let height = min(page.height, max(1, Self.scaled(width, by: card.height, over: card.width)))
        // Around the clause's middle, as far as the page reaches.
        let x = max(0, min(region.x + (region.width - width) / 2, page.width - width))
        let y = max(0, min(region.y + (region.height - height) / 2, page.height - height))
        let shownWidth = min(width, card.width)
        size = PixelSize(width: shownWidth, height: max(1, Self.scaled(height, by: shownWidth, over: width)))
        let area = "\(x),\(y),\(width),\(height)"
        address = "\(base)/iiif/3/\(image)/\(area)/\(size.width),\(size.height)/0/default.jpg"
    }

    /// The first page that has an image, all of it.
    init?(of document: DocumentInfo, within most: PixelSize, base: String) {
        guard let page = document.pages.first(where: { $0.pyramid != nil }), let image = page.imageID, page.width > 0,
            page.height > 0
        else { return nil }
        let width = min(page.width, most.width, Self.scaled(page.width, by: most.height, over: page.height))
        let height = min(page.height, most.height, Self.scaled(page.height, by: width, over: page.width))
        size = PixelSize(width: max(1, width), height: max(1, height))
        address = "\(base)/iiif/3/\(image)/full/\(size.width),\(size.height)/0/default.jpg"
    }

    /// A length times a ratio, rounded; in floating point, since a product of what files state could overflow.
    private static func scaled(_ length: Int, by numerator: Int, over denominator: Int) -> Int {
        let value = (Double(length) * Double(numerator) / Double(max(1, denominator))).rounded()
        return value < Double(Int32.max) ? Int(value) : Int(Int32.max)
    }
}
