/// What an object is stored as, beside its bytes.
public struct StoredForm: Sendable, Equatable {
    /// When the object may be written.
    public enum Condition: Sendable, Equatable {
        /// Always.
        case none
        /// Only where there is none of that name.
        case isAbsent
        /// Only where it still has this tag. Not all stores know this; those that do not write it all the same.
        case hasTag(String)
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
