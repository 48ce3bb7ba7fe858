import GRDB

/// What the installed SQLite can do.
public struct SQLiteFeatures: Sendable {
    /// The version, such as `3.40.1`.
    public let version: String
    /// Whether there is full-text search.
    public let hasFullTextSearch: Bool
    /// Whether there are trees of boxes.
    public let hasBoxTree: Bool

    /// What SQLite says of itself, asked once; nil where it cannot even be asked.
    public static let current: SQLiteFeatures? = try? DatabaseQueue().read { database in
        let options = try Set(String.fetchAll(database, sql: "SELECT compile_options FROM pragma_compile_options"))
        return SQLiteFeatures(
            version: try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? "",
            hasFullTextSearch: options.contains("ENABLE_FTS5"), hasBoxTree: options.contains("ENABLE_RTREE"))
    }
}
