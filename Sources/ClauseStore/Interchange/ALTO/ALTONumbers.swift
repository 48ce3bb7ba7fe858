import ImageGeometry

/// Numbers as ALTO's attributes hold them.
enum ALTONumbers {
    /// A finite number in decimal notation; nil for anything else.
    static func number(_ text: String) -> Double? {
        guard text.utf8.count <= 64, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The points of `x,y x,y …` or `x y x y …`: versions and programs differ, and both mean the same.
    ///
    /// - Returns: Nil when there is anything but numbers, or an odd number of them.
    /// - Complexity: O(*n*) in the length of the text.
    static func points(_ text: String) -> [Point]? {
        let numbers = text.split { $0.isWhitespace || $0 == "," }.map { number(String($0)) }
        guard numbers.count.isMultiple(of: 2) else { return nil }
        var points: [Point] = []
        for index in stride(from: 0, to: numbers.count, by: 2) {
            guard let x = numbers[index], let y = numbers[index + 1] else { return nil }
            points.append(Point(x: x, y: y))
        }
        return points
    }
}
