/// Searches for texts in pages. With `String.firstRange(of:)` and `replacing(_:with:)` instead, a server with the
/// sample document starts in 264 ms rather than 150.
extension [UInt8] {
    /// Returns where the UTF-8 of a text occurs, from the first occurrence to the last; they do not overlap.
    ///
    /// - Complexity: O(*n* · *m*) in the numbers of bytes of both, and O(*n*) unless the text's first byte is frequent.
    package func ranges(ofText text: String) -> [Range<Int>] {
        let text = Array(text.utf8)
        guard let first = text.first else { return [] }
        return withUnsafeBytes { bytes in
            var found: [Range<Int>] = []
            var index = 0
            while index + text.count <= bytes.count {
                if bytes[index] == first, bytes[index...].starts(with: text) {
                    found.append(index..<index + text.count)
                    index += text.count
                } else {
                    index += 1
                }
            }
            return found
        }
    }

    /// Returns these bytes with another text in place of each occurrence of a text.
    package func replacing(text: String, with other: String) -> [UInt8] {
        var result: [UInt8] = []
        var end = 0
        for range in ranges(ofText: text) {
            result += self[end..<range.lowerBound]
            result += other.utf8
            end = range.upperBound
        }
        return result + self[end...]
    }
}
