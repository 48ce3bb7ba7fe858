import DocumentModel
import GRDB

/// The version of a document from which its source's changes are computed.
struct MergeBase {
    let kept: KeptVersion
    /// The revision of the working copy when the addition was stored from which the working copy descends: that of this
    /// version, or an earlier one if a version from before it was restored since.
    let revision: Int
    /// Whether people have edited the document since the version was added.
    let isEdited: Bool

    /// Finds the version that was last added from a source, or from any source if none was added from this one; nil if
    /// there is none.
    ///
    /// - Complexity: O(*n*) in the number of versions and of publications.
    init?(of document: String, source: String?, _ database: Database) throws {
        let versions = try Self.versions(of: document, source: source, database)
        let additions = versions.filter(\.isAddition)
        guard let base = additions.last(where: { $0.isFromSource }) ?? additions.last else { return nil }
        kept = try KeptVersion(database, key: base.key)
        revision = min(base.start, versions.last?.start ?? base.start)
        isEdited =
            try versions.contains { $0.number > base.number && $0.isEdited }
            || WorkingFields.areChanged(of: document, database)
    }

    private struct Version {
        let key: Int64
        let number: Int
        let isAddition: Bool
        let isFromSource: Bool
        /// Whether it has what people have edited: it was edited, or made of a version that was.
        let isEdited: Bool
        /// The revision of the working copy when the addition was stored from which it descends.
        let start: Int
    }

    /// Returns the versions in their order.
    private static func versions(of document: String, source: String?, _ database: Database) throws -> [Version] {
        // Publishing a working copy that equals the published version creates no version, but another entry.
        let sql = """
            SELECT version.key, version.number, version.source, published.revision FROM version
            LEFT JOIN (
                SELECT CAST(content AS INTEGER) AS number, min(revision) AS revision FROM edit
                WHERE document = :document AND kind = 'published' GROUP BY 1
            ) AS published ON published.number = version.number
            WHERE version.document = :document ORDER BY version.number
            """
        var versions: [Int: Version] = [:]
        var order: [Version] = []
        for row in try Row.fetchAll(database, sql: sql, arguments: ["document": document]) {
            let (number, words, revision): (Int, String, Int?) = (row["number"], row["source"], row["revision"])
            let isFromSource = source.map(words.isIdentical) ?? false
            let origin = isFromSource ? .files : VersionOrigin(source: words)
            let former: Version?
            switch origin {
            case .files: former = nil
            case .edits: former = revision == nil ? nil : versions[number - 1]
            case .mending, .texts: former = versions[number - 1]
            case .restoration(let restored): former = versions[restored]
            }
            let version = Version(
                key: row["key"], number: number, isAddition: former == nil, isFromSource: isFromSource,
                isEdited: former.map { $0.isEdited || origin == .edits } ?? false,
                start: former?.start ?? revision ?? 0)
            versions[number] = version
            order.append(version)
        }
        return order
    }
}
