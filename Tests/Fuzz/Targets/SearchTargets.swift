import Foundation
import ImageGeometry

@testable import ClauseStore
@testable import DocumentModel

extension FuzzTarget {
    static let searches = [FuzzTarget(name: "search") { search($0) }]

    /// A library in a temporary folder, which exists while the program runs.
    private static let store: ClauseStore = {
        do {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("explore-fuzz-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            Leftovers.folder = folder.path
            atexit { Leftovers.remove() }
            let store = try ClauseStore(path: folder.appendingPathComponent("a.sqlite").path, access: .readWrite)
            _ = try store.put(Sample.document, images: [:], source: "fuzz", at: Date(timeIntervalSince1970: 0))
            return store
        } catch {
            fatalError("\(error)")
        }
    }()

    private enum Leftovers {
        nonisolated(unsafe) static var folder = ""
        static func remove() { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// Words, a language, categories and a cursor, separated by zero bytes.
    private static func search(_ bytes: UnsafeRawBufferPointer) {
        let parts = bytes.rest.parts(4).map { String(decoding: $0, as: UTF8.self) }
        func part(_ place: Int) -> String? { place < parts.count && !parts[place].isEmpty ? parts[place] : nil }
        let (words, lang, choice) = (parts[0], part(1), bytes.choice)
        if let words = SearchWords(words) {
            require(words.phrases.reduce(0) { $0 + $1.words.count } <= SearchWords.limit, "\(words)")
        }
        checkTokens(words)
        do throws(ClauseStoreError) {
            let found = try store.search(words, lang: lang, limit: 1, after: part(3).flatMap { SearchCursor($0) })
            require(found.hits.count <= 1, "\(found.hits.count) hits")
            for hit in found.hits {
                guard let snippet = hit.snippet else { continue }
                let count = snippet.text.utf16.count
                require(snippet.marks.allSatisfy { $0.upperBound <= count }, "\(snippet)")
            }
            let kinds: [ClauseKind?] = [nil, .clause, .detail]
            let filter = ClauseFilter(
                categories: part(2)?.split(separator: ",").map(String.init) ?? [],
                matchesAllCategories: choice & 1 != 0, search: words, lang: lang,
                textLanguage: choice & 2 != 0 ? lang : nil, kind: kinds[Int(choice >> 2) % 3],
                bounds: choice & 16 != 0 ? Rectangle(x: 0, y: 0, width: 60, height: 60) : nil,
                includingRegions: true, limit: 1, cursor: part(3).flatMap { ClauseCursor($0) })
            let counts = try store.categoryCounts(of: "a", filter)
            require(counts.all <= 2, "\(counts)")
            let page = try store.clausePart(of: "a", filter)
            require(page.clauses.count <= min(1, page.total), "\(page.clauses.count) of \(page.total)")
        } catch .noCategory {
        } catch {
            fatalError("\(error)")
        }
        do throws(ClauseStoreError) {
            let motivations = part(2)?.split(separator: ",").map(String.init) ?? []
            let query = AnnotationQuery(
                words: words, motivations: motivations, lang: lang, preferredLanguages: lang.map { [$0] } ?? [])
            _ = try store.annotations(query, of: "a")
            let terms = try store.terms(beginning: words, query, of: "a", limit: 5)
            require(terms.count <= 5 && terms.allSatisfy { $0.total >= 1 }, "\(terms)")
        } catch {
            fatalError("\(error)")
        }
    }

    /// Words are at the stated positions of the text, in order.
    private static func checkTokens(_ text: String) {
        let tokens = FoldedText.tokens(of: text)
        let count = text.utf16.count
        for token in tokens {
            require(!token.word.isEmpty && token.range.upperBound <= count, "\(token) of \(count) units")
        }
        for (former, latter) in zip(tokens, tokens.dropFirst()) {
            require(former.range.lowerBound <= latter.range.lowerBound, "\(former), then \(latter)")
        }
        _ = FoldedText.fold(text)
    }
}
