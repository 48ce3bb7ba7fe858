import ArgumentParser
import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import explore

/// Commands that are interrupted by a signal.
@Suite(.ownThreads) struct InterruptionTests {
    @Test(arguments: [
        ["check", "charter", "--fix"], ["edits", "publish", "charter"], ["texts", "import", "charter", "texts.csv"],
    ])
    func `a command that waits for another program says so, and can be interrupted`(arguments: [String]) throws {
        let scratch = try HistoryCommandTests.library()
        try scratch.write("clause,en context\n1,Of a table.\n", to: "texts.csv")
        let store = try Library(path: scratch.path("library"), access: .change).store
        let path = try #require(FieldPath("clauses/1/texts/en/title"))
        let operation = EditOperation(path: path, before: .string("War"), after: .string("Truce"))
        let edit = Edit(id: "e", revision: 0, label: "text", operations: [operation])
        _ = try store.apply(edit, to: "charter", editor: "Ada", at: Date())
        let descriptor = open(scratch.path("library/.lock"), O_RDWR | O_CREAT, 0o644)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX) == 0)

        let process = Process()
        process.executableURL = CommandLineRun.program
        process.arguments =
            arguments.map { $0 == "texts.csv" ? scratch.path($0) : $0 } + ["--library", scratch.path("library")]
        process.currentDirectoryURL = URL(filePath: "/")
        let errors = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        var text = ""
        while !text.contains("another program is changing the library; waiting for it\n") {
            let bytes = errors.fileHandleForReading.availableData
            try #require(!bytes.isEmpty, "\(text)")
            text += String(decoding: bytes, as: UTF8.self)
        }
        kill(process.processIdentifier, SIGINT)
        text += String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        #expect(text.hasSuffix("explore: interrupted; nothing was changed\n"), "\(text)")
        #expect(try store.versions(of: "charter").count == 2 && store.workingRevision(of: "charter") == 2)
    }

    @Test func `an interruption after --fix does not claim that nothing was changed`() throws {
        let scratch = try Scratch()
        try CheckFixture("[1120, 267], [80, 267]", "[1120, 267], [1120, 267], [80, 267]").write(to: scratch)
        let file = scratch.folder.appending(path: "charter/clauses.json")
        let before = try Data(contentsOf: file)
        let command = try CheckCommand.parse([scratch.path("charter"), "--fix"])
        #expect(throws: ExitCode(130)) {
            try command.run(isCancelled: { (try? Data(contentsOf: file)) != before })
        }
        #expect(try Data(contentsOf: file) != before)
        // Without a repair nothing was changed.
        #expect(throws: LibraryError.cancelled) { try command.run(isCancelled: { true }) }
    }

    @Test func `nohup protects a command from the end of its terminal`() throws {
        let scratch = try Scratch()
        let side = 3000
        try Data(
            PlainTIFF.bytes(width: side, height: side, pixels: Data(repeating: 90, count: side * side * 3))
        ).write(to: scratch.folder.appending(path: "scan.tif"))
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", "trap '' HUP; exec \"$0\" slice scan.tif -o scan.szi --format webp", CommandLineRun.program.path,
        ]
        process.currentDirectoryURL = scratch.folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Its partial file exists once it handles signals.
        let deadline = ContinuousClock.now + .seconds(60)
        while !scratch.files().contains(where: { $0.hasPrefix("scan.szi") }), .now < deadline { usleep(1000) }
        kill(process.processIdentifier, SIGHUP)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(scratch.files() == ["scan.szi", "scan.tif"])
    }
}
