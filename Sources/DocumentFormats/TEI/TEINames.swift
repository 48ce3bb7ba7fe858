import DocumentModel
import ImageGeometry

/// The names that this program gives to the parts of an edition, by which it knows them again.
enum TEINames {
    /// The namespace of TEI P5.
    static let namespace = "http://www.tei-c.org/ns/1.0"
    /// What `application/@ident` says of a file that this program wrote.
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
    /// The `xml:id` of a region, by its place among those of its clause, from 1.
    static func zone(_ clause: String, _ place: Int) -> String { "zone-\(clause)-\(place)" }

    /// What stands behind a prefix; nil where the text does not begin with it.
    static func suffix(of text: String, behind prefix: String) -> String? {
        text.begins(with: prefix) ? String(text.unicodeScalars.dropFirst(prefix.unicodeScalars.count)) : nil
    }

    /// The ids that a list of pointers leads to within the file: `#a other.xml#b` gives `a` and `b`.
    static func ids(_ pointers: String?) -> [String] {
        (pointers ?? "").words.compactMap { pointer in
            pointer.parts(at: "#", maxSplits: 1, omittingEmptyParts: false).last.map(String.init)
        }.filter { !$0.isEmpty }
    }
}

/// Points and numbers as TEI has them.
enum TEINumbers {
    /// The points of a ring, `x,y x,y …`.
    static func points(_ ring: [Point]) -> String {
        ring.map { "\(decimal($0.x)),\(decimal($0.y))" }.joined(separator: " ")
    }

    /// The least box around a ring, by the coordinates of its points.
    static func box(_ ring: [Point]) -> [(String, String?)] {
        let (across, down) = (ring.map(\.x), ring.map(\.y))
        return [
            ("ulx", across.min()), ("uly", down.min()), ("lrx", across.max()), ("lry", down.max()),
        ].map { ($0, $1.map(decimal)) }
    }

    /// A finite number with all its digits and without exponent, which the points of TEI do not allow.
    static func decimal(_ value: Double) -> String {
        let text = FaultText.number(value)
        let parts = text.parts(at: "e", maxSplits: 1)
        guard parts.count == 2, let exponent = Int(parts[1]), abs(exponent) < 400 else { return text }
        let sign = parts[0].begins(with: "-") ? "-" : ""
        let digits = parts[0].unicodeScalars.filter { ("0"..."9").contains($0) }.map(String.init).joined()
        // One digit stands before the point.
        return exponent < 0
            ? "\(sign)0.\(String(repeating: "0", count: -exponent - 1))\(digits)"
            : sign + digits + String(repeating: "0", count: max(exponent + 1 - digits.utf8.count, 0))
    }
}
