import GRDB

/// The features of the installed SQLite.
public struct SQLiteFeatures: Sendable {
    /// The version, such as `3.40.1`.
    public let version: String
    /// Whether it has full-text search (FTS5).
    public let hasFullTextSearch: Bool
    /// Whether it has R*Trees.
    public let hasBoxTree: Bool

    /// The features of SQLite, queried once; nil if the query fails.
    public static let current: SQLiteFeatures? = try? DatabaseQueue().read { database in
        let options = try Set(String.fetchAll(database, sql: "SELECT compile_options FROM pragma_compile_options"))
        return SQLiteFeatures(
            version: try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? "",
            hasFullTextSearch: options.contains("ENABLE_FTS5"), hasBoxTree: options.contains("ENABLE_RTREE"))
    }
}
