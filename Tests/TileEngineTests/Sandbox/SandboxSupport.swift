import Foundation

@testable import TileEngine

extension ScanPolicy {
    /// The program that the build placed beside the tests.
    static let builtProgram = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "explore").path()

    /// Decodes everything in a child, as the program does.
    static let isolated = {
        var policy = ScanPolicy(allowing: Set(ScanFormat.allCases), isolatesAll: true)
        policy.program = [builtProgram, "decode-scan"]
        return policy
    }()

    /// Returns a policy that decodes everything in a hostile child, which is a shell script. Its first argument is the
    /// task.
    static func script(_ text: String, in folder: TemporaryFolder) throws -> ScanPolicy {
        var policy = isolated
        policy.program = ["/bin/sh", try folder.writing(Array(text.utf8), to: "child.sh")]
        return policy
    }
}
