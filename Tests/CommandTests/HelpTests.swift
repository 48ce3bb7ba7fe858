import Foundation
import TestSupport
import Testing

/// What `explore help` says is asserted word for word: help.txt beside this file holds the text of every command.
///
/// After a change that is meant, write it anew: `Tests/CommandTests/help.sh .build/debug/explore`.
@Suite(.ownThreads) struct HelpTests {
    @Test func `the help of every command is as it is written down`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "help.txt")
        let expected = try String(contentsOf: file, encoding: .utf8)
        var text = ""
        for command in try Self.commands() {
            let run = try CommandLineRun(["help"] + command, environment: ["COLUMNS": "80"])
            #expect(run.status == 0)
            text += "$ explore help \(command.joined(separator: " "))\n\(run.output)\n"
        }
        let lines = [text, expected].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        // The first line that differs says enough.
        for (line, other) in zip(lines[0], lines[1]) where line != other { return #expect(line == other) }
        #expect(lines[0].count == lines[1].count)
    }

    /// The top level, and the commands that it lists.
    private static func commands() throws -> [[String]] {
        let help = try CommandLineRun(["help"], environment: ["COLUMNS": "80"]).output
        let list = help.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.dropFirst()
        let names = list.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  See ") }
        return [[]] + names.compactMap { $0.split(separator: " ").first.map { [String($0)] } }
    }
}
