package import DocumentModel
package import ImageGeometry

/// Writes clauses as Web Annotations.
///
/// Source: https://www.w3.org/TR/annotation-model/; docs/formats.md lists the purpose of each field.
package struct AnnotationWriter {
    package let document: SourceDocument
    let addresses: PresentationAddresses
    /// Whether annotations are served without a manifest. They then include what the manifest would state: the sizes
    /// and labels of pages, and category names in every language.
    let isAlone: Bool
    /// The pages that have an image from which clauses can be cut out.
    let pictured: Set<Int>

    private let categories: [String: Category]
    private let clausesByPage: [Int: [Clause]]

    package init(_ document: SourceDocument, addresses: PresentationAddresses, isAlone: Bool, pictured: Set<Int>) {
        (self.document, self.addresses, self.isAlone, self.pictured) = (document, addresses, isAlone, pictured)
        categories = Dictionary(document.categories.map { ($0.id, $0) }) { first, _ in first }
        var clausesByPage: [Int: [Clause]] = [:]
        for clause in document.clauses {
            for page in Self.pages(of: clause) { clausesByPage[page, default: []].append(clause) }
        }
        self.clausesByPage = clausesByPage
    }

    /// Returns the pages that a clause is on, in order of its regions.
    package static func pages(of clause: Clause) -> [Int] {
        var pages: [Int] = []
        for region in clause.regions where !pages.contains(region.page) { pages.append(region.page) }
        return pages
    }

    /// Returns the annotations of a page, in reading order.
    func annotations(page: Int) -> [JSONValue] { clauses(page: page).map { annotation(of: $0, page: page) } }

    /// Returns the clauses of a page, in reading order.
    package func clauses(page: Int) -> [Clause] { clausesByPage[page] ?? [] }

    /// Whether a page has any annotations.
    func hasAnnotations(page: Int) -> Bool { clausesByPage[page] != nil }

    /// Returns the annotation of a clause on a page.
    func annotation(of clause: Clause, page: Int) -> JSONValue {
        let categories = clause.categories.compactMap { self.categories[$0] }
        return [
            "id": .string(addresses.annotation(of: clause, on: page)), "type": "Annotation",
            "motivation": "commenting",
            "label": clause.number.map { PresentationValues.words(LanguageMap(plain: $0)) },
            "thumbnail": pictured.contains(page) ? cutOut(of: clause, page: page) : nil,
            "stylesheet": .string(addresses.stylesheet),
            // `body` is written even if it is empty: for an annotation without a body, TIFY fetches and prints the
            // JSON.
            "body": .array(bodies(of: clause) + categories.map(tag)), "target": target(of: clause, page: page),
            "partOf": .list(categories.map(reference)),
        ]
    }

    // MARK: Target

    private func target(of clause: Clause, page: Int) -> JSONValue {
        let polygons = clause.polygons(on: page)
        let isOutline = clause.categories.contains { categories[$0]?.style == .outline }
        return [
            "type": "SpecificResource", "source": source(page),
            // Some viewers read only the first selector and can only draw boxes.
            "selector": .array([
                Self.fragment(Self.box(of: polygons)),
                ["type": "SvgSelector", "value": .string(SVGWriter.drawing(of: polygons))],
            ]),
            "styleClass": .string(isOutline ? TagCategories.outlineClass : "filled"),
        ]
    }

    /// Returns the selector of a box, given as `x,y,width,height`.
    static func fragment(_ box: String) -> JSONValue {
        [
            "type": "FragmentSelector", "conformsTo": "http://www.w3.org/TR/media-frags/",
            "value": "xywh=\(box)",
        ]
    }

    private func source(_ page: Int) -> JSONValue {
        let found = isAlone ? document.page(page) : nil
        let scale = found.flatMap { PresentationValues.scale(of: $0, id: addresses.scale(page)) }
        return [
            "id": .string(addresses.canvas(page)), "type": "Canvas",
            "label": found?.label.map(PresentationValues.words), "height": found.map { .integer($0.height) },
            "width": found.map { .integer($0.width) },
            "service": scale.map { .array([$0]) },
            "partOf": .array([["id": .string(addresses.manifest), "type": "Manifest"]]),
        ]
    }

    /// Returns the smallest box of whole pixels around polygons: `x,y,width,height`.
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

    /// Returns the cut-out of a clause on a page as a thumbnail, or nil if there is none.
    func cutOut(of clause: Clause, page: Int) -> JSONValue? {
        let box = Self.pixels(around: clause.polygons(on: page))
        guard let paper = document.page(page) else { return nil }
        if addresses.isOfFiles, page != clause.regions.map(\.page).min() { return nil }
        // Regions outside the page are not included.
        let left = max(0, box.x)
        let right = min(box.maxX, Double(paper.width))
        guard right - left >= 1 else { return nil }
        let address = addresses.cutOut(of: clause.id, page: page, width: Int(min(right - left, Self.cutOutWidth)))
        return .array([["id": .string(address), "type": "Image", "format": "image/jpeg"]])
    }

    private static let cutOutWidth = 320.0

    // MARK: Bodies

    /// Returns a separate body for each text, because viewers show neither choices nor bodies without a `value`. Titles
    /// and translations come first, each translation after its title: many viewers show only the first bodies, or all
    /// of them in a row.
    private func bodies(of clause: Clause) -> [JSONValue] {
        let header = document.header
        let languages = header.languages + (header.languages.contains(header.language) ? [] : [header.language])
        func texts(_ fields: [Snippet.Field]) -> [JSONValue] {
            languages.flatMap { language in
                fields.compactMap { field in
                    document.texts[language]?[clause.id]?[field].map {
                        Self.text($0, language: language, purpose: Self.purpose(of: field))
                    }
                }
            }
        }
        var bodies = texts([.title, .translation]) + texts([.context]) + texts([.transcription])
        if let incipit = clause.incipit {
            bodies.append(Self.text(incipit, language: header.language, purpose: "quoting"))
        }
        if clause.kind == .detail {
            bodies.append(Self.text(ClauseKind.detail.rawValue, language: nil, purpose: "classifying"))
        }
        return bodies
    }

    /// Returns the purpose of a field's bodies.
    package static func purpose(of field: Snippet.Field) -> String {
        switch field {
        case .title: "identifying"
        case .translation: "translating"
        case .context: "describing"
        case .transcription: "transcribing"
        }
    }

    /// Returns a body that is a text.
    static func text(_ text: String, language: String?, purpose: String? = nil) -> JSONValue {
        [
            "type": "TextualBody", "purpose": purpose.map(JSONValue.string), "value": .string(text),
            "language": language.map(JSONValue.string), "format": "text/plain",
        ]
    }

    /// Returns a category's name as a tag. There is a single tag per category, because viewers show every tag.
    private func tag(_ category: Category) -> JSONValue {
        guard let name = name(of: category) else {
            return Self.text(category.label.text(in: nil) ?? category.id, language: nil, purpose: "tagging")
        }
        return Self.text(name.text, language: name.language, purpose: "tagging")
    }

    /// Returns a category's name in the first document language that it is available in, or nil if the name has no
    /// language.
    private func name(of category: Category) -> (language: String, text: String)? {
        let names = category.label.byLanguage
        let language = document.header.languages.first { names[$0] != nil } ?? names.keys.min()
        return language.flatMap { language in names[language].map { (language, $0) } }
    }

    /// Returns a reference to a category of a clause: its range, with style classes if it is drawn differently from
    /// others. The name is in all languages if no manifest states them.
    private func reference(to category: Category) -> JSONValue {
        let classes = Self.classes(of: category)
        let name = isAlone ? nil : name(of: category)
        let label = name.map { LanguageMap([$0.language: $0.text]) } ?? category.label
        return [
            "id": .string(addresses.category(category.id)), "type": "Range", "label": PresentationValues.words(label),
            "styleClass": classes.isEmpty ? nil : .string(classes.joined(separator: " ")),
        ]
    }

    private static func classes(of category: Category) -> [String] {
        (category.style == .outline ? [TagCategories.outlineClass] : [])
            + (category.includedInAll ? [] : [TagCategories.apartClass])
    }
}

extension Clause {
    /// Returns the clause's regions on a page.
    fileprivate func polygons(on page: Int) -> [Polygon] { regions.filter { $0.page == page }.map(\.polygon) }
}

extension PresentationAddresses {
    /// Returns the address of a clause's annotation on a page.
    func annotation(of clause: Clause, on page: Int) -> String {
        annotation(of: clause.id, part: (AnnotationWriter.pages(of: clause).firstIndex(of: page) ?? 0) + 1)
    }

    /// Returns the address of the part of a page's canvas that is the box around a clause.
    func box(of clause: Clause, on page: Int) -> String {
        "\(canvas(page))#xywh=\(AnnotationWriter.box(of: clause.polygons(on: page)))"
    }
}
