public import DocumentModel
public import ImageGeometry

extension PageInfo {
    /// Returns one of the page's captures.
    ///
    /// - Throws: ``ClauseStoreError/noCapture(_:page:document:captures:)``.
    public func capture(_ id: String, of document: String) throws(ClauseStoreError) -> CaptureInfo {
        guard let capture = captures.first(where: { $0.id == id }) else {
            throw .noCapture(id, page: number, document: document, captures: captures.map(\.id))
        }
        return capture
    }
}

extension CaptureInfo {
    /// Maps a point of the capture to the page.
    ///
    /// - Returns: Nil if the point is not on the page, or is mapped to infinity.
    /// - Throws: ``ClauseStoreError/pointOutsideCapture(_:capture:width:height:)``.
    public func onPage(_ point: Point, page: PageInfo) throws(ClauseStoreError) -> Point? {
        // This form of the condition also rejects NaN.
        guard point.x >= 0, point.y >= 0, point.x < Double(width), point.y < Double(height) else {
            throw .pointOutsideCapture(point, capture: id, width: width, height: height)
        }
        guard let found = toPage.apply(point) else { return nil }
        let bounds = Rectangle(x: 0, y: 0, width: Double(page.width), height: Double(page.height))
        return bounds.contains(found) ? found : nil
    }
}

extension ClauseStore {
    /// Maps a point of a capture to its page; nil if the point is not on the page.
    ///
    /// - Parameters:
    ///   - point: The point in the capture's image space.
    ///   - capture: The capture's id.
    ///   - page: The page's number, from 1.
    ///   - document: The document's id.
    ///   - principal: The identity whose access applies.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noPage(_:document:count:)``,
    ///   ``ClauseStoreError/noCapture(_:page:document:captures:)``, or
    ///   ``ClauseStoreError/pointOutsideCapture(_:capture:width:height:)``.
    /// - Complexity: O(*n*) in the number of the document's pages.
    public func point(
        _ point: Point, ofCapture capture: String, page number: Int, of document: String,
        for principal: Principal = .administrator
    ) throws(ClauseStoreError) -> Point? {
        let info = try self.document(document, for: principal)
        guard let page = info.pages.first(where: { $0.number == number }) else {
            throw .noPage(number, document: document, count: info.pages.count)
        }
        return try page.capture(capture, of: document).onPage(point, page: page)
    }
}
