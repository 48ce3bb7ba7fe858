/// What is read of an ALTO page, in the file's own units.
struct ALTOPage {
    /// The unit of coordinates, from `MeasurementUnit`.
    enum Unit: String {
        case pixel
        /// Tenths of a millimetre.
        case mm10
        /// 1200ths of an inch.
        case inch1200

        /// How many of the unit make a millimetre; nil for pixels.
        var perMillimetre: Double? {
            switch self {
            case .pixel: nil
            case .mm10: 10
            case .inch1200: 1200 / 25.4
            }
        }
    }

    var unit = Unit.pixel
    var width: Double?
    var height: Double?
    var lines: [ALTOLine] = []
    /// The value of `PHYSICAL_IMG_NR`.
    var imageNumber: String?
    /// The number of pages in the file, of which this is the first.
    var pageCount = 0
}

/// A `TextLine`.
struct ALTOLine {
    /// The value of `ID`.
    var id: String?
    /// The value of `POINTS` of the line's `Polygon`.
    var points: String?
    /// `HPOS`, `VPOS`, `WIDTH` and `HEIGHT`, where all four are there.
    var box: [Double]?
    /// The words, with single spaces.
    var text = ""
    /// The value of `LANG`, its own or that of what it stands in.
    var language: String?
    /// The line of the file, from 1.
    let lineNumber: Int
}
