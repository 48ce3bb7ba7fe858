import DocumentModel

/// Parses and formats the numbers of an image request's parameters.
///
/// Specification: <https://iiif.io/api/image/3.0/#47-floating-point-values>
enum ParameterNumber {
    /// Larger whole numbers are capped to this, which exceeds any image's size.
    static let most = 1 << 32

    /// Parses a non-negative whole number. Numbers beyond any image are valid: regions are cropped at the edge, and a
    /// box may be larger than what fits into it.
    static func whole(_ text: Substring) -> Int? {
        guard (1...40).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return min(Int(text) ?? most, most)
    }

    /// Parses digits with at most one decimal point, which may come first or last.
    static func decimal(_ text: Substring) -> Double? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard (1...40).contains(text.utf8.count), parts.contains(where: { !$0.isEmpty }),
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) })
        else { return nil }
        return Double("0\(text)" + (parts.count == 2 ? "0" : ""))
    }

    /// Formats a number as in canonical addresses: without exponent or trailing zeros.
    static func text(_ number: Double) -> String {
        if let whole = Int(exactly: number) { return String(whole) }
        let text = number.description
        guard let exponent = text.firstIndex(of: "e"), let power = Int(text[text.index(after: exponent)...]), power < 0
        else { return text }
        // 1.5e-05 becomes 0.000015.
        let digits = text[..<exponent].filter { $0 != "." }
        return "0." + String(repeating: "0", count: -power - 1) + digits
    }
}
