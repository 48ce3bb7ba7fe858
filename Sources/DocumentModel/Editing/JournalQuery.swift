/// Which entries of a journal are wanted.
public struct JournalQuery: Equatable, Sendable {
    /// In which order entries are returned.
    public enum Order: String, Sendable, CaseIterable {
        /// The oldest first, and the oldest of all where there are more than wanted.
        case oldest
        /// The newest first, and the newest of all where there are more than wanted.
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
    /// How many entries at most.
    public var limit = 100
    /// The order.
    public var order = Order.oldest

    /// The 100 oldest entries.
    public init() {}
}
