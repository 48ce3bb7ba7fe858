package import DocumentModel
import FileSupport
import Foundation

/// A document as a plain HTML page, for readers without JavaScript: its metadata, and its clauses in reading order.
package struct PlainDocument {
    /// The addresses that the page links to.
    package struct Links: Sendable {
        /// The folder of the viewer's files, with a trailing slash.
        let viewer: String
        /// The document's page in the viewer.
        let sheet: String
        /// Returns the address of the same page in another language.
        let plain: @Sendable (_ language: String) -> String

        package init(viewer: String, sheet: String, plain: @escaping @Sendable (_ language: String) -> String) {
            (self.viewer, self.sheet, self.plain) = (viewer, sheet, plain)
        }

        static func server(_ document: String) -> Links {
            Links(viewer: "/viewer/", sheet: "/documents/\(document)") { "?plain&lang=\($0)" }
        }
    }

    let document: DocumentInfo
    let clauses: [ClauseResult]
    /// The requested language. Each text states its own language.
    let language: String
    private let words: PlainWords
    /// The metadata for link previews and search engines.
    let preview: DocumentPreview
    private let links: Links
    private let isRightToLeft: Bool

    package init(
        document: DocumentInfo, clauses: [ClauseResult], language: String, words: PlainWords,
        preview: DocumentPreview, links: Links? = nil
    ) {
        self.links = links ?? .server(document.id)
        (self.document, self.clauses, self.language, self.words) = (document, clauses, language, words)
        var preview = preview
        preview.clauses = clauses
        self.preview = preview
        isRightToLeft = Self.isRightToLeft(language)
    }

    /// The whole page, to be sent as UTF-8.
    ///
    /// - Complexity: O(*n*) in the length of the texts.
    package var html: String {
        let title = MarkupEscaping.attribute(document.title.text(in: language) ?? document.id)
        return """
            <!doctype html>
            <html lang="\(MarkupEscaping.attribute(language))"\(isRightToLeft ? " dir=\"rtl\"" : "")>
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            \(preview.head())
            <link rel="icon" href="\(MarkupEscaping.attribute(links.viewer))icons/icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="\(MarkupEscaping.attribute(links.viewer))styles/theme.css">
            <link rel="stylesheet" href="\(MarkupEscaping.attribute(links.viewer))styles/plain.css">
            </head>
            <body>
            <main>
            <h1 dir="auto">\(title)</h1>
            \(formerVersion)
            \(facts)
            \(languages)
            \(clauses.map(article).joined(separator: "\n"))
            \(wayToTheSheet)
            \(permanentLink)
            \(preview.reference)
            </main>
            </body>
            </html>

            """
    }

    /// The link to the viewer, in a language of the interface; English is the fallback.
    private var wayToTheSheet: String {
        let words = MarkupEscaping.content(words.text("plain.sheet", in: language))
        let link = "<a href=\"\(MarkupEscaping.attribute(links.sheet))\">\(words)</a>"
        return "<p\(lang(self.words.language(for: language)))>\(link)</p>"
    }

    /// The number of the version, with its permanent address.
    private var permanentLink: String {
        let address = MarkupEscaping.attribute("\(links.sheet)?version=\(document.version)")
        let link = "<a rel=\"bookmark\" href=\"\(address)\">\(versionWords("citing.version"))</a>"
        return "<p\(lang(words.language(for: language)))>\(link)</p>"
    }

    /// The notice that there is a newer version, with a link to it.
    private var formerVersion: String {
        guard preview.isFormer else { return "" }
        let newest = MarkupEscaping.content(words.text("citing.newestVersion", in: language))
        let link = "<a href=\"\(MarkupEscaping.attribute(links.plain(language)))\">\(newest)</a>"
        return
            "<p role=\"note\"\(lang(words.language(for: language)))>\(versionWords("citing.formerVersion")) \(link)</p>"
    }

    private func versionWords(_ id: String) -> String {
        let text = words.text(id, in: language).replacing("{version}", with: String(document.version))
        return MarkupEscaping.content(text.replacing("{newest}", with: String(preview.newest ?? document.version)))
    }

    private var fields: [String] {
        [
            document.summary?.text(in: language), document.attribution?.text(in: language),
            document.holder?.text(in: language), document.shelfmark, document.date?.text(in: language), document.rights,
            document.credits[language],
        ].compactMap { $0 }
    }

    /// The additional metadata, one line per entry.
    private var metadata: [String] {
        (document.presentation?.metadata ?? []).map { entry in
            let label = entry.label.text(in: language, fallback: ["en"]) ?? ""
            return "\(label): \(entry.value.texts(in: language, fallback: ["en"]).joined(separator: "; "))"
        }
    }

    private var facts: String {
        (fields + metadata).map { "<p dir=\"auto\">\(MarkupEscaping.attribute($0))</p>" }.joined(separator: "\n")
    }

    private var languages: String {
        guard document.languages.count > 1 else { return "" }
        let names = document.languages.map { code in
            let name = Locale(identifier: code).localizedString(forIdentifier: code) ?? code
            let escaped = MarkupEscaping.attribute(code)
            // Links to the same version in another language.
            let version = preview.isFormer ? "&version=\(document.version)" : ""
            let address = MarkupEscaping.attribute(links.plain(code) + version)
            return
                "<a href=\"\(address)\" hreflang=\"\(escaped)\"\(lang(code))>\(MarkupEscaping.attribute(name))</a>"
        }
        return "<p>\(names.joined(separator: " · "))</p>"
    }

    private func article(_ clause: ClauseResult) -> String {
        let id = MarkupEscaping.attribute(clause.id)
        var parts = ["<article id=\"\(id)\">"]
        let nameLanguage = clause.title == nil && clause.incipit != nil ? document.language : clause.lang
        parts.append("<h2\(lang(nameLanguage))>\(MarkupEscaping.attribute(clause.fullTitle))</h2>")
        parts += paragraphs(clause.translation, language: clause.lang)
        parts += paragraphs(clause.context, language: clause.lang)
        parts += paragraphs(clause.transcription, language: document.language)
        parts.append("</article>")
        return parts.joined(separator: "\n")
    }

    private func paragraphs(_ text: String?, language: String?) -> [String] {
        (text ?? "").parts { $0 == "\n" || $0 == "\r" }.map {
            "<p\(lang(language))>\(MarkupEscaping.attribute(String($0)))</p>"
        }
    }

    /// Returns the language attribute of a part of the page, and its direction if that differs from the page's.
    private func lang(_ language: String?) -> String {
        guard let language else { return "" }
        let attribute = " lang=\"\(MarkupEscaping.attribute(language))\""
        if language == self.language || Self.isRightToLeft(language) == isRightToLeft { return attribute }
        return attribute + " dir=\"\(isRightToLeft ? "ltr" : "rtl")\""
    }

    /// Whether a language is written from right to left, by the script in its tag, or else by its usual script.
    static func isRightToLeft(_ tag: String) -> Bool {
        let language = Locale.Language(identifier: tag)
        if let script = language.script?.identifier, rightToLeftScripts.contains(script) { return true }
        return language.characterDirection == .rightToLeft
    }

    private static let rightToLeftScripts: Set = [
        "Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa",
    ]
}
