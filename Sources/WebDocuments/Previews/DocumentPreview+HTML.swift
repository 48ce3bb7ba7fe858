import DocumentModel
import FileSupport
import TileEngine

/// The preview as the `head` element of a page.
///
/// Sources: <https://ogp.me/>, <https://developer.x.com/en/docs/x-for-websites/cards/overview/markup>,
/// <https://oembed.com/#section4> and, for `cite-as`, RFC 8574.
extension DocumentPreview {
    /// The title, the metadata that crawlers read, and links to other forms of the content. Browsers do not run the
    /// `script` element in it, which contains data.
    func head() -> String {
        var lines = ["<title>\(MarkupEscaping.attribute(title))</title>"]
        lines += links.map { link in
            "<link \(link.map { "\($0.name)=\"\(MarkupEscaping.attribute($0.value))\"" }.joined(separator: " "))>"
        }
        if let description { lines.append(Self.meta("name", "description", description)) }
        // Search engines should find the newest version.
        if isFormer { lines.append(Self.meta("name", "robots", "noindex")) }
        lines += openGraph.map { Self.meta("property", $0, $1) }
        lines += card.map { Self.meta("name", $0, $1) }
        if place != .unknown {
            lines.append("<script type=\"application/ld+json\">\(linkedData)</script>")
        }
        return lines.joined(separator: "\n")
    }

    private typealias Attribute = (name: String, value: String)

    private var links: [[Attribute]] {
        if place == .unknown { return [] }
        let frame: [Attribute] = [
            ("rel", "alternate"), ("type", "application/json+oembed"), ("href", oEmbed), ("title", title),
        ]
        return [
            [("rel", "canonical"), ("href", sharedAddress)],
            [("rel", "cite-as"), ("href", isFormer ? permanentAddress : address)],
        ]
            + (place == .server ? [frame] : [])
            + [[("rel", "alternate"), ("type", Self.manifestType), ("href", manifest), ("title", "IIIF")]]
    }

    /// The media type of a manifest: https://iiif.io/api/presentation/3.0/#63-responses
    static let manifestType = "application/ld+json;profile=\"http://iiif.io/api/presentation/3/context.json\""

    private var openGraph: [(String, String)] {
        var properties = [
            ("og:type", "article"), ("og:title", title), ("og:locale", Self.locale(clause?.lang ?? language)),
        ]
        if place != .unknown { properties += [("og:url", sharedAddress), ("og:site_name", siteName)] }
        if let description { properties.append(("og:description", description)) }
        properties += document.languages.filter { $0 != language }.map { ("og:locale:alternate", Self.locale($0)) }
        if let picture, place != .unknown {
            properties += [
                ("og:image", picture.address), ("og:image:type", "image/jpeg"),
                ("og:image:width", String(picture.size.width)), ("og:image:height", String(picture.size.height)),
                ("og:image:alt", title),
            ]
        }
        return properties
    }

    /// Platforms take the title and description from the Open Graph properties.
    private var card: [(String, String)] {
        guard place != .unknown, let picture else { return [("twitter:card", "summary")] }
        return [
            ("twitter:card", "summary_large_image"), ("twitter:image", picture.address), ("twitter:image:alt", title),
        ]
    }

    private static func meta(_ kind: String, _ name: String, _ content: String) -> String {
        "<meta \(kind)=\"\(MarkupEscaping.attribute(name))\" content=\"\(MarkupEscaping.attribute(content))\">"
    }

    /// Returns a locale such as `fr_CA` for the tag `fr-CA`.
    private static func locale(_ language: String) -> String { language.replacing("-", with: "_") }

    /// An empty element from which reference managers take a bibliographic record (COinS, OpenURL 1.0 with Dublin
    /// Core).
    ///
    /// Source: ANSI/NISO Z39.88-2004. `rft.type` is a Zotero item type, as written by Zotero itself.
    var reference: String {
        let source = clause == nil ? document.shelfmark : documentTitle
        let fields: [(String, String?)] = [
            ("ctx_ver", "Z39.88-2004"), ("rft_val_fmt", "info:ofi/fmt:kev:mtx:dc"),
            ("rft.type", document.shelfmark == nil ? "document" : "manuscript"),
            ("rft.title", clauseTitle ?? documentTitle), ("rft.source", source), ("rft.publisher", holder),
            ("rft.date", text(document.date)), ("rft.description", description), ("rft.rights", document.rights),
            ("rft.language", clause?.lang ?? document.language),
            ("rft.identifier", place == .unknown ? nil : address),
        ]
        let pairs = fields.compactMap { name, value in value.map { "\(name)=\(PercentEncoding.encode($0))" } }
        return "<span class=\"Z3988\" title=\"\(MarkupEscaping.attribute(pairs.joined(separator: "&")))\"></span>"
    }
}
