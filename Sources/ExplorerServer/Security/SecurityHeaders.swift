import HTTPTypes
import WebDocuments

/// The security header fields of responses: the ``ContentSecurityPolicy`` and others.
///
/// Specifications: Referrer Policy, Permissions Policy, and Fetch for `X-Content-Type-Options`.
enum SecurityHeaders {
    /// Disables browser features that our pages do not need. Only the page that takes photographs needs the camera.
    private static func unneeded(withCamera: Bool) -> String {
        "camera=(\(withCamera ? "self" : "")), geolocation=(), microphone=(), payment=(), usb=()"
    }

    /// Adds the policy of a page to its response.
    ///
    /// - Parameters:
    ///   - styles: The `ContentSecurityPolicy.hash(ofStyle:)` of each `style` element of the page.
    ///   - hasCamera: Whether the page may use the camera. Its cross-origin frames may not.
    static func addPage(
        to headers: inout HTTPFields, styles: [String] = [], frameAncestors: String = "'self'", hasCamera: Bool = false
    ) {
        headers[.contentSecurityPolicy] = ContentSecurityPolicy.page(styles: styles, frameAncestors: frameAncestors)
        headers[.permissionsPolicy] = unneeded(withCamera: hasCamera)
        headers[.crossOriginOpenerPolicy] = "same-origin"
    }

    /// Types that browsers never treat as a page with code. A page loads sixty such files, whose policies would add 6
    /// kB to its first view.
    private static let inert = ["image/", "font/", "text/css", "text/javascript"]

    /// Adds the fields that all responses have: other sites may read, types must not be guessed, and addresses are not
    /// sent to other sites as a referrer. Responses without their own policy get that of data, unless they are inert.
    static func addCommon(to headers: inout HTTPFields) {
        headers[.accessControlAllowOrigin] = "*"
        headers[.xContentTypeOptions] = "nosniff"
        guard let type = headers[.contentType], type.hasPrefix("image/svg") || !inert.contains(where: type.hasPrefix)
        else {
            return
        }
        headers[.referrerPolicy] = "same-origin"
        if headers[.contentSecurityPolicy] == nil { headers[.contentSecurityPolicy] = ContentSecurityPolicy.data }
    }
}
