public import WebDocuments

/// What a look at an installation found of one thing.
public struct DoctorFinding: Sendable, Equatable {
    /// How it stands with the thing.
    public enum State: String, Sendable {
        /// As it should be.
        case ok
        /// It works, and would work better otherwise.
        case slow
        /// It does not work, or is about to stop.
        case wrong
    }

    /// How it stands.
    public let state: State
    /// What was looked at: `libvips`, `disk`.
    public let subject: String
    /// What was found: versions, figures with their units.
    public let detail: String
    /// What to do about it, where it is not as it should be.
    public let advice: String?

    /// Tells of a thing.
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
            (
                "findings",
                .array(
                    findings.map { finding in
                        .object([
                            ("state", .string(finding.state.rawValue)), ("subject", .string(finding.subject)),
                            ("detail", .string(finding.detail)), ("advice", JSON(finding.advice)),
                        ])
                    })
            ),
        ])
    }
}
