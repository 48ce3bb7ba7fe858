import Foundation
import TestSupport
import Testing

/// Runs the README's examples and compares their output with the README.
///
/// A block that begins with ```` ```console ```` contains commands after `$ `, each followed by its output. A line `…`
/// in the output matches any number of lines, and `…` within a line any text.
@Suite(.ownThreads) struct ReadmeTests {
    private struct Example {
        let command: String
        let output: [String]
    }

    private static func examples() throws -> [Example] {
        let text = try String(contentsOf: CommandLineRun.repository.appending(path: "README.md"), encoding: .utf8)
        var examples: [Example] = []
        var isInBlock = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isInBlock = line == "```console"
            } else if isInBlock, line.hasPrefix("$ ") {
                examples.append(Example(command: String(line.dropFirst(2)), output: []))
            } else if isInBlock, let last = examples.popLast() {
                examples.append(Example(command: last.command, output: last.output + [String(line)]))
            }
        }
        return examples
    }

    /// Returns whether the output matches what is shown, in which `…` matches anything.
    private static func matches(_ output: [Substring], _ shown: [String]) -> Bool {
        guard let first = shown.first else { return output.isEmpty }
        if first == "…" {
            return output.indices.contains { matches(output[$0...].map(\.self), Array(shown.dropFirst())) }
                || matches([], Array(shown.dropFirst()))
        }
        guard let line = output.first else { return false }
        return matchesLine(line, first) && matches(Array(output.dropFirst()), Array(shown.dropFirst()))
    }

    private static func matchesLine(_ line: Substring, _ shown: String) -> Bool {
        let parts = shown.components(separatedBy: "…")
        guard parts.count > 1 else { return line == shown }
        var rest = line
        for (position, part) in parts.enumerated() {
            guard
                let found = position == 0
                    ? (rest.hasPrefix(part) ? rest.startIndex..<rest.index(rest.startIndex, offsetBy: part.count) : nil)
                    : (part.isEmpty ? rest.endIndex..<rest.endIndex : rest.range(of: part))
            else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.isEmpty
    }

    @Test func `each example gives the output that the README shows`() throws {
        let examples = try Self.examples()
        try #require(examples.count >= 8)
        let scratch = try Scratch()
        try Self.writeScans(scratch)
        var server: RunningServer?
        for example in examples {
            if example.command.hasPrefix("explore serve") || example.command.hasPrefix("make run") {
                server = try RunningServer(library: scratch.path("library"))
                continue
            }
            var command = example.command
            if let server { command = command.replacing("127.0.0.1:8080", with: "127.0.0.1:\(server.port)") }
            let run = try Self.shell(command, scratch: scratch)
            let output = run.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
                run.hasSuffix("\n") ? 1 : 0)
            #expect(Self.matches(Array(output), example.output), "$ \(command)\n\(run)")
        }
    }

    /// Writes the scans that the README assumes.
    private static func writeScans(_ scratch: Scratch) throws {
        for (number, name) in [
            "charters/1215/recto", "charters/1217/recto", "letters/page1", "letters/page2", "letters/page10",
        ].enumerated() {
            try scratch.scan("\(name).tif", shade: UInt8(100 + 20 * number), width: 1200, height: 800)
        }
        try scratch.alto("letters/page1.xml", words: ["Dear", "Sir"], width: 1200, height: 800)
        try scratch.write("not a scan", to: "letters/notes.txt")
        try scratch.pdf("register.pdf", pages: 12, width: 595.2, height: 841.92, step: 0)
    }

    /// Runs a line of the README in the repository, with the library and output files in the scratch folder.
    private static func shell(_ command: String, scratch: Scratch) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", command.replacing("/tmp/", with: scratch.path(""))]
        process.currentDirectoryURL = CommandLineRun.repository
        var variables = ProcessInfo.processInfo.environment
        variables["EXPLORE_LIBRARY"] = scratch.path("library")
        variables["PATH"] =
            CommandLineRun.program.deletingLastPathComponent().path() + ":" + (variables["PATH"] ?? "/usr/bin:/bin")
        process.environment = variables
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self).replacing(scratch.path(""), with: "/tmp/")
    }
}
