import DocumentModel
import Foundation
import ImageGeometry

/// A media fragment that selects part of an image: `xywh=10,20,30,40` or `xywh=percent:5,5,20,20`.
///
/// Source: https://www.w3.org/TR/media-frags/#naming-space. Fractions of pixels are also accepted: the grammar has
/// none, but many programs write them.
struct MediaFragment: Equatable {
    let box: Rectangle
    let isPercent: Bool

    /// The meaning of a fragment.
    enum Reading: Equatable {
        /// A box.
        case box(MediaFragment)
        /// A period of time, without a place.
        case time
        /// Not a media fragment.
        case other
    }

    /// Parses a fragment, given without its `#`.
    ///
    /// - Throws: A fault if `xywh` is not followed by a valid box.
    static func read(_ fragment: String) throws(SVGFault) -> Reading {
        let decoded =
            fragment.utf8.contains(UInt8(ascii: "%")) ? fragment.removingPercentEncoding ?? fragment : fragment
        var isTime = false
        for dimension in decoded.parts(at: "&") {
            if dimension.begins(with: "t=") { isTime = true }
            guard dimension.begins(with: "xywh=") else { continue }
            return .box(try box(Substring(dimension.unicodeScalars.dropFirst(5))))
        }
        return isTime ? .time : .other
    }

    private static func box(_ text: Substring) throws(SVGFault) -> MediaFragment {
        var numbers = text
        let isPercent = text.begins(with: "percent:") || text.begins(with: "pct:")
        for prefix in ["pixel:", "percent:", "pct:"] where numbers.begins(with: prefix) {
            numbers = Substring(numbers.unicodeScalars.dropFirst(prefix.count))
        }
        let sides = numbers.parts(at: ",", omittingEmptyParts: false).map { LineNumbers.number($0.trimmed) }
        let values = sides.compactMap(\.self)
        guard values.count == 4, sides.count == 4, values[2] >= 0, values[3] >= 0 else {
            throw SVGFault(
                value: FaultText.quoted("xywh=\(text)"), expected: "xywh= and four numbers x,y,width,height")
        }
        return MediaFragment(
            box: Rectangle(x: values[0], y: values[1], width: values[2], height: values[3]), isPercent: isPercent)
    }
}
