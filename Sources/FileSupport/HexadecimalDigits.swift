extension Sequence<UInt8> {
    /// The bytes as lower-case hexadecimal digits, two per byte.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    @inlinable package var hexadecimalDigits: String {
        func digit(_ number: UInt8) -> UInt8 {
            number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "a") + number - 10
        }
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * underestimatedCount)
        for byte in self {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
