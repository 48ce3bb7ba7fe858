import ClauseStore
import Foundation
import TestSupport
import Testing

@Suite("explore verify", .ownThreads) struct VerifyCommandTests {
    private func files(_ folder: String, in scratch: Scratch) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: scratch.folder.appending(path: "library/\(folder)"), includingPropertiesForKeys: nil)
    }

    @Test func `an intact library has no faults`() throws {
        let scratch = try HistoryCommandTests.library()
        let run = try CommandLineRun(["verify"], library: scratch)
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(
            run.output.hasPrefix("1 document, 2 files, ") && run.output.hasSuffix(": intact\n"), "\(run.output)")
        let json = try CommandLineRun(["verify", "--json"], library: scratch).json()
        #expect(json["total"] as? Int == 0 && json["files"] as? Int == 2 && json["documents"] as? Int == 1)
    }

    @Test(arguments: ["originals", "pyramids"])
    func `changed bytes of scans and tiles, and missing files, are found`(_ folder: String) throws {
        let scratch = try HistoryCommandTests.library()
        let file = try #require(try files(folder, in: scratch).first)
        let sound = try Data(contentsOf: file)
        // Bytes of the first and last tile in a pyramid: a JPEG begins with FF D8 FF.
        let mark = Data([0xFF, 0xD8, 0xFF])
        let places =
            folder == "originals"
            ? [0, sound.count / 2, sound.count - 1]
            : [
                try #require(sound.range(of: mark)?.upperBound),
                try #require(sound.range(of: mark, options: .backwards)?.upperBound),
            ]
        var found = 0
        for place in places {
            var bytes = sound
            bytes[place] ^= 0x20
            try bytes.write(to: file)
            let run = try CommandLineRun(["verify"], library: scratch)
            if run.status == 1 { found += 1 }
            #expect(run.status == 0 || run.output.contains("\(folder)/\(file.lastPathComponent): "), "\(run.output)")
        }
        #expect(found == places.count)
        try sound.dropLast(10).write(to: file)
        let cut = try CommandLineRun(["verify"], library: scratch)
        #expect(cut.status == 1 && cut.output.contains("(charter)"))
        try FileManager.default.removeItem(at: file)
        let missing = try CommandLineRun(["verify"], library: scratch)
        #expect(missing.status == 1)
        #expect(missing.output.contains("\(folder)/\(file.lastPathComponent): missing (charter)\n"))
        #expect(missing.output.hasSuffix(": 1 fault\n"))
    }

    /// Closing a second descriptor of a file releases the process's locks, which keep others from removing the log.
    @Test func `a check does not hide later writes of other programs`() throws {
        let scratch = try HistoryCommandTests.library()
        let store = try ClauseStore(path: scratch.path("library/library.sqlite"), access: .readOnly)
        for count in 1...6 {
            #expect(store.structuralFaults() == [])
            let run = try CommandLineRun(["token", "create", "--all", "--label", "\(count)"], library: scratch)
            #expect(run.status == 0, "\(run.errorOutput)")
            #expect(try store.tokens().count == count)
            #expect(try store.documents().count == 1)
        }
    }
}
