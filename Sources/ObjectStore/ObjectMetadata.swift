/// The stored metadata of an object, and the condition for writing it.
public struct ObjectMetadata: Sendable, Equatable {
    /// The condition under which an object may be written. For stores without conditional writes, the object is checked
    /// first, which leaves a short window for other writers.
    public enum Condition: Sendable, Equatable {
        /// Write in any case.
        case none
        /// Write only if no object of that name exists.
        case isAbsent
        /// Write only if the object still has this ETag.
        case hasTag(String)

        /// Whether the condition holds for an object with this ETag; nil if there is no object.
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
    /// The `Cache-Control` header, which states how long caches may keep the object.
    public var cacheControl: String?
    /// The condition for writing the object.
    public var condition: Condition

    /// The `Cache-Control` of objects that never change under their name.
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
