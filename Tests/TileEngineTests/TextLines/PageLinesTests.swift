import ImageGeometry
import Synchronization
import Testing

@testable import TileEngine

@Suite("All lines of a page") struct PageLinesTests {
    @Test func `two columns under a common heading are read one after the other`() throws {
        var page = DrawnPage(width: 520, height: 330)
        page.write(30...490, pitch: 20) { _ in 40 }
        for line in 0..<9 { page.write(20...240, pitch: 20) { _ in 90 + 20 * Double(line) } }
        for line in 0..<9 { page.write(280...500, pitch: 20) { _ in 94 + 20 * Double(line) } }
        let found = try page.finder.lines()
        #expect(abs(found.pitch - 20) <= 1.5)
        #expect(found.lines.count == 19)
        for (number, line) in found.lines.enumerated() {
            #expect(page.iou([line.polygon], lines: number...number, from: 0, to: 520) > 0.85, "\(number)")
            #expect(line.polygon.contacts(limit: 1).isEmpty && line.baseline.count >= 2)
            #expect(zip(line.baseline, line.baseline.dropFirst()).allSatisfy { $0.x < $1.x })
        }
    }

    @Test func `sloping lines of different lengths are found, and nothing else`() throws {
        var page = DrawnPage(width: 420, height: 320)
        for line in 0..<11 {
            page.write(30...(line % 4 == 3 ? 200 : 380), pitch: 20) { 60 + 20 * Double(line) + 0.05 * $0 }
        }
        let lineCount = page.lineCount
        let found = try page.finder.lines()
        #expect(found.lines.count == lineCount)
        for (number, line) in found.lines.enumerated() {
            #expect(page.iou([line.polygon], lines: number...number, from: 0, to: 420) > 0.85, "\(number)")
        }
    }

    @Test func `progress rises, and the search can be cancelled`() throws {
        var page = DrawnPage(width: 300, height: 200)
        for line in 0..<7 { page.write(20...280, pitch: 20) { _ in 40 + 20 * Double(line) } }
        var fractions: [Double] = []
        _ = try page.finder.lines(progress: { fractions.append($0) })
        #expect(!fractions.isEmpty && fractions == fractions.sorted() && fractions.allSatisfy { (0...1).contains($0) })
        #expect(throws: CancellationError.self) { try page.finder.lines(isCancelled: { true }) }
    }

    @Test func `the search of a page of noise ends, with valid polygons`() throws {
        var page = DrawnPage(width: 320, height: 320, paper: 128)
        page.addNoise(127)
        for line in try page.finder.lines().lines { #expect(line.polygon.contacts(limit: 1).isEmpty) }
    }

    @Test func `the reduced page has a bounded size for any image shape`() {
        for (width, height) in [
            (6_000, 8_000), (100_000, 100_000), (1, 1_000_000), (1_000_000, 100), (2_000, 60_000), (500, 400),
        ] {
            let size = TextLineFinder(imageSize: PixelSize(width: width, height: height)) { _, _ in [] }.size
            #expect(size.width * size.height <= 6_100_000 && size.width >= 1 && size.height >= 1)
            #expect(size.width <= width && size.height <= height)
        }
        #expect(
            TextLineFinder(imageSize: PixelSize(width: 4_000, height: 6_000)) { _, _ in [] }.size
                == PixelSize(width: 1_067, height: 1_600))
        // A roll is examined at the resolution of a page of its width.
        #expect(TextLineFinder(imageSize: PixelSize(width: 2_000, height: 15_000)) { _, _ in [] }.size.width == 640)
    }

    @Test func `a line is read after those above it, and after columns to its left`() {
        func place(_ columns: Range<Int>, _ y: Float) -> ReadingOrder.Place { .init(columns: columns, y: y) }
        let places = [
            place(0..<100, 0), place(0..<45, 10), place(55..<100, 10), place(0..<45, 20), place(55..<100, 20),
            place(0..<100, 30),
        ]
        #expect(ReadingOrder.indices(of: places) == [0, 1, 3, 2, 4, 5])
        #expect(ReadingOrder.indices(of: []) == [])
        // The same column and the same height: each occurs once.
        #expect(ReadingOrder.indices(of: Array(repeating: place(0..<9, 5), count: 4)).sorted() == [0, 1, 2, 3])
    }
}
