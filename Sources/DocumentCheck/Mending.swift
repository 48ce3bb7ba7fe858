public import DocumentModel
public import Foundation
import ImageGeometry

/// Repairs faults that need no judgement: removes repeated points and spikes, moves points just outside the page to its
/// edge, and removes duplicate categories of a clause.
///
/// Only the affected places in `clauses.json` are changed; everything else stays byte for byte.
public struct Mending: Sendable {
    /// A repair that was made.
    public struct Repair: Hashable, Sendable {
        /// The kind of fault.
        public let kind: FindingKind
        /// The id of the clause.
        public let clause: String
        /// The page's number; nil if the fault is not on a page.
        public let page: Int?
        /// A description of the repair, as a sentence without a full stop.
        public let message: String
    }

    /// The repairs, in reading order.
    public private(set) var repairs: [Repair] = []
    /// The repaired `clauses.json`; nil if nothing was repaired.
    public private(set) var clausesFile: Data?

    private var edits: [(place: Range<Int>, text: [UInt8])] = []

    /// Repairs a document.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    public init(_ document: SourceDocument, limits: CheckLimits = CheckLimits()) {
        guard let file = document.files.first(where: { $0.name == "clauses.json" }) else { return }
        let bytes = Array(file.bytes)
        let places = JSONPlaces(bytes)
        let clauses = places.elements(of: places.root)
        guard clauses.count == document.clauses.count else { return }
        for (clause, place) in zip(document.clauses, clauses) {
            mendCategories(of: clause, at: place, places)
            let regions = places.member("regions", of: place).map(places.elements) ?? []
            guard regions.count == clause.regions.count else { continue }
            for (region, place) in zip(clause.regions, regions) {
                let page = document.pages.first { $0.number == region.page }
                mend(region, of: clause, at: place, places, page: page, limits: limits)
            }
        }
        guard !edits.isEmpty else { return }
        var text = bytes
        for edit in edits.sorted(by: { $0.place.lowerBound > $1.place.lowerBound }) {
            text.replaceSubrange(edit.place, with: edit.text)
        }
        clausesFile = Data(text)
    }

    private mutating func mendCategories(of clause: Clause, at place: Range<Int>, _ places: JSONPlaces) {
        guard let list = places.member("categories", of: place) else { return }
        var seen: Set<String> = []
        let kept = clause.categories.indices.filter { seen.insert(clause.categories[$0]).inserted }
        let gone = clause.categories.count - kept.count
        guard gone > 0, places.elements(of: list).count == clause.categories.count else { return }
        edits.append((list, places.array(list, keeping: kept, changing: [:])))
        note(.categoryTwice, clause, nil, "named each of its categories once")
    }

    /// A ring with its repaired form.
    private struct MendedRing {
        let ring: [Point]
        let faults: RingFaults
        let moved: [Int: Point]

        init(_ given: [Point], page: SourcePage?, edgeTolerance: Double) {
            var ring = given
            var moved: [Int: Point] = [:]
            let distances = given.map { point in page.map { DocumentCheck.distance(of: point, outside: $0) } ?? 0 }
            if let page, distances.allSatisfy({ $0 <= edgeTolerance }) {
                for (index, point) in given.enumerated() where distances[index] > 0 {
                    let inside = point.clamped(width: page.width, height: page.height)
                    (ring[index], moved[index]) = (inside, inside)
                }
            }
            self.moved = moved
            faults = RingFaults(of: ring)
            self.ring = ring
        }

        var points: [Point] { faults.kept.map { ring[$0] } }
        var isChanged: Bool { !moved.isEmpty || faults.kept.count < ring.count }
    }

    private mutating func mend(
        _ region: Region, of clause: Clause, at place: Range<Int>, _ places: JSONPlaces, page: SourcePage?,
        limits: CheckLimits
    ) {
        let rings = region.polygon.rings.map { MendedRing($0, page: page, edgeTolerance: limits.edgeTolerance) }
        let holes = places.member("holes", of: place).map(places.elements) ?? []
        guard rings.contains(where: \.isChanged), holes.count == rings.count - 1,
            let outer = places.member("polygon", of: place),
            // The result must still be a valid region.
            let mended = try? Polygon(outer: rings[0].points, holes: rings.dropFirst().map(\.points)), mended.area > 0
        else { return }
        for (ring, place) in zip(rings, [outer] + holes) where ring.isChanged {
            guard places.elements(of: place).count == ring.ring.count else { continue }
            let changed = ring.moved.mapValues { "[\(FaultText.number($0.x)), \(FaultText.number($0.y))]" }
            edits.append((place, places.array(place, keeping: ring.faults.kept, changing: changed)))
            note(ring, clause, region.page)
        }
    }

    private mutating func note(_ ring: MendedRing, _ clause: Clause, _ page: Int) {
        func points(_ count: Int) -> String { "\(count) point\(count == 1 ? "" : "s")" }
        let repetitions = ring.faults.faults.count { $0.kind == .repetition }
        let spikes = ring.faults.faults.count { $0.kind == .spike }
        if !ring.moved.isEmpty {
            note(.regionOutsidePage, clause, page, "moved \(points(ring.moved.count)) to the page's edge")
        }
        if repetitions > 0 {
            note(.repeatedPoint, clause, page, "removed \(points(repetitions)) that repeated the one before")
        }
        if spikes > 0 { note(.regionSpike, clause, page, "removed \(points(spikes)) at the tips of spikes") }
    }

    private mutating func note(_ kind: FindingKind, _ clause: Clause, _ page: Int?, _ message: String) {
        repairs.append(
            Repair(
                kind: kind, clause: clause.id, page: page, message: "\(DocumentCheck.name(of: clause)): \(message)"))
    }
}
