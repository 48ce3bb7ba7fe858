import Foundation
import TestSupport
import Testing

/// What `explore remove` keeps, and `explore trash`.
@Suite("Trash", .ownThreads) struct TrashCommandTests {
    private static func added() throws -> Scratch {
        let scratch = try Scratch()
        try CaptureFolder.write(to: scratch.folder.appending(path: "sheet"))
        #expect(try CommandLineRun(["add", "sheet"], library: scratch).status == 0)
        return scratch
    }

    private static func files(_ scratch: Scratch) -> [String] {
        scratch.files().filter { $0.hasPrefix("library/originals/") || $0.hasPrefix("library/pyramids/") }.sorted()
    }

    @Test func `a removed document is listed in the trash and restored with its files`() throws {
        let scratch = try Self.added()
        let files = Self.files(scratch)
        let removal = try CommandLineRun(["remove", "sheet"], library: scratch)
        #expect(removal.output.hasPrefix("sheet: in the trash until 20") && removal.status == 0)
        #expect(removal.output.contains("explore trash restore sheet"))
        #expect(try CommandLineRun(["info", "sheet"], library: scratch).status == 2)
        #expect(Self.files(scratch) == files)
        #expect(try CommandLineRun(["verify"], library: scratch).status == 0)

        let list = try CommandLineRun(["trash", "list"], library: scratch)
        #expect(list.output.hasPrefix("sheet: 1 version, removed 20"))
        let documents = try CommandLineRun(["trash", "list", "--json"], library: scratch).json()["documents"]
        #expect((documents as? [[String: Any]])?.first?["id"] as? String == "sheet")

        let restored = try CommandLineRun(["trash", "restore", "sheet"], library: scratch)
        #expect(restored.output == "sheet: restored\n")
        #expect(try CommandLineRun(["at", "sheet", "100", "100"], library: scratch).status != 2)
        #expect(try CommandLineRun(["trash", "list"], library: scratch).output == "the trash is empty\n")
        #expect(try CommandLineRun(["verify"], library: scratch).status == 0)
        let none = try CommandLineRun(["trash", "restore", "sheet"], library: scratch)
        #expect(none.errors.first?.hasPrefix(#"explore: no document "sheet" in the trash"#) == true && none.status == 2)
    }

    @Test(arguments: [["remove", "sheet", "--now"], ["trash", "empty"], ["trash", "empty", "sheet"]])
    func `removing a document for good removes its files`(command: [String]) throws {
        let scratch = try Self.added()
        if command[0] == "trash" { #expect(try CommandLineRun(["remove", "sheet"], library: scratch).status == 0) }
        let run = try CommandLineRun(command, library: scratch)
        #expect(run.status == 0 && run.output.contains("for good"), "\(run.errorOutput)")
        #expect(Self.files(scratch) == [])
        #expect(try CommandLineRun(["trash", "list"], library: scratch).output == "the trash is empty\n")
    }

    @Test func `remove --now also removes the document's copies in the trash`() throws {
        let scratch = try Self.added()
        #expect(try CommandLineRun(["remove", "sheet"], library: scratch).status == 0)
        #expect(try CommandLineRun(["add", "sheet"], library: scratch).status == 0)
        #expect(try CommandLineRun(["remove", "sheet", "--now"], library: scratch).status == 0)
        #expect(Self.files(scratch) == [])
        #expect(try CommandLineRun(["remove", "sheet", "--now"], library: scratch).status == 2)
    }

    @Test func `at a terminal remove and trash empty ask for confirmation`() throws {
        let scratch = try Self.added()
        func response(_ text: String, _ arguments: String) throws -> (status: Int32, output: String) {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/script")
            let command = "'\(CommandLineRun.program.path)' \(arguments) --library '\(scratch.path("library"))'"
            process.arguments = ["-qefc", command, "/dev/null"]
            let (input, output) = (Pipe(), Pipe())
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data("\(text)\n".utf8))
            let bytes = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            try input.fileHandleForWriting.close()
            return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
        }
        let refused = try response("n", "remove sheet")
        #expect(refused.output.contains("to the trash? [y/N]") && refused.output.contains("nothing was removed"))
        #expect(refused.status == 1)
        #expect(try CommandLineRun(["info", "sheet"], library: scratch).status == 0)
        #expect(try response("y", "remove sheet").status == 0)
        #expect(try response("", "trash empty").output.contains("Remove 1 document for good? [y/N]"))
        #expect(!Self.files(scratch).isEmpty)
        #expect(try !response("", "trash empty --yes").output.contains("[y/N]"))
        #expect(Self.files(scratch) == [])
    }
}
