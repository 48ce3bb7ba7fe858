import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import ExplorerServer

/// The tile lane on a socket that accepts only part of a response at once.
@Suite struct DirectSocketTests {
    @Test func `partly accepted responses are sent completely and in order`() async throws {
        let (ours, theirs) = try Self.socketPair(sendByteCount: 4_096)
        let hotTiles = HotTiles(byteLimit: 1 << 22)
        let expiration = Expiration()
        expiration.renew(for: .hours(1))
        // Below the size that makes the channel unwritable, upon which the routes would respond.
        let bodies = ["a", "b"].map { String(repeating: $0, count: 20_000) }
        for (name, body) in zip(["a", "b"], bodies) {
            hotTiles.noteTwice("/\(name)", body: ByteBuffer(string: body), expiration: expiration)
        }
        let counters = LaneCounters()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipelineState = PipelineState()
                    try channel.pipeline.syncOperations.addHandlers([
                        TileLaneHandler(
                            hotTiles: hotTiles, storedTiles: nil, pipelineState: pipelineState, counters: counters,
                            isOnSocket: true),
                        RequestGuard(
                            limits: ServerLimits(), admission: .admitted, pipelineState: pipelineState,
                            task: ConnectionTask(), metrics: Metrics()),
                    ])
                }
            }
            .withConnectedSocket(ours).get()
        let peer = FileHandle(fileDescriptor: theirs, closeOnDealloc: true)
        for _ in 0..<3 {
            // Its beginning has arrived: the rest is in the channel's queue, and so is the response to what is
            // requested now.
            try peer.write(contentsOf: Self.request("a"))
            var received = try #require(try peer.read(upToCount: 1))
            try peer.write(contentsOf: Self.request("b") + Self.request("a"))
            for body in [bodies[0], bodies[1], bodies[0]] {
                received = try Self.takeResponse(from: received, peer, body: body)
            }
            #expect(received.isEmpty)
        }
        #expect(counters.hot.total == 9)
        try await channel.close()
    }

    private static func request(_ name: String) -> Data { Data("GET /\(name) HTTP/1.1\r\nHost: a\r\n\r\n".utf8) }

    /// Reads a response, of which some bytes may have been received already, and expects this body.
    ///
    /// - Returns: The bytes after it.
    private static func takeResponse(from start: Data, _ peer: FileHandle, body: String) throws -> Data {
        var bytes = start
        let headEnd = Data("\r\n\r\n".utf8)
        while true {
            if let head = bytes.range(of: headEnd), bytes.endIndex - head.upperBound >= body.utf8.count {
                let end = head.upperBound + body.utf8.count
                #expect(bytes[..<head.lowerBound].starts(with: "HTTP/1.1 200 OK\r\n".utf8))
                #expect(bytes[head.upperBound..<end] == Data(body.utf8))
                return Data(bytes[end...])
            }
            let more = peer.availableData
            try #require(!more.isEmpty, "the connection goes on")
            bytes += more
        }
    }

    private static func socketPair(sendByteCount: Int32) throws -> (Int32, Int32) {
        var descriptors: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &descriptors) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        var size = sendByteCount
        setsockopt(descriptors[0], SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        return (descriptors[0], descriptors[1])
    }
}
