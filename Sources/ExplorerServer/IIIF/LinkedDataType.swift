/// The media type of JSON-LD answers: with their context as profile, or plain JSON for who would rather have that.
///
/// Without an `Accept` header, or where both are as welcome, it is JSON-LD:
/// <https://iiif.io/api/presentation/3.0/#63-responses>, <https://iiif.io/api/discovery/1.0/#41-media-type>.
struct LinkedDataType {
    /// The context's address.
    let context: String

    static let presentation = LinkedDataType(context: "http://iiif.io/api/presentation/3/context.json")
    static let discovery = LinkedDataType(context: "http://iiif.io/api/discovery/1/context.json")

    /// The media type for an `Accept` field, and what tells the two apart in ETags.
    func negotiated(_ accept: String?) -> (mediaType: String, tag: String) {
        Self.prefersPlainJSON(accept)
            ? ("application/json", "-json") : (#"application/ld+json;profile="\#(context)""#, "")
    }

    /// Whether plain JSON is more welcome than JSON-LD (RFC 9110, section 12.5.1).
    static func prefersPlainJSON(_ accept: String?) -> Bool {
        guard let accept else { return false }
        let ranges = accept.split(separator: ",").map { item in
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (type: parts.first ?? "", quality: quality)
        }
        func quality(_ type: String) -> Double {
            for name in [type, "application/*", "*/*"] {
                if let best = ranges.filter({ $0.type == name }).map(\.quality).max() { return best }
            }
            return 0
        }
        return quality("application/json") > quality("application/ld+json")
    }
}
