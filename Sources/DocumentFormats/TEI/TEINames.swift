import DocumentModel
import ImageGeometry

/// The names that this program gives to the parts of an edition, and by which it recognises them.
enum TEINames {
    /// The namespace of TEI P5.
    static let namespace = "http://www.tei-c.org/ns/1.0"
    /// The value of `application/@ident` in files written by this program.
    static let application = "explore"

    /// The `xml:id` of a page's surface.
    static func page(_ number: Int) -> String { "page-\(number)" }
    /// The `xml:id` of the `pb` where a page begins in the transcription.
    static func pageBreak(_ number: Int) -> String { "break-\(number)" }
    /// The `xml:id` of a clause's transcription.
    static func clause(_ id: String) -> String { "clause-\(id)" }
    /// The `xml:id` of a category.
    static func category(_ id: String) -> String { "category-\(id)" }
    /// The `xml:id` of a term of the glossary.
    static func term(_ id: String) -> String { "term-\(id)" }
    /// The `xml:id` of a region, by its position among those of its clause, from 1.
    static func zone(_ clause: String, _ place: Int) -> String { "zone-\(clause)-\(place)" }

    /// Returns the text after a prefix, or nil if the text does not begin with it.
    static func suffix(of text: String, behind prefix: String) -> String? {
        text.begins(with: prefix) ? String(text.unicodeScalars.dropFirst(prefix.unicodeScalars.count)) : nil
    }

    /// Returns the ids in a list of pointers: `#a other.xml#b` gives `a` and `b`.
    static func ids(_ pointers: String?) -> [String] {
        (pointers ?? "").words.compactMap { pointer in
            pointer.parts(at: "#", maxSplits: 1, omittingEmptyParts: false).last.map(String.init)
        }.filter { !$0.isEmpty }
    }
}

/// Formats points and numbers for TEI.
enum TEINumbers {
    /// Returns the points of a ring as `x,y x,y …`.
    static func points(_ ring: [Point]) -> String {
        ring.map { "\(decimal($0.x)),\(decimal($0.y))" }.joined(separator: " ")
    }

    /// Returns the bounding box of a ring as attributes.
    static func box(_ ring: [Point]) -> [(String, String?)] {
        let (across, down) = (ring.map(\.x), ring.map(\.y))
        return [
            ("ulx", across.min()), ("uly", down.min()), ("lrx", across.max()), ("lry", down.max()),
        ].map { ($0, $1.map(decimal)) }
    }

    /// Returns a finite number with all its digits and without an exponent, which TEI does not allow in points.
    static func decimal(_ value: Double) -> String {
        let text = FaultText.number(value)
        let parts = text.parts(at: "e", maxSplits: 1)
        guard parts.count == 2, let exponent = Int(parts[1]), abs(exponent) < 400 else { return text }
        let sign = parts[0].begins(with: "-") ? "-" : ""
        let digits = parts[0].unicodeScalars.filter { ("0"..."9").contains($0) }.map(String.init).joined()
        // The mantissa has one digit before the point.
        return exponent < 0
            ? "\(sign)0.\(String(repeating: "0", count: -exponent - 1))\(digits)"
            : sign + digits + String(repeating: "0", count: max(exponent + 1 - digits.utf8.count, 0))
    }
}
