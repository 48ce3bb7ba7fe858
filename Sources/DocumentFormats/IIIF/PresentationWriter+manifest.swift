import DocumentModel

/// The manifest and its canvases.
extension PresentationWriter {
    /// Returns the whole manifest.
    func manifestValue() -> JSONValue {
        manifestHead(furtherPages: furtherPages()).adding(["structures": .list(structures())])
    }

    /// Returns the manifest without its structures.
    ///
    /// - Parameter furtherPages: The annotation pages of the manifest itself.
    func manifestHead(furtherPages: JSONValue?) -> JSONValue {
        let header = document.header
        let attribution = header.attribution.map { words -> JSONValue in
            [
                "label": PresentationValues.words(ManifestHeader.attributionLabel),
                "value": PresentationValues.markup(words),
            ]
        }
        let writer = annotationWriter(isAlone: false)
        let behavior =
            presentation.behavior.isEmpty && form.isServed
            ? ReadingBehavior.usual(for: document.pages) : presentation.behavior
        let rights = header.rights.map { form.isServed ? RegisteredRights.address($0) ?? $0 : $0 }
        let head: JSONValue = [
            "@context": .string(Self.context), "id": .string(addresses.manifest), "type": "Manifest",
            "label": PresentationValues.words(header.title), "summary": header.summary.map(PresentationValues.markup),
            "metadata": .array(metadata()), "requiredStatement": attribution, "rights": rights.map(JSONValue.string),
            "behavior": .list(behavior.map(JSONValue.string)), "navDate": presentation.navDate.map(JSONValue.string),
        ]
        return head.adding(form.isServed ? links() : ownLinks())
            .adding(["items": .array(document.pages.map { canvas($0, writer) }), "annotations": furtherPages])
    }

    private func metadata() -> [JSONValue] {
        let header = document.header
        return [
            PresentationValues.entry(.date, header.date),
            PresentationValues.entry(.shelfmark, header.shelfmark.map { LanguageMap(plain: $0) }),
            PresentationValues.entry(.holder, header.holder),
            PresentationValues.entry(.language, naming: [header.language], in: header.languages),
            PresentationValues.entry(.languages, naming: header.languages, in: header.languages),
            PresentationValues.entry(.credits, header.credits.isEmpty ? nil : LanguageMap(header.credits)),
        ].compactMap { $0 } + freeMetadata()
    }

    /// Returns the links to what the server or site provides in addition to the manifest.
    private func links() -> JSONValue {
        let header = document.header
        let isTurned = document.pages.count > 1 && PresentationValues.isRightToLeft(header.language)
        let provider = header.holder.map { holder -> JSONValue in
            ["id": .string(addresses.provider), "type": "Agent", "label": PresentationValues.words(holder)]
        }
        let viewer = WebLink(
            id: addresses.viewer, label: header.title, format: "text/html", language: header.languages)
        let plain = WebLink(
            id: addresses.plain, label: ["en": "All texts on one plain page"], format: "text/html",
            language: header.languages)
        return [
            "provider": providers() ?? provider.map { .array([$0]) },
            "thumbnail": document.pages.lazy.compactMap { thumbnail(of: $0) }.first,
            "viewingDirection": (viewingDirection ?? (isTurned ? "right-to-left" : nil)).map(JSONValue.string),
            "homepage": .array(labelled([viewer] + presentation.homepage, .homepage)),
            "service": form == .site ? nil : .array(SearchServices.of(addresses)),
            "seeAlso": .array(links(descriptions() + presentation.seeAlso, .seeAlso)),
            "rendering": .array(labelled([plain] + files() + presentation.rendering, .rendering)),
            "partOf": .array([collection(nil)] + collections()),
        ]
    }

    /// Returns the links to downloads.
    private func files() -> [WebLink] {
        downloads.map { ending in
            let isPDF = ending == "pdf"
            return WebLink(
                id: addresses.download(ending),
                label: isPDF
                    ? ["en": "The document as PDF", "fr": "Le document en PDF"]
                    : ["en": "Its texts", "fr": "Ses textes"],
                format: isPDF ? "application/pdf" : "text/plain", language: document.header.languages)
        }
    }

    /// Returns references to the document's collections.
    func collections() -> [JSONValue] { document.header.collections.map(collection) }

    private func collection(_ place: CollectionReference?) -> JSONValue {
        [
            "id": .string(PresentationAddresses.collection(base: addresses.base, path: place?.id)),
            "type": "Collection", "label": place?.label.map(PresentationValues.words),
        ]
    }

    /// Returns links to the document in this program's own API.
    private func descriptions() -> [WebLink] {
        let profile = form == .site ? nil : "\(addresses.base)/openapi.json"
        var parts = [(addresses.api, "The document in JSON"), (addresses.clauses, "Its clauses in JSON")]
        if document.header.termCount > 0 { parts.append((addresses.glossary, "Its glossary in JSON")) }
        return parts.map { address, label in
            WebLink(id: address, label: ["en": label], format: "application/json", profile: profile)
        }
    }

    // MARK: Canvases

    func canvas(_ page: SourcePage, _ writer: AnnotationWriter) -> JSONValue {
        let image = painting(page)
        return [
            "id": .string(addresses.canvas(page.number)), "type": "Canvas",
            "label": page.label.map(PresentationValues.words), "height": .integer(page.height),
            "width": .integer(page.width), "behavior": .list(page.behavior.map(JSONValue.string)),
            "thumbnail": form.isServed ? thumbnail(of: page) : nil, "service": scale(of: page).map { .array([$0]) },
            "items": .array(image.map { [$0] } ?? []), "annotations": annotations(on: page, writer),
        ]
    }

    /// Returns the annotations of a page: embedded in a file, otherwise as a reference. There is a single annotation
    /// page per canvas, because viewers merge all of them: a clause on two of them would be shown twice.
    private func annotations(on page: SourcePage, _ writer: AnnotationWriter) -> JSONValue? {
        guard form.isServed else {
            let annotations = writer.annotations(page: page.number)
            return annotations.isEmpty
                ? nil : .array([annotationPage(page.number, annotations, isTop: false)])
        }
        return writer.hasAnnotations(page: page.number)
            ? .array([annotationPage(page.number, nil, isTop: false)]) : nil
    }

    /// Returns the scale of a page, or nil if it is unknown.
    func scale(of page: SourcePage) -> JSONValue? {
        PresentationValues.scale(of: page, id: addresses.scale(page.number))
    }

    /// Returns the annotation page that paints a page's image, or nil for a blank page.
    func painting(_ page: SourcePage) -> JSONValue? {
        paintingAnnotation(page).map { annotation in
            ["id": .string(addresses.painting(page.number)), "type": "AnnotationPage", "items": .array([annotation])]
        }
    }

    /// Returns the annotation that paints a page's image, or nil for a blank page.
    func paintingAnnotation(_ page: SourcePage) -> JSONValue? {
        guard let image = images[page.number] else { return nil }
        let captures = (captures[page.number] ?? []).map { capture in
            imageBody(capture.imageID, width: capture.width, height: capture.height, capture)
        }
        let body =
            captures.count > 1
            ? ["type": "Choice", "items": .array(captures)]
            : captures.first ?? imageBody(image, width: page.width, height: page.height)
        return [
            "id": "\(addresses.painting(page.number))/1", "type": "Annotation", "motivation": "painting", "body": body,
            "target": .string(addresses.canvas(page.number)),
        ]
    }

    /// Returns an image with its service. For a capture, adds its label and the properties that IIIF has no terms for.
    private func imageBody(_ image: String, width: Int, height: Int, _ capture: CaptureInfo? = nil) -> JSONValue {
        let service = addresses.image(image)
        let size = sizeServed(width, height)
        return [
            "id": "\(service)/full/\(form == .site ? "\(size.width),\(size.height)" : "max")/0/default.jpg",
            "type": "Image", "label": capture.map { PresentationValues.words($0.shownLabel) }, "format": "image/jpeg",
            "height": .integer(size.height), "width": .integer(size.width),
            "service": PresentationValues.imageService(service, isOfFiles: form == .site),
            ChoiceItem.property: capture.map { ChoiceItem($0).json },
        ]
    }

    private static let thumbnailSide = 512

    /// Returns a page's image in the largest pyramid size that fits into a square, or nil for a blank page.
    func thumbnail(of page: SourcePage) -> JSONValue? {
        images[page.number].map { image in
            Self.thumbnail(
                service: addresses.image(image), width: page.width, height: page.height, isOfFiles: form == .site)
        }
    }

    static func thumbnail(service: String, width: Int, height: Int, isOfFiles: Bool) -> JSONValue {
        var size = (width: width, height: height)
        while max(size.width, size.height) > thumbnailSide {
            size = (size.width - size.width / 2, size.height - size.height / 2)
        }
        return .array([
            [
                "id": "\(service)/full/\(size.width),\(size.height)/0/default.jpg", "type": "Image",
                "format": "image/jpeg", "width": .integer(size.width), "height": .integer(size.height),
                "service": PresentationValues.imageService(service, isOfFiles: isOfFiles),
            ]
        ])
    }
}
