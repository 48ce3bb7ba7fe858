import ImageGeometry

/// The details whose positions do not depend on the words.
extension HiddenDetails {
    /// The added passage: its ends, first baseline, line pitch and scale, before the bend.
    static let passage = (left: 640.0, right: 3420.0, baseline: 7076.0, pitch: 74.0, scale: 0.84)

    static var passageOutline: [Point] {
        bentBox(
            left: passage.left - 76, top: passage.baseline - 58, right: passage.right + 14,
            bottom: passage.baseline + passage.pitch + 26)
    }

    /// The vertical ruling in the left margin: its position and its two ends, before the bend.
    static let ruling = (x: Sheet.left - 44, top: 236.0, bottom: 7390.0)
    /// The outline follows the ruling line from here downwards.
    private static let rulingOutlineTop = 5900.0

    static var rulingOutline: [Point] {
        let length = ruling.bottom + 12 - rulingOutlineTop
        let ys = (0...8).map { rulingOutlineTop + length * Double($0) / 8 }
        let right = ys.map { Bend.bent(ruling.x + 15, $0) }
        let left = ys.map { Bend.bent(ruling.x - 15, $0) }
        return right + left.reversed()
    }

    /// The position of the words that show through from the back.
    static let endorsementPlace = (left: 4190.0, right: 5250.0, top: 7216.0, pitch: 148.0)

    static var endorsementOutline: [Point] {
        let place = endorsementPlace
        let bottom = place.top + place.pitch * 2
        return [
            Point(x: place.left - 22, y: place.top - 26), Point(x: place.right + 26, y: place.top - 8),
            Point(x: place.right + 26, y: bottom + 22), Point(x: place.left - 22, y: bottom + 4),
        ]
    }

    /// The holes in the four corners.
    static let pinHoles = [
        Point(x: 206, y: 208), Point(x: 5797, y: 197), Point(x: 214, y: 7792), Point(x: 5786, y: 7780),
    ]

    /// The centre of the marks left by the seal.
    static let seal = Point(x: 3010, y: 7622)

    static var sealOutline: [Point] {
        ring(around: seal, horizontal: 250, vertical: 176)
    }

    /// The centre and half axes of the patch of follicles.
    static let follicles = (centre: Point(x: 1010, y: 7530), horizontal: 520.0, vertical: 190.0)

    static var follicleOutline: [Point] {
        ring(around: follicles.centre, horizontal: follicles.horizontal, vertical: follicles.vertical)
    }

    /// The enlarged initial's outline, clockwise from the head along the stem to the tail in the margin.
    static var initialOutline: [Point] {
        let shape: [(Double, Double)] = [
            (-26, 296), (40, 330), (104, 306), (172, 326), (190, 290), (150, 250), (104, 244), (98, 120), (92, 12),
            (74, -44), (30, -104), (-34, -150), (-78, -134), (-84, -92), (-40, -70), (-4, -22), (8, 60), (12, 220),
            (-34, 240),
        ]
        return shape.map { initialPoint($0.0, $0.1) }
    }

    /// Converts a point of the initial. Its origin is the text's left edge on the initial's baseline, with y upwards.
    static func initialPoint(_ x: Double, _ y: Double) -> Point {
        Bend.bent(Sheet.left + x, Sheet.baseline(Sheet.initialLine) - y)
    }

    /// Returns a bent box of the straight sheet. Its long sides have a vertex about every 120 pixels.
    static func bentBox(left: Double, top: Double, right: Double, bottom: Double) -> [Point] {
        let steps = max(1, Int((right - left) / 120))
        let xs = (0...steps).map { left + (right - left) * Double($0) / Double(steps) }
        return xs.map { Bend.bent($0, top) } + xs.reversed().map { Bend.bent($0, bottom) }
    }

    /// Returns sixteen points of an ellipse, clockwise on the screen.
    static func ring(around centre: Point, horizontal: Double, vertical: Double) -> [Point] {
        // Cosines of multiples of 22.5°, as constants because a library's cosine may differ in its last bit.
        let cosines = [1, 0.923_879_5, 0.707_106_8, 0.382_683_4, 0, -0.382_683_4, -0.707_106_8, -0.923_879_5]
        let circle = cosines + cosines.map { -$0 }
        return (0..<16).map { step in
            Point(x: centre.x + circle[step] * horizontal, y: centre.y + circle[(step + 12) % 16] * vertical)
        }
    }
}
