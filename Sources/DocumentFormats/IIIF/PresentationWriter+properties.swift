import DocumentModel

/// The IIIF properties of a document, written as they were read.
extension PresentationWriter {
    var presentation: PresentationProperties { document.header.presentation ?? PresentationProperties() }

    /// Returns the metadata that does not correspond to any field.
    func freeMetadata() -> [JSONValue] {
        presentation.metadata.map { entry in
            ["label": PresentationValues.words(entry.label), "value": PresentationValues.markup(entry.value)]
        }
    }

    /// Returns links of a kind that requires a label. The address serves as the label if there is none.
    func labelled(_ links: [WebLink], _ kind: WebLink.Kind) -> [JSONValue] {
        links.map { link in
            var labelled = link
            labelled.label = link.label ?? LanguageMap(plain: link.id)
            return PresentationValues.link(labelled, kind)
        }
    }

    /// Returns links of a kind that requires no label.
    func links(_ links: [WebLink], _ kind: WebLink.Kind) -> [JSONValue] {
        links.map { PresentationValues.link($0, kind) }
    }

    /// Returns the providers, or nil if none is stated.
    func providers() -> JSONValue? {
        .list(
            presentation.provider.enumerated().map { position, provider in
                [
                    "id": .string(provider.id ?? "\(addresses.provider)-\(position + 1)"), "type": "Agent",
                    "label": PresentationValues.words(provider.label),
                    "homepage": .list(labelled(provider.homepage, .homepage)),
                    "logo": .list(links(provider.logo, .logo)), "seeAlso": .list(links(provider.seeAlso, .seeAlso)),
                ]
            })
    }

    /// Returns the links of a manifest in a file.
    func ownLinks() -> JSONValue {
        [
            "provider": providers(), "viewingDirection": viewingDirection.map(JSONValue.string),
            "homepage": .list(labelled(presentation.homepage, .homepage)),
            "seeAlso": .list(links(presentation.seeAlso, .seeAlso)),
            "rendering": .list(labelled(presentation.rendering, .rendering)), "partOf": .list(collections()),
        ]
    }

    /// The viewing direction, if the document states one.
    var viewingDirection: String? { presentation.viewingDirection?.rawValue }

    // MARK: Table of contents

    /// Returns the ranges of the table of contents.
    func contents() -> [JSONValue] {
        presentation.structures.enumerated().map { range(of: $1, at: [$0 + 1]) }
    }

    /// Returns a range of the table of contents, by its position in each enclosing part, from 1.
    func contentsRange(_ path: [Int]) -> JSONValue? {
        var entries = presentation.structures
        var found: ContentsEntry?
        for number in path {
            guard entries.indices.contains(number - 1) else { return nil }
            found = entries[number - 1]
            entries = entries[number - 1].items
        }
        return found.map { range(of: $0, at: path) }
    }

    private func range(of entry: ContentsEntry, at path: [Int]) -> JSONValue {
        let places = entry.pages.map { place -> JSONValue in
            let box = place.box.map { "#xywh=" + $0.map(FaultText.number).joined(separator: ",") }
            return ["type": "Canvas", "id": .string(addresses.canvas(place.page) + (box ?? ""))]
        }
        let parts = entry.items.enumerated().map { range(of: $1, at: path + [$0 + 1]) }
        return [
            "id": .string(addresses.range("contents/\(path.map(String.init).joined(separator: "."))")), "type": "Range",
            "label": entry.label.map(PresentationValues.words), "behavior": .list(entry.behavior.map(JSONValue.string)),
            "items": .array(places + parts),
        ]
    }
}

extension PresentationValues {
    /// Returns several texts by language, for a property that may contain HTML: `{ "en": ["…", "…"] }`.
    static func markup(_ texts: LanguageTexts) -> JSONValue {
        .byLanguage(texts.byLanguage) { texts in .array(texts.map { .string(escaped($0)) }) }
    }

    /// Returns a link. Its type is the usual one of its kind if it states none.
    static func link(_ link: WebLink, _ kind: WebLink.Kind) -> JSONValue {
        [
            "id": .string(link.id), "type": .string(link.type ?? kind.type), "label": link.label.map(words),
            "format": link.format.map(JSONValue.string), "profile": link.profile.map(JSONValue.string),
            "language": .list(link.language.map(JSONValue.string)),
        ]
    }
}
