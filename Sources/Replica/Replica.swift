public import DocumentLibrary
public import ExplorerServer
public import Logging
public import NIOCore
public import ObjectStore
import Publishing

import Foundation
import NIOConcurrencyHelpers
import TileEngine

/// A library that is served out of an object store, and follows what is published there.
///
/// The database of the release that the store's pointer names is put together in a folder on this machine; pyramids stay
/// where they are, and what is asked for of them comes when it is asked for. A link in the folder leads to the release that is
/// served; it is set to another at one moment, and the server sees it as it sees any library that takes another's place.
public final class Replica: Sendable {
    /// How a replica works.
    public struct Options: Sendable {
        /// Where the releases are.
        public var address: StoreAddress
        /// How the store is reached.
        public var store: StoreOptions
        /// The folder for what is fetched.
        public var folder: String
        /// How many bytes what is fetched of pyramids may take.
        public var diskByteCount = 10 << 30
        /// How often the store is asked for a new release, in seconds.
        public var pollSeconds = 5.0
        /// How long a read may take with all its attempts, in seconds.
        public var readSeconds = 8.0

        /// - Parameters:
        ///   - address: Where the releases are.
        ///   - store: How the store is reached.
        ///   - folder: The folder for what is fetched.
        public init(address: StoreAddress, store: StoreOptions, folder: String) {
            (self.address, self.store, self.folder) = (address, store, folder)
        }
    }

    private struct State {
        var pointerTag: String?
        var number = 0
        /// How often the store has said which release is published, and that one was taken.
        var lookCount: UInt64 = 0
        var pollFault: String?
    }

    private let options: Options
    private let store: ObjectStore
    private let folder: ReplicaFolder
    private let files: FetchedFiles
    private let reads: RemoteReads
    private let pyramids: ReplicaPyramids
    private let logger: Logger
    private let state = NIOLockedValueBox(State())

    /// Takes the folder; nothing is fetched yet.
    ///
    /// - Parameter eventLoopGroup: The server's, so that a tile is fetched on the thread that answers it.
    /// - Throws: ``ReplicaError/cache(_:reason:)``.
    public init(
        _ options: Options, credentials: StoreCredentials, eventLoopGroup: any EventLoopGroup, logger: Logger
    ) throws {
        self.options = options
        self.logger = logger
        folder = try ReplicaFolder(options.folder)
        files = try FetchedFiles(folder: folder.pyramids, byteLimit: options.diskByteCount)
        store = ObjectStore(
            options.address, options: options.store, credentials: credentials, eventLoopGroup: eventLoopGroup)
        reads = RemoteReads(of: store, timeLimitSeconds: options.readSeconds)
        pyramids = ReplicaPyramids(store: store, folder: folder, files: files, reads: reads, loops: eventLoopGroup)
    }

    /// A client that is let go must have ended.
    deinit { Task { [store] in await store.shutdown() } }

    /// Ends all connections to the store.
    public func shutdown() async { await store.shutdown() }

    /// The library of the release that is published now; where the store cannot be asked, of the one that was served last.
    ///
    /// - Throws: ``ReplicaError``, `StoreError`, or what opening a library throws.
    public func library() async throws -> Library {
        do {
            _ = try await look()
        } catch {
            guard folder.current != nil, (error as? StoreError)?.isUnavailable == true else { throw error }
            note(fault: "\(error)")
        }
        return try Library(serving: folder.library, pyramidPlace: pyramids)
    }

    /// Asks the store for a new release again and again, until the task is cancelled.
    public func follow() async {
        while !Task.isCancelled {
            // Not all replicas at the same moment.
            try? await Task.sleep(for: .seconds(options.pollSeconds * Double.random(in: 0.8...1.2)))
            if Task.isCancelled { return }
            do {
                _ = try await look()
            } catch {
                note(fault: "\(error)")
            }
        }
    }

    /// Looks which release is published, and makes it the one that is served.
    ///
    /// - Returns: Whether it is another than before.
    /// - Throws: ``ReplicaError``, `StoreError`; then the former release goes on.
    @discardableResult
    public func look() async throws -> Bool {
        let tag = state.withLockedValue { $0.pointerTag }
        let name = "\(store.address)/\(ReleasePointer.object)"
        let answer = try await pointer(ifNot: tag)
        reads.noteAnswer()
        guard let read = answer else {
            state.withLockedValue { $0.lookCount += 1 }
            note(fault: nil)
            return false
        }
        let pointer = try ReleaseFiles.pointer(Data(read.bytes.readableBytesView), name)
        let isNew = folder.current != pointer.release
        if isNew { try await take(pointer) }
        state.withLockedValue { state in
            (state.pointerTag, state.number) = (read.etag, pointer.number)
            state.lookCount += 1
        }
        note(fault: nil)
        return isNew
    }

    /// The store's pointer, nil where it is still the one with that tag.
    private func pointer(ifNot tag: String?) async throws -> StoredObject? {
        do {
            return try await store.read(
                ReleasePointer.object, ifNoneMatch: tag, byteLimit: ReleasePointer.byteLimit,
                timeLimitSeconds: options.readSeconds)
        } catch {
            if error.isMissing { throw ReplicaError.noRelease("\(store.address)") }
            throw error
        }
    }

    /// Fetches what a release has that is not here, and lets the link lead to it.
    private func take(_ pointer: ReleasePointer) async throws {
        let id = pointer.release
        let object = Release.object(id)
        let name = "\(store.address)/\(object)"
        let bytes = Data(
            try await store.read(object, byteLimit: Release.byteLimit).bytes.readableBytesView)
        guard Digest.sha256(bytes) == id else {
            throw ReplicaError.release(name, reason: "has other bytes than were written, expected those of its name")
        }
        let release = try ReleaseFiles.release(bytes, name)
        let fetched = try await Snapshot(store: store, folder: folder).make(id, release: bytes, release)
        let former = folder.current
        try folder.setCurrent(id)
        folder.removeReleases(but: Set([id] + (former.map { [$0] } ?? [])))
        logger.notice(
            "a release was fetched",
            metadata: [
                "release": "\(id)", "number": "\(pointer.number)", "fetchedBytes": "\(fetched.byteCount)",
                "fetchSeconds": "\(String(format: "%.2f", fetched.time / .seconds(1)))",
            ])
    }

    /// Tells the same once.
    private func note(fault: String?) {
        let isNew = state.withLockedValue { state in
            defer { state.pollFault = fault }
            return state.pollFault != fault
        }
        guard isNew else { return }
        if let fault {
            logger.error("the store cannot be asked for a new release", metadata: ["error": "\(fault)"])
        } else {
            logger.notice("the store answers", metadata: ["store": "\(store.address)"])
        }
    }

    /// Waits until what was fetched is written: for tests.
    package func waitForWrites() { files.waitForWrites() }

    /// What goes on between the replica and the store.
    public var status: RemoteStatus {
        let (counts, usage) = (reads.counts, files.usage)
        let now = state.withLockedValue { $0 }
        return RemoteStatus(
            isReachable: !counts.isResting && now.pollFault == nil, release: now.number, lookCount: now.lookCount,
            readCount: counts.readCount, byteCount: counts.byteCount, joinedCount: counts.joinedCount,
            failedCount: counts.failedCount,
            refusedCount: counts.refusedCount, runningCount: counts.runningCount, waitingCount: counts.waitingCount,
            isResting: counts.isResting, diskByteCount: usage.byteCount, diskByteLimit: usage.byteLimit,
            fileCount: usage.fileCount, removedByteCount: usage.removedByteCount, lostCount: usage.lostCount)
    }
}
