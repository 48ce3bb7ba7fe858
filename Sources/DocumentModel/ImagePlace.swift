/// The position of an image in a document: a page and one of its captures.
public struct ImagePlace: Hashable, Sendable, Comparable, ExpressibleByIntegerLiteral {
    /// The page's number, from 1.
    public var page: Int
    /// The capture's index on its page, 0 being the default capture.
    public var capture: Int

    /// Creates the position of a capture's image.
    public init(page: Int, capture: Int = 0) { (self.page, self.capture) = (page, capture) }

    /// Creates the position of a page's own image.
    public init(integerLiteral page: Int) { self.init(page: page) }

    /// Orders by page, then by capture.
    public static func < (left: ImagePlace, right: ImagePlace) -> Bool {
        (left.page, left.capture) < (right.page, right.capture)
    }
}
