import DocumentFormats
import DocumentModel
import HTTPTypes
import Hummingbird

/// The header fields of the Web Annotation Protocol.
///
/// Specification: <https://www.w3.org/TR/annotation-protocol/>
enum AnnotationFields {
    static let mediaType = "application/ld+json; profile=\"\(AnnotationContainerWriter.context)\""

    /// The Link field of a container.
    static let containerLinks = """
        <http://www.w3.org/ns/ldp#BasicContainer>; rel="type", \
        <http://www.w3.org/TR/annotation-protocol/>; rel="http://www.w3.org/ns/ldp#constrainedBy"
        """
    /// The Link field of an annotation.
    static let annotationLinks = "<http://www.w3.org/ns/ldp#Resource>; rel=\"type\""

    /// The methods of containers, their pages, and annotations.
    static let containerMethods = "GET, HEAD, OPTIONS, POST"
    static let partMethods = "GET, HEAD, OPTIONS"
    static let annotationMethods = "GET, HEAD, OPTIONS, PUT, DELETE"

    /// The fields that scripts of other sites may read.
    private static let exposed = "Accept-Post, Allow, Content-Location, ETag, Link, Location, Preference-Applied"

    /// Lets scripts of other sites read the protocol's header fields.
    static func expose(in headers: inout HTTPFields) { headers[.accessControlExposeHeaders] = exposed }

    /// Returns the response fields for `OPTIONS`, which need no token and do not depend on content; nil for other
    /// addresses.
    static func options(_ path: String) -> HTTPFields? {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"))
        guard parts.first?.elementsEqual("annotations".utf8) == true else { return nil }
        let methods =
            switch parts.count {
            case 1: "OPTIONS, POST"
            case 2: "GET, HEAD, OPTIONS, PATCH, DELETE"
            case 3: containerMethods
            default: annotationMethods
            }
        var fields: HTTPFields = [
            .allow: methods, .accessControlAllowMethods: methods,
            .accessControlAllowHeaders:
                "Accept, Authorization, Content-Type, If-Match, If-None-Match, Prefer, Slug",
            .accessControlMaxAge: "86400",
        ]
        if parts.count == 3 { fields[.acceptPost] = mediaType }
        expose(in: &fields)
        return fields
    }

    // MARK: Request fields

    private static let minimal = "http://www.w3.org/ns/ldp#PreferMinimalContainer"
    private static let addresses = "http://www.w3.org/ns/oa#PreferContainedIRIs"
    private static let descriptions = "http://www.w3.org/ns/oa#PreferContainedDescriptions"

    /// Parses the preferred form of a container: `Prefer: return=representation; include="…"`.
    ///
    /// - Returns: Nil if the field has no known preference.
    /// - Complexity: O(*n*) in the length of the field.
    static func form(preferred field: String?) -> AnnotationContainerWriter.Form? {
        guard let field else { return nil }
        let names = field.parts { $0 == "\"" || $0 == " " || $0 == "," || $0 == ";" || $0 == "=" }.map(String.init)
        guard names.contains(where: { [minimal, addresses, descriptions].contains($0) }) else { return nil }
        return .init(
            isMinimal: names.contains(minimal),
            hasAddressesOnly: names.contains(addresses) && !names.contains(descriptions))
    }

    /// Whether `If-Match` contains a tag, by strong comparison:
    /// <https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1>.
    static func matches(_ field: String, _ tag: String) -> Bool {
        field.parts(at: ",").contains { part in
            let part = part.trimmed
            return part == "*" || part == "\"\(tag)\""
        }
    }
}
