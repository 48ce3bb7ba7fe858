import DocumentModel
package import Viewer

/// The result of `explore theme check`: what a theme changes, and what should be improved.
package struct ThemeReport: Sendable {
    /// A kind of finding, in the order of the listing.
    package enum Kind: String, Sendable, CaseIterable {
        case missing, contrast, length
    }

    package struct Finding: Sendable, Equatable {
        package let kind: Kind
        package let message: String
        package let remedy: String
    }

    /// The keys of `theme.json` and the texts that differ from the viewer's own, with their values.
    package private(set) var customised: [String] = []
    /// The keys that are left at the viewer's defaults.
    package private(set) var untouched: [String] = []
    package private(set) var findings: [Finding] = []

    /// The maximum length of a name in the bar, beside a document's title, in Unicode scalars.
    private static let nameLength = 40
    /// The length from which a text is a paragraph, which wraps.
    private static let paragraphLength = 60

    package init(of theme: InstitutionTheme, interface: InterfaceTexts) {
        listKeys(theme)
        for low in theme.lowContrasts {
            find(
                .contrast, low.message,
                "make one of them lighter or darker; pages leave \(low.names.joined(separator: " and ")) out")
        }
        checkName(theme)
        for (language, texts) in theme.texts.sorted(by: { $0.key < $1.key }) { check(texts, language, interface) }
        checkCoverage(theme, interface)
    }

    private mutating func find(_ kind: Kind, _ message: String, _ remedy: String) {
        findings.append(Finding(kind: kind, message: message, remedy: remedy))
    }

    private mutating func listKeys(_ theme: InstitutionTheme) {
        func note(_ key: String, _ isSet: Bool, _ more: String = "") {
            if isSet { customised.append(more.isEmpty ? key : "\(key): \(more)") } else { untouched.append(key) }
        }
        note("name", theme.name != nil, theme.name?.text(in: "en") ?? "")
        note("shortName", theme.shortName != nil, theme.shortName ?? "")
        note("logo", theme.logo != nil, theme.logo ?? "")
        note("icon", !theme.icons.isEmpty, theme.icons.map(\.file).joined(separator: ", "))
        note("preview", theme.preview != nil, theme.preview ?? "")
        for colour in InstitutionTheme.Colour.allCases {
            note("colours.\(colour.rawValue)", theme.colours[colour] != nil, theme.colours[colour] ?? "")
        }
        note("colours.overlays", !theme.overlays.isEmpty, theme.overlays.joined(separator: ", "))
        note("fonts.text", !theme.textFonts.isEmpty, theme.textFonts.map(\.file).joined(separator: ", "))
        note("fonts.headings", !theme.headingFonts.isEmpty, theme.headingFonts.map(\.file).joined(separator: ", "))
        for link in InstitutionTheme.FooterLink.allCases {
            note("footer.\(link.rawValue)", theme.footer[link] != nil, theme.footer[link]?.text(in: "en") ?? "")
        }
        note("back", theme.back != nil, theme.back?.text(in: "en") ?? "")
        for picture in InstitutionTheme.Picture.allCases {
            note("pictures.\(picture.rawValue)", theme.pictures[picture] != nil, theme.pictures[picture] ?? "")
        }
        for (language, texts) in theme.texts.sorted(by: { $0.key < $1.key }) where !texts.isEmpty {
            customised.append("texts/\(language).json: \(texts.count == 1 ? "1 text" : "\(texts.count) texts")")
        }
    }

    private mutating func checkName(_ theme: InstitutionTheme) {
        for name in theme.name?.all ?? [] where name.unicodeScalars.count > Self.nameLength {
            find(
                .length,
                "name: \(FaultText.quoted(name)) has \(name.unicodeScalars.count) characters, expected at "
                    + "most \(Self.nameLength)",
                "state a shorter one; the bar cuts it off")
        }
        if theme.name != nil, (theme.name?.text(in: "en")?.unicodeScalars.count ?? 0) > 12, theme.shortName == nil {
            find(
                .missing,
                "shortName: missing, and the name has more than 12 characters",
                "state one of at most 12 characters, for home screens")
        }
        if let short = theme.shortName, short.unicodeScalars.count > 12 {
            find(
                .length,
                "shortName: \(FaultText.quoted(short)) has \(short.unicodeScalars.count) "
                    + "characters, expected at most 12",
                "shorten it; home screens cut it off")
        }
        if !theme.icons.isEmpty, !theme.icons.contains(where: { $0.side != nil }) {
            find(
                .missing,
                "icon.png: missing beside icon.svg",
                "add a square PNG of 512 pixels, for devices that show no SVG on home screens")
        }
    }

    /// Checks the length of texts. A text's place in the interface has space for the longest of the viewer's
    /// translations, which is often German or French.
    private mutating func check(
        _ texts: [String: InterfaceTexts.Text], _ language: String, _ interface: InterfaceTexts
    ) {
        for (id, text) in texts.sorted(by: { $0.key < $1.key }) {
            let longest = interface.longest(id)
            let maximum = longest >= Self.paragraphLength ? longest * 2 : longest + max(4, longest / 4)
            guard text.length > maximum else { continue }
            find(
                .length,
                "texts/\(language).json: \(id) has \(text.length) characters, expected at most \(maximum)",
                "shorten it; the longest of the viewer's own languages has \(longest)")
        }
    }

    private mutating func checkCoverage(_ theme: InstitutionTheme, _ interface: InterfaceTexts) {
        func list(_ ids: [String]) -> String {
            ids.prefix(5).joined(separator: ", ") + (ids.count > 5 ? " and \(ids.count - 5) more" : "")
        }
        let own = interface.languages
        for language in theme.texts.keys.sorted() where !own.contains(language) {
            let lacking = interface.ids.filter { theme.texts[language]?[$0] == nil }
            guard !lacking.isEmpty else { continue }
            find(
                .missing,
                "texts/\(language).json: \(lacking.count) of \(interface.ids.count) texts are missing: "
                    + list(lacking),
                "translate them; readers see them in English")
        }
        // A text that is replaced in one language should usually be replaced in all.
        let changed = Set(theme.texts.filter { own.contains($0.key) }.flatMap { $0.value.keys })
        for language in own {
            let lacking = interface.ids.filter { changed.contains($0) && theme.texts[language]?[$0] == nil }
            guard !lacking.isEmpty else { continue }
            let verb = lacking.count == 1 ? "differs" : "differ"
            find(
                .missing,
                "texts/\(language).json: \(list(lacking)) \(verb) in other languages, and not in this one",
                "state them here too, or readers of this language see the viewer's own")
        }
    }
}
