package import Foundation
public import NIOCore

/// A place that stores objects below one address: an ``ObjectStore`` or a folder (``FolderStore``).
///
/// The behaviour, limits and errors of each function are documented on ``ObjectStore``.
public protocol ObjectPlace: Sendable {
    /// The address for messages: `s3://bucket/prefix`, or the folder's path.
    var name: String { get }

    /// The number of requests sent so far, by method. A folder needs none.
    var requestCounts: [String: Int] { get }

    /// Reads a whole object.
    func read(
        _ object: String, byteLimit: Int, timeLimitSeconds: Double?
    ) async throws(StoreError) -> StoredObject

    /// Reads a range of an object.
    func read(_ object: String, range: Range<Int64>) async throws(StoreError) -> StoredObject

    /// Returns the metadata of an object, or nil if it does not exist.
    func information(_ object: String) async throws(StoreError) -> ObjectInformation?

    /// Writes an object, and returns its ETag.
    @discardableResult
    func write(
        _ object: String, _ bytes: ByteBuffer, as metadata: ObjectMetadata, timeLimitSeconds: Double?
    ) async throws(StoreError) -> String?

    /// Writes a file as an object.
    @discardableResult
    func write(
        _ object: String, file: String, as metadata: ObjectMetadata, resuming upload: OpenUpload?, partByteCount: Int,
        parallelCount: Int, progress: @escaping @Sendable (Int) -> Void
    ) async throws(StoreError) -> SentFile

    /// Lists all objects with a prefix, page by page.
    func forEachPage(_ prefix: String, _ body: ([ListedObject]) async throws -> Void) async throws

    /// Deletes objects. Missing objects are not an error.
    func delete(_ objects: [String]) async throws(StoreError)

    /// Returns the uploads that were started and neither completed nor aborted.
    func openUploads(_ prefix: String) async throws(StoreError) -> [OpenUpload]

    /// Aborts an incomplete upload.
    func abandon(_ upload: OpenUpload) async throws(StoreError)

    /// Finds out whether conditions of writes are enforced, by means of an object that exists.
    func enforcesConditions(
        probing object: String, _ bytes: ByteBuffer, as metadata: ObjectMetadata
    ) async throws(StoreError) -> Bool
}

extension ObjectPlace {
    /// Returns the name of an object for messages.
    package func name(of object: String) -> String { "\(name)/\(StoreError.plain(object, limit: 300))" }

    package func read(_ object: String, byteLimit: Int = ObjectStore.wholeByteLimit) async throws(StoreError)
        -> StoredObject
    {
        try await read(object, byteLimit: byteLimit, timeLimitSeconds: nil)
    }

    @discardableResult
    package func write(
        _ object: String, _ bytes: ByteBuffer, as metadata: ObjectMetadata = ObjectMetadata()
    ) async throws(StoreError) -> String? {
        try await write(object, bytes, as: metadata, timeLimitSeconds: nil)
    }

    package func write(
        _ object: String, file: String, as metadata: ObjectMetadata, resuming upload: OpenUpload? = nil,
        parallelCount: Int = 4, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws(StoreError) -> SentFile {
        try await write(
            object, file: file, as: metadata, resuming: upload, partByteCount: ObjectStore.partByteCount,
            parallelCount: parallelCount, progress: progress)
    }

    package func openUploads() async throws(StoreError) -> [OpenUpload] { try await openUploads("") }

    /// Returns the incomplete uploads, or none if the store does not list them or denies that to this key: continuing
    /// them saves work, but nothing depends on it.
    package func openUploadsIfListed() async throws(StoreError) -> [OpenUpload] {
        do {
            return try await openUploads()
        } catch {
            switch error {
            case .denied, .refused, .missing, .damaged: return []
            default: throw error
            }
        }
    }

    /// Aborts incomplete uploads of one's own objects that were begun before a time, as far as the store permits it. A
    /// store keeps their parts, and charges for them, until somebody does.
    package func abandonUploads(begunBefore time: Date, where isOwn: (_ object: String) -> Bool) async {
        for upload in (try? await openUploads()) ?? []
        where upload.begunSeconds > 0 && upload.begunSeconds < time.timeIntervalSince1970 && isOwn(upload.name) {
            guard (try? await abandon(upload)) != nil else { return }
        }
    }
}

extension ObjectStore: ObjectPlace {
    /// The address of the objects.
    public var name: String { "\(address)" }
}
