import ClauseStore
import DocumentLibrary
import DocumentModel
import HTTPTypes
import Hummingbird

#if canImport(Glibc)
    import Glibc
#endif

/// The token sent with a request.
enum PresentedToken: Equatable {
    /// `Authorization: Bearer`, from a program: <https://www.rfc-editor.org/rfc/rfc6750#section-2.1>
    case bearer(String)
    /// The cookie that ``AccessRoutes`` sets.
    case cookie(String)

    /// Reads the token of a request; nil if it has none of ours. Tokens in the query are ignored, because they would
    /// end up in logs and browsing histories.
    ///
    /// A cookie that comes with a cross-site request counts only if the reader follows a link. Whatever the other page
    /// loads or frames gets an anonymous response.
    init?(of request: Request, at address: PublicAddress) {
        if let field = request.headers[.authorization] {
            let parts = field.parts(at: " ", maxSplits: 1)
            // Any other value is for a proxy in front of this server.
            guard parts.count == 2, parts[0].lowercased() == "bearer", parts[1].begins(with: AccessToken.beginning)
            else {
                return nil
            }
            self = .bearer(String(parts[1]))
            return
        }
        guard let cookies = request.headers[.cookie],
            let value = Self.value(of: AccessCookie.name(at: address), in: cookies),
            request.isFromHere(at: address) || request.followsLink
        else { return nil }
        self = .cookie(value)
    }

    /// The token as it was sent.
    var text: String {
        switch self {
        case .bearer(let text), .cookie(let text): text
        }
    }

    /// Whether a program sent it, in `Authorization`.
    var isBearer: Bool { if case .bearer = self { true } else { false } }

    static func value(of name: String, in cookies: String) -> String? {
        for cookie in cookies.parts(at: ";") {
            let trimmed = Substring(cookie.unicodeScalars.drop { $0 == " " })
            if trimmed.begins(with: name + "=") {
                return String(trimmed.unicodeScalars.dropFirst(name.unicodeScalars.count + 1))
            }
        }
        return nil
    }
}

/// The cookie that holds a reader's token. Scripts cannot read it, and other sites' pages cannot send it with what they
/// load.
enum AccessCookie {
    /// Over HTTPS, the `__Host-` prefix makes browsers insist on `Secure` and on this host alone.
    static func name(at address: PublicAddress) -> String {
        address.base.hasPrefix("https://") ? "__Host-explore-access" : "explore-access"
    }

    /// Whether a Cookie field may contain it, over HTTP or HTTPS.
    ///
    /// - Complexity: O(*n*) in the length of the field.
    static func mayBe(in bytes: UnsafeRawBufferPointer, _ value: Range<Int>) -> Bool {
        let name: StaticString = "explore-access"
        let count = name.utf8CodeUnitCount
        var position = value.lowerBound
        while position < value.upperBound, let base = bytes.baseAddress,
            let found = memchr(base + position, Int32(UInt8(ascii: "=")), value.upperBound - position)
        {
            let equals = base.distance(to: UnsafeRawPointer(found))
            if equals - value.lowerBound >= count, memcmp(base + equals - count, name.utf8Start, count) == 0 {
                return true
            }
            position = equals + 1
        }
        return false
    }

    /// Returns the value of the Set-Cookie field.
    ///
    /// - Parameters:
    ///   - token: The token; nil removes the cookie.
    ///   - seconds: How long to keep it, in seconds; nil until the browser closes.
    static func field(_ token: String?, seconds: Int?, at address: PublicAddress) -> String {
        var text = "\(name(at: address))=\(token ?? ""); Path=/; HttpOnly; SameSite=Lax"
        if address.base.hasPrefix("https://") { text += "; Secure" }
        if let seconds = token == nil ? 0 : seconds { text += "; Max-Age=\(seconds)" }
        return text
    }
}

extension Request {
    /// Whether one of our pages sent the request, or the reader without a page. Relies on the Sec-Fetch-Site field,
    /// which no page can change (<https://www.w3.org/TR/fetch-metadata/>), or on Origin if it is missing.
    func isFromHere(at address: PublicAddress) -> Bool {
        if let site = headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        return headers[.origin].map { isOwn($0, at: address) } ?? true
    }

    /// Whether an origin is our own, by the server's public address or the host that the browser uses.
    func isOwn(_ origin: String, at address: PublicAddress) -> Bool {
        let own = head.authority ?? ""
        return [address.base, "http://\(own)", "https://\(own)"].contains(origin)
    }

    /// Whether the reader followed a link that opens this as a top-level page.
    var followsLink: Bool {
        (method == .get || method == .head) && headers[.secFetchMode] == "navigate"
            && headers[.secFetchDest] == "document"
    }
}
