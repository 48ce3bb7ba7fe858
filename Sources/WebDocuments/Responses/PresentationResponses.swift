import DocumentModel

extension JSON {
    /// Returns a document's IIIF properties, in the form of `document.json`. Properties that the document does not have
    /// are left out.
    static func members(_ presentation: PresentationProperties) -> JSON.Members {
        let metadata = presentation.metadata.map { entry in
            JSON.object([("label", JSON(entry.label)), ("value", texts(entry.value))])
        }
        return stated([
            ("behavior", list(presentation.behavior.map { .string($0) })),
            ("viewingDirection", presentation.viewingDirection.map { .string($0.rawValue) }),
            ("navDate", presentation.navDate.map { .string($0) }), ("metadata", list(metadata)),
            ("provider", list(presentation.provider.map(provider))),
            ("homepage", list(presentation.homepage.map(link))), ("seeAlso", list(presentation.seeAlso.map(link))),
            ("rendering", list(presentation.rendering.map(link))),
            ("structures", list(presentation.structures.map(entry))),
        ])
    }

    /// Returns lists of texts by language, even if the source folder uses a shorter form.
    private static func texts(_ texts: LanguageTexts) -> JSON {
        .object(texts.byLanguage.sorted { $0.key < $1.key }.map { ($0.key, .strings($0.value)) })
    }

    private static func link(_ link: WebLink) -> JSON {
        .object(stating: [
            ("id", .string(link.id)), ("type", link.type.map { .string($0) }), ("label", link.label.map { JSON($0) }),
            ("format", link.format.map { .string($0) }), ("profile", link.profile.map { .string($0) }),
            ("language", list(link.language.map { .string($0) })),
        ])
    }

    private static func provider(_ provider: Provider) -> JSON {
        .object(stating: [
            ("id", provider.id.map { .string($0) }), ("label", JSON(provider.label)),
            ("homepage", list(provider.homepage.map(link))), ("logo", list(provider.logo.map(link))),
            ("seeAlso", list(provider.seeAlso.map(link))),
        ])
    }

    private static func entry(_ entry: ContentsEntry) -> JSON {
        let pages = entry.pages.map { place in
            JSON.object(stating: [("page", .int(place.page)), ("box", place.box.map(JSON.numbers))])
        }
        return .object(stating: [
            ("label", entry.label.map { JSON($0) }), ("behavior", list(entry.behavior.map { .string($0) })),
            ("pages", list(pages)), ("items", list(entry.items.map(self.entry))),
        ])
    }
}
