/// Parses the names of tiles in an archive: `prefix level/column_row suffix`.
struct TileNameParser {
    let prefix: [UInt8]
    let suffix: [UInt8]

    /// The length of a name without the digits of its address.
    var fixedByteCount: Int { prefix.count + suffix.count + "/_".utf8.count }

    /// Returns the address in a name, or nil if the name is not a tile's.
    ///
    /// - Complexity: O(*n*) in the length of the name; nothing is allocated.
    func address(of name: UnsafeRawBufferPointer) -> TileAddress? {
        guard
            name.count > prefix.count + suffix.count, name.starts(with: prefix),
            name.suffix(suffix.count).elementsEqual(suffix)
        else { return nil }
        var rest = name[prefix.count..<name.count - suffix.count]
        guard
            let level = Self.number(from: &rest, endedBy: UInt8(ascii: "/")),
            let column = Self.number(from: &rest, endedBy: UInt8(ascii: "_")),
            let row = Self.number(from: &rest, endedBy: nil)
        else { return nil }
        return TileAddress(level: level, column: column, row: row)
    }

    /// Consumes a number of up to nine digits, without leading zeros, and the byte that terminates it.
    private static func number(from rest: inout Slice<UnsafeRawBufferPointer>, endedBy end: UInt8?) -> Int? {
        var value = 0
        var digitCount = 0
        while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            guard digitCount < 9, digitCount == 0 || value > 0 else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            digitCount += 1
            rest = rest.dropFirst()
        }
        guard digitCount > 0, rest.first == end else { return nil }
        rest = rest.dropFirst()
        return value
    }

    /// Returns the number of decimal digits of a nonnegative number.
    static func digitCount(of value: Int) -> Int {
        var (rest, count) = (value / 10, 1)
        while rest > 0 {
            rest /= 10
            count += 1
        }
        return count
    }
}
