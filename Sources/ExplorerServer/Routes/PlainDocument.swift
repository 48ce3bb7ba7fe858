import ClauseStore

/// A document as a page of plain HTML, for readers without JavaScript: what it is, and its clauses in reading order.
struct PlainDocument {
    let document: DocumentInfo
    let clauses: [ClauseAnswer]
    /// The language asked for; each text says which one it is in.
    let language: String

    /// The whole page, in UTF-8.
    ///
    /// - Complexity: O(*n*) in the length of the texts.
    var html: String {
        let title = Self.escape(document.title.text(in: language) ?? document.id)
        return """
            <!doctype html>
            <html lang="\(Self.escape(language))">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <link rel="icon" href="/viewer/icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="/viewer/theme.css">
            <link rel="stylesheet" href="/viewer/plain.css">
            </head>
            <body>
            <main>
            <h1>\(title)</h1>
            \(facts)
            \(languages)
            \(clauses.map(article).joined(separator: "\n"))
            <p><a href="/documents/\(Self.escape(document.id))">The sheet itself</a> (with JavaScript)</p>
            </main>
            </body>
            </html>

            """
    }

    private var facts: String {
        [
            document.summary?.text(in: language), document.attribution?.text(in: language),
            document.holder?.text(in: language), document.shelfmark, document.date?.text(in: language), document.rights,
            document.credits[language],
        ].compactMap { $0 }.map { "<p>\(Self.escape($0))</p>" }.joined(separator: "\n")
    }

    private var languages: String {
        guard document.languages.count > 1 else { return "" }
        let links = document.languages.map { code in
            let code = Self.escape(code)
            return "<a href=\"?plain&amp;lang=\(code)\" hreflang=\"\(code)\">\(code)</a>"
        }
        return "<p>\(links.joined(separator: " · "))</p>"
    }

    private func article(_ clause: ClauseAnswer) -> String {
        let id = Self.escape(clause.id)
        let name = [clause.number, clause.title ?? clause.incipit].compactMap { $0 }.joined(separator: ". ")
        var parts = ["<article id=\"\(id)\">"]
        parts.append("<h2\(Self.lang(clause.lang))>\(Self.escape(name.isEmpty ? clause.id : name))</h2>")
        parts += Self.paragraphs(clause.translation, language: clause.lang)
        parts += Self.paragraphs(clause.context, language: clause.lang)
        parts += Self.paragraphs(clause.transcription, language: document.language)
        parts.append("</article>")
        return parts.joined(separator: "\n")
    }

    private static func paragraphs(_ text: String?, language: String?) -> [String] {
        (text ?? "").split(separator: "\n").map { "<p\(lang(language))>\(escape(String($0)))</p>" }
    }

    private static func lang(_ language: String?) -> String {
        language.map { " lang=\"\(escape($0))\"" } ?? ""
    }

    /// Text as it may stand between tags and in quoted attributes.
    static func escape(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
