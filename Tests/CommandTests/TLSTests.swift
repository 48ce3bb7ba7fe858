import Foundation
import TestSupport
import Testing

private let hasTools = ["/usr/bin/openssl", "/usr/bin/curl"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
}

/// A persistent TLS connection, held by openssl's client.
private final class KeptTLSConnection {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    /// - Parameter root: The file of the trusted authority.
    init(port: Int, root: String) throws {
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = [
            "s_client", "-quiet", "-connect", "127.0.0.1:\(port)", "-CAfile", root, "-verify_return_error",
        ]
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
        try process.run()
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// Sends a GET, whose response must be a line of JSON; returns an empty text if the connection has ended.
    func get(_ path: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        var response = ""
        while !response.contains("}") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { break }
            response += String(decoding: bytes, as: UTF8.self)
        }
        return response
    }
}

/// `explore serve` over HTTPS, accessed by curl, with certificates that openssl makes for each test.
@Suite(.enabled(if: hasTools, "needs Debian's openssl and curl"), .ownThreads) struct TLSTests {
    private struct Output {
        let status: Int32
        let text: String
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> Output {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(program)")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Output(status: process.terminationStatus, text: String(decoding: bytes, as: UTF8.self))
    }

    /// Creates an authority that signs an intermediate one, which signs the server's certificate: `root.pem`,
    /// `chain.pem`, `key.pem`.
    private static func makeCertificate(in scratch: Scratch, named name: String) throws {
        func path(_ file: String) -> String { scratch.path("\(name)/\(file)") }
        try scratch.write("basicConstraints=critical,CA:TRUE\n", to: "\(name)/authority.ext")
        try scratch.write("subjectAltName=IP:127.0.0.1,DNS:localhost\n", to: "\(name)/server.ext")
        func openssl(_ line: String) throws {
            let arguments = line.split(separator: " ").map {
                $0.hasPrefix("@") ? path(String($0.dropFirst())) : String($0)
            }
            let output = try run("openssl", arguments)
            try #require(output.status == 0, "\(output.text)")
        }
        for file in ["root", "middle", "key"] {
            try openssl(
                "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out @\(file)\(file == "key" ? "" : "-key").pem"
            )
        }
        try openssl("req -x509 -key @root-key.pem -subj /CN=\(name)-root -days 2 -out @root.pem")
        try openssl("req -new -key @middle-key.pem -subj /CN=\(name)-middle -out @middle.csr")
        try openssl(
            "x509 -req -in @middle.csr -CA @root.pem -CAkey @root-key.pem -CAcreateserial -days 2 -extfile @authority.ext"
                + " -out @middle.pem")
        try openssl("req -new -key @key.pem -subj /CN=\(name) -out @server.csr")
        try openssl(
            "x509 -req -in @server.csr -CA @middle.pem -CAkey @middle-key.pem -CAcreateserial -days 2 -extfile @server.ext"
                + " -out @server.pem")
        let chain = try ["server.pem", "middle.pem"].map { try String(contentsOfFile: path($0), encoding: .utf8) }
        try scratch.write(chain.joined(), to: "\(name)/chain.pem")
        chmod(path("key.pem"), 0o600)
    }

    private static func library() throws -> Scratch {
        let scratch = try Scratch()
        try VersionedSheet.add(version: 1, to: "library", in: scratch)
        try makeCertificate(in: scratch, named: "first")
        return scratch
    }

    private static func serve(_ scratch: Scratch, _ further: String...) throws -> RunningServer {
        try RunningServer(
            library: scratch.path("library"),
            arguments: ["--tls-cert", scratch.path("first/chain.pem"), "--tls-key", scratch.path("first/key.pem")]
                + further,
            log: scratch.path("log"))
    }

    private static func curl(
        _ scratch: Scratch, _ server: RunningServer, _ path: String, root: String = "first", _ further: String...
    ) throws -> Output {
        try run(
            "curl",
            ["-sS", "--cacert", scratch.path("\(root)/root.pem"), "--max-time", "20"] + further
                + ["https://127.0.0.1:\(server.port)\(path)"])
    }

    @Test func `the chain is trusted, only TLS 1.2 and 1.3 are accepted, and HTTP 2 is negotiated`() throws {
        let scratch = try Self.library()
        let server = try Self.serve(scratch, "--hsts", "31536000")
        #expect(server.greeting.contains("open https://127.0.0.1:\(server.port)/"))
        for version in ["1.2", "1.3"] {
            let response = try Self.curl(
                scratch, server, "/api/documents/sheet", "-i", "--tlsv\(version)", "--tls-max", version)
            #expect(response.status == 0 && response.text.hasPrefix("HTTP/2 200"), "\(response.text)")
            #expect(response.text.lowercased().contains("strict-transport-security: max-age=31536000\r\n"))
            // Addresses in the API are those that readers can reach.
            #expect(response.text.contains("https://127.0.0.1:\(server.port)/iiif/presentation/3/sheet/manifest.json"))
        }
        #expect(try Self.curl(scratch, server, "/", "--ciphers", "DEFAULT@SECLEVEL=0", "--tls-max", "1.1").status != 0)
        for (option, protocolName) in [("--http2", "h2"), ("--http1.1", "http/1.1")] {
            let agreed = try Self.curl(scratch, server, "/health/live", "-v", option)
            #expect(agreed.text.contains("server accepted \(protocolName)"), "\(agreed.text)")
        }
        let unasked = try Self.curl(scratch, server, "/health/live", "-v", "--no-alpn", "-i")
        #expect(unasked.text.contains("HTTP/1.1 200"), "\(unasked.text)")
        // Without the authority the connection fails, so the earlier ones were verified.
        #expect(try Self.run("curl", ["-sS", "https://127.0.0.1:\(server.port)/"]).status == 60)
    }

    /// Returns the fields and the body of a response, without what differs between responses.
    private static func comparable(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().map { line in
            let line = line.hasSuffix("\r") ? line.dropLast() : line
            guard let colon = line.firstIndex(of: ":") else { return String(line) }
            return line[..<colon].lowercased() + line[colon...]
        }.filter { !$0.hasPrefix("date:") && !$0.hasPrefix("x-request-id:") && !$0.hasPrefix("connection:") }
    }

    @Test func `responses over HTTP 2 equal those over HTTP 1.1, from the lane and from the routes`() throws {
        let scratch = try Self.library()
        let server = try Self.serve(scratch)
        let tag = try #require(
            try Self.curl(scratch, server, VersionedSheet.pictures[0], "-I", "--http2").text
                .firstMatch(of: /etag: (\S+)/)
        ).output.1
        let requests: [[String]] =
            VersionedSheet.pictures.map { [$0, "-I"] } + [
                [VersionedSheet.pictures[0], "-i", "-H", "If-None-Match: \(tag)"],
                [VersionedSheet.pictures[0], "-I", "-H", "Range: bytes=0-1"], ["/api/documents/sheet", "-i"],
                ["/nothing", "-i"],
                ["/access", "-i", "-d", "token=x"], ["/access", "-i", "-d", String(repeating: "a", count: 9_000)],
                ["/" + String(repeating: "a", count: 9_000), "-i"],
            ]
        for request in requests {
            let responses = try ["--http1.1", "--http2", "--http2"].map { version in
                try Self.run(
                    "curl",
                    ["-sS", "--cacert", scratch.path("first/root.pem"), version] + request.dropFirst()
                        + ["https://127.0.0.1:\(server.port)\(request[0])"])
            }
            #expect(responses[0].text.hasPrefix("HTTP/1.1 ") && responses[1].text.hasPrefix("HTTP/2 "), "\(request)")
            #expect(responses[0].text.dropFirst(9).prefix(3) == responses[1].text.dropFirst(7).prefix(3), "\(request)")
            for response in responses[1...] {
                #expect(Self.comparable(response.text) == Self.comparable(responses[0].text), "\(request)")
            }
        }
        let metrics = try Self.curl(scratch, server, "/metrics", "--http2").text
        #expect(metrics.contains("explore_tile_lane_answers_total{source=\"not_modified\"} 3\n"))
        #expect(metrics.contains("explore_refusals_total{reason=\"large_body\"} 3\n"))
    }

    @Test func `tiles over HTTPS are the same bytes as over HTTP, also on a persistent connection`() throws {
        let scratch = try Self.library()
        let plain = try RunningServer(library: scratch.path("library"))
        let secure = try Self.serve(scratch)
        let url = "https://127.0.0.1:\(secure.port)"
        for path in VersionedSheet.pictures {
            let expected = try KeptConnection(port: plain.port).get(path).body
            // From the third request, the tile lane has it ready.
            let files = (0..<4).map { scratch.path("got-\($0)") }
            let output = try Self.run(
                "curl",
                ["-sS", "--cacert", scratch.path("first/root.pem")]
                    + files.flatMap { ["-o", $0, url + path] } + ["-w", "%{num_connects} %{http_code} "])
            #expect(output.status == 0)
            #expect(output.text == "1 200 0 200 0 200 0 200 ", "\(output.text)")
            for file in files { #expect(try Data(contentsOf: URL(filePath: file)) == Data(expected), "\(path)") }
        }
    }

    @Test func `a malformed request over HTTP 2 ends its stream and not the connection`() throws {
        let scratch = try Self.library()
        let server = try Self.serve(scratch)
        let url = "https://127.0.0.1:\(server.port)/health/live"
        let common = ["-sS", "--http2", "--cacert", scratch.path("first/root.pem"), "-o", scratch.path("body")]
        let shown = ["-w", "%{num_connects} %{http_code} "]
        let output = try Self.run(
            "curl", common + shown + ["-H", "Content-Length: none", url, "--next"] + common + shown + [url])
        #expect(output.text.contains("1 000 0 200"), "\(output.text)")
    }

    @Test(arguments: ["--http2", "--http1.1"])
    func `an uploaded picture arrives byte for byte over each version of HTTP`(version: String) async throws {
        let scratch = try Self.library()
        let server = try Self.serve(scratch, "--edit")
        let originals = { try FileManager.default.contentsOfDirectory(atPath: scratch.path("library/originals")) }
        let before = try originals()
        // More than the windows of HTTP/2 admit at once, and more than is in transit at a time.
        let picture = PlainTIFF.bytes(
            width: 1500, height: 1000, pixels: (0..<1500 * 1000 * 3).map { UInt8(truncatingIfNeeded: $0 / 7) })
        let file = scratch.path("picture.tif")
        try Data(picture).write(to: URL(filePath: file))
        let fields = ["Origin: https://127.0.0.1:\(server.port)", "Content-Type: image/tiff"].flatMap { ["-H", $0] }
        let response = try Self.run(
            "curl",
            ["-sS", "-i", "--cacert", scratch.path("first/root.pem"), "--max-time", "60", version]
                + fields + ["--data-binary", "@\(file)", "https://127.0.0.1:\(server.port)/api/documents/sheet/scans"])
        #expect(response.text.contains(" 202"), "\(response.text)")
        #expect(response.text.hasPrefix(version == "--http2" ? "HTTP/2" : "HTTP/1.1"))
        let start = ContinuousClock.now
        func added() throws -> [String] { try originals().filter { !before.contains($0) && $0.hasSuffix(".tif") } }
        while try added().isEmpty, start.duration(to: .now) < .seconds(60) { usleep(20_000) }
        let original = try #require(try added().first)
        #expect(try Data(contentsOf: URL(filePath: scratch.path("library/originals/\(original)"))) == Data(picture))
    }

    @Test func `plain HTTP on the HTTPS port gets a 400 with an explanation`() throws {
        let scratch = try Self.library()
        let server = try Self.serve(scratch)
        let response = try Self.run("curl", ["-sS", "-i", "http://127.0.0.1:\(server.port)/"])
        #expect(response.text.hasPrefix("HTTP/1.1 400"), "\(response.text)")
        #expect(response.text.contains("this port speaks HTTPS"))
        // Nor does garbage stop the server.
        let connection = try LoopbackConnection(port: server.port)
        try connection.send("\u{16}\u{3}\u{1}nonsense\u{0}\u{7f}")
        _ = connection.receive()
        #expect(try Self.curl(scratch, server, "/health/live").status == 0)
    }

    @Test func `a replaced certificate is used for new connections, and open ones continue`() throws {
        let scratch = try Self.library()
        try Self.makeCertificate(in: scratch, named: "second")
        let server = try Self.serve(scratch)
        #expect(try Self.curl(scratch, server, "/health/live").status == 0)
        // One connection for the whole test, used before and after each change.
        let kept = try KeptTLSConnection(port: server.port, root: scratch.path("first/root.pem"))
        try #expect(kept.get("/health/live").hasPrefix("HTTP/1.1 200"))
        let log = { try String(contentsOfFile: scratch.path("log"), encoding: .utf8) }
        /// Waits until the server has logged this number of mismatched pairs.
        func waitForMismatch(_ count: Int) throws {
            let start = ContinuousClock.now
            while try log().components(separatedBy: "not the key of the certificate").count - 1 < count {
                try #require(start.duration(to: .now) < .seconds(60))
                usleep(20_000)
            }
        }
        let files = FileManager.default
        func put(_ file: String, of name: String) throws {
            try? files.removeItem(atPath: scratch.path("new"))
            try files.copyItem(atPath: scratch.path("\(name)/\(file)"), toPath: scratch.path("new"))
            #expect(rename(scratch.path("new"), scratch.path("first/\(file)")) == 0)
        }
        // As renewal programs do: one file, then the other.
        try files.copyItem(atPath: scratch.path("first"), toPath: scratch.path("kept"))
        try put("chain.pem", of: "second")
        server.signal(SIGHUP)
        try waitForMismatch(1)
        try #expect(kept.get("/health/live").hasPrefix("HTTP/1.1 200"))
        #expect(try Self.curl(scratch, server, "/health/live", root: "kept").status == 0)
        try put("key.pem", of: "second")
        let start = ContinuousClock.now
        while try Self.curl(scratch, server, "/health/live", root: "second").status != 0,
            start.duration(to: .now) < .seconds(60)
        { usleep(50_000) }
        #expect(try Self.curl(scratch, server, "/health/live", root: "second").status == 0)
        #expect(try Self.curl(scratch, server, "/health/live", root: "kept").status != 0)
        try #expect(kept.get("/health/live").hasPrefix("HTTP/1.1 200"))
        // A key that does not match changes nothing.
        let former = try log().components(separatedBy: "not the key of the certificate").count - 1
        try put("key.pem", of: "kept")
        server.signal(SIGHUP)
        try waitForMismatch(former + 1)
        #expect(try Self.curl(scratch, server, "/health/live", root: "second").status == 0)
        try put("chain.pem", of: "kept")
        server.signal(SIGHUP)
        let third = ContinuousClock.now
        while try Self.curl(scratch, server, "/health/live", root: "kept").status != 0,
            third.duration(to: .now) < .seconds(60)
        { usleep(20_000) }
        #expect(try Self.curl(scratch, server, "/health/live", root: "kept").status == 0)
        try #expect(kept.get("/health/live").hasPrefix("HTTP/1.1 200"))
    }

    @Test func `the metrics include the certificate's expiry time`() throws {
        let scratch = try Self.library()
        let server = try Self.serve(scratch)
        let metrics = try Self.curl(scratch, server, "/metrics").text
        let end = metrics.firstMatch(of: /explore_certificate_end_timestamp_seconds (\d+)/).flatMap { Double($0.1) }
        #expect(abs(try #require(end) - Date().timeIntervalSince1970 - 2 * 86_400) < 3_600)
    }

    @Test func `unusable certificate and key files are refused with an explanation`() throws {
        let scratch = try Self.library()
        try Self.makeCertificate(in: scratch, named: "second")
        let (chain, key) = (scratch.path("first/chain.pem"), scratch.path("first/key.pem"))
        let locked = scratch.path("locked.pem")
        #expect(
            try Self.run("openssl", ["pkey", "-in", key, "-aes256", "-passout", "pass:x", "-out", locked]).status == 0)
        let old = scratch.path("old.pem")
        #expect(
            try Self.run("openssl", ["ec", "-in", key, "-aes256", "-passout", "pass:x", "-out", old]).status == 0)
        try scratch.write("no certificate\n", to: "text.pem")
        try scratch.write("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", to: "broken.pem")
        let text = scratch.path("text.pem")
        for (certificate, key, words) in [
            (chain, scratch.path("none.pem"), "none.pem: cannot be read (No such file"),
            (scratch.path("none.pem"), key, "none.pem: cannot be read (No such file"),
            (chain, scratch.path("second"), "second: cannot be read (not a regular file)"),
            (chain, locked, "the key is encrypted"), (chain, old, "the key is encrypted"),
            (chain, text, "text.pem: holds no private key"),
            (chain, scratch.path("broken.pem"), "holds no private key"),
            (text, key, "text.pem: holds no certificate"), (key, key, "key.pem: holds no certificate"),
            (chain, scratch.path("second/key.pem"), "not the key of the certificate in"),
        ] {
            let run = try CommandLineRun(
                ["serve", "--port", "0", "--tls-cert", certificate, "--tls-key", key], library: scratch)
            #expect(run.status == 2 && run.errorOutput.contains(words), "\(words): \(run.errorOutput)")
            #expect(run.errorOutput.split(separator: "\n").count == 1, "\(run.errorOutput)")
        }
        for arguments in [["--tls-cert", chain], ["--tls-key", key], ["--hsts", "1"]] {
            let run = try CommandLineRun(["serve", "--port", "0"] + arguments, library: scratch)
            #expect(run.status == 2 && run.errorOutput.contains(arguments[0]), "\(run.errorOutput)")
        }
    }

    @Test func `a world-readable key is used with a warning`() throws {
        let scratch = try Self.library()
        chmod(scratch.path("first/key.pem"), 0o644)
        let server = try Self.serve(scratch)
        #expect(try Self.curl(scratch, server, "/health/live").status == 0)
        let log = try String(contentsOfFile: scratch.path("log"), encoding: .utf8)
        #expect(log.contains("first/key.pem: the key is readable by everyone"), "\(log)")
    }
}
