import Foundation
import TestSupport
import Testing

/// The files and folders that commands write.
@Suite(.ownThreads) struct OutputFileTests {
    /// Creates a folder with a library and, in `charter`, the source of its document.
    private static func library() throws -> Scratch {
        let scratch = try Scratch()
        try CheckFixture().write(to: scratch)
        try #require(try CommandLineRun(["add", "charter"], library: scratch).status == 0)
        return scratch
    }

    @Test(arguments: [
        ["slice", "charter/scan.tif", "-o"], ["texts", "export", "charter", "-o"],
        ["lines", "charter/scan.tif", "--alto"], ["clause", "charter", "1", "--image"],
        ["check", "./charter", "--image"], ["export", "charter", "--format", "site"],
        ["export", "charter", "--format", "csv"],
    ])
    func `an output does not replace a pipe, a device or a link`(arguments: [String]) throws {
        let scratch = try Self.library()
        let name = arguments.contains("--image") ? "out.png" : "out.zip"
        try #require(mkfifo(scratch.path(name), 0o600) == 0)
        let run = try CommandLineRun(arguments + [name], library: scratch)
        #expect(run.status == 2 && run.errors.count == 1, "\(run)")
        #expect(run.errors.first?.hasPrefix("explore: \(name): ") == true)
        func isRegular() throws -> Bool {
            let type = try FileManager.default.attributesOfItem(atPath: scratch.path(name))[.type]
            return type as? FileAttributeType == .typeRegular
        }
        #expect(try !isRegular())
        // A link to standard output, like /dev/stdout.
        unlink(scratch.path(name))
        try FileManager.default.createSymbolicLink(atPath: scratch.path(name), withDestinationPath: "/dev/stdout")
        #expect(try CommandLineRun(arguments + [name], library: scratch).status == 2)
        #expect(try !isRegular())
    }

    @Test(arguments: [
        ["slice", "charter/scan.tif", "-o", "./charter/scan.tif"],
        ["lines", "charter/scan.tif", "--alto", "charter/../charter/scan.tif"],
        ["check", "./charter", "--image", "charter/scan.tif"],
    ])
    func `an output does not replace the scan that is read`(arguments: [String]) throws {
        let scratch = try Self.library()
        let scan = scratch.folder.appending(path: "charter/scan.tif")
        let before = try Data(contentsOf: scan)
        let run = try CommandLineRun(arguments, library: scratch)
        #expect(run.status == 2 && run.errorOutput.contains("is read by this command"), "\(run)")
        #expect(try Data(contentsOf: scan) == before)
    }

    @Test func `a site is exported as an archive in place of a former one, and of no other file`() throws {
        let scratch = try Self.library()
        let export = ["export", "charter", "site.zip", "--format", "site"]
        try scratch.write("Not a site.", to: "site.zip")
        let refused = try CommandLineRun(export, library: scratch)
        #expect(refused.status == 2 && refused.errorOutput.contains("exists already and is not a site"), "\(refused)")
        let file = scratch.folder.appending(path: "site.zip")
        #expect(try Data(contentsOf: file) == Data("Not a site.".utf8))
        try FileManager.default.removeItem(at: file)
        for _ in 1...2 { #expect(try CommandLineRun(export, library: scratch).status == 0) }
    }

    @Test func `a site with PDFs is exported with any name of the temporary folder`() throws {
        let scratch = try Self.library()
        let temporary = scratch.folder.appending(path: "für t%20mp", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        let run = try CommandLineRun(
            ["export", "charter", "site", "--format", "site", "--pdf"], library: scratch,
            environment: ["TMPDIR": temporary.path])
        #expect(run.status == 0, "\(run)")
        #expect(scratch.files().contains("site/api/documents/charter/download.pdf"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
    }

    @Test func `the name of a folder may end in slashes, but may not be that of the current folder`() throws {
        let scratch = try Self.library()
        try #require(try CommandLineRun(["backup", "save", "backups"], library: scratch).status == 0)
        for (arguments, file) in [
            (["export", "charter"], "document.json"), (["backup", "restore", "backups"], "library.sqlite"),
        ] {
            let name = arguments.joined(separator: "-")
            let made = try CommandLineRun(arguments + ["\(name)//"], library: scratch)
            #expect(made.status == 0 && scratch.files().contains("\(name)/\(file)"), "\(made)")
            try scratch.write("", to: "empty-\(name)/file")
            try FileManager.default.removeItem(atPath: scratch.path("empty-\(name)/file"))
            for dots in [".", "./", "../empty-\(name)/."] {
                let run = try CommandLineRun(
                    arguments.map { $0 == "backups" ? "../backups" : $0 } + [dots], library: scratch,
                    directory: scratch.folder.appending(path: "empty-\(name)"))
                #expect(run.status == 2 && run.errorOutput.contains("expected the folder's own name"), "\(run)")
            }
            #expect(!scratch.files().contains { $0.hasPrefix("empty-\(name)/") })
        }
    }

    @Test func `only a backup creates the folder of backups`() throws {
        let scratch = try Self.library()
        for arguments in [["list", "typo"], ["verify", "typo"], ["prune", "typo"], ["restore", "typo", "restored"]] {
            let run = try CommandLineRun(["backup"] + arguments, library: scratch)
            #expect(run.status == 2 && run.errors.count == 1, "\(run)")
            #expect(
                run.errorOutput.contains("typo: no backups here") && run.errorOutput.contains("`explore backup save`"))
        }
        let planned = try CommandLineRun(["backup", "save", "typo", "--dry-run"], library: scratch)
        #expect(planned.status == 0 && planned.output.contains("would write"), "\(planned)")
        #expect(!scratch.files().contains("typo"))
        // An empty folder has no backups either.
        try scratch.write("", to: "place/.hidden")
        #expect(
            try CommandLineRun(["backup", "list", "place"], library: scratch).errorOutput.contains("no backups here"))
        #expect(try CommandLineRun(["backup", "save", "place"], library: scratch).status == 0)
        #expect(try CommandLineRun(["backup", "save", "new/folder"], library: scratch).status == 0)
        #expect(try CommandLineRun(["backup", "list", "new/folder"], library: scratch).status == 0)
    }

    @Test func `a single dropped backup is not reported as several`() throws {
        let scratch = try Self.library()
        let save = ["backup", "save", "place", "--keep", "1"]
        try #require(try CommandLineRun(["backup", "save", "place"], library: scratch).status == 0)
        try #require(try CommandLineRun(["add", "charter/scan.tif", "--id", "other"], library: scratch).status == 0)
        try #require(try CommandLineRun(["backup", "save", "place"], library: scratch).status == 0)
        let planned = try CommandLineRun(save + ["--dry-run"], library: scratch)
        #expect(planned.output.hasSuffix("; 1 former backup would no longer be kept\n"), "\(planned)")
        let done = try CommandLineRun(save, library: scratch)
        #expect(done.output.hasSuffix("; 1 former backup no longer kept\n"), "\(done)")
    }
}
