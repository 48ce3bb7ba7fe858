public import WebDocuments

/// The result of one check of an installation.
public struct DoctorFinding: Sendable, Equatable {
    /// The state of what was checked.
    public enum State: String, Sendable {
        /// As it should be.
        case ok
        /// It works, and would work better otherwise.
        case slow
        /// It does not work, or is about to stop.
        case wrong
    }

    /// The state.
    public let state: State
    /// What was checked: `libvips`, `disk`.
    public let subject: String
    /// The details: versions, figures with their units.
    public let detail: String
    /// The remedy, if something is not as it should be.
    public let advice: String?

    /// Creates a finding.
    public init(_ state: State, _ subject: String, _ detail: String, advice: String? = nil) {
        (self.state, self.subject, self.detail, self.advice) = (state, subject, detail, advice)
    }
}

extension JSON {
    /// `{ healthy, total, findings: [ { state, subject, detail, advice } ] }`
    public static func findings(_ findings: [DoctorFinding]) -> JSON {
        .object([
            ("healthy", .bool(!findings.contains { $0.state == .wrong })),
            ("total", .int(findings.count)),
            ("findings", .array(findings.map(finding))),
        ])
    }

    private static func finding(_ finding: DoctorFinding) -> JSON {
        .object([
            ("state", .string(finding.state.rawValue)), ("subject", .string(finding.subject)),
            ("detail", .string(finding.detail)), ("advice", JSON(finding.advice)),
        ])
    }
}
