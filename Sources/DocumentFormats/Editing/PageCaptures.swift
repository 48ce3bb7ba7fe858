package import DocumentModel

/// The captures of a page in a working copy. The first is the page's own image; the others are aligned with it.
package struct PageCaptures: Equatable, Sendable {
    /// A capture.
    package struct Entry: Equatable, Sendable {
        /// The id, unique on its page.
        package let id: String
        /// The name to show, in normal form, or null to use the name of the kind.
        package let label: JSONValue
        /// The kind of light, or the occasion.
        package let kind: CaptureKind
        /// The capture's image, or nil for the first, which shows the page's image.
        package let image: PageImage?
        /// The alignment with the page, or nil for the first, and if it is to be estimated.
        package let alignment: CaptureAlignment?
    }

    /// The captures. There is at least one; the first is the default.
    package let entries: [Entry]

    /// A description of valid values, for errors.
    package static let rule =
        "null, or 1 to \(CaptureRule.limit) objects { \"id\", \"label\", \"kind\" }, and all but the first with "
        + "\"image\" as a page has it and \"alignment\": \(CaptureAlignment.rule), or null; each id \(CaptureRule.id), "
        + "and no other's"

    /// Parses the value of a page's field `captures`. Returns nil if it is invalid.
    package init?(_ value: JSONValue) {
        guard let elements = value.elements, (1...CaptureRule.limit).contains(elements.count) else { return nil }
        entries = elements.enumerated().compactMap { Entry($1, isDefault: $0 == 0) }
        guard entries.count == elements.count, Set(entries.map(\.id)).count == entries.count else { return nil }
    }

    /// Returns the field's value for a page of a published version.
    ///
    /// - Parameters:
    ///   - described: The objects that name the page's images in `document.json`: its captures, or the page itself if
    ///     it has none.
    ///   - image: Returns the image of the capture at a position.
    package static func value(
        of described: [JSONValue], image: (_ position: Int) throws -> PageImage?
    ) rethrows -> JSONValue {
        guard described.first?["id"] != nil else { return .null }
        return .array(
            try described.enumerated().map { position, capture in
                .members([
                    ("id", capture["id"]), ("label", capture["label"]), ("kind", capture["kind"]),
                    ("image", position == 0 ? nil : try image(position)?.json), ("alignment", capture["alignment"]),
                ])
            })
    }

    /// The value in normal form.
    package var json: JSONValue { .array(entries.map(\.json)) }
}

extension PageCaptures.Entry {
    fileprivate init?(_ value: JSONValue, isDefault: Bool) {
        let known = ["id", "label", "kind"] + (isDefault ? [] : ["image", "alignment"])
        guard let members = value.members, members.allSatisfy({ known.contains($0.key) }),
            let id = value["id"]?.textValue, CaptureRule.isValidID(id),
            let kind = value["kind"].map({ $0.textValue.flatMap(CaptureKind.init(rawValue:)) }) ?? .other,
            let label = Self.label(value["label"] ?? .null)
        else { return nil }
        (self.id, self.kind, self.label) = (id, kind, label)
        if isDefault {
            (image, alignment) = (nil, nil)
            return
        }
        guard let image = value["image"].flatMap(PageImage.init(_:)) else { return nil }
        self.image = image
        switch value["alignment"] ?? .null {
        case .null: alignment = nil
        case let stated:
            guard let alignment = CaptureAlignment(json: stated) else { return nil }
            self.alignment = alignment
        }
    }

    /// Returns a label in normal form, or nil if it is invalid.
    private static func label(_ value: JSONValue) -> JSONValue? {
        let faults = FaultCollector()
        _ = SourceNode(value: value, file: "", path: .root("label"), faults: faults).optionalLanguageMap()
        guard faults.isEmpty else { return nil }
        return FieldValue.normal(value, of: .document(.summary))
    }

    fileprivate var json: JSONValue {
        .members([
            ("alignment", image == nil ? nil : alignment?.json ?? .null), ("id", .string(id)), ("image", image?.json),
            ("kind", .string(kind.rawValue)), ("label", label),
        ])
    }
}
