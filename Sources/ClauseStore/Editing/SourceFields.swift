import DocumentFormats
import DocumentModel
import Foundation

/// The fields of a document that was read from source files, in the normal form in which edits are compared.
struct SourceFields {
    /// The values of all fields that differ from their default, except for the positions of clauses, categories, tours
    /// and glossary entries.
    let values: [FieldPath: JSONValue]
    /// The ids of clauses, in reading order.
    let clauses: [String]
    /// The ids of categories, in menu order.
    let categories: [String]
    /// The ids of tours, in order.
    let tours: [String]
    /// The ids of glossary entries, in order.
    let terms: [String]

    /// - Complexity: O(*n*) in the size of the document.
    init(_ document: SourceDocument) throws {
        var values: [FieldPath: JSONValue] = [:]
        func set(_ value: JSONValue, of path: FieldPath) {
            let value = FieldValue.normal(value, of: path)
            if value != FieldValue.normal(.null, of: path) { values[path] = value }
        }
        func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
        func json(_ value: some Encodable) throws -> JSONValue { try StoredJSON.value(StoredJSON.encode(value)) }

        let header = try json(document.header)
        for field in FieldPath.DocumentField.allCases {
            let holder = field.isOfPresentation ? header["presentation"] : header
            set(holder?[field.rawValue] ?? .null, of: .document(field))
        }
        for page in document.pages {
            set(try page.label.map { try json($0) } ?? .null, of: .page(page.number, .label))
            set(.array(page.behavior.map(JSONValue.string)), of: .page(page.number, .behavior))
        }
        for category in document.categories {
            set(.bool(true), of: .category(category.id, .existence))
            set(try json(category.label), of: .category(category.id, .label))
            set(text(category.icon), of: .category(category.id, .icon))
            set(.string(category.style.rawValue), of: .category(category.id, .style))
            set(.bool(category.includedInAll), of: .category(category.id, .includedInAll))
        }
        for clause in document.clauses {
            set(.bool(true), of: .clause(clause.id, .existence))
            set(text(clause.number), of: .clause(clause.id, .number))
            set(.string(clause.kind.rawValue), of: .clause(clause.id, .kind))
            set(text(clause.incipit), of: .clause(clause.id, .incipit))
            set(.array(clause.categories.map(JSONValue.string)), of: .clause(clause.id, .categories))
            set(.array(clause.words.map(\.json)), of: .clause(clause.id, .words))
            for (page, regions) in Dictionary(grouping: clause.regions, by: \.page) {
                set(FieldValue.regions(regions.map(\.polygon)), of: .clause(clause.id, .regions(page: page)))
            }
        }
        for (language, texts) in document.texts {
            for (id, words) in texts {
                for purpose in Snippet.Field.allCases {
                    set(text(words[purpose]), of: .clause(id, .text(language: language, purpose: purpose)))
                }
                set(.array(words.phrases.map(\.json)), of: .clause(id, .phrases(language: language)))
            }
        }
        let tours = WorkingTours.values(of: .array(document.tours.map(\.json)))
        for (path, value) in tours where !path.isOrder { set(value, of: path) }
        let terms = WorkingGlossary.values(of: .array(document.glossary.map(\.json)))
        for (path, value) in terms where !path.isOrder { set(value, of: path) }
        self.values = values
        (clauses, categories) = (document.clauses.map(\.id), document.categories.map(\.id))
        self.tours = document.tours.map(\.id)
        self.terms = document.glossary.map(\.id)
    }

    func value(of path: FieldPath) -> JSONValue { values[path] ?? FieldValue.normal(.null, of: path) }

    /// Whether the clause, category, tour or glossary entry of a field exists; always true for fields of the document
    /// and of pages.
    func hasSubject(of path: FieldPath) -> Bool {
        path.isOfPage || path.subject.map { values[$0] != nil } ?? true
    }
}

/// The content of source files that no field represents, and that editors cannot change: files, pages and unknown keys.
struct UneditableContent {
    private let pages: [SourcePage]
    /// The properties other than those that are fields.
    private let presentation: PresentationProperties
    private let files: [String: Data]
    /// The members unknown to this program, by the location of their object; null if it has none.
    private let unknown: [String: JSONValue]

    /// - Complexity: O(*n*) in the size of the files.
    init(_ document: SourceDocument) throws {
        pages = document.pages.map { page in
            SourcePage(
                number: page.number, label: nil, image: page.image, width: page.width, height: page.height,
                pixelsPerMillimetre: page.pixelsPerMillimetre, imagePage: page.imagePage, captures: page.captures)
        }
        var presentation = document.header.presentation ?? PresentationProperties()
        (presentation.behavior, presentation.viewingDirection, presentation.structures) = ([], nil, [])
        self.presentation = presentation
        files = Dictionary(document.files.filter { !Self.isOfFields($0.name) }.map { ($0.name, $0.bytes) }) { $1 }
        var unknown = UnknownMembers()
        for file in document.files where Self.isOfFields(file.name) { try unknown.read(file) }
        self.unknown = unknown.byPlace
    }

    private static func isOfFields(_ name: String) -> Bool {
        UnknownMembers.known[name] != nil || ["tours.json", "words.json"].contains(name) || name.hasPrefix("texts/")
    }

    /// Describes a difference from other content in a few words; nil if there is none. Unknown members of clauses
    /// that are missing in the other do not count.
    ///
    /// - Parameter other: The content of the source to be merged.
    func difference(to other: UneditableContent) -> String? {
        if pages.count != other.pages.count {
            return "\(other.pages.count) page\(other.pages.count == 1 ? "" : "s") instead of \(pages.count)"
        }
        if let (own, page) = zip(pages, other.pages).first(where: { $0 != $1 }) {
            let isOfCaptures = own.captures != page.captures
            return "\(isOfCaptures ? "other captures" : "another image, size or scale") of page \(page.number)"
        }
        if presentation != other.presentation { return "other properties of IIIF Presentation" }
        let names = Set(files.keys).union(other.files.keys).filter { files[$0] != other.files[$0] }
        if let name = names.min() { return "another file \(FaultText.quoted(name))" }
        let places = other.unknown.keys.filter { unknown[$0] ?? .null != other.unknown[$0] ?? .null }
        return places.min().map { "keys that only files have (\(FaultText.plain($0)))" }
    }
}
