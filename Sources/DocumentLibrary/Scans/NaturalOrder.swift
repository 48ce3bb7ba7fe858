/// The order in which people number files: `page2` before `page10`, whatever their zeros and capitals.
enum NaturalOrder {
    /// Whether a name comes before another one.
    ///
    /// Digits are compared as numbers of any length, all else scalar by scalar without regard to ASCII case; names that
    /// differ in zeros or capitals alone have their order by scalars. It depends on no locale.
    ///
    /// - Complexity: O(*n*) in the length of the names.
    static func isBefore(_ name: String, _ other: String) -> Bool {
        let (a, b) = (Array(name.unicodeScalars), Array(other.unicodeScalars))
        var (i, j) = (0, 0)
        while i < a.count, j < b.count {
            if isDigit(a[i]), isDigit(b[j]) {
                let (first, second) = (number(a, from: &i), number(b, from: &j))
                if first.count != second.count { return first.count < second.count }
                if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
            } else {
                let (first, second) = (folded(a[i]), folded(b[j]))
                if first != second { return first < second }
                i += 1
                j += 1
            }
        }
        if a.count - i != b.count - j { return a.count - i < b.count - j }
        return a.lexicographicallyPrecedes(b)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// The digits of a number without zeros before it.
    private static func number(_ scalars: [Unicode.Scalar], from place: inout Int) -> ArraySlice<Unicode.Scalar> {
        let start = place
        while place < scalars.count, isDigit(scalars[place]) { place += 1 }
        return scalars[start..<place].drop { $0 == "0" }
    }

    private static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        ("A"..."Z").contains(scalar) ? scalar.value + 32 : scalar.value
    }
}
