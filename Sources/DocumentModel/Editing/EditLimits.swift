/// The bounds of working copies. They are checked before anything is written.
public struct EditLimits: Equatable, Sendable {
    /// The most clauses of a document. One that has more already can be edited, but gets none in addition.
    public var clauses = 20_000
    /// The most vertices of all regions of a document; likewise.
    public var vertices = 100_000
    /// The most vertices of a polygon, its holes included.
    public var polygonVertices = 10_000
    /// The most operations of an edit.
    public var operations = 5_000
    /// The largest edit, in bytes of its values as JSON.
    public var editBytes = 4 << 20
    /// The most bytes of all fields that differ from the published version, as JSON.
    public var overlayBytes = 64 << 20
    /// The most bytes of a document's journal, as JSON.
    public var journalBytes = 256 << 20
    /// How long discarded edits are kept, in days.
    public var discardedDays = 30
    /// The most pages of a document. One that has more already can be edited, but gets none in addition.
    public var pages = 2_000
    /// The most SVG files of a document. One that has more already can be edited, but gets none in addition.
    public var icons = 500
    /// The most scans that are uploaded for a document.
    public var scans = 4_000
    /// The largest scan that can be uploaded, in bytes.
    public var scanBytes = 1 << 30
    /// How long an uploaded scan is kept that no page shows, in days.
    public var scanDays = 30
    /// The most proposals of a document that wait for an editor.
    public var proposals = 1_000
    /// The largest annotation that can be proposed, in bytes of its JSON.
    public var annotationBytes = 256 << 10

    /// The limits that hold unless others are given.
    public init() {}
}
