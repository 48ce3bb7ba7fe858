public import DocumentModel

/// The description of a document made from scans, as it would be in `document.json`.
public struct ScanDescription: Hashable, Sendable {
    /// The id, or nil to derive one from the scan's name.
    public var id: String?
    /// The title to show, or nil to derive one from the scan's name.
    public var title: String?
    /// The holder's name for the original.
    public var shelfmark: String?
    /// An http or https URI that states the rights.
    public var rights: String?
    /// The date of the original, as text.
    public var date: String?
    /// The holder of the original.
    public var holder: String?
    /// The part of the image that the page shows, for documents with a single image.
    public var part: ScanPart

    /// Creates a description. Omitted properties are not stated.
    public init(
        id: String? = nil, title: String? = nil, shelfmark: String? = nil, rights: String? = nil, date: String? = nil,
        holder: String? = nil, part: ScanPart = .whole
    ) {
        (self.id, self.title, self.shelfmark) = (id, title, shelfmark)
        (self.rights, self.date, self.holder, self.part) = (rights, date, holder, part)
    }

    /// Whether a text is valid as ``rights``.
    public static func isRights(_ text: String) -> Bool { WebAddress.isValid(text) }

    /// Whether nothing is stated.
    public var isEmpty: Bool { self == ScanDescription() }

    /// Returns a title made from a file name: its ``label(fromFileName:)`` with a capital first letter.
    /// `magna-carta-1215.tif` becomes `Magna carta 1215`.
    public static func title(fromFileName name: String) -> String {
        let label = label(fromFileName: name)
        guard let first = label.unicodeScalars.first else { return label }
        return first.properties.titlecaseMapping + String(label.unicodeScalars.dropFirst())
    }

    /// Returns a page label made from a file name. The extension is removed, and underscores and runs of white space
    /// become single spaces. In a name without either, hyphens next to a letter become spaces too: `folio-12r.tif`
    /// becomes `folio 12r`, but `1215-06-15.tif` stays a date.
    public static func label(fromFileName name: String) -> String {
        let stem = Identifier.stem(ofFileName: name)
        let scalars = Array(stem.unicodeScalars)
        let hasSpaces = scalars.contains { isSpace($0) }
        let spaced = scalars.indices.map { index -> Unicode.Scalar in
            guard !hasSpaces, scalars[index] == "-" else { return scalars[index] }
            let before = index > 0 && scalars[index - 1].properties.isAlphabetic
            let after = index + 1 < scalars.count && scalars[index + 1].properties.isAlphabetic
            return before || after ? " " : "-"
        }
        let words = spaced.split(whereSeparator: isSpace).map { word in
            word.reduce(into: "") { $0.unicodeScalars.append($1) }
        }
        return words.isEmpty ? String(stem) : words.joined(separator: " ")
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
}
