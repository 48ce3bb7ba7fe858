/// The part of a file that a request wants: `Range`, RFC 9110, section 14.2.
enum ByteRange: Equatable {
    /// All of it: there is no such field, or one that a server leaves alone.
    case whole
    /// These bytes.
    case part(Range<Int64>)
    /// None of it: the file ends before.
    case unsatisfiable

    /// Reads a field. Several ranges at once, other units, and what is malformed are left alone, as a server may.
    ///
    /// - Parameters:
    ///   - field: The field's value; nil where there is none.
    ///   - byteCount: The size of the file.
    init(_ field: String?, byteCount: Int64) {
        self = .whole
        guard let field, let equals = field.utf8.firstIndex(of: UInt8(ascii: "=")),
            field[..<equals].lowercased() == "bytes"
        else { return }
        let value = field[field.utf8.index(after: equals)...].filter { $0 != " " && $0 != "\t" }
        let parts = value.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.count <= 18 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return }
        switch (Int64(parts[0]), Int64(parts[1])) {
        case (nil, nil): return
        case (nil, let count?):
            self = count == 0 || byteCount == 0 ? .unsatisfiable : .part(max(0, byteCount - count)..<byteCount)
        case (let start?, let end):
            if let end, end < start { return }
            guard start < byteCount else {
                self = .unsatisfiable
                return
            }
            // Of at most 18 digits, so that one more does not overflow.
            self = .part(start..<min(byteCount, end.map { $0 + 1 } ?? byteCount))
        }
    }
}
