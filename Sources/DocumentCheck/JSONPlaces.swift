/// Locates values within JSON text, so that one of them can be changed while everything else stays byte for byte.
///
/// The text must be valid JSON, already accepted by ``JSONParser``.
struct JSONPlaces {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The range of the root value.
    var root: Range<Int> {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let start = skipSpace(hasMark ? 3 : 0)
        return start..<skipValue(start)
    }

    /// Returns the ranges of an array's elements; empty for any other value.
    func elements(of value: Range<Int>) -> [Range<Int>] {
        guard byte(value.lowerBound) == UInt8(ascii: "[") else { return [] }
        var places: [Range<Int>] = []
        var position = skipSpace(value.lowerBound + 1)
        while position < value.upperBound - 1 {
            let end = skipValue(position)
            guard end > position else { return places }
            places.append(position..<end)
            position = skipSeparator(end)
        }
        return places
    }

    /// Returns the range of the value for a key of an object. A key that is written with escapes is not found.
    func member(_ key: String, of value: Range<Int>) -> Range<Int>? {
        guard byte(value.lowerBound) == UInt8(ascii: "{") else { return nil }
        let wanted = Array("\"\(key)\"".utf8)
        var position = skipSpace(value.lowerBound + 1)
        while position < value.upperBound - 1 {
            let keyEnd = skipValue(position)
            let start = skipSeparator(keyEnd)
            let end = skipValue(start)
            guard end > start else { return nil }
            if bytes[position..<keyEnd].elementsEqual(wanted) { return start..<end }
            position = skipSeparator(end)
        }
        return nil
    }

    /// Returns an array with some elements removed and others replaced. The text between the remaining elements is
    /// preserved.
    ///
    /// - Parameters:
    ///   - array: The range of the array.
    ///   - kept: The indices of the elements to keep, in order; at least one.
    ///   - changed: Replacement texts for elements, by index.
    func array(_ array: Range<Int>, keeping kept: [Int], changing changed: [Int: String]) -> [UInt8] {
        let places = elements(of: array)
        guard let first = places.first, let last = places.last else { return Array(bytes[array]) }
        var text = Array(bytes[array.lowerBound..<first.lowerBound])
        for (count, position) in kept.enumerated() where places.indices.contains(position) {
            if count > 0 { text += bytes[places[position - 1].upperBound..<places[position].lowerBound] }
            text += changed[position].map { Array($0.utf8) } ?? Array(bytes[places[position]])
        }
        return text + bytes[last.upperBound..<array.upperBound]
    }

    // MARK: Skipping

    private func byte(_ position: Int) -> UInt8 { position < bytes.count ? bytes[position] : 0 }

    private func skipSpace(_ position: Int) -> Int {
        var position = position
        while [0x20, 0x09, 0x0A, 0x0D].contains(byte(position)) { position += 1 }
        return position
    }

    /// Skips white space around a comma or colon.
    private func skipSeparator(_ position: Int) -> Int {
        let position = skipSpace(position)
        return byte(position) == UInt8(ascii: ",") || byte(position) == UInt8(ascii: ":")
            ? skipSpace(position + 1) : position
    }

    private func skipValue(_ start: Int) -> Int {
        var position = start
        var depth = 0
        repeat {
            switch byte(position) {
            case UInt8(ascii: "\""): position = skipString(position)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                position += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                position += 1
            case _ where depth > 0: position += 1
            default:
                while position < bytes.count, !", \t\r\n]}:".utf8.contains(bytes[position]) { position += 1 }
            }
        } while depth > 0 && position < bytes.count
        return position
    }

    private func skipString(_ start: Int) -> Int {
        var position = start + 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position + 1, bytes.count)
    }
}
