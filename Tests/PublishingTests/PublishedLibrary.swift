import DocumentLibrary
import Foundation
import NIOPosix
import ObjectStore
import TestSupport

@testable import Publishing

/// A library of documents with a scan each, and an address in a store.
final class PublishedLibrary: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(path: "explore-published-\(UUID().uuidString)")
    let address: StoreAddress
    private let loops = MultiThreadedEventLoopGroup.singleton

    var path: String { folder.appending(path: "library").path() }

    private let endpoint: String

    /// - Parameters:
    ///   - endpoint: The store; by default the real one.
    ///   - address: By default one in a separate bucket.
    init(endpoint: String? = nil, address: StoreAddress? = nil) async throws {
        self.endpoint = try endpoint ?? RealStore.shared().endpoint
        self.address = try address ?? StoreAddress("s3://p\(UUID().uuidString.lowercased())/a library + ü")
        guard address == nil else { return }
        let store = try store()
        try await store.makeBucket()
        await store.shutdown()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Returns a separate client, so that its requests are counted separately. The caller shuts it down.
    func store() throws -> ObjectStore {
        var options = StoreOptions()
        options.endpoint = try StoreEndpoint(endpoint)
        return ObjectStore(
            address, options: options,
            credentials: try StoreCredentials(
                accessKeyID: RealStore.accessKeyID, secretAccessKey: RealStore.secretAccessKey), eventLoopGroup: loops)
    }

    /// Adds a document, or another version of it.
    func add(_ id: String, shade: UInt8, status: String = "published", access: String = "open") throws {
        let source = folder.appending(path: "\(id)-\(shade)")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        try Data(
            """
            {"id": "\(id)", "title": {"en": "\(id)"}, "language": "la", "languages": ["en"], "status": "\(status)",
             "access": "\(access)", "pages": [{"image": "scan.tif"}]}
            """.utf8
        ).write(to: source.appending(path: "document.json"))
        var pixels: [UInt8] = []
        for place in 0..<300 * 200 { pixels += [shade, UInt8(truncatingIfNeeded: place), 128] }
        try Data(PlainTIFF.bytes(width: 300, height: 200, pixels: pixels)).write(to: source.appending(path: "scan.tif"))
        _ = try Library(path: path, access: .write).add(.folder(source.path()))
    }

    /// Publishes and returns the requests that were sent.
    func publish(_ change: (inout PublishingOptions) -> Void = { _ in }) async throws -> (Publication, [String: Int]) {
        var options = PublishingOptions()
        change(&options)
        let store = try store()
        do {
            let done = try await Publisher(try Library(path: path, access: .read), to: store, options: options)
                .publish()
            await store.shutdown()
            return (done, store.requestCounts)
        } catch {
            await store.shutdown()
            throw error
        }
    }

    /// Verifies the release and repairs it.
    func repair(isFull: Bool = false) async throws -> ReleaseVerification {
        let store = try store()
        do {
            let found = try await Publisher(try Library(path: path, access: .read), to: store).repair(isFull: isFull)
            await store.shutdown()
            return found
        } catch {
            await store.shutdown()
            throw error
        }
    }

    /// Runs the body with the releases.
    func withRepository<Value>(_ body: (ReleaseRepository) async throws -> Value) async throws -> Value {
        let store = try store()
        do {
            let value = try await body(ReleaseRepository(store))
            await store.shutdown()
            return value
        } catch {
            await store.shutdown()
            throw error
        }
    }
}
