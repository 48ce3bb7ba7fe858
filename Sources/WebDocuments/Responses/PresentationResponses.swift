import DocumentModel

extension JSON {
    /// Returns a document's IIIF properties, in the form of `document.json`. Properties that the document does not have
    /// are left out.
    static func members(_ presentation: PresentationProperties) -> JSON.Members {
        stated([
            ("behavior", list(presentation.behavior.map { .string($0) })),
            ("viewingDirection", presentation.viewingDirection.map { .string($0.rawValue) }),
            ("navDate", presentation.navDate.map { .string($0) }),
            (
                "metadata",
                list(presentation.metadata.map { .object([("label", JSON($0.label)), ("value", texts($0.value))]) })
            ),
            ("provider", list(presentation.provider.map(provider))),
            ("homepage", list(presentation.homepage.map(link))), ("seeAlso", list(presentation.seeAlso.map(link))),
            ("rendering", list(presentation.rendering.map(link))),
            ("structures", list(presentation.structures.map(entry))),
        ])
    }

    /// Returns lists of texts by language, even if the source folder uses a shorter form.
    private static func texts(_ texts: LanguageTexts) -> JSON {
        .object(
            texts.byLanguage.sorted { $0.key < $1.key }.map { language, texts in
                (language, .strings(texts))
            })
    }

    private static func link(_ link: WebLink) -> JSON {
        .object(
            stated([
                ("id", .string(link.id)), ("type", link.type.map { .string($0) }),
                ("label", link.label.map { JSON($0) }),
                ("format", link.format.map { .string($0) }), ("profile", link.profile.map { .string($0) }),
                ("language", list(link.language.map { .string($0) })),
            ]))
    }

    private static func provider(_ provider: Provider) -> JSON {
        .object(
            stated([
                ("id", provider.id.map { .string($0) }), ("label", JSON(provider.label)),
                ("homepage", list(provider.homepage.map(link))), ("logo", list(provider.logo.map(link))),
                ("seeAlso", list(provider.seeAlso.map(link))),
            ]))
    }

    private static func entry(_ entry: ContentsEntry) -> JSON {
        .object(
            stated([
                ("label", entry.label.map { JSON($0) }), ("behavior", list(entry.behavior.map { .string($0) })),
                (
                    "pages",
                    list(
                        entry.pages.map { place in
                            .object(
                                stated([
                                    ("page", .int(place.page)),
                                    ("box", place.box.map { .array($0.map { .double($0) }) }),
                                ]))
                        })
                ), ("items", list(entry.items.map(self.entry))),
            ]))
    }
}
