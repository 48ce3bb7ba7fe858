/// The dimensions of the sheet, in pixels of the full drawing.
enum Sheet {
    static let width = 6000.0
    static let height = 8000.0
    /// The average distance between the picture's edge and the parchment.
    static let surround = 104.0

    /// The left and right ends of the lines.
    static let left = 268.0
    static let right = 5732.0
    /// The baseline of the first line, before the bend.
    static let firstBaseline = 404.0
    /// The distance between baselines.
    static let pitch = 94.0
    /// The fraction of the pitch by which a line's band extends above the baseline. The rest is below it.
    static let bandAbove = 0.68
    /// The distance by which bands extend beyond the writing on both sides.
    static let sidePadding = 14.0

    /// The number of pixels per hand unit; a minim is ten units high.
    static let unit = 3.255

    /// The indentation of the first lines, which leaves space for the initial. The last of them has only its tail
    /// beside it.
    static let initialIndents = [196.0, 196, 196, 92]
    /// The number of the line whose baseline the initial stands on.
    static let initialLine = 2

    /// Returns the baseline of a line, before the bend.
    static func baseline(_ line: Int) -> Double { firstBaseline + Double(line) * pitch }

    /// Returns the border above a line, before the bend.
    static func bandTop(_ line: Int) -> Double { baseline(line) - bandAbove * pitch }

    /// Returns the end of a line's writing, before the bend. It varies, because scribes do not meet the margin exactly.
    static func end(ofLine line: Int) -> Double { right - Double((line * 17 + line * line * 5) % 23) }

    /// Returns the start of a line's writing, before the bend.
    static func start(ofLine line: Int) -> Double { left + (line < initialIndents.count ? initialIndents[line] : 0) }
}
