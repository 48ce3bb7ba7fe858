/// A version of the IIIF Image API.
///
/// Specifications: <https://iiif.io/api/image/3.0/>, <https://iiif.io/api/image/2.1/>
package enum ImageAPIVersion: Int, CaseIterable, Hashable, Sendable {
    /// 2.1, for older clients.
    case two = 2
    /// 3.0.
    case three = 3

    /// The beginning of the version's addresses, up to the image's id.
    package var prefix: String {
        switch self {
        case .two: "/iiif/2/"
        case .three: "/iiif/3/"
        }
    }

    /// The JSON-LD context of image information.
    package var context: String { "http://iiif.io/api/image/\(rawValue)/context.json" }

    /// The profile that all images comply with: level 2.
    package var profile: String { "http://iiif.io/api/image/\(rawValue)/level2.json" }

    /// Returns the value of a `Link` header that names the profile, and the canonical address if there is one.
    package func links(canonical: String?) -> String {
        let profile = "<\(profile)>;rel=\"profile\""
        return canonical.map { "<\($0)>;rel=\"canonical\", \(profile)" } ?? profile
    }
}
