import DocumentModel

/// The part of a file that a request selects: `Range`, RFC 9110, section 14.2.
enum ByteRange: Equatable {
    /// The whole file: the field is missing or ignored.
    case whole
    /// These bytes.
    case part(Range<Int64>)
    /// Nothing: the range starts after the end of the file.
    case unsatisfiable

    /// Parses a field. Multiple ranges, other units and malformed values are ignored, as RFC 9110 permits.
    ///
    /// - Parameters:
    ///   - field: The field's value; nil if there is none.
    ///   - byteCount: The size of the file in bytes.
    init(_ field: String?, byteCount: Int64) {
        self = .whole
        guard let field, let equals = field.utf8.firstIndex(of: UInt8(ascii: "=")),
            field[..<equals].lowercased() == "bytes"
        else { return }
        let value = field[field.utf8.index(after: equals)...].filter { $0 != " " && $0 != "\t" }
        let parts = value.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.count <= 18 && $0.utf8.allSatisfy(\.isASCIIDigit) })
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
            // Both have at most 18 digits, so adding 1 cannot overflow.
            self = .part(start..<min(byteCount, end.map { $0 + 1 } ?? byteCount))
        }
    }
}
