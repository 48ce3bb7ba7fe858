/// Numbers in the parameters of an image request.
///
/// Specification: <https://iiif.io/api/image/3.0/#47-floating-point-values>
enum ParameterNumber {
    /// What a whole number is read as at most: more than any image has pixels.
    static let most = 1 << 32

    /// A whole number that is not negative. A number too large for any image is one all the same: what reaches over the
    /// edge is cropped, and a box may be larger than what goes into it.
    static func whole(_ text: Substring) -> Int? {
        guard (1...40).contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
        return min(Int(text) ?? most, most)
    }

    /// Digits with at most one point among, before or after them.
    static func decimal(_ text: Substring) -> Double? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard (1...40).contains(text.utf8.count), parts.contains(where: { !$0.isEmpty }),
            parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) })
        else { return nil }
        return Double("0\(text)" + (parts.count == 2 ? "0" : ""))
    }

    /// The number as canonical addresses have it: without exponent, and without zeros at its end.
    static func text(_ number: Double) -> String {
        if let whole = Int(exactly: number) { return String(whole) }
        let text = number.description
        guard let exponent = text.firstIndex(of: "e"), let power = Int(text[text.index(after: exponent)...]), power < 0
        else { return text }
        // 1.5e-05 is 0.000015.
        let digits = text[..<exponent].filter { $0 != "." }
        return "0." + String(repeating: "0", count: -power - 1) + digits
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
