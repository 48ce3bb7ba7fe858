import ImageGeometry

extension TextLineFinder {
    /// The minimum brightness of the sheet, relative to its usual brightness, at which ink counts. The dark
    /// surroundings have none.
    private static let leastBrightness: Float = 0.5
    /// The number of places along each side at which the pitch is measured.
    private static let pitchPlaces = 6
    /// The minimum comb score at a place with lines.
    private static let leastPitchContrast: Float = 0.03
    /// The maximum distance of a neighbouring line, in pitches.
    private static let neighbourDistance: Float = 1.6

    /// Finds all lines of the page, in image space.
    ///
    /// - Parameters:
    ///   - progress: Called occasionally with the completed fraction, 0 to 1.
    ///   - isCancelled: Called occasionally. Once it returns true, the call throws `CancellationError`.
    /// - Throws: Errors from reading the page; `CancellationError`.
    /// - Complexity: O(*n* · *w* · *p*) for *n* lines on a reduced page *w* wide with the pitch *p*.
    package func lines(
        progress: @escaping (Double) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { false }
    ) throws -> FoundLines {
        let ink = try sheetInk()
        guard let pitch = usualPitch(ink) else { return FoundLines(lines: [], pitch: 0) }
        if isCancelled() { throw CancellationError() }
        let maps = LineMaps(ink: ink, pitch: pitch)
        let found = try PageLineSearch(maps, isCancelled: isCancelled).lines { progress(0.1 + 0.8 * $0) }
        let order = ReadingOrder.indices(
            of: found.map { line in
                let middle = (line.extent.lowerBound + line.extent.upperBound) / 2
                return ReadingOrder.Place(columns: line.extent, y: line.y(middle))
            })
        var lines: [TextLine] = []
        for (place, index) in order.enumerated() {
            if isCancelled() { throw CancellationError() }
            progress(0.9 + 0.1 * Double(place) / Double(order.count))
            if let line = textLine(found[index], among: found, maps) { lines.append(line) }
        }
        let scale = Double(imageSize.height) / Double(size.height)
        return FoundLines(lines: lines, pitch: (Double(pitch) * scale * 10).rounded() / 10)
    }

    /// Returns the ink on the sheet, excluding the dark surroundings.
    private func sheetInk() throws -> LinePlane {
        let grey = try grey(size.region)
        let ink = Self.ink(of: grey, size: size)
        let brightness = LinePlane(width: size.width, height: size.height, values: grey.map(Float.init))
            .averagedAcross(reach: 30).averagedDown(reach: 30)
        let sample = stride(from: 0, to: grey.count, by: max(1, grey.count / 10_000)).map { brightness.values[$0] }
        let usual = sample.sorted()[sample.count * 3 / 4]
        return ink.combined(with: brightness) { $1 >= Self.leastBrightness * usual ? $0 : 0 }
    }

    /// Returns the typical distance between lines on the page, or nil if there are no lines.
    private func usualPitch(_ ink: LinePlane) -> Float? {
        var measured: [(pitch: Float, weight: Float)] = []
        let count = Self.pitchPlaces
        for row in 0..<count {
            for column in 0..<count {
                let x = (Float(column) + 0.5) * Float(size.width) / Float(count)
                let y = (Float(row) + 0.5) * Float(size.height) / Float(count)
                let (pitch, contrast) = LinePitch.measure(ink, pageWidth: Float(size.width), at: [(x, y)])
                if contrast >= Self.leastPitchContrast { measured.append((pitch, contrast)) }
            }
        }
        measured.sort { $0.pitch < $1.pitch }
        let half = measured.reduce(0) { $0 + $1.weight } / 2
        var sum: Float = 0
        return measured.first {
            sum += $0.weight
            return sum >= half
        }?.pitch
    }

    private func textLine(_ line: FoundLine, among lines: [FoundLine], _ maps: LineMaps) -> TextLine? {
        let (start, pitch) = (line.extent.lowerBound, maps.pitch)
        let curve = Array(line.curve[line.extent])
        var (upper, lower) = (curve.map { $0 - pitch }, curve.map { $0 + pitch })
        var (isUpper, isLower) = (curve.map { _ in false }, curve.map { _ in false })
        for other in lines {
            for column in other.extent.clamped(to: line.extent) {
                let (place, y) = (column - start, other.curve[column])
                let distance = y - curve[place]
                if distance < -0.4 * pitch, distance > -Self.neighbourDistance * pitch,
                    !isUpper[place] || y > upper[place]
                {
                    (upper[place], isUpper[place]) = (y, true)
                }
                if distance > 0.4 * pitch, distance < Self.neighbourDistance * pitch,
                    !isLower[place] || y < lower[place]
                {
                    (lower[place], isLower[place]) = (y, true)
                }
            }
        }
        let part = maps.cropped(line.extent)
        let seams = [part.seam(between: upper, and: curve), part.seam(between: curve, and: lower)]
        let run = LineRun(
            curves: [upper, curve, lower], seams: seams, extents: [0..<curve.count], limits: 0..<curve.count)
        func placed(_ x: Double, _ y: Double) -> Point { point(x + Double(start), y + 0.5) }
        guard let polygon = LineOutline(run, pitch: pitch, place: placed).polygon(ofLine: 0) else { return nil }
        return TextLine(
            polygon: polygon, baseline: Self.baseline(curve, in: 0..<curve.count, pitch: pitch, place: placed))
    }
}
