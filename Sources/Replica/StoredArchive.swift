import ExplorerServer
import FileSupport
import NIOCore
import TileEngine

/// A pyramid in a store: its entry in the release's lists of files, and the means to read parts of it.
struct StoredArchive: LaneBytes {
    /// The entry of a pyramid.
    struct Entry: Sendable {
        let name: String
        let byteCount: Int64
        /// The range of the archive's directory, which extends to the end of the archive.
        let directory: Range<Int64>
        /// The SHA-256 of the directory, as hexadecimal digits.
        let directorySHA256: String
    }

    /// The number of bytes before the directory that are read along with it. They often contain the descriptor and the
    /// first tile.
    private static let slackByteCount: Int64 = 4_096

    let entry: Entry
    /// The name of the object in the store.
    let object: String
    let address: String
    let reads: RemoteReads
    let loops: any EventLoopGroup

    var name: String { entry.name }
    var byteCount: Int64 { entry.byteCount }
    var isAvailable: Bool { reads.isAvailable }

    func read(_ range: Range<Int64>, on loop: (any EventLoop)?) -> EventLoopFuture<ByteBuffer> {
        reads.read(RemoteReads.Part(object: object, range: range), name: address, on: loop ?? loops.any())
    }

    /// Reads a range. Blocks, so it must never be called on an event loop.
    func read(_ range: Range<Int64>) throws -> [UInt8] { try Array(read(range, on: nil).wait().readableBytesView) }

    func end(kept: (Range<Int64>) throws -> [UInt8]) throws -> RemoteEnd {
        let (start, end) = (entry.directory.lowerBound, entry.byteCount)
        if let bytes = try? kept(start..<end), isSound(bytes[...]) {
            return RemoteEnd(offset: start, bytes: bytes, isKept: true)
        }
        let longerStart = max(0, start - Self.slackByteCount)
        let bytes = try read(longerStart..<end)
        guard isSound(bytes.dropFirst(Int(start - longerStart))) else {
            throw TileEngineError(
                .damaged, path: address,
                "has a different directory from the one written, expected the SHA-256 "
                    + entry.directorySHA256)
        }
        return RemoteEnd(offset: longerStart, bytes: bytes, isKept: false)
    }

    /// Whether these bytes, read from the directory's offset on, begin with the original directory.
    private func isSound(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= entry.directory.count else { return false }
        return Digest.sha256(bytes.prefix(entry.directory.count)) == entry.directorySHA256
    }
}
