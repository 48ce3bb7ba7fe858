import ArgumentParser

/// Which objects to delete.
struct PruneArguments: ParsableArguments {
    /// In ordinary operation no publication takes longer than this, and no replica falls behind by more.
    private static let leastHours = 1.0
    private static let standardHours = 24.0

    @Option(help: ArgumentHelp("Minimum age of deleted objects, in hours: 1 or more.", valueName: "hours"))
    var grace = PruneArguments.standardHours

    @Flag(
        help: """
            Delete what is unused whatever its age, as for a takedown. Replicas that have not followed yet lose what they \
            serve.
            """)
    var now = false

    @Flag(help: "Delete nothing; show what would be deleted.")
    var dryRun = false

    var graceSeconds: Double { now ? 0 : grace * 3600 }

    func validate() throws {
        guard (Self.leastHours...1e6).contains(grace) else {
            throw ValidationError("--grace is \(grace), expected 1 to 1000000 hours; --now deletes at once")
        }
        guard !now || grace == Self.standardHours else {
            throw ValidationError("--grace cannot be combined with --now")
        }
    }
}
