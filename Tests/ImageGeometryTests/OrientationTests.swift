import Testing

@testable import ImageGeometry

@Suite struct OrientationTests {
    @Test func `the sign is exact for points next to a line, where plain arithmetic errs`() {
        // Kettner et al., "Classroom examples of robustness problems in geometric computations", 2008, figure 2: with
        // coordinates on a grid of 2⁻⁵³ beside the line x = y, rounding gives wrong signs.
        let (b, c) = (Point(x: 12, y: 12), Point(x: 24, y: 24))
        let unit = 0x1p-53
        var wrongCount = 0
        for i in 0..<64 {
            for j in 0..<64 {
                let a = Point(x: 0.5 + Double(i) * unit, y: 0.5 + Double(j) * unit)
                // Steps below the spacing of doubles at 0.5 round to even; compare the actual values.
                let expected = a.y == a.x ? 0 : (a.y > a.x ? 1 : -1)
                let sign = Orientation.sign(b, c, a)
                #expect(sign == expected, "\(i), \(j)")
                let plain = (c.x - b.x) * (a.y - b.y) - (a.x - b.x) * (c.y - b.y)
                if (plain > 0 ? 1 : plain < 0 ? -1 : 0) != expected { wrongCount += 1 }
            }
        }
        #expect(wrongCount > 0, "the grid is one on which rounding matters")
    }

    @Test func `swapping two points changes the sign`() {
        for _ in 0..<2000 {
            func any() -> Point { Point(x: .random(in: 0...100), y: .random(in: 0...100)) }
            let (a, b) = (any(), any())
            let share = Double.random(in: 0...1)
            let p = Point(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y))
            let sign = Orientation.sign(a, b, p)
            #expect(Orientation.sign(b, a, p) == -sign)
            #expect(Orientation.sign(b, p, a) == sign)
            #expect(Orientation.sign(p, a, b) == sign)
        }
    }

    @Test func `the sign is exact at the limit of coordinates`() {
        let limit = Point.coordinateLimit
        let (a, b) = (Point(x: -limit, y: -limit), Point(x: limit, y: limit))
        #expect(Orientation.sign(a, b, Point(x: 0.1, y: 0.1)) == 0)
        #expect(Orientation.sign(a, b, Point(x: 0.1, y: 0.1.nextUp)) == 1)
        #expect(Orientation.sign(a, b, Point(x: 0.1, y: 0.1.nextDown)) == -1)
    }
}
