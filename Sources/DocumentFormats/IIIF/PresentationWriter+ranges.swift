import DocumentModel

/// The ranges: clauses in reading order, and categories in menu order.
extension PresentationWriter {
    /// Returns all ranges of a file: the table of contents, the clauses and the categories.
    func structures() -> [JSONValue] { contents() + (document.clauses.isEmpty ? [] : clauseRanges()) }

    private func clauseRanges() -> [JSONValue] {
        let writer = annotationWriter(isAlone: false)
        let order = range(
            addresses.range("clauses"), Self.clausesLabel, items: document.clauses.map { range(of: $0, writer) })
        guard !document.categories.isEmpty else { return [order] }
        let themes = document.categories.map { category in
            let clauses = document.clauses.filter { $0.categories.contains(category.id) }
            return range(addresses.category(category.id), category.label, items: clauses.flatMap(parts))
        }
        return [order, range(addresses.range("categories"), Self.categoriesLabel, items: themes)]
    }

    /// Returns the range of a clause, which lists its boxes on the pages.
    func range(of clause: Clause) -> JSONValue { range(of: clause, annotationWriter(isAlone: false)) }

    private func range(of clause: Clause, _ writer: AnnotationWriter) -> JSONValue {
        let pictured = AnnotationWriter.pages(of: clause).first(where: writer.pictured.contains)
        return range(
            addresses.range("clause/\(clause.id)"), name(of: clause),
            thumbnail: pictured.flatMap { writer.cutOut(of: clause, page: $0) }, items: parts(of: clause))
    }

    /// Writes the ranges of a served manifest one after the other. Categories without clauses are skipped, because a
    /// range must not be empty.
    func writeStructures(to stream: inout some TextOutputStream) {
        for (position, range) in contents().enumerated() {
            if position > 0 { stream.write(",") }
            range.write(to: &stream)
        }
        guard !document.clauses.isEmpty else { return }
        if !presentation.structures.isEmpty { stream.write(",") }
        writeClauseRanges(isTop: false, to: &stream)
        guard hasCategoryRanges else { return }
        stream.write(",")
        writeCategoryRanges(isTop: false, to: &stream)
    }

    /// Whether any clause has a category.
    var hasCategoryRanges: Bool { document.clauses.contains { !$0.categories.isEmpty } }

    func writeClauseRanges(isTop: Bool, to stream: inout some TextOutputStream) {
        let writer = annotationWriter(isAlone: false)
        head(addresses.range("clauses"), Self.clausesLabel, isTop: isTop)
            .write(listing: document.clauses, as: "items", to: &stream) { clause, stream in
                stream.write(range(of: clause, writer).compactText)
            }
    }

    func writeCategoryRanges(isTop: Bool, to stream: inout some TextOutputStream) {
        var positions: [String: [Int]] = [:]
        for (position, clause) in document.clauses.enumerated() {
            for category in clause.categories { positions[category, default: []].append(position) }
        }
        head(addresses.range("categories"), Self.categoriesLabel, isTop: isTop)
            .write(
                listing: document.categories.filter { positions[$0.id] != nil }, as: "items", to: &stream
            ) { category, stream in
                let clauses = (positions[category.id] ?? []).lazy.map { document.clauses[$0] }
                writeRange(of: category, clauses, isTop: false, to: &stream)
            }
    }

    /// Writes the range of a category with the given clauses.
    func writeRange(
        of category: Category, _ clauses: some Sequence<Clause>, isTop: Bool, to stream: inout some TextOutputStream
    ) {
        head(addresses.category(category.id), category.label, isTop: isTop)
            .write(listing: clauses.lazy.flatMap { parts(of: $0) }, as: "items", to: &stream) {
                $1.write($0.compactText)
            }
    }

    private static let clausesLabel: LanguageMap = ["en": "Clauses"]
    private static let categoriesLabel: LanguageMap = ["en": "Themes"]

    private func range(
        _ id: String, _ label: LanguageMap, thumbnail: JSONValue? = nil, items: [JSONValue]
    ) -> JSONValue {
        head(id, label, thumbnail: thumbnail, isTop: false).adding(["items": .array(items)])
    }

    /// Returns a range without its items.
    private func head(
        _ id: String, _ label: LanguageMap, thumbnail: JSONValue? = nil, isTop: Bool
    ) -> JSONValue {
        [
            "@context": isTop ? .string(Self.context) : nil, "id": .string(id), "type": "Range",
            "label": PresentationValues.words(label), "thumbnail": thumbnail,
        ]
    }

    private func name(of clause: Clause) -> LanguageMap {
        let titles = document.texts.compactMapValues { $0[clause.id]?.title }
        return titles.isEmpty ? LanguageMap(plain: clause.number ?? clause.id) : LanguageMap(titles)
    }

    private func parts(of clause: Clause) -> [JSONValue] {
        AnnotationWriter.pages(of: clause).map { page in
            ["type": "Canvas", "id": .string(addresses.box(of: clause, on: page))]
        }
    }
}
