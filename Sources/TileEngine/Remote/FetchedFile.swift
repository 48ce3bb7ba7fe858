import Foundation
import NIOConcurrencyHelpers

/// The local file of an archive that is elsewhere: on the disk, or in memory while the disk has no room for it.
///
/// In memory it has what an open archive needs, its directory and its first tile. Its tiles are served through, and the
/// file moves to the disk once there is room again.
final class FetchedFile: Sendable {
    private struct State {
        var isOnDisk: Bool
        /// When a move to the disk may be tried again, in nanoseconds since 1970.
        var nextMove = 0
    }

    /// How many bytes are copied at once.
    private static let copyByteCount: Int64 = 1 << 20

    /// The open file; its descriptor stays the same when it moves.
    let file: OpenFile
    /// Whether the file was on the disk before.
    let wasThere: Bool
    private let byteCount: Int64
    /// How long after a move that failed the next one is tried, in nanoseconds.
    private let moveInterval: Int
    private let state: NIOLockedValueBox<State>

    /// Opens or makes the file.
    ///
    /// - Parameters:
    ///   - moveSeconds: How long after a move to the disk that failed the next one is tried.
    ///   - makeRoom: Frees room on the disk, after a first attempt found none.
    /// - Throws: ``TileEngineError`` where memory has no room either.
    init(_ path: String, byteCount: Int64, moveSeconds: Double, makeRoom: () -> Void) throws {
        (self.byteCount, moveInterval) = (byteCount, Int(moveSeconds * 1e9))
        if let opened = try? OpenFile.sparse(path, byteCount: byteCount) {
            (file, wasThere) = opened
            state = NIOLockedValueBox(State(isOnDisk: true))
            return
        }
        makeRoom()
        if let opened = try? OpenFile.sparse(path, byteCount: byteCount) {
            (file, wasThere) = opened
            state = NIOLockedValueBox(State(isOnDisk: true))
        } else {
            (file, wasThere) = (try OpenFile.inMemory(path, byteCount: byteCount), false)
            state = NIOLockedValueBox(State(isOnDisk: false))
        }
    }

    /// Whether the file is on the disk.
    var isOnDisk: Bool { state.withLockedValue(\.isOnDisk) }

    /// Writes what an open archive needs. Where the disk has no room, the file goes on in memory.
    ///
    /// - Parameters:
    ///   - end: The end of the archive, which goes along.
    ///   - makeRoom: Frees room on the disk, after a first attempt found none.
    func write(_ bytes: [UInt8], at offset: Int64, with end: RemoteEnd, makeRoom: () -> Void) throws {
        if (try? file.write(bytes, at: offset)) != nil { return }
        makeRoom()
        if (try? file.write(bytes, at: offset)) != nil { return }
        let memory = try OpenFile.inMemory(file.path, byteCount: byteCount)
        try memory.write(end.bytes, at: end.offset)
        try memory.write(bytes, at: offset)
        try file.become(memory)
        state.withLockedValue { $0.isOnDisk = false }
    }

    /// Moves the file to the disk, if it is in memory and this was not tried just before.
    ///
    /// - Returns: Whether it is on the disk now.
    func moveToDisk() -> Bool {
        let mayMove = state.withLockedValue { state in
            guard !state.isOnDisk, state.nextMove <= FetchedFiles.now else { return false }
            state.nextMove = FetchedFiles.now + moveInterval
            return true
        }
        guard mayMove else { return isOnDisk }
        do {
            let disk = try OpenFile.sparse(file.path, byteCount: byteCount).0
            for part in file.partsWithData() {
                var offset = part.lowerBound
                while offset < part.upperBound {
                    let count = min(Self.copyByteCount, part.upperBound - offset)
                    try disk.write(try file.bytes(at: offset, count: Int(count)), at: offset)
                    offset += count
                }
            }
            try file.become(disk)
        } catch {
            return false
        }
        state.withLockedValue { $0.isOnDisk = true }
        return true
    }
}
