import Foundation
import ImageGeometry
import Testing

@Suite struct RectifiedFrameTests {
    /// Returns the corners of a sheet as seen by a camera rotated about its axes; nil if any is outside the picture.
    private static func photographedCorners(
        width: Double, height: Double, rotation: (x: Double, y: Double, z: Double), focal: Double,
        on picture: (Int, Int)
    ) -> [Point]? {
        let half = hypot(Double(picture.0), Double(picture.1)) / 2
        let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].compactMap { across, down -> Point? in
            var (x, y, z) = (across * width / 2, down * height / 2, 0.0)
            (x, y) = (x * cos(rotation.z) - y * sin(rotation.z), x * sin(rotation.z) + y * cos(rotation.z))
            (y, z) = (y * cos(rotation.x), y * sin(rotation.x))
            (x, z) = (x * cos(rotation.y) + z * sin(rotation.y), z * cos(rotation.y) - x * sin(rotation.y))
            let distance = z + 2.2 * max(width, height)
            guard distance > 0 else { return nil }
            let point = Point(
                x: Double(picture.0) / 2 + x / distance * focal * half,
                y: Double(picture.1) / 2 + y / distance * focal * half)
            guard (0...Double(picture.0)).contains(point.x), (0...Double(picture.1)).contains(point.y) else {
                return nil
            }
            return point
        }
        return corners.count == 4 ? corners : nil
    }

    @Test func `a rectified sheet has its true proportions for any camera orientation`() throws {
        var count = 0
        for _ in 0..<4000 {
            let sheet = (Double.random(in: 100...400), Double.random(in: 100...400))
            let rotation = (Double.random(in: -0.6...0.6), Double.random(in: -0.6...0.6), Double.random(in: -0.3...0.3))
            let picture = Bool.random() ? (4000, 3000) : (3000, 4000)
            guard
                let corners = Self.photographedCorners(
                    width: sheet.0, height: sheet.1, rotation: rotation, focal: Double.random(in: 1...3), on: picture)
            else { continue }
            count += 1
            let frame = try #require(RectifiedFrame(corners: corners, width: picture.0, height: picture.1))
            let found = Double(frame.width) / Double(frame.height) / (sheet.0 / sheet.1)
            #expect(abs(found - 1) < 0.01, "\(sheet) \(rotation): \(found)")
            // No side is shorter than in the photograph.
            for (side, length) in [(0, frame.width), (1, frame.height), (2, frame.width), (3, frame.height)] {
                let (from, to) = (corners[side], corners[(side + 1) % 4])
                #expect(Double(length) > hypot(to.x - from.x, to.y - from.y) - 1)
            }
        }
        #expect(count > 500)
    }

    @Test func `a sheet photographed from straight above keeps its size, also when rotated`()
        throws
    {
        for (corners, size) in [
            ([(10.0, 20.0), (310, 20), (310, 140), (10, 140)], (300, 120)),
            ([(310.0, 20.0), (310, 140), (10, 140), (10, 20)], (120, 300)),
            ([(100.0, 100.0), (400, 500), (320, 560), (20, 160)], (500, 100)),
        ] {
            let points = corners.map { Point(x: $0, y: $1) }
            let frame = try #require(RectifiedFrame(corners: points, width: 800, height: 600))
            #expect((frame.width, frame.height) == size)
            let (w, h) = (Double(frame.width), Double(frame.height))
            let rectangle = [Point(x: 0, y: 0), Point(x: w, y: 0), Point(x: w, y: h), Point(x: 0, y: h)]
            for (place, corner) in zip(rectangle, points) {
                let found = try #require(frame.transform.apply(place))
                #expect(hypot(found.x - corner.x, found.y - corner.y) < 1e-9)
            }
        }
    }

    @Test(
        arguments: [
            [(0, 0), (9, 0), (9, 9)], [(0, 0), (9, 0), (9, 9), (0, 9), (0, 5)], [(0, 0), (0, 9), (9, 9), (9, 0)],
            [(0, 0), (9, 0), (0, 9), (9, 9)], [(0, 0), (9, 0), (3, 3), (0, 9)], [(0, 0), (5, 0), (9, 0), (0, 9)],
            [(0, 0), (9, 0), (9, 0), (0, 9)], [(0, 0), (801, 0), (9, 9), (0, 9)], [(-1, 0), (9, 0), (9, 9), (0, 9)],
            [(0, 0), (.nan, 0), (9, 9), (0, 9)], [(0, 0), (.infinity, 0), (9, 9), (0, 9)],
            [(0, 0), (0.1, 0), (0.1, 0.1), (0, 0.1)],
        ] as [[(Double, Double)]])
    func `invalid corners give no frame`(corners: [(Double, Double)]) {
        let points = corners.map { Point(x: $0, y: $1) }
        #expect(RectifiedFrame(corners: points, width: 800, height: 600) == nil)
    }
}
