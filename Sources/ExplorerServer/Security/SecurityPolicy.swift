import HTTPTypes

/// What browsers are told about answers, so that words and pictures of others stay words and pictures.
///
/// Specifications: Content Security Policy Level 3, Trusted Types, Referrer Policy, Permissions Policy, and Fetch for
/// `X-Content-Type-Options`.
package enum SecurityPolicy {
    /// What a page of the viewer may do: scripts and styles come from the server alone and none stands in a page; pictures
    /// may also be made by the page; no text becomes markup or a script's address (Trusted Types; `trusted.js` has the one
    /// policy); nothing is sent anywhere else.
    static func page(frameAncestors: String = "'self'") -> String {
        "\(pageItself); frame-ancestors \(frameAncestors)"
    }

    /// The same as a page can say it of itself, where no server does: section 3.3 leaves out who may frame it.
    package static let pageItself = """
        default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; \
        require-trusted-types-for 'script'; trusted-types default
        """

    /// A document's own SVG, opened by itself, runs and loads nothing; it may only style itself, as such files do.
    static let drawing = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

    /// The viewer's service worker fetches for the pages, from here alone: what its own script's answer says holds for all
    /// that it fetches (Content Security Policy 3, section 4.2.2), so that with the policy of data no page could be opened.
    static let worker = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

    /// What is no page: data that a browser was made to show runs and loads nothing, and stands in no frame.
    static let data = "default-src 'none'; frame-ancestors 'none'"

    /// Powers of the browser that no page of ours needs.
    private static let unneeded = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"

    private static let permissions = HTTPField.Name("Permissions-Policy")
    private static let referrer = HTTPField.Name("Referrer-Policy")
    private static let opener = HTTPField.Name("Cross-Origin-Opener-Policy")

    /// Adds the policy of a page to its answer.
    static func addPage(to headers: inout HTTPFields, frameAncestors: String = "'self'") {
        headers[.contentSecurityPolicy] = page(frameAncestors: frameAncestors)
        if let permissions { headers[permissions] = unneeded }
        if let opener { headers[opener] = "same-origin" }
    }

    /// What a browser makes no page with code of, whatever is in it: policies for these, of which a page loads sixty, would
    /// be 6 kB of its first view.
    private static let inert = ["image/", "font/", "text/css", "text/javascript"]

    /// Adds what all answers carry: other sites may read, types are not to be guessed, and addresses here are not told to
    /// others. What has no policy of its own gets that of data, unless it is inert.
    static func addCommon(to headers: inout HTTPFields) {
        headers[.accessControlAllowOrigin] = "*"
        headers[.xContentTypeOptions] = "nosniff"
        guard let type = headers[.contentType], type.hasPrefix("image/svg") || !inert.contains(where: type.hasPrefix)
        else {
            return
        }
        if let referrer { headers[referrer] = "same-origin" }
        if headers[.contentSecurityPolicy] == nil { headers[.contentSecurityPolicy] = data }
    }
}
