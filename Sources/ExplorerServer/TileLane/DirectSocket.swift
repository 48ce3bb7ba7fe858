import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// The socket of a connection without TLS, for sending ready bytes at once, bypassing the channel's write queue.
///
/// The queue, its promises and the pipeline take a tenth of the time of a response of some hundred bytes; the rest is
/// the system's. Callers must make sure that the queue is empty, or bytes would be sent out of order.
struct DirectSocket {
    /// Owned by the channel, which closes it on the event loop and is inactive from then on.
    private let descriptor: NIOBSDSocket.Handle

    /// Finds the socket of a channel. Returns nil if it has none.
    ///
    /// - Parameter channel: A channel whose bytes reach the wire unchanged. Must be called on its event loop.
    init?(of channel: any Channel) {
        let operations = channel.pipeline.syncOperations
        guard
            let descriptor = try? operations.withUnsafeTransportIfAvailable({ (socket: NIOBSDSocket.Handle) in socket })
        else { return nil }
        self.descriptor = descriptor
    }

    /// Sends as many of the bytes as the system accepts without blocking.
    ///
    /// - Returns: The number of bytes sent. It is 0 after an error too, which the next write through the channel meets
    ///   and handles.
    func send(_ bytes: ByteBuffer) -> Int {
        bytes.withUnsafeReadableBytes { bytes in
            max(0, Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)))
        }
    }
}
