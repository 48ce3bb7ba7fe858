import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// The socket of a connection without TLS, to which ready bytes are sent at once, without the channel's queue of writes.
///
/// The queue, its promises and the pipeline take a tenth of the time that a response of some hundred bytes takes; the rest is
/// the system's. Whoever sends in this way makes sure that the queue is empty, else the order would be lost.
struct DirectSocket {
    /// Belongs to the channel, which closes it on the event loop and is inactive from then on.
    private let descriptor: NIOBSDSocket.Handle

    /// The socket of a channel; nil where it has none.
    ///
    /// - Parameter channel: One whose bytes go over the wire as they are. It is called on its event loop.
    init?(of channel: any Channel) {
        let operations = channel.pipeline.syncOperations
        guard
            let descriptor = try? operations.withUnsafeTransportIfAvailable({ (socket: NIOBSDSocket.Handle) in socket })
        else { return nil }
        self.descriptor = descriptor
    }

    /// Sends as many of the bytes as the system takes without waiting.
    ///
    /// - Returns: How many it took: none too after an error, which the next write through the channel meets and handles.
    func send(_ bytes: ByteBuffer) -> Int {
        bytes.withUnsafeReadableBytes { bytes in
            max(0, Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)))
        }
    }
}
