public import ClauseStore
import DocumentModel
public import Foundation

extension JSON {
    /// Returns a document's versions, newest first.
    public static func versions(_ versions: [VersionInfo], of document: String) -> JSON {
        .object([
            ("document", .string(document)),
            ("total", .int(versions.count)),
            ("versions", .array(versions.map { .version($0) })),
        ])
    }

    /// Returns a time in ISO 8601, in UTC and to the second.
    public static func time(_ date: Date) -> String { date.formatted(.iso8601) }

    /// Returns the documents in the trash, most recently removed first.
    public static func removedDocuments(_ documents: [RemovedDocument]) -> JSON {
        .object([
            ("total", .int(documents.count)),
            ("documents", .array(documents.map(removed))),
        ])
    }

    private static func removed(_ document: RemovedDocument) -> JSON {
        .object([
            ("id", .string(document.document)), ("versions", .int(document.versionCount)),
            ("removedAt", .string(time(document.removedAt))), ("keptUntil", .string(time(document.keptUntil))),
        ])
    }

    private static func version(_ version: VersionInfo) -> JSON {
        .object([
            ("number", .int(version.number)),
            ("addedAt", .string(time(version.addedAt))),
            ("source", .string(version.source)),
            ("served", .bool(version.isServed)),
            ("changes", version.changes.map { .changes($0) } ?? .null),
        ])
    }

    private static func changes(_ changes: DocumentChanges) -> JSON {
        let changed = changes.changed.map { JSON.object([("id", .string($0.id)), ("fields", .strings($0.fields))]) }
        return .object([
            ("added", .strings(changes.added)),
            ("removed", .strings(changes.removed)),
            ("changed", .array(changed)),
            ("reordered", .bool(changes.isReordered)),
            ("files", .strings(changes.files)),
            ("pages", .array(changes.pages.map { .int($0) })),
        ])
    }
}
