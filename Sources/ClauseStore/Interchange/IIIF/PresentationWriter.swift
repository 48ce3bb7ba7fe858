public import Foundation

/// Writes a document as IIIF Presentation 3: its manifest, its pages of annotations, and all of them as one page of Web
/// Annotations.
///
/// Source: https://iiif.io/api/presentation/3.0/. What is written is read back as it was, but for ``losses``.
public struct PresentationWriter: Sendable {
    /// The IIIF context.
    static let context = "http://iiif.io/api/presentation/3/context.json"

    let document: SourceDocument
    /// The addresses of all parts.
    public let addresses: PresentationAddresses
    /// The ids of the pages' images, by page number.
    private let images: [Int: String]

    /// - Parameters:
    ///   - document: The document.
    ///   - base: What addresses begin with: scheme and host, `https://example.org`.
    ///   - images: The ids of the images that are served, by page number; pages that are not among them are blank.
    public init(_ document: SourceDocument, base: String, images: [Int: String]) {
        (self.document, self.images) = (document, images)
        addresses = PresentationAddresses(base: base, document: document.id)
    }

    /// The manifest, with the annotations of each page within.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    public func manifest() -> Data { Self.data(manifestValue()) }

    /// The annotations of a page: all of them, or those of a category.
    ///
    /// - Returns: Nil when there is no such page.
    /// - Complexity: O(*n*) in the size of the document.
    public func annotationPage(_ page: Int, category: String? = nil) -> Data? {
        guard document.pages.contains(where: { $0.number == page }) else { return nil }
        let writer = AnnotationWriter(document, addresses: addresses, isAlone: true)
        let annotations = writer.annotations(page: page, category: category)
        return Self.data(annotationPage(page, category: category, annotations, isTop: true))
    }

    /// All annotations as one page of Web Annotations (W3C), for programs that know no manifests.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    public func annotations() -> Data {
        let writer = AnnotationWriter(document, addresses: addresses, isAlone: true)
        let items = document.clauses.flatMap { clause in
            AnnotationWriter.pages(of: clause).map { writer.annotation(of: clause, page: $0) }
        }
        return Self.data(
            .members([
                ("@context", .string(Self.context)), ("id", .string(addresses.annotations)),
                ("type", .string("AnnotationPage")), ("label", PresentationValues.words(document.header.title)),
                ("items", .array(items)),
            ]))
    }

    private static func data(_ value: JSONValue) -> Data { Data((value.text() + "\n").utf8) }

    // MARK: Manifest

    func manifestValue() -> JSONValue {
        let header = document.header
        let languages = LanguageMap(plain: header.languages.joined(separator: ", "))
        let metadata = [
            PresentationValues.entry(.date, header.date),
            PresentationValues.entry(.shelfmark, header.shelfmark.map { LanguageMap(plain: $0) }),
            PresentationValues.entry(.holder, header.holder),
            PresentationValues.entry(.language, LanguageMap(plain: header.language)),
            PresentationValues.entry(.languages, languages),
            PresentationValues.entry(.credits, header.credits.isEmpty ? nil : LanguageMap(header.credits)),
        ].compactMap { $0 }
        let attribution = header.attribution.map { words in
            JSONValue.members([
                ("label", PresentationValues.words(["en": "Attribution"])), ("value", PresentationValues.words(words)),
            ])
        }
        let writer = AnnotationWriter(document, addresses: addresses, isAlone: false)
        return .members([
            ("@context", .string(Self.context)), ("id", .string(addresses.manifest)), ("type", .string("Manifest")),
            ("label", PresentationValues.words(header.title)),
            ("summary", header.summary.map(PresentationValues.words)), ("metadata", .array(metadata)),
            ("requiredStatement", attribution), ("rights", header.rights.map(JSONValue.string)),
            ("items", .array(document.pages.map { canvas($0, writer) })),
            ("structures", document.clauses.isEmpty ? nil : .array(structures())),
        ])
    }

    private func canvas(_ page: SourcePage, _ writer: AnnotationWriter) -> JSONValue {
        let annotations = writer.annotations(page: page.number)
        let image = images[page.number].map { painting(page, image: $0) }
        return .members([
            ("id", .string(addresses.canvas(page.number))), ("type", .string("Canvas")),
            ("label", page.label.map(PresentationValues.words)), ("height", .integer(page.height)),
            ("width", .integer(page.width)),
            ("service", PresentationValues.scale(of: page, canvas: addresses.canvas(page.number))),
            ("items", .array(image.map { [$0] } ?? [])),
            (
                "annotations",
                annotations.isEmpty
                    ? nil : .array([annotationPage(page.number, category: nil, annotations, isTop: false)])
            ),
        ])
    }

    private func painting(_ page: SourcePage, image: String) -> JSONValue {
        let canvas = addresses.canvas(page.number)
        let service = addresses.image(image)
        let body = JSONValue.members([
            ("id", .string("\(service)/full/max/0/default.jpg")), ("type", .string("Image")),
            ("format", .string("image/jpeg")), ("height", .integer(page.height)), ("width", .integer(page.width)),
            (
                "service",
                .array([
                    .members([
                        ("id", .string(service)), ("type", .string("ImageService3")), ("profile", .string("level2")),
                    ])
                ])
            ),
        ])
        return .members([
            ("id", .string("\(canvas)/painting")), ("type", .string("AnnotationPage")),
            (
                "items",
                .array([
                    .members([
                        ("id", .string("\(canvas)/painting/1")), ("type", .string("Annotation")),
                        ("motivation", .string("painting")), ("body", body), ("target", .string(canvas)),
                    ])
                ])
            ),
        ])
    }

    private func annotationPage(
        _ page: Int, category: String?, _ annotations: [JSONValue], isTop: Bool
    ) -> JSONValue {
        let label = category.flatMap { id in document.categories.first { $0.id == id } }?.label
        return .members([
            ("@context", isTop ? .string(Self.context) : nil),
            ("id", .string(addresses.annotations(page: page, category: category))), ("type", .string("AnnotationPage")),
            ("label", label.map(PresentationValues.words)),
            ("items", .array(annotations)),
        ])
    }

    // MARK: Ranges

    /// The clauses in reading order, and the categories in the order of the menu.
    private func structures() -> [JSONValue] {
        let order = range(
            addresses.range("clauses"), ["en": "Clauses"],
            items: document.clauses.map { clause in
                range(addresses.range("clause/\(clause.id)"), name(of: clause), items: parts(of: clause))
            })
        guard !document.categories.isEmpty else { return [order] }
        let themes = document.categories.map { category in
            let clauses = document.clauses.filter { $0.categories.contains(category.id) }
            return range(addresses.category(category.id), category.label, items: clauses.flatMap(parts))
        }
        return [order, range(addresses.range("categories"), ["en": "Themes"], items: themes)]
    }

    private func range(_ id: String, _ label: LanguageMap, items: [JSONValue]) -> JSONValue {
        .members([
            ("id", .string(id)), ("type", .string("Range")), ("label", PresentationValues.words(label)),
            ("items", .array(items)),
        ])
    }

    private func name(of clause: Clause) -> LanguageMap {
        let titles = document.texts.compactMapValues { $0[clause.id]?.title }
        return titles.isEmpty ? LanguageMap(plain: clause.number ?? clause.id) : LanguageMap(titles)
    }

    private func parts(of clause: Clause) -> [JSONValue] {
        AnnotationWriter.pages(of: clause).map { page in
            let polygons = clause.regions.filter { $0.page == page }.map(\.polygon)
            return .members([
                ("type", .string("Canvas")),
                ("id", .string("\(addresses.canvas(page))#xywh=\(AnnotationWriter.box(of: polygons))")),
            ])
        }
    }
}
