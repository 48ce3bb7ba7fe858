/// What browsers allow the documents of this program, so that words and pictures of others stay words and pictures.
///
/// Specifications: Content Security Policy Level 3, Trusted Types.
package enum ContentSecurityPolicy {
    /// What a page of the viewer may do: scripts and styles come from the server alone and none stands in a page; pictures
    /// may also be made by the page; no text becomes markup or a script's address (Trusted Types; `trusted.js` has the one
    /// policy); nothing is sent anywhere else.
    package static func page(frameAncestors: String = "'self'") -> String {
        "\(pageItself); frame-ancestors \(frameAncestors)"
    }

    /// The same as a page can state it in a `meta` element: section 3.3 ignores `frame-ancestors` there.
    package static let pageItself = """
        default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; \
        require-trusted-types-for 'script'; trusted-types default
        """

    /// A document's own SVG, opened by itself, runs and loads nothing; it may only style itself, as such files do.
    package static let drawing = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

    /// The viewer's service worker fetches for the pages, from here alone: the policy of its own script applies to all that
    /// it fetches (section 4.2.2), so that with the policy of data no page could be opened.
    package static let worker = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

    /// What is no page: data that a browser was made to show runs and loads nothing, and stands in no frame.
    package static let data = "default-src 'none'; frame-ancestors 'none'"
}
