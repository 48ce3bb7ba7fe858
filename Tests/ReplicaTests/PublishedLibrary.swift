import ClauseStore
import DocumentLibrary
import FileSupport
import Foundation
import Logging
import NIOCore
import NIOPosix
import Publishing
import TestSupport

@testable import ObjectStore
@testable import Replica

/// A library for one test, and a bucket of a real store with its releases.
final class PublishedLibrary: Sendable {
    let library: Library
    let store: ObjectStore
    let folder: URL
    let options: StoreOptions

    static let loops = MultiThreadedEventLoopGroup.singleton

    static var credentials: StoreCredentials {
        get throws {
            try StoreCredentials(accessKeyID: RealStore.accessKeyID, secretAccessKey: RealStore.secretAccessKey)
        }
    }

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "explore-replica-\(UUID().uuidString)")
        library = try Library(path: folder.appending(path: "library").path(), access: .write)
        _ = try library.add(.folder(SampleServer.repository.appending(path: "data/magna-carta").path()))
        var options = StoreOptions()
        options.endpoint = try StoreEndpoint(try RealStore.shared().endpoint)
        self.options = options
        store = ObjectStore(
            try StoreAddress("s3://replica-\(UUID().uuidString.lowercased())/the library"), options: options,
            credentials: try Self.credentials, eventLoopGroup: Self.loops)
        try await store.makeBucket()
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
        Task { [store] in await store.shutdown() }
    }

    /// Returns a replica with a new folder, or with that of another replica.
    func replica(
        _ name: String = "cache", endpoint: String? = nil, _ change: (inout Replica.Options) -> Void = { _ in }
    ) throws -> Replica {
        var store = options
        if let endpoint { store.endpoint = try StoreEndpoint(endpoint) }
        store.attemptCount = 2
        var options = Replica.Options(
            address: self.store.address, store: store, folder: folder.appending(path: name).path())
        options.readSeconds = 5
        change(&options)
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        return try Replica(options, credentials: try Self.credentials, eventLoopGroup: Self.loops, logger: logger)
    }

    /// Adds a second document, `other`, of one page.
    func addOther() throws {
        let path = folder.appending(path: "other.tif")
        let pixels = (0..<700 * 500 * 3).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 9) }
        let bytes = PlainTIFF.bytes(width: 700, height: 500, pixels: pixels)
        try Data(bytes).write(to: path)
        _ = try library.add(.image(path.path()))
    }

    /// Adds the sample once more, as the restricted document `secret`.
    func addSecret() throws {
        let source = folder.appending(path: "secret")
        try FileManager.default.copyItem(at: SampleServer.repository.appending(path: "data/magna-carta"), to: source)
        let path = source.appending(path: "document.json")
        let text = try String(contentsOf: path, encoding: .utf8)
        try text.replacing(#""id": "magna-carta","#, with: #""id": "secret", "access": "restricted","#)
            .write(to: path, atomically: true, encoding: .utf8)
        _ = try library.add(.folder(source.path()))
    }

    // MARK: Releases

    /// Writes everything of a release except the pointer to it, in the format that `Publishing` reads.
    ///
    /// - Returns: The release's id.
    func write(pieceByteCount: Int = 256 << 10) async throws -> String {
        let snapshot = folder.appending(path: "snapshot-\(UUID().uuidString)").path()
        try library.store.backUp(to: snapshot)
        let database = Array(try Data(contentsOf: URL(filePath: snapshot)))
        var pieces: [String] = []
        for start in stride(from: 0, to: database.count, by: pieceByteCount) {
            let piece = database[start..<min(database.count, start + pieceByteCount)]
            pieces.append(Digest.sha256(piece))
            try await put(Release.piece(Digest.sha256(piece)), Data(piece))
        }
        var shards: [String: [[String: Any]]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: library.path + "/pyramids").sorted() {
            let file = "pyramids/" + name
            let bytes = Array(try Data(contentsOf: URL(filePath: library.path + "/" + file)))
            try await put(file, Data(bytes))
            let directory = Self.directory(of: bytes)
            let entry: [String: Any] = [
                "name": file, "byteCount": bytes.count, "sha256": Digest.sha256(bytes),
                "directory": [
                    "offset": directory.lowerBound, "byteCount": directory.count,
                    "sha256": Digest.sha256(bytes[directory]),
                ] as [String: Any],
            ]
            shards[InventoryFile.shard(of: file), default: []].append(entry)
        }
        var inventories: [String: String] = [:]
        for (key, shard) in shards {
            let bytes = try JSONSerialization.data(withJSONObject: shard, options: .sortedKeys)
            inventories[key] = Digest.sha256(bytes)
            try await put(Release.inventory(Digest.sha256(bytes)), bytes)
        }
        let release: [String: Any] = [
            "format": 1, "created": "2026-01-01T00:00:00Z", "number": 1, "inventories": inventories,
            "files": ["count": 0, "byteCount": 0],
            "library": [
                "byteCount": database.count, "sha256": Digest.sha256(database), "pieceByteCount": pieceByteCount,
                "pieces": pieces,
            ] as [String: Any],
        ]
        let bytes = try JSONSerialization.data(withJSONObject: release, options: .sortedKeys)
        let id = Digest.sha256(bytes)
        try await put(Release.object(id), bytes)
        return id
    }

    /// Makes the pointer refer to a release.
    func point(to id: String, number: Int) async throws {
        let pointer: [String: Any] = ["format": 1, "release": id, "number": number, "kept": [id]]
        try await put(ReleasePointer.object, try JSONSerialization.data(withJSONObject: pointer))
    }

    /// Publishes the current state of the library.
    @discardableResult
    func publish(number: Int = 1) async throws -> String {
        let id = try await write()
        try await point(to: id, number: number)
        return id
    }

    /// Publishes the library as `explore publish` does.
    func publishByProgram() async throws { _ = try await Publisher(library, to: store).publish() }

    func put(_ object: String, _ bytes: Data) async throws { try await store.write(object, ByteBuffer(bytes: bytes)) }

    /// Inverts the bits of a byte of an object.
    func damage(_ object: String, at offset: Int) async throws {
        var bytes = Array(try await store.read(object).bytes.readableBytesView)
        bytes[offset] ^= 0xFF
        try await put(object, Data(bytes))
    }

    /// Returns the range of a zip's directory, up to the end of the zip, from its last record. The zip has less than 4
    /// GB.
    private static func directory(of bytes: [UInt8]) -> Range<Int> {
        let start = (0..<4).reduce(0) { $0 | Int(bytes[bytes.count - 6 + $1]) << (8 * $1) }
        return start..<bytes.count
    }
}
