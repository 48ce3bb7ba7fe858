import Foundation
import Testing

@testable import ImageGeometry

@Suite struct ProjectiveTransformTests {
    /// Returns the corners of a sheet, moved at random by at most a fraction of its sides, like photographs from
    /// different places.
    private static func sheet(_ side: Double, share: Double) -> [Point] {
        [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { x, y in
            Point(
                x: side * (x + .random(in: -share...share)), y: side * (y + .random(in: -share...share)))
        }
    }

    private static func distance(_ one: Point?, _ other: Point) -> Double {
        one.map { hypot($0.x - other.x, $0.y - other.y) } ?? .infinity
    }

    @Test func `four points are mapped to their images and back`() throws {
        for _ in 0..<2000 {
            let side = pow(10, Double.random(in: 0...7))
            let (from, to) = (Self.sheet(side, share: 0.2), Self.sheet(.random(in: 1...1e6), share: 0.2))
            let transform = try #require(ProjectiveTransform(taking: from, to: to))
            let inverse = try #require(transform.inverse)
            let reach = to.map { max(abs($0.x), abs($0.y)) }.max() ?? 1
            for (point, image) in zip(from, to) {
                #expect(Self.distance(transform.apply(point), image) < reach * 1e-9)
                #expect(Self.distance(inverse.apply(image), point) < side * 1e-8)
            }
        }
    }

    @Test func `points between the four are mapped back, and lines stay straight`() throws {
        for _ in 0..<2000 {
            let transform = try #require(
                ProjectiveTransform(taking: Self.sheet(1000, share: 0.15), to: Self.sheet(3000, share: 0.15)))
            let inverse = try #require(transform.inverse)
            let ends = (0..<2).map { _ in Point(x: .random(in: 200...800), y: .random(in: 200...800)) }
            let share = Double.random(in: 0...1)
            let between = Point(
                x: ends[0].x + share * (ends[1].x - ends[0].x), y: ends[0].y + share * (ends[1].y - ends[0].y))
            let images = try (ends + [between]).map { try #require(transform.apply($0)) }
            #expect(Self.distance(inverse.apply(images[2]), between) < 1e-6)
            let area =
                (images[1].x - images[0].x) * (images[2].y - images[0].y)
                - (images[1].y - images[0].y) * (images[2].x - images[0].x)
            #expect(abs(area) < 1e-3)
        }
    }

    @Test func `applying two transforms in turn equals applying their product`() throws {
        for _ in 0..<500 {
            let first = try #require(
                ProjectiveTransform(taking: Self.sheet(100, share: 0.1), to: Self.sheet(200, share: 0.1)))
            let second = try #require(
                ProjectiveTransform(taking: Self.sheet(200, share: 0.1), to: Self.sheet(50, share: 0.1)))
            let point = Point(x: .random(in: 20...80), y: .random(in: 20...80))
            let expected = try #require(first.apply(point).flatMap(second.apply))
            #expect(Self.distance((second * first).apply(point), expected) < 1e-9)
        }
    }

    private static let square = [Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 10), Point(x: 0, y: 10)]

    @Test(arguments: [
        [(0.0, 0.0), (5, 0), (10, 0), (0, 10)], [(0, 0), (0, 0), (10, 0), (0, 10)],
        [(3, 3), (3, 3), (3, 3), (3, 3)], [(0, 0), (10, 0), (0, 10), (10, 10)],
        [(0, 0), (10, 0), (10, 10), (5, 5.0000001)], [(.nan, 0), (10, 0), (10, 10), (0, 10)],
        [(.infinity, 0), (10, 0), (10, 10), (0, 10)], [(2e9, 0), (10, 0), (10, 10), (0, 10)],
        [(0, 0), (10, 0), (10, 10)], [(0, 0), (10, 0), (10, 10), (0, 10), (5, 5)], [],
    ])
    func `points that determine no transform give nil`(_ points: [(Double, Double)]) {
        let points = points.map { Point(x: $0.0, y: $0.1) }
        #expect(ProjectiveTransform(taking: points, to: Self.square) == nil)
        #expect(ProjectiveTransform(taking: Self.square, to: points) == nil)
    }

    @Test func `points at infinity or behind the camera have no image`() throws {
        // The sides meet at y = -5: a floor seen to its horizon.
        let floor = [Point(x: 4, y: 0), Point(x: 6, y: 0), Point(x: 10, y: 20), Point(x: 0, y: 20)]
        let transform = try #require(ProjectiveTransform(taking: floor, to: Self.square))
        #expect(transform.apply(Point(x: 5, y: -4.9)) != nil)
        #expect(transform.apply(Point(x: 5, y: -5.1)) == nil)
        #expect(transform.apply(Point(x: 5, y: -50)) == nil)
        #expect(transform.isDefined(onWidth: 10, height: 10))
        #expect(transform.apply(try Polygon(outer: floor + [Point(x: 5, y: -60)])) == nil)
        let image = try #require(transform.apply(try Polygon(outer: floor)))
        #expect(abs(image.area - 100) < 1e-6)
    }

    @Test func `multiplying a point by the matrix gives its image`() throws {
        let transform = try #require(
            ProjectiveTransform(taking: Self.square, to: Self.sheet(100, share: 0.1)))
        let m = transform.matrix
        let (x, y) = (3.0, 7.0)
        let w = m[6] * x + m[7] * y + m[8]
        let found = Point(x: (m[0] * x + m[1] * y + m[2]) / w, y: (m[3] * x + m[4] * y + m[5]) / w)
        #expect(m.count == 9 && m[8] == 1)
        #expect(Self.distance(transform.apply(Point(x: x, y: y)), found) < 1e-9)
        #expect(ProjectiveTransform.identity.matrix == [1, 0, 0, 0, 1, 0, 0, 0, 1])
    }

    @Test func `fitting many pairs recovers the transform that made them, affine or projective`() throws {
        for isAffine in [false, true] {
            let to =
                isAffine ? [(3.0, 4.0), (113, 24), (103, 134), (-7, 114)] : [(3, 4), (113, 24), (90, 140), (-7, 114)]
            let truth = try #require(
                ProjectiveTransform(
                    taking: [(0.0, 0.0), (100, 0), (100, 100), (0, 100)].map { Point(x: $0.0, y: $0.1) },
                    to: to.map { Point(x: $0.0, y: $0.1) }))
            let pairs = try (0..<40).map { _ in
                let point = Point(x: .random(in: 0...100), y: .random(in: 0...100))
                return ProjectiveTransform.WeightedPair(
                    point: point, image: try #require(truth.apply(point)), weight: .random(in: 0.1...1))
            }
            let found = try #require(ProjectiveTransform.fitting(pairs, isAffine: isAffine))
            for pair in pairs { #expect(Self.distance(found.apply(pair.point), pair.image) < 1e-6) }
            #expect(ProjectiveTransform.fitting(Array(pairs.prefix(2)), isAffine: isAffine) == nil)
        }
        let line = (0..<9).map {
            ProjectiveTransform.WeightedPair(point: Point(x: Double($0), y: 1), image: Point(x: 1, y: 2))
        }
        #expect(ProjectiveTransform.fitting(line) == nil)
    }
}
