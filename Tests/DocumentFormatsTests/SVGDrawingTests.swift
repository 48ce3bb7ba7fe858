import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats

@Suite struct SVGDrawingTests {
    private func polygons(
        _ svg: String, transform: SVGTransform = .identity, size: (width: Double, height: Double)? = nil
    ) throws -> [Polygon] {
        try SVGDrawing.shapes(of: svg, transform: transform, size: size).flatMap { try RingGrouping.polygons(of: $0) }
    }

    private func outline(_ svg: String) throws -> [[Double]] {
        try #require(try polygons(svg).first).outer.map { [$0.x, $0.y] }
    }

    private func path(_ data: String) throws -> [[Double]] { try outline("<svg><path d='\(data)'/></svg>") }

    private static let square: [[Double]] = [[10, 20], [30, 20], [30, 40], [10, 40]]

    @Test(arguments: [
        "M10,20 L30,20 L30,40 L10,40 Z", "M10 20 30 20 30 40 10 40z", "m10,20 20,0 0,20 -20,0z", "M10 20H30V40H10Z",
        "M10,20h20v20h-20z", "  M 10 20 l 20 0 l 0 20 l -20 0 l 0 -20", "M10,20L30,20L30,40L10,40L10,20Z",
        "M1e1,2.0E+1 L30,20,30,40,10,40", "M10.0+20H30V40H10Z",
    ])
    func `equivalent path data give the same square`(_ data: String) throws {
        #expect(try path(data) == Self.square)
    }

    @Test(arguments: [
        "<svg><polygon points='10,20 30,20 30,40 10,40'/></svg>", "<polygon points='10 20,30 20 30 40 10 40 10 20'/>",
        "<svg xmlns='http://www.w3.org/2000/svg'><polyline points='10,20 30,20 30,40 10,40'/></svg>",
        "<svg><rect x='10' y='20' width='20px' height='20'/></svg>",
        "<?xml version='1.0' encoding='ISO-8859-1'?><svg><g><a><rect x='10' y='20' width='20' height='20'/></a></g></svg>",
        "<svg><title>A square</title><defs><circle r='5'/></defs><rect x='10' y='20' width='20' height='20'/></svg>",
        "<?a?><svg><!-- <?x --><?y?><rect x='10' y='20' width='20' height='20'/></svg>",
        " <?xml version='1.0'?>\n<svg><rect xlink:href='#a' x='10' y='20' width='20' height='20' y:x='7'/></svg>",
        "<s:svg><s:rect x='10' y='20' width='20' height='20'/></s:svg>",
        "<svg><g transform='translate(10,20)'><rect width='20' height='20'/></g></svg>",
        "<svg><g transform='translate(10 20) scale(2)'><rect width='10' height='10'/></g></svg>",
        "<svg><g transform='matrix(2 0 0 2 10 20)'><rect width='10' height='10'/></g></svg>",
        "<svg x='7'><svg x='10' y='20px' width='50' height='50'><rect width='20' height='20'/></svg></svg>",
        "<svg><g transform='scale(2)'><svg x='5' y='10'><rect width='10' height='10'/></svg></g></svg>",
        "<svg><g style='fill:red; display:none'><circle r='9'/></g><rect x='10' y='20' width='20' height='20'/></svg>",
        "<svg><circle r='9' display='none'/><rect x='10' y='20' width='20' height='20' style='display:inline'/></svg>",
    ])
    func `equivalent drawings give the same square`(_ svg: String) throws {
        #expect(try outline(svg) == Self.square)
    }

    @Test func `a rotation moves points to the right places`() throws {
        let rotated = try polygons("<svg><rect x='10' y='0' width='20' height='10' transform='rotate(90)'/></svg>")
        let bounds = try #require(rotated.first).bounds
        #expect(abs(bounds.x + 10) < 1e-9 && abs(bounds.y - 10) < 1e-9)
        #expect(abs(bounds.width - 10) < 1e-9 && abs(bounds.height - 20) < 1e-9)
    }

    @Test(arguments: [3.0, 50, 4000, 100_000])
    func `circles are flattened to within half a pixel`(_ radius: Double) throws {
        let r = radius
        for svg in [
            "<svg><circle cx='0' cy='0' r='\(r)'/></svg>", "<svg><ellipse rx='\(r)' ry='\(r)'/></svg>",
            "<svg><path d='M\(-r),0 A\(r),\(r) 0 0 1 \(r),0 A\(r) \(r) 0 01\(-r) 0Z'/></svg>",
            "<svg><rect x='\(-r)' y='\(-r)' width='\(2 * r)' height='\(2 * r)' rx='\(r)'/></svg>",
            "<svg><g transform='scale(\(r / 2))'><circle r='2'/></g></svg>",
        ] {
            let ring = try #require(try polygons(svg).first).outer
            expectOnCurve(ring, radius: r)
        }
    }

    /// Expects the ends and midpoint of every edge to be within half a pixel of the circle around the origin, and the
    /// ring to be complete.
    private func expectOnCurve(_ ring: [Point], radius: Double) {
        for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            let middle = Point(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
            for point in [start, middle] { #expect(abs(hypot(point.x, point.y) - radius) < 0.5) }
        }
        let circle = Double.pi * radius * radius
        let area = (try? Polygon(outer: ring))?.area ?? 0
        #expect(area > circle - 2 * Double.pi * radius * 0.5 - 2 && area <= circle + 2 * Double.pi * radius * 0.01 + 1)
    }

    @Test func `Bézier curves are flattened to within half a pixel`() throws {
        let curves: [(data: String, at: (Double) -> Point)] = [
            ("M0,0 C0,900 1000,900 1000,0 Z", { t in Self.bezier([(0, 0), (0, 900), (1000, 900), (1000, 0)], t) }),
            ("M0,0 Q500,900 1000,0 Z", { t in Self.bezier([(0, 0), (500, 900), (1000, 0)], t) }),
            ("m0,0 q500,900 1000,0z", { t in Self.bezier([(0, 0), (500, 900), (1000, 0)], t) }),
        ]
        for curve in curves {
            let ring = try path(curve.data).map { Point(x: $0[0], y: $0[1]) }
            for step in 0...1000 {
                let point = curve.at(Double(step) / 1000)
                let distance = zip(ring, ring.dropFirst()).map { Self.distance(point, $0, $1) }.min() ?? .infinity
                #expect(distance < 0.5)
            }
            #expect(ring.count < 100)
        }
    }

    @Test func `smooth curves continue the curve before`() throws {
        let long = try path("M0,0 C0,50 50,50 50,0 C50,-50 100,-50 100,0 L50,200Z")
        #expect(try path("M0,0 C0,50 50,50 50,0 S100,-50 100,0 L50,200Z") == long)
        let quadratic = try path("M0,0 Q25,50 50,0 Q75,-50 100,0 L50,200Z")
        #expect(try path("M0,0 Q25,50 50,0 T100,0 L50,200Z") == quadratic)
    }

    @Test func `a viewBox is stretched to the page`() throws {
        let svg = "<svg viewBox='0 0 100 50'><rect x='10' y='10' width='20' height='20'/></svg>"
        let bounds = try #require(try polygons(svg, size: (1000, 500)).first).bounds
        #expect(bounds == Rectangle(x: 100, y: 100, width: 200, height: 200))
        #expect(try #require(try polygons(svg, size: (100, 50)).first).bounds.x == 10)
    }

    // MARK: Holes

    @Test func `rings within a path are holes by even-odd or opposite winding`() throws {
        let outer = "M0,0 L100,0 L100,100 L0,100 Z"
        let same = "M10,10 L50,10 L50,50 L10,50 Z"
        let opposite = "M10,10 L10,50 L50,50 L50,10 Z"
        let island = "M20,20 L40,20 L40,40 L20,40 Z"
        func holes(_ data: String, _ attributes: String = "") throws -> [Int] {
            try polygons("<svg><path d='\(data)' \(attributes)/></svg>").map(\.holes.count)
        }
        #expect(try holes(outer + opposite) == [1])
        #expect(try holes(outer + same) == [0])
        #expect(try holes(outer + same, "fill-rule='evenodd'") == [1])
        #expect(try holes(outer + same, "style='fill:red; fill-rule: evenodd'") == [1])
        #expect(try holes(outer + opposite + island) == [1, 0])
        #expect(try holes(outer + same + island, "fill-rule='evenodd'") == [1, 0])
        #expect(try holes(opposite + outer) == [1])
        #expect(try holes(outer + "M200,0 L300,0 L300,100 L200,100 Z") == [0, 0])
    }

    @Test func `several shapes become several polygons`() throws {
        let svg = "<svg><rect width='10' height='10'/><circle cx='50' cy='50' r='9'/><path d='M80,80h9v9z'/></svg>"
        #expect(try polygons(svg).count == 3)
    }

    // MARK: Faults

    @Test(arguments: [
        "", "no drawing", "<svg>", "<svg><path d='M0,0 L1,1'", "<svg><path d='M0,0 X9,9Z'/></svg>",
        "<svg><path d='L0,0 9,9'/></svg>", "<svg><path d='M0,0 L9'/></svg>",
        "<svg><path d='M0,0 L1e999,9 9,9Z'/></svg>",
        "<svg><path d='M0,0 A5,5 0 2 1 9,9Z'/></svg>", "<svg><path d='M nan nan L inf 0'/></svg>", "<svg><path/></svg>",
        "<svg><polygon points='0,0 9'/></svg>", "<svg><polygon points='a b c'/></svg>", "<svg><polygon/></svg>",
        "<svg><rect width='-5' height='9'/></svg>", "<svg><rect width='50%' height='9'/></svg>",
        "<svg><circle r='-1'/></svg>", "<svg><text>Words</text></svg>", "<svg><image href='file:///etc/passwd'/></svg>",
        "<svg><use href='#a'/></svg>", "<svg><g transform='spin(9)'><rect width='1' height='1'/></g></svg>",
        "<svg><g transform='translate(1'><rect width='1' height='1'/></g></svg>", "<svg></svg>",
        "<svg viewBox='0 0'><rect width='1' height='1'/></svg>",
        "<svg><svg viewBox='0 0 9 9'><rect width='1' height='1'/></svg></svg>",
        "<svg><svg x='50%'><rect width='1' height='1'/></svg></svg>",
        "<svg><rect width='1' height='1' display='none'/></svg>",
        "\t\u{0}\u{0}\u{0}<s vg", "<s\u{0}vg", "\u{600}<!DOCTYPE svg>", "svg",
        "<!DOCTYPE svg [<!ENTITY a 'M0,0'><!ENTITY b '&a;&a;'>]><svg><path d='&b;'/></svg>",
        "<svg><path d='&undefined;'/></svg>", "<svg><path d='M0,0 L9,9 9,0Z'/></svg><svg/>",
        "<svg><path d='M2e9,0 L9,9 9,0Z'/></svg>",
    ])
    func `an invalid drawing is a fault`(_ svg: String) {
        #expect(throws: SVGFault.self) { try polygons(svg, size: (100, 100)) }
    }

    @Test func `deep nesting, long paths and many rings are faults`() {
        let deep = String(repeating: "<g>", count: 10_000) + "<rect/>" + String(repeating: "</g>", count: 10_000)
        #expect(throws: SVGFault.self) { try polygons("<svg>\(deep)</svg>") }
        let long = "M0,0" + String(repeating: "l1,1", count: 300_000)
        #expect(throws: SVGFault.self) { try path(long) }
        let rings = String(repeating: "M0,0h9v9z", count: 50_000)
        #expect(throws: SVGFault.self) { try path(rings) }
    }

    @Test func `random path and transform data never traps`() {
        var random = Seeded(7)
        let pieces = ["M", "l", "A", "z", "C", "-", ".", "e", "9", "0", " ", ",", "1e308", "nan", "S", "T", "h", "Q"]
        for _ in 0..<3000 {
            let data = (0..<Int.random(in: 1...30, using: &random)).map { _ in
                pieces[Int.random(in: pieces.indices, using: &random)]
            }.joined()
            // Yields either a drawing or a fault.
            _ = try? polygons("<svg><path d='M0,0\(data)' transform='scale(\(data))'/></svg>")
            _ = try? polygons("<svg><path d='M0,0\(data)'/></svg>")
        }
    }

    // MARK: Curves, for comparison

    private static func bezier(_ points: [(Double, Double)], _ t: Double) -> Point {
        var points = points
        while points.count > 1 {
            points = zip(points, points.dropFirst()).map { ($0.0 + ($1.0 - $0.0) * t, $0.1 + ($1.1 - $0.1) * t) }
        }
        return Point(x: points[0].0, y: points[0].1)
    }

    private static func distance(_ point: Point, _ start: Point, _ end: Point) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        let place = length == 0 ? 0 : min(max(((point.x - start.x) * dx + (point.y - start.y) * dy) / length, 0), 1)
        return hypot(point.x - start.x - place * dx, point.y - start.y - place * dy)
    }
}
