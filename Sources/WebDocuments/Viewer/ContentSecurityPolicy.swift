import FileSupport
import Foundation

/// The content security policies of this program's responses, which keep texts and pictures from others from running as
/// code.
///
/// Specifications: Content Security Policy Level 3, Trusted Types.
package enum ContentSecurityPolicy {
    /// Returns the policy of a viewer page. Scripts come only from the server and are never inline. Styles too, except
    /// inline styles with the given hashes. Pictures may also be created by the page. Text never becomes markup or a
    /// script's address (Trusted Types; `trusted.js` contains the only policy). Nothing is sent to other servers.
    package static func page(styles: [String] = [], frameAncestors: String = "'self'") -> String {
        "\(pageItself(styles: styles)); frame-ancestors \(frameAncestors)"
    }

    /// Returns the same policy for a `meta` element in the page, where `frame-ancestors` is ignored (section 3.3).
    ///
    /// - Parameter styles: The ``hash(ofStyle:)`` of each `style` element.
    package static func pageItself(styles: [String] = []) -> String {
        let own = styles.isEmpty ? "" : "style-src 'self' \(styles.joined(separator: " ")); "
        return """
            default-src 'self'; \(own)img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; \
            require-trusted-types-for 'script'; trusted-types default
            """
    }

    /// Returns the source expression that allows `style` elements with exactly this text: section 2.3.1.
    package static func hash(ofStyle text: some StringProtocol) -> String {
        "'sha256-\(Data(MessageDigest.of(text.utf8)).base64EncodedString())'"
    }

    /// A document's own SVG, opened by itself: it runs and loads nothing. It may only contain styles, as such files do.
    package static let drawing = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

    /// The viewer's service worker, which fetches for the pages from this server only. The policy of its script applies
    /// to everything that it fetches (section 4.2.2), so with the policy of data no page could be opened.
    package static let worker = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

    /// Data that is not a page: if a browser displays it, it runs and loads nothing, and cannot be framed.
    package static let data = "default-src 'none'; frame-ancestors 'none'"
}
