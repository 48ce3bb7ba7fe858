public import ImageGeometry

/// One thing that is wrong with a document, its place, and what mends it.
public struct Finding: Hashable, Sendable {
    /// What is wrong.
    public let kind: FindingKind
    /// The page's number; nil for what is not on a page.
    public var page: Int?
    /// The id of the clause.
    public var clause: String?
    /// The id of the other clause, where two are concerned.
    public var otherClause: String?
    /// The language of the text.
    public var language: String?
    /// The place, in image space.
    public var point: Point?
    /// The rectangle around what is wrong, in image space.
    public var box: Rectangle?
    /// In square pixels: of what two regions have in common.
    public var area: Double?
    /// ``area`` as a share of the smaller region, 0 to 1.
    public var share: Double?
    /// Whether `--fix` can mend it.
    public var isMendable = false
    /// What is wrong, as a sentence without its full stop.
    public let message: String
    /// What mends it, as a sentence without its full stop.
    public let remedy: String

    /// How bad it is.
    public var severity: FindingSeverity { kind.severity }
}

/// How a check draws its lines. What is left as it is suits a scan of a sheet at a resolution that shows pen strokes.
public struct CheckLimits: Hashable, Sendable {
    /// Regions overlap when what they have in common is thicker than so many pixels on average.
    public var overlapThickness = 0.5
    /// Regions overlap when they have more than so many square pixels in common.
    public var overlapArea = 4.0
    /// A region is a sliver when it is less than so many pixels wide on average.
    public var sliverWidth = 2.0
    /// How many pixels outside of its page a vertex may lie to be moved back without asking.
    public var hair = 2.0
    /// The most characters of a title.
    public var titleLength = 120
    /// The most characters of a translation, or of a context.
    public var textLength = 4000
    /// The share of a region's cells, below which it counts as one without ink.
    public var inkShare = 0.003
    /// The contrast that the viewer asks for before it takes paper and ink from a palette (WCAG 2.2, 1.4.6).
    public var textContrast = 7.0
    /// The contrast that the viewer asks for before it takes the accent from a palette (WCAG 2.2, 1.4.11).
    public var accentContrast = 3.0
    /// The contrast of an overlay with the paper: a wash whose border is drawn as well, and in which nothing is written.
    public var overlayContrast = 1.5

    /// The limits as they are where nobody says otherwise.
    public init() {}
}
