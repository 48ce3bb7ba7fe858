import Foundation
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import ObjectStore

/// How the client handles a store that is slow, overloaded, unreachable or wrong.
@Suite("ObjectStore, faults", .ownThreads)
struct StoreFaultTests {
    private func store(port: Int, _ change: (inout StoreOptions) -> Void = { _ in }) throws -> ObjectStore {
        var options = StoreOptions()
        options.endpoint = try StoreEndpoint("http://127.0.0.1:\(port)")
        options.backoffSeconds = 0.001
        change(&options)
        return ObjectStore(
            try StoreAddress("s3://bucket"), options: options,
            credentials: try StoreCredentials(accessKeyID: "a", secretAccessKey: "hush", sessionToken: "token"),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton)
    }

    private static let good = FaultyStore.response("200 OK", ["ETag: \"t\""], "bytes")

    @Test(
        "Transient faults are retried with signed requests, without revealing the secret key",
        arguments: [
            FaultyStore.response("503 Slow Down", [], "<Error><Code>SlowDown</Code></Error>"),
            FaultyStore.response("500 Oh"),
            FaultyStore.response("429 Too Many"), FaultyStore.response("408 Late"), "", "HTTP/1.1 200 OK\r\nContent-Le",
            FaultyStore.response("200 OK", [], "byt", length: 5),
            FaultyStore.response("400 Bad", [], "<Error><Code>RequestTimeout</Code></Error>"),
        ])
    func transientFaults(_ fault: String) async throws {
        let server = try FaultyStore([fault, fault, Self.good])
        let store = try store(port: server.port)
        #expect(String(buffer: try await store.read("key").bytes) == "bytes")
        #expect(server.requests.count == 3)
        #expect(server.requests.allSatisfy { $0.contains("x-amz-security-token: token") && !$0.contains("hush") })
        #expect(server.requests.allSatisfy { $0.contains("authorization: AWS4-HMAC-SHA256 ") })
        await store.shutdown()
    }

    @Test(
        "Permanent faults are not retried",
        arguments: [
            (
                "403 Forbidden", "<Error><Code>AccessDenied</Code><Message>no\n\u{7F}way</Message></Error>",
                "s3://bucket/key: the store denies access (status 403, AccessDenied: no way)"
            ),
            ("404 Not Found", "", "s3://bucket/key: does not exist"),
            (
                "404 Not Found", "<Error><Code>NoSuchBucket</Code></Error>",
                "s3://bucket/key: the store refuses (there is no such bucket, expected one that exists)"
            ),
            ("400 Bad Request", "no xml", "s3://bucket/key: the store refuses (status 400)"),
            (
                "400 Bad Request", "<Error><Code>ExpiredToken</Code><Message>It has expired.</Message></Error>",
                "s3://bucket/key: the store denies access (status 400, ExpiredToken: It has expired.)"
            ),
            ("412 Precondition Failed", "", "s3://bucket/key: was changed meanwhile"),
            (
                "301 Moved", "<Error><Code>PermanentRedirect</Code></Error>",
                "s3://bucket/key: the store refuses (status 301, PermanentRedirect, expected --region or --endpoint of the bucket)"
            ),
        ])
    func permanentFaults(_ status: String, _ body: String, _ line: String) async throws {
        let server = try FaultyStore([FaultyStore.response(status, [], body), Self.good])
        let store = try store(port: server.port)
        await #expect { try await store.read("key") } throws: { "\($0)" == line }
        #expect(server.requests.count == 1)
        await store.shutdown()
    }

    @Test("A call ends after the last attempt, with the reason")
    func attempts() async throws {
        let server = try FaultyStore([FaultyStore.response("503 Slow Down")])
        let store = try store(port: server.port) { $0.attemptCount = 4 }
        await #expect { try await store.read("key") } throws: { error in
            (error as? StoreError)?.isUnavailable == true && "\(error)".contains("status 503")
        }
        #expect(server.requests.count == 4)
        await store.shutdown()
    }

    @Test("An object that the store does not show at once after it was written is asked for again")
    func objectShownLate() async throws {
        let folder = try TemporaryFolder()
        try folder.write("file", Data("bytes".utf8))
        let file = folder.path("file")
        let (done, missing) = (FaultyStore.response("200 OK"), FaultyStore.response("404 Not Found"))
        let late = try FaultyStore([done, missing, missing, FaultyStore.response("200 OK", length: 5)])
        var store = try store(port: late.port)
        #expect(try await store.write("key", file: file).byteCount == 5 && late.requests.count == 4)
        await store.shutdown()
        let never = try FaultyStore([done, missing])
        store = try self.store(port: never.port) { $0.attemptCount = 3 }
        await #expect { try await store.write("key", file: file) } throws: {
            "\($0)".hasPrefix("s3://bucket/key: is not as long as \(file), expected 5 bytes")
        }
        #expect(never.requests.count == 4)
        await store.shutdown()
    }

    @Test("A delay requested by the store that exceeds the time limit ends the call at once")
    func retryAfter() async throws {
        let server = try FaultyStore([FaultyStore.response("503 Slow Down", ["Retry-After: 3000"]), Self.good])
        let store = try store(port: server.port)
        await #expect(throws: StoreError.self) { try await store.read("key") }
        #expect(server.requests.count == 1)
        await store.shutdown()
        let patient = try FaultyStore([FaultyStore.response("503 Slow Down", ["Retry-After: 1"]), Self.good])
        let waiting = try self.store(port: patient.port)
        let start = ContinuousClock.now
        #expect(String(buffer: try await waiting.read("key").bytes) == "bytes")
        #expect(ContinuousClock.now - start >= .seconds(1))
        await waiting.shutdown()
    }

    @Test("A store that does not exist is reported as unreachable")
    func unreachable() async throws {
        let port = try FaultyStore([""]).port
        let store = try store(port: port) { $0.attemptCount = 2 }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        await #expect { try await store.readEnd("key", byteCount: 5, on: loop).get() } throws: { error in
            (error as? StoreError)?.isUnavailable == true && "\(error)".hasPrefix("s3://bucket/key: ")
        }
        await store.shutdown()
    }

    @Test(
        "Bytes other than the requested range are reported as damage",
        arguments: [
            FaultyStore.response("206 Partial", ["Content-Range: bytes 0-4/100"], "bytes"),
            FaultyStore.response("206 Partial", ["Content-Range: bytes 10-13/100"], "byte"),
            FaultyStore.response("206 Partial", ["Content-Range: bytes 10-14/100"], "byte"),
            FaultyStore.response("206 Partial", [], "bytes"),
            FaultyStore.response("206 Partial", ["Content-Range: bytes 10-14/*"], "bytes"),
            FaultyStore.response("200 OK", [], "bytes"),
            FaultyStore.response("206 Partial", ["Content-Range: bytes 10-15/100"], "bytes!"),
            FaultyStore.response("204 No Content"),
        ])
    func wrongRange(_ response: String) async throws {
        let server = try FaultyStore([response])
        let store = try store(port: server.port)
        await #expect { try await store.read("key", range: 10..<15) } throws: { error in
            guard case .damaged = error as? StoreError else { return false }
            return true
        }
        await store.shutdown()
    }

    @Test("A response is not read beyond the requested length, whatever it states")
    func tooLong() async throws {
        for response in [
            FaultyStore.response("200 OK", [], "123456789"),
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n123456789\r\n0\r\n\r\n",
        ] {
            let server = try FaultyStore([response])
            let store = try store(port: server.port)
            await #expect(throws: StoreError.self) { try await store.read("key", byteLimit: 8) }
            #expect(String(buffer: try await store.read("key", byteLimit: 9).bytes) == "123456789")
            await store.shutdown()
        }
    }

    @Test("A cancelled call ends while it waits for the next attempt")
    func cancelled() async throws {
        let server = try FaultyStore([FaultyStore.response("503 Slow Down", ["Retry-After: 1"])])
        let store = try store(port: server.port)
        let call = Task { try await store.read("key") }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        call.cancel()
        await #expect(throws: StoreError.cancelled) { try await call.value }
        #expect(server.requests.count == 1)
        await store.shutdown()
    }

    @Test("A name that could mean another object is not requested")
    func names() async throws {
        let server = try FaultyStore([Self.good])
        let store = try store(port: server.port)
        await #expect(throws: StoreError.self) { try await store.read("../key") }
        await #expect(throws: StoreError.self) {
            try await store.read("a//b", range: 0..<1, on: MultiThreadedEventLoopGroup.singleton.next()).get()
        }
        #expect(server.requests.isEmpty)
        await store.shutdown()
    }

    @Test("An upload whose parts may not be listed, or that is gone, is begun anew", arguments: [403, 404])
    func continuation(_ status: Int) async throws {
        let memory = try MemoryStore()
        let store = try store(port: try #require(URL(string: memory.endpoint)?.port))
        memory.onRequest { method, _ in method == "GET" ? status : nil }
        let folder = try TemporaryFolder()
        try folder.write("scan", Data(count: 6 << 20))
        let upload = OpenUpload(name: "scan", id: "former", begunSeconds: 0)
        let sent = try await store.write(
            "scan", file: folder.path("scan"), resuming: upload, partByteCount: MultipartPlan.smallestPart)
        #expect(sent.byteCount == 6 << 20 && memory.objects["bucket/scan"]?.bytes.count == 6 << 20)
        await store.shutdown()
    }

    @Test("The ETag of an upload is computed from those of its parts")
    func tags() {
        let parts = [
            UploadedPart(number: 1, byteCount: 1, etag: "\"0cc175b9c0f1b6a831c399e269772661\""),
            UploadedPart(number: 2, byteCount: 1, etag: "92eb5ffee6ae2fec3ad71c777531578f"),
        ]
        // md5(md5("a") + md5("b"))
        #expect(ObjectStore.tag(of: parts) == "96e024ba2074fe77e8e965ba43a704be-2")
        #expect(ObjectStore.tag(of: [UploadedPart(number: 1, byteCount: 1, etag: "kms")]) == nil)
    }
}
