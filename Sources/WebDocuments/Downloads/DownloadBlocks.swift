package import DocumentModel
package import DocumentPDF
import Foundation
import ImageGeometry

/// The text of a download as blocks in reading order. PDF and plain text are both made from them.
package struct DownloadBlocks {
    let content: DownloadContent
    private let words: PlainWords
    /// The absolute address of the document's page; nil if unknown.
    private let address: String?
    /// The language of labels.
    private let language: String

    /// - Parameter base: The base of absolute addresses; empty if unknown.
    package init(_ content: DownloadContent, words: PlainWords, base: String) {
        (self.content, self.words) = (content, words)
        address = base.isEmpty ? nil : "\(base)/documents/\(content.document.id)?version=\(content.document.version)"
        language = content.languages.first ?? "en"
    }

    private var document: DocumentInfo { content.document }

    func label(_ id: String) -> String { words.text(id, in: language) }

    package var title: String { text(document.title) ?? document.id }

    private func text(_ map: LanguageMap?) -> String? { map?.text(in: language, fallback: document.languages) }

    /// - Parameter language: The language of the text; by default that of labels.
    private func block(
        _ role: BookletBlock.Role, _ text: String, in language: String? = nil, link: String? = nil,
        outline: String? = nil
    ) -> BookletBlock {
        let language = language ?? self.language
        return BookletBlock(
            role, text, language: language, isRightToLeft: PlainDocument.isRightToLeft(language), link: link,
            outline: outline)
    }

    /// The title page of a document, or the heading of a part of one.
    package var front: [BookletBlock] {
        guard case .document = content.part else { return [block(.label, title)] }
        var blocks = [block(.title, title, outline: title)]
        if let date = text(document.date) { blocks.append(block(.subtitle, date)) }
        if let summary = text(document.summary) { blocks.append(block(.lead, summary)) }
        for (id, value) in [("phrases.holder", text(document.holder)), ("phrases.shelfmark", document.shelfmark)] {
            if let value { blocks.append(block(.field(label: label(id)), value)) }
        }
        for entry in document.presentation?.metadata ?? [] {
            let name = entry.label.text(in: language, fallback: ["en"]) ?? ""
            let value = entry.value.texts(in: language, fallback: ["en"]).joined(separator: "; ")
            if !value.isEmpty { blocks.append(block(.field(label: name), value)) }
        }
        return blocks + origin(.wide)
    }

    private enum Form { case wide, small }

    /// The authors, the rights, and the citation with its permanent address.
    private func origin(_ form: Form) -> [BookletBlock] {
        var lines: [(label: String, value: String, link: String?)] = []
        if let attribution = text(document.attribution) {
            lines.append((label("download.attribution"), attribution, nil))
        }
        let credits = content.languages.compactMap { document.credits[$0] }
        if !credits.isEmpty { lines.append((label("download.credits"), credits.joined(separator: "; "), nil)) }
        if let rights = document.rights { lines.append((label("phrases.rights"), Self.rightsName(rights), rights)) }
        lines.append((label("phrases.citation"), citation, address.map { $0 + fragment }))
        return lines.map { line in
            form == .wide
                ? block(.field(label: line.label), line.value, link: line.link)
                : block(.small, "\(line.label): \(line.value)", link: line.link)
        }
    }

    /// Returns the common name of a licence.
    private static func rightsName(_ uri: String) -> String {
        guard let licence = uri.firstMatch(of: /creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)/) else {
            return uri
        }
        return "CC \(licence.1.uppercased()) \(licence.2) <\(uri)>"
    }

    /// The part of the address that selects a clause.
    private var fragment: String {
        if case .clause(let id) = content.part { "&clause=\(id)" } else { "" }
    }

    /// A one-line citation of the document, with the permanent address of this version.
    private var citation: String {
        let version = label("citing.version").replacing("{version}", with: String(document.version))
        let parts = [title, text(document.date), document.shelfmark].compactMap(\.self)
        let place = address.map { " <\($0)\(fragment)>" } ?? ""
        return "\(parts.joined(separator: ". ")). \(version).\(place)"
    }

    /// The end of a part of a document: its origin. A whole document has it on its title page.
    package var end: [BookletBlock] {
        if case .document = content.part { [] } else { [block(.rule, "")] + origin(.small) }
    }

    package func blocks(of clause: DownloadContent.Clause) -> [BookletBlock] {
        let own = clause.own
        let titled = clause.texts.first { $0.title != nil }
        let name = titled?.title ?? own.title ?? own.incipit ?? own.id
        let nameLanguage =
            titled?.lang ?? (own.title != nil ? own.lang : own.incipit != nil ? document.language : nil) ?? language
        let entry = [own.number, name].compactMap(\.self).joined(separator: ". ")
        var blocks = [block(.heading(number: own.number), name, in: nameLanguage, outline: entry)]
        if let transcription = own.transcription {
            let label = "\(label("phrases.transcription")) (\(Self.name(of: document.language, in: language)))"
            blocks += [block(.label, label), block(.transcription, transcription, in: document.language)]
        }
        for text in clause.texts {
            let tag = text.lang ?? language
            var said: [BookletBlock] = []
            if let title = text.title, title != name { said.append(block(.subheading, title, in: tag)) }
            if let translation = text.translation { said.append(block(.text, translation, in: tag)) }
            if let context = text.context {
                said.append(block(.label, words.text("phrases.context", in: tag), in: tag))
                said.append(block(.note, context, in: tag))
            }
            if !said.isEmpty { blocks += [block(.label, Self.name(of: tag, in: tag), in: tag)] + said }
        }
        return blocks
    }

    /// Returns the name of a page: its label, or its number.
    package func name(of page: PageInfo) -> String {
        text(page.label) ?? label("download.page").replacing("{number}", with: String(page.number))
    }

    /// Returns the name of a language in another language, capitalised as at the beginning of a sentence.
    static func name(of tag: String, in language: String) -> String {
        let name = Locale(identifier: language).localizedString(forIdentifier: tag) ?? tag
        return name.prefix(1).localizedUppercase + name.dropFirst()
    }

    /// Returns the searchable text on a page: for each clause its transcription, or else its first translation, in the
    /// box of its regions.
    ///
    /// If the positions of words are known, each word could have its own box.
    func placedTexts(on page: PageInfo) -> [PlacedText] {
        content.clauses.flatMap { clause -> [PlacedText] in
            let own = clause.own
            let said =
                own.transcription.map { ($0, document.language) } ?? own.translation.map { ($0, own.lang ?? language) }
            let regions = (own.regions ?? []).filter { $0.page == page.number }
            guard let (text, tag) = said, let first = regions.first else { return [] }
            let box = regions.dropFirst().reduce(first.polygon.bounds) { $0.union($1.polygon.bounds) }
            return [
                PlacedText(
                    text, language: tag, isRightToLeft: PlainDocument.isRightToLeft(tag),
                    in: PDFBox(x: box.x, y: box.y, width: box.maxX - box.x, height: box.maxY - box.y))
            ]
        }
    }

    /// The metadata of the PDF.
    var header: BookletHeader {
        var name = title
        if case .clause = content.part, let clause = content.clauses.first?.own {
            name =
                "\(title): \([clause.number, clause.title ?? clause.incipit].compactMap(\.self).joined(separator: ". "))"
        }
        if case .page = content.part, let page = content.pages.first { name = "\(title): \(self.name(of: page))" }
        let authors = [text(document.holder)] + content.languages.map { document.credits[$0] }
        return BookletHeader(
            title: name, author: authors.compactMap(\.self).first, subject: document.rights, keywords: address,
            created: ISO8601DateFormatter().string(from: document.addedAt), creator: "explore \(BuildVersion.number)",
            accent: document.palette.flatMap { PDFColour(hexadecimal: $0.accent) },
            paper: document.palette.flatMap { PDFColour(hexadecimal: $0.paper) }, language: language,
            isRightToLeft: PlainDocument.isRightToLeft(language))
    }
}
