import Foundation

/// The file `robots.txt`, by RFC 9309, which states what crawlers may fetch. They may fetch pages, everything that
/// pages load when they are opened, and the preview pictures of documents. Everything created per request is excluded:
/// image regions, searches, filtered lists, former versions and editors' pages.
package enum RobotsFile {
    /// Programs that fetch one page and its preview because somebody shared a link to it. They may fetch the preview
    /// pictures too.
    private static let linkPreviews = [
        "Twitterbot", "facebookexternalhit", "LinkedInBot", "Slackbot-LinkExpanding", "Mastodon", "Discordbot",
        "TelegramBot", "WhatsApp", "Bluesky",
    ]

    /// If two rules match an address, the longer one applies.
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

    /// Returns the file for a server.
    ///
    /// - Parameter base: The base of absolute addresses.
    package static func server(base: String) -> String {
        let previews = linkPreviews.map { "User-agent: \($0)\n" }.joined()
        return """
            # Crawlers may read all pages, but not what is made for each request.
            User-agent: *
            \(server)

            # Programs that preview links may also read the pictures of pages.
            \(previews)Disallow: /access
            Disallow: /annotations
            Disallow: /iiif/search/

            Sitemap: \(base)/sitemap.xml

            """
    }

    /// Returns the file for a static site. Everything in it may be read, except tiles, which are of use only to the
    /// viewer. Crawlers look for the file only at the root of a host.
    ///
    /// - Parameter base: The base of absolute addresses.
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
