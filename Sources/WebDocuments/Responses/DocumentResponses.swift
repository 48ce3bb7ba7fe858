public import DocumentModel
import ImageGeometry

extension JSON {
    /// Creates a value from texts as they were given: by language, or as a single string for all languages.
    public init(_ words: LanguageMap?) {
        guard let words else {
            self = .null
            return
        }
        self = words.byLanguage.isEmpty ? JSON(words.text(in: nil)) : JSON(words.byLanguage)
    }

    /// Returns a document as in the API: its metadata and its pages.
    ///
    /// - Parameters:
    ///   - counts: The number of its clauses, and of those that `all` includes.
    ///   - manifest: The absolute address of its IIIF manifest; nil if no server provides it.
    ///   - isListed: Whether the document is part of a list, in which metadata, links, the table of contents, tours and
    ///     glossary are left out.
    ///   - newest: The number of the newest version, if this is a former one.
    ///   - cut: Returns the progress of an image, by its id, while it is being cut.
    public static func document(
        _ document: DocumentInfo, counts: ClauseCounts, manifest: String? = nil, isListed: Bool = false,
        newest: Int? = nil, cut: (String) -> JSON? = { _ in nil }
    ) -> JSON {
        let members: JSON.Members = [
            ("id", .string(document.id)),
            ("title", JSON(document.title)),
            ("summary", JSON(document.summary)),
            ("holder", JSON(document.holder)),
            ("shelfmark", JSON(document.shelfmark)),
            ("date", JSON(document.date)),
            ("rights", JSON(document.rights)),
            ("attribution", JSON(document.attribution)),
            ("credits", JSON(document.credits)),
            ("status", .string(document.status.rawValue)),
            ("access", .string(document.access.rawValue)),
            ("language", .string(document.language)),
            ("languages", .strings(document.languages)),
            ("palette", .palette(document.palette)),
            ("mark", JSON(document.mark)),
            ("markURL", JSON(iconAddress(of: document.mark, in: document.id))),
            ("version", .int(document.version)),
            ("pages", .array(document.pages.map { .page($0, cut: $0.imageID.flatMap(cut)) })),
            ("counts", .object([("clauses", .int(counts.total)), ("all", .int(counts.all))])),
        ]
        // Lists are filtered by years and collections.
        let listed = stated([
            ("newest", newest.map { .int($0) }),
            ("years", document.header.years.map { .array([.int($0.first), .int($0.last)]) }),
            ("collections", list(document.collections.map { named($0.id, $0.label) })),
        ])
        let address = stated([("manifest", manifest.map { .string($0) })])
        if isListed { return .object(members + listed + address) }
        let presentation = document.presentation.map(Self.members) ?? []
        let recordingCount = document.header.recordingCount
        let details = stated([
            ("tours", outlines(of: document.tours)),
            ("linkedWords", document.hasLinks ? .bool(true) : nil),
            ("glossary", document.termCount == 0 ? nil : .int(document.termCount)),
            ("recordings", recordingCount == 0 ? nil : .int(recordingCount)),
        ])
        return .object(members + listed + presentation + details + address)
    }

    /// Returns the categories by which the document list of a static site is filtered: those that have clauses, by
    /// document.
    public static func themes(_ themes: [(document: String, categories: [CategoryInfo])]) -> JSON {
        .object(
            themes.map { document, categories in
                (document, .array(categories.filter { $0.count > 0 }.map { named($0.id, $0.label) }))
            })
    }

    private static func named(_ id: String, _ label: LanguageMap?) -> JSON {
        .object(stating: [("id", .string(id)), ("label", label.map { JSON($0) })])
    }

    /// Returns the address of an icon: one that the viewer ships, by name, or a document's own SVG file.
    private static func iconAddress(of name: String?, in document: String) -> String? {
        name.map { $0.hasSuffix(".svg") ? "/documents/\(document)/icons/\($0)" : "/viewer/vendor/icons/\($0).svg" }
    }

    /// Returns a list of documents. `next` is present only if there are more.
    ///
    /// - Parameters:
    ///   - documents: The documents in this response.
    ///   - total: The total number of documents; nil if these are all.
    ///   - next: The cursor at which the next response continues.
    ///   - facets: The facets of the documents, if requested.
    public static func documents(
        _ documents: [JSON], total: Int? = nil, next: DocumentCursor? = nil, facets: DocumentFacets? = nil
    ) -> JSON {
        .object(stating: [
            ("total", .int(total ?? documents.count)), ("next", next.map { .string($0.description) }),
            ("facets", facets.map(self.facets)), ("documents", .array(documents)),
        ])
    }

    private static func facets(_ facets: DocumentFacets) -> JSON {
        func values(_ values: [FacetValue]) -> JSON {
            .array(
                values.map { value in
                    .object(stating: [
                        ("id", .string(value.id)), ("label", value.label.map { JSON($0) }),
                        ("count", .int(value.count)),
                    ])
                })
        }
        let years = facets.years.map { years in
            JSON.object([
                ("first", .int(years.span.first)), ("last", .int(years.span.last)), ("start", .int(years.start)),
                ("step", .int(years.step)), ("counts", .array(years.counts.map { .int($0) })),
                ("total", .int(years.total)),
            ])
        }
        return .object([
            ("languages", values(facets.languages)), ("themes", values(facets.themes)),
            ("collections", values(facets.collections)), ("years", years ?? .null),
        ])
    }

    private static func page(_ page: PageInfo, cut: JSON?) -> JSON {
        let members: JSON.Members = [
            ("number", .int(page.number)),
            ("label", JSON(page.label)),
            ("image", JSON(page.imageID)),
            ("width", .int(page.width)),
            ("height", .int(page.height)),
            ("pixelsPerMillimetre", JSON(page.pixelsPerMillimetre)),
        ]
        return .object(
            members
                + stated([
                    ("behavior", page.behavior.isEmpty ? nil : .strings(page.behavior)),
                    ("captures", page.captures.isEmpty ? nil : captures(of: page)), ("cut", cut),
                ]))
    }

    /// Returns the named captures of a page, the default one first. For the others, `alignment` contains four pairs of
    /// points, on the capture and on the page, and `toPage` the nine numbers of the matrix from the capture to the
    /// page, row by row.
    private static func captures(of page: PageInfo) -> JSON {
        .array(
            page.captures.map { capture in
                let pairs = capture.alignment.map { JSON.array($0.pairs.map { .points([$0.capture, $0.page]) }) }
                return .object([
                    ("id", .string(capture.id)),
                    ("label", JSON(capture.label)),
                    ("kind", .string(capture.kind.rawValue)),
                    ("image", .string(capture.imageID)),
                    ("width", .int(capture.width)),
                    ("height", .int(capture.height)),
                    ("alignment", pairs ?? .null),
                    ("toPage", .numbers(capture.toPage.matrix)),
                    ("estimated", .bool(capture.isEstimated)),
                    ("error", JSON(capture.error)),
                ])
            })
    }

    /// Returns the captures of a page. The list is empty if the page has a single image without a name.
    public static func captures(of page: PageInfo, in document: String) -> JSON {
        .object([
            ("document", .string(document)), ("page", .int(page.number)), ("total", .int(page.captures.count)),
            ("captures", captures(of: page)),
        ])
    }

    private static func palette(_ palette: Palette?) -> JSON {
        guard let palette else { return .null }
        return .object([
            ("paper", .string(palette.paper)),
            ("ink", .string(palette.ink)),
            ("accent", .string(palette.accent)),
            ("background", .string(palette.background)),
            ("overlays", .strings(palette.overlays)),
        ])
    }

    /// Returns a document's categories in the order of the menu, each with its number of clauses.
    public static func categories(_ categories: [CategoryInfo], of document: String, counts: ClauseCounts) -> JSON {
        .object([
            ("total", .int(categories.count)),
            ("all", .int(counts.all)),
            ("categories", .array(categories.map { category($0, of: document) })),
        ])
    }

    private static func category(_ category: CategoryInfo, of document: String) -> JSON {
        .object([
            ("id", .string(category.id)),
            ("label", JSON(category.label)),
            ("icon", JSON(category.icon)),
            ("iconURL", JSON(iconAddress(of: category.icon, in: document))),
            ("style", .string(category.style.rawValue)),
            ("includedInAll", .bool(category.includedInAll)),
            ("count", .int(category.count)),
        ])
    }
}
