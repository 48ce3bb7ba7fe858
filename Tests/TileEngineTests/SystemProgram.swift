import Foundation

/// A system program that a test compares with.
enum SystemProgram {
    /// Runs a program to its end.
    ///
    /// Unlike Foundation's `Process` it needs no run loop on the waiting thread, which may be one of the few that all
    /// tests share. Input and output are files, so that neither side can wait for the other.
    ///
    /// - Parameters:
    ///   - path: The program's path.
    ///   - arguments: Its arguments.
    ///   - input: The contents of standard input.
    /// - Returns: The exit status, or the negative number of the signal that ended it, and the standard output.
    /// - Throws: `POSIXError` if it cannot be started.
    static func run(
        _ path: String, _ arguments: [String], input: String = ""
    ) throws -> (status: Int32, output: String) {
        let folder = try TemporaryFolder()
        let (inputPath, outputPath) = (folder.file("input"), folder.file("output"))
        try Data(input.utf8).write(to: URL(filePath: inputPath))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, inputPath, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT, 0o600)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for copy in words + variables { free(copy) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, path, &actions, nil, &words, &variables)
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let output = try Data(contentsOf: URL(filePath: outputPath))
        return (
            status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F), String(decoding: output, as: UTF8.self)
        )
    }
}
