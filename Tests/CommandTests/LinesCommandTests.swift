import Foundation
import TestSupport
import Testing

/// `explore add --alto … --clauses …` and `explore export --format page`.
@Suite(.ownThreads) struct LinesCommandTests {
    private let page: Scratch
    private let image: String
    private let lines = LinedPage.alto.path()

    init() throws {
        page = try Scratch()
        image = page.path("grant.tif")
        try LinedPage.writeScan(to: image)
    }

    @Test func `clauses of a table are added, exported as PAGE XML and imported again`() throws {
        let scratch = try Scratch()
        try scratch.write(
            """
            clause,first line,first word or x,last line,last word or x
            opening,1,,2,3
            gift,2,4,4,x=300

            """, to: "map.csv")
        let add = try CommandLineRun(
            ["add", image, "--alto", lines, "--clauses", scratch.path("map.csv")], library: scratch)
        #expect(add.status == 0, "\(add.errorOutput)")
        #expect(add.output.contains("2 clauses"))
        #expect(
            add.errors.contains { $0.contains("map.csv: no clause covers the lines 5 to 13") }, "\(add.errorOutput)")
        #expect(add.errors.contains { $0.contains("map.csv: the words have no places in the file") })

        let export = try CommandLineRun(
            ["export", "grant", scratch.path("layout"), "--format", "page"], library: scratch)
        #expect(export.status == 0 && export.errors.contains { $0.contains("PAGE XML holds") }, "\(export.errorOutput)")
        let again = try CommandLineRun(
            ["add", image, "--page-xml", scratch.path("layout/grant-1.xml")], library: scratch)
        #expect(again.status == 0 && again.output.contains("2 clauses"), "\(again.errorOutput)")
        let clause = try CommandLineRun(["clause", "grant", "opening", "--json"], library: scratch).json()
        #expect((clause["transcription"] as? String)?.hasPrefix("In nomine") == true)
    }

    @Test func `a bad table is reported with its line, and no library is created`() throws {
        let scratch = try Scratch()
        try scratch.write("clause,first line,last line\n1,1,2\n2,2,99\n", to: "map.csv")
        let run = try CommandLineRun(
            ["add", image, "--alto", lines, "--clauses", scratch.path("map.csv")], library: scratch)
        #expect(run.status == 2)
        #expect(
            run.errorOutput.contains(
                "map.csv: line 3, last line is \"99\", expected a number from 1 to 13, or a line's id"))
        #expect(run.errors.count == 1, "\(run.errorOutput)")
        #expect(!scratch.files().contains { $0.hasPrefix("library") }, "not even a library is made")
    }

    @Test func `a file of text lines is recognised by its content, and its image is found beside it`() throws {
        let scratch = try Scratch()
        let text = try String(contentsOfFile: lines, encoding: .utf8)
        try scratch.write(text, to: "lines.dat")
        let alone = try CommandLineRun(["add", scratch.path("lines.dat")], library: scratch)
        #expect(alone.status == 2 && alone.errors.count == 1, "\(alone.errorOutput)")
        #expect(alone.errorOutput.contains("a-grant-of-a-meadow.tif"))
        try FileManager.default.copyItem(
            atPath: image, toPath: scratch.path("a-grant-of-a-meadow.tif"))
        let both = try CommandLineRun(["add", scratch.path("lines.dat")], library: scratch)
        #expect(both.status == 0 && both.output.contains("13 clauses"), "\(both.errorOutput)")
    }

    @Test func `a file of text lines accepts its table and image as options`() throws {
        let scratch = try Scratch()
        try scratch.write("clause,first line,last line\nopening,1,2\n", to: "map.csv")
        try FileManager.default.copyItem(atPath: lines, toPath: scratch.path("lines.xml"))
        let add = try CommandLineRun(
            ["add", scratch.path("lines.xml"), "--image", "1=\(image)", "--clauses", scratch.path("map.csv")],
            library: scratch)
        #expect(add.status == 0 && add.output.contains("1 clause)"), "\(add.errorOutput)")
        for (options, words) in [
            (["--image", "2=\(image)"], "lines.xml"), (["--image", "1=\(image)", "--id", "a b"], "--id"),
            (["--annotations", image], "--annotations"), (["--clauses", "none.csv"], "none.csv"),
        ] {
            let run = try CommandLineRun(["add", scratch.path("lines.xml")] + options, library: scratch)
            #expect(run.status == 2 && run.errors.count == 1 && run.errorOutput.contains(words), "\(run.errorOutput)")
        }
    }

    @Test func `a table without text lines is an error`() throws {
        let scratch = try Scratch()
        let run = try CommandLineRun(["add", image, "--clauses", "map.csv"], library: scratch)
        #expect(run.status == 2 && run.errorOutput.contains("--clauses needs the text lines"))
    }
}
