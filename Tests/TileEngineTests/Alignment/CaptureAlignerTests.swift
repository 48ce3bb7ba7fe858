import Foundation
import ImageGeometry
import Testing

@testable import TileEngine

@Suite struct CaptureAlignerTests {
    /// Draws a sheet of writing in two columns of unequal length, on a dark background.
    private static func sheet(_ width: Int, _ height: Int, pitch: Double = 24, from start: Double = 0.12) -> [UInt8] {
        var page = DrawnPage(width: width, height: height)
        let (right, bottom) = (Double(width), Double(height))
        var y = bottom * start
        var number = 0
        while y < bottom * 0.9 {
            let end = right * (number % 5 == 3 ? 0.35 : 0.46)
            page.write(right * 0.1...end, pitch: pitch) { y + 2 * sin($0 / 90) }
            if y < bottom * 0.7 { page.write(right * 0.54...right * 0.9, pitch: pitch) { y - 3 * sin($0 / 120) } }
            y += pitch
            number += 1
        }
        var gray = page.grey
        for row in 0..<height {
            for column in 0..<width {
                let edge = min(min(column, width - 1 - column), min(row, height - 1 - row))
                if edge < width / 30 { gray[row * width + column] = 25 }
            }
        }
        return gray
    }

    private static let size = PixelSize(width: 900, height: 1200)
    private static let page = sheet(size.width, size.height)

    private static func corners(_ points: [(Double, Double)]) -> [Point] { points.map { Point(x: $0.0, y: $0.1) } }

    /// Captures of the page: their size, and the positions of the page's corners on them.
    private static let captures: [(name: String, size: PixelSize, corners: [(Double, Double)])] = [
        ("the same", PixelSize(width: 900, height: 1200), [(0, 0), (900, 0), (900, 1200), (0, 1200)]),
        ("moved", PixelSize(width: 900, height: 1200), [(38, -25), (938, -25), (938, 1175), (38, 1175)]),
        ("smaller", PixelSize(width: 700, height: 900), [(80, 40), (605, 48), (600, 740), (78, 735)]),
        ("larger", PixelSize(width: 1300, height: 1600), [(30, 60), (1240, 20), (1270, 1580), (10, 1540)]),
        ("rotated", PixelSize(width: 1000, height: 1300), [(110, 20), (990, 95), (890, 1280), (10, 1200)]),
        ("aslant", PixelSize(width: 1000, height: 1200), [(60, 40), (930, 90), (985, 1130), (20, 1180)]),
        ("a part", PixelSize(width: 700, height: 900), [(-100, -110), (740, -90), (755, 1020), (-90, 1035)]),
    ]

    private static let lights: [(String, CapturePair.Light)] = [
        ("as it is", .init()), ("inverted", .init(isInverted: true)), ("with noise", .init(noise: 40)),
        ("faint, inverted, with noise and stains", .init(isInverted: true, noise: 15, contrast: 0.4, stains: 12)),
    ]

    /// Each capture in the light that combines all changes, and one capture in each other light.
    private static let capturesAndLights = captures.indices.map { ($0, 3) } + [(4, 0), (5, 1), (6, 2)]

    @Test(arguments: capturesAndLights)
    func `a warped capture is aligned to within two pixels, even inverted, noisy or stained`(capture: Int, light: Int)
        throws
    {
        let (name, size, corners) = Self.captures[capture]
        let pair = try #require(
            CapturePair(
                gray: Self.page, size: Self.size, captureSize: size, corners: Self.corners(corners),
                light: Self.lights[light].1))
        let found = try #require(try CaptureAligner(page: pair.page, capture: pair.capture).align())
        let distance = pair.distance(found.toPage)
        #expect(distance < 2, "\(name), \(Self.lights[light].0): \(distance), score \(found.score)")
        #expect(found.score >= 1.5 * CaptureAligner.leastScore, "\(name), \(Self.lights[light].0): \(found.score)")
        #expect(found.error < 1, "\(name), \(Self.lights[light].0): \(found.error)")
    }

    @Test func `captures of other pages score below the threshold`() throws {
        let others = [
            Self.sheet(Self.size.width, Self.size.height, pitch: 31, from: 0.3),
            Self.sheet(Self.size.width, Self.size.height, pitch: 24, from: 0.17).reversed(),
            [UInt8](repeating: 200, count: Self.size.width * Self.size.height),
            noise(),
        ]
        for (place, gray) in others.enumerated() {
            let page = AlignmentFeatures(gray: Self.page, size: Self.size, imageSize: Self.size)
            let capture = AlignmentFeatures(gray: Array(gray), size: Self.size, imageSize: Self.size)
            let score = try CaptureAligner(page: page, capture: capture).align()?.score ?? 0
            #expect(score < CaptureAligner.leastScore, "\(place): \(score)")
        }
    }

    private func noise() -> [UInt8] {
        var numbers = RepeatableNumbers(seed: 5)
        return (0..<Self.size.width * Self.size.height).map { _ in .random(in: 0...255, using: &numbers) }
    }

    @Test func `the error of a stated alignment is its offset in pixels, or nil if it is far off`() throws {
        let (_, size, corners) = Self.captures[5]
        let pair = try #require(
            CapturePair(
                gray: Self.page, size: Self.size, captureSize: size, corners: Self.corners(corners),
                light: Self.lights[1].1))
        let aligner = CaptureAligner(page: pair.page, capture: pair.capture)
        #expect(try #require(aligner.error(of: pair.truth)) < 0.7)
        for shift in [3.0, 9, 20] {
            let moved = try #require(
                ProjectiveTransform(
                    taking: Self.corners([(0, 0), (1, 0), (1, 1), (0, 1)]),
                    to: Self.corners([(shift, 0), (shift + 1, 0), (shift + 1, 1), (shift, 1)])))
            let error = try #require(aligner.error(of: moved * pair.truth), "\(shift)")
            #expect(abs(error - shift) < 0.7, "\(shift): \(error)")
        }
        let far = ProjectiveTransform.scaling(x: 1.6, y: 0.7) * pair.truth
        #expect(aligner.error(of: far) == nil)
    }

    @Test func `tiny and narrow images score below the threshold without a crash`() throws {
        for size in [
            PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 900), PixelSize(width: 900, height: 2),
        ] {
            let gray = [UInt8](repeating: 9, count: size.width * size.height)
            let tiny = AlignmentFeatures(gray: gray, size: size, imageSize: size)
            let page = AlignmentFeatures(gray: Self.page, size: Self.size, imageSize: Self.size)
            #expect(try CaptureAligner(page: page, capture: tiny).align()?.score ?? 0 < CaptureAligner.leastScore)
            #expect(try CaptureAligner(page: tiny, capture: page).align()?.score ?? 0 < CaptureAligner.leastScore)
            #expect(CaptureAligner(page: page, capture: tiny).error(of: .identity) == nil)
        }
    }

    @Test func `alignment stops when it is cancelled`() throws {
        let page = AlignmentFeatures(gray: Self.page, size: Self.size, imageSize: Self.size)
        #expect(throws: CancellationError.self) { try CaptureAligner(page: page, capture: page).align { true } }
    }
}
