/// The order of points along a Hilbert curve: neighbours in the order are neighbours in the image.
enum HilbertOrder {
    /// Returns the indices of the points in that order.
    ///
    /// - Parameter place: Returns the x and y of a point, each within 0..<65536.
    /// - Complexity: O(*n*) in the number of points.
    static func order(_ count: Int, place: (Int) -> (x: UInt32, y: UInt32)) -> [UInt32] {
        var keys = (0..<count).map { number in
            let (x, y) = place(number)
            return UInt64(distance(x, y)) << 32 | UInt64(UInt32(truncatingIfNeeded: number))
        }
        if count < 1024 {
            keys.sort()
        } else {
            sortByHighHalf(&keys)
        }
        return keys.map { UInt32(truncatingIfNeeded: $0) }
    }

    /// Returns the distance of a point along the curve. For each of the curve's four orientations and each quarter of a
    /// square, the two tables contain the quarter's position on the curve and the orientation of the curve in it.
    ///
    /// Source: H. S. Warren, "Hacker's Delight", second edition (2012), section 16-2.
    static func distance(_ x: UInt32, _ y: UInt32) -> UInt32 {
        var distance: UInt32 = 0
        var turn: UInt32 = 0
        var bit: UInt32 = 16
        while bit > 0 {
            bit &-= 1
            let row = 8 &* turn &+ 4 &* (x >> bit & 1) &+ 2 &* (y >> bit & 1)
            distance = distance << 2 | 0x361E_9CB4 >> row & 3
            turn = 0x8FE6_5831 >> row & 3
        }
        return distance
    }

    /// Sorts by the upper 32 bits with a radix sort, from the lowest digit of eleven bits to the highest. Each pass is
    /// stable.
    private static func sortByHighHalf(_ keys: inout [UInt64]) {
        var sorted = [UInt64](repeating: 0, count: keys.count)
        for shift in [UInt64(32), 43, 54] {
            var starts = [Int](repeating: 0, count: 2049)
            for key in keys { starts[Int(key >> shift & 2047) + 1] += 1 }
            for digit in 1..<2048 { starts[digit] += starts[digit - 1] }
            for key in keys {
                let digit = Int(key >> shift & 2047)
                sorted[starts[digit]] = key
                starts[digit] += 1
            }
            swap(&keys, &sorted)
        }
    }
}
