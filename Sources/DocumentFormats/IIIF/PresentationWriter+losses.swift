import DocumentModel

extension PresentationWriter {
    /// What neither a manifest nor a page of annotations can hold, one line each: reading back gives a document without
    /// it.
    public var losses: [String] {
        var losses = ExportLosses.common(document)
        let unused = document.categories.filter { category in
            (category.style == .outline || !category.includedInAll)
                && !document.clauses.contains { $0.categories.contains(category.id) }
        }
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
        let unknown = ExportLosses.unknownKeysOfTours(document)
        if !unknown.isEmpty { losses.append("further keys of tours.json: \(unknown.joined(separator: ", "))") }
        let long = document.clauses.filter { ($0.number?.unicodeScalars.count ?? 0) > ClauseDraft.numberLimit }
        if let first = long.first {
            losses.append("numbers of more than \(ClauseDraft.numberLimit) characters, first that of \(first.id)")
        }
        return losses
    }

    /// What a page of annotations alone cannot hold besides.
    public var annotationLosses: [String] {
        let header = document.header
        let parts: [(String, Bool)] = [
            ("summary", header.summary != nil), ("holder", header.holder != nil),
            ("shelfmark", header.shelfmark != nil), ("date", header.date != nil), ("rights", header.rights != nil),
            ("attribution", header.attribution != nil), ("credits", !header.credits.isEmpty),
            ("collections", !header.collections.isEmpty),
        ]
        let stated = presentation.members.filter { $0.1 != nil }.map(\.0)
        let left = parts.filter(\.1).map(\.0) + stated
        var losses = left.isEmpty ? [] : ["of the document: \(left.joined(separator: ", "))"]
        let blank = document.pages.filter { page in
            !document.clauses.contains { $0.regions.contains { $0.page == page.number } }
        }
        if !blank.isEmpty {
            losses.append("pages without clauses: \(blank.map { String($0.number) }.joined(separator: ", "))")
        }
        if document.categories.contains(where: { category in
            !document.clauses.contains { $0.categories.contains(category.id) }
        }) {
            losses.append("categories without clauses")
        }
        losses += ExportLosses.tours(document)
        losses.append("the order of categories, which is that of their first use")
        return losses + ExportLosses.captures(document) + ExportLosses.behaviors(document) + self.losses
    }
}

/// What formats other than the source folder cannot hold of a document.
enum ExportLosses {
    private static let documentKeys: Set<String> = [
        "id", "title", "summary", "holder", "shelfmark", "date", "rights", "attribution", "credits", "status",
        "language", "languages", "palette", "mark", "pages", "access", "behavior", "viewingDirection", "navDate",
        "metadata", "provider", "homepage", "seeAlso", "rendering", "structures", "collections",
    ]
    private static let clauseKeys: Set<String> = ["id", "number", "kind", "incipit", "categories", "regions"]
    private static let categoryKeys: Set<String> = ["id", "label", "icon", "style", "includedInAll"]

    /// What none of the linked formats holds.
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

    /// What only the source folder says of how a document looks.
    static func looks(_ document: SourceDocument) -> [String] {
        var losses: [String] = []
        if document.header.palette != nil { losses.append("the palette") }
        if document.header.mark != nil { losses.append("the mark") }
        let icons = document.categories.filter { $0.icon != nil }
        if !icons.isEmpty { losses.append("the icons of \(icons.count) categories") }
        return losses
    }

    /// The keys of the source files that a format does not hold as this program knows them.
    ///
    /// - Parameter held: Keys of clauses that it holds beside the usual ones.
    static func furtherKeys(_ document: SourceDocument, held: Set<String> = []) -> [String] {
        var losses: [String] = []
        let unknown = unknownKeys("document.json", document, documentKeys) { [$0] }
        if !unknown.isEmpty { losses.append("further keys of document.json: \(unknown.joined(separator: ", "))") }
        for (file, keys) in [("categories.json", categoryKeys), ("clauses.json", clauseKeys.union(held))] {
            let unknown = unknownKeys(file, document, keys) { value in
                if case .array(let entries) = value { entries } else { [] }
            }
            if !unknown.isEmpty { losses.append("further keys of \(file): \(unknown.joined(separator: ", "))") }
        }
        return losses
    }

    /// Where pages show parts of scans: other formats take such a part for the image.
    static func parts(_ document: SourceDocument) -> [String] {
        let numbers = document.pages.filter { page in
            !page.part.isWhole || page.captures.contains { !$0.part.isWhole }
        }.map { String($0.number) }
        let list = numbers.prefix(20).joined(separator: ", ") + (numbers.count > 20 ? ", …" : "")
        return numbers.isEmpty ? [] : ["the rotation and crop of scans: pages \(list)"]
    }

    /// Where pages have captures: for formats that have one image a page.
    static func captures(_ document: SourceDocument) -> [String] {
        let numbers = document.pages.filter { $0.captures.count > 1 }.map { String($0.number) }
        let list = numbers.prefix(20).joined(separator: ", ") + (numbers.count > 20 ? ", …" : "")
        return numbers.isEmpty ? [] : ["the captures after the first: pages \(list)"]
    }

    /// Where there are tours: for formats that do not know any.
    static func tours(_ document: SourceDocument) -> [String] { document.tours.isEmpty ? [] : ["the tours"] }

    /// Where words have places on pages, and phrases are aligned: for formats that hold neither.
    ///
    /// - Parameters:
    ///   - holdsWords: Whether the places of words are held.
    ///   - holdsPhrases: Whether phrases are.
    static func links(_ document: SourceDocument, holdsWords: Bool = false, holdsPhrases: Bool = false) -> [String] {
        let words = holdsWords ? 0 : document.clauses.count { !$0.words.isEmpty }
        let phrases = holdsPhrases ? 0 : document.texts.values.flatMap(\.values).count { !$0.phrases.isEmpty }
        return (words == 0 ? [] : ["the places of words, of \(words) clauses"])
            + (phrases == 0 ? [] : ["the phrases of \(phrases) translations"])
    }

    /// Where there is a glossary: for formats that do not know any.
    static func glossary(_ document: SourceDocument) -> [String] { document.glossary.isEmpty ? [] : ["the glossary"] }

    /// Keys of the glossary's entries that this program does not know.
    static func unknownKeysOfGlossary(_ document: SourceDocument) -> [String] {
        let unknown = unknownKeys("glossary.json", document, Set(WorkingGlossary.known)) { $0.elements ?? [] }
        return unknown.isEmpty ? [] : ["further keys of glossary.json: \(unknown.joined(separator: ", "))"]
    }

    /// Keys of tours and of their steps that this program does not know.
    static func unknownKeysOfTours(_ document: SourceDocument) -> [String] {
        let ofTours = unknownKeys("tours.json", document, ["id", "title", "summary", "steps"]) { $0.elements ?? [] }
        let ofSteps = unknownKeys("tours.json", document, Set(WorkingTours.knownOfSteps)) { value in
            (value.elements ?? []).flatMap { $0["steps"]?.elements ?? [] }
        }
        return ofTours + ofSteps
    }

    /// Where pages have behaviors: for formats that do not know any.
    static func behaviors(_ document: SourceDocument) -> [String] {
        let first = document.pages.first { !$0.behavior.isEmpty }
        return first.map { ["behaviors of pages, first of page \($0.number)"] } ?? []
    }

    private static func unknownKeys(
        _ file: String, _ document: SourceDocument, _ known: Set<String>, _ objects: (JSONValue) -> [JSONValue]
    ) -> [String] {
        guard let bytes = document.files.first(where: { $0.name == file })?.bytes,
            let value = try? JSONParser.parse(bytes)
        else { return [] }
        var found: Set<String> = []
        for case .object(let members) in objects(value) {
            for member in members where !known.contains(member.key) { found.insert(member.key) }
        }
        return found.sorted().prefix(20).map { FaultText.plain($0) }
    }
}
