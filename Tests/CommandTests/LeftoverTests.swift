import DocumentLibrary
import Foundation
import TestSupport
import Testing

@Suite(.ownThreads) struct LeftoverTests {
    @Test func `add removes partial files of a killed program`() throws {
        let scratch = try Scratch()
        try CheckFixture().write(to: scratch)
        let left = ["library/originals/abc.jpg.partial-999999", "library/pyramids/abc.szi.partial-999999-1"]
        for name in left { try scratch.write("half", to: name) }
        let run = try CommandLineRun(["add", "charter"], library: scratch)
        #expect(run.status == 0, "\(run.errorOutput)")
        let files = scratch.files()
        #expect(!files.contains { $0.contains("partial") })
        #expect(files.count { $0.hasPrefix("library/originals/") || $0.hasPrefix("library/pyramids/") } == 2)
    }

    /// Files that a killed program can leave in a library and beside a backup, and foreign files.
    private static let left = [
        "library/originals/abc.jpg.partial-999999", "library/pyramids/abc.szi.partial-999999-1",
        "library/pyramids/abc.szi.partial-999999-1.spool", "library/library.sqlite.version-1.partial-999999",
        "library/library.sqlite.version-1.partial-999999-journal",
        "library/library.sqlite-indexes/1-1-0-3.answers.partial-999999-1",
        "library/originals/\(String(repeating: "0a", count: 32)).jpg",
        "library/pyramids/\(String(repeating: "0a", count: 16))-jpeg-85-444-256.szi",
    ]
    private static let notOurs = ["library/originals/notes.txt", "library/pyramids/readme", "library/notes.partial-1"]

    @Test func `a starting server removes files of killed programs, and no foreign files`() throws {
        let scratch = try Scratch()
        try CheckFixture().write(to: scratch)
        #expect(try CommandLineRun(["add", "charter"], library: scratch).status == 0)
        let before = Set(scratch.files())
        for name in Self.left + Self.notOurs { try scratch.write("half", to: name) }
        let server = try RunningServer(library: scratch.path("library"))
        // The sweep starts after the server is ready.
        let expected = before.union(Self.notOurs).subtracting(Self.volatile)
        let end = Date(timeIntervalSinceNow: 60)
        while Set(scratch.files()).subtracting(Self.volatile) != expected, Date() < end { usleep(20_000) }
        #expect(Set(scratch.files()).subtracting(Self.volatile) == expected)
        #expect(server.isRunning)
    }

    /// Runs the sweep of a starting server synchronously.
    private static func sweep(_ scratch: Scratch) throws {
        try Library(path: scratch.path("library"), access: .read).sweep()
    }

    @Test func `a sweep removes no files while another program changes the library`() throws {
        let scratch = try Scratch()
        try CheckFixture().write(to: scratch)
        #expect(try CommandLineRun(["add", "charter"], library: scratch).status == 0)
        for name in Self.left { try scratch.write("half", to: name) }
        let descriptor = open(scratch.path("library/.lock"), O_RDWR)
        try #require(flock(descriptor, LOCK_EX) == 0)
        try Self.sweep(scratch)
        // Another program may remove files that are derived from the database.
        let files = Self.left.filter { !$0.contains("-indexes/") }
        #expect(Set(scratch.files()).isSuperset(of: files))
        close(descriptor)
        try Self.sweep(scratch)
        #expect(Set(scratch.files()).isDisjoint(with: files))
    }

    @Test func `add and a sweep remove no files while another program adds`() throws {
        let scratch = try Scratch()
        try CheckFixture().write(to: scratch)
        try scratch.write("", to: "library/.adding")
        for name in Self.left { try scratch.write("half", to: name) }
        let descriptor = open(scratch.path("library/.adding"), O_RDWR)
        try #require(flock(descriptor, LOCK_SH) == 0)
        #expect(try CommandLineRun(["add", "charter"], library: scratch).status == 0)
        try Self.sweep(scratch)
        // Only the files of scans belong to an addition in progress.
        let scans = Self.left.filter { $0.contains("/originals/") || $0.contains("/pyramids/") }
        #expect(Set(scratch.files()).isSuperset(of: scans))
        close(descriptor)
        #expect(try CommandLineRun(["add", "charter"], library: scratch).status == 0)
        #expect(Set(scratch.files()).isDisjoint(with: Self.left))
    }

    @Test func `add removes files that belong to no document`() throws {
        let scratch = try Scratch()
        try CheckFixture().write(to: scratch)
        for name in Self.left + Self.notOurs { try scratch.write("half", to: name) }
        #expect(try CommandLineRun(["add", "charter"], library: scratch).status == 0)
        #expect(Set(scratch.files()).isDisjoint(with: Self.left))
        #expect(Set(scratch.files()).isSuperset(of: Self.notOurs))
        let run = try CommandLineRun(["verify"], library: scratch)
        #expect(run.status == 0, "\(run.errorOutput)")
    }

    @Test func `a backup removes partial files of a killed backup`() throws {
        let scratch = try Scratch()
        try CheckFixture().write(to: scratch)
        #expect(try CommandLineRun(["add", "charter"], library: scratch).status == 0)
        for name in ["copy.partial-999999/library.sqlite", "copy.partial-other/mine", "copies.partial-1/mine"] {
            try scratch.write("half", to: name)
        }
        let run = try CommandLineRun(["backup", scratch.path("copy")], library: scratch)
        #expect(run.status == 0, "\(run.errorOutput)")
        let names = scratch.files().filter { $0.hasPrefix("cop") && !$0.hasPrefix("copy/") }
        #expect(
            Set(names) == [
                "copy", "copy.partial-other", "copy.partial-other/mine", "copies.partial-1", "copies.partial-1/mine",
            ])
    }

    @Test func `serving an image removes temporary libraries of killed servers`() throws {
        let scratch = try Scratch()
        try CheckFixture().write(to: scratch)
        for name in ["tmp/explore-serving-1/library.sqlite", "tmp/explore-serving-2/mine", "tmp/other/mine"] {
            try scratch.write("half", to: name)
        }
        let descriptor = open(scratch.path("tmp/explore-serving-2"), O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX) == 0)
        let images = scratch.files().filter { $0.hasPrefix("charter/") && $0.contains("scan") }
        let image = try #require(images.first)
        // The program fails at once, because no machine has this address: https://www.rfc-editor.org/rfc/rfc5737
        let run = try CommandLineRun(
            ["serve", scratch.path(image), "--host", "192.0.2.1"], directory: scratch.folder,
            environment: ["TMPDIR": scratch.path("tmp")])
        #expect(run.status == 2, "\(run.errorOutput)")
        let left = scratch.files().filter { $0.hasPrefix("tmp/") && !$0.contains("vips") }
        #expect(left == ["tmp/explore-serving-2", "tmp/explore-serving-2/mine", "tmp/other", "tmp/other/mine"])
    }

    /// The files that exist while a database is open.
    private static let volatile = ["library/library.sqlite-wal", "library/library.sqlite-shm"]

    @Test func `add reports once that it waits for another program, and then continues`() throws {
        let scratch = try Scratch()
        try CheckFixture().write(to: scratch)
        try scratch.write("", to: "library/.lock")
        let descriptor = open(scratch.path("library/.lock"), O_RDWR)
        try #require(flock(descriptor, LOCK_EX) == 0)
        let process = Process()
        process.executableURL = CommandLineRun.program
        process.arguments = ["add", "charter", "--library", scratch.path("library")]
        process.currentDirectoryURL = scratch.folder
        let errorOutput = Pipe()
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errorOutput)
        try process.run()
        DispatchQueue.global().asyncAfter(deadline: .now() + 120) { if process.isRunning { process.terminate() } }
        // The program waits for the lock after printing that it does.
        var errorText = ""
        while !errorText.contains("another program is changing the library") {
            let bytes = errorOutput.fileHandleForReading.availableData
            guard !bytes.isEmpty else { break }
            errorText += String(decoding: bytes, as: UTF8.self)
        }
        #expect(process.isRunning)
        close(descriptor)
        errorText += String(decoding: errorOutput.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(errorText)")
        #expect(errorText.components(separatedBy: "another program is changing the library").count == 2, "\(errorText)")
    }
}
