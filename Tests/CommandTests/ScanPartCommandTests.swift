import ClauseStore
import DocumentModel
import Foundation
import TestSupport
import Testing
import TileEngine

@testable import DocumentLibrary

/// Pages that show parts of a scan, from the source folder to the library and back, and in `explore slice`.
@Suite("Parts of scans in commands", .ownThreads) struct ScanPartCommandTests {
    private static let clause = #"""
        [{ "id": "1", "regions": [{ "page": 2, "polygon": [[5, 5], [90, 5], [90, 60]] }] }]
        """#

    /// Writes a scan with a distinct upper left quarter, 300 × 200 pixels.
    private static func scan(in scratch: Scratch, name: String) throws {
        var pixels = Data(count: 300 * 200 * 3)
        for y in 0..<200 {
            for x in 0..<300 where x < 150 && y < 100 {
                for channel in 0..<3 { pixels[(y * 300 + x) * 3 + channel] = UInt8(40 * channel + 60) }
            }
        }
        let file = scratch.folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(PlainTIFF.bytes(width: 300, height: 200, pixels: pixels)).write(to: file)
    }

    private static func folder(_ scratch: Scratch, pages: String, clauses: String = clause) throws {
        try scan(in: scratch, name: "sheet/scan.tif")
        try scratch.write(
            """
            { "id": "sheet", "title": "A sheet", "language": "la", "languages": ["en"], "pages": [\(pages)],
              "x-own": 1 }
            """, to: "sheet/document.json")
        try scratch.write(clauses, to: "sheet/clauses.json")
    }

    private static let pages = """
        { "image": "scan.tif" }, { "image": "scan.tif", "crop": [10, 20, 120, 90] },
        { "image": "scan.tif", "rotation": 90 }, { "image": "scan.tif", "rotation": 270, "crop": [0, 100, 100, 150] },
        { "image": "scan.tif", "rotation": 12.5 }, { "image": "scan.tif", "rotation": 0, "crop": [0, 0, 300, 200] }
        """

    @Test func `an image can be added as a page that shows a part of it`() throws {
        let scratch = try Scratch()
        try Self.scan(in: scratch, name: "scan.tif")
        let options = ["--rotation", "90", "--crop", "10,20,100,200"]
        func output(_ options: [String]) throws -> String {
            let run = try CommandLineRun(["add", "scan.tif"] + options, library: scratch)
            #expect(run.status == 0, "\(run.errorOutput)")
            return run.output
        }
        #expect(try output(options) == "scan: added (1 page, 100 × 200 px; 0 clauses)\n")
        #expect(try output(options) == "scan: unchanged (1 page, 100 × 200 px; 0 clauses)\n")
        let page = try Library(path: scratch.path("library"), access: .read).store.sourceDocument("scan").pages.first
        #expect(page?.part == ScanPart(rotation: 90, crop: .init(x: 10, y: 20, width: 100, height: 200)))
        #expect(page?.image == "scan.tif")
        #expect(
            try output(["--rotation", "12.5"]) == "scan: replaced, now version 2 (1 page, 337 × 261 px; 0 clauses)\n")
        #expect(try CommandLineRun(["verify"], library: scratch).status == 0)
        #expect(
            try output(["--corners", "20,30 220,30 220,130 20,130"])
                == "scan: replaced, now version 3 (1 page, 200 × 100 px; 0 clauses)\n")
        let export = try CommandLineRun(["export", "scan", "out", "--format", "folder"], library: scratch)
        #expect(export.status == 0, "\(export.errorOutput)")
        let again = try CommandLineRun(["add", "out"], library: scratch)
        #expect(again.output == "scan: unchanged (1 page, 200 × 100 px; 0 clauses)\n", "\(again.errorOutput)")
        #expect(try CommandLineRun(["verify"], library: scratch).status == 0)
    }

    @Test func `invalid parts, and parts of anything but a single image, are refused`() throws {
        let scratch = try Scratch()
        try Self.folder(scratch, pages: Self.pages)
        try Self.scan(in: scratch, name: "scan.tif")
        try scratch.scan("scans/a.tif")
        try scratch.scan("scans/b.tif", shade: 10)
        try scratch.alto("scan.xml", words: ["one"], width: 300, height: 200)
        for (arguments, words) in [
            (["scan.tif", "--crop", "0,0,301,10"], "scan.tif"), (["scan.tif", "--crop", "0,0,10"], "--crop"),
            (["scan.tif", "scans/a.tif", "--rotation", "90"], "--rotation, --crop and --corners belong to one source"),
            (["scans", "--rotation", "90"], "expected a single image"), (["sheet", "--rotation", "90"], "--rotation"),
            (["scan.tif", "--alto", "scan.xml", "--rotation", "90"], "expected a single image"),
            (["scan.tif", "--corners", "0,0 10,0 10,10"], "--corners"),
            (["scan.tif", "--corners", "0,0 10,0 10,10 0,10", "--rotation", "90"], "--corners cannot be combined"),
            (["scan.tif", "--corners", "0,0 0,10 10,10 10,0"], "clockwise"),
            (["scan.tif", "--corners", "0,0 301,0 301,10 0,10"], "within 300 × 200"),
        ] {
            let run = try CommandLineRun(["add"] + arguments, library: scratch)
            #expect(run.status == 2 && run.errorOutput.contains(words), "\(arguments): \(run.errorOutput)")
        }
    }

    @Test func `parts of a scan share its original, have their own pyramids, and survive an export`() throws {
        let scratch = try Scratch()
        try Self.folder(scratch, pages: Self.pages)
        let run = try CommandLineRun(["add", "sheet"], library: scratch)
        #expect(
            run.output == "sheet: added (6 pages, 300 × 200 px, 120 × 90 px, 200 × 300 px, …; 1 clause)\n",
            "\(run.errorOutput)")
        let library = try Library(path: scratch.path("library"), access: .read)
        let pages = try library.store.document("sheet").pages
        #expect(pages.map(\.width) == [300, 120, 200, 100, 337, 300])
        #expect(pages.map(\.height) == [200, 90, 300, 150, 261, 200])
        #expect(Set(pages.map(\.imageFile)).count == 1)
        // A part that covers the whole scan is the scan itself.
        #expect(Set(pages.map(\.pyramid)).count == 5 && pages[0].pyramid == pages[5].pyramid)
        let names = pages.compactMap(\.pyramid)
        #expect(names[1].hasSuffix("-c10_20_120_90.szi") && names[3].hasSuffix("-r270-c0_100_100_150.szi"))
        #expect(names[4].hasSuffix("-ffffff-r12_5.szi"))
        // The quarter is at the top right after 90 degrees, and at the bottom left after 270.
        for (page, place, colour) in [
            (3, (150, 50), [60, 100, 140]), (3, (50, 50), [0, 0, 0]), (4, (20, 100), [60, 100, 140]),
            (4, (20, 20), [0, 0, 0]),
        ] {
            let archive = try #require(try library.archive(of: pages[page - 1]))
            let spot = try TileRenderer(archive: archive).pixels(
                of: RegionRequest(
                    region: PixelRegion(x: place.0, y: place.1, width: 1, height: 1),
                    size: PixelSize(width: 1, height: 1)))
            #expect(zip(spot.bytes, colour).allSatisfy { abs(Int($0) - $1) <= 3 }, "page \(page) at \(place)")
        }

        #expect(try CommandLineRun(["add", "sheet"], library: scratch).output.hasPrefix("sheet: unchanged"))
        #expect(try CommandLineRun(["verify"], library: scratch).status == 0)
        let export = try CommandLineRun(["export", "sheet", "out", "--format", "folder"], library: scratch)
        #expect(export.status == 0, "\(export.errorOutput)")
        for file in ["document.json", "clauses.json", "scan.tif"] {
            #expect(
                FileManager.default.contentsEqual(
                    atPath: scratch.path("out/\(file)"), andPath: scratch.path("sheet/\(file)")),
                "\(file)")
        }
        #expect(try CommandLineRun(["add", "out"], library: scratch).output.hasPrefix("sheet: unchanged"))
        // Ink is searched for in the part: the clause covers none of it, and some is beside it.
        let checks = try ["sheet", "./out"].map { try CommandLineRun(["check", $0], library: scratch) }
        #expect(checks[0].output.contains("clause 1 covers no ink") && checks[0].output.contains("(page 2)"))
        #expect(checks[0].output == checks[1].output && checks.allSatisfy { $0.status == 1 })
        #expect(scratch.files().count { $0.hasPrefix("library/originals/") } == 1)
    }

    @Test func `another crop creates a new version, and the former can be restored`() throws {
        let scratch = try Scratch()
        try Self.folder(scratch, pages: Self.pages)
        #expect(try CommandLineRun(["add", "sheet"], library: scratch).status == 0)
        try Self.folder(
            scratch, pages: Self.pages.replacingOccurrences(of: "[10, 20, 120, 90]", with: "[11, 20, 120, 90]"))
        let run = try CommandLineRun(["add", "sheet"], library: scratch)
        #expect(run.output.hasPrefix("sheet: replaced, now version 2"), "\(run.errorOutput)")
        let library = try Library(path: scratch.path("library"), access: .read)
        #expect(try library.store.versions(of: "sheet").first?.changes?.pages == [2])
        #expect(try CommandLineRun(["verify"], library: scratch).status == 0)
        let back = try CommandLineRun(["restore", "sheet", "1"], library: scratch)
        #expect(back.status == 0, "\(back.errorOutput)")
        #expect(try library.store.document("sheet").pages[1].pyramid?.hasSuffix("-c10_20_120_90.szi") == true)
    }

    @Test func `a crop outside the scan is reported with its position, and nothing is added`() throws {
        let scratch = try Scratch()
        try Self.folder(
            scratch, pages: #"{ "image": "scan.tif", "rotation": 90, "crop": [150, 0, 100, 10] }"#, clauses: "[]")
        let run = try CommandLineRun(["add", "sheet"], library: scratch)
        #expect(run.status == 2)
        #expect(
            run.errors == [
                "explore: document.json: pages[0].crop is [150, 0, 100, 10], expected a box within the 200 × 300 pixels of the rotated image"
            ], "\(run.errorOutput)")
        #expect(!scratch.files().contains { $0.hasPrefix("library/originals/") })
    }

    @Test func `slice rotates and crops`() throws {
        let scratch = try Scratch()
        try Self.scan(in: scratch, name: "scan.tif")
        for (arguments, size) in [
            (["--rotation", "90"], "200 × 300"), (["--crop", "10,20,30,40"], "30 × 40"),
            (["--rotation", "45", "--crop", "100,100,64,50"], "64 × 50"), (["--rotation", "12.5"], "337 × 261"),
        ] {
            let run = try CommandLineRun(["slice", "scan.tif", "-o", "a.szi"] + arguments, directory: scratch.folder)
            #expect(run.status == 0 && run.output.hasPrefix("a.szi: \(size) px, "), "\(run.output)\(run.errorOutput)")
        }
        for (arguments, words) in [
            (["--rotation", "360"], "--rotation is 360.0, expected 0 up to 360 degrees clockwise"),
            (["--rotation", "nan"], "--rotation is nan, expected 0 up to 360 degrees clockwise"),
            (["--crop", "1,2,3"], "The value '1,2,3' is invalid for '--crop <x,y,width,height>'"),
            (["--crop", "0,0,0,5"], "The value '0,0,0,5' is invalid"),
            (["--crop", "0,,0,5,5"], "The value '0,,0,5,5' is invalid"),
            (
                ["--rotation", "90", "--crop", "0,0,300,200"],
                "explore: scan.tif: a crop of 0,0,300,200, expected one within 200 × 300, the rotated scan"
            ),
        ] {
            let run = try CommandLineRun(["slice", "scan.tif", "-o", "b.szi"] + arguments, directory: scratch.folder)
            #expect(run.status != 0 && run.errorOutput.contains(words), "\(run.errorOutput)")
        }
        #expect(scratch.files() == ["a.szi", "scan.tif"])
    }
}
