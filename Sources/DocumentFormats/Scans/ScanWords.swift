import DocumentModel

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

    /// Makes the words; what is left out is not said.
    public init(
        id: String? = nil, title: String? = nil, shelfmark: String? = nil, rights: String? = nil, date: String? = nil,
        holder: String? = nil
    ) {
        (self.id, self.title, self.shelfmark) = (id, title, shelfmark)
        (self.rights, self.date, self.holder) = (rights, date, holder)
    }

    /// Whether a text can be ``rights``.
    public static func isRights(_ text: String) -> Bool { WebAddress.isValid(text) }

    /// Whether nothing is said but what a scan's name gives.
    public var isEmpty: Bool { self == ScanWords() }

    /// A title made of a file's name: its extension dropped, underscores and runs of white space made single spaces.
    public static func title(fromFileName name: String) -> String {
        let stem = Identifier.stem(ofFileName: name)
        let words = stem.unicodeScalars.split {
            $0 == "_" || $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }
        let title = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
        return title.isEmpty ? String(stem) : title
    }
}
