/// The name of one field of a document, the smallest thing that an edit changes: `clauses/39/texts/en/title`.
///
/// Segments are separated by `/`. Ids are ``Identifier``s and languages BCP 47 tags, so that no segment needs escaping, and
/// each field has exactly one path.
public enum FieldPath: Hashable, Sendable {
    /// A field of a clause, by the clause's id.
    case clause(String, ClauseField)
    /// A field of a category, by the category's id.
    case category(String, CategoryField)
    /// A field of a page, by the number that the page has in the working copy.
    case page(Int, PageField)
    /// A field of the document as a whole.
    case document(DocumentField)
    /// What an annotation client proposes, by the proposal's id. It is no part of the document: it waits until an editor
    /// accepts or rejects it.
    case proposal(String)
    /// The text of an SVG file, by its name in the source folder: an icon of the document's own.
    case file(String)
    /// A field of a tour, by the tour's id.
    case tour(String, TourField)
    /// A field of an entry of the glossary, by the entry's id.
    case term(String, TermField)
    /// A recording or its cues, by language and by the name of its file without suffix, which is the id of its clause.
    case recording(language: String, name: String, RecordingField)

    /// A field of a recording.
    public enum RecordingField: String, Hashable, Sendable, CaseIterable {
        /// Which file it is: `{ sha256, byteCount, format, seconds }`; null where there is none.
        case existence = ""
        /// The text of its WebVTT file.
        case cues
    }

    /// A field of a clause.
    public enum ClauseField: Hashable, Sendable {
        /// Whether the clause is there. Its other fields stay when it is deleted, so that the deletion can be undone.
        case existence
        /// The number to show.
        case number
        /// What it is: ``ClauseKind``.
        case kind
        /// The opening words.
        case incipit
        /// Where it comes in reading order.
        case order
        /// The ids of its categories.
        case categories
        /// Its regions on a page, by the page's number from 1.
        case regions(page: Int)
        /// A text, by language and purpose.
        case text(language: String, purpose: Snippet.Field)
        /// Which words of the transcription which of the translation render, by the translation's language.
        case phrases(language: String)
        /// The words of the transcription that have a place on a page.
        case words
        /// For which state of the texts it was made from a translation was found to be right still: a digest of them.
        case reviewed(language: String)
    }

    /// A field of a category.
    public enum CategoryField: String, Hashable, Sendable, CaseIterable {
        /// Whether the category is there.
        case existence = ""
        /// The name to show.
        case label
        /// The icon's name.
        case icon
        /// How its regions are drawn: ``CategoryStyle``.
        case style
        /// Whether its clauses are in `all`.
        case includedInAll
        /// Where it comes in the menu.
        case order
    }

    /// A field of a page.
    public enum PageField: String, Hashable, Sendable, CaseIterable {
        /// Whether the page is there.
        case existence = ""
        /// Where it comes among the pages.
        case order
        /// Which part of which scan it shows.
        case image
        /// The name to show.
        case label
        /// The scale.
        case pixelsPerMillimetre
        /// How it is shown among the others: `non-paged`, `facing-pages`.
        case behavior
        /// Its captures: what the first is called, which is its image, and the images of the others with their places on it.
        case captures
    }

    /// A field of a tour.
    public enum TourField: Hashable, Sendable {
        /// Whether the tour is there. Its other fields stay when it is deleted, so that the deletion can be undone.
        case existence
        /// The name to show.
        case title
        /// What the tour is about.
        case summary
        /// Where it comes among the tours.
        case order
        /// A step, by its id: where it comes in the tour, and all that `tours.json` has of it but the text. Null where there
        /// is no such step; its text stays, so that the deletion can be undone.
        case step(String)
        /// What is said at a step, by the step's id.
        case text(step: String)
    }

    /// A field of an entry of the glossary.
    public enum TermField: String, Hashable, Sendable, CaseIterable {
        /// Whether the entry is there. Its other fields stay when it is deleted, so that the deletion can be undone.
        case existence = ""
        /// The term, in each language.
        case term
        /// Further words by which texts call it, by language.
        case forms
        /// What it means, in each language.
        case definition
        /// The ids of related entries.
        case seeAlso
        /// Where it comes among the others.
        case order
    }

    /// A field of the document as a whole, as `document.json` names it.
    public enum DocumentField: String, Hashable, Sendable, CaseIterable {
        case title, summary, holder, shelfmark, date, rights, attribution, credits, status, access, language, languages
        case palette, mark, behavior, viewingDirection, collections, structures

        /// Whether it is one of IIIF Presentation, which a header has among its ``PresentationProperties``.
        package var isOfPresentation: Bool { [.behavior, .viewingDirection, .structures].contains(self) }
    }

    /// The highest number that a page can have.
    package static let pageLimit = 10_000

    /// What a path must look like, in words, for errors.
    package static let rule = "the path of a field, such as clauses/39/texts/en/title"
}

extension FieldPath {
    /// Reads a path; nil where the text is none.
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
            guard Identifier.isValid(name), rest.count <= 1, rest.first != "",
                let field = CategoryField(rawValue: rest.first ?? "")
            else { return nil }
            return .category(name, field)
        case "pages":
            guard rest.count <= 1, rest.first != "", let page = pageNumber(name),
                let field = PageField(rawValue: rest.first ?? "")
            else { return nil }
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
            guard Identifier.isValid(name), rest.count <= 1, rest.first != "",
                let field = TermField(rawValue: rest.first ?? "")
            else { return nil }
            return .term(name, field)
        case "recordings":
            guard LanguageTag.isValid(name), (1...2).contains(rest.count), let stem = rest.first,
                Identifier.isValid(stem), rest.count == 1 || rest.last != "",
                let field = RecordingField(rawValue: rest.count == 1 ? "" : rest.last ?? "")
            else { return nil }
            return .recording(language: name, name: stem, field)
        default: return nil
        }
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

    /// A number without leading zeros.
    private static func pageNumber(_ text: String) -> Int? {
        guard (1...5).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "0"),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(text), number <= pageLimit
        else { return nil }
        return number
    }

    /// The clause, category, page, tour or entry of the glossary that the field belongs to, as the path of its existence; nil for fields of the
    /// document, for files and for proposals.
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

    /// Whether the field says that a clause, category, page, tour or entry of the glossary is there.
    public var isExistence: Bool { self == subject }

    /// Whether it is a file.
    package var isFile: Bool {
        if case .file = self { true } else { false }
    }

    /// Whether it is a field of a page.
    package var isOfPage: Bool {
        if case .page = self { true } else { false }
    }

    /// Whether it is a proposal, and so no part of the document.
    package var isProposal: Bool {
        if case .proposal = self { true } else { false }
    }

    /// Whether its value is what the journal tells last, and is never published.
    ///
    /// So is the review of a translation. Whether a translation is outdated is told by the journal as well; readers are told
    /// neither. A review alone makes no version, and is still true after one was published.
    package var isOfJournalAlone: Bool {
        if case .clause(_, .reviewed) = self { true } else { false }
    }

    /// The id of the clause that the field belongs to.
    public var clauseID: String? {
        if case .clause(let id, _) = self { id } else { nil }
    }
}

extension FieldPath: CustomStringConvertible {
    /// The path as it is written.
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
