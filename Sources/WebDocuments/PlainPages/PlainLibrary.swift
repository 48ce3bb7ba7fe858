package import DocumentModel
import FileSupport
import Foundation

/// A part of the list of documents as a plain HTML page, for readers without JavaScript: links to plain pages of
/// documents, a search field, and a link to the next part.
package struct PlainLibrary {
    /// The number of documents on a page.
    package static let limit = 100

    let part: DocumentListPart
    /// The facets of the documents; nil if they cannot be filtered.
    let facets: DocumentFacets?
    let filter: DocumentFilter
    /// The requested language.
    let language: String
    private let words: PlainWords
    /// The folder of the viewer's files, with a trailing slash.
    private let viewer: String
    /// Whether the page is part of a static site, where documents cannot be filtered.
    private let isOfFiles: Bool

    package init(
        part: DocumentListPart, facets: DocumentFacets?, filter: DocumentFilter, language: String, words: PlainWords
    ) {
        (self.part, self.facets, self.filter) = (part, facets, filter)
        (self.language, self.words) = (language, words)
        (viewer, isOfFiles) = ("/viewer/", false)
    }

    /// Creates a page that lists all documents of a static site, for its root folder.
    package init(listing documents: [DocumentInfo], language: String, words: PlainWords, viewer: String) {
        part = DocumentListPart(total: documents.count, documents: documents, next: nil)
        (facets, filter, self.language, self.words) = (nil, DocumentFilter(), language, words)
        (self.viewer, isOfFiles) = (viewer, true)
    }

    private func word(_ id: String) -> String { MarkupEscaping.content(words.text(id, in: language)) }

    /// The whole page, to be sent as UTF-8.
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
            \(choices)
            <button type="submit">\(word("plain.find"))</button></p></form>
            """
    }

    /// The fields for facets that distinguish some of the documents, or that are part of the current filter.
    private var choices: String {
        guard let facets else { return "" }
        let conditions = filter.conditions
        var fields: [String] = []
        for (name, values, chosen) in [
            ("language", facets.languages, conditions.language), ("theme", facets.themes, conditions.theme),
            ("collection", facets.collections.sorted { $0.id < $1.id }, conditions.collection),
        ] where chosen != nil || values.contains(where: { $0.count < part.total }) {
            let options =
                [(id: "", text: words.text("finding.\(name)Any", in: language))]
                + values.map { (id: $0.id, text: "\(label(of: $0, name)) (\($0.count))") }
            fields.append(Self.select(name, label: word("finding.\(name)"), options, chosen: chosen))
        }
        let years = conditions.years
        if years != nil || (facets.years?.total ?? 0) > 1 {
            let range = YearSpan.range
            let from = years.flatMap { $0.first == range.lowerBound ? nil : $0.first }
            let to = years.flatMap { $0.last == range.upperBound ? nil : $0.last }
            for (name, year) in [("from", from), ("to", to)] {
                let value = year.map(String.init) ?? ""
                fields.append(
                    "<label for=\"\(name)\">\(word("finding.\(name)"))</label> "
                        + "<input id=\"\(name)\" name=\"\(name)\" type=\"number\" min=\"\(range.lowerBound)\" "
                        + "max=\"\(range.upperBound)\" value=\"\(value)\">")
            }
        }
        return fields.joined(separator: "\n")
    }

    private func label(of value: FacetValue, _ kind: String) -> String {
        if kind == "language" {
            return Locale(identifier: language).localizedString(forLanguageCode: value.id) ?? value.id
        }
        let depth = kind == "collection" ? value.id.parts(at: "/").count - 1 : 0
        let name = value.label?.text(in: language) ?? (kind == "collection" ? CollectionPath.name(value.id) : value.id)
        return String(repeating: "\u{2003}", count: depth) + name
    }

    private static func select(
        _ name: String, label: String, _ options: [(id: String, text: String)], chosen: String?
    ) -> String {
        let options = options.map { id, text in
            "<option value=\"\(MarkupEscaping.attribute(id))\"\(id == chosen ? " selected" : "")>"
                + "\(MarkupEscaping.content(text))</option>"
        }
        return "<label for=\"\(name)\">\(label)</label> "
            + "<select id=\"\(name)\" name=\"\(name)\">\(options.joined())</select>"
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
        let conditions = filter.conditions
        for (name, value) in [
            ("language", conditions.language), ("theme", conditions.theme), ("collection", conditions.collection),
            ("from", conditions.years.map { String($0.first) }), ("to", conditions.years.map { String($0.last) }),
        ] {
            if let value { pairs.append("\(name)=\(PercentEncoding.encode(value))") }
        }
        if let cursor { pairs.append("after=\(cursor)") }
        return MarkupEscaping.attribute("/?" + pairs.joined(separator: "&"))
    }
}
