import FileSupport
import Foundation

/// What browsers allow the documents of this program, so that words and pictures of others stay words and pictures.
///
/// Specifications: Content Security Policy Level 3, Trusted Types.
package enum ContentSecurityPolicy {
    /// What a page of the viewer may do: scripts come from the server alone and none stands in a page; so do styles, but
    /// for those of the page itself whose hashes are named; pictures may also be made by the page; no text becomes markup
    /// or a script's address (Trusted Types; `trusted.js` has the one policy); nothing is sent anywhere else.
    package static func page(styles: [String] = [], frameAncestors: String = "'self'") -> String {
        "\(pageItself(styles: styles)); frame-ancestors \(frameAncestors)"
    }

    /// The same as a page can state it in a `meta` element: section 3.3 ignores `frame-ancestors` there.
    ///
    /// - Parameter styles: The ``hash(ofStyle:)`` of each `style` element.
    package static func pageItself(styles: [String] = []) -> String {
        let own = styles.isEmpty ? "" : "style-src 'self' \(styles.joined(separator: " ")); "
        return """
            default-src 'self'; \(own)img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; \
            require-trusted-types-for 'script'; trusted-types default
            """
    }

    /// The source expression that allows a `style` element with this text, and no other: section 2.3.1.
    package static func hash(ofStyle text: some StringProtocol) -> String {
        "'sha256-\(Data(MessageDigest.of(text.utf8)).base64EncodedString())'"
    }

    /// A document's own SVG, opened by itself, runs and loads nothing; it may only style itself, as such files do.
    package static let drawing = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

    /// The viewer's service worker fetches for the pages, from here alone: the policy of its own script applies to all that
    /// it fetches (section 4.2.2), so that with the policy of data no page could be opened.
    package static let worker = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

    /// What is no page: data that a browser was made to show runs and loads nothing, and stands in no frame.
    package static let data = "default-src 'none'; frame-ancestors 'none'"
}
