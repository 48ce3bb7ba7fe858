import ArgumentParser
import DocumentModel
import Foundation
import Viewer
import WebDocuments

/// `explore theme`
struct ThemeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "theme",
        abstract: "Give a library the look of an institution.",
        discussion: """
            The folder theme/ in a library sets its name, logo, colours, fonts, texts, pictures and links. Servers notice \
            changes within a second; static sites and replicas have the same look.
            """,
        subcommands: [InitThemeCommand.self, CheckThemeCommand.self, PreviewThemeCommand.self])
}

/// The folder that theme commands use.
struct ThemeFolderArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("The theme's folder (default: theme in the library).", valueName: "dir"))
    var folder: String?

    @OptionGroup var library: LibraryOptions

    var path: String { folder ?? "\(library.path)/\(ThemeFolder.name)" }
}

/// `explore theme init`
struct InitThemeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a starter theme; existing files are kept.")

    @OptionGroup var place: ThemeFolderArguments

    func run() throws {
        let written = try ThemeStart.write(to: place.path)
        for path in written { Terminal.print("\(path): written") }
        if written.isEmpty { Terminal.print("\(place.path): already has all files") }
    }
}

/// `explore theme check`
struct CheckThemeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "List what a theme changes, and what is missing, low in contrast or too long.",
        discussion: """
            Exit status 1 when there are findings, 2 when the theme cannot be used: then there is a line for each fault, with \
            the file, the key, the value and what was expected.
            """)

    @OptionGroup var place: ThemeFolderArguments

    @Flag(help: "List the ids of all texts with the English texts instead.")
    var ids = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        let interface = try InterfaceTexts(try ViewerBundle())
        if ids { return list(interface) }
        let folder = ThemeFolder(place.path)
        let theme: InstitutionTheme
        do throws(SourceFaults) {
            theme = try InstitutionTheme(in: folder, interface: interface)
        } catch {
            for line in error.lines { Terminal.printError("\(folder.path)/\(line)") }
            throw ExitCode(2)
        }
        let report = ThemeReport(of: theme, interface: interface)
        if output.json { Terminal.print(report.json) } else { for line in lines(report) { Terminal.print(line) } }
        if !report.findings.isEmpty { throw ExitCode(1) }
    }

    private func lines(_ report: ThemeReport) -> [String] {
        var lines = ["Customised: \(report.customised.isEmpty ? "nothing" : "")".trimmingCharacters(in: .whitespaces)]
        lines += report.customised.map { "  \($0)" }
        if !report.untouched.isEmpty { lines += ["Not customised: \(report.untouched.joined(separator: ", "))"] }
        for kind in ThemeReport.Kind.allCases {
            let group = report.findings.filter { $0.kind == kind }
            if group.isEmpty { continue }
            lines += ["", "\(kind.heading): \(group.count)"]
            for finding in group { lines += ["  \(finding.message)", "    → \(finding.remedy)"] }
        }
        return lines + (report.findings.isEmpty ? ["", "\(place.path): nothing found"] : [])
    }

    private func list(_ interface: InterfaceTexts) {
        let texts = interface.ids.map { ($0, interface.text($0, in: "en")) }
        if output.json {
            return Terminal.print(.object(texts.map { ($0, JSON($1)) }))
        }
        for (id, text) in texts { Terminal.print("\(id)  \(text?.all.joined(separator: " | ") ?? "")") }
    }
}

/// `explore theme preview`
struct PreviewThemeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Serve the library with a theme, to this machine only; changes show within a second.")

    @OptionGroup var place: ThemeFolderArguments

    @Option(help: ArgumentHelp("The port to listen on; 0 for any free port.", valueName: "number"))
    var port = 8090

    func run() async throws {
        guard ThemeFolder(place.path).exists else {
            throw ThemeStartError(
                path: place.path, reason: "has no theme.json, expected a folder that `explore theme init` makes")
        }
        let serve = try ServeCommand.parse([
            "--theme", place.path, "--port", String(port), "--drafts", "--library", place.library.path,
        ])
        try await serve.run()
    }
}

extension ThemeReport.Kind {
    fileprivate var heading: String {
        switch self {
        case .missing: "Missing"
        case .contrast: "Low in contrast"
        case .length: "Too long for its place"
        }
    }
}

extension ThemeReport {
    /// The report as printed by `--json`.
    fileprivate var json: JSON {
        .object([
            ("customised", .strings(customised)),
            ("untouched", .strings(untouched)), ("total", .int(findings.count)),
            (
                "findings",
                .array(
                    findings.map { finding in
                        .object([
                            ("kind", .string(finding.kind.rawValue)), ("message", .string(finding.message)),
                            ("remedy", .string(finding.remedy)),
                        ])
                    })
            ),
        ])
    }
}
