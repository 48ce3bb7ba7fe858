public import DocumentModel
public import ImageGeometry

// 1. `explore check` reads the served version, or a source folder more leniently than `add` does (`DocumentToCheck`),
// and the texts of former versions. 2. `DocumentCheck` examines texts and outlines. The overlap of two regions is
// measured exactly, by a sweep over trapezoids (`Polygon.overlap`), for pairs whose bounding boxes overlap
// (`BoxPairs`). 3. Ink is an input: `TileRenderer.inkMask` inspects a level of the pyramid and returns a `CellMask`, a
// grid of cells that is defined in ImageGeometry, so that neither module depends on the other. 4. `Mending` changes
// only the affected places of `clauses.json` and leaves every other byte; `CheckPicture` draws the findings.

/// Checks a document for faults.
///
/// It examines texts and outlines but no pixels: ink and text lines are inputs.
public struct DocumentCheck {
    /// The document to check.
    public let document: SourceDocument
    /// The thresholds.
    public var limits = CheckLimits()
    /// The history of the texts, if former versions are known.
    public var history: TextHistory?
    /// The recordings.
    public var recordings: RecordingList?
    /// Returns the cues in a file, given its path below `audio/`; nil if it cannot be read.
    public var cues: (String) -> [RecordingCue]? = { _ in nil }
    /// Whether the viewer has an icon of a name.
    public var hasIcon: (String) -> Bool = { _ in true }
    /// Returns the ink on a page, given its number; nil if unknown.
    public var ink: (Int) throws -> CellMask? = { _ in nil }
    /// Returns the text lines of a page, given its number; nil if none were located, in which case rows of ink are
    /// searched for.
    public var lines: (Int) throws -> [TextLine]? = { _ in nil }

    /// Prepares a check without running it.
    public init(_ document: SourceDocument) {
        self.document = document
    }

    /// Returns all findings, sorted by kind in the order of ``FindingKind``, then by page and in reading order.
    ///
    /// - Throws: Any error thrown by ``ink`` or ``lines``.
    /// - Complexity: O(*n* log *n* + *p*) in the size of the document and the number of pairs of regions whose boxes
    ///   overlap, each at the cost of `Polygon.overlap(with:)`; and O(*c*) in the cells of each page's ink.
    public func findings() throws -> [Finding] {
        let found =
            outlineFindings() + overlapFindings() + numberFindings() + categoryFindings() + iconFindings()
            + textFindings() + staleFindings() + tourFindings() + linkFindings() + glossaryFindings()
            + recordingFindings()
            + paletteFindings() + pageFindings()
            + (try inkFindings())
        let order = Dictionary(FindingKind.allCases.enumerated().map { ($1, $0) }) { first, _ in first }
        return found.enumerated().sorted { left, right in
            let (a, b) = (left.element, right.element)
            return (order[a.kind] ?? 0, a.page ?? 0, left.offset) < (order[b.kind] ?? 0, b.page ?? 0, right.offset)
        }.map(\.element)
    }

    /// A region with its clause.
    struct PlacedRegion {
        let clause: Clause
        /// The position among the clause's regions.
        let position: Int
        let region: Region

        /// The name in messages: `clause 39`, or `clause 39, region 2` if the clause has several regions.
        var name: String {
            DocumentCheck.name(of: clause) + (clause.regions.count > 1 ? ", region \(position + 1)" : "")
        }
    }

    /// All regions, in reading order.
    var regions: [PlacedRegion] {
        document.clauses.flatMap { clause in
            clause.regions.enumerated().map { PlacedRegion(clause: clause, position: $0, region: $1) }
        }
    }

    /// All regions by the number of their page, in reading order.
    var regionsByPage: [Int: [PlacedRegion]] { Dictionary(grouping: regions, by: \.region.page) }

    func page(_ number: Int) -> SourcePage? { document.pages.first { $0.number == number } }

    /// Returns the name of a clause in messages: `clause 39`.
    static func name(of clause: Clause) -> String { "\(clause.kind.rawValue) \(FaultText.plain(clause.id))" }

    /// Formats a point in whole pixels.
    static func place(_ point: Point) -> String { "\(rounded(point.x)),\(rounded(point.y))" }

    /// Formats a number, with one decimal place if it is below 100.
    static func measure(_ value: Double) -> String {
        FaultText.number(abs(value) < 100 ? (value * 10).rounded() / 10 : value.rounded())
    }

    private static func rounded(_ value: Double) -> String { FaultText.number(value.rounded()) }

    /// Creates a finding about a clause as a whole, placed at its first region.
    func finding(
        _ kind: FindingKind, about clause: Clause, language: String? = nil, _ message: String, remedy: String
    ) -> Finding {
        let region = clause.regions.first
        return Finding(
            kind: kind, page: region?.page, clause: clause.id, language: language,
            point: region?.polygon.interiorPoint, message: message, remedy: remedy)
    }

    /// Creates a finding about a region.
    func finding(
        _ kind: FindingKind, _ placed: PlacedRegion, at point: Point, _ message: String, remedy: String
    ) -> Finding {
        Finding(
            kind: kind, page: placed.region.page, clause: placed.clause.id, point: point,
            box: placed.region.polygon.bounds, message: message, remedy: remedy)
    }
}
