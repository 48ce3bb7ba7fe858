import FileSupport
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import TestSupport
import Testing

@testable import ExplorerServer

/// Logs: their format, what must never appear in them, and that nothing waits for them.
@Suite(.serialized, .ownThreads) struct LogTests {
    /// A pipe that is read only on demand.
    // Pipe is safe from any thread as used here: its two descriptors never change.
    private final class LogPipe: @unchecked Sendable {
        let pipe = Pipe()

        init() {
            for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
                _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
        }

        func sink(_ style: LogStyle, limit: Int = 1 << 20) -> LineSink {
            LineSink(descriptor: pipe.fileHandleForWriting.fileDescriptor, style: style, limit: limit)
        }

        /// Returns the text that has arrived, of which there must be some.
        func text() -> String { String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self) }
    }

    private static func object(_ line: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }

    @Test func `timestamps follow RFC 3339`() {
        #expect(Date().rfc3339.wholeMatch(of: /20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d\.\d{3}Z/) != nil)
    }

    @Test func `control characters from clients are escaped, and long values are cut`() throws {
        let hostile = "a\nb\r\u{1B}[31m\u{0}\u{7F}\u{85}\u{202E}\u{2028}\"\\ é 漢"
        for style in LogStyle.allCases {
            var line = LogLine(style, time: "t")
            line.add("path", hostile)
            line.end()
            let text = String(decoding: line.bytes, as: UTF8.self)
            let controls = text.unicodeScalars.dropLast().filter {
                $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
                    || $0.properties.generalCategory == .lineSeparator
            }
            #expect(controls.isEmpty && text.hasSuffix("\n"), "\(text)")
            if style == .json { #expect(try Self.object(text.dropLast())["path"] as? String == hostile) }
        }
        var long = LogLine(.json, time: "t")
        long.add("path", String(repeating: "x", count: 100_000))
        long.end()
        #expect(long.bytes.count < 3_000)
        _ = try Self.object(String(decoding: long.bytes, as: UTF8.self))
    }

    @Test func `the log handler writes time, level, message and fields, and hides credentials`() throws {
        let pipe = LogPipe()
        let sink = pipe.sink(.json)
        var logger = Logger(label: "test") { _ in LineLogHandler(style: .json, level: .info, sink: sink) }
        logger[metadataKey: "hb.request.id"] = "r-1"
        logger.debug("not told")
        logger.error(
            "it failed", metadata: ["path": "/x y", "Authorization": "Bearer abc", "cookie": "abc", "token": "abc"])
        sink.flush(milliseconds: 2_000)
        let text = pipe.text()
        #expect(!text.contains("abc") && !text.contains("not told"))
        let object = try Self.object(text)
        #expect(object["level"] as? String == "error" && object["message"] as? String == "it failed")
        #expect(object["request"] as? String == "r-1" && object["path"] as? String == "/x y")
        #expect(object["time"] != nil)
    }

    @Test func `access tokens are hidden anywhere in a value`() {
        var line = LogLine(.plain, time: "t")
        line.add("error", "at /x/explore_0123456789abcdefGHIJ-_/y and explore_short")
        line.end()
        #expect(
            String(decoding: line.bytes, as: UTF8.self) == "t error=\"at /x/explore_(hidden)/y and explore_short\"\n")
    }

    @Test func `the plain style writes readable lines`() throws {
        let pipe = LogPipe()
        let sink = pipe.sink(.plain)
        let logger = Logger(label: "test") { _ in LineLogHandler(style: .plain, level: .info, sink: sink) }
        logger.warning("it is slow", metadata: ["seconds": "2", "what": "a disk"])
        sink.flush(milliseconds: 2_000)
        #expect(pipe.text().wholeMatch(of: /\S+Z warning it is slow seconds=2 what="a disk"\n/) != nil)
    }

    @Test func `lines that nobody reads are dropped and counted without blocking`() throws {
        let pipe = LogPipe()
        let sink = pipe.sink(.json, limit: 10_000)
        let line = Array((String(repeating: "x", count: 99) + "\n").utf8)
        let started = ContinuousClock.now
        for _ in 0..<20_000 { sink.write(line) }
        #expect(started.duration(to: .now) < .seconds(30))
        // The capacity: the pipe's 64 KiB, the line being written, and the queue.
        #expect(sink.droppedCount > 10_000)
        // Every line is either present or reported as dropped.
        var (text, accountedCount) = ("", 0)
        while accountedCount < 20_000 {
            text += pipe.text()
            guard text.hasSuffix("\n") else { continue }
            accountedCount = try text.split(separator: "\n").reduce(0) { sum, line in
                if line.hasPrefix("{") { return try sum + (#require(try Self.object(line)["lines"] as? Int)) }
                #expect(line.count == 99)
                return sum + 1
            }
        }
        #expect(accountedCount == 20_000)
    }

    @Test func `writing to a pipe without a reader drops lines and does not crash`() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = LogPipe()
        let sink = pipe.sink(.plain)
        try pipe.pipe.fileHandleForReading.close()
        // A process that another test starts inherits the pipe until it executes its program.
        var end = pollfd(fd: pipe.pipe.fileHandleForWriting.fileDescriptor, events: 0, revents: 0)
        #expect(poll(&end, 1, 30_000) == 1 && end.revents & Int16(POLLERR) != 0)
        for _ in 0..<10 { sink.write(Array("x\n".utf8)) }
        sink.flush(milliseconds: 30_000)
        #expect(sink.droppedCount == 10)
    }

    @Test(arguments: [
        ("/a?q=bread", "/a?q=bread"), ("/a", "/a"), ("/a?token=abc&q=1", "/a?token=(hidden)&q=1"),
        ("/a?access_token=abc", "/a?access_token=(hidden)"), ("/a?%74oken=abc", "/a?%74oken=(hidden)"),
        ("/a?TOKEN=abc", "/a?TOKEN=(hidden)"), ("/a?token=\u{301}abc", "/a?token=(hidden)"),
        ("/a?x&\u{301}token=abc", "/a?x&\u{301}token=(hidden)"), ("/a?\u{301}&token=abc", "/a?\u{301}&token=(hidden)"),
        ("/a?%zz=abc", "/a?%zz=(hidden)"), ("/a?x&&=b", "/a?x&&=b"),
    ])
    func `values of secret query parameters are hidden`(target: String, shown: String) {
        #expect(AccessLog.withoutSecrets(target) == shown)
    }

    private static func options(_ pipe: LogPipe, includesLane: Bool = false) -> ServerOptions {
        var options = ServerOptions(port: 0)
        let sink = pipe.sink(.json)
        options.logs = ServerLogs(
            events: sink, access: AccessLog(style: .json, sink: sink, includesLane: includesLane))
        return options
    }

    @Test func `a request's log line has the id of the response, and no cookie or token`()
        async throws
    {
        let pipe = LogPipe()
        let options = Self.options(pipe)
        try await SampleServer.test(options, over: .live) { client in
            let response = try await client.get(
                "/api/search?q=widow&token=t0psecret",
                headers: [.authorization: "Bearer t0psecret", .cookie: "s=t0psecret", .userAgent: "test\u{1B}agent"])
            options.logs?.flush()
            let text = pipe.text()
            #expect(!text.contains("t0psecret") && !text.contains("\u{1B}"))
            let line = try Self.object(text)
            let id = try #require(response.headers[.requestID])
            #expect(line["request"] as? String == id && !id.isEmpty)
            #expect(line["route"] as? String == "/api/search")
            #expect(line["status"] as? Int == Int(response.status.code))
            #expect(line["bytes"] as? Int == response.bytes.count)
            #expect(line["peer"] as? String == "127.0.0.1")
            #expect(line["method"] as? String == "GET")
        }
    }

    @Test func `tile lane requests are logged only if enabled`() async throws {
        for includesLane in [false, true] {
            let pipe = LogPipe()
            let options = Self.options(pipe, includesLane: includesLane)
            try await SampleServer.test(options, over: .live) { client in
                let port = try #require(client.client.port)
                for _ in 0..<5 { try LaneRequest.send("/dzi/magna-carta-1_files/10/1_1.jpg", port: port) }
                // Something is always written, which waits for the pipe.
                try LaneRequest.send("/health/live", port: port)
                options.logs?.flush()
                let lines = pipe.text().split(separator: "\n")
                let fromLane = try lines.filter { try Self.object($0)["route"] as? String == "tile lane" }
                #expect(fromLane.count == (includesLane ? 5 : 0))
                #expect(lines.count == fromLane.count + 1)
            }
        }
    }

    @Test func `request ids from clients are used only if trusted and well-formed`() async throws {
        let name = HTTPField.Name.requestID
        for trusts in [false, true] {
            var options = ServerOptions(port: 0)
            options.trustsRequestIDs = trusts
            try await SampleServer.test(options) { client in
                let given = try await client.get("/health/live", headers: [name: "outer-1"]).headers[name]
                #expect((given == "outer-1") == trusts)
                for bad in ["a b", "", "<x>", String(repeating: "x", count: 65)] {
                    #expect(try await client.get("/health/live", headers: [name: bad]).headers[name] != bad)
                }
            }
        }
    }
}
