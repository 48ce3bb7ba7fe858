package import DocumentModel
package import ImageGeometry

/// Writes clauses as Web Annotations.
///
/// Source: https://www.w3.org/TR/annotation-model/; docs/formats.md says which field has which purpose.
package struct AnnotationWriter {
    package let document: SourceDocument
    let addresses: PresentationAddresses
    /// Whether annotations stand alone, so that they must say what else the manifest would: sizes and names of pages,
    /// and categories in every language.
    let isAlone: Bool
    /// The pages that clauses can be cut out of.
    let pictured: Set<Int>

    private let categories: [String: Category]
    private let clausesByPage: [Int: [Clause]]

    package init(_ document: SourceDocument, addresses: PresentationAddresses, isAlone: Bool, pictured: Set<Int> = []) {
        (self.document, self.addresses, self.isAlone, self.pictured) = (document, addresses, isAlone, pictured)
        categories = Dictionary(document.categories.map { ($0.id, $0) }) { first, _ in first }
        var clausesByPage: [Int: [Clause]] = [:]
        for clause in document.clauses {
            for page in Self.pages(of: clause) { clausesByPage[page, default: []].append(clause) }
        }
        self.clausesByPage = clausesByPage
    }

    /// The pages that a clause is on, in order of its regions.
    package static func pages(of clause: Clause) -> [Int] {
        var pages: [Int] = []
        for region in clause.regions where !pages.contains(region.page) { pages.append(region.page) }
        return pages
    }

    /// The annotations of a page, in reading order.
    func annotations(page: Int) -> [JSONValue] { clauses(page: page).map { annotation(of: $0, page: page) } }

    /// The clauses of a page, in reading order.
    package func clauses(page: Int) -> [Clause] { clausesByPage[page] ?? [] }

    /// Whether there is anything on a page.
    func hasAnnotations(page: Int) -> Bool { clausesByPage[page] != nil }

    /// What a clause has on a page.
    func annotation(of clause: Clause, page: Int) -> JSONValue {
        let part = (Self.pages(of: clause).firstIndex(of: page) ?? 0) + 1
        let categories = clause.categories.compactMap { self.categories[$0] }
        return .members([
            ("id", .string(addresses.annotation(of: clause.id, part: part))),
            ("type", .string("Annotation")), ("motivation", .string("commenting")),
            ("label", clause.number.map { .members([("none", .array([.string($0)]))]) }),
            ("thumbnail", pictured.contains(page) ? cutOut(of: clause, page: page) : nil),
            ("stylesheet", .string(addresses.stylesheet)),
            // An empty list where nothing is said: of an annotation without a body, TIFY fetches and prints the JSON.
            ("body", .array(bodies(of: clause) + categories.map(tag))), ("target", target(of: clause, page: page)),
            ("partOf", categories.isEmpty ? nil : .array(categories.map(reference))),
        ])
    }

    // MARK: Target

    private func target(of clause: Clause, page: Int) -> JSONValue {
        let polygons = clause.regions.filter { $0.page == page }.map(\.polygon)
        let isOutline = clause.categories.contains { categories[$0]?.style == .outline }
        return .members([
            ("type", .string("SpecificResource")), ("source", source(page)),
            (
                "selector",
                // Some viewers read the first selector alone, and a box is all that they can draw.
                .array([
                    .members([
                        ("type", .string("FragmentSelector")),
                        ("conformsTo", .string("http://www.w3.org/TR/media-frags/")),
                        ("value", .string("xywh=\(Self.box(of: polygons))")),
                    ]),
                    .members([
                        ("type", .string("SvgSelector")), ("value", .string(SVGWriter.drawing(of: polygons))),
                    ]),
                ])
            ),
            ("styleClass", .string(isOutline ? TagCategories.outlineClass : "filled")),
        ])
    }

    private func source(_ page: Int) -> JSONValue {
        let found = isAlone ? document.page(page) : nil
        return .members([
            ("id", .string(addresses.canvas(page))), ("type", .string("Canvas")),
            ("label", found?.label.map(PresentationValues.words)),
            ("height", found.map { .integer($0.height) }), ("width", found.map { .integer($0.width) }),
            (
                "service",
                found.flatMap { PresentationValues.scale(of: $0, id: addresses.scale(page)) }.map { .array([$0]) }
            ),
            ("partOf", .array([.members([("id", .string(addresses.manifest)), ("type", .string("Manifest"))])])),
        ])
    }

    /// The smallest box of whole pixels around polygons: `x,y,width,height`.
    package static func box(of polygons: [Polygon]) -> String {
        let box = pixels(around: polygons)
        return [box.x, box.y, box.width, box.height].map(FaultText.number).joined(separator: ",")
    }

    private static func pixels(around polygons: [Polygon]) -> Rectangle {
        var boxes = polygons.map(\.bounds)
        guard var box = boxes.popLast() else { return Rectangle(x: 0, y: 0, width: 1, height: 1) }
        for other in boxes { box = box.union(other) }
        let (left, top) = (box.x.rounded(.down), box.y.rounded(.down))
        return Rectangle(
            x: left, y: top, width: box.maxX.rounded(.up) - left, height: box.maxY.rounded(.up) - top)
    }

    /// The address of what a clause has on a page, cut out of the scan; nil where it has nothing on it.
    func cutOut(of clause: Clause, page: Int) -> JSONValue? {
        let box = Self.pixels(around: clause.regions.filter { $0.page == page }.map(\.polygon))
        guard let paper = document.page(page) else { return nil }
        if addresses.isOfFiles, page != clause.regions.map(\.page).min() { return nil }
        // What sticks out of the page is not cut out.
        let left = max(0, box.x)
        let right = min(box.maxX, Double(paper.width))
        guard right - left >= 1 else { return nil }
        let address = addresses.cutOut(of: clause.id, page: page, width: Int(min(right - left, Self.cutOutWidth)))
        return .array([
            .members([("id", .string(address)), ("type", .string("Image")), ("format", .string("image/jpeg"))])
        ])
    }

    private static let cutOutWidth = 320.0

    // MARK: Bodies

    /// Each text as a body of its own, since viewers show neither choices nor what has no `value`. Titles and translations
    /// come first, each translation behind its title: many viewers show the first bodies only, or all of them in a row.
    private func bodies(of clause: Clause) -> [JSONValue] {
        let header = document.header
        let languages = header.languages + (header.languages.contains(header.language) ? [] : [header.language])
        func texts(_ fields: [Snippet.Field]) -> [JSONValue] {
            languages.flatMap { language in
                fields.compactMap { field in
                    document.texts[language]?[clause.id]?[field].map {
                        text($0, language: language, purpose: Self.purpose(of: field))
                    }
                }
            }
        }
        var bodies = texts([.title, .translation]) + texts([.context]) + texts([.transcription])
        if let incipit = clause.incipit {
            bodies.append(text(incipit, language: header.language, purpose: "quoting"))
        }
        if clause.kind == .detail {
            bodies.append(text(ClauseKind.detail.rawValue, language: nil, purpose: "classifying"))
        }
        return bodies
    }

    /// The purpose of a field's bodies.
    package static func purpose(of field: Snippet.Field) -> String {
        switch field {
        case .title: "identifying"
        case .translation: "translating"
        case .context: "describing"
        case .transcription: "transcribing"
        }
    }

    private func text(_ text: String, language: String?, purpose: String) -> JSONValue {
        .members([
            ("type", .string("TextualBody")), ("purpose", .string(purpose)), ("value", .string(text)),
            ("language", language.map(JSONValue.string)), ("format", .string("text/plain")),
        ])
    }

    /// A category's name as a tag: one for each category, as viewers show every tag.
    private func tag(_ category: Category) -> JSONValue {
        guard let name = name(of: category) else {
            return text(category.label.text(in: nil) ?? category.id, language: nil, purpose: "tagging")
        }
        return text(name.text, language: name.language, purpose: "tagging")
    }

    /// A category's name in the first of the document's languages that has one; nil where it is in no language.
    private func name(of category: Category) -> (language: String, text: String)? {
        let names = category.label.byLanguage
        let language = document.header.languages.first { names[$0] != nil } ?? names.keys.min()
        return language.flatMap { language in names[language].map { (language, $0) } }
    }

    /// A category that a clause is in: its range, with style classes where it is not drawn like others, and its name, in
    /// every language where nothing else gives it.
    private func reference(to category: Category) -> JSONValue {
        let classes = Self.classes(of: category)
        let name = isAlone ? nil : name(of: category)
        let label = name.map { LanguageMap([$0.language: $0.text]) } ?? category.label
        return .members([
            ("id", .string(addresses.category(category.id))), ("type", .string("Range")),
            ("label", PresentationValues.words(label)),
            ("styleClass", classes.isEmpty ? nil : .string(classes.joined(separator: " "))),
        ])
    }

    private static func classes(of category: Category) -> [String] {
        (category.style == .outline ? [TagCategories.outlineClass] : [])
            + (category.includedInAll ? [] : [TagCategories.apartClass])
    }
}
