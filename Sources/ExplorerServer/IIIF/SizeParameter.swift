import TileEngine
import WebDocuments

/// The size parameter of an address.
///
/// In 3.0, `^` before the size permits enlarging; in 2.1, sizes may exceed the region anyway.
///
/// Specification: <https://iiif.io/api/image/3.0/#42-size>, <https://iiif.io/api/image/2.1/#size>
struct SizeParameter: Equatable {
    enum Form: Equatable {
        /// The largest size that the server provides.
        case max
        /// The region's own size: `full`, in 2.1 only.
        case full
        case width(Int)
        case height(Int)
        case percentage(Double)
        case exact(PixelSize)
        /// The largest size that fits into a box, in proportion.
        case confined(PixelSize)
    }

    let form: Form
    /// Whether the response may be larger than the region.
    let mayEnlarge: Bool
    /// How many times as long as the region's a side may be.
    var enlargement: Int { mayEnlarge ? RegionRequest.largestEnlargement : 1 }

    /// Parses `max`, `w,`, `,h`, `pct:n`, `w,h` or `!w,h`; in 3.0 with an optional `^` before it, in 2.1 also `full`.
    ///
    /// - Throws: ``Problem`` 400 for anything else, and for sizes of 0 pixels.
    init(_ text: String, version: ImageAPIVersion) throws(Problem) {
        let isMarked = version == .three && text.hasPrefix("^")
        guard let form = Self.form(text.dropFirst(isMarked ? 1 : 0), version: version) else {
            throw .badRequest(
                version == .three
                    ? "the size is '\(text)', expected 'max', 'w,', ',h', 'pct:n', 'w,h' or '!w,h', with '^' before it to enlarge"
                    : "the size is '\(text)', expected 'full', 'max', 'w,', ',h', 'pct:n', 'w,h' or '!w,h'")
        }
        self.form = form
        // In 2.1, `max` is `full` within the limits.
        mayEnlarge = version == .three ? isMarked : form != .max && form != .full
    }

    private static func form(_ text: Substring, version: ImageAPIVersion) -> Form? {
        if text == "max" { return .max }
        if text == "full" { return version == .two ? .full : nil }
        if text.hasPrefix("pct:") {
            return ParameterNumber.decimal(text.dropFirst(4)).flatMap { $0 > 0 ? .percentage($0) : nil }
        }
        let isBox = text.hasPrefix("!")
        let parts = text.dropFirst(isBox ? 1 : 0).split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let (width, height) = (ParameterNumber.whole(parts[0]), ParameterNumber.whole(parts[1]))
        guard width.map({ $0 > 0 }) ?? parts[0].isEmpty, height.map({ $0 > 0 }) ?? parts[1].isEmpty else { return nil }
        switch (width, height, isBox) {
        case (let width?, let height?, true): return .confined(PixelSize(width: width, height: height))
        case (let width?, let height?, false): return .exact(PixelSize(width: width, height: height))
        case (let width?, nil, false): return .width(width)
        case (nil, let height?, false): return .height(height)
        default: return nil
        }
    }
}
