import Foundation
import TestSupport
import Testing

@testable import explore

@Suite("explore theme", .ownThreads) struct ThemeCommandTests {
    @Test func `init writes a theme that has no findings, and overwrites nothing`() throws {
        let scratch = try Scratch()
        let made = try CommandLineRun(["theme", "init", "look"], library: scratch)
        #expect(made.status == 0 && made.output.split(separator: "\n").count == 3, "\(made.errorOutput)")
        let checked = try CommandLineRun(["theme", "check", "look"], library: scratch)
        #expect(checked.status == 0, "\(checked.output) \(checked.errorOutput)")
        #expect(checked.output.hasPrefix("Customised:\n  name: Our documents\n"))
        let file = scratch.folder.appending(path: "look/theme.json")
        try Data("{}".utf8).write(to: file)
        let again = try CommandLineRun(["theme", "init", "look"], library: scratch)
        #expect(again.output == "look: already has all files\n")
        #expect(try Data(contentsOf: file) == Data("{}".utf8))
    }

    @Test func `check lists findings with status 1, errors with status 2, and text ids`() throws {
        let scratch = try Scratch()
        let theme = scratch.path("library/theme")
        try ThemeFixture.write(
            to: theme,
            ["theme.json": Data(ThemeFixture.main.replacing("#102040", with: "#dddddd").utf8), "texts/en.json": nil])
        let found = try CommandLineRun(["theme", "check"], library: scratch)
        #expect(found.status == 1, "\(found.errorOutput)")
        #expect(
            found.output.contains("\nLow in contrast: 1\n  barText, #dddddd, has a contrast of 1.35 with bar, #ffffff"))
        #expect(found.output.contains("\nMissing: 1\n  texts/pl.json: "))
        let json = try CommandLineRun(["theme", "check", "--json"], library: scratch).json()
        #expect(json["total"] as? Int == 2 && (json["findings"] as? [[String: Any]])?.count == 2)

        try ThemeFixture.write(to: theme, ["theme.json": Data(#"{ "logo": "none.svg", "bakc": 1 }"#.utf8)])
        let broken = try CommandLineRun(["theme", "check"], library: scratch)
        #expect(broken.status == 2 && broken.output.isEmpty)
        let lines = broken.errorOutput.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains("theme/theme.json: bakc is an unknown key, expected back"))

        let ids = try CommandLineRun(["theme", "check", "--ids"], library: scratch)
        #expect(ids.status == 0 && ids.output.hasPrefix("phrases.menu  Themes\n"))
        let missing = try CommandLineRun(["theme", "preview", "nowhere"], library: scratch)
        #expect(
            missing.status == 2 && missing.errorOutput.contains("expected a folder that `explore theme init` makes"))
    }

    @Test func `a backup includes the theme`() throws {
        let scratch = try HistoryCommandTests.library()
        try ThemeFixture.write(to: scratch.path("library/theme"))
        let done = try CommandLineRun(["backup", "copy"], library: scratch)
        #expect(done.status == 0, "\(done.errorOutput)")
        for name in ["theme.json", "fonts/OFL.txt", "texts/pl.json"] {
            #expect(
                try Data(contentsOf: scratch.folder.appending(path: "copy/theme/\(name)")) == ThemeFixture.files[name])
        }
    }
}
