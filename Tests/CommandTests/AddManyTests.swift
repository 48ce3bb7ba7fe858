import Foundation
import TestSupport
import Testing

@Suite(.ownThreads) struct AddManyTests {
    /// Writes source folders with a scan each, some of them equal.
    private static func sources(_ count: Int, in scratch: Scratch) throws -> [String] {
        try (1...count).map { number in
            var fixture = CheckFixture()
            fixture.missingRows = [number % 6]
            fixture.files["document.json"] = fixture.files["document.json"]?.replacing(
                "\"charter\"", with: "\"charter-\(number)\"")
            try fixture.write(to: scratch, as: "charter-\(number)")
            return "charter-\(number)"
        }
    }

    private static func verbs(_ run: CommandLineRun) -> [String] {
        run.output.split(separator: "\n").map { line in
            line.split(separator: " ").prefix(2).joined(separator: " ")
        }
    }

    @Test
    func `many sources are added and reported in list order, and unchanged ones are left alone`()
        throws
    {
        let scratch = try Scratch()
        let sources = try Self.sources(12, in: scratch)
        let first = try CommandLineRun(["add", "--jobs", "4"] + sources, library: scratch)
        #expect(first.status == 0, "\(first.errorOutput)")
        #expect(Self.verbs(first) == sources.map { "\($0): added" })
        // Six scans differ; each is used by two documents.
        let files = scratch.files()
        #expect(files.count { $0.hasPrefix("library/originals/") } == 6)
        #expect(files.count { $0.hasPrefix("library/pyramids/") } == 6)
        #expect(!files.contains { $0.contains("partial") })
        try scratch.write(sources.joined(separator: "\n") + "\n\n", to: "list")
        let second = try CommandLineRun(["add", "--from", "list"], library: scratch)
        #expect(second.status == 0, "\(second.errorOutput)")
        #expect(Self.verbs(second) == sources.map { "\($0): unchanged" })
        let json = try CommandLineRun(["add", "--json", "--jobs", "3"] + sources.reversed(), library: scratch).json()
        let ids = (json["documents"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
        #expect(ids == sources.reversed() && json["total"] as? Int == 12)
        #expect(try CommandLineRun(["verify"], library: scratch).status == 0)
    }

    @Test func `sources that have a recording in common copy it once`() throws {
        let scratch = try Scratch()
        let sources = try Self.sources(4, in: scratch)
        func bytes(_ count: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } }
        // Five minutes, so that the copies take longer than all that differs between the sources.
        let count = 8_000 * 300
        let sound =
            Array("RIFF".utf8) + bytes(36 + count) + SoundFiles.wav[8..<40] + bytes(count)
            + [UInt8](repeating: 0x80, count: count)
        for source in sources {
            let folder = scratch.folder.appending(path: "\(source)/audio/en")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(sound).write(to: folder.appending(path: "1.wav"))
        }
        let run = try CommandLineRun(["add", "--jobs", "4"] + sources, library: scratch)
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(scratch.files().count { $0.hasPrefix("library/originals/") && $0.hasSuffix(".wav") } == 1)
        #expect(try CommandLineRun(["verify"], library: scratch).status == 0)
    }

    @Test func `after add the database is closed and its write-ahead log is removed`() throws {
        for jobs in 1...6 {
            let scratch = try Scratch()
            let sources = try Self.sources(jobs, in: scratch)
            let run = try CommandLineRun(["add", "--jobs", "\(jobs)"] + sources, library: scratch)
            #expect(run.status == 0, "\(run.errorOutput)")
            #expect(!scratch.files().contains("library/library.sqlite-wal"))
        }
    }

    @Test func `a source that fails stops no other and is reported in one line`() throws {
        let scratch = try Scratch()
        var sources = try Self.sources(5, in: scratch)
        try scratch.write("{", to: "charter-2/clauses.json")
        try scratch.write("no picture", to: "charter-4/scan.tif")
        sources.insert("nowhere", at: 1)
        let run = try CommandLineRun(["add", "--jobs", "2"] + sources, library: scratch)
        #expect(run.status == 2)
        #expect(Self.verbs(run) == ["charter-1: added", "charter-3: added", "charter-5: added"])
        let errors = run.errors.map(String.init)
        #expect(errors.count == 3, "\(run.errorOutput)")
        for (line, source) in zip(errors, ["nowhere", "charter-2", "charter-4"]) {
            #expect(line.hasPrefix("explore: ") && line.contains(source), "\(line)")
        }
        let list = try CommandLineRun(["list"], library: scratch).output
        #expect(list.split(separator: "\n").count == 3)
    }

    @Test func `no library is created for unreadable sources, and an invalid library is one error`() throws {
        let scratch = try Scratch()
        let run = try CommandLineRun(["add", "nowhere", "no-more"], library: scratch)
        #expect(run.status == 2 && run.errors.count == 2, "\(run.errorOutput)")
        #expect(!scratch.files().contains("library"))
        let sources = try Self.sources(3, in: scratch)
        try scratch.write(
            "no database, but long enough to be one: \(String(repeating: "x", count: 2_000))",
            to: "library/library.sqlite")
        let closed = try CommandLineRun(["add", "--jobs", "3"] + sources, library: scratch)
        #expect(closed.status == 2 && closed.errors.count == 1, "\(closed.errorOutput)")
        #expect(closed.errors.first?.contains("library.sqlite") == true)
    }

    @Test func `wrong arguments and invalid lists are reported`() throws {
        let scratch = try Scratch()
        for (arguments, expected) in [
            (["add"], "expected SOURCE or --from"), (["add", "--jobs", "0", "a"], "--jobs is 0"),
            (["add", "--from", "none"], "none: No such file"), (["add", "--from", "blank"], "blank: names no source"),
            (["add", "--from", "bytes"], "bytes: is not UTF-8"),
            (["add", "--from", "nul"], "nul: contains a NUL character, expected one path per line"),
            (["add", "--id", "x", "--from", "blank"], "--id"),
        ] {
            try scratch.write("\n  \n", to: "blank")
            try Data([0x61, 0xFF, 0x0A]).write(to: scratch.folder.appending(path: "bytes"))
            try scratch.write("one.jpg\0two.jpg\0", to: "nul")
            let run = try CommandLineRun(arguments, library: scratch)
            #expect(run.status == 2 && run.errorOutput.contains(expected), "\(arguments): \(run.errorOutput)")
        }
    }

    /// Adds sources until the first pyramid exists, then presses Ctrl-C; returns the program's status.
    private static func addAndInterrupt(_ sources: [String], in scratch: Scratch) throws -> Int32 {
        let process = Process()
        process.executableURL = CommandLineRun.program
        process.arguments = ["add", "--jobs", "2", "--library", scratch.path("library")] + sources
        process.currentDirectoryURL = scratch.folder
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let end = Date(timeIntervalSinceNow: 60)
        while !scratch.files().contains(where: { $0.hasPrefix("library/pyramids/") }), Date() < end { usleep(1_000) }
        kill(process.processIdentifier, SIGINT)
        _ = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus
    }

    @Test func `after Ctrl-C the library is intact, and running add again completes it`() throws {
        let scratch = try Scratch()
        let sources = try Self.sources(30, in: scratch)
        // The program may have finished before the signal, but hardly every time.
        var status = try Self.addAndInterrupt(sources, in: scratch)
        for _ in 0..<5 where status == 0 {
            try FileManager.default.removeItem(atPath: scratch.path("library"))
            status = try Self.addAndInterrupt(sources, in: scratch)
        }
        try #require(status == 130)
        #expect(!scratch.files().contains { $0.contains("partial") })
        #expect(try CommandLineRun(["verify"], library: scratch).status == 0)
        let again = try CommandLineRun(["add", "--jobs", "2"] + sources, library: scratch)
        #expect(again.status == 0, "\(again.errorOutput)")
        #expect(Self.verbs(again).count == 30)
        #expect(again.output.contains(": added"))
        #expect(scratch.files().count { $0.hasPrefix("library/originals/") } == 6)
        #expect(try CommandLineRun(["verify"], library: scratch).status == 0)
    }

    @Test func `list can be continued in parts, and its JSON equals that of add`() throws {
        let scratch = try Scratch()
        for number in 1...5 {
            try scratch.write(
                """
                {"id": "blank-\(number)", "title": {"en": "Sheet \(number)"}, "language": "la", "languages": ["en"],
                 "status": "published", "pages": [{"width": 100, "height": 100}]}
                """, to: "blank-\(number)/document.json")
        }
        let sources = (1...5).map { "blank-\($0)" }
        #expect(try CommandLineRun(["add"] + sources, library: scratch).status == 0)
        let two = try CommandLineRun(["list", "--limit", "2"], library: scratch)
        #expect(two.output.split(separator: "\n").count == 2)
        #expect(two.errors == ["explore: note: more of the 5 documents follow; continue with --after blank-2"])
        let rest = try CommandLineRun(["list", "--after", "blank-2"], library: scratch)
        #expect(rest.output.split(separator: "\n").map { $0.prefix(7) } == ["blank-3", "blank-4", "blank-5"])
        #expect(rest.errors.isEmpty)
        #expect(try CommandLineRun(["list", "--search", "sheet 4"], library: scratch).output.hasPrefix("blank-4 "))
        let part = try CommandLineRun(["list", "--limit", "2", "--json"], library: scratch).json()
        #expect(part["next"] as? String == "blank-2" && part["total"] as? Int == 5)
        let all = try CommandLineRun(["list", "--json"], library: scratch)
        let added = try CommandLineRun(["add", "--json"] + sources, library: scratch)
        // Written document by document, and all at once.
        #expect(all.output == added.output)
        let none = try CommandLineRun(["list", "--json", "--search", "nothing"], library: scratch)
        #expect(none.output == "{\n  \"total\": 0,\n  \"documents\": []\n}\n")
        for arguments in [["--limit", "0"], ["--limit", "1001"], ["--after", "a/b"]] {
            #expect(try CommandLineRun(["list"] + arguments, library: scratch).status == 2)
        }
    }
}
