import ArgumentParser
import TileEngine

/// The image formats that a command may decode, and whether it does so in a sandbox.
struct UntrustedImageArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also read these formats, in a sandboxed child process: heif, jp2k, jxl, gif, pnm, pdf.",
            discussion: "Separate several with commas. JPEG, PNG, TIFF and WebP are always read.",
            valueName: "formats"))
    var allowFormat: [FormatList] = []

    @Flag(help: "Decode every image in a sandboxed child process. See docs/untrusted-images.md.")
    var sandbox = false

    /// Returns the policy. If a child process will be needed, prints a note for each protection that is not available
    /// on this system.
    func policy() throws -> ScanPolicy {
        let policy = ScanPolicy(allowing: Set(allowFormat.flatMap(\.formats)), isolatesAll: sandbox)
        if policy != .standard {
            for warning in try SandboxReport.selfTest(policy).warnings { Terminal.printError("note: \(warning)") }
        }
        return policy
    }
}

/// A comma-separated list of format names.
struct FormatList: ExpressibleByArgument {
    let formats: [ScanFormat]

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false)
        formats = names.compactMap { ScanFormat(name: $0) }
        guard formats.count == names.count else { return nil }
    }
}
