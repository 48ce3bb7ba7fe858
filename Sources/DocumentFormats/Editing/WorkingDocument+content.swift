package import DocumentModel

/// The content of a working copy as sent to editors.
extension WorkingDocument {
    /// Returns `{ document, categories, clauses, texts, tours, words, glossary, pages, files, recordings }`: the files
    /// in the form that editors use. Each clause and category has its `order`, pages have the numbers by which fields
    /// refer to them, and SVG files are included as texts.
    ///
    /// - Parameters:
    ///   - published: The pages of the published version.
    ///   - progress: Returns the progress of an image's slicing, from 0 to 1, by image id, or nil if it is unknown.
    package func content(pages published: [PageInfo], progress: (String) -> Double? = { _ in nil }) -> JSONValue {
        let byNumber = Dictionary(published.map { ($0.number, $0) }) { first, _ in first }
        let views = pages.pages.map { view(of: $0, byNumber[$0.number], progress) }
        var document = description
        document.change("pages") { _ in
            .array(
                zip(pages.pages, views).map { page, view in
                    var members = page.members
                    for key in ["number", "imageId", "width", "height", "order"] {
                        members.change(key) { _ in view[key] ?? .null }
                    }
                    return .object(members)
                })
        }
        let texts = texts.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: .object($0.value)) }
        return .members([
            ("document", .object(document)), ("categories", .array(categories.map(\.content))),
            ("clauses", .array(clauses.map(\.content))),
            ("texts", .object(texts)), ("tours", tours.content), ("words", words.content),
            ("glossary", glossary.content), ("pages", .array(views)), ("files", drawingTexts),
            ("recordings", WorkingRecordings.content(files)),
        ])
    }

    /// Returns `{ number, order, label, width, height, pixelsPerMillimetre, behavior, imageId, image, state, progress,
    /// error, captures }`.
    private func view(
        of page: WorkingPages.Page, _ published: PageInfo?, _ progress: (String) -> Double?
    ) -> JSONValue {
        let described = JSONValue.object(page.members)
        let image = imageView(
            of: described.imageHolder, images[ImagePlace(page: page.number)], published?.image, published?.imageID,
            progress)
        func side(_ key: String, _ published: Int?) -> JSONValue {
            described[key] ?? published.map(JSONValue.integer) ?? .null
        }
        let captures = described["captures"]?.elements?.enumerated().map { position, capture in
            view(ofCapture: capture, ImagePlace(page: page.number, capture: position), published, progress)
        }
        return .members(
            [
                ("number", .integer(page.number)), ("order", page.order.map(JSONValue.number) ?? .null),
                ("label", described["label"] ?? .null),
                ("width", side("width", published?.width)), ("height", side("height", published?.height)),
                ("pixelsPerMillimetre", described["pixelsPerMillimetre"] ?? .null),
                ("behavior", described["behavior"] ?? .null),
            ] + image + [("captures", captures.map(JSONValue.array) ?? .null)])
    }

    /// Returns `{ id, label, kind }`. For all but the first capture, adds the fields of its image and its alignment
    /// with the page: the stated `alignment`, the `estimate`, and `distance`, the error in page pixels.
    private func view(
        ofCapture capture: JSONValue, _ place: ImagePlace, _ page: PageInfo?, _ progress: (String) -> Double?
    ) -> JSONValue {
        let own: [(String, JSONValue?)] = [
            ("id", capture["id"]), ("label", capture["label"] ?? .null),
            ("kind", capture["kind"] ?? .string(CaptureKind.other.rawValue)),
        ]
        if place.capture == 0 { return .members(own) }
        let new = images[place]
        let published = page.flatMap { page in
            page.captures.indices.contains(place.capture) ? page.captures[place.capture] : nil
        }
        let stored = new?.stored ?? published?.image
        let measurement = stored?.measurement
        return .members(
            own + [
                ("width", stored.map { .integer($0.width) } ?? .null),
                ("height", stored.map { .integer($0.height) } ?? .null),
            ] + imageView(of: capture, new, published?.image, published?.imageID, progress) + [
                ("alignment", capture["alignment"] ?? .null),
                ("estimate", measurement?.estimate?.json ?? .null),
                ("distance", measurement?.error.map(JSONValue.number) ?? .null),
            ])
    }

    /// Returns the fields that describe an image: `imageId`, `image`, `state`, `progress` and `error`.
    ///
    /// - Parameters:
    ///   - holder: The page or capture that names the image.
    ///   - new: The image, if it differs from the published one.
    ///   - published: The published image.
    ///   - publishedID: The id of the published image.
    private func imageView(
        of holder: JSONValue, _ new: WorkingImage?, _ published: StoredImage?, _ publishedID: String?,
        _ progress: (String) -> Double?
    ) -> [(String, JSONValue?)] {
        var shown: (image: PageImage, name: String)?
        if let new {
            shown = (new.image, new.name)
        } else if let published, let name = holder["image"]?.textValue {
            shown = PageImage(ofPage: holder, sha256: published.sha256).map { ($0, name) }
        }
        let imageID = new?.imageID ?? (shown == nil ? nil : publishedID)
        let image = shown.map { shown in
            let members = shown.image.json.members ?? []
            return JSONValue.object(members + [.init(key: "name", value: .string(shown.name))])
        }
        let state = new?.state ?? .ready
        let share = state == .ready ? 1 : state == .slicing ? imageID.flatMap(progress) ?? 0 : 0
        return [
            ("imageId", imageID.map(JSONValue.string) ?? .null), ("image", image ?? .null),
            ("state", .string(state.rawValue)), ("progress", .number(share)),
            ("error", new?.error.map(JSONValue.string)),
        ]
    }
}
