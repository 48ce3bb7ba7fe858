import Foundation
import TestSupport
import Testing

/// TEI and METS on the command line: added with images, exported, and refused.
@Suite(.ownThreads) struct EditionCommandTests {
    private static let sample = CommandLineRun.repository.appending(path: "data/magna-carta").path()

    /// Returns METS of two pages of lines; the second page has its image elsewhere.
    private func mets(second: String = "img/2.tif", lines: String = "alto/1.xml") -> String {
        """
        <mets xmlns="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink" LABEL="Two grants"><fileSec>
        <fileGrp USE="MAX"><file ID="i1" MIMETYPE="image/tiff"><FLocat xlink:href="img/1.tif"/></file>
        <file ID="i2" MIMETYPE="image/tiff"><FLocat xlink:href="\(second)"/></file></fileGrp>
        <fileGrp USE="FULLTEXT"><file ID="a1" MIMETYPE="text/xml"><FLocat xlink:href="\(lines)"/></file></fileGrp></fileSec>
        <structMap TYPE="PHYSICAL"><div><div ORDERLABEL="recto"><fptr FILEID="i1"/><fptr FILEID="a1"/></div>
        <div ORDERLABEL="verso"><fptr FILEID="i2"/></div></div></structMap></mets>
        """
    }

    private func book() throws -> Scratch {
        let scratch = try Scratch()
        for folder in ["book/img", "book/alto"] {
            try FileManager.default.createDirectory(atPath: scratch.path(folder), withIntermediateDirectories: true)
        }
        try LinedPage.writeScan(to: scratch.path("book/img/1.tif"))
        try LinedPage.writeScan(to: scratch.path("book/img/2.tif"))
        try FileManager.default.copyItem(atPath: LinedPage.alto.path(), toPath: scratch.path("book/alto/1.xml"))
        try scratch.write(mets(), to: "book/mets.xml")
        return scratch
    }

    @Test func `METS with ALTO is added as a document with its pages`() throws {
        let scratch = try book()
        let add = try CommandLineRun(["add", scratch.path("book/mets.xml")], library: scratch)
        #expect(add.status == 0, "\(add.errorOutput)")
        #expect(add.output.hasPrefix("book: added (2 pages, 640 × 480 px, 640 × 480 px; 13 clauses)"), "\(add.output)")
        let info = try CommandLineRun(["info", "book", "--json"], library: scratch).json()
        let pages = try #require(info["pages"] as? [[String: Any]])
        #expect(
            pages.map { ($0["label"] as? [String: String])?.values.first ?? $0["label"] as? String } == [
                "recto", "verso",
            ])
        let clause = try CommandLineRun(["clause", "book", "p1-line-1"], library: scratch)
        #expect(clause.status == 0 && clause.output.contains("In nomine"), "\(clause.output)")
        let again = try CommandLineRun(["add", scratch.path("book/mets.xml")], library: scratch)
        #expect(again.output.hasPrefix("book: unchanged"), "\(again.output)")
    }

    @Test func `an id in METS is kept even if it is also the file's name`() throws {
        let scratch = try book()
        #expect(try CommandLineRun(["add", Self.sample], library: scratch).status == 0)
        let stated = mets().replacing("<mets ", with: "<mets OBJID=\"magna-carta\" ")
        try scratch.write(stated, to: "book/magna-carta.xml")
        let add = try CommandLineRun(["add", scratch.path("book/magna-carta.xml")], library: scratch)
        #expect(add.output.hasPrefix("magna-carta: replaced, now version 2"), "\(add.errorOutput)")
    }

    @Test func `a missing file named by METS is one error`() throws {
        let scratch = try book()
        for (text, words) in [
            (mets(second: "img/3.tif"), "page 2 has the image \"img/3.tif\", which is not beside it"),
            (mets(second: "https://example.org/2.tif"), "nothing is fetched"),
            (mets(second: "../2.tif"), "--image 2=FILE"),
            (mets(lines: "alto/9.xml"), "page 1 has its text lines in \"alto/9.xml\""),
        ] {
            try scratch.write(text, to: "book/mets.xml")
            let run = try CommandLineRun(["add", scratch.path("book/mets.xml")], library: scratch)
            #expect(run.status == 2 && run.errors.count == 1 && run.errorOutput.contains(words), "\(run.errorOutput)")
        }
        try scratch.write(mets(second: "https://example.org/2.tif"), to: "book/mets.xml")
        let given = try CommandLineRun(
            ["add", scratch.path("book/mets.xml"), "--image", "2=\(scratch.path("book/img/2.tif"))", "--id", "grants"],
            library: scratch)
        #expect(given.output.hasPrefix("grants: added (2 pages"), "\(given.errorOutput)")
        let beyond = try CommandLineRun(
            ["add", scratch.path("book/mets.xml"), "--image", "3=\(scratch.path("book/img/2.tif"))"], library: scratch)
        #expect(beyond.status == 2 && beyond.errorOutput.contains("expected pages 1 to 2"), "\(beyond.errorOutput)")
    }

    @Test func `a TEI edition finds images in its folder and is exported unchanged`() throws {
        let scratch = try Scratch()
        #expect(try CommandLineRun(["add", Self.sample], library: scratch).status == 0)
        let (first, second) = (scratch.path("edition.xml"), scratch.path("again.xml"))
        let export = try CommandLineRun(["export", "magna-carta", first, "--format", "tei"], library: scratch)
        #expect(
            export.status == 0 && export.errorOutput.contains("tei does not contain: image files"),
            "\(export.errorOutput)")
        // Without images, the pages are blank, and the note explains how to provide them.
        let blank = try CommandLineRun(["add", first, "--id", "blank"], library: scratch)
        #expect(
            blank.status == 0 && blank.errorOutput.contains("\"scan.jpg\" of page 1 is not beside it (2 images"),
            "\(blank.errorOutput)")
        for name in ["scan.jpg", "ultraviolet.jpg"] {
            try FileManager.default.createSymbolicLink(
                atPath: scratch.path(name), withDestinationPath: Self.sample + "/" + name)
        }
        // A symbolic link out of the folder is not followed.
        let linked = try CommandLineRun(["add", first, "--id", "linked"], library: scratch)
        #expect(linked.errorOutput.contains("is not beside it"))
        for name in ["scan.jpg", "ultraviolet.jpg"] {
            try FileManager.default.removeItem(atPath: scratch.path(name))
            try FileManager.default.copyItem(atPath: Self.sample + "/" + name, toPath: scratch.path(name))
        }
        let whole = try CommandLineRun(["add", first, "--id", "whole"], library: scratch)
        #expect(whole.output == "whole: added (1 page, 6000 × 8000 px; 74 clauses)\n", "\(whole.errorOutput)")
        #expect(try CommandLineRun(["export", "whole", second, "--format", "tei"], library: scratch).status == 0)
        let written = try String(contentsOfFile: second, encoding: .utf8)
        let expected = try String(contentsOfFile: first, encoding: .utf8)
        let id = "<idno type=\"document\">"
        #expect(written.replacing(id + "whole<", with: id + "magna-carta<") == expected)
    }
}
