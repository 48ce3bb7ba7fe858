import ClauseStore
import DocumentLibrary
import DocumentModel
import HTTPTypes
import Hummingbird

#if canImport(Glibc)
    import Glibc
#endif

/// What came with a request as a token.
enum PresentedToken: Equatable {
    /// `Authorization: Bearer`, from a program: <https://www.rfc-editor.org/rfc/rfc6750#section-2.1>
    case bearer(String)
    /// The cookie that ``AccessRoutes`` sets.
    case cookie(String)

    /// Reads a request; nil where nothing in it is meant as a token of ours. A token in the query would be written into
    /// logs and histories, and is not looked at.
    ///
    /// A cookie that comes with a request of another site's page counts only where the reader follows a link from there:
    /// what that page loads or frames is answered as to anyone.
    init?(of request: Request, at address: PublicAddress) {
        if let field = request.headers[.authorization] {
            let parts = field.parts(at: " ", maxSplits: 1)
            // Whatever else stands there is for a server before this one.
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

    /// Whether a program sent it.
    var isBearer: Bool { if case .bearer = self { true } else { false } }

    /// The value of a cookie.
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

/// The cookie that holds a reader's token: scripts cannot read it, and no other site's page can send it with what it loads.
enum AccessCookie {
    /// Over https the name itself makes browsers insist on Secure, and on this host alone.
    static func name(at address: PublicAddress) -> String {
        address.base.hasPrefix("https://") ? "__Host-explore-access" : "explore-access"
    }

    /// Whether a Cookie field may hold it, over http or https.
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

    /// What Set-Cookie says.
    ///
    /// - Parameters:
    ///   - token: The token; nil takes the cookie away.
    ///   - seconds: How long it is to be kept; nil until the browser is closed.
    static func field(_ token: String?, seconds: Int?, at address: PublicAddress) -> String {
        var text = "\(name(at: address))=\(token ?? ""); Path=/; HttpOnly; SameSite=Lax"
        if address.base.hasPrefix("https://") { text += "; Secure" }
        if let seconds = token == nil ? 0 : seconds { text += "; Max-Age=\(seconds)" }
        return text
    }
}

extension Request {
    /// Whether a page of ours sent it, or the reader did without a page: by what browsers say of themselves, which no page
    /// can change (<https://www.w3.org/TR/fetch-metadata/>), and where they say nothing, by Origin.
    func isFromHere(at address: PublicAddress) -> Bool {
        if let site = headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        return headers[.origin].map { isOwn($0, at: address) } ?? true
    }

    /// Whether an origin is that of our own pages, by the server's address or by the name that the browser has for it.
    func isOwn(_ origin: String, at address: PublicAddress) -> Bool {
        let own = head.authority ?? ""
        return [address.base, "http://\(own)", "https://\(own)"].contains(origin)
    }

    /// Whether the reader followed a link to open it as a page of its own.
    var followsLink: Bool {
        (method == .get || method == .head) && headers[.secFetchMode] == "navigate"
            && headers[.secFetchDest] == "document"
    }
}

extension HTTPField.Name {
    // These are all names that a field may have.
    fileprivate static let secFetchSite = Self("Sec-Fetch-Site") ?? .origin
    fileprivate static let secFetchMode = Self("Sec-Fetch-Mode") ?? .origin
    static let secFetchDest = Self("Sec-Fetch-Dest") ?? .origin
}
