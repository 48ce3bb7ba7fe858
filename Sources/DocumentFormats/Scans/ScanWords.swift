public import DocumentModel

/// What is said of a document that is made of scans: what `document.json` would say of it.
public struct ScanWords: Hashable, Sendable {
    /// The id; nil for one that is made of the scan's name.
    public var id: String?
    /// The name to show; nil for one that is made of the scan's name.
    public var title: String?
    /// The holder's name for the original.
    public var shelfmark: String?
    /// An http or https URI that states the rights.
    public var rights: String?
    /// When the original was made, in words.
    public var date: String?
    /// Who keeps the original.
    public var holder: String?
    /// Which part of a document's only image its page shows.
    public var part: ScanPart

    /// Makes the words; what is left out is not said.
    public init(
        id: String? = nil, title: String? = nil, shelfmark: String? = nil, rights: String? = nil, date: String? = nil,
        holder: String? = nil, part: ScanPart = .whole
    ) {
        (self.id, self.title, self.shelfmark) = (id, title, shelfmark)
        (self.rights, self.date, self.holder, self.part) = (rights, date, holder, part)
    }

    /// Whether a text can be ``rights``.
    public static func isRights(_ text: String) -> Bool { WebAddress.isValid(text) }

    /// Whether nothing is said but what a scan's name gives.
    public var isEmpty: Bool { self == ScanWords() }

    /// A title made of a file's name: its ``label(fromFileName:)`` with a capital first letter. `magna-carta-1215.tif` gives
    /// `Magna carta 1215`.
    public static func title(fromFileName name: String) -> String {
        let label = label(fromFileName: name)
        guard let first = label.unicodeScalars.first else { return label }
        return first.properties.titlecaseMapping + String(label.unicodeScalars.dropFirst())
    }

    /// A page's label made of a file's name: its extension dropped, underscores and runs of white space made single spaces.
    /// In a name without either, hyphens beside a letter are spaces too: `folio-12r.tif` gives `folio 12r`, and
    /// `1215-06-15.tif` stays a date.
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
