package import ClauseStore
package import DocumentModel
import Foundation

/// The content of a download: one version of a document or a part of it, in the chosen languages.
package struct DownloadContent: Sendable {
    /// A clause with its texts in each of the chosen languages.
    package struct Clause: Sendable {
        /// The clause with its regions, in the first of the chosen languages.
        package let own: ClauseResult
        package let texts: [ClauseResult]
    }

    package let document: DocumentInfo
    package let part: DownloadPart
    /// The chosen languages, with the document's own tags. The first one is the language of labels.
    package let languages: [String]
    /// The clauses in reading order.
    package let clauses: [Clause]
    /// The pages to be shown.
    package let pages: [PageInfo]

    /// Reads the content from the store.
    ///
    /// - Parameter languages: Language tags; empty for all languages of the document.
    /// - Throws: ``DownloadError``; `ClauseStoreError` if a clause does not exist.
    /// - Complexity: O(*n*) in the length of the texts.
    package init(_ part: DownloadPart, of document: DocumentInfo, in languages: [String], from store: ClauseStore)
        throws
    {
        (self.document, self.part) = (document, part)
        let languages = try Self.languages(languages, of: document)
        self.languages = languages
        pages = try Self.pages(of: part, in: document)
        let numbers = Set(pages.map(\.number))
        let isPart = pages.count < document.pages.count
        let categories = ["all"] + (try store.categories(of: document.id)).filter { !$0.includedInAll }.map(\.id)
        func read(_ language: String) throws -> [ClauseResult] {
            if case .clause(let id) = part {
                return [try store.clause(id, of: document.id, lang: language, includingRegions: true)]
            }
            var page: Int?
            if case .page(let number) = part { page = number }
            let found = try store.clausePart(
                of: document.id,
                ClauseFilter(
                    categories: categories, lang: language, page: page, includingRegions: true,
                    limit: DownloadLimits.clauseCount))
            let kept = found.clauses.filter { clause in
                !isPart || page != nil || (clause.regions ?? []).contains { numbers.contains($0.page) }
            }
            guard found.next == nil else { throw DownloadError.tooManyClauses(found.total) }
            return kept
        }
        var byteCount = 0
        func count(_ clauses: [ClauseResult]) throws {
            for clause in clauses {
                for text in [clause.title, clause.translation, clause.context, clause.transcription] {
                    byteCount += text?.utf8.count ?? 0
                }
            }
            guard byteCount <= DownloadLimits.textByteCount else { throw DownloadError.tooMuchText(byteCount) }
        }
        var first: [ClauseResult] = []
        var texts: [String: [ClauseResult]] = [:]
        for (index, language) in languages.enumerated() {
            let clauses = try read(language)
            try count(clauses)
            if index == 0 { first = clauses }
            for clause in clauses where clause.lang?.lowercased() == language.lowercased() {
                texts[clause.id, default: []].append(clause)
            }
        }
        clauses = first.map { Clause(own: $0, texts: texts[$0.id] ?? []) }
    }

    private static func languages(_ wanted: [String], of document: DocumentInfo) throws -> [String] {
        guard !wanted.isEmpty else { return document.languages }
        var found: [String] = []
        for tag in wanted {
            let known = document.languages + [document.language]
            guard let language = known.first(where: { $0.lowercased() == tag.lowercased() }) else {
                throw DownloadError.noLanguage(tag, languages: document.languages)
            }
            if !found.contains(language) { found.append(language) }
        }
        return found
    }

    private static func pages(of part: DownloadPart, in document: DocumentInfo) throws -> [PageInfo] {
        let count = document.pages.count
        switch part {
        case .clause: return []
        case .page(let number):
            guard (1...max(1, count)).contains(number) else { throw DownloadError.noPage(number, count: count) }
            return document.pages.filter { $0.number == number }
        case .document(let range):
            if let range {
                for number in [range.lowerBound, range.upperBound] where !(1...max(1, count)).contains(number) {
                    throw DownloadError.noPage(number, count: count)
                }
            }
            let pages = document.pages.filter { range?.contains($0.number) ?? true }
            guard pages.count <= DownloadLimits.pageCount else { throw DownloadError.tooManyPages(pages.count) }
            return pages
        }
    }

    /// Returns a digest of everything that determines the file, except the size of its pictures: texts, titles, images,
    /// and the program's version.
    ///
    /// - Parameter address: The base of links.
    /// - Complexity: O(*n*) in the length of the texts.
    package func digest(address: String) -> String {
        // The order of dictionaries differs between runs. JSON with sorted keys is stable.
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let header = (try? encoder.encode(document.header)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        var text = "\(BuildVersion.number)\n\(address)\n\(document.version)\n\(part)\n\(languages)\n\(header)\n"
        for page in pages {
            text += "\(page.number) \(page.width) \(page.height) \(page.pyramid ?? "-") \(page.label?.all ?? [])\n"
        }
        for clause in clauses { text += "\(clause.own)\n\(clause.texts)\n" }
        return ContentDigest.of(text.utf8)
    }
}
