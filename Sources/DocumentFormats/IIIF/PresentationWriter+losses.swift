import DocumentModel

extension PresentationWriter {
    /// The content that neither a manifest nor an annotation page can hold, one line each. It is missing when the
    /// document is read back.
    public var losses: [String] {
        var losses = ExportLosses.common(document)
        let unused = categoriesWithoutClauses.filter { $0.style == .outline || !$0.includedInAll }
        if document.clauses.isEmpty {
            if !document.categories.isEmpty { losses.append("the categories, as there are no clauses") }
        } else if !unused.isEmpty {
            losses.append(
                "whether categories without clauses are outlines, and in all: \(unused.map(\.id).joined(separator: ", "))"
            )
        }
        losses += ExportLosses.links(document)
        let heard = document.tours.filter { $0.steps.contains { $0.audio != nil } }
        if !heard.isEmpty { losses.append("the recordings of tours: \(heard.map(\.id).joined(separator: ", "))") }
        losses += ExportLosses.recordings(document)
        let empty = document.tours.filter(\.steps.isEmpty)
        if !empty.isEmpty { losses.append("tours without steps: \(empty.map(\.id).joined(separator: ", "))") }
        losses += ExportLosses.unknownKeysOfTours(document)
        let long = document.clauses.filter { ($0.number?.unicodeScalars.count ?? 0) > ClauseDraft.numberLimit }
        if let first = long.first {
            losses.append("numbers of more than \(ClauseDraft.numberLimit) characters, first that of \(first.id)")
        }
        return losses
    }

    /// The content that an annotation page without a manifest cannot hold, including ``losses``.
    public var annotationLosses: [String] {
        let header = document.header
        let parts: [(String, Bool)] = [
            ("summary", header.summary != nil), ("holder", header.holder != nil),
            ("shelfmark", header.shelfmark != nil), ("date", header.date != nil), ("rights", header.rights != nil),
            ("attribution", header.attribution != nil), ("credits", !header.credits.isEmpty),
            ("collections", !header.collections.isEmpty),
        ]
        let left = parts.filter(\.1).map(\.0) + (presentation.json.members ?? []).map(\.key)
        var losses = left.isEmpty ? [] : ["of the document: \(left.joined(separator: ", "))"]
        let used = Set(document.clauses.flatMap(\.regions).map(\.page))
        let blank = document.pages.filter { !used.contains($0.number) }
        if !blank.isEmpty {
            losses.append("pages without clauses: \(blank.map { String($0.number) }.joined(separator: ", "))")
        }
        if !categoriesWithoutClauses.isEmpty { losses.append("categories without clauses") }
        losses += ExportLosses.tours(document)
        losses.append("the order of categories, which is that of their first use")
        return losses + ExportLosses.captures(document) + ExportLosses.behaviors(document) + self.losses
    }

    private var categoriesWithoutClauses: [Category] {
        let used = Set(document.clauses.flatMap(\.categories))
        return document.categories.filter { !used.contains($0.id) }
    }
}

/// Lists the content of a document that formats other than the source folder cannot hold.
enum ExportLosses {
    private static let documentKeys: Set<String> = [
        "id", "title", "summary", "holder", "shelfmark", "date", "rights", "attribution", "credits", "status",
        "language", "languages", "palette", "mark", "pages", "access", "behavior", "viewingDirection", "navDate",
        "metadata", "provider", "homepage", "seeAlso", "rendering", "structures", "collections",
    ]
    private static let clauseKeys: Set<String> = ["id", "number", "kind", "incipit", "categories", "regions"]
    private static let categoryKeys: Set<String> = ["id", "label", "icon", "style", "includedInAll"]

    /// Returns the losses common to all linked data formats.
    static func common(_ document: SourceDocument) -> [String] {
        var losses: [String] = []
        let header = document.header
        if header.status == .draft { losses.append("the status draft") }
        if header.access != .open { losses.append("that access is \(header.access.rawValue)") }
        losses += looks(document)
        if document.pages.contains(where: { $0.image != nil }) {
            losses.append("image files (it refers to them)")
        }
        losses += parts(document) + furtherKeys(document) + glossary(document)
        let mixed = document.clauses.filter { clause in
            let pages = clause.regions.map(\.page)
            return zip(pages, pages.dropFirst()).count { $0 != $1 } >= Set(pages).count
        }
        if let first = mixed.first {
            losses.append("the order of regions that alternate between pages, first of \(first.id)")
        }
        return losses
    }

    /// Returns the appearance settings, which only the source folder holds.
    static func looks(_ document: SourceDocument) -> [String] {
        var losses: [String] = []
        if document.header.palette != nil { losses.append("the palette") }
        if document.header.mark != nil { losses.append("the mark") }
        let icons = document.categories.filter { $0.icon != nil }
        if !icons.isEmpty { losses.append("the icons of \(icons.count) categories") }
        return losses
    }

    /// Returns the keys of the source files that this program does not know, and which a format therefore cannot hold.
    ///
    /// - Parameter held: Further keys of clauses that the format holds.
    static func furtherKeys(_ document: SourceDocument, held: Set<String> = []) -> [String] {
        let ofDocument = unknownKeys("document.json", document, documentKeys) { [$0] }
        let ofCategories = unknownKeys("categories.json", document, categoryKeys) { $0.elements ?? [] }
        let ofClauses = unknownKeys("clauses.json", document, clauseKeys.union(held)) { $0.elements ?? [] }
        return further(ofDocument, of: "document.json") + further(ofCategories, of: "categories.json")
            + further(ofClauses, of: "clauses.json")
    }

    private static func further(_ keys: [String], of file: String) -> [String] {
        keys.isEmpty ? [] : ["further keys of \(file): \(keys.joined(separator: ", "))"]
    }

    /// Returns the pages that show parts of scans. Other formats treat such a part as the whole image.
    static func parts(_ document: SourceDocument) -> [String] {
        pages(document, "the rotation and crop of scans") { page in
            !page.part.isWhole || page.captures.contains { !$0.part.isWhole }
        }
    }

    /// Returns the pages that have several captures, for formats with one image per page.
    static func captures(_ document: SourceDocument) -> [String] {
        pages(document, "the captures after the first") { $0.captures.count > 1 }
    }

    private static func pages(
        _ document: SourceDocument, _ loss: String, where condition: (SourcePage) -> Bool
    ) -> [String] {
        let numbers = document.pages.filter(condition).map { String($0.number) }
        let list = numbers.prefix(20).joined(separator: ", ") + (numbers.count > 20 ? ", …" : "")
        return numbers.isEmpty ? [] : ["\(loss): pages \(list)"]
    }

    /// Returns the tours, for formats without them.
    static func tours(_ document: SourceDocument) -> [String] { document.tours.isEmpty ? [] : ["the tours"] }

    /// Returns the positions of words and the aligned phrases, for formats without them.
    ///
    /// - Parameters:
    ///   - holdsWords: Whether the format holds the positions of words.
    ///   - holdsPhrases: Whether the format holds phrases.
    static func links(_ document: SourceDocument, holdsWords: Bool = false, holdsPhrases: Bool = false) -> [String] {
        let words = holdsWords ? 0 : document.clauses.count { !$0.words.isEmpty }
        let phrases = holdsPhrases ? 0 : document.texts.values.flatMap(\.values).count { !$0.phrases.isEmpty }
        return (words == 0 ? [] : ["the places of words, of \(words) clauses"])
            + (phrases == 0 ? [] : ["the phrases of \(phrases) translations"])
    }

    /// Returns the glossary, for formats without one.
    static func glossary(_ document: SourceDocument) -> [String] { document.glossary.isEmpty ? [] : ["the glossary"] }

    /// Returns the unknown keys of the glossary's entries.
    static func unknownKeysOfGlossary(_ document: SourceDocument) -> [String] {
        let unknown = unknownKeys("glossary.json", document, Set(WorkingGlossary.known)) { $0.elements ?? [] }
        return further(unknown, of: "glossary.json")
    }

    /// Returns the unknown keys of tours and steps.
    static func unknownKeysOfTours(_ document: SourceDocument) -> [String] {
        let ofTours = unknownKeys("tours.json", document, ["id", "title", "summary", "steps"]) { $0.elements ?? [] }
        let ofSteps = unknownKeys("tours.json", document, Set(WorkingTours.knownOfSteps)) { value in
            (value.elements ?? []).flatMap { $0["steps"]?.elements ?? [] }
        }
        return further(ofTours + ofSteps, of: "tours.json")
    }

    /// Returns the behaviors of pages, for formats without them.
    static func behaviors(_ document: SourceDocument) -> [String] {
        let first = document.pages.first { !$0.behavior.isEmpty }
        return first.map { ["behaviors of pages, first of page \($0.number)"] } ?? []
    }

    private static func unknownKeys(
        _ file: String, _ document: SourceDocument, _ known: Set<String>, _ objects: (JSONValue) -> [JSONValue]
    ) -> [String] {
        guard let value = try? JSONParser.parse(file, in: document.files) else { return [] }
        var found: Set<String> = []
        for case .object(let members) in objects(value) {
            for member in members where !known.contains(member.key) { found.insert(member.key) }
        }
        return found.sorted().prefix(20).map { FaultText.plain($0) }
    }
}
