import ClauseStore
package import DocumentModel
import FileSupport
import Foundation

/// A part of the library's list as a page of plain HTML, for readers without JavaScript: links to documents as plain HTML,
/// a field for words, and the way to the next part.
package struct PlainLibrary {
    /// How many documents a page has.
    package static let limit = 100

    let part: DocumentListPart
    let filter: DocumentFilter
    /// The language asked for.
    let language: String
    private let words: PlainWords
    /// The folder of the viewer's files, with a slash at its end.
    private let viewer: String
    /// Whether it lies among a static site's files, where nothing can be asked.
    private let isOfFiles: Bool

    package init(part: DocumentListPart, filter: DocumentFilter, language: String, words: PlainWords) {
        (self.part, self.filter, self.language, self.words) = (part, filter, language, words)
        (viewer, isOfFiles) = ("/viewer/", false)
    }

    /// All documents of a static site, on a page at its top.
    package init(listing documents: [DocumentInfo], language: String, words: PlainWords, viewer: String) {
        part = DocumentListPart(total: documents.count, documents: documents, next: nil)
        (filter, self.language, self.words) = (DocumentFilter(), language, words)
        (self.viewer, isOfFiles) = (viewer, true)
    }

    private func word(_ id: String) -> String { MarkupEscaping.content(words.text(id, in: language)) }

    /// The whole page, in UTF-8.
    package var html: String {
        let escape = MarkupEscaping.attribute
        let title = word("phrases.libraryTitle")
        return """
            <!doctype html>
            <html lang="\(escape(language))"\(PlainDocument.isRightToLeft(language) ? " dir=\"rtl\"" : "")>
            <head>
            <meta charset="utf-8">
            <title>\(title)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <link rel="icon" href="\(viewer)icons/icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="\(viewer)styles/theme.css">
            <link rel="stylesheet" href="\(viewer)styles/plain.css">
            </head>
            <body>
            <main>
            <h1>\(title)</h1>
            \(form)
            <p>\(MarkupEscaping.content(words.documents(part.total, in: language)))</p>
            <ul>
            \(part.documents.map(entry).joined(separator: "\n"))
            </ul>
            \(links)
            <p><a href="\(isOfFiles ? "index.html" : "/")">\(word("plain.script"))</a></p>
            </main>
            </body>
            </html>

            """
    }

    private var form: String {
        if isOfFiles { return "" }
        let escape = MarkupEscaping.attribute
        return """
            <form role="search" action="/"><input type="hidden" name="plain" value="">
            <input type="hidden" name="lang" value="\(escape(language))">
            <p><label for="q">\(word("phrases.libraryFilter"))</label>
            <input id="q" name="q" type="search" maxlength="200" value="\(escape(filter.words ?? ""))">
            <button type="submit">\(word("plain.find"))</button></p></form>
            """
    }

    private func entry(_ document: DocumentInfo) -> String {
        let escape = MarkupEscaping.attribute
        let title = document.title.text(in: language, fallback: document.languages) ?? document.id
        let facts = [document.shelfmark, document.date?.text(in: language), document.holder?.text(in: language)]
        let more = facts.compactMap { $0 }.map { "<bdi>\(escape($0))</bdi>" }.joined(separator: " · ")
        let address =
            isOfFiles
            ? "documents/\(document.id)/plain.html" : "/documents/\(document.id)?plain&amp;lang=\(escape(language))"
        return "<li><a href=\"\(address)\"><bdi>\(escape(title))</bdi></a> \(more)</li>"
    }

    private var links: String {
        var links: [String] = []
        if filter.cursor != nil { links.append("<a href=\"\(address(after: nil))\">\(word("plain.first"))</a>") }
        if let next = part.next {
            links.append("<a rel=\"next\" href=\"\(address(after: next))\">\(word("plain.more"))</a>")
        }
        return links.isEmpty ? "" : "<p>\(links.joined(separator: " · "))</p>"
    }

    private func address(after cursor: DocumentCursor?) -> String {
        var pairs = ["plain", "lang=\(language)"]
        let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "&=+;/"))
        if let words = filter.words?.addingPercentEncoding(withAllowedCharacters: allowed) {
            pairs.append("q=\(words)")
        }
        if let cursor { pairs.append("after=\(cursor)") }
        return MarkupEscaping.attribute("/?" + pairs.joined(separator: "&"))
    }
}
