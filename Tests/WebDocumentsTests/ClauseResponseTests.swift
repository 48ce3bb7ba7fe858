import DocumentModel
import ImageGeometry
import Testing
import WebDocuments

@Suite struct ClauseResponseTests {
    private static func clause(_ id: String) throws -> ClauseResult {
        let triangle = [Point(x: 0, y: 0), Point(x: 9.5, y: 0), Point(x: 9, y: 9)]
        return ClauseResult(
            id: id, number: nil, kind: .clause, incipit: "Nullus \"liber\" homo", title: "Free men", translation: nil,
            context: nil, transcription: "é\u{301}", lang: "en", categories: ["a"], style: .filled,
            regions: [Region(page: 1, polygon: try Polygon(outer: triangle))])
    }

    @Test(arguments: [0, 1, 3])
    func `a list that is written clause by clause is the same as one that is written as a whole`(count: Int) throws {
        let clauses = try (0..<count).map { try Self.clause("c\($0)") }
        for next in [nil, ClauseCursor("3.c2")] {
            for counts in [nil, CategoryCounts(all: 3, categories: [.init(id: "a", count: 2)])] {
                let part = ClausePart(total: 5, clauses: clauses, next: next)
                var text = ""
                JSON.write(part, counts: counts, to: &text)
                #expect(Array(text.utf8) == JSON.clauses(part, counts: counts).bytes())
            }
        }
    }
}
