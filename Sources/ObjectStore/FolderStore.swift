public import NIOCore

import FileSupport
import Foundation
import NIOPosix

/// A folder that stores objects, for example on another disk or a file server. Each object is a file of the same name.
///
/// A file appears under its name only when it is complete and on disk. A lock enforces conditions of writes among
/// processes on the same machine.
public struct FolderStore: ObjectPlace {
    /// The number of bytes copied at once.
    private static let copyByteCount = 4 << 20

    /// The folder's path.
    public let name: String
    /// Always empty.
    public let requestCounts: [String: Int] = [:]

    /// A folder, which is created when the first object is written.
    public init(_ path: String) { name = path }

    private func path(_ object: String) throws(StoreError) -> String {
        guard StoreAddress.isKey(object), object.utf8.count <= StoreAddress.keyByteLimit else {
            throw .value("the name of an object", value: StoreError.plain(object), expected: "one without '..'")
        }
        return "\(name)/\(object)"
    }

    /// Returns the length, modification time and ETag of a file. The ETag contains the time, so it changes when the
    /// file is rewritten.
    private static func information(ofFile path: String) throws(StoreError) -> ObjectInformation? {
        guard let status = try status(of: path) else { return nil }
        guard isFile(status) else { throw .file(path, reason: "is not a regular file") }
        return information(status)
    }

    /// Returns the status of what is at a path, or nil if there is nothing.
    private static func status(of path: String) throws(StoreError) -> stat? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .file(path, reason: SystemError.text())
        }
        return status
    }

    private static func isFile(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

    private static func information(_ status: stat) -> ObjectInformation {
        let time = status.st_mtim
        let seconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        return ObjectInformation(
            byteCount: Int64(status.st_size), etag: "\"\(time.tv_sec)-\(time.tv_nsec)-\(status.st_size)\"",
            contentType: nil, cacheControl: nil, modified: Date(timeIntervalSince1970: seconds))
    }

    /// Runs work on a thread that may block on the disk.
    ///
    /// - Parameter flag: Set when the task is cancelled.
    private func blocking<Value: Sendable>(
        _ path: String, _ flag: CancellationFlag = CancellationFlag(),
        _ body: @escaping @Sendable () throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await withTaskCancellationHandler {
                try await NIOThreadPool.singleton.runIfActive { try body() }
            } onCancel: {
                flag.set()
            }
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw (error as? StoreError) ?? .file(path, reason: "\(error)")
        }
    }

    // MARK: Reading

    /// Reads a whole file.
    public func read(
        _ object: String, byteLimit: Int, timeLimitSeconds: Double? = nil
    ) async throws(StoreError) -> StoredObject {
        let path = try path(object)
        return try await blocking(path) { () throws(StoreError) in
            guard let found = try Self.information(ofFile: path) else { throw .missing(path) }
            guard found.byteCount <= Int64(byteLimit) else {
                throw .damaged(path, reason: "has \(found.byteCount) bytes, expected at most \(byteLimit)")
            }
            return try Self.part(path, 0..<found.byteCount, found)
        }
    }

    /// Reads a range of a file.
    public func read(_ object: String, range: Range<Int64>) async throws(StoreError) -> StoredObject {
        let path = try path(object)
        return try await blocking(path) { () throws(StoreError) in
            guard let found = try Self.information(ofFile: path) else { throw .missing(path) }
            return try Self.part(path, range.clamped(to: 0..<found.byteCount), found)
        }
    }

    private static func part(
        _ path: String, _ range: Range<Int64>, _ found: ObjectInformation
    ) throws(StoreError) -> StoredObject {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw .file(path, reason: SystemError.text())
        }
        defer { try? file.close() }
        do {
            try file.seek(toOffset: UInt64(range.lowerBound))
            let data = range.isEmpty ? Data() : try file.read(upToCount: range.count) ?? Data()
            guard data.count == range.count else {
                throw StoreError.damaged(path, reason: "ends at byte \(range.lowerBound + Int64(data.count))")
            }
            return StoredObject(
                bytes: ByteBuffer(bytes: data), offset: range.lowerBound, totalByteCount: found.byteCount,
                etag: found.etag, ageSeconds: found.modified.map { max(0, -$0.timeIntervalSinceNow) })
        } catch {
            throw (error as? StoreError) ?? .damaged(path, reason: "cannot be read: \(SystemError.text(of: error))")
        }
    }

    /// Returns the length, ETag and modification time of a file, or nil if it does not exist.
    public func information(_ object: String) async throws(StoreError) -> ObjectInformation? {
        let path = try path(object)
        return try await blocking(path) { () throws(StoreError) in try Self.information(ofFile: path) }
    }

    /// Lists the files of a folder in a single page.
    public func forEachPage(_ prefix: String, _ body: ([ListedObject]) async throws -> Void) async throws {
        let objects = try await blocking(name) { () throws(StoreError) in
            try files(in: prefix) { !$0.contains(AtomicFile.partialMark) }
        }
        try await body(objects)
    }

    /// Returns the files of a folder, such as `pieces/`. Anything else in it, such as the folders that file servers
    /// make for previews, is no object.
    private func files(in prefix: String, where isWanted: (String) -> Bool) throws(StoreError) -> [ListedObject] {
        let folder = "\(name)/\(prefix)"
        var objects: [ListedObject] = []
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where isWanted(file) {
            guard let status = try Self.status(of: folder + file), Self.isFile(status) else { continue }
            let found = Self.information(status)
            objects.append(
                ListedObject(
                    name: prefix + file, byteCount: found.byteCount, etag: found.etag,
                    modified: found.modified ?? Date.distantPast))
        }
        return objects
    }

    // MARK: Writing

    /// Writes a file, and returns its ETag.
    @discardableResult
    public func write(
        _ object: String, _ bytes: ByteBuffer, as metadata: ObjectMetadata = ObjectMetadata(),
        timeLimitSeconds: Double? = nil
    ) async throws(StoreError) -> String? {
        let path = try path(object)
        return try await blocking(path) { () throws(StoreError) in
            try makeFolder(AtomicFile.folder(of: path))
            let lock = metadata.condition == .none ? -1 : try locked()
            defer { if lock >= 0 { close(lock) } }
            guard metadata.condition.holds(for: try Self.information(ofFile: path)?.etag) else { throw .changed(path) }
            try Self.replace(path) { (file: AtomicFile) throws(StoreError) in
                bytes.withUnsafeReadableBytes { file.append($0) }
            }
            return try Self.information(ofFile: path)?.etag
        }
    }

    /// Copies a file.
    @discardableResult
    public func write(
        _ object: String, file source: String, as metadata: ObjectMetadata = ObjectMetadata(),
        resuming upload: OpenUpload? = nil, partByteCount: Int = ObjectStore.partByteCount, parallelCount: Int = 1,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws(StoreError) -> SentFile {
        let path = try path(object)
        let flag = CancellationFlag()
        return try await blocking(path, flag) { () throws(StoreError) in
            let source = try UploadSource(source)
            var rest = source.byteCount
            try makeFolder(AtomicFile.folder(of: path))
            try Self.replace(path) { (file: AtomicFile) throws(StoreError) in
                while rest > 0 {
                    if flag.isSet { throw .cancelled }
                    let bytes = try source.read(min(rest, Self.copyByteCount))
                    bytes.withUnsafeReadableBytes { file.append($0) }
                    try file.check(failure: { StoreError.file(path, reason: $0) })
                    rest -= bytes.readableBytes
                    progress(bytes.readableBytes)
                }
            }
            return SentFile(
                byteCount: Int64(source.byteCount), sha256: source.sha256,
                etag: try Self.information(ofFile: path)?.etag.map(ObjectStore.bare))
        }
    }

    private func makeFolder(_ path: String) throws(StoreError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw .file(path, reason: "cannot be made, expected a folder that this user may write")
        }
    }

    private static func replace(
        _ path: String, _ write: (AtomicFile) throws(StoreError) -> Void
    ) throws(StoreError) {
        try AtomicFile.replace(path, failure: { StoreError.file(path, reason: $0) }, write: write)
    }

    /// Takes the lock under which conditions are checked. Returns a descriptor that holds the lock until it is closed.
    private func locked() throws(StoreError) -> Int32 {
        let path = name + "/.lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .file(path, reason: SystemError.text()) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                throw .file(path, reason: SystemError.text())
            }
        }
        return descriptor
    }

    /// Returns true: conditions are enforced.
    public func enforcesConditions(
        probing object: String, _ bytes: ByteBuffer, as metadata: ObjectMetadata
    ) async throws(StoreError) -> Bool { true }

    /// Deletes files. Missing files are not an error.
    public func delete(_ objects: [String]) async throws(StoreError) {
        for object in objects {
            let path = try path(object)
            guard unlink(path) == 0 || errno == ENOENT else {
                throw .file(path, reason: SystemError.text())
            }
        }
    }

    /// Returns the files that other processes have left unfinished.
    public func openUploads(_ prefix: String = "") async throws(StoreError) -> [OpenUpload] {
        try await blocking(name) { () throws(StoreError) in
            var found: [OpenUpload] = []
            for folder in (try? FileManager.default.contentsOfDirectory(atPath: name)) ?? [] {
                for file in try files(in: folder + "/", where: { $0.contains(AtomicFile.partialMark) }) {
                    let object = file.name.components(separatedBy: AtomicFile.partialMark)[0]
                    found.append(
                        OpenUpload(name: object, id: file.name, begunSeconds: file.modified.timeIntervalSince1970))
                }
            }
            return found
        }
    }

    /// Deletes an unfinished file.
    public func abandon(_ upload: OpenUpload) async throws(StoreError) { try await delete([upload.id]) }
}
