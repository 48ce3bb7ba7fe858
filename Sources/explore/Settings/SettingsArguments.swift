import ArgumentParser

/// The arguments for settings that are not on the command line. ``ServeSettings`` inserts them into the command line
/// before it is parsed, so they are declared here only for the parser.
struct SettingsArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with settings (default: $EXPLORE_CONFIG); see docs/configuration.md.",
            discussion: "The command line overrides EXPLORE_… variables, which override the file.", valueName: "file")
    )
    var config: String?

    @Flag(help: "Print all settings with their sources, and exit.")
    var printConfig = false

    @Flag(help: ArgumentHelp("Print the table of docs/configuration.md.", visibility: .hidden))
    var printSettingsTable = false

    /// Returns text to print instead of serving, or nil to serve.
    func printing(_ settings: ServeSettings) -> String? {
        if printSettingsTable { return ServeSetting.all.map { $0.row + "\n" }.joined() }
        return printConfig ? settings.listing : nil
    }
}
