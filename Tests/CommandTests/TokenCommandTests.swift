import Foundation
import TestSupport
import Testing

@testable import explore

@Suite("explore token", .ownThreads) struct TokenCommandTests {
    @Test func `a token is created, listed, revoked and audited, and its secret is shown only once`() throws {
        let scratch = try HistoryCommandTests.library()
        let made = try CommandLineRun(
            ["token", "create", "--document", "charter", "--label", "Ada", "--expires", "30d"], library: scratch)
        #expect(made.status == 0, "\(made.errorOutput)")
        let lines = made.output.split(separator: "\n")
        let token = try #require(lines.first.map(String.init))
        let id = try #require(token.wholeMatch(of: /explore_([a-z2-7]{10})_[a-z2-7]{52}/).map { String($0.output.1) })
        #expect(lines.count == 2 && lines[1].hasPrefix("id \(id), for charter, scope read, until 20"))

        let listed = try CommandLineRun(["token", "list"], library: scratch)
        #expect(
            listed.output.hasPrefix("\(id)  Ada  (charter, read, until 20")
                && listed.output.hasSuffix("Z, never used)\n"))
        let json = try CommandLineRun(["token", "list", "--json"], library: scratch).json()
        let entry = try #require((json["tokens"] as? [[String: Any]])?.first)
        #expect(json["total"] as? Int == 1 && entry["id"] as? String == id && entry["state"] as? String == "valid")
        #expect(entry["documents"] as? [String] == ["charter"] && entry["lastUse"] is NSNull)

        // The secret is neither in the list nor anywhere in the library.
        let secret = String(token.suffix(52))
        for file in scratch.files() {
            let bytes = (try? Data(contentsOf: scratch.folder.appending(path: file))) ?? Data()
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file)")
        }
        #expect(!listed.output.contains(secret))

        // The whole token identifies it as well.
        let revoked = try CommandLineRun(["token", "revoke", token], library: scratch)
        #expect(revoked.output == "\(id): revoked\n")
        let again = try CommandLineRun(["token", "revoke", id], library: scratch)
        #expect(again.status == 0 && again.output == "\(id): was already revoked\n")
        #expect(try CommandLineRun(["token", "list"], library: scratch).output.contains("revoked"))
        let audit = try CommandLineRun(["token", "audit"], library: scratch).output.split(separator: "\n")
        #expect(audit.count == 2 && audit[0].hasSuffix("Z  \(id)  read  created"))
        #expect(audit[1].hasSuffix("Z  \(id)  read  revoked"))
        let events = try CommandLineRun(["token", "audit", "--json"], library: scratch).json()
        #expect((events["events"] as? [[String: Any]])?.map { $0["event"] as? String } == ["created", "revoked"])
    }

    @Test func `a token for all documents without expiry is printed as JSON`() throws {
        let scratch = try HistoryCommandTests.library()
        let made = try CommandLineRun(
            ["token", "create", "--all", "--label", "the reading room", "--expires", "never", "--json"],
            library: scratch
        ).json()
        #expect((made["token"] as? String)?.hasPrefix("explore_") == true)
        #expect(made["documents"] is NSNull && made["expires"] is NSNull && made["state"] as? String == "valid")
    }

    @Test func `the scope of a token is shown in its list and its audit`() throws {
        let scratch = try HistoryCommandTests.library()
        let made = try CommandLineRun(
            ["token", "create", "--all", "--label", "Ada", "--scope", "edit", "--json"], library: scratch
        ).json()
        #expect(made["scope"] as? String == "edit")
        let id = try #require(made["id"] as? String)
        let listed = try CommandLineRun(["token", "list"], library: scratch).output
        #expect(listed.hasPrefix("\(id)  Ada  (all documents, edit, until 20"))
        let json = try CommandLineRun(["token", "list", "--json"], library: scratch).json()
        #expect((json["tokens"] as? [[String: Any]])?.first?["scope"] as? String == "edit")
        #expect(try CommandLineRun(["token", "audit"], library: scratch).output.hasSuffix("Z  \(id)  edit  created\n"))
        let events = try CommandLineRun(["token", "audit", "--json"], library: scratch).json()
        #expect((events["events"] as? [[String: Any]])?.first?["scope"] as? String == "edit")
    }

    @Test(arguments: [
        (["create", "--label", "a"], "--document ID"),
        (["create", "--label", "a", "--all", "--document", "b"], "--all"),
        (["create", "--all", "--label", ""], "--label"), (["create", "--all"], "--label"),
        (["create", "--all", "--label", "a", "--expires", "soon"], "--expires"),
        (["create", "--all", "--label", "a", "--expires", "2026-02-30"], "--expires"),
        (["create", "--all", "--label", "a", "--expires", "2020-01-31"], "in the past"),
        (["create", "--all", "--label", "a", "--expires", "0d"], "--expires"),
        (["create", "--all", "--label", "a", "--scope", "write"], "--scope"),
        (["create", "--all", "--label", "local", "--scope", "edit"], "serve --edit"),
        (["create", "--document", "psalm", "--label", "a"], "no document \"psalm\""),
        (["revoke", "abc"], "no token \"abc\""),
    ])
    func `invalid arguments are refused with an explanation, and no token is created`(
        arguments: [String], words: String
    ) throws {
        let scratch = try HistoryCommandTests.library()
        let run = try CommandLineRun(["token"] + arguments, library: scratch)
        #expect(run.status == 2 && run.errorOutput.contains(words), "\(run.errorOutput)")
        #expect(try CommandLineRun(["token", "list"], library: scratch).output.isEmpty)
    }

    @Test(arguments: [">/dev/full", "--json >/dev/full", ">&-"])
    func `a token that could not be shown is revoked`(output: String) throws {
        let scratch = try HistoryCommandTests.library()
        let run = try CommandLineRun(shell: "explore token create --all --label Ada \(output)", library: scratch)
        #expect(run.status == 2 && run.errors.count == 2, "\(run.errorOutput)")
        #expect(run.errors.last?.hasSuffix("could not be shown, and is revoked") == true)
        let listed = try CommandLineRun(["token", "list"], library: scratch).output
        #expect(listed.contains("Ada") && listed.contains("revoked"), "\(listed)")
    }

    @Test func `an expiry is a number of days, a date, or never`() throws {
        let now = Date(timeIntervalSince1970: 1_000_000_000)
        #expect(Expiry(argument: "90d")?.date(from: now) == now.addingTimeInterval(90 * 86_400))
        let end = try #require(Expiry(argument: "2027-01-31")?.date(from: now))
        #expect(end.timeIntervalSince1970 == 1_801_440_000)
        let never = try #require(Expiry(argument: "never"))
        #expect(never.date(from: now) == nil)
        for wrong in ["", "d", "-1d", "36501d", "2027-13-01", "2027-1-1", "90", "1h", "Never"] {
            #expect(Expiry(argument: wrong) == nil, "\(wrong)")
        }
    }

    @Test(arguments: ["--drafts", "--edit"])
    func `--drafts and --edit are refused on public addresses`(flag: String) throws {
        let scratch = try HistoryCommandTests.library()
        for arguments in [["--host", "0.0.0.0"], ["--public-url", "https://example.org"]] {
            let run = try CommandLineRun(["serve", flag, "--port", "0"] + arguments, library: scratch)
            #expect(run.status == 2 && run.errors.count == 1)
            #expect(run.errors.first?.contains("\(flag) ") == true)
            #expect(run.errors.first?.contains("explore token create") == true)
        }
    }

    @Test(arguments: [["--from", "s3://bucket"], ["scan.jpg"]])
    func `--edit is refused for replicas and images`(arguments: [String]) throws {
        let run = try CommandLineRun(["serve", "--edit", "--port", "0"] + arguments, library: nil)
        #expect(run.status == 2 && run.errorOutput.contains("--edit cannot be combined with"), "\(run.errorOutput)")
    }

    @Test func `serve --edit lets this machine edit, and without it no one can`() throws {
        let scratch = try HistoryCommandTests.library()
        let editable = try RunningServer(library: scratch.path("library"), arguments: ["--edit"])
        func session(_ server: RunningServer) throws -> String {
            try LoopbackConnection(port: server.port).request(
                "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        }
        #expect(try session(editable).contains(#"{"editor":{"name":"local","scope":"publish"}}"#))
        let plain = try RunningServer(library: scratch.path("library"))
        #expect(try session(plain).contains(#"{"editor":null}"#))
    }
}
