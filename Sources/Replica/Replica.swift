public import DocumentLibrary
public import ExplorerServer
import FileSupport
public import Logging
public import NIOCore
public import ObjectStore
import Publishing

import Foundation
import NIOConcurrencyHelpers
import TileEngine

/// Serves a library from an object store, and follows its releases.
///
/// 1. `look` reads the store's pointer, conditionally on its ETag. For a new release, `Snapshot` assembles the database
///    in a local folder, from pieces of local databases and pieces in the store, and verifies its SHA-256. Then the
///    symbolic link `current` is switched atomically to the new folder, and the server's `LibraryReloader` detects that
///    the library was replaced.
/// 2. Pyramids stay in the store. `ReleasePyramids` finds a pyramid in the release's lists of files and opens a
///    `TileArchive` whose bytes come from a `StoredArchive`: the directory in one read, tiles on demand.
/// 3. All reads go through `RemoteReads`. A store that does not respond is `unavailable`: requests for data that is not
///    local get a 503 with `Retry-After`, while `/health/ready` reports the fault but keeps responding with 200.
///
/// The server does not know about stores: it uses `LaneBytes`, which can be read on an event loop, and `RemoteStatus`,
/// the counters.
public final class Replica: Sendable {
    /// Options of a replica.
    public struct Options: Sendable {
        /// The address of the releases.
        public var address: StoreAddress
        /// The options for connecting to the store.
        public var store: StoreOptions
        /// The folder for fetched data.
        public var folder: String
        /// The limit on fetched parts of pyramids, in bytes.
        public var diskByteCount = 10 << 30
        /// The interval between checks for a new release, in seconds.
        public var pollSeconds = 5.0
        /// The time limit for one read, including all its attempts, in seconds.
        public var readSeconds = 8.0

        /// - Parameters:
        ///   - address: The address of the releases.
        ///   - store: The options for connecting to the store.
        ///   - folder: The folder for fetched data.
        public init(address: StoreAddress, store: StoreOptions, folder: String) {
            (self.address, self.store, self.folder) = (address, store, folder)
        }
    }

    private struct State {
        var pointerTag: String?
        var number = 0
        /// The number of times the store's published release was read and is the one in service.
        var lookCount: UInt64 = 0
        var fault: RemoteFault?
    }

    private let options: Options
    private let store: ObjectStore
    private let folder: ReplicaFolder
    private let files: RemoteArchiveCache
    private let reads: RemoteReads
    private let pyramids: ReplicaPyramids
    private let logger: Logger
    private let state = NIOLockedValueBox(State())

    /// Locks the folder. Fetches nothing yet.
    ///
    /// - Parameter eventLoopGroup: The server's group, so that a tile is fetched on the thread that sends it.
    /// - Throws: ``ReplicaError/cache(_:reason:)``.
    public init(
        _ options: Options, credentials: StoreCredentials, eventLoopGroup: any EventLoopGroup, logger: Logger
    ) throws {
        self.options = options
        self.logger = logger
        folder = try ReplicaFolder(options.folder)
        files = try RemoteArchiveCache(folder: folder.pyramids, byteLimit: options.diskByteCount)
        store = ObjectStore(
            options.address, options: options.store, credentials: credentials, eventLoopGroup: eventLoopGroup)
        reads = RemoteReads(of: store, timeLimitSeconds: options.readSeconds)
        pyramids = ReplicaPyramids(store: store, folder: folder, files: files, reads: reads, loops: eventLoopGroup)
    }

    /// An HTTP client must be shut down before it is released.
    deinit { Task { [store] in await store.shutdown() } }

    /// Closes all connections to the store.
    public func shutdown() async { await store.shutdown() }

    /// Returns the library of the published release, or that of the last release served if the store cannot be reached.
    ///
    /// - Throws: ``ReplicaError``, `StoreError`, or any error of opening a library.
    public func library() async throws -> Library {
        do {
            _ = try await look()
        } catch {
            guard folder.current != nil, Self.mayStart(after: error) else { throw error }
        }
        do {
            return try Library(serving: folder.library, pyramidPlace: pyramids)
        } catch {
            // The local copy is damaged, or there is another reason that a new copy does not remove.
            guard (try? await adoptPublished(again: true)) != nil else { throw error }
            return try Library(serving: folder.library, pyramidPlace: pyramids)
        }
    }

    /// Checks the store for new releases until the task is cancelled.
    public func follow() async {
        while !Task.isCancelled {
            // Randomised, so that replicas do not all check at once.
            try? await Task.sleep(for: .seconds(options.pollSeconds * Double.random(in: 0.8...1.2)))
            if Task.isCancelled { return }
            _ = try? await look()
        }
    }

    /// Reads which release is published, and switches to it.
    ///
    /// - Returns: Whether the release has changed.
    /// - Throws: ``ReplicaError``, `StoreError`; in that case the former release stays in service.
    @discardableResult
    public func look() async throws -> Bool {
        do {
            let isNew = try await adoptPublished()
            note(nil)
            return isNew
        } catch {
            note(Self.fault(error))
            throw error
        }
    }

    /// - Parameter again: Whether to compare a release that is there already with the store, and to fetch it again if
    ///   it is damaged.
    private func adoptPublished(again: Bool = false) async throws -> Bool {
        let tag = again ? nil : state.withLockedValue { $0.pointerTag }
        let name = "\(store.address)/\(ReleasePointer.object)"
        let response = try await pointer(ifNot: tag)
        reads.noteResponse()
        guard let read = response else {
            state.withLockedValue { $0.lookCount += 1 }
            return false
        }
        let pointer = try ReleaseFiles.pointer(Data(read.bytes.readableBytesView), name)
        let isNew = folder.current != pointer.release
        if isNew || again { try await take(pointer) } else { folder.removeUnfinishedReleases() }
        state.withLockedValue { state in
            (state.pointerTag, state.number) = (read.etag, pointer.number)
            state.lookCount += 1
        }
        return isNew
    }

    /// Reads the store's pointer. Returns nil if its tag has not changed.
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

    /// Fetches the parts of a release that this replica lacks, and switches the link to it.
    private func take(_ pointer: ReleasePointer) async throws {
        let id = pointer.release
        let object = Release.object(id)
        let name = "\(store.address)/\(object)"
        let bytes = Data(
            try await store.read(object, byteLimit: Release.byteLimit).bytes.readableBytesView)
        guard Digest.sha256(bytes) == id else {
            throw ReplicaError.release(name, reason: "differs from what was written, expected the SHA-256 in its name")
        }
        let release = try ReleaseFiles.release(bytes, name)
        let fetched = try await Snapshot(store: store, folder: folder, files: files).make(id, release: bytes, release)
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

    /// Whether the last release served may be served after this error: the cause is the store, the release in it or
    /// this disk, and not a wrong address or missing access.
    private static func mayStart(after error: any Error) -> Bool {
        if case ReplicaError.noRelease = error { return false }
        return [.store, .release, .cache].contains(fault(error).kind)
    }

    /// Classifies the error that kept this replica from following the releases.
    private static func fault(_ error: any Error) -> RemoteFault {
        let kind: RemoteFault.Kind =
            switch error {
            case ReplicaError.cache: .cache
            case ReplicaError.release, ReplicaError.noRelease, StoreError.missing, StoreError.damaged: .release
            case StoreError.denied: .access
            default: .store
            }
        return RemoteFault(kind: kind, reason: "\(error)")
    }

    /// Logs a new fault, or that a fault has ended. Repeated faults are logged once.
    private func note(_ fault: RemoteFault?) {
        let former = state.withLockedValue { state in
            defer { state.fault = fault }
            return state.fault
        }
        guard former != fault else { return }
        let address: Logger.Metadata = ["store": "\(store.address)"]
        if let fault {
            logger.error("the published release could not be loaded", metadata: ["error": "\(fault.reason)"])
        } else {
            logger.notice("the published release is served", metadata: address)
        }
    }

    /// Waits until everything fetched is written to disk. For tests.
    package func waitForWrites() { files.waitForWrites() }

    /// The state of the connection between the replica and the store.
    public var status: RemoteStatus {
        let (counts, now) = (reads.counts, state.withLockedValue { $0 })
        return RemoteStatus(
            fault: now.fault ?? (counts.isResting ? RemoteFault(kind: .store, reason: "reads fail") : nil),
            release: now.number, lookCount: now.lookCount, reads: counts, disk: files.usage)
    }
}
