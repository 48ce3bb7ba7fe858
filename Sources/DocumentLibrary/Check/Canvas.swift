import ImageGeometry
import TileEngine

/// A picture to draw on, in the coordinates of the page that it shows.
struct Canvas {
    /// A colour with an opacity.
    struct Paint {
        let colour: PaperColour
        /// The opacity, 0 to 1.
        var opacity = 1.0
    }

    let size: PixelSize
    /// The number of picture pixels per page pixel.
    let scale: Double
    /// The pixels, row by row: red, green and blue.
    private(set) var bytes: [UInt8]

    /// Creates a canvas of one colour.
    init(size: PixelSize, scale: Double, paper: PaperColour) {
        (self.size, self.scale) = (size, scale)
        let channels = [paper.red, paper.green, paper.blue]
        bytes = Self.bytes(size) { _, channel in channels[channel] }
    }

    /// Creates a canvas from a picture of a page. Converts grey to RGB, and flattens transparency onto white.
    init(_ picture: RenderedPixels, scale: Double) {
        (size, self.scale) = (picture.size, scale)
        let flat = picture.flattened(onto: .white)
        bytes = flat.channelCount == 1 ? Self.bytes(flat.size) { pixel, _ in flat.bytes[pixel] } : flat.bytes
    }

    private static func bytes(_ size: PixelSize, _ value: (_ pixel: Int, _ channel: Int) -> UInt8) -> [UInt8] {
        let count = size.width * size.height * 3
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, used in
            for place in 0..<count { bytes[place] = value(place / 3, place % 3) }
            used = count
        }
    }

    var picture: RenderedPixels? { RenderedPixels(size: size, channelCount: 3, pixels: bytes) }

    /// Paints over everything.
    mutating func veil(_ paint: Paint) {
        let share = Int((paint.opacity * 256).rounded())
        let channels = [paint.colour.red, paint.colour.green, paint.colour.blue].map { Int($0) * share }
        for place in bytes.indices {
            bytes[place] = UInt8(truncatingIfNeeded: (Int(bytes[place]) * (256 - share) + channels[place % 3]) >> 8)
        }
    }

    /// Fills the intersection of all the polygons.
    mutating func fill(commonTo polygons: [Polygon], _ paint: Paint) {
        guard let first = polygons.first else { return }
        var box = first.bounds
        for polygon in polygons.dropFirst() {
            let (left, top) = (max(box.x, polygon.bounds.x), max(box.y, polygon.bounds.y))
            box = Rectangle(
                x: left, y: top, width: max(0, min(box.maxX, polygon.bounds.maxX) - left),
                height: max(0, min(box.maxY, polygon.bounds.maxY) - top))
        }
        let (columns, rows) = pixels(under: box)
        guard !columns.isEmpty, !rows.isEmpty else { return }
        let coverage = PolygonCoverage(width: columns.count, height: rows.count)
        let rectangle = Rectangle(
            x: Double(columns.lowerBound) / scale, y: Double(rows.lowerBound) / scale,
            width: Double(columns.count) / scale, height: Double(rows.count) / scale)
        let masks = polygons.map { coverage.mask(of: [$0], in: rectangle) }
        for (offset, row) in rows.enumerated() {
            for (place, column) in columns.enumerated() {
                let share = masks.reduce(paint.opacity) { $0 * Double($1[offset * columns.count + place]) / 255 }
                if share > 0 { blend(paint.colour, share, column: column, row: row) }
            }
        }
    }

    /// Draws the outline of a polygon. The width is in pixels of the picture.
    mutating func stroke(_ polygon: Polygon, width: Double, _ paint: Paint) {
        for ring in polygon.rings {
            guard var start = ring.last else { continue }
            for end in ring {
                strokeLine(from: start, to: end, width: width, paint)
                start = end
            }
        }
    }

    private mutating func strokeLine(from start: Point, to end: Point, width: Double, _ paint: Paint) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 0 else { return }
        let half = width / scale / 2
        // Extended by half the width at each end, so that corners are closed.
        let (ax, ay, nx, ny) = (dx / length * half, dy / length * half, -dy / length * half, dx / length * half)
        let corners = [
            Point(x: start.x - ax + nx, y: start.y - ay + ny), Point(x: end.x + ax + nx, y: end.y + ay + ny),
            Point(x: end.x + ax - nx, y: end.y + ay - ny), Point(x: start.x - ax - nx, y: start.y - ay - ny),
        ]
        guard let line = try? Polygon(outer: corners) else { return }
        fill(commonTo: [line], paint)
    }

    /// Draws a ring around a point. The radius and width are in pixels of the picture.
    mutating func ring(at point: Point, radius: Double, width: Double, _ paint: Paint) {
        let corners = Self.unitCircle.map {
            Point(x: point.x + $0.x * radius / scale, y: point.y + $0.y * radius / scale)
        }
        guard let circle = try? Polygon(outer: corners) else { return }
        stroke(circle, width: width, paint)
    }

    /// Fills a rectangle given in pixels of the picture.
    mutating func fillPixels(columns: Range<Int>, rows: Range<Int>, _ colour: PaperColour) {
        for row in rows.clamped(to: 0..<size.height) {
            for column in columns.clamped(to: 0..<size.width) { blend(colour, 1, column: column, row: row) }
        }
    }

    private mutating func blend(_ colour: PaperColour, _ share: Double, column: Int, row: Int) {
        let place = (row * size.width + column) * 3
        for (channel, value) in [colour.red, colour.green, colour.blue].enumerated() {
            let under = Double(bytes[place + channel])
            bytes[place + channel] = UInt8(max(0, min(255, (under + (Double(value) - under) * share).rounded())))
        }
    }

    private func pixels(under box: Rectangle) -> (columns: Range<Int>, rows: Range<Int>) {
        func range(_ start: Double, _ end: Double, _ count: Int) -> Range<Int> {
            let lower = min(max((start * scale).rounded(.down), 0), Double(count))
            return Int(lower)..<Int(min(max((end * scale).rounded(.up), lower), Double(count)))
        }
        return (range(box.x, box.maxX, size.width), range(box.y, box.maxY, size.height))
    }

    /// 24 points of the unit circle, made by repeated rotation by 15°, which needs no trigonometric functions.
    private static let unitCircle: [Point] = {
        // The cosine and sine of 15°.
        let (cosine, sine) = (0.965_925_826_289_068_3, 0.258_819_045_102_520_76)
        return (1..<24).reduce(into: [Point(x: 1, y: 0)]) { points, step in
            let last = points[step - 1]
            points.append(Point(x: last.x * cosine - last.y * sine, y: last.x * sine + last.y * cosine))
        }
    }()
}
