/// Which image of a document is meant: a page's own, or that of one of its further captures.
public struct ImagePlace: Hashable, Sendable, Comparable, ExpressibleByIntegerLiteral {
    /// The page's number, from 1.
    public var page: Int
    /// The capture's place among those of its page, from 0 for the default.
    public var capture: Int

    /// Names an image.
    public init(page: Int, capture: Int = 0) { (self.page, self.capture) = (page, capture) }

    /// Names a page's own image.
    public init(integerLiteral page: Int) { self.init(page: page) }

    /// By page, then by capture.
    public static func < (left: ImagePlace, right: ImagePlace) -> Bool {
        (left.page, left.capture) < (right.page, right.capture)
    }
}
