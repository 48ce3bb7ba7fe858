/// What an object is stored as, beside its bytes.
public struct StoredForm: Sendable, Equatable {
    /// When the object may be written. Stores that know no conditions are asked before instead, which leaves a moment in which
    /// another may write too.
    public enum Condition: Sendable, Equatable {
        /// Always.
        case none
        /// Only where there is none of that name.
        case isAbsent
        /// Only where it still has this tag.
        case hasTag(String)

        /// Whether it holds for an object with this tag, or for none.
        func holds(for tag: String?) -> Bool {
            switch self {
            case .none: true
            case .isAbsent: tag == nil
            case .hasTag(let expected): tag.map(ObjectStore.bare) == ObjectStore.bare(expected)
            }
        }
    }

    /// The media type.
    public var contentType: String
    /// How long caches may keep it.
    public var cacheControl: String?
    /// When it may be written.
    public var condition: Condition

    /// What never changes under its name.
    public static let immutable = "public, max-age=31536000, immutable"

    /// A form; plain bytes for good where nothing is said.
    public init(
        contentType: String = "application/octet-stream", cacheControl: String? = StoredForm.immutable,
        condition: Condition = .none
    ) {
        (self.contentType, self.cacheControl, self.condition) = (contentType, cacheControl, condition)
    }

    var headers: [(name: String, value: String)] {
        var headers = [("content-type", contentType)]
        if let cacheControl { headers.append(("cache-control", cacheControl)) }
        return headers
    }

    var conditions: [(name: String, value: String)] {
        switch condition {
        case .none: []
        case .isAbsent: [("if-none-match", "*")]
        case .hasTag(let tag): [("if-match", tag)]
        }
    }
}
