import Foundation
import TestSupport
import Testing

/// Commands whose standard output or standard error is closed, full or a terminal.
@Suite(.ownThreads) struct StandardStreamTests {
    @Test(arguments: [
        "list", "list --json", "info charter", "info charter --json", "clauses charter", "texts export charter",
        "at charter 5 4", "verify", "--help",
    ])
    func `a command whose output cannot be written says so, with status 2`(command: String) throws {
        let scratch = try HistoryCommandTests.library()
        let full = try CommandLineRun(shell: "explore \(command) >/dev/full", library: scratch)
        #expect(full.status == 2)
        #expect(full.errors == ["explore: standard output: No space left on device"])
        let closed = try CommandLineRun(shell: "explore \(command) >&-", library: scratch)
        #expect(closed.status == 2)
        #expect(closed.errors == ["explore: standard output: Bad file descriptor"])
    }

    @Test(arguments: ["2>/dev/full", "2>&-"])
    func `a command does its work when standard error cannot be written`(errors: String) throws {
        let scratch = try HistoryCommandTests.library()
        let added = try CommandLineRun(shell: "explore add charter/scan.tif \(errors)", library: scratch)
        #expect(added.status == 0 && added.output.hasPrefix("scan: added"), "\(added)")
        let verified = try CommandLineRun(shell: "explore verify \(errors)", library: scratch)
        #expect(verified.status == 0 && verified.output.hasSuffix("intact\n"), "\(verified)")
        let refused = try CommandLineRun(shell: "explore info nothing \(errors)", library: scratch)
        #expect(refused.status == 2 && refused.output.isEmpty)
    }

    @Test func `a reader that has seen enough gets no message`() throws {
        let scratch = try HistoryCommandTests.library()
        // The pipe has no reader when the program starts.
        let line = "mkfifo pipe; : <pipe & exec 3>pipe; wait; explore list 1>&3"
        let ended = try CommandLineRun(shell: line, library: scratch)
        #expect(ended.status != 0 && ended.errorOutput.isEmpty, "\(ended)")
        let ignored = try CommandLineRun(shell: "rm pipe; trap '' PIPE; \(line)", library: scratch)
        #expect(ignored.status == 2 && ignored.errorOutput.isEmpty, "\(ignored)")
    }

    @Test func `control characters of a title do not reach the terminal`() throws {
        let scratch = try Scratch()
        try scratch.write(
            #"""
            {"id": "blank", "title": {"en": "A sheet\u001b[2J\u0007\nother  Another (1 page)"}, "language": "la",
             "languages": ["en"], "status": "published", "pages": [{"width": 100, "height": 100}]}
            """#, to: "source/document.json")
        try #require(try CommandLineRun(["add", "source"], library: scratch).status == 0)
        let list = try CommandLineRun(["list"], library: scratch).output
        #expect(list == "blank  A sheet\\u{1b}[2J\\u{7}\\u{a}other  Another (1 page)  (1 page, 0 clauses)\n")
        let info = try CommandLineRun(["info", "blank"], library: scratch).output
        #expect(info.contains("A sheet\\u{1b}[2J") && !info.contains("\u{1B}"))
    }
}
