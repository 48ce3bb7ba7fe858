import Foundation
import TestSupport
import Testing

/// The output of `explore help` is asserted word for word: help.txt contains the text of every command.
///
/// After an intended change, regenerate it: `Tests/CommandTests/help.sh .build/debug/explore`.
@Suite(.ownThreads) struct HelpTests {
    @Test func `the help of every command equals help.txt`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "help.txt")
        let expected = try String(contentsOf: file, encoding: .utf8)
        var text = ""
        for command in try Self.commands() {
            let run = try CommandLineRun(["help"] + command, environment: ["COLUMNS": "80"])
            #expect(run.status == 0)
            text += "$ explore help \(command.joined(separator: " "))\n\(run.output)\n"
        }
        let lines = [text, expected].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        // Report only the first line that differs.
        for (line, other) in zip(lines[0], lines[1]) where line != other { return #expect(line == other) }
        #expect(lines[0].count == lines[1].count)
    }

    /// Returns the top level and the commands that it lists.
    private static func commands() throws -> [[String]] {
        let help = try CommandLineRun(["help"], environment: ["COLUMNS": "80"]).output
        let list = help.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.dropFirst()
        let names = list.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  See ") }
        return [[]] + names.compactMap { $0.split(separator: " ").first.map { [String($0)] } }
    }
}
