package import DocumentModel

extension ScanPart {
    /// The keys of a page that state it.
    static let keys = ["rotation", "crop"]

    /// The largest coordinate of a crop, in pixels.
    static let sideLimit = 100_000_000

    /// The part that a page of `document.json` states, in a file that was read before; nil for what states none.
    package init?(ofPage page: JSONValue) {
        self.init()
        switch page["rotation"] {
        case nil, .null?: break
        case .number(let degrees)? where Self.isRotation(degrees): rotation = degrees
        default: return nil
        }
        switch page["crop"] {
        case nil, .null?: break
        case let box?:
            guard let found = Crop(json: box) else { return nil }
            crop = found
        }
    }

    /// Whether a number is a rotation.
    package static func isRotation(_ degrees: Double) -> Bool { degrees >= 0 && degrees < 360 }

    /// The members of a page that state it; those that a whole scan does not need have no value.
    package var members: [(String, JSONValue?)] {
        [("rotation", rotation == 0 ? nil : .number(rotation)), ("crop", crop?.json)]
    }
}

extension ScanPart.Crop {
    /// Reads `[x, y, width, height]`: whole numbers, of which the first two are 0 or more and the others 1 or more; nil for
    /// anything else.
    package init?(json: JSONValue) {
        guard let elements = json.elements, elements.count == 4 else { return nil }
        let numbers = elements.compactMap { element -> Int? in
            guard case .number(let number) = element, let whole = Int(exactly: number) else { return nil }
            return whole
        }
        guard numbers.count == 4, numbers.allSatisfy({ (0...ScanPart.sideLimit).contains($0) }), numbers[2] > 0,
            numbers[3] > 0
        else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// `[x, y, width, height]`
    package var json: JSONValue { .array([x, y, width, height].map(JSONValue.integer)) }
}
