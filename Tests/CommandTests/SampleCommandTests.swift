import Foundation
import ImageGeometry
import TestSupport
import Testing

/// The sample document on the command line, in a library that these tests share.
@Suite(.ownThreads) struct SampleCommandTests {
    private static let sample = CommandLineRun.repository.appending(path: "data/magna-carta")

    private static let shared = Result {
        let scratch = try Scratch()
        let run = try CommandLineRun(["add", sample.path()], library: scratch)
        try #require(run.status == 0, "\(run.errorOutput)")
        return scratch
    }

    private func run(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun(arguments, library: try Self.shared.get())
    }

    @Test func `list and info describe the document`() throws {
        let list = try run("list")
        #expect(list.status == 0)
        #expect(list.output.contains("magna-carta"))
        let info = try run("info", "magna-carta")
        for part in ["holder", "date", "rights", "attribution", "6000 × 8000 px", "12 px/mm", "not a photograph"] {
            #expect(info.output.contains(part), "\(part)")
        }
        #expect(try run("info", "magna-carta", "--json").json()["id"] as? String == "magna-carta")
    }

    @Test func `at prints the clause at a point, or exits with status 1`() throws {
        let json = try run("clause", "magna-carta", "39", "--json").json()
        let ring = try #require((json["regions"] as? [[String: Any]])?.first?["polygon"] as? [[Double]])
        let inside = try Polygon(outer: ring.map { Point(x: $0[0], y: $0[1]) }).interiorPoint
        let hit = try run("at", "magna-carta", "\(inside.x)", "\(inside.y)")
        #expect(hit.status == 0)
        #expect(hit.output.split(separator: "\n").contains { $0.hasPrefix("39  ") })
        let response = try run("at", "magna-carta", "\(inside.x)", "\(inside.y)", "--json").json()
        #expect(response["document"] as? String == "magna-carta")
        let miss = try run("at", "magna-carta", "1", "1")
        #expect(miss.status == 1)
        #expect(miss.output.isEmpty && miss.errorOutput.isEmpty)
    }

    @Test func `clauses are filtered by category and words, with status 1 if none matches`() throws {
        let church = try run("clauses", "magna-carta", "--category", "church")
        #expect(church.output.split(separator: "\n").count == 6)
        let all = try run("clauses", "magna-carta", "--json")
        #expect(try all.json()["total"] as? Int == 64)
        #expect(try run("clauses", "magna-carta", "--search", "xylophone").status == 1)
        #expect(try run("clauses", "magna-carta", "--kind", "detail", "--category", "hidden-details").status == 0)
    }

    @Test func `a clause is shown in the requested language`() throws {
        let english = try run("clause", "magna-carta", "39")
        let french = try run("clause", "magna-carta", "39", "--lang", "fr")
        #expect(english.status == 0 && french.status == 0)
        #expect(english.output != french.output)
    }

    @Test func `adding the same document again changes nothing`() throws {
        let again = try run("add", Self.sample.path())
        #expect(again.status == 0)
        #expect(again.output.contains("unchanged"))
    }

    @Test func `an export equals the source folder in JSON values and scan bytes`() throws {
        let scratch = try Self.shared.get()
        let out = scratch.path("exported")
        #expect(try run("export", "magna-carta", out, "--format", "folder").status == 0)
        for name in [
            "document.json", "categories.json", "clauses.json", "texts/en.json", "texts/fr.json", "texts/la.json",
        ] {
            let original = try JSONSerialization.jsonObject(with: Data(contentsOf: Self.sample.appending(path: name)))
            let exported = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: out + "/" + name)))
            #expect((original as? NSObject) == (exported as? NSObject), "\(name)")
        }
        let scans = try [Self.sample.appending(path: "scan.jpg"), URL(filePath: out + "/scan.jpg")].map {
            try Data(contentsOf: $0)
        }
        #expect(scans[0] == scans[1])
        let again = try run("export", "magna-carta", out)
        #expect(again.status == 2)
        #expect(again.errorOutput.contains("exists already"))
    }

    @Test(arguments: [
        ["at", "magna-carta", "6000", "10"], ["at", "magna-carta", "10", "8000"], ["at", "magna-carta", "-1", "10"],
        ["at", "magna-carta", "nan", "10"], ["at", "magna-carta", "10", "10", "--page", "9"],
        ["at", "magna-carta", "10", "10", "--category", "nothing"],
        ["clauses", "magna-carta", "--category", "nothing"],
        ["info", "nothing"], ["clause", "magna-carta", "99"], ["remove", "nothing"], ["export", "nothing", "out"],
        ["at", "magna-carta", "x", "10"], ["serve", "--port", "70000"],
        ["serve", "--public-url", "manuscripts.example.org"], ["slice", "scan.jpg"], ["nonsense"],
    ])
    func `wrong arguments exit with status 2 and a message`(arguments: [String]) throws {
        let run = try CommandLineRun(arguments, library: try Self.shared.get())
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(!run.errorOutput.isEmpty)
        #expect(!run.errorOutput.contains("Fatal"))
    }
}
