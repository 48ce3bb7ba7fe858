public import ImageGeometry

/// A fault in a document, with its location and remedy.
public struct Finding: Hashable, Sendable {
    /// The kind of fault.
    public let kind: FindingKind
    /// The page's number; nil if the fault is not on a page.
    public var page: Int?
    /// The id of the clause, if one is concerned.
    public var clause: String?
    /// The id of the other clause, if two are concerned.
    public var otherClause: String?
    /// The language of the text, if a text is concerned.
    public var language: String?
    /// The location in image space.
    public var point: Point?
    /// The bounding box of the fault in image space.
    public var box: Rectangle?
    /// The area that two regions have in common, in square pixels.
    public var area: Double?
    /// ``area`` as a share of the smaller region, 0 to 1.
    public var share: Double?
    /// Whether `--fix` can repair it.
    public var isMendable = false
    /// A description of the fault, as a sentence without a full stop.
    public let message: String
    /// A suggested remedy, as a sentence without a full stop.
    public let remedy: String

    /// The severity of the fault.
    public var severity: FindingSeverity { kind.severity }
}

/// The thresholds of a check. The defaults suit a scan of a sheet at a resolution that shows pen strokes.
public struct CheckLimits: Hashable, Sendable {
    /// The average thickness, in pixels, above which common ground of two regions counts as an overlap.
    public var overlapThickness = 0.5
    /// The area, in square pixels, above which common ground of two regions counts as an overlap.
    public var overlapArea = 4.0
    /// The average width, in pixels, below which a region counts as a sliver.
    public var sliverWidth = 2.0
    /// The maximum distance, in pixels, by which a vertex outside the page is moved back automatically.
    public var edgeTolerance = 2.0
    /// The maximum length of a title, in Unicode scalars.
    public var titleLength = 120
    /// The maximum length of a translation or context, in Unicode scalars.
    public var textLength = 4000
    /// The share of a region's cells that must have ink; below it, the region counts as having none.
    public var inkShare = 0.003
    /// The contrast that the viewer requires to use paper and ink from a palette (WCAG 2.2, 1.4.6).
    public var textContrast = 7.0
    /// The contrast that the viewer requires to use the accent from a palette (WCAG 2.2, 1.4.11).
    public var accentContrast = 3.0
    /// The minimum contrast of an overlay with the paper. An overlay is a wash with a visible border and has no text in
    /// it.
    public var overlayContrast = 1.5

    /// Creates the default thresholds.
    public init() {}
}
