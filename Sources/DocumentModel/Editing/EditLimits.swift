/// The bounds of working copies. They are checked before anything is written.
public struct EditLimits: Equatable, Sendable {
    /// The most clauses of a document. One that has more already can be edited, but gets none in addition.
    public var clauses = 20_000
    /// The most vertices of all regions of a document; likewise.
    public var vertices = 100_000
    /// The most vertices of a polygon, its holes included.
    public var polygonVertices = 10_000
    /// The most operations of an edit.
    public var operations = 1_000
    /// The largest edit, in bytes of its values as JSON.
    public var editBytes = 1 << 20
    /// The most bytes of all fields that differ from the published version, as JSON.
    public var overlayBytes = 64 << 20
    /// The most bytes of a document's journal, as JSON.
    public var journalBytes = 256 << 20
    /// How long discarded edits are kept, in days.
    public var discardedDays = 30

    /// The limits that hold unless others are given.
    public init() {}
}
