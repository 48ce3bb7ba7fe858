import ArgumentParser

/// The arguments for a server's background checks.
struct CheckArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Interval between background checks of the whole library; 0 for never.",
            valueName: "seconds"))
    var checkInterval = 86_400

    func validate() throws {
        guard checkInterval >= 0 else {
            throw ValidationError("--check-interval is \(checkInterval), expected 0 or more seconds")
        }
    }
}
