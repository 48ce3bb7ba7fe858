import TileEngine

extension Doctor {
    /// What a child that decodes an untrusted scan is kept from here, tried by such a child.
    static func sandbox() -> DoctorFinding {
        let advice = "decode untrusted scans (--allow-format) on a system that has these layers"
        do {
            let report = try SandboxReport.survey()
            let missing = report.missing.map { "\($0.layer.label) (\($0.reason))" }
            guard missing.isEmpty, report.allowed.isEmpty else {
                let lacking = missing.isEmpty ? [] : ["without " + missing.joined(separator: ", ")]
                let allowed = report.allowed.isEmpty ? [] : ["not prevented: " + report.allowed.joined(separator: ", ")]
                return DoctorFinding(.slow, "sandbox", (lacking + allowed).joined(separator: "; "), advice: advice)
            }
            return DoctorFinding(.ok, "sandbox", "all \(report.layers.count) layers are active")
        } catch {
            return DoctorFinding(.slow, "sandbox", "no child can be started: \(error)", advice: advice)
        }
    }
}
