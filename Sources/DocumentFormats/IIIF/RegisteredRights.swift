/// Addresses of rights that IIIF knows.
public enum RegisteredRights {
    /// A licence or statement of Creative Commons or RightsStatements.org as IIIF writes its address, which begins with
    /// `http:`, whatever browsers are sent to; nil for any other address.
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
