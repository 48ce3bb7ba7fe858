import ImageGeometry

/// One stroke of the pen, as the points through which the centre of the nib moves in straight steps.
struct PenPath: Sendable {
    /// The points, in hand units: x to the right, y upwards from the baseline. A minim is 10 high.
    let points: [Point]

    /// Parses `M x y`, `L x y` and `Q cx cy x y`, separated by spaces. Invalid parts are ignored.
    ///
    /// - Complexity: O(length).
    init(_ description: String) {
        var points: [Point] = []
        var command: Character = "M"
        var numbers: [Double] = []
        for token in description.split(separator: " ") {
            var digits = token
            if let first = token.first, first.isLetter {
                command = first
                numbers = []
                digits = token.dropFirst()
            }
            guard let number = Double(digits) else { continue }
            numbers.append(number)
            guard numbers.count == (command == "Q" ? 4 : 2) else { continue }
            let end = Point(x: numbers[numbers.count - 2], y: numbers[numbers.count - 1])
            if command == "Q", let start = points.last {
                let control = Point(x: numbers[0], y: numbers[1])
                points += Self.curve(from: start, control: control, to: end)
            } else {
                points.append(end)
            }
            numbers = []
        }
        self.points = points
    }

    private static let stepsPerCurve = 5

    private static func curve(from start: Point, control: Point, to end: Point) -> [Point] {
        (1...stepsPerCurve).map { step in
            let t = Double(step) / Double(stepsPerCurve)
            let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
            return Point(
                x: a * start.x + b * control.x + c * end.x,
                y: a * start.y + b * control.y + c * end.y)
        }
    }
}

/// The strokes of one sign.
struct PenSign: Sendable {
    /// The distance to the next sign, in hand units.
    let advance: Double
    /// The strokes in the order in which they are drawn.
    let strokes: [PenPath]

    init(_ advance: Double, _ strokes: String...) {
        self.advance = advance
        self.strokes = strokes.map(PenPath.init)
    }
}
