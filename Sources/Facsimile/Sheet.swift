/// The measures of the sheet, in pixels of the full drawing.
enum Sheet {
    static let width = 6000.0
    static let height = 8000.0
    /// Between the picture's edge and the parchment, on the average.
    static let surround = 104.0

    /// Where the lines of writing begin and end.
    static let left = 268.0
    static let right = 5732.0
    /// The baseline of the first line, before the bend.
    static let firstBaseline = 404.0
    /// From one baseline to the next.
    static let pitch = 94.0
    /// A line's band reaches from this part of the pitch above its baseline to the rest of it below.
    static let bandAbove = 0.68
    /// The bands reach this far beyond the writing on both sides.
    static let sidePadding = 14.0

    /// Pixels to a unit of the hand, of which a minim has ten.
    static let unit = 3.255

    /// How much room the first lines leave for the initial, of which the last only has the tail beside it.
    static let initialIndents = [196.0, 196, 196, 92]
    /// The line on whose baseline the initial stands.
    static let initialLine = 2

    /// The baseline of a line before the bend.
    static func baseline(_ line: Int) -> Double { firstBaseline + Double(line) * pitch }

    /// The border above a line before the bend.
    static func bandTop(_ line: Int) -> Double { baseline(line) - bandAbove * pitch }

    /// Where a line's writing ends, before the bend: no scribe meets the margin quite.
    static func end(ofLine line: Int) -> Double { right - Double((line * 17 + line * line * 5) % 23) }

    /// Where a line's writing begins, before the bend.
    static func start(ofLine line: Int) -> Double { left + (line < initialIndents.count ? initialIndents[line] : 0) }
}
