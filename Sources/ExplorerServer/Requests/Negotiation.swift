import ClauseStore
import DocumentModel
import Hummingbird
import NIOCore
import WebDocuments

/// Content negotiation by the fields `Accept` and `Accept-Language`.
///
/// Specification: <https://www.rfc-editor.org/rfc/rfc9110#section-12.5>
enum Negotiation {
    /// The maximum number of entries considered in a field. The rest is ignored.
    private static let entryLimit = 40

    /// Whether to send JSON as JSON-LD: if the request states no preference, as in IIIF, or prefers it at least as much
    /// as plain JSON. A browser that loads a page gets plain JSON, which it can display.
    static func prefersLinkedData(_ accept: String?) -> Bool {
        guard let accept else { return true }
        let ranges = entries(accept)
        if ranges.contains(where: { $0.name == "text/html" }) { return false }
        func quality(_ type: String) -> Double {
            for range in [type, "application/*", "*/*"] {
                if let found = ranges.first(where: { $0.name == range }) { return found.quality }
            }
            return 0
        }
        let linkedData = quality("application/ld+json")
        return linkedData > 0 && linkedData >= quality("application/json")
    }

    /// Whether JSON-LD is requested by name, with at least the weight of plain JSON, as the Image API 2.1 requires.
    static func asksForLinkedData(_ accept: String?) -> Bool {
        let ranges = entries(accept ?? "")
        func quality(_ type: String) -> Double { ranges.first { $0.name == type }?.quality ?? 0 }
        return quality("application/ld+json") > 0 && quality("application/ld+json") >= quality("application/json")
    }

    /// Whether an event stream is requested by name.
    static func wantsEvents(_ accept: String?) -> Bool {
        entries(accept ?? "").contains { $0.name == "text/event-stream" && $0.quality > 0 }
    }

    /// Returns the language tags of an `Accept-Language` field in lower case, by descending weight. Tags of weight 0
    /// are omitted, and equal weights keep their order.
    static func languages(_ field: String?) -> [String] {
        let wanted = entries(field ?? "").filter { $0.quality > 0 && $0.name != "*" && !$0.name.isEmpty }
        return wanted.sorted { $0.quality > $1.quality }.map(\.name)
    }

    /// Returns the entries of a field in lower case, with their weights. An unreadable weight is 0.
    private static func entries(_ field: String) -> [(name: String, quality: Double)] {
        field.parts(at: ",").prefix(entryLimit).map { entry in
            let parts = entry.parts(at: ";").map { $0.words.joined().lowercased() }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            let quality = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (parts.first ?? "", quality.isFinite ? min(max(quality, 0), 1) : 0)
        }
    }
}

extension Negotiation {
    /// Returns the language to respond in: the first preferred one that is available. `fr` matches `fr-CA` and vice
    /// versa.
    ///
    /// - Parameters:
    ///   - named: The language in the address, which takes precedence.
    ///   - field: The request's `Accept-Language`.
    ///   - available: The available languages. The first is the fallback.
    static func language(named: String?, field: String?, among available: [String]) -> String? {
        for wanted in (named.map { [$0.lowercased()] } ?? []) + languages(field) {
            if let same = available.first(where: { $0.lowercased() == wanted }) { return same }
            if let akin = available.first(where: { base(of: $0.lowercased()) == base(of: wanted) }) { return akin }
        }
        return available.first
    }

    /// Whether the chosen language is the one in the address.
    static func isNamed(_ language: String?, by named: String?) -> Bool {
        guard let language, let named else { return false }
        return base(of: language.lowercased()) == base(of: named.lowercased())
    }

    private static func base(of tag: String) -> Substring { tag.prefix { $0 != "-" } }
}

/// The form of JSON that a request prefers: JSON-LD or plain. Each has its own ETag.
struct LinkedDataForm {
    let mediaType: String
    /// The suffix of the content's validator.
    let validatorSuffix: String

    /// - Parameter profile: The `profile` parameter of the JSON-LD media type, which is its context; nil to omit it.
    init(isLinked: Bool, profile: String?) {
        let linked = "application/ld+json" + (profile.map { ";profile=\"\($0)\"" } ?? "")
        (mediaType, validatorSuffix) = isLinked ? (linked, "-ld") : ("application/json", "")
    }

    /// Chooses the form for a request, see ``Negotiation/prefersLinkedData(_:)``.
    init(for request: Request, context: String) {
        self.init(isLinked: Negotiation.prefersLinkedData(request.headers[.accept]), profile: context)
    }
}

extension CacheableResponse {
    /// Returns JSON in the form that a request prefers.
    ///
    /// - Parameter field: Another request field that the response depends on.
    static func linkedData(
        _ bytes: [UInt8], context: String, to request: Request, alsoVariesBy field: String? = nil
    ) -> CacheableResponse {
        linkedData(
            bytes, as: LinkedDataForm(for: request, context: context),
            negotiatedField: (["Accept"] + (field.map { [$0] } ?? [])).joined(separator: ", "))
    }

    /// Returns JSON in the given form.
    static func linkedData(_ bytes: [UInt8], as form: LinkedDataForm, negotiatedField: String = "Accept")
        -> CacheableResponse
    {
        CacheableResponse(
            body: ByteBuffer(bytes: bytes), mediaType: form.mediaType,
            validator: ContentDigest.of(bytes) + form.validatorSuffix, cachePolicy: .revalidate, isCompressible: true,
            negotiatedField: negotiatedField)
    }
}
