import Foundation
import TestSupport
import Testing

@Suite("explore history, restore and backup", .ownThreads) struct HistoryCommandTests {
    /// Creates a library with two versions of a document, which differ in the title.
    static func library() throws -> Scratch {
        let scratch = try Scratch()
        let source = scratch.folder.appending(path: "charter")
        try FileManager.default.createDirectory(
            at: source.appending(path: "texts"), withIntermediateDirectories: true)
        let header = """
            { "id": "charter", "title": "Charter", "language": "en", "languages": ["en"], "status": "published",
              "pages": [ { "image": "scan.tif" } ] }
            """
        let clause = #"[{ "id": "1", "number": "1", "regions": [{ "page": 1, "polygon": [[0,0],[9,0],[9,9]] }] }]"#
        try Data(header.utf8).write(to: source.appending(path: "document.json"))
        try Data(clause.utf8).write(to: source.appending(path: "clauses.json"))
        let scan = PlainTIFF.bytes(width: 40, height: 30, pixels: Data(repeating: 90, count: 3600))
        try Data(scan).write(to: source.appending(path: "scan.tif"))
        for title in ["Peace", "War"] {
            try Data(#"{ "1": { "title": "\#(title)" } }"#.utf8).write(to: source.appending(path: "texts/en.json"))
            let run = try CommandLineRun(["add", "charter"], library: scratch)
            try #require(run.status == 0, "\(run.errorOutput)")
        }
        return scratch
    }

    @Test func `versions are listed and restored`() throws {
        let scratch = try Self.library()
        let history = try CommandLineRun(["history", "charter"], library: scratch)
        let lines = history.output.split(separator: "\n")
        #expect(history.status == 0 && lines.count == 3)
        #expect(lines[0].hasPrefix("version 2, 20") && lines[0].hasSuffix("Z, from charter, served"))
        #expect(lines[1] == "  changed: 1 (en.title)")
        #expect(lines[2].hasPrefix("version 1, 20") && lines[2].hasSuffix("Z, from charter"))

        let restored = try CommandLineRun(["restore", "charter", "1"], library: scratch)
        #expect(restored.output == "charter: version 1 restored, as version 3\n")
        #expect(try CommandLineRun(["clause", "charter", "1"], library: scratch).output.contains("Peace"))
        let again = try CommandLineRun(["restore", "charter", "1"], library: scratch)
        #expect(again.status == 0 && again.output == "charter: already equals version 1\n")
        let json = try CommandLineRun(["history", "charter", "--json"], library: scratch).json()
        #expect(json["total"] as? Int == 3)

        let none = try CommandLineRun(["restore", "charter", "9"], library: scratch)
        #expect(none.status == 2 && none.errors == ["explore: no version 9 of charter, expected a number from 1 to 3"])
    }

    @Test func `a version whose scan is missing is neither restored nor backed up`() throws {
        let scratch = try Self.library()
        let originals = scratch.folder.appending(path: "library/originals")
        let scan = try #require(try FileManager.default.contentsOfDirectory(atPath: originals.path()).first)
        try FileManager.default.removeItem(at: originals.appending(path: scan))
        let run = try CommandLineRun(["restore", "charter", "1"], library: scratch)
        #expect(run.status == 2 && run.errors.count == 1 && run.errors[0].contains(scan))
        #expect(try CommandLineRun(["clause", "charter", "1"], library: scratch).output.contains("War"))
        let backup = try CommandLineRun(["backup", "copy"], library: scratch)
        #expect(backup.status == 2 && backup.errors.count == 1 && backup.errors[0].contains(scan))
        #expect(scratch.files().allSatisfy { !$0.hasPrefix("copy") })
    }

    @Test func `a backup is a complete library with all versions, scans and tiles`() throws {
        let scratch = try Self.library()
        let run = try CommandLineRun(["backup", "copy"], library: scratch)
        #expect(run.status == 0 && run.output.hasPrefix("copy: 3 files, "), "\(run.output)\(run.errorOutput)")
        try FileManager.default.removeItem(at: scratch.folder.appending(path: "library"))
        let copy = ["--library", "copy"]
        #expect(try CommandLineRun(["history", "charter"] + copy, library: scratch).output.contains("version 1"))
        #expect(try CommandLineRun(["restore", "charter", "1"] + copy, library: scratch).status == 0)
        let export = try CommandLineRun(["export", "charter", "out"] + copy, library: scratch)
        #expect(export.status == 0)
        let scans = try ["charter", "out"].map {
            try Data(contentsOf: scratch.folder.appending(path: "\($0)/scan.tif"))
        }
        #expect(scans[0] == scans[1])

        let occupied = try CommandLineRun(["backup", "out"] + copy, library: scratch)
        #expect(occupied.status == 2 && occupied.errors[0].contains("exists already"))
        try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: "empty")
        try FileManager.default.createDirectory(atPath: scratch.path("empty"), withIntermediateDirectories: false)
        let link = try CommandLineRun(["backup", "link"] + copy, library: scratch)
        #expect(link.status == 2 && link.errors[0].contains("link: cannot be replaced (Not a directory)"))
    }
}

@Suite("explore texts", .ownThreads) struct TextsCommandTests {
    @Test func `texts are exported as a table and imported from it`() throws {
        let scratch = try HistoryCommandTests.library()
        let export = try CommandLineRun(["texts", "export", "charter"], library: scratch)
        #expect(export.status == 0)
        let lines = export.output.split(separator: "\r\n")
        #expect(lines[0] == "\u{FEFF}clause,number,check,en title,en translation,en context,en transcription")
        #expect(lines.count == 2 && lines[1].hasPrefix("1,1,") && lines[1].hasSuffix(",War,,,"))

        let table = scratch.folder.appending(path: "texts.csv")
        try Data(export.output.replacing("War", with: "\"Truce; or, peace\"").utf8).write(to: table)
        let run = try CommandLineRun(["texts", "import", "charter", "texts.csv"], library: scratch)
        #expect(run.status == 0 && run.output == "charter: 1 text of 1 clause changed, version 3\n")
        #expect(try CommandLineRun(["clause", "charter", "1"], library: scratch).output.contains("Truce; or, peace"))

        let stale = try CommandLineRun(["texts", "import", "charter", "texts.csv"], library: scratch)
        #expect(stale.status == 2 && stale.errors.count == 1 && stale.errors[0].contains("changed since"))
        let partial = try CommandLineRun(["texts", "import", "charter", "texts.csv", "--partial"], library: scratch)
        #expect(partial.status == 1 && partial.errors == stale.errors)
        let none = try CommandLineRun(["texts", "import", "charter", "no.csv"], library: scratch)
        #expect(none.status == 2 && none.errors.count == 1 && none.errors[0].contains("no.csv"))
    }
}
