import HTTPTypes

/// The fields that HTTPTypes has no names for.
extension HTTPField.Name {
    static let acceptPost = named("Accept-Post")
    static let clearSiteData = named("Clear-Site-Data")
    static let crossOriginOpenerPolicy = named("Cross-Origin-Opener-Policy")
    static let lastEventID = named("Last-Event-ID")
    /// RFC 8288, section 3.
    static let link = named("Link")
    static let permissionsPolicy = named("Permissions-Policy")
    static let prefer = named("Prefer")
    static let preferenceApplied = named("Preference-Applied")
    static let referrerPolicy = named("Referrer-Policy")
    /// The id under which the log reports a request.
    static let requestID = named("X-Request-Id")
    static let secFetchDest = named("Sec-Fetch-Dest")
    static let secFetchMode = named("Sec-Fetch-Mode")
    static let secFetchSite = named("Sec-Fetch-Site")
    static let slug = named("Slug")
    /// With the value `no`, nginx does not buffer a response.
    static let xAccelBuffering = named("X-Accel-Buffering")

    /// All these names are valid; the fallback is never used.
    private static func named(_ name: String) -> Self { Self(name) ?? .origin }
}
