import Foundation
import ImageGeometry
import Testing

@testable import ClauseStore
@testable import DocumentCheck
@testable import DocumentModel

/// Ink given by a mask, as from the layer above: letters of 4 x 10 cells of 2 x 2 pixels, in rows.
@Suite struct InkCheckTests {
    /// Returns the ink of the sound document's page of 1000 x 800, with rows of letters in these columns of pixels.
    private func ink(_ rows: [(y: Int, columns: Range<Int>)]) throws -> CellMask {
        var cells = [Bool](repeating: false, count: 500 * 400)
        for row in rows {
            for x in stride(from: row.columns.lowerBound / 2, to: row.columns.upperBound / 2 - 6, by: 9) {
                for line in row.y / 2..<row.y / 2 + 10 {
                    for column in x..<x + 4 { cells[line * 500 + column] = true }
                }
            }
        }
        return try #require(CellMask(columns: 500, rows: 400, cellWidth: 2, cellHeight: 2, cells: cells))
    }

    private static let rows = [160, 220, 280, 340, 460, 520, 580, 640]
    private static var writing: [(y: Int, columns: Range<Int>)] {
        rows.flatMap { [($0, 120..<480), ($0, 520..<880)] }
    }

    private func findings(
        _ document: SourceDocument, _ rows: [(y: Int, columns: Range<Int>)],
        lines: [DocumentCheck.TextLine]? = nil
    ) throws -> [Finding] {
        var check = DocumentCheck(document)
        let mask = try ink(rows)
        check.ink = { $0 == 1 ? mask : nil }
        check.lines = { $0 == 1 ? lines : nil }
        return try check.findings()
    }

    @Test func `regions that cover their ink give no findings`() throws {
        #expect(try findings(SoundDocument.read(), Self.writing).map(\.message) == [])
    }

    @Test func `a region without ink is reported if there is ink beside it`() throws {
        // The last clause's words are below its region.
        let moved = Self.writing.filter { !($0.columns.lowerBound == 520 && $0.y > 400) }
        let found = try findings(SoundDocument.read(), moved)
        #expect(found.map(\.kind) == [.regionWithoutInk])
        #expect(found[0].clause == "3" && found[0].page == 1)
        #expect(found[0].box == Rectangle(x: 500, y: 400, width: 400, height: 300))
    }

    @Test func `a region without ink that is far from any other ink is not reported`() throws {
        let distant = try SoundDocument.read(
            (
                "clauses.json", "[[500, 400], [900, 400], [900, 700], [500, 700]]",
                "[[960, 730], [990, 730], [990, 760], [960, 760]]"
            ))
        let rows = Self.writing.filter { !($0.columns.lowerBound == 520 && $0.y > 400) }
        #expect(try findings(distant, rows).isEmpty)
    }

    @Test func `a detail without ink is not reported`() throws {
        // Both regions are between the same two rows of ink.
        let document = try SoundDocument.read(
            (
                "clauses.json", "[[500, 100], [900, 100], [900, 400], [500, 400]]",
                "[[600, 185], [700, 185], [700, 215], [600, 215]]"
            ),
            (
                "clauses.json", "[[150, 150], [250, 150], [250, 250], [150, 250]]",
                "[[150, 185], [250, 185], [250, 215], [150, 215]]"
            ),
            (
                "clauses.json", "[[180, 180], [220, 180], [220, 220], [180, 220]]",
                "[[180, 195], [220, 195], [220, 205], [180, 205]]"
            ))
        let found = try findings(document, Self.writing).filter { $0.kind == .regionWithoutInk }
        #expect(found.map(\.clause) == ["1"], "the clause, not the detail")
    }

    @Test func `a row of ink that no region covers is reported with its place`() throws {
        let found = try findings(SoundDocument.read(), Self.writing + [(740, 120..<860)])
        #expect(found.map(\.kind) == [.lineUncovered])
        let box = try #require(found.first?.box)
        #expect(abs(box.x - 120) <= 2 && abs(box.y - 740) <= 2 && box.width > 700 && box.height <= 24, "\(box)")
        #expect(found[0].page == 1 && found[0].message.hasPrefix("a row of ink"))
    }

    @Test func `ink that juts out of a region or forms no row is not reported`() throws {
        // Half a letter beyond the lower border, and a few letters in the margin.
        let found = try findings(SoundDocument.read(), Self.writing + [(688, 520..<880), (740, 120..<190)])
        #expect(found.map(\.message) == [])
    }

    @Test func `a page of ink without any region is one finding`() throws {
        // The only region of page 2 is moved to page 1.
        var check = DocumentCheck(try SoundDocument.read(("clauses.json", #""page": 2"#, #""page": 1"#)))
        let mask = try ink(Self.writing)
        check.ink = { $0 == 2 ? mask : nil }
        let found = try check.findings().filter { $0.kind == .lineUncovered }
        #expect(found.count == 1 && found[0].page == 2)
    }

    @Test func `given text lines that no region covers are reported`() throws {
        func line(_ name: String, _ y: Double) throws -> DocumentCheck.TextLine {
            let corners = [(110.0, y), (890.0, y), (890.0, y + 40), (110.0, y + 40)]
            return DocumentCheck.TextLine(
                name: name, polygon: try Polygon(outer: corners.map { Point(x: $0.0, y: $0.1) }))
        }
        let found = try findings(
            SoundDocument.read(), Self.writing,
            lines: [line("line 1", 150), line("line 2", 360), line("line 3", 690), line("line 4", 740)])
        #expect(
            found.map(\.message) == [
                "line 3 is in no clause: 25 % of it is covered", "line 4 is in no clause: 0 % of it is covered",
            ])
        #expect(found[1].box == Rectangle(x: 110, y: 740, width: 780, height: 40))
    }
}
