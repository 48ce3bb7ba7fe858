import Foundation
import NIOConcurrencyHelpers

/// The local file of a remote archive: on disk, or in memory while the disk is full.
///
/// In memory it holds only what an open archive needs: its directory and its first tile. Its tiles are then served
/// without being kept, and the file moves to disk once there is space again.
final class LocalArchiveFile: Sendable {
    private struct State {
        var isOnDisk: Bool
        /// The earliest time of the next attempt to move to disk, in nanoseconds since 1970.
        var nextMove = 0
    }

    /// The number of bytes copied at once.
    private static let copyByteCount: Int64 = 1 << 20

    /// The open file. Its descriptor stays the same when the file moves.
    let file: OpenFile
    /// Whether the file already existed on disk.
    let existed: Bool
    private let byteCount: Int64
    /// The delay after a failed move before the next attempt, in nanoseconds.
    private let moveInterval: Int
    private let state: NIOLockedValueBox<State>

    /// Opens or creates the file.
    ///
    /// - Parameters:
    ///   - moveSeconds: The delay in seconds after a failed move to disk before the next attempt.
    ///   - freeSpace: Frees disk space after a first attempt has failed.
    /// - Throws: ``TileEngineError`` if the file cannot be created in memory either.
    init(_ path: String, byteCount: Int64, moveSeconds: Double, freeSpace: () -> Void) throws {
        (self.byteCount, moveInterval) = (byteCount, Int(moveSeconds * 1e9))
        var opened = try? OpenFile.sparse(path, byteCount: byteCount)
        if opened == nil {
            freeSpace()
            opened = try? OpenFile.sparse(path, byteCount: byteCount)
        }
        state = NIOLockedValueBox(State(isOnDisk: opened != nil))
        (file, existed) = try opened ?? (OpenFile.inMemory(path, byteCount: byteCount), false)
    }

    /// Whether the file is on disk.
    var isOnDisk: Bool { state.withLockedValue(\.isOnDisk) }

    /// Writes data that an open archive needs. If the disk is full, the file continues in memory.
    ///
    /// - Parameters:
    ///   - end: The end of the archive, which is copied along.
    ///   - freeSpace: Frees disk space after a first attempt has failed.
    func write(_ bytes: [UInt8], at offset: Int64, with end: RemoteEnd, freeSpace: () -> Void) throws {
        if (try? file.write(bytes, at: offset)) != nil { return }
        freeSpace()
        if (try? file.write(bytes, at: offset)) != nil { return }
        let memory = try OpenFile.inMemory(file.path, byteCount: byteCount)
        try memory.write(end.bytes, at: end.offset)
        try memory.write(bytes, at: offset)
        try file.redirect(to: memory)
        state.withLockedValue { $0.isOnDisk = false }
    }

    /// Moves the file to disk if it is in memory and the last attempt was not too recent.
    ///
    /// - Returns: Whether it is on disk now.
    func moveToDisk() -> Bool {
        let mayMove = state.withLockedValue { state in
            guard !state.isOnDisk, state.nextMove <= RemoteArchiveCache.now else { return false }
            state.nextMove = RemoteArchiveCache.now + moveInterval
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
            try file.redirect(to: disk)
        } catch {
            return false
        }
        state.withLockedValue { $0.isOnDisk = true }
        return true
    }
}
