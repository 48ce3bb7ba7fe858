import ImageGeometry

extension TextLineFinder {
    /// Outlines a passage between two touches along its lines, in image space. Returns nil if there are no lines.
    ///
    /// - Throws: ``TileEngineError`` of kind `outOfRange` for a request that is not valid for the image; errors from
    ///   reading the page.
    /// - Complexity: O(*n*) in the pixels of the part of the reduced page that is read.
    package func outline(_ request: LineRequest) throws -> FollowedLines? {
        try request.validate(for: imageSize)
        var touches = LineTouches(start: place(request.from), end: place(request.to))
        (touches.linesAbove, touches.linesBelow) = (request.above, request.below)
        (touches.isStartExact, touches.isEndExact) = (request.isFromExact, request.isToExact)
        touches.left = request.left.map { place(Point(x: $0, y: 0)).x }
        touches.right = request.right.map { place(Point(x: $0, y: 0)).x }
        guard let found = try follow(touches) else { return nil }
        let (run, pitch) = (found.run, found.pitch)
        func placed(_ x: Double, _ y: Double) -> Point { point(x + Double(found.x), y + Double(found.y) + 0.5) }
        let outline = LineOutline(run, pitch: pitch, place: placed)
        let lines = run.extents.indices.compactMap { line -> TextLine? in
            guard let polygon = outline.polygon(ofLine: line) else { return nil }
            return TextLine(
                polygon: polygon,
                baseline: Self.baseline(run.curves[line + 1], in: run.extents[line], pitch: pitch, place: placed))
        }
        let polygons = outline.polygons()
        guard !lines.isEmpty, !polygons.isEmpty else { return nil }
        func end(_ curve: Int, _ column: Int) -> Point {
            let values = run.curves[curve]
            return placed(Double(column), Double(values[min(max(column, 0), values.count - 1)]))
        }
        let scale = Double(imageSize.height) / Double(size.height)
        return FollowedLines(
            polygons: polygons, lines: lines, pitch: (Double(pitch) * scale * 10).rounded() / 10,
            left: placed(Double(run.limits.lowerBound), 0).x, right: placed(Double(run.limits.upperBound), 0).x,
            from: end(1, run.extents[0].lowerBound), to: end(run.count, run.extents[run.count - 1].upperBound))
    }

    /// Returns the baseline of a line, given the centre of its letters.
    static func baseline(
        _ curve: [Float], in extent: Range<Int>, pitch: Float, place: (Double, Double) -> Point
    ) -> [Point] {
        let chain = (extent.lowerBound...extent.upperBound).map {
            (x: Double($0), y: Double(curve[min($0, curve.count - 1)] + letterMiddle * pitch))
        }
        return LineOutline.simplified(chain, tolerance: 0.02 * Double(pitch)).map { place($0.x, $0.y) }
    }
}
