import DocumentModel
import GRDB

/// The documents that a principal may read, as an SQL condition.
///
/// The text is the same for every principal, so that statements are compiled once.
extension Principal {
    /// A condition on `document`, with three arguments.
    static let condition = """
        (? OR document.access = 'open' AND (? OR document.status = 'published')
            OR document.id IN (SELECT value FROM json_each(?)))
        """

    /// The condition's arguments.
    var arguments: StatementArguments { [grant == .everything, seesDrafts, grantedIDs] }

    /// The condition with its arguments.
    var sql: SQL { SQL(sql: Self.condition, arguments: arguments) }

    /// The column with the kind of an activity as the principal sees it.
    var activityKind: SQL {
        let others: SQL = seesDrafts ? "openKind" : "publicKind"
        switch grant {
        case .everything: return "kind"
        case .documents(let ids) where ids.isEmpty: return others
        case .documents:
            return "CASE WHEN document IN (SELECT value FROM json_each(\(grantedIDs))) THEN kind ELSE \(others) END"
        }
    }

    /// The ids as a JSON array. Invalid ids are left out, as no document can have them.
    private var grantedIDs: String {
        guard case .documents(let ids) = grant, !ids.isEmpty else { return "[]" }
        return "[" + ids.filter(Identifier.isValid).sorted().map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }
}
