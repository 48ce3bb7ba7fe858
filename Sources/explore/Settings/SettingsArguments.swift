import ArgumentParser

/// Where the settings come from that the command line does not have. What they say is put into the command line before it
/// is parsed (``ServeSettings``), so that these two have no more to do here than to be known.
struct SettingsArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with settings (default: $EXPLORE_CONFIG), see docs/configuration.md.",
            discussion: "The command line overrides EXPLORE_… variables, which override the file.", valueName: "file")
    )
    var config: String?

    @Flag(help: "Print all settings with their sources, and exit.")
    var printConfig = false

    @Flag(help: ArgumentHelp("Print the table of docs/configuration.md.", visibility: .hidden))
    var printSettingsTable = false

    /// What is to be printed instead of serving, if anything.
    func printing(_ settings: ServeSettings) -> String? {
        if printSettingsTable { return ServeSetting.all.map { $0.row + "\n" }.joined() }
        return printConfig ? settings.listing : nil
    }
}
