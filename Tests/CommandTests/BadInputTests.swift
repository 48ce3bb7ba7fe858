import Foundation
import TestSupport
import Testing

/// Bad input is reported in one clear line with status 2 and leaves nothing behind.
@Suite(.ownThreads) struct BadInputTests {
    private static let scan = CommandLineRun.repository.appending(path: "data/magna-carta/scan.jpg")

    private static let document = """
        {"id": "DOC", "title": {"en": "A test"}, "language": "la", "languages": ["en"], "status": "published",
         "pages": [{"label": {"en": "Front"}, "width": 1000, "height": 1000}]}
        """

    /// Writes a source folder with one page of blank paper and one clause, with parts replaced by the test's.
    private func folder(
        _ scratch: Scratch, id: String = "test", polygon: String = "[[1,1],[9,1],[9,9]]", page: Int = 1,
        category: String = "one"
    ) throws -> String {
        try scratch.write(Self.document.replacing("DOC", with: id), to: "source/document.json")
        try scratch.write(
            #"[{"id": "one", "label": {"en": "One"}, "icon": "church", "style": "filled", "includedInAll": true}]"#,
            to: "source/categories.json")
        try scratch.write(
            """
            [{"id": "1", "number": "1", "kind": "clause", "categories": ["\(category)"],
              "regions": [{"page": \(page), "polygon": \(polygon)}]}]
            """, to: "source/clauses.json")
        try scratch.write(#"{"1": {"title": "One", "translation": "One."}}"#, to: "source/texts/en.json")
        return scratch.path("source")
    }

    /// Adds the source and expects one error message that contains the words, and an empty library.
    private func expectRefusal(
        of source: String, in scratch: Scratch, naming words: String..., makesLibrary: Bool = false
    ) throws {
        let run = try CommandLineRun(["add", source], library: scratch)
        #expect(run.status == 2)
        #expect(run.errors.count == 1, "\(run.errorOutput)")
        for word in words { #expect(run.errorOutput.contains(word), "\(run.errorOutput)") }
        let list = try CommandLineRun(["list", "--json"], library: scratch)
        if list.status == 0 { #expect(try list.json()["total"] as? Int == 0) }
        let left = scratch.files().filter {
            $0.hasPrefix("library/") && ($0.contains("pyramids/") || $0.contains("originals/"))
        }
        #expect(left.isEmpty)
        #expect(makesLibrary || !scratch.files().contains { $0.hasPrefix("library") }, "not even a library is made")
        #expect(!scratch.files().contains { $0.contains("partial") })
    }

    @Test func `a valid folder is added, so the refusals below are for their fault`() throws {
        let scratch = try Scratch()
        let run = try CommandLineRun(["add", try folder(scratch)], library: scratch)
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(try CommandLineRun(["at", "test", "8", "2"], library: scratch).status == 0)
    }

    @Test func `an export without a place to write is refused with what was given`() throws {
        let run = try CommandLineRun(["export", "charter"])
        let expected = "Error: the arguments are 'charter', expected a document's id and the folder or file to write"
        #expect(run.status == 2 && run.errorOutput.hasPrefix("\(expected)\n"), "\(run.errorOutput)")
    }

    @Test func `a text file named jpg is refused`() throws {
        let scratch = try Scratch()
        try scratch.write("This is no picture.", to: "letter.jpg")
        try expectRefusal(of: scratch.path("letter.jpg"), in: scratch, naming: "letter.jpg")
    }

    @Test(arguments: [
        ("<html><body/></html>", "the element \"html\""), ("\u{FEFF} \n<svg/>", "line 2 is the element \"svg\""),
        ("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><alto>&b;</alto>", "a document type declaration"),
        ("<", "no element"), (" \n\t ", "white space"),
    ])
    func `XML of another kind and blank files are refused`(_ text: String, _ words: String) throws {
        let scratch = try Scratch()
        try scratch.write(text, to: "page.xml")
        try expectRefusal(of: scratch.path("page.xml"), in: scratch, naming: "page.xml", words)
    }

    @Test func `an empty file is refused`() throws {
        let scratch = try Scratch()
        try scratch.write("", to: "empty.jpg")
        try expectRefusal(of: scratch.path("empty.jpg"), in: scratch, naming: "empty.jpg")
    }

    @Test func `a truncated JPEG is refused`() throws {
        let scratch = try Scratch()
        let whole = try Data(contentsOf: Self.scan)
        try whole.prefix(whole.count / 2).write(to: scratch.folder.appending(path: "half.jpg"))
        try expectRefusal(of: scratch.path("half.jpg"), in: scratch, naming: "half.jpg", makesLibrary: true)
    }

    @Test func `a folder without document.json is refused`() throws {
        let scratch = try Scratch()
        try scratch.write("x", to: "source/readme.txt")
        try expectRefusal(of: scratch.path("source"), in: scratch, naming: "document.json")
    }

    @Test func `a polygon of two points is refused`() throws {
        let scratch = try Scratch()
        let source = try folder(scratch, polygon: "[[1,1],[9,9]]")
        try expectRefusal(of: source, in: scratch, naming: "clauses.json", "[0].regions[0].polygon", "3")
    }

    @Test func `a region on a missing page is refused`() throws {
        let scratch = try Scratch()
        let source = try folder(scratch, page: 9)
        try expectRefusal(of: source, in: scratch, naming: "clauses.json", "page", "9")
    }

    @Test func `an unknown category is refused`() throws {
        let scratch = try Scratch()
        let source = try folder(scratch, category: "two")
        try expectRefusal(of: source, in: scratch, naming: "clauses.json", "two")
    }

    @Test func `an id that is not URL-safe is refused`() throws {
        let scratch = try Scratch()
        let source = try folder(scratch, id: "magna carta")
        try expectRefusal(of: source, in: scratch, naming: "document.json", "magna carta")
    }

    @Test func `several faults are reported at once`() throws {
        let scratch = try Scratch()
        let source = try folder(scratch, polygon: "[[1,1],[9,9]]", page: 9, category: "two")
        let run = try CommandLineRun(["add", source], library: scratch)
        #expect(run.status == 2)
        #expect(run.errors.count >= 3, "\(run.errorOutput)")
    }

    @Test func `a missing path is refused`() throws {
        let scratch = try Scratch()
        try expectRefusal(of: scratch.path("nothing"), in: scratch, naming: "nothing")
    }

    @Test func `a library that cannot be written is reported`() throws {
        let scratch = try Scratch()
        let source = try folder(scratch)
        // A file in place of the folder stops root too, unlike any permission.
        try scratch.write("x", to: "library")
        let run = try CommandLineRun(["add", source], library: scratch)
        #expect(run.status == 2)
        #expect(run.errorOutput.contains("library"))
        #expect(run.errors.count == 1, "\(run.errorOutput)")
    }

    @Test func `commands on a missing library fail and create none`() throws {
        let scratch = try Scratch()
        for command in [["list"], ["info", "x"], ["serve"], ["remove", "x"]] {
            let run = try CommandLineRun(command, library: scratch)
            #expect(run.status == 2)
            #expect(run.errorOutput.contains("no library here"))
            #expect(!scratch.files().contains("library"))
        }
    }
}
