import ClauseStore
import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import DocumentLibrary

/// Files of several pages and folders of scans become one document each.
@Suite(.ownThreads) struct ScanPagesTests {
    private static func document(_ id: String, _ scratch: Scratch, library: String = "library") throws -> DocumentInfo {
        try Library(path: scratch.path(library), access: .read).store.document(id)
    }

    /// Adds a source, and checks that the library and the document are intact and that the document can be restored
    /// from its export.
    private static func add(_ arguments: [String], id: String, _ scratch: Scratch) throws -> CommandLineRun {
        let run = try CommandLineRun(["add"] + arguments, library: scratch)
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(try CommandLineRun(["verify"], library: scratch).status == 0)
        #expect(try CommandLineRun(["add"] + arguments, library: scratch).output.hasPrefix("\(id): unchanged"))
        let options = Array(arguments.drop { $0 != "--allow-format" })
        let export = try CommandLineRun(["export", id, "export-\(id)"], library: scratch)
        #expect(export.status == 0, "\(export.errorOutput)")
        let other = ["EXPLORE_LIBRARY": scratch.path("other")]
        let again = try CommandLineRun(["add", "export-\(id)"] + options, library: scratch, environment: other)
        #expect(again.output.hasPrefix("\(id): added"), "\(again.errorOutput)")
        let (here, there) = (try document(id, scratch), try document(id, scratch, library: "other"))
        #expect(here.header == there.header && here.pages == there.pages)
        #expect(try CommandLineRun(["verify"], library: scratch, environment: other).status == 0)
        let same = try CommandLineRun(["add", "export-\(id)"] + options, library: scratch)
        #expect(same.output.hasPrefix("\(id): unchanged"), "\(same.output)\(same.errorOutput)")
        return run
    }

    @Test func `a TIFF of several pages becomes a document of as many, with one original`() throws {
        let scratch = try Scratch()
        let pages = (0..<12).map { PagedTIFF.Page(60, 40, shade: UInt8(20 * $0)) }
        try scratch.write(PagedTIFF.bytes(pages + [.init(30, 70, shade: 9)]), to: "register.tif")
        let run = try Self.add(["register.tif"], id: "register", scratch)
        #expect(run.output == "register: added (13 pages, 60 × 40 px, 60 × 40 px, 60 × 40 px, …; 0 clauses)\n")
        let document = try Self.document("register", scratch)
        #expect(document.pages.map(\.width) == [Int](repeating: 60, count: 12) + [30])
        #expect(Set(document.pages.map(\.imageFile)).count == 1 && Set(document.pages.map(\.pyramid)).count == 13)
        let files = scratch.files()
        #expect(files.count { $0.hasPrefix("library/originals/") } == 1)
        #expect(
            files.filter { $0.hasPrefix("export-register/") } == [
                "export-register/document.json", "export-register/register.tif",
            ])
        let library = try Library(path: scratch.path("library"), access: .read)
        let archives = try [1, 7, 12].map { page in
            try Data(contentsOf: URL(filePath: try #require(library.pyramidPath(of: document.pages[page - 1]))))
        }
        #expect(Set(archives).count == 3, "pages of other shades have other tiles")
        for format in ["iiif", "alto"] {
            let export = try CommandLineRun(
                ["export", "register", "out-\(format)", "--format", format], library: scratch)
            #expect(export.status == 0, "\(export.errorOutput)")
        }
        #expect(try CommandLineRun(["check", "register"], library: scratch).status == 0)
        #expect(try CommandLineRun(["check", "./export-register"], library: scratch).status == 0)
    }

    @Test func `a pyramidal TIFF is one page, whether or not its levels are marked`() throws {
        let scratch = try Scratch()
        try scratch.write(
            PagedTIFF.bytes([.init(64, 48), .init(32, 24, kind: 1), .init(64, 48, kind: 4), .init(16, 12, kind: 1)]),
            to: "marked.tif")
        try scratch.write(PagedTIFF.bytes([.init(65, 47), .init(33, 23), .init(16, 12)]), to: "bare.tif")
        try scratch.write(
            PagedTIFF.bytes([.init(64, 48), .init(32, 24, kind: 1), .init(64, 48), .init(32, 24, kind: 1)]),
            to: "two.tif")
        let run = try CommandLineRun(["add", "marked.tif", "bare.tif", "two.tif"], library: scratch)
        #expect(
            run.output.split(separator: "\n").map { $0.prefix { $0 != "," } } == [
                "marked: added (1 page", "bare: added (1 page", "two: added (2 pages",
            ])
        #expect(
            run.errors == [
                "explore: note: bare.tif: 3 pages, each half as large as the one before, read as one image"
            ], "\(run.errorOutput)")
        #expect(try Self.document("two", scratch).pages.map(\.width) == [64, 64])
    }

    @Test func `a PDF becomes a document of as many pages, if its format is allowed`() throws {
        let scratch = try Scratch()
        try scratch.pdf("letters.pdf", pages: 3)
        let run = try Self.add(["letters.pdf", "--allow-format", "pdf"], id: "letters", scratch)
        #expect(run.output == "letters: added (3 pages, 100 × 200 px, 200 × 200 px, 300 × 200 px; 0 clauses)\n")
        #expect(run.errorOutput.contains("slicing image 3 of 3"), "progress names the image: \(run.errorOutput)")
        #expect(scratch.files().count { $0.hasPrefix("library/originals/") } == 1)
        let refused = try CommandLineRun(["add", "letters.pdf"], library: scratch)
        #expect(refused.status == 2 && refused.errors.count == 1 && refused.errorOutput.contains("--allow-format pdf"))
    }

    @Test func `a TIFF has the same pages and tiles in the sandbox`() throws {
        let scratch = try Scratch()
        try scratch.write(
            PagedTIFF.bytes([.init(64, 48, shade: 9), .init(32, 24, kind: 1), .init(50, 40)]), to: "register.tif")
        var documents: [[PageInfo]] = []
        for (library, options) in [("library", []), ("other", ["--sandbox"])] {
            let run = try CommandLineRun(
                ["add", "register.tif"] + options, library: scratch,
                environment: ["EXPLORE_LIBRARY": scratch.path(library)])
            #expect(run.output.hasPrefix("register: added (2 pages"), "\(run.errorOutput)")
            documents.append(try Self.document("register", scratch, library: library).pages)
        }
        #expect(documents[0] == documents[1])
        for name in documents[0].compactMap(\.pyramid) {
            let archives = try ["library", "other"].map {
                try Data(contentsOf: scratch.folder.appending(path: "\($0)/pyramids/\(name)"))
            }
            #expect(archives[0] == archives[1])
        }
    }

    @Test func `too many pages are refused at once, and an invalid page is reported by number`() throws {
        let scratch = try Scratch()
        let many = [PagedTIFF.Page](repeating: .init(2, 2), count: 2_001)
        try scratch.write(PagedTIFF.bytes(many), to: "many.tif")
        let run = try CommandLineRun(["add", "many.tif"], library: scratch)
        #expect(run.status == 2 && run.errors == ["explore: many.tif: has 2001 pages, expected at most 2000"])
        #expect(!scratch.files().contains { $0.hasPrefix("library") })
        for number in 0..<2_001 { try scratch.write([0xFF, 0xD8, 0xFF], to: "folder/\(number).jpg") }
        let folder = try CommandLineRun(["add", "folder"], library: scratch)
        #expect(
            folder.errors == ["explore: folder: holds 2001 images, expected at most 2000 for one document"],
            "\(folder.errorOutput)")
        try scratch.write(
            PagedTIFF.bytes([.init(60, 40), .init(2_000_000, 1), .init(60, 40)]), to: "wide.tif")
        let wide = try CommandLineRun(["add", "wide.tif"], library: scratch)
        #expect(wide.status == 2 && wide.errors.count == 1)
        #expect(wide.errorOutput.contains("wide.tif: page 2: is 2000000 × 1 pixels"), "\(wide.errorOutput)")
    }

    @Test func `a folder of scans becomes a document in natural order, with lines from matching files`() throws {
        let scratch = try Scratch()
        for (number, name) in ["page10.tif", "page2.tif", "Page1.tif"].enumerated() {
            try scratch.scan("The Letters/\(name)", shade: UInt8(40 * number), width: 60 + number)
        }
        try scratch.alto("The Letters/page2.xml", words: ["second", "more"])
        try scratch.alto("The Letters/page10.alto.xml", words: ["tenth"])
        try scratch.alto("The Letters/page11.xml", words: ["nothing"])
        try scratch.write("some notes", to: "The Letters/notes.txt")
        try scratch.write("<mets/>", to: "The Letters/mets.xml")
        try scratch.write("x", to: "The Letters/.hidden")
        try scratch.scan("The Letters/inner/page3.tif")
        try scratch.pdf("The Letters/all.pdf", pages: 1)
        let run = try Self.add(["The Letters"], id: "the-letters", scratch)
        #expect(run.output == "the-letters: added (3 pages, 62 × 40 px, 61 × 40 px, 60 × 40 px; 3 clauses)\n")
        #expect(
            run.errors.sorted().filter { !$0.contains("made for an image") && !$0.contains("proportions") } == [
                "explore: note: The Letters: left out, a PDF, which is a document of its own: all.pdf",
                "explore: note: The Letters: left out, a folder: inner",
                "explore: note: The Letters: left out, hidden: .hidden",
                "explore: note: The Letters: left out, neither ALTO nor PAGE XML: mets.xml",
                "explore: note: The Letters: left out, not an image: notes.txt",
                "explore: note: The Letters: left out, text lines without an image of that name: page11.xml",
            ], "\(run.errorOutput)")
        let document = try Self.document("the-letters", scratch)
        #expect(document.pages.map(\.sourceImage) == ["Page1.tif", "page2.tif", "page10.tif"])
        #expect(document.pages.map { $0.label?.text(in: nil) } == ["Page1", "page2", "page10"])
        #expect(document.title.text(in: nil) == "The Letters")
        let store = try Library(path: scratch.path("library"), access: .read).store
        let clauses = try store.document("the-letters", part: .whole, for: .administrator)
        #expect(clauses.info.pages.count == 3)
        let found = try CommandLineRun(["clauses", "the-letters", "--search", "tenth"], library: scratch)
        #expect(found.output == "p3-line-1  tenth\n" || found.output.contains("tenth"), "\(found.output)")
        let at = try CommandLineRun(["at", "the-letters", "10", "8", "--page", "2"], library: scratch)
        #expect(at.output.contains("second"), "\(at.output)\(at.errorOutput)")
    }

    @Test func `an invalid image in a folder is refused, and no library is created`() throws {
        let scratch = try Scratch()
        try scratch.scan("letters/1.tif")
        try scratch.write("no picture", to: "letters/2.jpg")
        let run = try CommandLineRun(["add", "letters"], library: scratch)
        #expect(run.status == 2 && run.errors.count == 1 && run.errorOutput.contains("letters/2.jpg: begins with"))
        #expect(!scratch.files().contains { $0.hasPrefix("library") })
        // A folder without images is treated as a source folder without its description.
        try scratch.write("x", to: "empty/notes.txt")
        let none = try CommandLineRun(["add", "empty"], library: scratch)
        #expect(none.status == 2 && none.errorOutput.contains("document.json: no such file"), "\(none.errorOutput)")
    }

    @Test func `a folder with more scans is a new version, one with other scans another document`() throws {
        let scratch = try Scratch()
        for number in 1...3 { try scratch.scan("a/register/\(number).tif", shade: UInt8(number)) }
        #expect(try CommandLineRun(["add", "a/register"], library: scratch).output.hasPrefix("register: added (3"))
        try scratch.scan("a/register/4.tif", shade: 99)
        let more = try CommandLineRun(["add", "a/register/"], library: scratch)
        #expect(more.output.hasPrefix("register: replaced, now version 2 (4 pages"), "\(more.output)")
        for number in 1...2 { try scratch.scan("b/register/\(number).tif", shade: UInt8(100 + number)) }
        let other = try CommandLineRun(["add", "b/register"], library: scratch)
        #expect(other.output.hasPrefix("register-") && other.output.contains(": added (2 pages"), "\(other.output)")
    }

    @Test func `an animation contributes its first frame, with a note`() throws {
        let scratch = try Scratch()
        try scratch.gif("dance.gif")
        let run = try CommandLineRun(["add", "dance.gif", "--allow-format", "gif"], library: scratch)
        #expect(run.output == "dance: added (1 page, 1 × 1 px; 0 clauses)\n")
        #expect(
            run.errors == ["explore: note: dance.gif: 2 frames, of which only the first is used"], "\(run.errorOutput)")
    }

    @Test func `text lines given for a file of several pages belong to its first page`() throws {
        let scratch = try Scratch()
        try scratch.write(PagedTIFF.bytes([.init(60, 40), .init(50, 41)]), to: "register.tif")
        try scratch.alto("lines.xml", words: ["first"])
        let run = try CommandLineRun(["add", "register.tif", "--alto", "lines.xml"], library: scratch)
        #expect(run.output.hasPrefix("register: added (2 pages, 60 × 40 px, 50 × 41 px; 1 clause)"), "\(run.output)")
        let folder = try CommandLineRun(["add", ".", "--alto", "lines.xml"], library: scratch)
        #expect(folder.status == 2 && folder.errors.count == 1, "\(folder.errorOutput)")
    }

    @Test(arguments: [
        ["page2", "page10"], ["a", "B", "c"], ["f1r", "f1v", "f2r"], ["01", "1", "2", "0010", "11"], ["", "a", "aa"],
        ["x9999999999999999999999", "x10000000000000000000000"], ["Page1", "page1", "page1a"],
        ["1", "1a", "1a2", "1a10"],
    ])
    func `names are sorted by the numbers in them`(names: [String]) {
        for _ in 0..<20 { #expect(names.shuffled().sorted(by: NaturalOrder.isBefore) == names) }
        for name in names { #expect(!NaturalOrder.isBefore(name, name)) }
    }
}
