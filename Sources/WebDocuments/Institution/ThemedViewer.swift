import DocumentModel
import FileSupport
import Foundation
package import Viewer

/// The viewer's pages with a theme applied, and the theme's files, which they load from `/theme/{version}/`.
///
/// A page gets a style sheet of custom properties and fonts, a data block for its scripts, and the name, icons and
/// links that must be visible before scripts run. No inline scripts or styles are added, so the page's content security
/// policy does not change.
package struct ThemedViewer: Sendable {
    /// The folder below the root that contains the files, without the version.
    package static let folder = "theme/"
    private static let styleFile = "theme.css"
    /// The viewer's styles for what a theme adds to pages.
    package static let baseStyle = "styles/institution.css"

    package let theme: InstitutionTheme
    /// The first 64 bits of a digest of all the theme's output, as hexadecimal digits.
    package let version: String
    /// The files by path in the version's folder.
    package let files: [String: InstitutionTheme.File]
    /// The colours of outlines of documents without a palette; nil for the viewer's own.
    package let overlays: [String]?
    /// The texts of plain HTML pages.
    package let words: PlainWords
    private let barColour: String
    /// The content that replaces the program's `robots.txt`; nil to keep that.
    package var robots: [UInt8]? { theme.robots.flatMap { theme.files[$0]?.bytes } }

    /// Reads the theme of a library. Returns nil if it has none.
    ///
    /// - Parameter viewer: The web client, which is read only if there is a theme.
    /// - Throws: `SourceFaults`, `TextFileFault`, and what reading the web client throws.
    package init?(ofLibraryIn folder: String, viewer: @autoclosure () throws -> ViewerBundle) throws {
        let folder = ThemeFolder("\(folder)/\(ThemeFolder.name)")
        guard folder.exists else { return nil }
        let viewer = try viewer()
        let interface = try InterfaceTexts(viewer)
        self.init(
            try InstitutionTheme(in: folder, interface: interface), interface: interface,
            style: viewer[Self.baseStyle]?.bytes ?? [])
    }

    /// - Parameter style: The content of the viewer's file ``baseStyle``.
    package init(_ theme: InstitutionTheme, interface: InterfaceTexts, style: [UInt8]) {
        (self.theme, words) = (theme, PlainWords(interface, own: theme.texts))
        let (colours, overlays) = theme.readableColours
        self.overlays = overlays.isEmpty ? nil : overlays
        barColour = colours[.bar] ?? colours[.ground] ?? InstitutionTheme.Colour.ground.usual
        var files = theme.files
        files[Self.styleFile] = InstitutionTheme.File(
            bytes: style + Array(Self.style(of: theme, colours: colours).utf8), mediaType: "text/css; charset=utf-8")
        for (language, texts) in theme.texts {
            files["texts/\(language).json"] = InstitutionTheme.File(
                bytes: JSON.object(texts.sorted { $0.key < $1.key }.map { ($0, JSON($1)) }).bytes(),
                mediaType: "application/json")
        }
        self.files = files
        let digests = files.map { "\($0) \(ContentDigest.of($1.bytes))\n" }.sorted().joined()
        let facts = Self.facts(of: theme, overlays: self.overlays, folder: "")
        version = String(
            ContentDigest.of("\(digests)\(String(decoding: facts.bytes(), as: UTF8.self))".utf8).prefix(16))
    }

    // MARK: Files

    private static func style(of theme: InstitutionTheme, colours: [InstitutionTheme.Colour: String]) -> String {
        var (style, properties) = ("", [String]())
        for (family, fonts) in [("Institution Text", theme.textFonts), ("Institution Headings", theme.headingFonts)]
        where !fonts.isEmpty {
            for font in fonts {
                style += """
                    @font-face{font-family:"\(family)";src:url("\(font.file)") format("woff2");font-weight:\(font.weight);\
                    font-style:\(font.isItalic ? "italic" : "normal");font-display:swap}

                    """
            }
            properties.append(
                "\(family.hasSuffix("Text") ? "--theme-text-font" : "--theme-heading-font"):\"\(family)\"")
        }
        for colour in InstitutionTheme.Colour.allCases {
            if let value = colours[colour] { properties.append("\(colour.property):\(value)") }
        }
        return style + ":root{\(properties.joined(separator: ";"))}\n"
    }

    /// Returns the data that the viewer's scripts read (`institution.js`).
    ///
    /// - Parameter folder: The address of the theme's files, with a trailing slash.
    private static func facts(of theme: InstitutionTheme, overlays: [String]?, folder: String) -> JSON {
        let footer = InstitutionTheme.FooterLink.allCases.compactMap { link in
            theme.footer[link].map { (key: link.rawValue, value: JSON($0)) }
        }
        let pictures = InstitutionTheme.Picture.allCases.compactMap { picture in
            theme.pictures[picture].map { (key: picture.rawValue, value: JSON.string(folder + $0)) }
        }
        let texts = theme.texts.keys.sorted().map { language in
            (key: language, value: JSON.string("\(folder)texts/\(language).json"))
        }
        return .object(stating: [
            ("name", theme.name.map { JSON($0) }), ("logo", theme.logo.map { .string(folder + $0) }),
            ("back", theme.back.map { JSON($0) }), ("footer", footer.isEmpty ? nil : .object(footer)),
            ("overlays", overlays.map(JSON.strings)), ("pictures", pictures.isEmpty ? nil : .object(pictures)),
            ("hasFont", theme.textFonts.isEmpty ? nil : .bool(true)), ("texts", texts.isEmpty ? nil : .object(texts)),
        ])
    }

    // MARK: Pages

    /// Applies the theme to a page of the viewer, or to one of plain HTML.
    ///
    /// - Parameter root: The address of the root, relative or absolute, with a trailing slash.
    package func page(_ html: String, root: String) -> String {
        let folder = "\(root)\(Self.folder)\(version)/"
        var page = html
        let facts = Self.facts(of: theme, overlays: overlays, folder: folder).scriptText
        let head = """
            <link rel="stylesheet" href="\(folder)\(Self.styleFile)" />
            <script type="application/json" id="institution">\(facts)</script>
            </head>
            """
        page = page.replacing("</head>", with: head, maxReplacements: 1)
            .replacing(
                "name=\"theme-color\" content=\"#2a1d14\"", with: "name=\"theme-color\" content=\"\(barColour)\"")
        replaceIcons(in: &page, folder: folder)
        if page.contains("<ul id=\"documents\"") { nameLibrary(&page) }
        let brand = brand(folder: folder, root: root)
        return page.replacing("<span id=\"mark\"", with: "\(brand)<span id=\"mark\"", maxReplacements: 1)
    }

    private func replaceIcons(in page: inout String, folder: String) {
        func replace(_ start: String, _ links: [String]) {
            guard !links.isEmpty, let found = page.firstRange(of: start),
                let end = page[found.upperBound...].firstIndex(of: ">")
            else { return }
            page.replaceSubrange(found.lowerBound...end, with: links.joined(separator: "\n"))
        }
        replace(
            "<link rel=\"icon\"",
            theme.icons.map { icon in
                let size = icon.side.map { "\($0)x\($0)" } ?? "any"
                let type = icon.side == nil ? "image/svg+xml" : "image/png"
                return "<link rel=\"icon\" href=\"\(folder)\(icon.file)\" type=\"\(type)\" sizes=\"\(size)\" />"
            })
        replace(
            "<link rel=\"apple-touch-icon\"",
            theme.icons.filter { $0.side != nil }.prefix(1).map { icon in
                "<link rel=\"apple-touch-icon\" href=\"\(folder)\(icon.file)\" />"
            })
    }

    /// Gives the library's page the institution's name: its title, and the metadata for link previews.
    private func nameLibrary(_ page: inout String) {
        guard let name = theme.name?.text(in: "en") else { return }
        let title = MarkupEscaping.attribute(name)
        page = page.replacing(
            "<title>Documents</title>",
            with: """
                <title>\(title)</title>
                <meta property="og:type" content="website" />
                <meta property="og:title" content="\(title)" />
                <meta property="og:site_name" content="\(title)" />
                """, maxReplacements: 1)
    }

    /// Adds the preview picture to the library's page. Its address must be absolute.
    ///
    /// - Parameter base: The server's public address without a trailing slash.
    package func addPreview(to page: String, base: String) -> String {
        guard let preview = theme.preview, !base.isEmpty else { return page }
        let address = MarkupEscaping.attribute("\(base)/\(Self.folder)\(version)/\(preview)")
        return page.replacing(
            "</head>",
            with: """
                <meta property="og:image" content="\(address)" />
                <meta name="twitter:card" content="summary_large_image" />
                <meta name="twitter:image" content="\(address)" />
                </head>
                """, maxReplacements: 1)
    }

    /// Returns the logo and the name for the bar. The scripts later replace the name with that in the reader's
    /// language.
    private func brand(folder: String, root: String) -> String {
        let name = MarkupEscaping.attribute(theme.name?.text(in: "en") ?? "")
        guard theme.logo != nil || !name.isEmpty else { return "" }
        let size = theme.logoSize.map { " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? ""
        let logo = theme.logo.map { "<img src=\"\(folder)\($0)\"\(size) alt=\"\(name)\" />" } ?? ""
        let words = theme.logo == nil ? "<span>\(name)</span>" : ""
        let home = root == "/" ? root : "\(root)index.html"
        return "<a id=\"brand\" href=\"\(home)\">\(logo)\(words)</a>"
    }

    /// Applies the theme to a page of plain HTML, with the name at the top and the links at the end.
    package func plainPage(_ html: String, root: String, language: String) -> String {
        let name = theme.name?.text(in: language)
        let title = name.map { "<p>\(MarkupEscaping.content($0))</p>\n" } ?? ""
        func link(_ address: String?, _ label: String) -> String? {
            guard let address else { return nil }
            return "<a href=\"\(MarkupEscaping.attribute(address))\">\(MarkupEscaping.content(label))</a>"
        }
        let back = theme.back?.text(in: language)
        let goal = name ?? back.flatMap { URL(string: $0)?.host() } ?? back ?? ""
        let links =
            [link(back, words.text("phrases.backTo", in: language).replacing("{name}", with: goal))].compactMap { $0 }
            + InstitutionTheme.FooterLink.allCases.compactMap {
                link(theme.footer[$0]?.text(in: language), words.text("phrases.\($0.rawValue)", in: language))
            }
        let footer = links.isEmpty ? "" : "<p>\(links.joined(separator: " · "))</p>\n"
        return page(html, root: root).replacing("<main>\n", with: "<main>\n\(title)", maxReplacements: 1)
            .replacing("</main>", with: "\(footer)</main>", maxReplacements: 1)
    }

    // MARK: The web app

    /// Applies the theme to the web app's manifest. The addresses of icons begin at the root, which is one folder above
    /// the manifest.
    package func webManifest(_ manifest: [UInt8]) -> [UInt8] {
        guard var value = try? JSONSerialization.jsonObject(with: Data(manifest)) as? [String: Any] else {
            return manifest
        }
        if let name = theme.name?.text(in: "en") { value["name"] = name }
        if let short = theme.shortName ?? theme.name?.text(in: "en") { value["short_name"] = short }
        value["theme_color"] = barColour
        value["background_color"] = theme.readableColours.colours[.ground] ?? InstitutionTheme.Colour.ground.usual
        let icons =
            theme.icons.map { ($0, "any") } + (theme.maskableIcon.map { [($0, "maskable")] } ?? [])
        if !icons.isEmpty {
            value["icons"] = icons.map { icon, purpose in
                [
                    "src": "../\(Self.folder)\(version)/\(icon.file)", "purpose": purpose,
                    "sizes": icon.side.map { "\($0)x\($0)" } ?? "any",
                    "type": icon.side == nil ? "image/svg+xml" : "image/png",
                ]
            }
        }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return (try? JSONSerialization.data(withJSONObject: value, options: options)).map(Array.init) ?? manifest
    }
}

extension JSON {
    /// Creates a string, or an object of the forms, or `null` if there is no text.
    package init(_ text: InterfaceTexts.Text?) {
        switch text {
        case .plain(let text): self = .string(text)
        case .forms(let forms): self.init(forms)
        case nil: self = .null
        }
    }
}
