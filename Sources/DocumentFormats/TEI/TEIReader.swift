import DocumentModel
import Foundation
import ImageGeometry

/// Converts a TEI P5 edition with a facsimile to a document. Each surface becomes a page. Each part of the text that is
/// linked with zones becomes a clause, as does each remaining zone.
///
/// Editions written by this program are read back unchanged. Editions from EVT, TEI Publisher and Transkribus and
/// embedded transcriptions (`sourceDoc`) are also supported. Source:
/// https://tei-c.org/release/doc/tei-p5-doc/en/html/PH.html
struct TEIReader {
    /// The `TEI` element.
    private let edition: XMLNode
    private let file: String
    private let path: String
    private let wantedID: String?
    private var notes = ImportNotes()

    /// - Parameter root: The outermost element of the file.
    /// - Throws: A fault if the file contains no edition.
    init(_ root: XMLNode, path: String, id: String?) throws(SourceFaults) {
        (self.path, wantedID, file) = (path, id, (path as NSString).lastPathComponent)
        let editions = root.name == "teiCorpus" ? root.elements("TEI") : [root]
        guard let first = editions.first, first.name == "TEI" else {
            throw root.fault(
                in: file, value: "the element \(FaultText.quoted(root.name))", expected: "TEI as the outermost element")
        }
        guard first.namespace == TEINames.namespace else {
            throw first.fault(
                in: file, value: "the namespace \(FaultText.quoted(first.namespace))",
                expected: "that of TEI P5, \(TEINames.namespace)")
        }
        edition = first
        if editions.count > 1 { notes.add("\(editions.count) editions, of which the first is read") }
    }

    /// Returns the surfaces in order.
    func surfaces(_ notes: inout ImportNotes) throws(SourceFaults) -> [TEISurface] {
        let parts = edition.elements("facsimile", "sourceDoc")
        let base = edition.base(within: "")
        var nodes = parts.flatMap { Self.surfaces(in: $0, base: $0.base(within: base)) }
        // A facsimile may be a list of graphics, one per page.
        if nodes.isEmpty {
            nodes = parts.flatMap { part in part.elements("graphic").map { ($0, part.base(within: base)) } }
        }
        var surfaces: [TEISurface] = []
        for (node, base) in nodes {
            surfaces.append(try TEISurface(node, number: surfaces.count + 1, base: base, file: file, &notes))
        }
        return surfaces
    }

    /// Returns the outermost surfaces within an element, each with the folder to which its addresses are relative.
    private static func surfaces(in node: XMLNode, base: String) -> [(node: XMLNode, base: String)] {
        node.elements.flatMap { child in
            let base = child.base(within: base)
            return child.name == "surface" ? [(child, base)] : surfaces(in: child, base: base)
        }
    }

    /// Returns the document, with notes on what could not be imported.
    mutating func read(
        images: [Int: SourceImage], captures: [CaptureName: SourceImage]
    ) throws(SourceFaults) -> ImportedDocument {
        var notes = self.notes
        let header = TEIHeader(edition, &notes)
        let surfaces = try surfaces(&notes)
        guard !surfaces.isEmpty else {
            throw edition.fault(
                in: file, value: "an edition without a surface", expected: "a facsimile with surfaces, best with zones")
        }
        for number in images.keys.sorted() where number > surfaces.count {
            throw edition.fault(
                in: file, value: "without a surface \(number), for which an image is given",
                expected: "images for pages 1 to \(surfaces.count)")
        }
        let pages = TEIPages(surfaces, images: images, captures: captures, &notes)
        var found = TEIClauses(surfaces, isOwn: header.isOwn, file: file, notes)
        var place = TEIPlace().within(edition)
        place.language = place.language ?? header.mainLanguage
        for text in edition.elements("text") { try found.read(header.isOwn ? text.without("back") : text, at: place) }
        try found.addUnlinked(at: place)
        notes = found.notes
        var maker = TEIDocumentMaker(header, zones: surfaces.flatMap(\.zones), pages: pages)
        let id = RecognisedSource.id(wantedID ?? header.id, address: nil, path: path)
        var draft = maker.draft(found.clauses, id: id, &notes)
        if header.isOwn { draft.glossary = edition.elements("text").flatMap(TEIGlossary.entries) }
        do throws(SourceFaults) {
            return ImportedDocument(document: try draft.document(), notes: notes.lines(of: file))
        } catch {
            throw error.first(in: file)
        }
    }
}

/// Makes a document from the content of an edition.
struct TEIDocumentMaker {
    private let header: TEIHeader
    private let zones: [TEIZone]
    private let pages: TEIPages
    private var names = IdentifierMaker(fallback: "zone")
    private var clauses: [Clause] = []
    private var texts: [String: [String: ClauseText]] = [:]
    /// The languages of the texts, in order of first use.
    private var languages: [String] = []
    /// The first spelling of each language tag, by its lower-case form.
    private var tags: [String: String] = [:]

    init(_ header: TEIHeader, zones: [TEIZone], pages: TEIPages) {
        (self.header, self.zones, self.pages) = (header, zones, pages)
    }

    mutating func draft(_ found: [TEIClause], id: String, _ notes: inout ImportNotes) -> DocumentDraft {
        let language = documentLanguage(found)
        let known = Dictionary(header.categories.map { ($0.id, $0.category.id) }) { first, _ in first }
        for clause in found { add(clause, language: language, categories: known, &notes) }
        var categories = header.categories.map(\.category)
        if !header.isOwn {
            let used = Set(clauses.flatMap(\.categories))
            categories = categories.filter { used.contains($0.id) }
            setLinesApart(&categories)
        }
        return DocumentDraft(
            header: header.header(id: id, language: language, languages: textLanguages(language), &notes),
            pages: pages.pages, categories: categories, clauses: clauses, texts: texts)
    }

    /// Returns the language of most transcriptions, or that of the original if none is stated.
    private func documentLanguage(_ found: [TEIClause]) -> String {
        if header.isOwn, let language = header.mainLanguage { return language }
        let stated = found.filter { $0.transcription != nil }.compactMap(\.language).filter(LanguageTag.isValid)
        let counts = stated.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? header.mainLanguage ?? "und"
    }

    /// Returns the languages of the texts: translations before the original language.
    private func textLanguages(_ own: String) -> [String] {
        var found = header.isOwn ? header.languages : languages.filter { $0 != own } + [own]
        if found.isEmpty { found = [own] }
        var seen = Set(found)
        for language in languages where language != own && seen.insert(language).inserted { found.append(language) }
        return found
    }

    private mutating func add(
        _ found: TEIClause, language own: String, categories: [String: String], _ notes: inout ImportNotes
    ) {
        var regions = found.zones.compactMap { pages.region(of: zones[$0], &notes) }
        if let page = found.page { regions += [pages.wholePage(page)].compactMap(\.self) }
        guard !regions.isEmpty else { return }
        let id = names.make(found.name)
        var seen: Set<String> = []
        let chosen = found.categories.compactMap { categories[$0] }.filter { seen.insert($0).inserted }
        clauses.append(
            Clause(
                id: id, number: found.number, kind: found.kind, incipit: found.name.flatMap { incipit(of: $0) },
                categories: chosen, regions: regions, isTextLine: found.isTextLine))
        let language = tag(found.language ?? own, own, &notes)
        let words = found.transcription
        var title = found.title
        if !header.isOwn, title == nil { title = words.flatMap(LineClauses.heading) }
        if title != nil || words != nil {
            add(ClauseText(title: title, transcription: words), of: id, in: language, &notes)
        }
        for (stated, text) in found.texts.sorted(by: { $0.key < $1.key }) {
            add(text.text, of: id, in: tag(stated, own, &notes), &notes)
        }
    }

    private func incipit(of name: String) -> String? {
        header.incipits[TEINames.clause(name)] ?? header.incipits[name]
    }

    /// Returns a language tag in its first spelling, or the document's original language if the tag is invalid.
    private mutating func tag(_ stated: String, _ own: String, _ notes: inout ImportNotes) -> String {
        guard LanguageTag.isValid(stated) else {
            notes.add("\(FaultText.quoted(stated)) is not a language tag, treated as \(own)")
            return own
        }
        if stated.lowercased() == own.lowercased() { return own }
        let known = tags[stated.lowercased()] ?? stated
        tags[stated.lowercased()] = known
        return known
    }

    private mutating func add(
        _ text: ClauseText, of clause: String, in language: String, _ notes: inout ImportNotes
    ) {
        if texts[language] == nil {
            // Reserve one for the document's original language.
            guard languages.count < SourceReader.languageLimit - 1 else {
                return notes.add(
                    "texts in more than \(SourceReader.languageLimit - 1) languages are left out", at: language)
            }
            languages.append(language)
        }
        let known = texts[language]?[clause]
        // Truncate a title that source folders would reject.
        let isLong = !header.isOwn && (text.title?.unicodeScalars.count ?? 0) > SourceReader.titleLimit
        let title = isLong ? text.title?.opening(limit: SourceReader.titleLimit - 1) : text.title
        texts[language, default: [:]][clause] = ClauseText(
            title: title ?? known?.title, translation: text.translation ?? known?.translation,
            context: text.context ?? known?.context, transcription: known?.transcription ?? text.transcription)
    }

    /// Assigns lines to a category of their own that is not included in all, because they repeat the text of other
    /// clauses.
    private mutating func setLinesApart(_ categories: inout [Category]) {
        let (lines, others) = (clauses.count { $0.isTextLine }, clauses.count { !$0.isTextLine && $0.kind == .clause })
        guard lines > 0, others > 0 else { return }
        var id = "lines"
        while categories.contains(where: { $0.id == id }) { id += "-1" }
        categories.append(
            Category(
                id: id,
                label: [
                    "en": "Lines", "fr": "Lignes", "de": "Zeilen", "es": "Líneas", "it": "Righe", "nl": "Regels",
                    "ar": "السطور",
                ], icon: nil, style: .outline,
                includedInAll: false))
        for place in clauses.indices where clauses[place].isTextLine { clauses[place].categories.append(id) }
    }
}
