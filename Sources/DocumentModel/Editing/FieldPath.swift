/// The path of one field of a document, the smallest unit that an edit changes: `clauses/39/texts/en/title`.
///
/// Segments are separated by `/`. Ids are ``Identifier``s and languages are BCP 47 tags, so no segment needs escaping
/// and each field has exactly one path.
public enum FieldPath: Hashable, Sendable {
    /// A field of a clause, by the clause's id.
    case clause(String, ClauseField)
    /// A field of a category, by the category's id.
    case category(String, CategoryField)
    /// A field of a page, by the page's number in the working copy.
    case page(Int, PageField)
    /// A field of the document as a whole.
    case document(DocumentField)
    /// A proposal by an annotation client, by its id. It is not part of the document but awaits acceptance or rejection
    /// by an editor.
    case proposal(String)
    /// The text of an SVG file, by its name in the source folder: a custom icon.
    case file(String)
    /// A field of a tour, by the tour's id.
    case tour(String, TourField)
    /// A field of a glossary entry, by the entry's id.
    case term(String, TermField)
    /// A recording or its cues, by language and by file name without extension, which is the id of its clause.
    case recording(language: String, name: String, RecordingField)

    /// A field of a recording.
    public enum RecordingField: String, Hashable, Sendable, CaseIterable {
        /// The file: `{ sha256, byteCount, format, seconds }`, or null if there is none.
        case existence = ""
        /// The text of the WebVTT file.
        case cues
    }

    /// A field of a clause.
    public enum ClauseField: Hashable, Sendable {
        /// Whether the clause exists. A deleted clause keeps its other fields, so that the deletion can be undone.
        case existence
        /// The number to show.
        case number
        /// The kind of clause; see ``ClauseKind``.
        case kind
        /// The opening words.
        case incipit
        /// The position in reading order.
        case order
        /// The ids of its categories.
        case categories
        /// Its regions on a page, by the page's number (from 1).
        case regions(page: Int)
        /// A text, by language and purpose.
        case text(language: String, purpose: Snippet.Field)
        /// The phrases that link the transcription to a translation, by the translation's language.
        case phrases(language: String)
        /// The words of the transcription that have a position on a page.
        case words
        /// A digest of the source texts for which a translation was last confirmed to be up to date, by language.
        case reviewed(language: String)
    }

    /// A field of a category.
    public enum CategoryField: String, Hashable, Sendable, CaseIterable {
        /// Whether the category exists.
        case existence = ""
        /// The display name.
        case label
        /// The icon's name.
        case icon
        /// The drawing style; see ``CategoryStyle``.
        case style
        /// Whether its clauses are in `all`.
        case includedInAll
        /// The position in the menu.
        case order
    }

    /// A field of a page.
    public enum PageField: String, Hashable, Sendable, CaseIterable {
        /// Whether the page exists.
        case existence = ""
        /// The position among the pages.
        case order
        /// The scan, and the part of it that the page shows.
        case image
        /// The display name.
        case label
        /// The scale.
        case pixelsPerMillimetre
        /// The IIIF `behavior`: `non-paged`, `facing-pages`.
        case behavior
        /// The captures: the label of the first, whose image is the page's own, and the images and alignments of the
        /// others.
        case captures
    }

    /// A field of a tour.
    public enum TourField: Hashable, Sendable {
        /// Whether the tour exists. A deleted tour keeps its other fields, so that the deletion can be undone.
        case existence
        /// The display name.
        case title
        /// What the tour is about.
        case summary
        /// The position among the tours.
        case order
        /// A step, by its id: its position in the tour and all its properties in `tours.json` except the text. Null if
        /// there is no such step. A deleted step keeps its text, so that the deletion can be undone.
        case step(String)
        /// The text of a step, by the step's id.
        case text(step: String)
    }

    /// A field of a glossary entry.
    public enum TermField: String, Hashable, Sendable, CaseIterable {
        /// Whether the entry exists. A deleted entry keeps its other fields, so that the deletion can be undone.
        case existence = ""
        /// The term, in each language.
        case term
        /// Other words for the term in texts, by language.
        case forms
        /// The definition, in each language.
        case definition
        /// The ids of related entries.
        case seeAlso
        /// The position among the entries.
        case order
    }

    /// A field of the document as a whole, named as in `document.json`.
    public enum DocumentField: String, Hashable, Sendable, CaseIterable {
        case title, summary, holder, shelfmark, date, rights, attribution, credits, status, access, language, languages
        case palette, mark, behavior, viewingDirection, collections, structures

        /// Whether it is one of the IIIF Presentation properties, which a header keeps in its
        /// ``PresentationProperties``.
        package var isOfPresentation: Bool { [.behavior, .viewingDirection, .structures].contains(self) }
    }

    /// The highest page number.
    package static let pageLimit = 10_000

    /// A description of a valid path, for error messages.
    package static let rule = "the path of a field, such as clauses/39/texts/en/title"
}

extension FieldPath {
    /// Parses a path; nil if the text is not a valid path.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public init?(_ text: String) {
        guard text.utf8.count <= 400 else { return nil }
        let segments = text.parts(at: "/", omittingEmptyParts: false).map(String.init)
        guard segments.count >= 2, let path = Self.path(segments[0], segments[1], segments.dropFirst(2)) else {
            return nil
        }
        self = path
    }

    private static func path(_ kind: String, _ name: String, _ rest: ArraySlice<String>) -> FieldPath? {
        switch kind {
        case "clauses":
            guard Identifier.isValid(name), let field = clauseField(Array(rest)) else { return nil }
            return .clause(name, field)
        case "categories":
            guard Identifier.isValid(name), let field: CategoryField = field(rest) else { return nil }
            return .category(name, field)
        case "pages":
            guard let page = pageNumber(name), let field: PageField = field(rest) else { return nil }
            return .page(page, field)
        case "document":
            guard rest.isEmpty, let field = DocumentField(rawValue: name) else { return nil }
            return .document(field)
        case "proposals":
            guard rest.isEmpty, Identifier.isValid(name) else { return nil }
            return .proposal(name)
        case "files":
            guard rest.isEmpty, Identifier.isValid(name), name.hasSuffix(".svg") else { return nil }
            return .file(name)
        case "tours":
            guard Identifier.isValid(name), let field = tourField(Array(rest)) else { return nil }
            return .tour(name, field)
        case "glossary":
            guard Identifier.isValid(name), let field: TermField = field(rest) else { return nil }
            return .term(name, field)
        case "recordings":
            guard LanguageTag.isValid(name), let stem = rest.first, Identifier.isValid(stem),
                let field: RecordingField = field(rest.dropFirst())
            else { return nil }
            return .recording(language: name, name: stem, field)
        default: return nil
        }
    }

    /// Returns the field that the last segment names. Without one, it is the existence.
    private static func field<Field: RawRepresentable<String>>(_ rest: ArraySlice<String>) -> Field? {
        rest.count <= 1 && rest.first != "" ? Field(rawValue: rest.first ?? "") : nil
    }

    private static func tourField(_ segments: [String]) -> TourField? {
        switch (segments.first, segments.count) {
        case (nil, _): return .existence
        case ("title", 1): return .title
        case ("summary", 1): return .summary
        case ("order", 1): return .order
        case ("steps", 2...3):
            guard Identifier.isValid(segments[1]) else { return nil }
            if segments.count == 2 { return .step(segments[1]) }
            return segments[2] == "text" ? .text(step: segments[1]) : nil
        default: return nil
        }
    }

    private static func clauseField(_ segments: [String]) -> ClauseField? {
        switch (segments.first, segments.count) {
        case (nil, _): return .existence
        case ("number", 1): return .number
        case ("kind", 1): return .kind
        case ("incipit", 1): return .incipit
        case ("order", 1): return .order
        case ("words", 1): return .words
        case ("categories", 1): return .categories
        case ("regions", 2): return pageNumber(segments[1]).map { .regions(page: $0) }
        case ("texts", 3):
            guard LanguageTag.isValid(segments[1]) else { return nil }
            if segments[2] == "reviewed" { return .reviewed(language: segments[1]) }
            if segments[2] == "phrases" { return .phrases(language: segments[1]) }
            return Snippet.Field(rawValue: segments[2]).map { .text(language: segments[1], purpose: $0) }
        default: return nil
        }
    }

    /// Parses a page number without leading zeros.
    private static func pageNumber(_ text: String) -> Int? {
        guard (1...5).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "0"),
            text.utf8.allSatisfy(\.isASCIIDigit), let number = Int(text), number <= pageLimit
        else { return nil }
        return number
    }

    /// The existence field of the clause, category, page, tour or glossary entry that the field belongs to; nil for
    /// fields of the document, files, proposals and recordings.
    public var subject: FieldPath? {
        switch self {
        case .clause(let id, _): .clause(id, .existence)
        case .category(let id, _): .category(id, .existence)
        case .page(let page, _): .page(page, .existence)
        case .tour(let id, _): .tour(id, .existence)
        case .term(let id, _): .term(id, .existence)
        case .document, .file, .proposal, .recording: nil
        }
    }

    /// Whether the field is the existence of a clause, category, page, tour or glossary entry.
    public var isExistence: Bool { self == subject }

    /// Whether it is a file.
    package var isFile: Bool {
        if case .file = self { true } else { false }
    }

    /// Whether it is a field of a page.
    package var isOfPage: Bool {
        if case .page = self { true } else { false }
    }

    /// Whether it is a proposal, and therefore not part of the document.
    package var isProposal: Bool {
        if case .proposal = self { true } else { false }
    }

    /// Whether the field is kept only in the journal, which holds its last value, and is never published.
    ///
    /// This applies to reviews of translations. Whether a translation is outdated also follows from the journal;
    /// readers see neither. A review alone creates no version, and remains valid after one is published.
    package var isJournalOnly: Bool {
        if case .clause(_, .reviewed) = self { true } else { false }
    }

    /// The id of the clause that the field belongs to, if any.
    public var clauseID: String? {
        if case .clause(let id, _) = self { id } else { nil }
    }
}

extension FieldPath: CustomStringConvertible {
    /// The textual form of the path.
    public var description: String {
        switch self {
        case .clause(let id, let field):
            switch field {
            case .existence: "clauses/\(id)"
            case .number: "clauses/\(id)/number"
            case .kind: "clauses/\(id)/kind"
            case .incipit: "clauses/\(id)/incipit"
            case .order: "clauses/\(id)/order"
            case .categories: "clauses/\(id)/categories"
            case .regions(let page): "clauses/\(id)/regions/\(page)"
            case .text(let language, let purpose): "clauses/\(id)/texts/\(language)/\(purpose.rawValue)"
            case .phrases(let language): "clauses/\(id)/texts/\(language)/phrases"
            case .words: "clauses/\(id)/words"
            case .reviewed(let language): "clauses/\(id)/texts/\(language)/reviewed"
            }
        case .category(let id, .existence): "categories/\(id)"
        case .category(let id, let field): "categories/\(id)/\(field.rawValue)"
        case .page(let page, .existence): "pages/\(page)"
        case .page(let page, let field): "pages/\(page)/\(field.rawValue)"
        case .document(let field): "document/\(field.rawValue)"
        case .proposal(let id): "proposals/\(id)"
        case .file(let name): "files/\(name)"
        case .recording(let language, let name, .existence): "recordings/\(language)/\(name)"
        case .recording(let language, let name, let field): "recordings/\(language)/\(name)/\(field.rawValue)"
        case .tour(let id, let field):
            switch field {
            case .existence: "tours/\(id)"
            case .title: "tours/\(id)/title"
            case .summary: "tours/\(id)/summary"
            case .order: "tours/\(id)/order"
            case .step(let step): "tours/\(id)/steps/\(step)"
            case .text(let step): "tours/\(id)/steps/\(step)/text"
            }
        case .term(let id, .existence): "glossary/\(id)"
        case .term(let id, let field): "glossary/\(id)/\(field.rawValue)"
        }
    }
}
