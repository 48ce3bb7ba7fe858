import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// Splits the lines of pages, whose outlines overlap in places, at random: for any split, the clauses are valid and
/// disjoint. Checked with integers, without tolerance.
@Suite struct CharterClausesTests {
    /// Real charters are in the shared data; see SharedData.
    private static let hasCharters: ConditionTrait = .enabled(
        if: SharedData.has("charter-besancon-par03"), "needs ../shared/data")
    static let samples = CharterTests.samples.filter { !$0.path.contains("chocomufin") }

    private struct Page {
        let bytes: Data
        let image: SourceImage
        let lines: [Clause]

        init(_ sample: CharterTests.Sample) throws {
            try self.init(SharedData.url(sample.path), width: sample.width, height: sample.height)
        }

        init(_ file: URL, width: Int, height: Int) throws {
            bytes = try Data(contentsOf: file)
            image = SourceImage(fileName: "scan.jpg", width: width, height: height)
            lines = try LineFile.read(bytes, file: "a.xml", image: image, id: "a", title: "a").document.clauses
        }

        func clauses(_ table: String) throws -> [Clause] {
            let table = LineTable(bytes: Data(table.utf8), file: "map.csv")
            return try LineFile.read(bytes, file: "a.xml", image: image, clauses: table, id: "a", title: "a").document
                .clauses
        }

        /// Returns a table that splits the text at random positions and omits some stretches.
        func table(cuts: Int, leavingOut: Double, _ generator: inout Seeded) -> String {
            let places = (0..<cuts).map { _ -> [Int] in
                let line = Int.random(in: 0..<lines.count, using: &generator)
                let bounds = lines[line].regions[0].polygon.bounds
                return [line, Int.random(in: Int(bounds.x.rounded())...Int(bounds.maxX.rounded()), using: &generator)]
            }
            let sorted = Set(places).sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
            var rows = ["clause,first line,first x,last line,last x"]
            var former: [Int]?
            for (number, place) in (sorted + [[lines.count - 1, -1]]).enumerated() {
                defer { former = place }
                if place == former || Double.random(in: 0..<1, using: &generator) < leavingOut { continue }
                let start = former.map { "\($0[0] + 1),\($0[1])" } ?? "1,"
                rows.append("c\(number),\(start),\(place[0] + 1),\(place[1] < 0 ? "" : "\(place[1])")")
            }
            return rows.joined(separator: "\n") + "\n"
        }
    }

    @Test(hasCharters, arguments: samples)
    func `any split of a real page gives valid polygons that do not overlap`(_ sample: CharterTests.Sample) throws {
        try expectAnySplitValid(of: try Page(sample), rounds: sample.path.hasPrefix("charter") ? 6 : 1)
    }

    @Test func `any split of the fixture page gives valid polygons that do not overlap`() throws {
        let page = try Page(LinedPage.alto, width: 640, height: 480)
        #expect(page.lines.count == LinedPage.lineCount)
        try expectAnySplitValid(of: page, rounds: 6)
    }

    private func expectAnySplitValid(of page: Page, rounds: Int) throws {
        var generator = Seeded(UInt64(page.lines.count))
        var (read, refused) = (0, 0)
        for round in 0..<rounds {
            let table = page.table(
                cuts: [20, 1, 0, 10, 30, 60][round], leavingOut: round.isMultiple(of: 2) ? 0 : 0.3,
                &generator)
            let clauses: [Clause]
            do {
                clauses = try page.clauses(table)
            } catch let faults as SourceFaults {
                // A cut may be exactly at the end of a line, with nothing between it and the next one; that is
                // reported.
                #expect(faults.lines.allSatisfy { $0.contains("goes forwards") || $0.contains("no area") }, "\(faults)")
                refused += 1
                continue
            }
            read += 1
            let page = ExactPage(clauses.flatMap(\.regions).map(\.polygon))
            #expect(page.isExact)
            #expect(page.faultyRings.isEmpty, "\(table)")
            #expect(page.isDisjoint, "\(table)")
        }
        #expect(read > refused * 5)
    }

    @Test(hasCharters, arguments: samples.filter { $0.path.hasPrefix("charter") })
    func `clauses cover their lines and little else`(_ sample: CharterTests.Sample) throws {
        let page = try Page(sample)
        // One clause per line, so that no space between lines is filled.
        let rows = page.lines.indices.map { "c\($0),\($0 + 1),\($0 + 1)" }
        let clauses = try page.clauses("clause,first line,last line\n" + rows.joined(separator: "\n"))
        let index = try PolygonIndex(clauses.flatMap(\.regions).map(\.polygon))
        let owners = clauses.enumerated().flatMap { number, clause in clause.regions.map { _ in number } }
        var generator = Seeded(3)
        var (covered, own, samples) = (0, 0, 0)
        for (number, line) in page.lines.enumerated() {
            let outline = line.regions[0].polygon
            let bounds = outline.bounds
            for _ in 0..<200 {
                let point = Point(
                    x: Double.random(in: bounds.x...bounds.maxX, using: &generator),
                    y: Double.random(in: bounds.y...bounds.maxY, using: &generator))
                guard outline.contains(point) else { continue }
                let found = index.containing(point)
                samples += 1
                covered += found.isEmpty ? 0 : 1
                own += found.contains { owners[$0] == number } ? 1 : 0
            }
        }
        #expect(Double(covered) > 0.99 * Double(samples), "\(covered) of \(samples)")
        // Where outlines overlap, which is up to a fifth of them, a part belongs to the neighbour.
        #expect(Double(own) > 0.78 * Double(samples), "\(own) of \(samples)")
        let area = clauses.flatMap(\.regions).reduce(0) { $0 + $1.polygon.area }
        #expect(area < 1.01 * page.lines.reduce(0) { $0 + $1.regions[0].polygon.area })
    }

    @Test(hasCharters) func `a clause of several lines is one polygon where its lines touch`() throws {
        let page = try Page(Self.samples[0])
        let clauses = try page.clauses("clause,first line,last line\nall,5,12\n")
        #expect(clauses[0].regions.count == 1)
        #expect(clauses[0].regions[0].polygon.vertexCount < 1500)
    }
}
