import DocumentModel
public import ImageGeometry

extension ClauseStore {
    /// Maps a point of a capture to its page; nil if the point is not on the page, or is mapped to infinity.
    ///
    /// - Parameters:
    ///   - point: The point in the capture's image space.
    ///   - id: The capture's id.
    ///   - number: The page's number, from 1.
    ///   - document: The document's id.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noPage(_:document:count:)``,
    ///   ``ClauseStoreError/noCapture(_:page:document:captures:)``, or
    ///   ``ClauseStoreError/pointOutsideCapture(_:capture:width:height:)``.
    /// - Complexity: O(*n*) in the number of the document's pages.
    public func point(
        _ point: Point, ofCapture id: String, page number: Int, of document: String
    ) throws(ClauseStoreError) -> Point? {
        let info = try self.document(document)
        guard let page = info.pages.first(where: { $0.number == number }) else {
            throw .noPage(number, document: document, count: info.pages.count)
        }
        guard let capture = page.captures.first(where: { $0.id == id }) else {
            throw .noCapture(id, page: number, document: document, captures: page.captures.map(\.id))
        }
        // This form of the condition also rejects NaN.
        guard point.x >= 0, point.y >= 0, point.x < Double(capture.width), point.y < Double(capture.height) else {
            throw .pointOutsideCapture(point, capture: id, width: capture.width, height: capture.height)
        }
        let bounds = Rectangle(x: 0, y: 0, width: Double(page.width), height: Double(page.height))
        return capture.toPage.apply(point).flatMap { bounds.contains($0) ? $0 : nil }
    }
}
