import Foundation
import TestSupport
import Testing

/// `explore doctor` on installations with one fault each.
@Suite(.ownThreads) struct DoctorTests {
    private struct Found: Decodable {
        struct Finding: Decodable {
            let state: String
            let subject: String
            let detail: String
            let advice: String?
        }

        let healthy: Bool
        let findings: [Finding]

        subscript(subject: String) -> Finding? { findings.first { $0.subject == subject } }
    }

    /// Returns the doctor's findings, on a free port unless the settings specify one.
    private static func look(
        at scratch: Scratch, _ arguments: [String] = [], port: Int = 0
    ) throws -> (status: Int32, found: Found) {
        let run = try CommandLineRun(
            ["doctor", "--json"] + arguments, library: scratch, environment: ["EXPLORE_PORT": "\(port)"])
        return (run.status, try JSONDecoder().decode(Found.self, from: Data(run.output.utf8)))
    }

    @Test func `a valid installation has nothing wrong, and other findings have advice`() throws {
        let library = try Scratch.withBlankSheet()
        let (status, found) = try Self.look(at: library)
        let wrong = found.findings.filter { $0.state == "wrong" }.map(\.subject)
        // The free space of the test machine is not under test.
        #expect(Set(wrong).subtracting(["space"]).isEmpty, "\(wrong)")
        #expect(status == (wrong.isEmpty ? 0 : 1) && found.healthy == wrong.isEmpty)
        for subject in [
            "settings", "libvips", "SQLite", "kernel", "processor", "library", "pyramids", "rights", "address",
        ] {
            #expect(found[subject]?.state != nil, "\(subject)")
        }
        #expect(found["SQLite"]?.detail.contains("FTS5 and R*Tree") == true)
        #expect(found["libvips"]?.detail.contains("JPEG") == true)
        #expect(found["library"]?.detail.contains("documents: 1,") == true)
        for finding in found.findings { #expect((finding.advice == nil) == (finding.state == "ok"), "\(finding)") }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: library.path("library")).allSatisfy {
                !$0.contains("doctor")
            })
    }

    @Test func `a missing or invalid library is wrong, with status 1`() throws {
        let (status, found) = try Self.look(at: try Scratch())
        #expect(status == 1 && !found.healthy)
        #expect(found["library"]?.state == "wrong")
        #expect(found["library"]?.advice?.contains("explore add") == true)
        let damaged = try Scratch.withBlankSheet()
        try damaged.write(String(repeating: "not a database ", count: 400), to: "library/library.sqlite")
        #expect(try Self.look(at: damaged).found["library"]?.state == "wrong")
    }

    @Test func `files of a killed import are reported`() throws {
        let library = try Scratch.withBlankSheet()
        try library.write("half", to: "library/pyramids/x.szi.partial-1")
        #expect(try Self.look(at: library).found["leftovers"]?.detail.hasPrefix("1 files") == true)
    }

    @Test func `a world-writable library is wrong`() throws {
        let library = try Scratch.withBlankSheet()
        chmod(library.path("library"), 0o777)
        #expect(try Self.look(at: library).found["rights"]?.state == "wrong")
    }

    @Test func `unreadable settings are wrong, with file and line`() throws {
        let library = try Scratch.withBlankSheet()
        try library.write("port = 1\nprot = 2\n", to: "explore.toml")
        let (status, found) = try Self.look(at: library, ["--config", library.path("explore.toml")])
        #expect(status == 1)
        #expect(found["settings"]?.state == "wrong")
        #expect(found["settings"]?.detail.contains("explore.toml:2: 'prot' is not a setting") == true)
    }

    @Test func `a port in use by another program is wrong, by an explore server only reported`() throws {
        let library = try Scratch.withBlankSheet()
        let server = try RunningServer(library: library.path("library"))
        #expect(
            try Self.look(at: library, port: server.port).found["address"]?.detail.contains(
                "in use by another explore server")
                == true)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = bind(listener, pointer, length)
                _ = getsockname(listener, pointer, &length)
            }
        }
        listen(listener, 1)
        let taken = try Self.look(at: library, port: Int(UInt16(bigEndian: address.sin_port)))
        #expect(taken.status == 1)
        #expect(taken.found["address"]?.detail.contains("taken by another program") == true)
    }

    @Test func `text output has a line for each subject and for each advice`() throws {
        let run = try CommandLineRun(["doctor"], library: try Scratch())
        #expect(run.status == 1)
        let lines = run.output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("wrong  library        ") })
        #expect(
            lines.allSatisfy {
                $0.hasPrefix("ok     ") || $0.hasPrefix("slow   ") || $0.hasPrefix("wrong  ") || $0.contains("to do: ")
            })
    }
}
