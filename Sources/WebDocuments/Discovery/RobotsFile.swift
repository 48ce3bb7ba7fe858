import Foundation

/// What crawlers may fetch: `robots.txt`, by RFC 9309. They may see pages, what the pages fetch when they are opened, and the
/// pictures that stand for documents; they stay out of what is made for each request: regions, searches, lists by filter,
/// former versions and editors' pages.
package enum RobotsFile {
    /// Programs that fetch one page and its picture because somebody has sent a link to it: they may see the pictures too.
    private static let linkPreviews = [
        "Twitterbot", "facebookexternalhit", "LinkedInBot", "Slackbot-LinkExpanding", "Mastodon", "Discordbot",
        "TelegramBot", "WhatsApp", "Bluesky",
    ]

    /// Of two rules that both fit an address the longer one counts.
    private static let server = """
        Disallow: /access
        Disallow: /annotations
        Disallow: /api/
        Allow: /api/documents
        Disallow: /api/documents/*/at
        Disallow: /api/documents/*/clauses/*/image
        Disallow: /api/documents/*/download
        Disallow: /api/documents/*/lines
        Disallow: /api/documents/*/working-copy
        Disallow: /api/documents*?*q=
        Disallow: /capture
        Disallow: /documents/*/edit
        Disallow: /dzi/
        Disallow: /iiif/2/
        Disallow: /iiif/3/
        Allow: /iiif/3/*/full/
        Allow: /iiif/3/*/info.json
        Disallow: /iiif/3/*/full/*/*/gray.
        Disallow: /iiif/3/*/full/*/*/bitonal.
        Disallow: /iiif/search/
        Disallow: /metrics
        Disallow: /new
        Disallow: /tiles/
        Disallow: /*?*compare
        Disallow: /*?*embed
        Disallow: /*?*iiif-content=
        Disallow: /*?*kiosk
        Disallow: /*?*version=
        Disallow: /?*collection=
        Disallow: /?*from=
        Disallow: /?*language=
        Disallow: /?*q=
        Disallow: /?*theme=
        Disallow: /?*to=
        """

    /// - Parameter base: What absolute addresses begin with.
    package static func server(base: String) -> String {
        let previews = linkPreviews.map { "User-agent: \($0)\n" }.joined()
        return """
            # Pages may be read by everybody. What is made for each request is for people.
            User-agent: *
            \(server)

            # Whoever shows a link that somebody sent also shows its picture.
            \(previews)Disallow: /access
            Disallow: /annotations
            Disallow: /iiif/search/

            Sitemap: \(base)/sitemap.xml

            """
    }

    /// That of a static site, of which everything may be read: its tiles are only of use to the viewer. Crawlers look for it
    /// at the root of a host alone.
    ///
    /// - Parameter base: What absolute addresses begin with.
    package static func site(base: String) -> String {
        let path = base.range(of: "://").map { scheme in
            let rest = base[scheme.upperBound...]
            return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
        }
        return """
            User-agent: *
            Disallow: \(path ?? "")/iiif/3/
            Allow: \(path ?? "")/iiif/3/*/full/
            Allow: \(path ?? "")/iiif/3/*/info.json
            Disallow: \(path ?? "")/pyramids/

            Sitemap: \(base)/sitemap.xml

            """
    }
}
