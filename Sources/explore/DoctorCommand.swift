import ArgumentParser
import ExplorerServer
import Foundation

/// `explore doctor`
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the installation.",
        discussion: """
            Checks the library and the address that `explore serve` would use, with its settings from the environment and \
            --config. Exit status 1 when something is wrong.
            """)

    @Option(help: ArgumentHelp("The server's settings file (default: $EXPLORE_CONFIG).", valueName: "file"))
    var config: String?

    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var findings: [DoctorFinding] = []
        var doctor = Doctor(library: library.path, host: "127.0.0.1", port: 8080)
        do {
            let server = try server()
            findings.append(DoctorFinding(.ok, "settings", config ?? "defaults"))
            doctor = Doctor(library: library.library ?? server.library.path, host: server.host, port: server.port)
        } catch {
            let reason = error is SettingsFile.Fault ? "\(error)" : ServeCommand.message(for: error)
            findings.append(
                DoctorFinding(.wrong, "settings", reason, advice: "docs/configuration.md lists all settings"))
        }
        findings += doctor.findings()
        if output.json { Terminal.print(.findings(findings)) } else { Self.print(findings) }
        if findings.contains(where: { $0.state == .wrong }) { throw ExitCode(1) }
    }

    /// Returns the serve command that results from the settings.
    private func server() throws -> ServeCommand {
        let arguments = ["serve"] + (config.map { ["--config", $0] } ?? [])
        let settings = try ServeSettings(arguments: arguments, environment: ProcessInfo.processInfo.environment)
        return try settings.parsing { try ServeCommand.parse(Array($0.dropFirst())) }
    }

    private static func print(_ findings: [DoctorFinding]) {
        for finding in findings {
            let state = finding.state.rawValue.padding(toLength: 5, withPad: " ", startingAt: 0)
            let subject = finding.subject.padding(toLength: 13, withPad: " ", startingAt: 0)
            Terminal.print("\(state)  \(subject)  \(finding.detail)")
            if let advice = finding.advice { Terminal.print("                      to do: \(advice)") }
        }
    }
}
