import Foundation
import ImageGeometry
import TestSupport
import Testing
import TileEngine

@Suite("explore check", .ownThreads) struct CheckCommandTests {
    private func check(_ fixture: CheckFixture, _ arguments: String...) throws -> (
        run: CommandLineRun, scratch: Scratch
    ) {
        let scratch = try Scratch()
        try fixture.write(to: scratch)
        return (try CommandLineRun(["check", "./charter"] + arguments, library: scratch), scratch)
    }

    /// Returns the only finding of a folder.
    private func finding(_ fixture: CheckFixture) throws -> [String: Any] {
        let json = try check(fixture, "--json").run.json()
        let findings = try #require(json["findings"] as? [[String: Any]])
        #expect(findings.count == 1, "\(findings.map { $0["message"] ?? "" })")
        return try #require(findings.first)
    }

    // MARK: Answers

    @Test func `a valid folder has no findings and status 0`() throws {
        let run = try check(CheckFixture()).run
        #expect(run.status == 0 && run.output == "charter: nothing found\n", "\(run.output)\(run.errorOutput)")
        let json = try check(CheckFixture(), "--json").run
        #expect(json.status == 0)
        #expect(try json.json()["total"] as? Int == 0)
        #expect((try json.json()["findings"] as? [Any])?.isEmpty == true)
    }

    @Test func `the sample document has no findings`() throws {
        let sample = CommandLineRun.repository.appending(path: "data/magna-carta").path()
        let run = try CommandLineRun(["check", sample])
        #expect(run.status == 0 && run.output == "magna-carta: nothing found\n", "\(run.output)\(run.errorOutput)")
    }

    @Test func `JSON output has every key, and text output reports the same finding`() throws {
        let fixture = CheckFixture("[1120, 267], [80, 267]", "[1120, 287], [80, 287]")
        let (run, scratch) = try check(fixture, "--json")
        #expect(run.status == 1)
        let json = try run.json()
        #expect(Set(json.keys) == ["document", "total", "counts", "findings"])
        #expect(json["document"] as? String == "charter" && json["total"] as? Int == 1)
        #expect(json["counts"] as? [String: Int] == ["region-overlap": 1])
        let finding = try #require((json["findings"] as? [[String: Any]])?.first)
        #expect(
            Set(finding.keys) == [
                "number", "kind", "severity", "page", "clause", "otherClause", "language", "point", "box", "area",
                "share",
                "mendable", "message", "remedy",
            ])
        #expect(finding["number"] as? Int == 1 && finding["severity"] as? String == "error")
        #expect(finding["page"] as? Int == 1 && finding["clause"] as? String == "1")
        #expect(finding["otherClause"] as? String == "2" && finding["language"] is NSNull)
        #expect(finding["box"] as? [Double] == [80, 267, 1040, 20] && finding["point"] as? [Double] == [600, 277])
        #expect(finding["area"] as? Double == 20800 && finding["share"] as? Double == 0.25)
        let text = try CommandLineRun(["check", "./charter"], library: scratch)
        #expect(text.status == 1)
        #expect(
            text.output == """
                charter: 1 error

                regions that overlap (region-overlap, error): 1
                  1  clause 1 and clause 2 overlap at 600,277 by 20800 px², 25 % of the smaller (page 1)
                     → draw the border between them once, and use it for both

                """)
        let ignored = try CommandLineRun(["check", "./charter", "--ignore", "region-overlap"], library: scratch)
        #expect(ignored.status == 0)
    }

    @Test func `a theme with an icon that the viewer does not have is reported`() throws {
        var fixture = CheckFixture()
        fixture.files["categories.json"] = #"[{ "id": "peace", "label": "Peace", "icon": "dove" }]"#
        #expect(try check(fixture).run.status == 0)
        fixture.files["categories.json"] = #"[{ "id": "peace", "label": "Peace", "icon": "duve" }]"#
        let found = try finding(fixture)
        #expect(found["kind"] as? String == "icon-unknown" && found["severity"] as? String == "warning")
        #expect(found["message"] as? String == "the category peace names the icon \"duve\", which does not exist")
    }

    // MARK: Faults that need the scan

    @Test func `a region without ink is found`() throws {
        // The third clause's rows have no letters, but those of its neighbours are just beside them.
        var fixture = CheckFixture()
        fixture.missingRows = [4, 5]
        let found = try finding(fixture)
        #expect(found["kind"] as? String == "region-without-ink" && found["clause"] as? String == "3")
        #expect(found["box"] as? [Double] == [80, 347, 1040, 160])
    }

    @Test func `a row of ink that no clause covers is found with its position`() throws {
        var fixture = CheckFixture()
        fixture.furtherRows = [(200, 740, 700)]
        let found = try finding(fixture)
        #expect(found["kind"] as? String == "line-uncovered" && found["page"] as? Int == 1)
        let box = try #require(found["box"] as? [Double])
        #expect(abs(box[0] - 200) < 4 && abs(box[1] - 740) < 4 && abs(box[2] - 700) < 20 && abs(box[3] - 14) < 6)
    }

    @Test func `the lines of an ALTO file are compared with the clauses`() throws {
        let (_, scratch) = try check(CheckFixture())
        func line(_ id: String, _ y: Int) -> String {
            #"<TextLine ID="\#(id)" HPOS="90" VPOS="\#(y)" WIDTH="1000" HEIGHT="40"/>"#
        }
        try scratch.write(
            """
            <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#"><Description><MeasurementUnit>pixel</MeasurementUnit>
            </Description><Layout><Page WIDTH="1200" HEIGHT="800"><PrintSpace><TextBlock>
            \(line("a", 50))\(line("b", 720))</TextBlock></PrintSpace></Page></Layout></alto>
            """, to: "lines.xml")
        let run = try CommandLineRun(["check", "./charter", "--alto", "lines.xml"], library: scratch)
        #expect(run.status == 1 && run.output.contains("line-2 of lines.xml is in no clause"), "\(run.output)")
        #expect(!run.output.contains("line-1 of"))
    }

    // MARK: Picture

    @Test func `the picture marks the fault at its position and nothing elsewhere`() throws {
        let fixture = CheckFixture("[1120, 267], [80, 267]", "[1120, 287], [80, 287]")
        let (run, scratch) = try check(fixture, "--image", "check.png")
        #expect(run.status == 1 && run.output.contains("check.png: numbers as above"))
        let clean = try check(CheckFixture(), "--image", "check.png").scratch
        let (faulty, sound) = (try pixels(scratch), try pixels(clean))
        func redness(_ pixels: [UInt8], _ x: Int, _ y: Int) -> Int {
            let place = (y * CheckFixture.width + x) * 3
            return Int(pixels[place]) - Int(pixels[place + 1])
        }
        for x in [90, 500, 1110] { #expect(redness(faulty, x, 277) > 60 && redness(sound, x, 277) < 10, "\(x)") }
        // Within clause 4, far from the fault, the two pictures are equal.
        for x in [300, 900] {
            for y in 560..<600 {
                let place = (y * CheckFixture.width + x) * 3
                #expect(faulty[place..<place + 3] == sound[place..<place + 3])
            }
        }
    }

    @Test func `a page without a scan is drawn on blank paper`() throws {
        var fixture = CheckFixture("[1120, 267], [80, 267]", "[1120, 287], [80, 287]")
        fixture.files["document.json"] = fixture.files["document.json"]?
            .replacing(#""image": "scan.tif""#, with: #""width": 1200, "height": 800"#)
        let (run, scratch) = try check(fixture, "--image", "check.png")
        #expect(run.status == 1, "\(run.errorOutput)")
        #expect(try pixels(scratch).count == 1200 * 800 * 3)
    }

    private func pixels(_ scratch: Scratch) throws -> [UInt8] {
        let archive = scratch.path("picture.szi")
        _ = try Slicer.slice(
            Scan(path: scratch.path("check.png")), to: archive, options: SliceOptions(format: .png), progress: { _ in },
            isCancelled: { false })
        let whole = PixelRegion(x: 0, y: 0, width: CheckFixture.width, height: CheckFixture.height)
        let picture = try TileRenderer(archive: TileArchive(path: archive)).pixels(
            of: RegionRequest(region: whole, size: whole.size))
        #expect(picture.channelCount == 3)
        return picture.bytes
    }

    // MARK: Mending

    @Test func `--fix repairs clauses.json of a folder and leaves the rest unchanged`() throws {
        let fixture = CheckFixture("[1120, 267], [80, 267]", "[1120, 267], [1120, 267], [80, 267]")
        let (run, scratch) = try check(fixture, "--fix")
        #expect(run.status == 0, "\(run.output)\(run.errorOutput)")
        #expect(
            run.output == """
                charter: 1 repair, in clauses.json
                  clause 1: removed 1 point that repeated the one before
                charter: nothing found

                """)
        let file = try String(contentsOf: scratch.folder.appending(path: "charter/clauses.json"), encoding: .utf8)
        #expect(file == CheckFixture().files["clauses.json"])
        #expect(!scratch.files().contains { $0.contains("partial") })
        let again = try CommandLineRun(["check", "./charter", "--fix"], library: scratch)
        #expect(again.output == "charter: nothing to repair without judgement\ncharter: nothing found\n")
    }

    @Test func `--fix in a library creates a new version`() throws {
        let scratch = try Scratch()
        try CheckFixture("[1120, 267], [80, 267]", "[1120, 267], [1120, 267], [80, 267]").write(to: scratch)
        #expect(try CommandLineRun(["add", "charter"], library: scratch).status == 0)
        let found = try CommandLineRun(["check", "charter", "--library", "library"], library: scratch)
        #expect(found.status == 1 && found.output.contains("repeated-point"))
        let fixed = try CommandLineRun(["check", "charter", "--fix", "--json"], library: scratch)
        #expect(fixed.status == 0)
        #expect(try fixed.json()["version"] as? Int == 2)
        #expect((try fixed.json()["repairs"] as? [[String: Any]])?.count == 1)
        let history = try CommandLineRun(["history", "charter"], library: scratch).output
        #expect(history.contains("from explore check --fix, served") && history.contains("changed: 1 (regions)"))
    }

    @Test func `stale translations are found by the library's history, for a folder and in the library`() throws {
        let scratch = try Scratch()
        var fixture = CheckFixture()
        let transcriptions = ["preamble", "1", "2", "3", "4"].map { #""\#($0)": { "transcription": "Nos" }"# }
        fixture.files["texts/la.json"] = "{ \(transcriptions.joined(separator: ", ")) }"
        try fixture.write(to: scratch)
        #expect(try CommandLineRun(["add", "charter"], library: scratch).status == 0)
        fixture.files["texts/la.json"] = fixture.files["texts/la.json"]?
            .replacing(#""2": { "transcription": "Nos""#, with: #""2": { "transcription": "Vos""#)
        try fixture.write(to: scratch)
        let folder = try CommandLineRun(["check", "./charter"], library: scratch)
        #expect(folder.status == 1 && folder.output.contains("clause 2 has a translation in en of version 1"))
        #expect(try CommandLineRun(["add", "charter"], library: scratch).status == 0)
        let stored = try CommandLineRun(["check", "charter", "--json"], library: scratch).json()
        #expect(stored["counts"] as? [String: Int] == ["text-stale": 1])
    }

    // MARK: Wrong use

    @Test(arguments: [
        (["check", "nothing"], "no library here"), (["check", "./nothing"], "no such file or folder"),
        (["check", "./charter", "--image", "check.gif"], ".png"), (["check", "./charter", "--page", "1"], "--image"),
        (["check", "./charter", "--page", "9", "--image", "check.png"], "no page 9"),
        (["check", "./charter", "--ignore", "nonsense"], "nonsense"),
        (["check", "./charter", "--alto", "no.xml"], "no.xml"),
        (["check", "./broken"], "document.json"),
    ])
    func `wrong arguments exit with status 2 and a message`(arguments: [String], words: String) throws {
        let scratch = try Scratch()
        try CheckFixture().write(to: scratch)
        try scratch.write("x", to: "broken/readme.txt")
        let run = try CommandLineRun(arguments, library: scratch)
        #expect(run.status == 2 && run.output.isEmpty, "\(run.output)")
        #expect(run.errorOutput.contains(words), "\(run.errorOutput)")
        #expect(!scratch.files().contains("library") && !scratch.files().contains("check.png"))
    }
}
