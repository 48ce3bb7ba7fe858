import Foundation
import TestSupport
import Testing

/// Files of other formats on the command line: added, exported, and refused.
@Suite(.ownThreads) struct FormatCommandTests {
    private static let manifest = """
        {"@context":"http://iiif.io/api/presentation/3/context.json","id":"https://example.org/psalter/manifest.json",
         "type":"Manifest","label":{"en":["A psalter"]},"items":[{"id":"https://example.org/c/1","type":"Canvas",
         "width":3000,"height":4000,"items":[],"annotations":[{"type":"AnnotationPage","items":[
         {"id":"https://example.org/a/seal","type":"Annotation","motivation":"commenting",
          "body":{"type":"TextualBody","value":"The seal","language":"en"},
          "target":"https://example.org/c/1#xywh=1000,1000,500,500"}]}]}]}
        """

    private func library(_ scratch: Scratch) throws {
        try scratch.write(Self.manifest, to: "anything.txt")
        let run = try CommandLineRun(["add", scratch.path("anything.txt")], library: scratch)
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(run.output == "psalter: added (1 page, 3000 × 4000 px; 1 clause)\n")
    }

    @Test func `a manifest is recognised by its content, and its clauses are found at a point`() throws {
        let scratch = try Scratch()
        try library(scratch)
        let at = try CommandLineRun(["at", "psalter", "1200", "1200"], library: scratch)
        #expect(at.status == 0 && at.output.contains("The seal"))
    }

    @Test func `--image supplies a page's image, and coordinates are scaled to it`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.manifest, to: "manifest.json")
        let scan = CommandLineRun.repository.appending(path: "data/magna-carta/scan.jpg").path()
        let run = try CommandLineRun(
            ["add", scratch.path("manifest.json"), "--image", "1=\(scan)", "--id", "copy"], library: scratch)
        #expect(run.output == "copy: added (1 page, 6000 × 8000 px; 1 clause)\n", "\(run.errorOutput)")
        #expect(try CommandLineRun(["at", "copy", "2400", "2400"], library: scratch).status == 0)
        #expect(try CommandLineRun(["at", "copy", "1200", "1200"], library: scratch).status == 1)
    }

    @Test func `each format is exported with notes on what it lacks, and read again`() throws {
        let scratch = try Scratch()
        try library(scratch)
        for format in ["iiif", "iiif2", "annotations", "geojson"] {
            let file = scratch.path("out-\(format)")
            let base = format == "geojson" ? [] : ["--base", "https://example.org"]
            let export = try CommandLineRun(
                ["export", "psalter", file, "--format", format] + base, library: scratch)
            #expect(export.status == 0, "\(export.errorOutput)")
            let add = try CommandLineRun(["add", file, "--id", "again-\(format)"], library: scratch)
            #expect(add.status == 0, "\(add.errorOutput)")
            let clause = try CommandLineRun(["clause", "again-\(format)", "seal"], library: scratch)
            #expect(clause.status == 0 && clause.output.contains("The seal"), "\(clause.errorOutput)")
            let twice = try CommandLineRun(["export", "psalter", file, "--format", format], library: scratch)
            #expect(twice.status == 2 && twice.errors.count == 1)
        }
        let table = try CommandLineRun(
            ["export", "psalter", scratch.path("t.csv"), "--format", "csv"], library: scratch)
        #expect(table.status == 0 && table.errorOutput.contains("csv does not contain"))
    }

    @Test func `bad files and useless options are one error, and change nothing`() throws {
        let scratch = try Scratch()
        try library(scratch)
        try scratch.write(
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point"}}]}"#, to: "p")
        try scratch.write("[[[[", to: "q")
        let folder = CommandLineRun.repository.appending(path: "data/magna-carta").path()
        for (arguments, words) in [
            (["add", scratch.path("p")], "features[0].geometry.type"), (["add", scratch.path("q")], "line 1"),
            (["add", folder, "--id", "other"], "--id"), (["add", folder, "--image", "1=x.jpg"], "--image"),
            (["add", scratch.path("anything.txt"), "--image", "1=\(scratch.path("none.jpg"))"], "none.jpg"),
            (["add", scratch.path("anything.txt"), "--image", "7=\(folder)/scan.jpg"], "page 7"),
            (["add", scratch.path("anything.txt"), "--annotations", "\(folder)/scan.jpg"], "has an unknown format"),
            (["add", scratch.path("anything.txt"), "--id", "not an id"], "not an id"),
        ] {
            let run = try CommandLineRun(arguments, library: scratch)
            #expect(run.status == 2 && run.errors.count == 1, "\(run.errorOutput)")
            #expect(run.errorOutput.contains(words), "\(run.errorOutput)")
        }
        #expect(try CommandLineRun(["list", "--json"], library: scratch).json()["total"] as? Int == 1)
    }
}
