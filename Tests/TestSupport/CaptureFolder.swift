public import Foundation
public import ImageGeometry

/// A source folder of one page with two drawn captures: the page in daylight, and a smaller oblique one with bright ink
/// on a dark sheet, as under ultraviolet. The true position of the second is known.
public struct CaptureFolder {
    /// The page's size, in pixels.
    public static let size = (width: 600, height: 800)
    /// The second capture's size, in pixels.
    public static let captureSize = (width: 520, height: 640)
    /// The page's corners on the second capture, clockwise from the top left.
    public static let corners = [
        Point(x: 30, y: 20), Point(x: 480, y: 35), Point(x: 490, y: 622), Point(x: 22, y: 610),
    ]

    /// The alignment as `document.json` states it.
    public static let alignment = """
        [[[30, 20], [0, 0]], [[480, 35], [600, 0]], [[490, 622], [600, 800]], [[22, 610], [0, 800]]]
        """

    /// Maps points of the page to the second capture.
    public static let toCapture = ProjectiveTransform(
        taking: [Point(x: 0, y: 0), Point(x: 600, y: 0), Point(x: 600, y: 800), Point(x: 0, y: 800)], to: corners)

    /// Writes the folder.
    ///
    /// - Parameters:
    ///   - folder: The destination, which is created.
    ///   - id: The document's id.
    ///   - alignment: The alignment of the second capture; nil to have it estimated.
    ///   - isOther: Whether the second capture shows another page, with which nothing can be aligned.
    public static func write(
        to folder: URL, id: String = "sheet", alignment: String? = alignment, isOther: Bool = false
    ) throws {
        try FileManager.default.createDirectory(
            at: folder.appending(path: "texts"), withIntermediateDirectories: true)
        let stated = alignment.map { #", "alignment": \#($0)"# } ?? ""
        let files = [
            "document.json": """
            { "id": "\(id)", "title": "A sheet", "language": "la", "languages": ["en"], "pages": [ { "captures": [
              { "id": "day", "label": { "en": "By day" }, "kind": "visible", "image": "day.tif" },
              { "id": "uv", "kind": "ultraviolet", "image": "uv.tif"\(stated), "lamp": 365 } ] } ] }
            """,
            "clauses.json": """
            [ { "id": "1", "regions": [ { "page": 1, "polygon": [[60, 60], [300, 60], [300, 300], [60, 300]] } ] },
              { "id": "2", "regions": [ { "page": 1, "polygon": [[300, 60], [540, 60], [540, 300], [300, 300]] } ] } ]
            """,
            "texts/en.json": #"{ "1": { "title": "First" }, "2": { "title": "Second" } }"#,
        ]
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        let page = writing(seed: 4)
        try picture(size) { x, y in page[y * size.width + x] }.write(to: folder.appending(path: "day.tif"))
        let shown = isOther ? writing(seed: 9) : page
        let toPage = toCapture?.inverse
        try picture(captureSize) { x, y in
            guard let place = toPage?.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5)), place.x >= 0, place.y >= 0,
                place.x < Double(size.width), place.y < Double(size.height)
            else { return 10 }
            return 255 - shown[Int(place.y) * size.width + Int(place.x)]
        }.write(to: folder.appending(path: "uv.tif"))
    }

    /// Draws lines of strokes of varying heights on a bright sheet.
    private static func writing(seed: UInt64) -> [UInt8] {
        var numbers = Seeded(seed)
        var gray = [UInt8](repeating: 220, count: size.width * size.height)
        var y = Int.random(in: 50...120, using: &numbers)
        while y < size.height - 60 {
            let end = size.width - Int.random(in: 50...200, using: &numbers)
            var x = 50
            while x < end {
                let height = Int.random(in: 6...18, using: &numbers)
                for row in y - height..<y {
                    for column in x..<x + 3 { gray[row * size.width + column] = 50 }
                }
                x += Int.random(in: 5...22, using: &numbers)
            }
            y += 26
        }
        return gray
    }

    private static func picture(_ size: (width: Int, height: Int), _ value: (Int, Int) -> UInt8) -> Data {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.width * size.height * 3)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let gray = value(x, y)
                pixels += [gray, gray, gray]
            }
        }
        return Data(PlainTIFF.bytes(width: size.width, height: size.height, pixels: pixels))
    }
}
