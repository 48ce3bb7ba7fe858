/// Finds all pairs of overlapping rectangles.
///
/// The plane is divided into horizontal stripes, about as many as the square root of the number of rectangles, and each
/// stripe is swept from left to right. A pair is reported in the stripe that contains the top of its intersection,
/// hence once.
public enum BoxPairs {
    private static let stripeLimit = 4096

    /// Calls the body with the positions of each pair that shares more than an edge, the smaller position first.
    ///
    /// - Complexity: O(*n* log *n* + *p*) in the number of rectangles and of pairs, as long as most rectangles are no
    ///   taller than a few stripes; O(*n*²) at worst.
    public static func forEach(_ boxes: [Rectangle], _ body: (Int, Int) throws -> Void) rethrows {
        guard boxes.count > 1, let top = boxes.map(\.y).min(), let bottom = boxes.map(\.maxY).max(), bottom > top else {
            return
        }
        let count = min(stripeLimit, max(1, Int(Double(boxes.count).squareRoot())))
        func stripe(_ y: Double) -> Int {
            Int(min(max((y - top) / (bottom - top) * Double(count), 0), Double(count - 1)))
        }
        var stripes = [[Int]](repeating: [], count: count)
        for position in boxes.indices.sorted(by: { boxes[$0].x < boxes[$1].x }) {
            for number in stripe(boxes[position].y)...stripe(boxes[position].maxY) { stripes[number].append(position) }
        }
        for (number, positions) in stripes.enumerated() {
            var active: [Int] = []
            for position in positions {
                let box = boxes[position]
                active.removeAll { boxes[$0].maxX <= box.x }
                for other in active where boxes[other].intersects(box) {
                    guard stripe(max(boxes[other].y, box.y)) == number else { continue }
                    try body(min(other, position), max(other, position))
                }
                active.append(position)
            }
        }
    }
}
