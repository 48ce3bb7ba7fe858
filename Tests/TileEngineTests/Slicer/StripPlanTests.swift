import CVips
import Testing

@testable import TileEngine

@Suite("StripPlan")
struct StripPlanTests {
    @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 63, 100])
    func `halved strips are completed in the order of a binary counter`(nativeCount: Int) {
        // Simulate the plan: each part of a level that is the second of its pair, or the last, produces one part of the
        // next.
        var counts = [nativeCount]
        while let last = counts.last, last > 1 { counts.append((last + 1) / 2) }
        counts += [1, 1]
        let order = HalvingOrder(nativeCount: nativeCount, levelCount: counts.count)
        var expected = 0
        var done = counts.map { _ in 0 }
        func finish(_ halvings: Int) {
            #expect(order.rank(halvings: halvings, part: done[halvings]) == expected, "\(halvings), \(done)")
            expected += 1
            done[halvings] += 1
            guard halvings + 1 < counts.count else { return }
            if done[halvings] % 2 == 0 || done[halvings] == counts[halvings] { finish(halvings + 1) }
        }
        for _ in 0..<nativeCount { finish(0) }
        #expect(order.count == expected)
        #expect(done == counts)
    }

    @Test(arguments: [(1, 1), (1, 1000), (257, 513), (3000, 2000), (12000, 16000), (1 << 20, 65_536)], [256, 1024])
    func `strips and tiles end exactly at the edges of each level`(size: (Int, Int), tileSize: Int) throws {
        let pyramid = try Pyramid(width: size.0, height: size.1, tileSize: tileSize)
        let plan = StripPlan(pyramid: pyramid, channels: 3)
        #expect(tileSize % StripPlan.rowCount == 0)
        for (halvings, level) in plan.levels.enumerated() {
            let last = level.stripCount - 1
            #expect(plan.rowCount(halvings: halvings, strip: last) > 0)
            #expect(last * StripPlan.rowCount + plan.rowCount(halvings: halvings, strip: last) == level.size.height)
            let lastTile = plan.tile(halvings: halvings, column: level.columns - 1, row: 0)
            #expect(lastTile.x + lastTile.size.width == level.size.width)
            guard halvings > 0 else { continue }
            let sources = (0..<level.stripCount).reduce(0) { $0 + plan.sourceCount(halvings: halvings, strip: $1) }
            #expect(sources == plan.levels[halvings - 1].stripCount)
        }
        #expect(plan.levels.last?.size == PixelSize(width: 1, height: 1))
    }

    @Test(arguments: Array(1...40) + [63, 64, 65, 127, 1001], [1, 3])
    func `halving averages four pixels and rounds halves up`(width: Int, channels: Int) throws {
        let pyramid = try Pyramid(width: width, height: 31)
        let plan = StripPlan(pyramid: pyramid, channels: channels)
        try #require(plan.levels.count > 1)
        let strip = PixelStrip(halvings: 0, plan: plan)
        let target = PixelStrip(halvings: 1, plan: plan)
        strip.rowCount = plan.rowCount(halvings: 0, strip: 0)
        var numbers = RepeatableNumbers(seed: UInt64(width))
        let count = width * channels * strip.rowCount
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        strip.pixels.copyMemory(from: bytes, byteCount: count)

        strip.halve(into: target, plan: plan)

        func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
            Int(bytes[(min(y, 30) * width + min(x, width - 1)) * channels + channel])
        }
        let out = UnsafeRawBufferPointer(
            start: target.pixels, count: plan.stride(halvings: 1) * plan.rowCount(halvings: 1, strip: 0))
        var isRight = true
        for y in 0..<16 {
            for x in 0..<(width + 1) / 2 {
                for channel in 0..<channels {
                    let sum =
                        sample(2 * x, 2 * y, channel) + sample(2 * x + 1, 2 * y, channel)
                        + sample(2 * x, 2 * y + 1, channel) + sample(2 * x + 1, 2 * y + 1, channel)
                    isRight = isRight && Int(out[y * target.stride + x * channels + channel]) == (sum + 2) >> 2
                }
            }
        }
        #expect(isRight)
    }
}
