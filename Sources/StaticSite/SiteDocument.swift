import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import WebDocuments
import Foundation
import TileEngine

/// Writes the files of one document.
struct SiteDocument {
    let context: SiteContext
    let writer: SiteWriter
    let progress: (Double) -> Void

    private var store: ClauseStore { context.library.store }

    func write(_ id: String) throws {
        try writer.document(id) {
            let contents = try read(id)
            let images = SiteImages(context: context, writer: writer, contents: contents, progress: progress)
            try write(contents, thumbnail: try images.thumbnail())
            try images.write()
            try SiteDownloads(context: context, writer: writer).write(id)
        }
    }

    /// Reads all data of one version of a document. If the document is replaced in the meantime, reads it again.
    private func read(_ id: String) throws -> DocumentContents {
        for _ in 0..<8 {
            let revision = try store.revision(of: id, for: .anyone)
            let contents = try DocumentContents(of: id, context: context)
            if try store.revision(of: id, for: .anyone) == revision { return contents }
        }
        throw SiteError.restless(id)
    }

    private func write(_ contents: DocumentContents, thumbnail: [UInt8]?) throws {
        let id = contents.info.id
        let (page, folder) = ("documents/\(id)", "api/documents/\(id)")
        let firstView = FirstView(
            of: contents.info, clauses: contents.firstOutlines, root: "../../", overlays: context.theme?.overlays,
            thumbnail: thumbnail)
        try writer.put(context.page(of: contents.preview, firstView: firstView), at: "\(page)/index.html")
        for (name, html) in contents.plainPages { try writer.put(Array(html.utf8), at: "\(page)/\(name)") }
        for icon in contents.icons { try writer.put(Array(icon.bytes), at: "\(page)/icons/\(icon.name)") }
        try writer.put(contents.document, at: "\(folder).json")
        try writer.put(contents.categories, at: "\(folder)/categories.json")
        try writer.put(contents.clauses, at: "\(folder)/clauses.json")
        if let glossary = contents.glossary { try writer.put(glossary, at: "\(folder)/glossary.json") }
        if let tours = contents.tours { try writer.put(tours, at: "\(folder)/tours.json") }
        for (number, part) in contents.links.enumerated() {
            try writer.put(part, at: "\(folder)/linked/\(number).json")
        }
        try write(contents.recordings, of: id, below: folder)
        for (tag, clauses) in contents.clausesByTag { try writer.put(clauses, at: "\(folder)/texts/\(tag).json") }
        let index = WordShards(contents.texts)
        try writer.put(index.directory, at: "\(folder)/words.json")
        for (number, shard) in index.shards.enumerated() {
            try writer.put(shard, at: "\(folder)/words/\(number).json")
        }
        for (name, text) in contents.presentation {
            try writer.put(Array(text.utf8), at: "iiif/presentation/3/\(id)/\(name)")
        }
    }

    /// Writes the recordings of a document, their cues and their list, if it has any.
    private func write(_ list: RecordingList, of id: String, below folder: String) throws {
        if list.recordings.isEmpty { return }
        try writer.put(JSON.recordings(list, of: id), at: "\(folder)/recordings.json")
        for recording in list.recordings {
            try writer.put(
                fileAt: context.library.originalPath(of: recording), at: "\(folder)/recordings/\(recording.path)")
        }
        for path in list.cues.sorted() {
            guard let cues = try store.cues(path, of: id) else { continue }
            try writer.put(Array(cues), at: "\(folder)/recordings/\(path)")
        }
    }
}

/// All data of one version of a document.
struct DocumentContents {
    let info: DocumentInfo
    let document: JSON
    let categories: JSON
    /// All clauses and details with their regions, in the default language.
    let clauses: JSON
    /// The same in each language, by lower-case tag.
    let clausesByTag: [(tag: String, clauses: JSON)]
    /// The clauses with their regions.
    let outlines: [ClauseResult]
    /// The clauses that are outlined before the reader chooses any.
    let firstOutlines: [ClauseResult]
    let texts: [WordedText]
    /// The tours; nil if there are none.
    let tours: JSON?
    /// The links in the texts of clauses, in parts of a fixed number of clauses in reading order; empty if there are
    /// none.
    let links: [JSON]
    /// The glossary; nil if there is none.
    let glossary: JSON?
    let recordings: RecordingList
    let icons: [SourceFile]
    let preview: DocumentPreview
    /// The plain HTML pages, by name.
    let plainPages: [(name: String, html: String)]
    /// The manifest, the annotations and their style sheet, by paths below the document's.
    let presentation: [(name: String, text: String)]

    init(of id: String, context: SiteContext) throws {
        let store = context.library.store
        let info = try store.document(id, for: .anyone)
        self.info = info
        document = try context.response(for: info)
        let menu = try store.categories(of: id)
        let counts = try store.clauseCounts(of: id)
        categories = .categories(menu, of: id, counts: counts)
        firstOutlines = try FirstView.filter(for: info, counts: counts).map { try store.clauses(of: id, $0) } ?? []
        let everything = ["all"] + menu.filter { !$0.includedInAll }.map(\.id)
        func part(_ lang: String?) throws -> ClausePart {
            try store.clausePart(
                of: id, ClauseFilter(categories: everything, lang: lang, includingRegions: true))
        }
        let first = try part(nil)
        outlines = first.clauses
        clauses = .clauses(first)
        var tags: [String] = []
        for language in info.languages + [info.language] where !tags.contains(language.lowercased()) {
            tags.append(language.lowercased())
        }
        clausesByTag = try tags.map { ($0, JSON.clauses(try part($0))) }
        texts = try store.wordedTexts(of: id)
        glossary = info.termCount == 0 ? nil : .glossary(try store.glossary(of: id), of: id)
        tours = info.tours.isEmpty ? nil : .tours(try store.tours(of: id), of: id)
        links = info.hasLinks ? try Self.links(of: id, in: store) : []
        recordings = try store.recordings(of: id)
        icons = try store.sourceFiles(of: id).filter { $0.name.hasSuffix(".svg") && !$0.name.contains("/") }

        let place: DocumentPreview.Place = context.options.publicURL == nil ? .unknown : .site
        func preview(_ language: String) -> DocumentPreview {
            DocumentPreview(document: info, clause: nil, language: language, base: context.base, place: place)
        }
        self.preview = preview(info.languages.first ?? "en")
        let links = PlainDocument.Links(viewer: "../../\(context.viewerFolder)", sheet: "index.html") {
            Self.plainName($0, of: info)
        }
        plainPages = try info.languages.map { language in
            let plain = PlainDocument(
                document: info, clauses: try part(language).clauses, language: language, words: context.words,
                preview: preview(language), links: links)
            let html = context.theme?.plainPage(plain.html, root: "../../", language: language) ?? plain.html
            return (Self.plainName(language, of: info), html)
        }
        presentation =
            try context.options.publicURL.map {
                try Self.presentation(
                    of: info, in: store, base: $0, files: SiteDownloads.endings(of: info, context.options))
            } ?? []
    }

    /// The number of clauses in each file of links. `site/responses.js` uses the same number.
    private static let clausesOfPart = 64

    private static func links(of id: String, in store: ClauseStore) throws -> [JSON] {
        let all = try store.links(of: id)
        return stride(from: 0, to: all.count, by: clausesOfPart).map { start in
            JSON.links(all[start..<min(start + clausesOfPart, all.count)])
        }
    }

    private static func plainName(_ language: String, of info: DocumentInfo) -> String {
        language == info.languages.first ? "plain.html" : "plain-\(language).html"
    }

    private static func presentation(
        of info: DocumentInfo, in store: ClauseStore, base: String, files: [String]
    ) throws -> [(name: String, text: String)] {
        let whole = try store.document(info.id, part: .whole, for: .anyone)
        var writer = PresentationWriter(whole, base: base, form: .site) { width, height in
            let size = StoredImageSizes.largest(width: width, height: height)
            return (size.width, size.height)
        }
        writer.downloads = files
        var named: [(name: String, part: PresentationPart)] = [
            ("manifest.json", .manifest), ("annotations.json", .annotations),
        ]
        for page in info.pages {
            named.append(("annotations/\(page.number).json", .annotationPage(page.number)))
        }
        for tour in info.tours where tour.stepCount > 0 { named.append(("tours/\(tour.id).json", .tour(tour.id))) }
        named.append(("recordings.json", .recordings))
        return named.compactMap { name, part in
            var text = ""
            return writer.write(part, to: &text) ? (name, text) : nil
        } + [("style.css", writer.stylesheet)]
    }
}
