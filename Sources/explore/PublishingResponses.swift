import WebDocuments
import Publishing

/// What `explore publish --json` answers.
extension JSON {
    static func publication(_ done: Publication, _ requests: [String: Int], isDryRun: Bool) -> JSON {
        .object([
            ("release", .string(done.release)), ("number", .int(done.number)), ("new", .bool(done.isNew)),
            ("dryRun", .bool(isDryRun)), ("files", .int(done.fileCount)), ("bytes", .int(Int(done.byteCount))),
            ("sentObjects", .int(done.sentObjectCount)), ("sentBytes", .int(Int(done.sentByteCount))),
            ("kept", .array(done.kept.map { .string($0) })),
            ("requests", .object(requests.sorted { $0.key < $1.key }.map { ($0.key, .int($0.value)) })),
        ])
    }

    static func sitePublication(_ done: SitePublication, _ requests: [String: Int], isDryRun: Bool) -> JSON {
        .object([
            ("dryRun", .bool(isDryRun)), ("files", .int(done.fileCount)), ("bytes", .int(Int(done.byteCount))),
            ("sentObjects", .int(done.sentObjectCount)), ("sentBytes", .int(Int(done.sentByteCount))),
            ("formerObjects", .int(done.formerCount)),
            ("requests", .object(requests.sorted { $0.key < $1.key }.map { ($0.key, .int($0.value)) })),
        ])
    }

    static func release(_ listed: ListedRelease) -> JSON {
        .object([
            ("release", .string(listed.id)), ("number", .int(listed.release.number)),
            ("created", .string(listed.release.created)), ("served", .bool(listed.isServed)),
            ("files", .int(listed.release.files.count)),
            ("bytes", .int(Int(listed.release.files.byteCount + listed.release.library.byteCount))),
        ])
    }

    static func pruning(_ done: PruneResult, isDryRun: Bool) -> JSON {
        .object([
            ("objects", .int(done.objectCount)), ("bytes", .int(Int(done.byteCount))),
            ("uploads", .int(done.uploadCount)),
            ("young", .int(done.youngCount)), ("dryRun", .bool(isDryRun)),
        ])
    }
}
