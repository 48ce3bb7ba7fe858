import NIOCore
import NIOEmbedded
import NIOHTTP1

@testable import ExplorerServer

extension FuzzTarget {
    static let heads = [FuzzTarget(name: "head") { frame($0.rest, step: 1 + Int($0.choice)) }]

    private static let limits = {
        var limits = ServerLimits()
        limits.targetByteCount = 256
        limits.headerByteCount = 1024
        limits.headerCount = 16
        limits.bodyByteCount = 64
        return limits
    }()

    /// The end of a request's header does not depend on how it arrives, and SwiftNIO's decoder finds the same end.
    private static func frame(_ bytes: UnsafeRawBufferPointer, step: Int) {
        var scanner = HeadScanner(limits: limits)
        let atOnce = scanner.read(bytes)
        var slow = HeadScanner(limits: limits)
        var verdict = HeadScanner.Verdict.incomplete
        var count = 0
        while case .incomplete = verdict, count < bytes.count {
            count = min(count + step, bytes.count)
            verdict = slow.read(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
        switch (atOnce, verdict) {
        case (.incomplete, .incomplete), (.refused, .refused): break
        case (.complete(let head), .complete(let same)):
            require(head == same, "in pieces \(same), at once \(head)")
            require(head.byteCount <= bytes.count && head.bodyByteCount <= limits.bodyByteCount(.picture), "\(head)")
            compare(head, with: bytes)
        default: require(false, "in pieces \(verdict), at once \(atOnce)")
        }
    }

    /// Feeds the decoder the header and the announced body, and nothing else: one request, or an error.
    private static func compare(_ head: RequestHead, with bytes: UnsafeRawBufferPointer) {
        var request = ByteBuffer(bytes: UnsafeRawBufferPointer(rebasing: bytes[..<head.byteCount]))
        for place in head.upgrades { _ = request.setStaticString("Ignored", at: place) }
        request.writeRepeatingByte(0x20, count: head.bodyByteCount)
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(HTTPRequestDecoder()))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        guard (try? channel.writeInbound(request)) != nil else { return }
        var parts: [HTTPServerRequestPart] = []
        while let part = try? channel.readInbound(as: HTTPServerRequestPart.self) { parts.append(part) }
        guard case .head? = parts.first, case .end(nil)? = parts.last else {
            return require(false, "the decoder finds no complete request, but \(parts)")
        }
        var bodyByteCount = 0
        for part in parts.dropFirst().dropLast() {
            guard case .body(let body) = part else { return require(false, "the decoder finds more: \(parts)") }
            bodyByteCount += body.readableBytes
        }
        require(bodyByteCount == head.bodyByteCount, "the decoder finds a body of \(bodyByteCount) bytes, not \(head)")
    }
}
