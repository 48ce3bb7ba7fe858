import HTTPTypes
import WebDocuments

/// The header fields of responses that concern security: the ``ContentSecurityPolicy``, and what else browsers obey.
///
/// Specifications: Referrer Policy, Permissions Policy, and Fetch for `X-Content-Type-Options`.
enum SecurityHeaders {
    /// Powers of the browser that no page of ours needs, but for the camera, which the page that takes pictures does.
    private static func unneeded(withCamera: Bool) -> String {
        "camera=(\(withCamera ? "self" : "")), geolocation=(), microphone=(), payment=(), usb=()"
    }

    private static let permissions = HTTPField.Name("Permissions-Policy")
    private static let referrer = HTTPField.Name("Referrer-Policy")
    private static let opener = HTTPField.Name("Cross-Origin-Opener-Policy")

    /// Adds the policy of a page to its answer.
    ///
    /// - Parameters:
    ///   - styles: The `ContentSecurityPolicy.hash(ofStyle:)` of each `style` element of the page.
    ///   - hasCamera: Whether the page may use the camera; frames in it of other origins may not.
    static func addPage(
        to headers: inout HTTPFields, styles: [String] = [], frameAncestors: String = "'self'", hasCamera: Bool = false
    ) {
        headers[.contentSecurityPolicy] = ContentSecurityPolicy.page(styles: styles, frameAncestors: frameAncestors)
        if let permissions { headers[permissions] = unneeded(withCamera: hasCamera) }
        if let opener { headers[opener] = "same-origin" }
    }

    /// Lets the page of another site that has opened this one in a window see when it is closed.
    static func keepOpener(in headers: inout HTTPFields) {
        if let opener { headers[opener] = nil }
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
        if headers[.contentSecurityPolicy] == nil { headers[.contentSecurityPolicy] = ContentSecurityPolicy.data }
    }
}
