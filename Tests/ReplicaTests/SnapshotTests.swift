import FileSupport
import Foundation
import NIOConcurrencyHelpers
import NIOPosix
import ObjectStore
import TestSupport
import Testing
import TileEngine

@testable import Publishing
@testable import Replica

/// What is fetched of the databases and themes of releases, from a store in memory.
@Suite("Snapshots of replicas", .ownThreads)
final class SnapshotTests {
    private static let pieceByteCount = 1_000

    private let place = FileManager.default.temporaryDirectory.appending(path: "explore-snapshot-\(UUID().uuidString)")
    private let memory: MemoryStore
    private let folder: ReplicaFolder
    private let snapshot: Snapshot
    private let requests = NIOLockedValueBox<[String]>([])

    init() throws {
        memory = try MemoryStore()
        folder = try ReplicaFolder(place.appending(path: "cache").path())
        var options = StoreOptions()
        options.endpoint = try StoreEndpoint(memory.endpoint)
        let store = ObjectStore(
            try StoreAddress("s3://bucket"), options: options,
            credentials: try StoreCredentials(
                accessKeyID: RealStore.accessKeyID, secretAccessKey: RealStore.secretAccessKey),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton)
        snapshot = Snapshot(
            store: store, folder: folder, files: try RemoteArchiveCache(folder: folder.pyramids, byteLimit: 1 << 20))
    }

    deinit {
        try? FileManager.default.removeItem(at: place)
        Task { [store = snapshot.store] in await store.shutdown() }
    }

    /// Returns pieces with different bytes, of which the last is shorter.
    private static func pieces(_ values: UInt8...) -> [[UInt8]] {
        values.enumerated().map { number, value in
            Array(repeating: value, count: number == values.count - 1 ? 700 : pieceByteCount)
        }
    }

    /// Puts the pieces of a file into the store.
    private func put(_ pieces: [[UInt8]]) -> Release.Database {
        for piece in pieces { memory.objects[Self.object(piece)] = MemoryStore.Object(piece) }
        let bytes = pieces.flatMap { $0 }
        return Release.Database(
            byteCount: Int64(bytes.count), sha256: Digest.sha256(bytes), pieceByteCount: Self.pieceByteCount,
            pieces: pieces.map { Digest.sha256($0) })
    }

    private static func object(_ piece: [UInt8]) -> String { "bucket/" + Release.piece(Digest.sha256(piece)) }

    private func release(
        _ pieces: [[UInt8]], theme: [[UInt8]]? = nil, inventories: [String: String] = [:], number: Int = 1
    ) -> Release {
        Release(
            created: "2027-01-31T12:00:00Z", number: number, library: put(pieces), theme: theme.map(put),
            files: Release.Files(count: 0, byteCount: 0), inventories: inventories)
    }

    /// Makes a release, and returns its id. Notes the objects that are requested meanwhile.
    ///
    /// - Parameter hold: Called with each object before the store responds.
    @discardableResult
    private func make(
        _ release: Release, hold: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> String {
        requests.withLockedValue { $0 = [] }
        memory.onRequest { [requests] _, key in
            requests.withLockedValue { $0.append(key) }
            hold(key)
            return nil
        }
        defer { memory.onRequest(nil) }
        let bytes = try ReleaseRepository.encoded(release)
        let id = Digest.sha256(bytes)
        _ = try await snapshot.make(id, release: bytes, release)
        return id
    }

    private var requested: Set<String> { Set(requests.withLockedValue { $0 }) }

    @Test func `while a piece is damaged in the store, the others are fetched once`() async throws {
        let pieces = Self.pieces(1, 2, 3)
        let release = release(pieces)
        let id = Digest.sha256(try ReleaseRepository.encoded(release))
        let damaged = Self.object(pieces[1])
        memory.objects[damaged] = MemoryStore.Object(Array(repeating: 9, count: pieces[1].count))
        let path = folder.unfinishedRelease(id) + "/library.sqlite"
        await #expect(throws: ReplicaError.self) {
            try await make(release) { key in
                guard key == damaged else { return }
                // The error cancels the other requests, so it waits until their pieces are in the file.
                for _ in 0..<2_000 {
                    let bytes = Array(FileManager.default.contents(atPath: path) ?? Data())
                    if bytes.starts(with: pieces[0]), bytes.suffix(pieces[2].count) == pieces[2][...] { return }
                    usleep(10_000)
                }
            }
        }
        #expect(requested == Set(pieces.map(Self.object)))
        for _ in 1...2 {
            await #expect(throws: ReplicaError.self) { try await make(release) }
            #expect(requested == [damaged])
        }
        memory.objects[damaged] = MemoryStore.Object(pieces[1])
        try await make(release)
        #expect(requested == [damaged])
        #expect(FileManager.default.contents(atPath: folder.release(id) + "/library.sqlite") == Data(pieces.joined()))
        #expect(!FileManager.default.fileExists(atPath: folder.unfinishedRelease(id)))
    }

    @Test func `what was fetched of a damaged release is deleted with the next one`() async throws {
        let pieces = Self.pieces(1)
        let release = release(pieces)
        let unfinished = folder.unfinishedRelease(Digest.sha256(try ReleaseRepository.encoded(release)))
        memory.objects[Self.object(pieces[0])] = nil
        await #expect(throws: StoreError.self) { try await make(release) }
        #expect(FileManager.default.fileExists(atPath: unfinished))
        try await make(self.release(Self.pieces(2), number: 2))
        #expect(!FileManager.default.fileExists(atPath: unfinished))
    }

    @Test func `of a damaged local database only the damaged piece is fetched`() async throws {
        let pieces = Self.pieces(1, 2, 3)
        let release = release(pieces)
        let path = folder.release(try await make(release)) + "/library.sqlite"
        var bytes = try #require(FileManager.default.contents(atPath: path))
        bytes[Self.pieceByteCount] ^= 0xFF
        try bytes.write(to: URL(filePath: path))
        try await make(release)
        #expect(requested == [Self.object(pieces[1])])
        #expect(FileManager.default.contents(atPath: path) == Data(pieces.joined()))
    }

    @Test func `a theme that has not changed is not fetched again`() async throws {
        let library = place.appending(path: "library")
        try FileManager.default.createDirectory(at: library.appending(path: "theme"), withIntermediateDirectories: true)
        let text = Data(#"{"name": "\#(String(repeating: "Archive ", count: 400))"}"#.utf8)
        try text.write(to: library.appending(path: "theme/theme.json"))
        let packed = Array(try #require(try ThemePack(ofLibraryIn: library.path())?.encoded()))
        let theme = stride(from: 0, to: packed.count, by: Self.pieceByteCount).map {
            Array(packed[$0..<min(packed.count, $0 + Self.pieceByteCount)])
        }
        try await make(release(Self.pieces(1), theme: theme))
        #expect(requested.count == 1 + Set(theme).count)
        let id = try await make(release(Self.pieces(2), theme: theme, number: 2))
        #expect(requested == [Self.object(Self.pieces(2)[0])])
        #expect(FileManager.default.contents(atPath: folder.release(id) + "/theme/theme.json") == text)
    }

    @Test func `lists of files that no local release has are deleted`() async throws {
        let digests = (0...2).map { Digest.sha256([$0]) }
        for sha256 in digests { try folder.write(Data(), to: folder.path + "/inventories/\(sha256).json") }
        let first = try await make(release(Self.pieces(1), inventories: ["00": digests[0]]))
        let second = try await make(release(Self.pieces(2), inventories: ["00": digests[1]], number: 2))
        folder.removeReleases(but: [first, second])
        func lists() throws -> Set<String> {
            Set(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/inventories"))
        }
        #expect(try lists() == Set(digests[...1].map { $0 + ".json" }))
        folder.removeReleases(but: [second])
        #expect(try lists() == [digests[1] + ".json"] && folder.releases == [second])
    }
}
