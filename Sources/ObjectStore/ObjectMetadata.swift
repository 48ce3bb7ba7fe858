/// How an object is stored: its metadata, and the condition for writing it.
public struct ObjectMetadata: Sendable, Equatable {
    /// When the object may be written. Stores without conditional writes are queried first instead, which leaves a
    /// short window for other writers.
    public enum Condition: Sendable, Equatable {
        /// Always.
        case none
        /// Only if no object of that name exists.
        case isAbsent
        /// Only if it still has this tag.
        case hasTag(String)

        /// Whether the condition holds for an object with this tag, or for none.
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

    /// For objects that never change under their name.
    public static let immutable = "public, max-age=31536000, immutable"

    /// Creates metadata; by default immutable binary data.
    public init(
        contentType: String = "application/octet-stream", cacheControl: String? = ObjectMetadata.immutable,
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
