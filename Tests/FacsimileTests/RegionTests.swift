import ImageGeometry
import Testing

@testable import Facsimile

struct RegionTests {
    private let geometry = SheetGeometry(scaleFactor: 1)
    private var written: [FacsimileClause] { geometry.clauses.filter { $0.kind == "clause" } }
    private var details: [FacsimileClause] { geometry.clauses.filter { $0.kind == "detail" } }

    @Test(arguments: [1, 4, 8])
    func `No two clauses share any area, and no vertex is inside an edge of another`(scaleFactor: Int) {
        let clauses = SheetGeometry(scaleFactor: scaleFactor).clauses.filter { $0.kind == "clause" }
        let rings = clauses.flatMap(\.rings)
        for (position, ring) in rings.enumerated() {
            for other in rings[(position + 1)...] where ExactGeometry.areNear(ring, other) {
                #expect(!ExactGeometry.overlap(ring, other))
            }
        }
        guard scaleFactor == 1 else { return }
        let vertices = Set(rings.flatMap { $0 })
        for edge in rings.flatMap(ExactGeometry.edges) {
            #expect(!vertices.contains { ExactGeometry.isWithin($0, edge) })
        }
    }

    @Test func `The clauses fill the text's closed outline without gaps`() {
        let rings = written.flatMap(\.rings)
        var open: [Edge: Int] = [:]
        for (start, end) in rings.flatMap(ExactGeometry.edges) {
            if let count = open[Edge(start: end, end: start)], count > 0 {
                open[Edge(start: end, end: start)] = count - 1
            } else {
                open[Edge(start: start, end: end), default: 0] += 1
            }
        }
        let outline = open.filter { $0.value > 0 }.keys
        let doubled = outline.reduce(0) { $0 + $1.start.x * $1.end.y - $1.end.x * $1.start.y }
        #expect(doubled == rings.reduce(0) { $0 + ExactGeometry.doubledArea($1) })
        // A single closed outline around the text: each of its vertices is left once and reached once.
        #expect(Set(outline.map(\.start)).count == outline.count)
        #expect(Set(outline.map(\.start)) == Set(outline.map(\.end)))
    }

    @Test func `No ring crosses itself, runs the wrong way or leaves the page`() {
        for clause in geometry.clauses {
            for ring in clause.rings {
                let edges = ExactGeometry.edges(ring)
                for (position, edge) in edges.enumerated() {
                    #expect(!edges[(position + 1)...].contains { ExactGeometry.cross(edge, $0) }, "\(clause.id)")
                    #expect(!ring.contains { ExactGeometry.isWithin($0, edge) }, "\(clause.id)")
                }
                #expect(ExactGeometry.doubledArea(ring) > 0, "\(clause.id)")
                #expect(Set(ring).count == ring.count, "\(clause.id)")
                #expect(ring.allSatisfy { $0.x > 0 && $0.y > 0 && $0.x < 60000 && $0.y < 80000 }, "\(clause.id)")
            }
        }
    }

    @Test func `Every word is within its own clause and within no other`() throws {
        let polygons = try written.map { try $0.rings.map { try Polygon(outer: $0.map(\.point)) } }
        for word in geometry.layout.words {
            let baseline = Sheet.baseline(word.line)
            for place in [word.left + 2, (word.left + word.right) / 2, word.right - 2] {
                for height in [-18.0, 15, 50] {
                    let point = Bend.bent(place, baseline - height)
                    let owners = polygons.indices.filter { polygons[$0].contains { $0.contains(point) } }
                    #expect(owners == [word.word.clause], "\(word.word.text) on line \(word.line)")
                }
            }
        }
    }

    @Test func `About seventy lines fill the sheet from margin to margin`() {
        let layout = geometry.layout
        #expect((68...72).contains(layout.lineCount))
        for line in 0..<(layout.lineCount - 1) {
            let words = layout.words.filter { $0.line == line }
            #expect(abs((words.first?.left ?? 0) - Sheet.start(ofLine: line)) < 0.01)
            #expect(abs((words.last?.right ?? 0) - Sheet.end(ofLine: line)) < 0.01, "line \(line)")
            for (word, next) in zip(words, words.dropFirst()) {
                #expect(next.left - word.right > 8, "line \(line) after \(word.word.text)")
            }
        }
    }

    @Test func `A clause on two lines whose parts do not touch has two polygons, and no clause has more`() {
        #expect(written.allSatisfy { (1...2).contains($0.rings.count) })
        let inTwo = written.filter { $0.rings.count == 2 }
        #expect(!inTwo.isEmpty)
        for clause in inTwo {
            #expect(Set(clause.rings[0]).isDisjoint(with: Set(clause.rings[1])), "clause \(clause.id)")
        }
    }

    @Test func `The lines bend more and more towards the foot`() {
        let sags = stride(from: 500.0, through: 7000, by: 500).map { y in
            Bend.bent(3000, y).y - (Bend.bent(300, y).y + Bend.bent(5700, y).y) / 2
        }
        #expect(sags == sags.sorted())
        #expect((sags.first ?? 9) < 3)
        #expect((sags.last ?? 0) > 80)
    }

    @Test func `The ten details have outlines that do not overlap`() {
        #expect(
            details.map(\.id) == [
                "initial", "correction", "ink-dip", "ruling-line", "abbreviation", "added-passage", "show-through",
                "pin-holes", "seal-marks", "follicles",
            ])
        #expect(details.map(\.rings.count) == [1, 1, 1, 1, 1, 2, 1, 4, 1, 1])
        #expect(details.allSatisfy { $0.categories == ["hidden-details"] && $0.number == nil })
        let rings = details.flatMap(\.rings)
        for (position, ring) in rings.enumerated() {
            for other in rings[(position + 1)...] { #expect(!ExactGeometry.areNear(ring, other)) }
        }
    }

    @Test func `The abbreviation and ink-dip details refer to the expected words`() {
        let (details, words) = (geometry.details, geometry.layout.words)
        #expect(words[details.abbreviation].word.text == "nostrorum")
        #expect(words.filter(\.isShortest).count == 1)
        #expect(Set(details.inkDip.map { words[$0].line }).count == 1)
        #expect(details.inkDip.count == 8)
    }
}

/// A directed edge.
private struct Edge: Hashable {
    let start: TenthVertex
    let end: TenthVertex
}
