import Foundation
import ImageGeometry
import Testing

@Suite struct RotatedFrameTests {
    @Test func `right angles give exact sizes`() {
        for (degrees, isSideways) in [(0.0, false), (90, true), (180, false), (270, true)] {
            let frame = RotatedFrame(width: 701, height: 3, rotation: degrees)
            #expect(frame?.width == (isSideways ? 3 : 701) && frame?.height == (isSideways ? 701 : 3))
        }
    }

    @Test func `every other angle fits all corners with less than a pixel to spare`() throws {
        for _ in 0..<5000 {
            let width = Int.random(in: 1...100_000)
            let height = Int.random(in: 1...100_000)
            let degrees = Double.random(in: 0..<360)
            let frame = try #require(RotatedFrame(width: width, height: height, rotation: degrees))
            let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
            let corners = [(1.0, 1.0), (-1, 1)].map { x, y in
                (
                    x * Double(width) / 2 * c - y * Double(height) / 2 * s,
                    x * Double(width) / 2 * s + y * Double(height) / 2 * c
                )
            }
            let across = 2 * (corners.map { abs($0.0) }.max() ?? 0)
            let down = 2 * (corners.map { abs($0.1) }.max() ?? 0)
            #expect(Double(frame.width) - across > -1e-5 && Double(frame.width) - across < 1)
            #expect(Double(frame.height) - down > -1e-5 && Double(frame.height) - down < 1)
        }
    }

    @Test func `rounding errors do not enlarge sizes that are whole numbers`() {
        // The triangle of 3, 4 and 5: 0.8 and 0.6 of each side.
        let degrees = atan2(3.0, 4.0 as Double) * 180 / .pi
        for side in [5, 5000, 1_000_000] {
            let frame = RotatedFrame(width: side, height: side, rotation: degrees)
            #expect(frame?.width == side / 5 * 7 && frame?.height == side / 5 * 7)
        }
        #expect(RotatedFrame(width: 1, height: 1, rotation: 1e-12)?.width == 1)
    }

    @Test(arguments: [
        (0, 1, 0.0), (1, 0, 0), (-4, 4, 0), (.max, 1, 45), (1, .min, 45), (1, 1, 360), (1, 1, -1), (1, 1, .nan),
        (1, 1, .infinity),
    ])
    func `invalid sizes and rotations give no frame`(width: Int, height: Int, degrees: Double) {
        #expect(RotatedFrame(width: width, height: height, rotation: degrees) == nil)
    }
}
