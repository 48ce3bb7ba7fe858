import ClauseStore
import DocumentModel
import Foundation
import ImageGeometry
import TestSupport
import Testing
import TileEngine

@testable import DocumentLibrary

/// Pages with several captures, from the source folder to the library and back.
@Suite("Captures in commands", .ownThreads) struct CaptureCommandTests {
    private static func added(alignment: String? = CaptureFolder.alignment) throws -> (Scratch, CommandLineRun) {
        let scratch = try Scratch()
        try CaptureFolder.write(to: scratch.folder.appending(path: "sheet"), alignment: alignment)
        let run = try CommandLineRun(["add", "sheet"], library: scratch)
        try #require(run.status == 0, "\(run.errorOutput)")
        return (scratch, run)
    }

    private static func page(_ scratch: Scratch) throws -> PageInfo {
        let library = try Library(path: scratch.path("library"), access: .read)
        return try #require(try library.store.document("sheet").pages.first)
    }

    @Test func `an alignment that is not stated is estimated with its error`() throws {
        let (scratch, run) = try Self.added(alignment: nil)
        #expect(run.output == "sheet: added (1 page, 600 × 800 px; 2 clauses)\n")
        let note = try #require(run.errors.first { $0.contains("uv.tif") })
        #expect(note.hasPrefix("explore: note: uv.tif: aligned with day.tif automatically, error 0."), "\(note)")
        let capture = try #require(try Self.page(scratch).captures.last)
        #expect(capture.isEstimated && capture.error ?? 9 < 1)
        for (corner, place) in zip([(0.0, 0.0), (600, 0), (600, 800), (0, 800)], CaptureFolder.corners) {
            let found = try #require(capture.toCapture.apply(Point(x: corner.0, y: corner.1)))
            #expect(hypot(found.x - place.x, found.y - place.y) < 1.5, "\(found), expected \(place)")
        }
        let again = try CommandLineRun(["add", "sheet"], library: scratch)
        #expect(again.output == "sheet: unchanged (1 page, 600 × 800 px; 2 clauses)\n")
    }

    @Test func `unrelated captures without a stated alignment are refused`() throws {
        let scratch = try Scratch()
        try CaptureFolder.write(to: scratch.folder.appending(path: "sheet"), alignment: nil, isOther: true)
        let run = try CommandLineRun(["add", "sheet"], library: scratch)
        #expect(run.status == 2)
        let line = try #require(run.errors.last)
        #expect(line.contains("document.json: pages[0].captures[1].alignment is missing, and uv.tif cannot be aligned"))
        #expect(
            line.contains(
                "expected four pairs [[x, y], [x, y]], each of a point on uv.tif and the same point on day.tif"))
        #expect(try CommandLineRun(["list"], library: scratch).output.contains("sheet") == false)
        #expect(scratch.files().filter { $0.hasSuffix(".szi") }.isEmpty)
    }

    @Test func `info lists captures, and at and clause accept --capture`() throws {
        let (scratch, run) = try Self.added()
        #expect(run.errors.contains { $0.hasPrefix("explore: note: uv.tif: aligned with day.tif as stated, error 0.") })
        let info = try CommandLineRun(["info", "sheet"], library: scratch)
        #expect(info.output.contains("  capture     day (By day): visible, 600 × 800 px, image sheet-1\n"))
        #expect(
            info.output.contains(
                "  capture     uv: ultraviolet, 520 × 640 px, image sheet-1-uv, aligned as stated, error 0."))
        let description = try CommandLineRun(["info", "sheet", "--json"], library: scratch).output
        #expect(description.contains(#""image": "sheet-1-uv""#) && description.contains(#""estimated": false"#))
        let place = try #require(CaptureFolder.toCapture?.apply(Point(x: 400, y: 200)))
        func at(_ arguments: [String]) throws -> CommandLineRun {
            try CommandLineRun(["at", "sheet"] + arguments, library: scratch)
        }
        let point = ["\(place.x)", "\(place.y)"]
        #expect(try at(point + ["--capture", "uv"]).output == "2  Second\n")
        let json = try at(point + ["--capture", "uv", "--json"]).output
        #expect(json.contains(#""capture": "uv""#) && json.contains(#""onPage""#))
        #expect(try at(["5", "5", "--capture", "uv"]).status == 1)
        #expect(
            try at(["520", "5", "--capture", "uv"]).errors
                == ["explore: the point 520,5 is outside the capture uv, expected 0 <= x < 520 and 0 <= y < 640"])
        #expect(
            try at(["5", "5", "--capture", "ir"]).errors
                == [#"explore: no capture "ir" of page 1 of sheet, expected one of day, uv"#])
        let cut = try CommandLineRun(
            ["clause", "sheet", "2", "--image", "cut.png", "--capture", "uv"], library: scratch)
        let corners = try [(300.0, 60.0), (540, 60), (540, 300), (300, 300)].map { x, y in
            try #require(CaptureFolder.toCapture?.apply(Point(x: x, y: y)))
        }
        let (left, right) = (corners.map(\.x).min() ?? 0, corners.map(\.x).max() ?? 0)
        let (top, bottom) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
        let size = PixelSize(
            width: Int(right.rounded(.up) - left.rounded(.down)), height: Int(bottom.rounded(.up) - top.rounded(.down)))
        #expect(cut.output == "cut.png: \(size) px\n", "\(cut.errorOutput)")
        #expect(try CommandLineRun(["clause", "sheet", "2", "--capture", "uv"], library: scratch).status == 2)
        #expect(
            try CommandLineRun(["clause", "sheet", "2", "--image", "x.png", "--capture", "ir"], library: scratch).errors
                == [#"explore: no capture "ir" of page 1, expected one of day, uv"#])
    }

    @Test func `export restores the same files, and verify, backup and remove cover all captures`() throws {
        let (scratch, _) = try Self.added(alignment: nil)
        #expect(try CommandLineRun(["export", "sheet", "out"], library: scratch).status == 0)
        for name in ["document.json", "clauses.json", "texts/en.json", "day.tif", "uv.tif"] {
            let files = try ["sheet", "out"].map {
                try Data(contentsOf: scratch.folder.appending(path: "\($0)/\(name)"))
            }
            #expect(files[0] == files[1], "\(name)")
        }
        let again = try CommandLineRun(["add", "out"], library: scratch)
        #expect(again.output.hasPrefix("sheet: unchanged"), "\(again.errorOutput)")
        #expect(try CommandLineRun(["verify"], library: scratch).status == 0)
        #expect(try CommandLineRun(["backup", "copy"], library: scratch).status == 0)
        let pyramids = scratch.files().filter { $0.hasPrefix("copy/pyramids/") && $0.hasSuffix(".szi") }
        #expect(pyramids.count == 2)
        #expect(scratch.files().count { $0.hasPrefix("copy/originals/") } == 2)
        let second = try #require(try Self.page(scratch).captures.last?.image)
        let handle = try FileHandle(forUpdating: scratch.folder.appending(path: "library/originals/\(second.fileName)"))
        try handle.seek(toOffset: 4000)
        try handle.write(contentsOf: Data([1, 2, 3]))
        try handle.close()
        let damaged = try CommandLineRun(["verify"], library: scratch)
        #expect(damaged.status == 1 && damaged.output.contains("sheet") || damaged.errorOutput.contains("sheet"))
        #expect(try CommandLineRun(["remove", "sheet", "--now"], library: scratch).status == 0)
        #expect(!scratch.files().contains { $0.hasPrefix("library/originals/") || $0.hasPrefix("library/pyramids/") })
    }

    @Test func `captures are exported to IIIF and imported again with their alignment`() throws {
        let (scratch, _) = try Self.added()
        #expect(try CommandLineRun(["export", "sheet", "out.json", "--format", "iiif"], library: scratch).status == 0)
        func add(_ file: String, _ id: String, _ images: [String]) throws -> CommandLineRun {
            try CommandLineRun(
                ["add", file, "--id", id] + images.flatMap { ["--image", $0] }, library: scratch)
        }
        let day = "1=sheet/day.tif"
        let alone = try add("out.json", "alone", [day])
        #expect(alone.errors.contains { $0.contains("--image 1/uv=FILE") }, "\(alone.errorOutput)")
        #expect(try add("out.json", "faulty", [day, "1/ir=sheet/uv.tif"]).errors.last?.contains("one of 1/uv") == true)
        for (format, file) in [("iiif", "out.json"), ("iiif2", "out2.json")] {
            if format == "iiif2" {
                #expect(
                    try CommandLineRun(["export", "sheet", file, "--format", format], library: scratch).status == 0)
            }
            let run = try add(file, "copy-\(format)", [day, "1/uv=sheet/uv.tif"])
            #expect(run.status == 0, "\(run.errorOutput)")
            let library = try Library(path: scratch.path("library"), access: .read)
            let (page, copy) = (
                try Self.page(scratch), try #require(try library.store.document("copy-\(format)").pages.first)
            )
            #expect(copy.captures.map(\.id) == ["day", "uv"] && copy.captures.map(\.kind) == [.visible, .ultraviolet])
            #expect(copy.captures.map(\.alignment) == page.captures.map(\.alignment))
            #expect(copy.captures.map(\.label) == page.captures.map(\.label))
            #expect(copy.captures.map(\.image.sha256) == page.captures.map(\.image.sha256))
        }
    }
}
