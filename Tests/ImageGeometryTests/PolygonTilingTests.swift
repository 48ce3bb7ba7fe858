import ImageGeometry
import Testing

/// Tilings of the square from 0 to `size`; every point of the square must be claimed exactly once.
private struct Tiling {
    let triangles: [Polygon]
    let vertices: [Point]
    let edges: [(Point, Point)]

    /// Creates a grid whose inner vertices are moved at random, by so little that no triangle loses its area, with each
    /// cell cut into two triangles along a random diagonal.
    ///
    /// - Parameter step: Coordinates are multiples of it; 0 for any number, in which case edges cross no round
    ///   coordinates.
    init(cells: Int, size: Double, step: Double) throws {
        let cell = size / Double(cells)
        var grid: [[Point]] = []
        for row in 0...cells {
            grid.append(
                (0...cells).map { column in
                    func moved(_ index: Int) -> Double {
                        let isBorder = index == 0 || index == cells
                        let place = Double(index) * cell + (isBorder ? 0 : .random(in: -0.2...0.2) * cell)
                        return step > 0 && !isBorder ? (place / step).rounded() * step : place
                    }
                    return Point(x: moved(column), y: moved(row))
                })
        }
        var triangles: [Polygon] = []
        var edges: [(Point, Point)] = []
        for row in 0..<cells {
            for column in 0..<cells {
                let (a, b) = (grid[row][column], grid[row][column + 1])
                let (c, d) = (grid[row + 1][column + 1], grid[row + 1][column])
                // Each ring has a random start and direction, like neighbouring rings in real files.
                for ring in Bool.random() ? [[a, b, c], [a, c, d]] : [[a, b, d], [b, c, d]] {
                    let directed = Bool.random() ? ring : ring.reversed()
                    let start = Int.random(in: 0..<3)
                    triangles.append(try Polygon(outer: Array(directed[start...] + directed[..<start])))
                    edges += [(ring[0], ring[1]), (ring[1], ring[2]), (ring[2], ring[0])]
                }
            }
        }
        self.triangles = triangles
        self.edges = edges
        vertices = grid.flatMap(\.self)
    }

    func claims(_ point: Point) -> Int {
        triangles.count { $0.contains(point) }
    }
}

@Suite struct PolygonTilingTests {
    @Test(arguments: [1.0, 0.25, 0])
    func `every point of a tiling is claimed exactly once, also on vertices and edges`(_ step: Double) throws {
        for _ in 0..<8 {
            let size = 60.0
            let tiling = try Tiling(cells: 6, size: size, step: step)
            let square = Rectangle(x: 0, y: 0, width: size, height: size)
            var points = tiling.vertices
            for (start, end) in tiling.edges {
                for share in [0.5, 0.25, 1.0 / 3, Double.random(in: 0...1)] {
                    let (x, y) = (start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
                    points += [
                        Point(x: x, y: y), Point(x: x.nextUp, y: y), Point(x: x, y: y.nextDown),
                        Point(x: x.rounded(), y: y), Point(x: x, y: start.y),
                    ]
                }
            }
            points += (0..<500).map { _ in Point(x: .random(in: 0..<size), y: .random(in: 0..<size)) }
            for x in stride(from: 0, through: size, by: 4) {
                points += stride(from: 0, through: size, by: 4).map { Point(x: x, y: $0) }
            }
            for point in points {
                #expect(tiling.claims(point) == (square.contains(point) ? 1 : 0), "\(point)")
            }
        }
    }

    @Test func `fans of slivers around one vertex leave no gap`() throws {
        let centre = Point(x: 1.0 / 3, y: 2.0 / 7)
        let rim = (0...40).map { Point(x: 1000 + Double($0) * 0.001, y: Double($0) * 0.013) }
        let slivers = try zip(rim, rim.dropFirst()).map { try Polygon(outer: [centre, $0, $1]) }
        let whole = try Polygon(outer: [centre] + rim)
        for _ in 0..<3000 {
            let share = Double.random(in: 0...1)
            let end = rim[Int.random(in: 0..<rim.count)]
            let point = Point(x: centre.x + share * (end.x - centre.x), y: centre.y + share * (end.y - centre.y))
            #expect(slivers.count { $0.contains(point) } == (whole.contains(point) ? 1 : 0), "\(point)")
        }
    }

    @Test func `a hole and the polygon that fills it share their border once`() throws {
        let outer = [Point(x: 0, y: 0), Point(x: 30, y: 0), Point(x: 30, y: 30), Point(x: 0, y: 30)]
        for _ in 0..<100 {
            let ring = (0..<3).map { _ in
                Point(x: Double(Int.random(in: 1...29)), y: Double(Int.random(in: 1...29)))
            }
            guard let filling = try? Polygon(outer: ring) else { continue }
            let frame = try Polygon(outer: outer, holes: [ring.reversed()])
            for x in 0..<30 {
                for y in 0..<30 {
                    let point = Point(x: Double(x), y: Double(y))
                    #expect(frame.contains(point) != filling.contains(point), "\(ring) at \(point)")
                }
            }
        }
    }

    @Test func `away from borders the result matches an independent winding number`() throws {
        var insideCount = 0
        for _ in 0..<200 {
            let polygon = try Shapes.star(vertices: .random(in: 3...30), reach: 190)
            for _ in 0..<100 {
                let point = Point(
                    x: polygon.bounds.x + .random(in: -0.1...1.1) * polygon.bounds.width,
                    y: polygon.bounds.y + .random(in: -0.1...1.1) * polygon.bounds.height)
                guard Shapes.distance(polygon.outer, to: point) > 1e-9 else { continue }
                let isInside = Shapes.windingNumber(polygon.outer, around: point) != 0
                #expect(polygon.contains(point) == isInside)
                if isInside { insideCount += 1 }
            }
        }
        #expect(insideCount > 1000)
    }

    @Test func `where a ring crosses itself, an even winding number is outside`() throws {
        // A pentagram: the winding number of its middle is two.
        let corners = [(50, 0), (79, 90), (2, 35), (98, 35), (21, 90)].map { Point(x: $0.0, y: $0.1) }
        let star = try Polygon(outer: corners)
        for _ in 0..<5000 {
            let point = Point(x: .random(in: 0...100), y: .random(in: 0...100))
            guard Shapes.distance(corners, to: point) > 1e-9 else { continue }
            let turns = abs(Shapes.windingNumber(corners, around: point))
            #expect(star.contains(point) == !turns.isMultiple(of: 2))
        }
    }
}
