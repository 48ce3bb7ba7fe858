import DocumentCheck

/// Formats findings for a terminal: grouped by kind, each with its number, page and remedy.
enum CheckListing {
    /// The maximum number of findings listed per kind. `--json` lists all.
    private static let limit = 20

    /// The legend of a picture of findings.
    static let legend = "numbers as above; red: errors, orange: warnings, blue: hints; grey: all regions"

    /// Returns the listing of findings.
    static func lines(_ findings: [Finding], of document: String) -> [String] {
        guard !findings.isEmpty else { return ["\(document): nothing found"] }
        let counts = FindingSeverity.allCases.compactMap { severity -> String? in
            let count = findings.count { $0.severity == severity }
            return count > 0 ? Terminal.count(count, severity.rawValue) : nil
        }
        var lines = ["\(document): \(counts.joined(separator: ", "))"]
        let numbered = findings.enumerated().map { (number: $0.offset + 1, finding: $0.element) }
        let width = String(findings.count).count
        for kind in FindingKind.allCases {
            let group = numbered.filter { $0.finding.kind == kind }
            guard !group.isEmpty else { continue }
            lines += ["", "\(kind.heading) (\(kind.rawValue), \(kind.severity.rawValue)): \(group.count)"]
            var remedy: String?
            for (number, finding) in group.prefix(limit) {
                let padding = String(repeating: " ", count: width - String(number).count)
                lines.append("  \(padding)\(number)  \(finding.message)\(place(finding))")
                // A remedy that is the same as the previous one is not repeated.
                if finding.remedy != remedy {
                    lines.append("  \(String(repeating: " ", count: width))  → \(finding.remedy)")
                }
                remedy = finding.remedy
            }
            if group.count > limit { lines.append("  … and \(group.count - limit) more; --json lists all") }
        }
        let mendable = findings.count(where: \.isMendable)
        if mendable > 0 { lines += ["", "\(mendable) of these can be repaired by --fix"] }
        return lines
    }

    private static func place(_ finding: Finding) -> String { finding.page.map { " (page \($0))" } ?? "" }

    /// Returns the listing of repairs.
    static func lines(_ repairs: [Mending.Repair], _ version: Int?, of document: String) -> [String] {
        guard !repairs.isEmpty else { return ["\(document): nothing to repair without judgement"] }
        return ["\(document): \(summary(repairs, version))"] + repairs.map { "  \($0.message)" }
    }

    /// Returns the number of repairs and where they were made: `2 repairs, as version 4`.
    static func summary(_ repairs: [Mending.Repair], _ version: Int?) -> String {
        "\(Terminal.count(repairs.count, "repair")), \(version.map { "as version \($0)" } ?? "in clauses.json")"
    }
}
