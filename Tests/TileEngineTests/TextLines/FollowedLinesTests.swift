import ImageGeometry
import Testing

@testable import TileEngine

@Suite("Lines outlined from two touches") struct FollowedLinesTests {
    /// A shape of lines: an offset to the row of a baseline, in each column.
    enum Shape: CaseIterable {
        case straight, rising, falling, bent

        func y(_ x: Double) -> Double {
            switch self {
            case .straight: 0
            case .rising: -0.06 * x
            case .falling: 0.05 * x
            case .bent: 0.0004 * (x - 200) * (x - 200)
            }
        }
    }

    private static func page(_ shape: Shape, pitch: Double = 20, lineCount: Int = 10, width: Int = 420) -> DrawnPage {
        var page = DrawnPage(width: width, height: Int(pitch * Double(lineCount + 4)) + 30)
        for line in 0..<lineCount {
            page.write(20...Double(width) - 20, pitch: pitch) { 45 + pitch * Double(line + 1) + shape.y($0) }
        }
        return page
    }

    private static func touch(_ x: Double, line: Int, _ shape: Shape, pitch: Double = 20) -> Point {
        Point(x: x, y: 45 + pitch * Double(line + 1) + shape.y(x) - 0.22 * pitch)
    }

    @Test(arguments: Shape.allCases) func `three lines are outlined, whether straight, sloping or bent`(shape: Shape)
        throws
    {
        let page = Self.page(shape)
        let request = LineRequest(from: Self.touch(120, line: 3, shape), to: Self.touch(260, line: 5, shape))
        let found = try #require(try page.finder.outline(request))
        #expect(found.lines.count == 3)
        #expect(abs(found.pitch - 20) <= 1.5)
        #expect(page.iou(found.polygons, lines: 3...5, from: 120, to: 260) > 0.93)
        #expect(found.polygons.allSatisfy { $0.contacts().isEmpty })
        #expect(found.left < 30 && found.right > 390)
    }

    @Test func `one line is outlined between its touches, and reversed touches outline two lines`() throws {
        let page = Self.page(.straight)
        let (start, end) = (Self.touch(90, line: 4, .straight), Self.touch(330, line: 4, .straight))
        let found = try #require(try page.finder.outline(LineRequest(from: start, to: end)))
        #expect(found.lines.count == 1 && found.polygons.count == 1)
        #expect(page.iou(found.polygons, lines: 4...4, from: 90, to: 330) > 0.95)
        // An end to the left of its start is on the next line.
        let wrapped = try #require(try page.finder.outline(LineRequest(from: end, to: start)))
        #expect(wrapped.lines.count == 2)
    }

    @Test func `a clause on two lines that share no column has two polygons`() throws {
        let page = Self.page(.straight)
        let request = LineRequest(from: Self.touch(300, line: 2, .straight), to: Self.touch(100, line: 3, .straight))
        let found = try #require(try page.finder.outline(request))
        #expect(found.polygons.count == 2 && found.lines.count == 2)
        #expect(page.iou(found.polygons, lines: 2...3, from: 300, to: 100) > 0.93)
    }

    @Test func `the outline stays in its column`() throws {
        var page = DrawnPage(width: 520, height: 320)
        for line in 0..<11 { page.write(20...240, pitch: 20) { _ in 50 + 20 * Double(line) } }
        for line in 0..<11 { page.write(280...500, pitch: 20) { _ in 56 + 20 * Double(line) } }
        let request = LineRequest(from: Point(x: 60, y: 125.6), to: Point(x: 150, y: 165.6))
        let found = try #require(try page.finder.outline(request))
        #expect(found.right < 270 && found.left < 30)
        #expect(page.iou(found.polygons, lines: 4...6, from: 60, to: 150) > 0.9)
    }

    @Test func `paragraphs with short last lines are outlined`() throws {
        var page = DrawnPage(width: 420, height: 320)
        for line in 0..<11 { page.write(20...(line % 3 == 2 ? 140 : 400), pitch: 20) { _ in 50 + 20 * Double(line) } }
        let request = LineRequest(from: Point(x: 60, y: 105.6), to: Point(x: 120, y: 145.6))
        let found = try #require(try page.finder.outline(request))
        #expect(page.iou(found.polygons, lines: 3...5, from: 60, to: 120) > 0.93)
    }

    @Test(arguments: [11.0, 16, 34, 70]) func `lines with small or large letters are outlined`(pitch: Double) throws {
        let page = Self.page(.straight, pitch: pitch, lineCount: 7, width: max(300, Int(pitch * 12)))
        let start = Self.touch(pitch * 3, line: 2, .straight, pitch: pitch)
        let end = Self.touch(pitch * 8, line: 4, .straight, pitch: pitch)
        let found = try #require(try page.finder.outline(LineRequest(from: start, to: end)))
        #expect(abs(found.pitch - pitch) < 0.12 * pitch)
        #expect(page.iou(found.polygons, lines: 2...4, from: pitch * 3, to: pitch * 8) > 0.88)
    }

    @Test func `noise and touches off by a tenth of the pitch change the outline little`() throws {
        var page = Self.page(.bent)
        page.addNoise(18)
        var (start, end) = (Self.touch(120, line: 3, .bent), Self.touch(260, line: 5, .bent))
        start.y += 2
        end.y -= 2
        let found = try #require(try page.finder.outline(LineRequest(from: start, to: end)))
        #expect(found.lines.count == 3)
        #expect(page.iou(found.polygons, lines: 3...5, from: 120, to: 260) > 0.9)
    }

    @Test func `a correction adds or removes a line at either end`() throws {
        let page = Self.page(.rising)
        let plain = LineRequest(from: Self.touch(120, line: 3, .rising), to: Self.touch(260, line: 5, .rising))
        for (above, below, lines) in [(1, 0, 2...5), (-1, 0, 4...5), (0, 1, 3...6), (0, -1, 3...4), (1, 1, 2...6)] {
            var request = plain
            (request.above, request.below) = (above, below)
            let found = try #require(try page.finder.outline(request))
            #expect(found.lines.count == lines.count)
            #expect(page.iou(found.polygons, lines: lines, from: 120, to: 260) > 0.9, "\(above) \(below)")
        }
        // More lines than exist: one remains.
        var request = plain
        request.above = -9
        #expect(try page.finder.outline(request)?.lines.count == 1)
    }

    @Test func `column limits set in the request are kept`() throws {
        let page = Self.page(.straight)
        var request = LineRequest(from: Self.touch(120, line: 3, .straight), to: Self.touch(200, line: 5, .straight))
        request.right = 300
        request.left = 80
        let found = try #require(try page.finder.outline(request))
        #expect(abs(found.right - 300) <= 1 && abs(found.left - 80) <= 1)
        #expect(found.polygons.allSatisfy { $0.bounds.maxX < 335 && $0.bounds.x > 45 })
    }

    @Test func `nothing is found on blank paper`() throws {
        let page = DrawnPage(width: 300, height: 200)
        #expect(try page.finder.outline(LineRequest(from: Point(x: 50, y: 50), to: Point(x: 90, y: 90))) == nil)
        #expect(try page.finder.lines().lines.isEmpty)
    }

    @Test(arguments: [
        (LineRequest(from: Point(x: -1, y: 5), to: Point(x: 5, y: 5)), "from is -1.0,5.0"),
        (LineRequest(from: Point(x: 5, y: 5), to: Point(x: 5, y: 200)), "to is 5.0,200.0"),
        (LineRequest(from: Point(x: .nan, y: 5), to: Point(x: 5, y: 5)), "from is nan"),
        (LineRequest(from: Point(x: 5, y: 5), to: Point(x: 5, y: 5), above: 201), "above is 201"),
        (LineRequest(from: Point(x: 5, y: 5), to: Point(x: 5, y: 5), below: .min + 1), "below is -9"),
        (LineRequest(from: Point(x: 5, y: 5), to: Point(x: 5, y: 5), left: 301), "left is 301.0"),
        (LineRequest(from: Point(x: 5, y: 5), to: Point(x: 5, y: 5), left: 9, right: 9), "left is 9.0"),
    ]) func `a request with values outside the image is refused`(request: LineRequest, beginning: String) throws {
        let page = DrawnPage(width: 300, height: 200)
        let error = try #require(throws: TileEngineError.self) { try page.finder.outline(request) }
        #expect(error.kind == .outOfRange && error.reason.hasPrefix(beginning))
    }

    @Test func `touches anywhere on a noisy page give valid polygons or none`() throws {
        var page = DrawnPage(width: 220, height: 180, paper: 128)
        page.addNoise(127)
        var numbers = RepeatableNumbers(seed: 11)
        for _ in 0..<12 {
            func point() -> Point {
                Point(x: .random(in: 0..<220, using: &numbers), y: .random(in: 0..<180, using: &numbers))
            }
            let request = LineRequest(
                from: point(), to: point(), above: .random(in: -3...3, using: &numbers),
                below: .random(in: -200...200, using: &numbers))
            for polygon in try page.finder.outline(request)?.polygons ?? [] {
                #expect(polygon.contacts(limit: 1).isEmpty)
                #expect(polygon.bounds.x >= 0 && polygon.bounds.maxX <= 220)
                #expect(polygon.bounds.y >= 0 && polygon.bounds.maxY <= 180)
            }
        }
    }

    @Test(arguments: [(1, 1), (1, 40), (40, 1), (3, 3), (9, 30)])
    func `tiny images cause no error`(width: Int, height: Int) throws {
        var page = DrawnPage(width: width, height: height)
        page.addNoise(100)
        let end = Point(x: Double(width) - 0.5, y: Double(height) - 0.5)
        _ = try page.finder.outline(LineRequest(from: Point(x: 0, y: 0), to: end, above: 1, below: 1))
        _ = try page.finder.lines()
    }
}
