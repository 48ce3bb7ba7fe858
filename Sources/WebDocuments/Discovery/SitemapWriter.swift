package import ClauseStore
package import DocumentModel
import FileSupport
package import Foundation

/// Writes a sitemap: the pages of all public documents, each with the time of its version, and in each of its
/// languages. If there are more than ``documentLimit`` documents, the sitemap is divided into parts, and the sitemap
/// itself is their index.
///
/// Sources: <https://www.sitemaps.org/protocol.html>, which allows 50,000 addresses and 50 MB per file;
/// <https://developers.google.com/search/docs/specialty/international/localized-versions> for languages.
package struct SitemapWriter {
    /// The maximum number of documents in a part. With all languages this makes 5,500 addresses, which exceed 50 MB
    /// only if addresses are as long as 600 bytes.
    package static let documentLimit = 500
    /// The maximum number of languages listed for a document.
    package static let languageLimit = 10

    private let base: String
    /// Whether the sitemap is for a static site, where pages have the same address in all languages.
    private let isOfFiles: Bool

    package init(base: String, isOfFiles: Bool = false) { (self.base, self.isOfFiles) = (base, isOfFiles) }

    /// Returns the path of the sitemap, or of a part of it, numbered from 1.
    package static func path(part: Int?) -> String { "sitemap\(part.map { "-\($0)" } ?? "").xml" }

    /// Writes the index of parts.
    ///
    /// - Parameter times: For each part, the time when its newest version was added.
    package func write(index times: [Date], to stream: inout some TextOutputStream) {
        stream.write("\(Self.declaration)<sitemapindex xmlns=\"\(Self.namespace)\">\n")
        for (place, time) in times.enumerated() {
            let address = MarkupEscaping.attribute("\(base)/\(Self.path(part: place + 1))")
            stream.write("<sitemap><loc>\(address)</loc><lastmod>\(UTCTime(time).iso8601)</lastmod></sitemap>\n")
        }
        stream.write("</sitemapindex>\n")
    }

    /// Writes the pages of documents.
    ///
    /// - Parameter includesLibrary: Whether to include the library's page.
    package func write(
        _ documents: [ListedDocument], includesLibrary: Bool, to stream: inout some TextOutputStream
    ) {
        let links = isOfFiles ? "" : " xmlns:xhtml=\"http://www.w3.org/1999/xhtml\""
        stream.write("\(Self.declaration)<urlset xmlns=\"\(Self.namespace)\"\(links)>\n")
        if includesLibrary {
            let time = documents.map(\.addedAt).max().map { "<lastmod>\(UTCTime($0).iso8601)</lastmod>" } ?? ""
            stream.write(
                "<url><loc>\(MarkupEscaping.attribute(base))/\(isOfFiles ? "index.html" : "")</loc>\(time)</url>\n")
        }
        for document in documents { write(document, to: &stream) }
        stream.write("</urlset>\n")
    }

    private func write(_ document: ListedDocument, to stream: inout some TextOutputStream) {
        let page = MarkupEscaping.attribute("\(base)/documents/\(document.id)\(isOfFiles ? "/index.html" : "")")
        let languages = isOfFiles ? [] : Array(document.languages.prefix(Self.languageLimit))
        var addresses = [page]
        var links = ""
        if languages.count > 1 {
            let translated = languages.map { (language: $0, address: "\(page)?lang=\($0)") }
            links = (translated + [(language: "x-default", address: page)]).map { link in
                "<xhtml:link rel=\"alternate\" hreflang=\"\(link.language)\" href=\"\(link.address)\"/>"
            }.joined()
            addresses += translated.map(\.address)
        }
        let time = UTCTime(document.addedAt).iso8601
        for address in addresses {
            stream.write("<url><loc>\(address)</loc><lastmod>\(time)</lastmod>\(links)</url>\n")
        }
    }

    private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private static let namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
}

extension SitemapWriter {
    /// Writes the sitemap of a library, or one part of it.
    ///
    /// - Returns: False if there is no such part; nothing is then written.
    /// - Throws: `ClauseStoreError`.
    /// - Complexity: O(*n*) in the number of documents.
    package func write(part: Int?, of store: ClauseStore, to stream: inout some TextOutputStream) throws -> Bool {
        let limit = Self.documentLimit
        let total = try store.documentCount(for: .anyone)
        guard let part else {
            if total > limit {
                write(index: try store.lastAdditions(every: limit, for: .anyone), to: &stream)
            } else {
                write(try store.listedDocuments(in: 0..<limit, for: .anyone), includesLibrary: true, to: &stream)
            }
            return true
        }
        guard total > limit, (1...(total / limit + 1)).contains(part) else { return false }
        let documents = try store.listedDocuments(in: (part - 1) * limit..<part * limit, for: .anyone)
        if documents.isEmpty { return false }
        write(documents, includesLibrary: part == 1, to: &stream)
        return true
    }
}
