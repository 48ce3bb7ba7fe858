import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import ExplorerServer

/// An HTTP/2 stream without a network: its limits and refusals. The time limits are zero, so they have passed at the
/// first check.
@Suite struct StreamHandlerTests {
    private final class Stream {
        let channel = EmbeddedChannel()
        let metrics = Metrics()

        init(_ change: (inout ServerLimits) -> Void) throws {
            var limits = ServerLimits()
            change(&limits)
            try channel.pipeline.syncOperations.addHandler(
                StreamHandler(lane: nil, limits: limits, metrics: metrics) { _ in })
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "test")).wait()
        }

        deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

        func request(_ method: HTTPRequest.Method, _ path: String, isWhole: Bool = true) throws {
            let head = HTTPRequest(method: method, scheme: "https", authority: "a", path: path)
            try channel.writeInbound(HTTPRequestPart.head(head))
            if isWhole { try channel.writeInbound(HTTPRequestPart.end(nil)) }
        }

        /// Sends the response of the routes, none of which is written unless it is flushed.
        func response(byteCount: Int, isFlushed: Bool) {
            let parts: [HTTPResponsePart] = [
                .head(HTTPResponse(status: .ok)), .body(ByteBuffer(repeating: 7, count: byteCount)), .end(nil),
            ]
            for part in parts { channel.pipeline.write(part, promise: nil) }
            if isFlushed { channel.flush() }
        }

        /// Returns the head of the response, which comes first.
        func responseHead() throws -> HTTPResponse? {
            guard case .head(let head)? = try channel.readOutbound(as: HTTPResponsePart.self) else { return nil }
            return head
        }

        func laterBySeconds(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }
    }

    @Test func `a stream whose client reads nothing of the response is closed`() throws {
        let stream = try Stream { $0.sendTime = .zero }
        try stream.request(.get, "/api/documents")
        stream.response(byteCount: 40_000, isFlushed: false)
        stream.laterBySeconds(2)
        #expect(!stream.channel.isActive)
        #expect(stream.metrics.refusals[.slow].total == 1)
    }

    @Test func `a stream whose client has read the response stays open`() throws {
        let stream = try Stream { ($0.sendTime, $0.requestTime) = (.zero, .zero) }
        try stream.request(.get, "/api/documents")
        stream.response(byteCount: 40_000, isFlushed: true)
        stream.laterBySeconds(2)
        #expect(stream.channel.isActive)
        var sizes: [Int] = []
        while let part = try stream.channel.readOutbound(as: HTTPResponsePart.self) {
            if case .body(let bytes) = part { sizes.append(bytes.readableBytes) }
        }
        #expect(sizes == [16_384, 16_384, 7_232], "each piece tells that the reader reads")
    }

    @Test func `a stream whose request body does not end in time is closed, even if parts arrive`() throws {
        let stream = try Stream { $0.headTime = .zero }
        try stream.request(.post, "/access", isWhole: false)
        for _ in 0..<3 {
            try stream.channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "t")))
            guard stream.channel.isActive else { break }
            stream.laterBySeconds(1)
        }
        #expect(!stream.channel.isActive)
        #expect(stream.metrics.refusals[.slow].total == 1)
    }

    @Test func `a response not ready in time becomes a 503, and the stream ends`() throws {
        let stream = try Stream { $0.requestTime = .zero }
        try stream.request(.get, "/iiif/3/a/full/max/0/default.png")
        stream.laterBySeconds(1)
        guard case .head(let head)? = try stream.channel.readOutbound(as: HTTPResponsePart.self) else {
            Issue.record("no head")
            return
        }
        #expect(head.status == .serviceUnavailable && head.headerFields[.retryAfter] == "10")
        #expect(!stream.channel.isActive)
    }

    @Test(arguments: [HTTPRequest.Method.get, .head]) func `a refusal has a body, except for HEAD`(
        _ method: HTTPRequest.Method
    ) throws {
        let stream = try Stream { _ in }
        try stream.request(method, "/" + String(repeating: "a", count: 9_000))
        var byteCount = 0
        while let part = try stream.channel.readOutbound(as: HTTPResponsePart.self) {
            if case .head(let head) = part { #expect(head.status == .uriTooLong) }
            if case .body(let bytes) = part { byteCount += bytes.readableBytes }
        }
        #expect((byteCount > 0) == (method == .get))
    }

    @Test func `a request that cannot be decoded gets a 400, and the stream ends`() throws {
        let stream = try Stream { _ in }
        stream.channel.pipeline.fireErrorCaught(ChannelError.inputClosed)
        let head = try #require(try stream.responseHead())
        #expect(head.status == .badRequest && !stream.channel.isActive)
        #expect(stream.metrics.refusals[.malformed].total == 1)
    }

    @Test func `a stream on which no head arrives in time gets a 408, and ends`() throws {
        let stream = try Stream { $0.headTime = .zero }
        stream.laterBySeconds(2)
        let head = try #require(try stream.responseHead())
        #expect(head.status == .requestTimeout && !stream.channel.isActive)
    }

    @Test func `a body of unstated length beyond the limit gets a 413, and the stream ends`() throws {
        let stream = try Stream { $0.bodyByteCount = 10 }
        try stream.request(.post, "/nothing", isWhole: false)
        try stream.channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 7, count: 11)))
        let head = try #require(try stream.responseHead())
        #expect(head.status == .contentTooLarge && !stream.channel.isActive)
        #expect(stream.metrics.refusals[.largeBody].total == 1)
    }

    @Test(arguments: [HTTPResponse.Status.noContent, .notModified, .ok])
    func `a response without content has no Content-Length`(status: HTTPResponse.Status) throws {
        let stream = try Stream { _ in }
        try stream.request(.get, "/api/documents")
        let response = HTTPResponse(status: status, headerFields: [.contentLength: "0"])
        stream.channel.pipeline.write(HTTPResponsePart.head(response), promise: nil)
        stream.channel.flush()
        let head = try #require(try stream.responseHead())
        #expect(head.headerFields[.contentLength] == (status == .ok ? "0" : nil))
    }

    @Test func `a connection with a stream is not idle`() throws {
        let silence = SilenceHandler(limit: .milliseconds(50))
        let channel = EmbeddedChannel(handler: silence)
        let stream = EmbeddedChannel(loop: channel.embeddedEventLoop)
        silence.count(stream)
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "test")).wait()
        channel.embeddedEventLoop.advanceTime(to: .now() + .milliseconds(100))
        #expect(channel.isActive)
        // Not finish(), which would cancel the timers of the loop.
        stream.close(promise: nil)
        channel.embeddedEventLoop.advanceTime(to: .now() + .milliseconds(200))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test func `an idle connection is closed after the limit`() throws {
        let channel = EmbeddedChannel(handler: SilenceHandler(limit: .seconds(1)))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "test")).wait()
        channel.embeddedEventLoop.advanceTime(to: .now() + .milliseconds(900))
        #expect(channel.isActive)
        let silent = EmbeddedChannel(handler: SilenceHandler(limit: .zero))
        try silent.connect(to: SocketAddress(unixDomainSocketPath: "test")).wait()
        silent.embeddedEventLoop.advanceTime(to: .now() + .seconds(1))
        #expect(!silent.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
        _ = try silent.finish(acceptAlreadyClosed: true)
    }
}
