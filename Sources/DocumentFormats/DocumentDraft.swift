import DocumentModel
import Foundation

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
        let sizes = pages.flatMap { page in
            let own = page.image.map { [($0, (width: page.width, height: page.height))] } ?? []
            return own + page.captures.map { ($0.image, (width: $0.width, height: $0.height)) }
        }
        return try SourceReader.read(
            DraftSource(files: files, sizes: Dictionary(sizes) { first, _ in first }))
    }

    /// The files of a source folder, without the images.
    var files: [SourceFile] {
        var files = [Self.file("document.json", description), Self.file("clauses.json", .array(clauses.map(\.json)))]
        if !tours.isEmpty { files.append(Self.file("tours.json", .array(tours.map(\.json)))) }
        let words = clauses.filter { !$0.words.isEmpty }.map { clause in
            JSONValue.Member(key: clause.id, value: .array(clause.words.map(\.json)))
        }
        if !words.isEmpty { files.append(Self.file("words.json", .object(words))) }
        if !glossary.isEmpty { files.append(Self.file("glossary.json", .array(glossary.map(\.json)))) }
        if !categories.isEmpty { files.append(Self.file("categories.json", .array(categories.map(\.json)))) }
        for (language, texts) in texts where !texts.isEmpty {
            let members = clauses.compactMap { clause in
                texts[clause.id].map { JSONValue.Member(key: clause.id, value: $0.json) }
            }
            files.append(Self.file("texts/\(language).json", .object(members)))
        }
        return files
    }

    private static func file(_ name: String, _ value: JSONValue) -> SourceFile {
        SourceFile(name: name, bytes: Data((value.text() + "\n").utf8))
    }

    private var description: JSONValue {
        let presentation = header.presentation ?? PresentationProperties()
        return .members(
            [
                ("id", .string(header.id)), ("title", header.title.json), ("summary", header.summary?.json),
                ("holder", header.holder?.json), ("shelfmark", header.shelfmark.map(JSONValue.string)),
                ("date", header.date?.json), ("rights", header.rights.map(JSONValue.string)),
                ("attribution", header.attribution?.json),
                ("credits", header.credits.isEmpty ? nil : LanguageMap(header.credits).json),
                ("status", .string(header.status.rawValue)),
                ("access", header.access == .open ? nil : .string(header.access.rawValue)),
                ("language", .string(header.language)),
                ("languages", .array(header.languages.map(JSONValue.string))),
                ("collections", .list(header.collections.map(\.json))),
            ] + presentation.members + [("pages", .array(pages.map(\.json)))])
    }
}

/// A source folder in memory, with the image sizes by name.
struct DraftSource: SourceProvider {
    let files: [SourceFile]
    let sizes: [String: (width: Int, height: Int)]

    func file(_ name: String, byteLimit: Int) throws(SourceProblem) -> Data? { files.first { $0.name == name }?.bytes }

    func textFiles() throws(SourceProblem) -> [String] { files.map(\.name).filter { $0.hasPrefix("texts/") }.sorted() }

    func imageSize(_ name: String, page: Int?) throws(SourceProblem) -> (width: Int, height: Int)? { sizes[name] }
}
