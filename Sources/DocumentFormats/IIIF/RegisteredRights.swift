/// The rights URIs that IIIF registers.
public enum RegisteredRights {
    /// Returns the address of a Creative Commons or RightsStatements.org licence in the form that IIIF requires, which
    /// begins with `http:` even if browsers are redirected to `https:`. Returns nil for any other address.
    ///
    /// Sources: https://iiif.io/api/presentation/3.0/#rights, https://iiif.io/api/image/3.0/#56-rights
    public static func address(_ rights: String) -> String? {
        for name in ["creativecommons.org", "rightsstatements.org"] {
            for scheme in ["http", "https"] where rights.hasPrefix("\(scheme)://\(name)/") {
                return "http" + rights.dropFirst(scheme.count)
            }
        }
        return nil
    }
}
