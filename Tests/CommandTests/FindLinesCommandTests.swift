import Foundation
import TestSupport
import Testing

/// `explore lines`.
@Suite("explore lines", .ownThreads) struct FindLinesCommandTests {
    private let scratch: Scratch
    private let image: String

    init() throws {
        scratch = try Scratch()
        image = scratch.path("grant.tif")
        // Ten lines of strokes with serifs, grouped into words, at a distance of twenty pixels.
        var pixels = Data()
        for y in 0..<240 {
            let (line, row) = ((y + 20) / 20 - 2, y % 20)
            for x in 0..<320 {
                let place = x - 20 + line * 7 + 600
                let isWord = (place / 6 - 100 + line * line) % 8 != 0
                let isStroke = place % 6 < 2 || row > 6 && place % 6 < 5
                let isLine = (0..<10).contains(line) && row < 9 && (20..<300).contains(x)
                let isInk = isLine && isWord && isStroke
                pixels.append(contentsOf: [UInt8](repeating: isInk ? 50 : 220, count: 3))
            }
        }
        try Data(PlainTIFF.bytes(width: 320, height: 240, pixels: pixels)).write(to: URL(filePath: image))
    }

    @Test func `the lines of an image are written as ALTO that add can read`() throws {
        let run = try CommandLineRun(["lines", image, "--alto", scratch.path("lines.xml")], library: scratch)
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(run.output.contains("lines.xml: ") && run.output.contains("px from one to the next"))
        let file = try String(contentsOfFile: scratch.path("lines.xml"), encoding: .utf8)
        let count = file.components(separatedBy: "<TextLine ").count - 1
        #expect(count == 10)
        #expect(file.contains("<fileName>grant.tif</fileName>"))
        #expect(file.components(separatedBy: " BASELINE=\"").count - 1 == count)
        let add = try CommandLineRun(["add", image, "--alto", scratch.path("lines.xml")], library: scratch)
        #expect(add.status == 0 && add.output.contains("\(count) clauses"), "\(add.output)\(add.errorOutput)")
        let json = try CommandLineRun(["lines", "grant", "--json"], library: scratch).json()
        #expect(json["document"] as? String == "grant" && json["total"] as? Int == count)
    }

    @Test func `a missing image, page or document is one error`() throws {
        let missing = try CommandLineRun(["lines", scratch.path("none.jpg")], library: scratch)
        #expect(missing.status == 2 && missing.errors.count == 1, "\(missing.errorOutput)")
        let add = try CommandLineRun(["add", image], library: scratch)
        #expect(add.status == 0, "\(add.errorOutput)")
        let page = try CommandLineRun(["lines", "grant", "--page", "2"], library: scratch)
        #expect(page.status == 2 && page.errors.count == 1, "\(page.errorOutput)")
        #expect(try CommandLineRun(["lines", "nowhere"], library: scratch).status == 2)
        #expect(try CommandLineRun(["lines", "grant", "--page", "0"], library: scratch).status == 2)
    }

    @Test func `a blank page has no lines, status 1 and no output file`() throws {
        let blank = scratch.path("blank.tif")
        let pixels = Data(repeating: 220, count: 200 * 150 * 3)
        try Data(PlainTIFF.bytes(width: 200, height: 150, pixels: pixels)).write(to: URL(filePath: blank))
        let run = try CommandLineRun(["lines", blank, "--alto", scratch.path("lines.xml")], library: scratch)
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.errors == ["explore: \(blank): no text lines on page 1"])
        #expect(!scratch.files().contains("lines.xml"))
    }

    @Test(.enabled(if: SharedData.has("ms-ubl758"), "needs ../shared/data"))
    func `the lines of a manuscript are found`() throws {
        let page = SharedData.url("ms-ubl758/UBL_Ms758_024v.jpg").path
        let json = try CommandLineRun(["lines", page, "--json"], library: scratch).json()
        #expect((38...44).contains(json["total"] as? Int ?? 0))
    }
}
