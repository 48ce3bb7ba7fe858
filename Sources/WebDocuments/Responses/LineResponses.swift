import ImageGeometry
public import TileEngine

extension JSON {
    /// Returns the text lines of a page: `{ document, page, total, pitch, lines }`. `pitch` is null if there are no
    /// lines.
    public static func lines(_ found: FoundLines, of document: String, page: Int) -> JSON {
        .object([
            ("document", .string(document)), ("page", .int(page)), ("total", .int(found.lines.count)),
            ("pitch", found.pitch > 0 ? .double(found.pitch) : .null),
            ("lines", .array(found.lines.map { .line($0) })),
        ])
    }

    /// Returns the outline of the text between two points: `{ document, page, polygons, lines, pitch, left, right,
    /// from, to }`. If there are no lines, the lists are empty and the other values null.
    public static func outline(_ found: FollowedLines?, of document: String, page: Int) -> JSON {
        .object([
            ("document", .string(document)), ("page", .int(page)),
            ("polygons", .array((found?.polygons ?? []).map { .object(rings(of: $0)) })),
            ("lines", .array((found?.lines ?? []).map { .line($0) })),
            ("pitch", JSON(found?.pitch)), ("left", JSON(found?.left)), ("right", JSON(found?.right)),
            ("from", found.map { .point($0.from) } ?? .null), ("to", found.map { .point($0.to) } ?? .null),
        ])
    }

    private static func line(_ line: TextLine) -> JSON {
        .object([("polygon", .points(line.polygon.outer)), ("baseline", .points(line.baseline))])
    }

    /// Returns the outer ring and the holes of a polygon.
    static func rings(of polygon: Polygon) -> Members {
        [("polygon", .points(polygon.outer)), ("holes", .array(polygon.holes.map(points)))]
    }

    /// Returns a list of points, each as two numbers.
    static func points(_ points: [Point]) -> JSON { .array(points.map(point)) }

    /// Returns a point as two numbers.
    static func point(_ point: Point) -> JSON { .numbers([point.x, point.y]) }

    /// Returns a rectangle as x, y, width and height.
    static func box(_ box: Rectangle) -> JSON { .numbers([box.x, box.y, box.width, box.height]) }
}
