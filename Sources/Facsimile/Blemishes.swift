import ImageGeometry

/// Draws the small blemishes of an 800-year-old skin: specks of dirt and scratches.
enum Blemishes {
    static func draw(with marks: SurfaceMarks) {
        var random = SeededRandom(seed: 81)
        for _ in 0..<5200 {
            let place = place(&random)
            let size = random.fraction()
            let darkness = 5 + 24 * random.fraction() * random.fraction()
            let isLight = random.fraction() < 0.16
            marks.spot(
                place, radius: 0.9 + 2.6 * size * size * size, darkening: isLight ? -darkness / 2 : darkness,
                flatness: 0.7 + 0.6 * random.fraction())
        }
        for _ in 0..<34 {
            let place = place(&random)
            marks.spot(place, radius: 4 + 9 * random.fraction(), darkening: 8 + 12 * random.fraction())
        }
        for _ in 0..<170 { scratch(from: place(&random), &random, with: marks) }
    }

    private static func place(_ random: inout SeededRandom) -> Point {
        Point(x: 150 + random.fraction() * (Sheet.width - 300), y: 150 + random.fraction() * (Sheet.height - 300))
    }

    /// Draws a fine, nearly straight line that fades towards its ends.
    private static func scratch(from start: Point, _ random: inout SeededRandom, with marks: SurfaceMarks) {
        let (dx, dy) = (random.spread() * 170, random.spread() * 110)
        let (bow, depth) = (random.spread() * 12, 3 + 5 * random.fraction())
        let light = random.fraction() < 0.45
        for step in 0...60 {
            let t = Double(step) / 60
            let arch = 4 * t * (1 - t)
            let point = Point(x: start.x + dx * t + bow * arch, y: start.y + dy * t - bow * arch)
            marks.spot(point, radius: 1.3, darkening: depth * arch * (light ? -0.7 : 0.8))
        }
    }
}
