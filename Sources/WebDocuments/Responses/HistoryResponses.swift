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
            (
                "documents",
                .array(
                    documents.map {
                        .object([
                            ("id", .string($0.document)), ("versions", .int($0.versionCount)),
                            ("removedAt", .string(time($0.removedAt))), ("keptUntil", .string(time($0.keptUntil))),
                        ])
                    })
            ),
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
        .object([
            ("added", .strings(changes.added)),
            ("removed", .strings(changes.removed)),
            (
                "changed",
                .array(
                    changes.changed.map {
                        .object([("id", .string($0.id)), ("fields", .strings($0.fields))])
                    })
            ),
            ("reordered", .bool(changes.isReordered)),
            ("files", .strings(changes.files)),
            ("pages", .array(changes.pages.map { .int($0) })),
        ])
    }
}
