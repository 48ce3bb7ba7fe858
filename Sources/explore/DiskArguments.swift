import ArgumentParser

/// What a server may take of the disk.
struct DiskArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How much of the disk may be taken by what is made from the database to answer faster.",
            discussion: "What was not used for the longest time is removed first.", valueName: "bytes"))
    var indexBytes = 2 << 30

    func validate() throws {
        guard indexBytes >= 0 else { throw ValidationError("--index-bytes is \(indexBytes), expected 0 or more") }
    }
}
