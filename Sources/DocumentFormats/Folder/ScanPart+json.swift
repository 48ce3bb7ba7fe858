package import DocumentModel
import ImageGeometry

extension ScanPart {
    /// The keys of a page or capture that describe the part.
    static let keys = ["rotation", "crop", "corners"]

    /// The maximum coordinate of a crop or corner, in pixels.
    static let sideLimit = 100_000_000

    /// Reads the part from a page of `document.json` that was validated before. Returns nil if the part is invalid.
    package init?(ofPage page: JSONValue) {
        self.init()
        if let angle = page["rotation"], angle != .null {
            guard let degrees = angle.numberValue, Self.isRotation(degrees) else { return nil }
            rotation = degrees
        }
        if let box = page["crop"], box != .null {
            guard let found = Crop(json: box) else { return nil }
            crop = found
        }
        if let points = page["corners"], points != .null {
            guard let found = Self.corners(points), rotation == 0, crop == nil else { return nil }
            corners = found
        }
    }

    /// Reads `[[x, y], [x, y], [x, y], [x, y]]` with coordinates of 0 or more. Returns nil for anything else. Whether
    /// the corners fit the image is checked once its size is known.
    static func corners(_ json: JSONValue) -> [Point]? {
        guard let elements = json.elements, elements.count == 4 else { return nil }
        let points = elements.compactMap { element -> Point? in
            guard let numbers = element.elements, numbers.count == 2, case .number(let x) = numbers[0],
                case .number(let y) = numbers[1], (0...Double(sideLimit)).contains(x),
                (0...Double(sideLimit)).contains(y)
            else { return nil }
            return Point(x: x, y: y)
        }
        return points.count == 4 ? points : nil
    }

    /// A description of valid ``corners``, for errors.
    static let cornersRule =
        "[[x, y], [x, y], [x, y], [x, y]]: the corners of the sheet in pixels of the image, the upper left one, then clockwise"

    /// Whether a number is a valid rotation.
    package static func isRotation(_ degrees: Double) -> Bool { degrees >= 0 && degrees < 360 }

    /// `[[x, y], [x, y], [x, y], [x, y]]`
    var cornersJSON: JSONValue? { corners.map { .array($0.map { .pair($0.x, $0.y) }) } }

    /// The members of a page that describe the part. Members that a whole scan does not need are nil.
    package var members: [(String, JSONValue?)] {
        [
            ("rotation", rotation == 0 ? nil : .number(rotation)), ("crop", crop?.json),
            ("corners", cornersJSON),
        ]
    }
}

extension ScanPart.Crop {
    /// Reads `[x, y, width, height]` in whole numbers: x and y of 0 or more, width and height of 1 or more. Returns nil
    /// for anything else.
    package init?(json: JSONValue) {
        guard let elements = json.elements, elements.count == 4 else { return nil }
        let numbers = elements.compactMap(\.integerValue)
        guard numbers.count == 4, numbers.allSatisfy({ (0...ScanPart.sideLimit).contains($0) }), numbers[2] > 0,
            numbers[3] > 0
        else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// `[x, y, width, height]`
    package var json: JSONValue { .array([x, y, width, height].map(JSONValue.integer)) }
}
