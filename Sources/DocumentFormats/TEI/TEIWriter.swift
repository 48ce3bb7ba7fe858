public import DocumentModel
public import Foundation

/// Writes a document as a TEI P5 edition: a single file that refers to the images.
///
/// Pages become `surface`s, regions `zone`s with points, and categories a `taxonomy`. The transcription of each clause
/// is an `ab` that is linked with its zones in both directions: by `@facs`, as in TEI Publisher and Transkribus, and by
/// `@corresp`, as in EVT. The texts about clauses are in a separate `div` per language. ``RecognisedSource`` reads back
/// everything except ``losses``.
///
/// Source: https://tei-c.org/release/doc/tei-p5-doc/en/html/PH.html
public struct TEIWriter: Sendable {
    let document: SourceDocument

    /// Creates a writer.
    public init(_ document: SourceDocument) { self.document = document }

    /// Returns the content of the file.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    public func edition() -> Data {
        Data(XMLText.document("TEI", namespace: TEINames.namespace, lines: header + facsimile + text).utf8)
    }

    /// Returns an element with the given content.
    func element(_ name: String, _ attributes: [(String, String?)] = [], _ content: [String]...) -> [String] {
        let all = content.flatMap(\.self)
        return all.isEmpty
            ? [XMLText.start(name, attributes, isEmpty: true)] : XMLText.element(name, attributes, lines: all)
    }

    /// Returns an element for each language of a text, or one without `xml:lang` if the text has no language.
    func fields(
        _ name: String, _ attributes: [(String, String?)] = [], _ words: LanguageMap?
    ) -> [String] {
        guard let words else { return [] }
        guard !words.byLanguage.isEmpty else { return [TEIText.field(name, attributes, words.text(in: nil) ?? "")] }
        return words.byLanguage.sorted { $0.key < $1.key }.map { language, text in
            TEIText.field(name, attributes + [("xml:lang", language)], text)
        }
    }

    // MARK: Transcriptions and texts

    private var text: [String] {
        element("text", [], element("body", [], transcription, texts), back)
    }

    /// The clauses in order, with page breaks before the first clause of each page.
    private var transcription: [String] {
        let language = document.header.language
        let texts = document.texts[language] ?? [:]
        var (lines, page): ([String], Int) = ([], 0)
        func turn(to number: Int) {
            while page < number {
                page += 1
                lines.append(
                    XMLText.start(
                        "pb",
                        [
                            ("xml:id", TEINames.pageBreak(page)), ("n", label(of: page)),
                            ("facs", "#" + TEINames.page(page)),
                        ], isEmpty: true))
            }
        }
        for clause in document.clauses {
            turn(to: clause.regions.first?.page ?? page)
            lines.append(block(clause, texts[clause.id]?.transcription))
        }
        turn(to: document.pages.count)
        return element("div", [("type", "transcription"), ("xml:lang", language)], lines)
    }

    private func label(of page: Int) -> String {
        document.pages[page - 1].label?.text(in: nil, fallback: document.header.languages) ?? String(page)
    }

    private func block(_ clause: Clause, _ transcription: String?) -> String {
        let zones = clause.regions.indices.map { "#" + TEINames.zone(clause.id, $0 + 1) }
        let categories = clause.categories.map { "#" + TEINames.category($0) }
        let attributes: [(String, String?)] = [
            ("xml:id", TEINames.clause(clause.id)), ("n", clause.number),
            ("type", clause.kind.rawValue), ("subtype", clause.isTextLine ? "line" : nil),
            ("ana", categories.isEmpty ? nil : categories.joined(separator: " ")),
            ("facs", zones.joined(separator: " ")),
        ]
        return transcription.map { TEIText.block("ab", attributes, $0) }
            ?? XMLText.start("ab", attributes, isEmpty: true)
    }

    /// The texts in a `div` per language, parallel to the transcription.
    private var texts: [String] {
        let own = document.header.language
        return document.texts.sorted { $0.key < $1.key }.flatMap { language, texts -> [String] in
            let entries = document.clauses.flatMap { clause -> [String] in
                guard let text = texts[clause.id], language != own || text.hasWords || text == ClauseText() else {
                    return []
                }
                return entry(clause, text, isOwn: language == own)
            }
            guard !entries.isEmpty else { return [] }
            return element("div", [("type", "translation"), ("xml:lang", language)], entries)
        }
    }

    private func entry(_ clause: Clause, _ text: ClauseText, isOwn: Bool) -> [String] {
        let context = text.context.map { element("note", [("type", "context")], TEIText.paragraphs($0)) }
        let transcription = isOwn ? nil : text.transcription
        return element(
            "div", [("corresp", "#" + TEINames.clause(clause.id))],
            text.title.map { [TEIText.block("head", [], $0)] } ?? [],
            text.translation.map(TEIText.paragraphs) ?? [], context ?? [],
            transcription.map { [TEIText.block("ab", [("type", "transcription")], $0)] } ?? [])
    }
}
