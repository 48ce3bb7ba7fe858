package import DocumentModel
package import DocumentPDF
import Foundation
import ImageGeometry

/// The text of what is taken away, piece by piece in reading order: what PDF and plain text have in common.
package struct DownloadBlocks {
    let content: DownloadContent
    private let words: PlainWords
    /// The document's page, as an absolute address; nil where it is not known.
    private let address: String?
    /// The language of labels.
    private let language: String

    /// - Parameter base: What absolute addresses begin with; empty where it is not known.
    package init(_ content: DownloadContent, words: PlainWords, base: String) {
        (self.content, self.words) = (content, words)
        address = base.isEmpty ? nil : "\(base)/documents/\(content.document.id)?version=\(content.document.version)"
        language = content.languages.first ?? "en"
    }

    private var document: DocumentInfo { content.document }

    func label(_ id: String) -> String { words.text(id, in: language) }

    /// The document's name.
    package var title: String { text(document.title) ?? document.id }

    private func text(_ map: LanguageMap?) -> String? { map?.text(in: language, fallback: document.languages) }

    /// A block in the language of labels.
    private func block(_ role: BookletBlock.Role, _ text: String, link: String? = nil, outline: String? = nil)
        -> BookletBlock
    { block(role, text, in: language, link: link, outline: outline) }

    private func block(
        _ role: BookletBlock.Role, _ text: String, in language: String, link: String? = nil, outline: String? = nil
    ) -> BookletBlock {
        BookletBlock(
            role, text, language: language, isRightToLeft: PlainDocument.isRightToLeft(language), link: link,
            outline: outline)
    }

    /// The title page of a document, or the lines above a part of one.
    package var front: [BookletBlock] {
        guard case .document = content.part else { return [block(.label, title)] }
        var blocks = [block(.title, title, outline: title)]
        if let date = text(document.date) { blocks.append(block(.subtitle, date)) }
        if let summary = text(document.summary) { blocks.append(block(.lead, summary)) }
        let fields: [(String, String?, String?)] = [
            ("phrases.holder", text(document.holder), nil), ("phrases.shelfmark", document.shelfmark, nil),
        ]
        for (id, value, link) in fields {
            if let value { blocks.append(block(.field(label: label(id)), value, link: link)) }
        }
        for entry in document.presentation?.metadata ?? [] {
            let name = entry.label.text(in: language, fallback: ["en"]) ?? ""
            let value = entry.value.texts(in: language, fallback: ["en"]).joined(separator: "; ")
            if !value.isEmpty { blocks.append(block(.field(label: name), value)) }
        }
        return blocks + origin(.wide)
    }

    private enum Form { case wide, small }

    /// Who made it, what may be done with it, and where it stays as it is.
    private func origin(_ form: Form) -> [BookletBlock] {
        var lines: [(label: String, value: String, link: String?)] = []
        if let attribution = text(document.attribution) {
            lines.append((label("download.attribution"), attribution, nil))
        }
        let credits = content.languages.compactMap { document.credits[$0] }
        if !credits.isEmpty { lines.append((label("download.credits"), credits.joined(separator: "; "), nil)) }
        if let rights = document.rights { lines.append((label("phrases.rights"), RightsName.of(rights), rights)) }
        lines.append((label("phrases.citation"), citation, address.map { $0 + fragment }))
        return lines.map { line in
            form == .wide
                ? block(.field(label: line.label), line.value, link: line.link)
                : block(.small, "\(line.label): \(line.value)", link: line.link)
        }
    }

    /// The address of a clause goes on with its id.
    private var fragment: String {
        if case .clause(let id) = content.part { "&clause=\(id)" } else { "" }
    }

    /// The document in a line, with the address that goes on showing this version.
    private var citation: String {
        let version = label("citing.version").replacing("{version}", with: String(document.version))
        let parts = [title, text(document.date), document.shelfmark].compactMap(\.self)
        let place = address.map { " <\($0)\(fragment)>" } ?? ""
        return "\(parts.joined(separator: ". ")). \(version).\(place)"
    }

    /// What stands at the end of a part of a document; a document says it on its title page.
    package var end: [BookletBlock] {
        if case .document = content.part { [] } else { [block(.rule, "")] + origin(.small) }
    }

    /// A clause's texts.
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

    /// A page's name: its label, or its number.
    package func name(of page: PageInfo) -> String {
        text(page.label) ?? label("download.page").replacing("{number}", with: String(page.number))
    }

    /// The name of a language in a language, as sentences begin.
    static func name(of tag: String, in language: String) -> String {
        let name = Locale(identifier: language).localizedString(forIdentifier: tag) ?? tag
        return name.prefix(1).localizedUppercase + name.dropFirst()
    }

    /// What lies on a page for readers to find: each clause in its place, as written, or else in the first language that it
    /// is said in.
    ///
    /// Where the places of words are known, each word can have its own box.
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

    /// What a PDF says of itself.
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

/// A licence by the name that people know it by.
enum RightsName {
    static func of(_ uri: String) -> String {
        if let licence = uri.firstMatch(of: /creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)/) {
            return "CC \(licence.1.uppercased()) \(licence.2) <\(uri)>"
        }
        return uri
    }
}
