import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import explore

/// `explore serve --config`: the settings in a file and the environment, and their precedence.
@Suite(.ownThreads) struct SettingsTests {
    private static func read(_ text: String) throws -> [String: SettingsValue] {
        let file = try SettingsFile(path: "f.toml", text: text)
        return Dictionary(uniqueKeysWithValues: file.entries.map { ($0.key, $0.value) })
    }

    @Test func `the kinds of TOML values that settings use are read`() throws {
        let values = try Self.read(
            """
            # a comment
            a = "é \\"\\\\\\u0041\\n"   # another
            'b' = 'C:\\n'
            "c-d" = -1_000
            e=0xff\r
            f = 1.5e3
            g = true
            h = [ "x", # one
              'y', ]
            i = 0b101
            """)
        #expect(
            values == [
                "a": .string("é \"\\A\n"), "b": .string("C:\\n"), "c-d": .integer(-1_000), "e": .integer(255),
                "f": .real(1_500), "g": .boolean(true), "h": .array([.string("x"), .string("y")]), "i": .integer(5),
            ])
        #expect(try Self.read("") == [:])
    }

    @Test(arguments: [
        ("a = 1\na = 2", "f.toml:2: 'a' is set twice, first on line 1"),
        ("\n[server]\nport = 1", "f.toml:2: a table begins here"), ("a.b = 1", "f.toml:1: 'a.' begins a table"),
        ("a = {b = 1}", "f.toml:1: 'a' is a table"),
        ("a = \"x", "f.toml:1: the value of 'a' has no closing quotation mark"),
        ("a = \"\"\"x\"\"\"", "f.toml:1: the value of 'a' is a string over several lines"),
        ("a = \"\\q\"", "f.toml:1: the value of 'a' has the invalid escape \\q"),
        ("a = \"\\ud800\"", "f.toml:1: the value of 'a' has the invalid escape \\ud800"),
        ("a = 012", "f.toml:1: 'a' is 012"), ("a = 1__0", "f.toml:1: 'a' is 1__0"), ("a = 0x", "f.toml:1: 'a' is 0x"),
        ("a = 99999999999999999999", "f.toml:1: 'a' is 99999999999999999999, which is too large"),
        ("a = 1979-05-27", "f.toml:1: 'a' is 1979-05-27"), ("a = yes", "f.toml:1: 'a' is yes"),
        ("a 1", "f.toml:1: no '=' after 'a'"), ("a =", "f.toml:1: 'a' has no value"),
        ("a = 1 2", "f.toml:1: more text follows"), ("a = [1 2]", "f.toml:1: the list of 'a'"),
        ("a = [1", "f.toml:1: the list of 'a'"), ("= 1", "f.toml:1: '=' does not begin a key"),
        ("a = \"\u{1}\"", "f.toml:1: the value of 'a' has a control character"),
        ("a = [[[[[[1]]]]]]", "f.toml:1: 'a' has lists that are nested too deeply"),
    ])
    func `invalid TOML is one error with file and line`(text: String, message: String) {
        do {
            _ = try Self.read(text)
            Issue.record("\(text) was read")
        } catch {
            #expect("\(error)".hasPrefix(message), "\(error)")
            #expect(!"\(error)".contains("\n"))
        }
    }

    /// Returns the arguments completed from a file and the environment.
    private static func complete(
        _ arguments: [String], file: String? = nil, environment: [String: String] = [:]
    ) throws -> ServeSettings {
        let scratch = try Scratch()
        var all = ["serve"] + arguments
        if let file {
            try scratch.write(file, to: "explore.toml")
            all += ["--config", scratch.path("explore.toml")]
        }
        return try ServeSettings(arguments: all, environment: environment)
    }

    private static func port(_ settings: ServeSettings) throws -> Int {
        try #require(try Explore.parseAsRoot(settings.arguments) as? ServeCommand).port
    }

    @Test func `the command line overrides the environment, the file and the defaults, in this order`() throws {
        let file = "port = 3"
        #expect(try Self.port(Self.complete([])) == 8080)
        #expect(try Self.port(Self.complete([], file: file)) == 3)
        #expect(try Self.port(Self.complete([], file: file, environment: ["EXPLORE_PORT": "2"])) == 2)
        #expect(try Self.port(Self.complete(["--port", "1"], file: file, environment: ["EXPLORE_PORT": "2"])) == 1)
        #expect(try Self.port(Self.complete(["--port=1"], file: file)) == 1)
        #expect(try Self.port(Self.complete([], file: file, environment: ["EXPLORE_PORT": ""])) == 3)
    }

    @Test func `EXPLORE_LIBRARY does not conflict with --from, but --library does`() throws {
        let everywhere = ["EXPLORE_LIBRARY": "/srv/library"]
        func complete(_ arguments: [String]) throws -> ServeCommand {
            let settings = try Self.complete(arguments, environment: everywhere)
            return try #require(try Explore.parseAsRoot(settings.arguments) as? ServeCommand)
        }
        #expect(try complete(["--from", "s3://bucket"]).replica.from == "s3://bucket")
        #expect(throws: (any Error).self) { try complete(["--from", "s3://bucket", "--library", "other"]) }
        #expect(
            try Self.complete([], file: "library = \"other\"", environment: everywhere).listing
                .contains("library = \"/srv/library\"  # EXPLORE_LIBRARY"))
    }

    @Test func `the container's environment can serve a library or a replica`() throws {
        let file = #filePath.components(separatedBy: "/Tests/")[0] + "/packaging/container/Containerfile"
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        let stated = try #require(lines.first { $0.hasPrefix("ENV ") }).dropFirst(4).split(separator: " ")
        let environment = Dictionary(
            uniqueKeysWithValues: stated.map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1)
                return (String(parts[0]), String(parts[1]))
            })
        for arguments in [[], ["--from", "s3://bucket/prefix"]] {
            let settings = try Self.complete(arguments, environment: environment)
            #expect(try #require(try Explore.parseAsRoot(settings.arguments) as? ServeCommand).host == "0.0.0.0")
        }
    }

    @Test func `a flag can be set or unset in the file, and overridden by the environment`() throws {
        func drafts(_ settings: ServeSettings) throws -> Bool {
            try #require(try Explore.parseAsRoot(settings.arguments) as? ServeCommand).drafts
        }
        #expect(try drafts(Self.complete([], file: "drafts = true")))
        #expect(try !drafts(Self.complete([], file: "drafts = false")))
        #expect(try !drafts(Self.complete([], file: "drafts = true", environment: ["EXPLORE_DRAFTS": "false"])))
        #expect(try drafts(Self.complete(["--drafts"], environment: ["EXPLORE_DRAFTS": "0"])))
    }

    @Test(arguments: [
        ("port = 1\nprot = 2", ":2: 'prot' is not a setting; did you mean 'port'?"),
        ("colour = 2", ":1: 'colour' is not a setting, expected one of those in docs/configuration.md"),
        ("port = \"8080\"", ":1: port is a string, expected a number"),
        ("\n\nhost = 1", ":3: host is a number, expected a string"),
        ("port = 70000", ":1: port is 70000, expected 0 to 65535"),
        ("drafts = 1", ":1: drafts is a number, expected true or false"),
        ("log-format = \"xml\"", ":1: log-format is \"xml\", expected one of \"plain\", \"json\""),
        ("port = [1]", ":1: port is a list, expected a number"),
        ("config = \"x\"", ":1: 'config' is not a setting"),
        ("cache-bytes = -1", ":1: cache-bytes is -1, expected 0 or more"),
    ])
    func `an invalid settings file is one error with status 2`(text: String, message: String) throws {
        let scratch = try Scratch()
        try scratch.write(text, to: "explore.toml")
        let run = try CommandLineRun(
            ["serve", "--config", scratch.path("explore.toml"), "--print-config"], library: scratch)
        #expect(run.status == 2)
        #expect(
            run.errorOutput.hasPrefix("explore: \(scratch.path("explore.toml"))\(message)"), "\(run.errorOutput)")
        #expect(run.errorOutput.split(separator: "\n").count == 1)
        #expect(run.output.isEmpty)
    }

    @Test(arguments: [
        ([], ["EXPLORE_RATE_BURST": "9"], "EXPLORE_RATE_BURST: --rate-burst needs --rate"),
        ([], ["EXPLORE_HSTS": "9"], "EXPLORE_HSTS: --hsts needs --tls-cert"),
        (["--from", "s3://bucket"], ["EXPLORE_EDIT": "1"], "EXPLORE_EDIT: --edit cannot be combined with --from"),
        (["--edit"], ["EXPLORE_FROM": "s3://bucket"], "EXPLORE_FROM: --edit cannot be combined with --from"),
        (["--rate-burst", "9"], ["EXPLORE_PORT": "1"], "Error: --rate-burst needs --rate"),
        (["--prot", "9"], ["EXPLORE_PORT": "1"], "Error: Unknown option '--prot'. Did you mean '--port'?"),
    ])
    func `settings that do not go together are one error with their places`(
        arguments: [String], environment: [String: String], message: String
    ) throws {
        let settings = try Self.complete(arguments, environment: environment)
        do {
            _ = try settings.parsing { try Explore.parseAsRoot($0) }
            Issue.record("\(arguments) and \(environment) were accepted")
        } catch {
            let shown = error is SettingsFile.Fault ? "\(error)" : Explore.fullMessage(for: error)
            #expect(shown.hasPrefix(message), "\(shown)")
        }
    }

    @Test func `a settings file with settings that do not go together is one error with file and line`() throws {
        let scratch = try Scratch()
        try scratch.write("port = 0\npoll = 9\n", to: "explore.toml")
        let file = scratch.path("explore.toml")
        let run = try CommandLineRun(["serve", "--config", file], library: scratch)
        #expect(run.status == 2)
        #expect(run.errorOutput == "explore: \(file):2: --poll needs --from s3://bucket/prefix\n")
    }

    @Test func `a missing settings file and an invalid variable are reported`() throws {
        let scratch = try Scratch()
        let missing = try CommandLineRun(["serve", "--config", scratch.path("none.toml")], library: scratch)
        #expect(missing.status == 2 && missing.errorOutput.contains("none.toml: cannot be read"))
        let wrong = try CommandLineRun(
            ["serve", "--print-config"], library: scratch, environment: ["EXPLORE_PORT": "many"])
        #expect(wrong.status == 2)
        #expect(wrong.errorOutput == "explore: EXPLORE_PORT: is 'many', expected a number\n")
    }

    @Test func `--print-config prints each setting with its origin, readable as a settings file`() throws {
        let scratch = try Scratch()
        try scratch.write("host = \"::1\"\ndrafts = true\n", to: "explore.toml")
        let run = try CommandLineRun(
            ["serve", "--port", "9000", "--print-config"], library: scratch,
            environment: ["EXPLORE_CONFIG": scratch.path("explore.toml"), "EXPLORE_LOG_LEVEL": "info"])
        try #require(run.status == 0, "\(run.errorOutput)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.contains("port = 9000  # command line"))
        #expect(lines.contains("host = \"::1\"  # \(scratch.path("explore.toml")):1"))
        #expect(lines.contains("drafts = true  # \(scratch.path("explore.toml")):2"))
        #expect(lines.contains("log-level = \"info\"  # EXPLORE_LOG_LEVEL"))
        #expect(lines.contains("# public-url is not set"))
        #expect(lines.contains { $0.hasPrefix("max-headers = 100  # default") })
        let again = try SettingsFile(path: "printed", text: run.output)
        #expect(again.entries.count > 8)
        let known = Set(ServeSetting.all.map(\.name))
        #expect(again.entries.allSatisfy { known.contains($0.key) })
    }

    @Test func `a server runs with the settings of its file`() throws {
        let scratch = try Scratch()
        try scratch.write("public-url = \"https://example.org\"\nmetrics-address = \"off\"\n", to: "explore.toml")
        try scratch.write(
            """
            {"id": "blank", "title": {"en": "A blank sheet"}, "language": "la", "languages": ["en"],
             "status": "published", "pages": [{"width": 100, "height": 100}]}
            """, to: "source/document.json")
        #expect(try CommandLineRun(["add", scratch.path("source")], library: scratch).status == 0)
        let server = try RunningServer(
            library: scratch.path("library"), arguments: ["--config", scratch.path("explore.toml")])
        #expect(try server.get("/iiif/presentation/3/blank/manifest.json").contains("https://example.org/"))
        #expect(try server.get("/metrics").hasPrefix("HTTP/1.1 404"))
    }

    @Test func `docs/configuration.md lists exactly the settings`() throws {
        let page = try String(
            contentsOf: SampleServer.repository.appending(path: "docs/configuration.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `--") }.map(String.init)
        #expect(ServeSetting.all.count > 10)
        for setting in ServeSetting.all where !rows.contains(setting.row) { Issue.record("not there: \(setting.row)") }
        #expect(rows.count == ServeSetting.all.count, "write it anew: Tests/CommandTests/help.sh .build/debug/explore")
    }
}
