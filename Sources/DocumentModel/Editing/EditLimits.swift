/// The limits of working copies. They are checked before anything is written.
public struct EditLimits: Equatable, Sendable {
    /// The maximum number of clauses in a document. A document that already has more can be edited but not extended.
    public var clauses = 20_000
    /// The maximum number of vertices in all regions of a document. A document that already has more can be edited but
    /// not extended.
    public var vertices = 100_000
    /// The maximum number of vertices of a polygon, including its holes.
    public var polygonVertices = 10_000
    /// The maximum number of operations in an edit.
    public var operations = 5_000
    /// The maximum size of an edit, in bytes of its values as JSON.
    public var editBytes = 4 << 20
    /// The maximum total size of all fields that differ from the published version, in bytes of JSON.
    public var overlayBytes = 64 << 20
    /// The maximum size of a document's journal, in bytes of JSON.
    public var journalBytes = 256 << 20
    /// The retention of discarded edits, in days.
    public var discardedDays = 30
    /// The maximum number of pages in a document. A document that already has more can be edited but not extended.
    public var pages = 2_000
    /// The maximum number of SVG files in a document. A document that already has more can be edited but not extended.
    public var icons = 500
    /// The maximum number of scans uploaded for a document.
    public var scans = 4_000
    /// The maximum size of an uploaded scan, in bytes.
    public var scanBytes = 1 << 30
    /// The retention of uploaded scans that no page shows, in days.
    public var scanDays = 30
    /// The maximum number of proposals pending for a document.
    public var proposals = 1_000
    /// The maximum size of a proposed annotation, in bytes of JSON.
    public var annotationBytes = 256 << 10

    /// Creates the default limits.
    public init() {}
}
