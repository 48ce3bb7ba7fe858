import DocumentModel

extension TEIWriter {
    /// The header, made from the document's properties.
    var header: [String] {
        element("teiHeader", [], file, encoding, profile, revision)
    }

    private var properties: PresentationProperties { document.header.presentation ?? PresentationProperties() }

    private var file: [String] {
        let header = document.header
        let credits = header.credits.sorted { $0.key < $1.key }.flatMap { language, name in
            element(
                "respStmt", [("n", language)], [TEIText.field("resp", [("xml:lang", "en")], "Texts in \(language)")],
                [TEIText.field("name", [], name)])
        }
        let notes = properties.metadata.flatMap { entry in
            element("note", [("type", "metadata")], fields("label", [], entry.label), values(entry.value))
        }
        return element(
            "fileDesc", [], element("titleStmt", [], fields("title", [], header.title), credits), publication,
            notes.isEmpty ? [] : element("notesStmt", [], notes), element("sourceDesc", [], manuscript))
    }

    private func values(_ texts: LanguageTexts) -> [String] {
        texts.byLanguage.sorted { $0.key < $1.key }.flatMap { language, texts in
            let tag = language == LanguageTexts.noLanguage ? nil : language
            return texts.map { TEIText.field("ab", [("xml:lang", tag)], $0) }
        }
    }

    private var publication: [String] {
        let header = document.header
        // TEI requires a publisher. Documents do not name one.
        let publisher = header.holder?.text(in: nil, fallback: header.languages)
        let isOpen = header.access == .open
        let rights = header.rights.map { [TEIText.field("licence", [("target", $0)], $0)] } ?? []
        let attribution = fields("p", [("n", "attribution")], header.attribution)
        let availability =
            rights.isEmpty && attribution.isEmpty && isOpen
            ? []
            : element(
                "availability",
                [("status", isOpen ? nil : "restricted"), ("n", isOpen ? nil : header.access.rawValue)], rights,
                // The element must not be empty, even if only access is stated.
                rights.isEmpty && attribution.isEmpty ? ["<p/>"] : attribution)
        return element(
            "publicationStmt", [], [TEIText.field("publisher", [], publisher ?? "not stated")],
            [TEIText.field("idno", [("type", "document")], header.id)], availability)
    }

    private var manuscript: [String] {
        let header = document.header
        let repository: [String] =
            switch header.holder {
            case let holder? where holder.byLanguage.isEmpty: fields("repository", [], holder)
            case let holder?: element("repository", [], fields("orgName", [], holder))
            case nil: []
            }
        let shelfmark = header.shelfmark.map { [TEIText.field("idno", [("type", "shelfmark")], $0)] } ?? []
        // An identifier must not be empty.
        let name = header.title.text(in: nil, fallback: header.languages) ?? header.id
        let identifier =
            repository.isEmpty && shelfmark.isEmpty ? [TEIText.field("msName", [], name)] : repository + shelfmark
        let incipits = document.clauses.compactMap { clause in
            clause.incipit.map {
                element(
                    "msItem", [("corresp", "#" + TEINames.clause(clause.id))], [TEIText.field("incipit", [], $0)])
            }
        }
        let language = [TEIText.field("textLang", [("mainLang", header.language)], header.language)]
        return element(
            "msDesc", [], element("msIdentifier", [], identifier),
            element("msContents", [], language, incipits.flatMap(\.self)), history)
    }

    private var history: [String] {
        var dates = fields("origDate", [], document.header.date)
        if let when = properties.navDate {
            dates.insert(XMLText.start("origDate", [("type", "navDate"), ("when", when)], isEmpty: true), at: 0)
        }
        return dates.isEmpty ? [] : element("history", [], element("origin", [], dates))
    }

    private var encoding: [String] {
        let application = element(
            "application", [("ident", TEINames.application), ("version", "1")], ["<label>explore</label>"])
        let categories = document.categories.flatMap { category -> [String] in
            let style = [category.style == .outline ? "outline" : nil, category.includedInAll ? nil : "apart"]
                .compactMap(\.self)
            return element(
                "category",
                [
                    ("xml:id", TEINames.category(category.id)),
                    ("rend", style.isEmpty ? nil : style.joined(separator: " ")),
                ], fields("catDesc", [], category.label))
        }
        let taxonomy = categories.isEmpty ? [] : element("classDecl", [], element("taxonomy", [], categories))
        return element("encodingDesc", [], element("appInfo", [], application), taxonomy)
    }

    private var profile: [String] {
        let header = document.header
        let languages = header.languages.map { TEIText.field("language", [("ident", $0)], $0) }
        let words = header.summary.map { summary -> [(String?, String)] in
            summary.byLanguage.isEmpty
                ? [(nil, summary.text(in: nil) ?? "")]
                : summary.byLanguage.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
        let summary = (words ?? []).flatMap { language, text in
            element("abstract", [("xml:lang", language)], TEIText.paragraphs(text))
        }
        return element("profileDesc", [], summary, element("langUsage", [], languages))
    }

    /// The revision description, which only drafts have.
    private var revision: [String] {
        document.header.status == .draft
            ? element("revisionDesc", [("status", "draft")], [#"<change status="draft"/>"#]) : []
    }
}
