import WebDocuments
import Publishing

/// The JSON output of `explore publish`.
extension JSON {
    static func publication(_ done: Publication, _ requests: [String: Int], isDryRun: Bool) -> JSON {
        .object([
            ("release", .string(done.release)), ("number", .int(done.number)), ("new", .bool(done.isNew)),
            ("dryRun", .bool(isDryRun)), ("files", .int(done.fileCount)), ("bytes", .int(Int(done.byteCount))),
            ("sentObjects", .int(done.sentObjectCount)), ("sentBytes", .int(Int(done.sentByteCount))),
            ("kept", .strings(done.kept)), ("lost", .strings(done.lost)),
            ("requests", .counts(requests)),
        ])
    }

    static func sitePublication(_ done: SitePublication, _ requests: [String: Int], isDryRun: Bool) -> JSON {
        .object([
            ("dryRun", .bool(isDryRun)), ("files", .int(done.fileCount)), ("bytes", .int(Int(done.byteCount))),
            ("sentObjects", .int(done.sentObjectCount)), ("sentBytes", .int(Int(done.sentByteCount))),
            ("formerObjects", .int(done.formerCount)),
            ("requests", .counts(requests)),
        ])
    }

    static func releases(_ kept: KeptReleases, named name: String) -> JSON {
        .object([
            ("total", .int(kept.readable.count)), (name, .array(kept.readable.map(release))),
            ("lost", .strings(kept.lost)),
        ])
    }

    static func release(_ listed: ListedRelease) -> JSON {
        .object([
            ("release", .string(listed.id)), ("number", .int(listed.release.number)),
            ("created", .string(listed.release.created)), ("served", .bool(listed.isServed)),
            ("files", .int(listed.release.files.count)),
            ("bytes", .int(Int(listed.release.byteCount))),
        ])
    }

    static func releaseVerification(_ found: ReleaseVerification, _ requests: [String: Int]) -> JSON {
        .object([
            ("releases", .int(found.releaseCount)), ("objects", .int(found.objectCount)),
            ("bytes", .int(Int(found.byteCount))), ("readBytes", .int(Int(found.readByteCount))),
            (
                "damages",
                .array(
                    found.damages.map { damage in
                        .object([
                            ("object", .string(damage.object)), ("reason", .string(damage.reason)),
                            ("releases", .array(damage.releases.map { .int($0) })),
                            ("repaired", .bool(damage.isRepaired)),
                        ])
                    })
            ),
            ("requests", .counts(requests)),
        ])
    }

    private static func counts(_ requests: [String: Int]) -> JSON {
        .object(requests.sorted { $0.key < $1.key }.map { ($0.key, .int($0.value)) })
    }

    static func pruning(_ done: PruneResult, isDryRun: Bool) -> JSON {
        .object([
            ("objects", .int(done.objectCount)), ("bytes", .int(Int(done.byteCount))),
            ("uploads", .int(done.uploadCount)),
            ("young", .int(done.youngCount)), ("dryRun", .bool(isDryRun)),
        ])
    }
}

extension Terminal {
    /// Prints the result of a verification: one line for each damaged object, and a summary.
    static func print(_ found: ReleaseVerification, at place: String, as kind: String) {
        for damage in found.damages {
            let numbers = damage.releases.map(String.init).joined(separator: ", ")
            let of = numbers.isEmpty ? "" : " (\(kind) \(numbers))"
            print("\(damage.object): \(damage.reason)\(of)\(damage.isRepaired ? ": repaired" : "")")
        }
        var what = [count(found.releaseCount, kind), count(found.objectCount, "object"), size(found.byteCount)]
        if found.readByteCount > 0 { what.append("\(size(found.readByteCount)) read") }
        let repairedCount = found.damages.count(where: \.isRepaired)
        var verdict = found.damages.isEmpty ? "intact" : count(found.damages.count, "fault")
        if repairedCount > 0 { verdict += ", \(repairedCount) repaired" }
        print("\(place): \(what.joined(separator: ", ")): \(verdict)")
    }

    /// Returns the line of a release in a list: its number, the beginning of its id, its time, and its size.
    static func line(_ listed: ListedRelease) -> String {
        let release = listed.release
        return "\(release.number)  \(listed.id.prefix(12))  \(release.created)  "
            + count(release.files.count, "file", release.byteCount)
    }

    /// Prints a warning for each kept release that cannot be read.
    static func print(lost: [String], at place: String, as kind: String, _ consequence: String = "") {
        for id in lost { printError("\(place): the \(kind) \(id.prefix(12)) is damaged or missing\(consequence)") }
    }

    /// Returns what a publication without changes says about former releases that it keeps no longer.
    static func dropped(_ done: Publication, _ kind: String, isDryRun: Bool) -> String {
        guard done.droppedCount > 0 else { return "" }
        return "; \(count(done.droppedCount, kind)) \(isDryRun ? "would no longer be" : "no longer") kept"
    }

    /// Prints the result of pruning.
    static func print(_ done: PruneResult, at place: String, isDryRun: Bool) {
        let what = count(done.objectCount, "object", done.byteCount)
        let young = done.youngCount > 0 ? "; \(count(done.youngCount, "unused object")) too recent to remove" : ""
        print("\(place): \(isDryRun ? "would remove" : "removed") \(what)\(young)")
    }
}
