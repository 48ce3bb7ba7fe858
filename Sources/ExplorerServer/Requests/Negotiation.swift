import ClauseStore
import DocumentModel
import Hummingbird
import NIOCore
import WebDocuments

/// What a reader would rather have, as the fields `Accept` and `Accept-Language` tell it.
///
/// Specification: <https://www.rfc-editor.org/rfc/rfc9110#section-12.5>
enum Negotiation {
    /// How many entries of a field count; what comes after them is left out.
    private static let entryLimit = 40

    /// Whether JSON is to be sent as JSON-LD: where nothing is asked for, as IIIF has it, and where it fits no worse than
    /// plain JSON. A browser that shows a page gets plain JSON, which it can show too.
    static func prefersLinkedData(_ accept: String?) -> Bool {
        guard let accept else { return true }
        let ranges = entries(accept).map { (range: $0.name, quality: $0.quality) }
        if ranges.contains(where: { $0.range == "text/html" }) { return false }
        func quality(_ type: String) -> Double {
            for range in [type, "application/*", "*/*"] {
                if let found = ranges.first(where: { $0.range == range }) { return found.quality }
            }
            return 0
        }
        let linkedData = quality("application/ld+json")
        return linkedData > 0 && linkedData >= quality("application/json")
    }

    /// Whether JSON-LD is asked for by its name, and no less than plain JSON: what the Image API 2.1 takes to send it.
    static func asksForLinkedData(_ accept: String?) -> Bool {
        let ranges = entries(accept ?? "")
        func quality(_ type: String) -> Double { ranges.first { $0.name == type }?.quality ?? 0 }
        return quality("application/ld+json") > 0 && quality("application/ld+json") >= quality("application/json")
    }

    /// Whether a stream of events is asked for by its name.
    static func wantsEvents(_ accept: String?) -> Bool {
        entries(accept ?? "").contains { $0.name == "text/event-stream" && $0.quality > 0 }
    }

    /// The language tags of an `Accept-Language` field in lower case, the most wanted first; those of no weight are left
    /// out, and equal weights keep their order.
    static func languages(_ field: String?) -> [String] {
        let wanted = entries(field ?? "").filter { $0.quality > 0 && $0.name != "*" && !$0.name.isEmpty }
        return wanted.enumerated().sorted {
            ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset)
        }.map(\.element.name)
    }

    /// The entries of a field in lower case, each with its weight; an unreadable weight is 0.
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
    /// The language to answer in: the first that the reader asks for and there is, `fr` for `fr-CA` and the reverse.
    ///
    /// - Parameters:
    ///   - named: What the address names, which goes before all else.
    ///   - field: The request's `Accept-Language`.
    ///   - available: The languages that there are; the first is the fallback.
    static func language(named: String?, field: String?, among available: [String]) -> String? {
        for wanted in (named.map { [$0.lowercased()] } ?? []) + languages(field) {
            if let same = available.first(where: { $0.lowercased() == wanted }) { return same }
            if let akin = available.first(where: { base(of: $0.lowercased()) == base(of: wanted) }) { return akin }
        }
        return available.first
    }

    /// Whether the language that was chosen is the one that the address names.
    static func isNamed(_ language: String?, by named: String?) -> Bool {
        guard let language, let named else { return false }
        return base(of: language.lowercased()) == base(of: named.lowercased())
    }

    private static func base(of tag: String) -> Substring { tag.prefix { $0 != "-" } }
}

/// JSON as a request would rather have it: JSON-LD, or plain. The two have ETags of their own.
struct LinkedDataForm {
    let mediaType: String
    /// What the validator of the content ends in.
    let validatorSuffix: String

    /// - Parameter profile: What the media type of JSON-LD says of its context; nil where it says nothing.
    init(isLinked: Bool, profile: String?) {
        let linked = "application/ld+json" + (profile.map { ";profile=\"\($0)\"" } ?? "")
        (mediaType, validatorSuffix) = isLinked ? (linked, "-ld") : ("application/json", "")
    }

    /// The form for a request, see ``Negotiation/prefersLinkedData(_:)``.
    init(for request: Request, context: String) {
        self.init(isLinked: Negotiation.prefersLinkedData(request.headers[.accept]), profile: context)
    }
}

extension CacheableResponse {
    /// JSON in the form that a request would rather have.
    ///
    /// - Parameter field: A field of the request that has decided too.
    static func linkedData(
        _ bytes: [UInt8], context: String, to request: Request, alsoVariesBy field: String? = nil
    ) -> CacheableResponse {
        linkedData(
            bytes, as: LinkedDataForm(for: request, context: context),
            negotiatedField: (["Accept"] + (field.map { [$0] } ?? [])).joined(separator: ", "))
    }

    /// JSON in a form.
    static func linkedData(_ bytes: [UInt8], as form: LinkedDataForm, negotiatedField: String = "Accept")
        -> CacheableResponse
    {
        CacheableResponse(
            body: ByteBuffer(bytes: bytes), mediaType: form.mediaType,
            validator: ContentDigest.of(bytes) + form.validatorSuffix, cachePolicy: .revalidate, isCompressible: true,
            negotiatedField: negotiatedField)
    }
}
