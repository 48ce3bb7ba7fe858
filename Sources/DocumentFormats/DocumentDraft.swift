import DocumentModel

/// A document read from another format, before conversion into the files of a source folder.
struct DocumentDraft {
    var header: DocumentHeader
    /// The pages. A page has an image name only if an image was supplied for it.
    var pages: [SourcePage]
    var categories: [Category]
    var clauses: [Clause]
    /// The texts by language tag, then by clause id.
    var texts: [String: [String: ClauseText]]
    var tours: [Tour] = []
    var glossary: [GlossaryEntry] = []

    /// Builds the document from files that pass the same checks as handwritten ones.
    ///
    /// - Throws: Faults in the draft's content. Their paths are those of a source folder.
    /// - Complexity: O(*n*) in the size of the draft.
    func document() throws(SourceFaults) -> SourceDocument {
        let images = pages.flatMap { page in
            let own = page.image.map { [SourceImage(fileName: $0, width: page.width, height: page.height)] } ?? []
            return own + page.captures.map { SourceImage(fileName: $0.image, width: $0.width, height: $0.height) }
        }
        return try SourceReader.read(MemorySource(files: files, images: images))
    }

    /// The files of a source folder, without the images.
    var files: [SourceFile] {
        var files = [
            SourceFile(name: "document.json", json: description),
            SourceFile(name: "clauses.json", json: .array(clauses.map(\.json))),
        ]
        if !tours.isEmpty { files.append(SourceFile(name: "tours.json", json: .array(tours.map(\.json)))) }
        let words = clauses.filter { !$0.words.isEmpty }.map { clause in
            JSONValue.Member(key: clause.id, value: .array(clause.words.map(\.json)))
        }
        if !words.isEmpty { files.append(SourceFile(name: "words.json", json: .object(words))) }
        if !glossary.isEmpty { files.append(SourceFile(name: "glossary.json", json: .array(glossary.map(\.json)))) }
        if !categories.isEmpty {
            files.append(SourceFile(name: "categories.json", json: .array(categories.map(\.json))))
        }
        for (language, texts) in texts where !texts.isEmpty {
            let members = clauses.compactMap { clause in
                texts[clause.id].map { JSONValue.Member(key: clause.id, value: $0.json) }
            }
            files.append(SourceFile(name: "texts/\(language).json", json: .object(members)))
        }
        return files
    }

    private var description: JSONValue {
        let own: JSONValue = [
            "id": .string(header.id), "title": header.title.json, "summary": header.summary?.json,
            "holder": header.holder?.json, "shelfmark": header.shelfmark.map(JSONValue.string),
            "date": header.date?.json, "rights": header.rights.map(JSONValue.string),
            "attribution": header.attribution?.json,
            "credits": header.credits.isEmpty ? nil : LanguageMap(header.credits).json,
            "status": .string(header.status.rawValue),
            "access": header.access == .open ? nil : .string(header.access.rawValue),
            "language": .string(header.language), "languages": .array(header.languages.map(JSONValue.string)),
            "collections": .list(header.collections.map(\.json)),
        ]
        return own.adding((header.presentation ?? PresentationProperties()).json)
            .adding(["pages": .array(pages.map(\.json))])
    }
}
