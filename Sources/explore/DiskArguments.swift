import ArgumentParser

/// What a server may take of the disk.
struct DiskArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Disk space for indexes derived from the database.",
            discussion: "The least recently used are removed first.", valueName: "bytes"))
    var indexBytes = 2 << 30

    func validate() throws {
        guard indexBytes >= 0 else { throw ValidationError("--index-bytes is \(indexBytes), expected 0 or more") }
    }
}
