import Foundation

@testable import TileEngine

extension ScanPolicy {
    /// The program that the build put beside the tests.
    static let builtProgram = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "explore").path()

    /// Everything in a child, as the program would have it.
    static let isolated = {
        var policy = ScanPolicy(allowing: Set(ScanFormat.allCases), isolatesAll: true)
        policy.program = [builtProgram, "decode-scan"]
        return policy
    }()

    /// Everything in a child that is a shell script, and hostile. Its first argument is the task.
    static func script(_ text: String, in folder: TemporaryFolder) throws -> ScanPolicy {
        var policy = isolated
        policy.program = ["/bin/sh", try folder.writing(Array(text.utf8), to: "child.sh")]
        return policy
    }
}
