public import DocumentCheck
import ImageGeometry
public import DocumentLibrary

extension JSON {
    /// Returns the result of a check: `{ document, total, counts, findings }`, with `repairs` and `version` if repairs
    /// were requested.
    public static func findings(
        _ findings: [Finding], of document: String, repairs: [Mending.Repair]? = nil, version: Int? = nil
    ) -> JSON {
        let counts = Dictionary(grouping: findings, by: \.kind).mapValues(\.count)
        let present = FindingKind.allCases.filter { counts[$0] != nil }
        var members: JSON.Members = [
            ("document", .string(document)),
            ("total", .int(findings.count)),
            ("counts", .object(present.map { (key: $0.rawValue, value: .int(counts[$0] ?? 0)) })),
            ("findings", .array(findings.enumerated().map { .finding($1, number: $0 + 1) })),
        ]
        if let repairs {
            members.append(("repairs", .array(repairs.map { .repair($0) })))
            members.append(("version", version.map { .int($0) } ?? .null))
        }
        return .object(members)
    }

    /// Always has all keys, with null for those that a finding does not have.
    private static func finding(_ finding: Finding, number: Int) -> JSON {
        .object([
            ("number", .int(number)),
            ("kind", .string(finding.kind.rawValue)),
            ("severity", .string(finding.severity.rawValue)),
            ("page", finding.page.map { .int($0) } ?? .null),
            ("clause", JSON(finding.clause)),
            ("otherClause", JSON(finding.otherClause)),
            ("language", JSON(finding.language)),
            ("point", finding.point.map(point) ?? .null),
            ("box", finding.box.map(box) ?? .null),
            ("area", JSON(finding.area)),
            ("share", JSON(finding.share)),
            ("mendable", .bool(finding.isMendable)),
            ("message", .string(finding.message)),
            ("remedy", .string(finding.remedy)),
        ])
    }

    private static func repair(_ repair: Mending.Repair) -> JSON {
        .object([
            ("kind", .string(repair.kind.rawValue)), ("clause", .string(repair.clause)),
            ("page", repair.page.map { .int($0) } ?? .null), ("message", .string(repair.message)),
        ])
    }
}

extension JSON {
    /// Returns the result of a verification: `{ documents, files, bytes, total, damages }`.
    public static func verification(_ verification: Verification) -> JSON {
        .object([
            ("documents", .int(verification.documentCount)),
            ("files", .int(verification.fileCount)),
            ("bytes", .int(Int(verification.byteCount))),
            ("total", .int(verification.damages.count)),
            ("damages", .array(verification.damages.map(damage))),
        ])
    }

    private static func damage(_ damage: Damage) -> JSON {
        .object([
            ("file", .string(damage.file)), ("reason", .string(damage.reason)),
            ("documents", .strings(damage.documents)),
        ])
    }
}
