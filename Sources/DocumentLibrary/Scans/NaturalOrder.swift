/// The natural order of file names: `page2` before `page10`, regardless of leading zeros and capitals.
enum NaturalOrder {
    /// Whether a name precedes another one.
    ///
    /// Digits are compared as numbers of any length, and everything else scalar by scalar, ignoring ASCII case. Names
    /// that differ only in leading zeros or case are ordered by scalars. The order does not depend on a locale.
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

    /// Returns the digits of a number without leading zeros.
    private static func number(_ scalars: [Unicode.Scalar], from place: inout Int) -> ArraySlice<Unicode.Scalar> {
        let start = place
        while place < scalars.count, isDigit(scalars[place]) { place += 1 }
        return scalars[start..<place].drop { $0 == "0" }
    }

    private static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        ("A"..."Z").contains(scalar) ? scalar.value + 32 : scalar.value
    }
}
