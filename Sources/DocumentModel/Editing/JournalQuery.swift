/// Conditions for reading entries of a journal.
public struct JournalQuery: Equatable, Sendable {
    /// The order of the returned entries.
    public enum Order: String, Sendable, CaseIterable {
        /// Oldest first. If the limit is exceeded, the oldest entries are returned.
        case oldest
        /// Newest first. If the limit is exceeded, the newest entries are returned.
        case newest
    }

    /// Only entries after this revision.
    public var since = 0
    /// Only entries before this revision.
    public var before: Int?
    /// Only edits of fields of the clause with this id.
    public var clause: String?
    /// Only edits of this field.
    public var path: FieldPath?
    /// The maximum number of entries.
    public var limit = 100
    /// The order.
    public var order = Order.oldest

    /// Creates a query for the 100 oldest entries.
    public init() {}
}
