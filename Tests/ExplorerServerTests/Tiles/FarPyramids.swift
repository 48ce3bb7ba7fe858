import DocumentLibrary
import Foundation
import NIOCore
import NIOPosix
import NIOConcurrencyHelpers
import TileEngine

@testable import ExplorerServer

/// The pyramids of a library, read as if they were remote: with varying delays, or not at all.
final class FarPyramids: PyramidPlace, PyramidSource {
    private let library: String
    private let folder: String
    private let originals: String
    private let cache: RemoteArchiveCache
    private let cacheFolder: URL
    let state = FarState()
    private let archives = NIOLockedValueBox<[String: TileArchive]>([:])

    init(of library: Library, byteLimit: Int = 1 << 30) throws {
        self.library = library.path
        folder = library.path + "/pyramids"
        originals = library.path + "/originals"
        cacheFolder = FileManager.default.temporaryDirectory.appending(path: "explore-far-\(UUID().uuidString)")
        cache = try RemoteArchiveCache(folder: cacheFolder.path() + "/pyramids", byteLimit: byteLimit)
    }

    deinit { try? FileManager.default.removeItem(at: cacheFolder) }

    /// Returns the same library with these pyramids.
    static func library(byteLimit: Int = 1 << 30) throws -> (Library, FarPyramids) {
        let sample = try SampleServer.sampleLibrary()
        let far = try FarPyramids(of: sample, byteLimit: byteLimit)
        return (try Library(serving: sample.path, pyramidPlace: far), far)
    }

    func pyramids(ofLibraryIn folder: String) throws -> any PyramidSource { self }

    func has(_ file: String) -> Bool { FileManager.default.fileExists(atPath: library + "/" + file) }

    func archive(named name: String) throws -> TileArchive {
        try archives.withLockedValue { archives in
            if let archive = archives[name] { return archive }
            let far = FarBytes(path: folder + "/" + name, name: name, state: state)
            let archive = try TileArchive(far, keptIn: cache)
            archives[name] = archive
            return archive
        }
    }

    func recording(named name: String, byteCount: Int64, sha256: String) throws -> RecordingFile {
        let bytes = try FarBytes(path: originals + "/" + name, name: name, state: state).read(0..<byteCount)
        let file = try RecordingFile(in: cacheFolder.path(), byteCount: byteCount)
        try file.write(bytes, at: 0)
        return file
    }

    func keptByteCount(of name: String) -> Int64? { nil }
    func waitForWrites() { cache.waitForWrites() }
}

/// Determines what happens to reads.
final class FarState: Sendable {
    struct Values {
        var isGone = false
        /// Whether a byte in the middle of each read is altered.
        var isDamaged = false
        var longestDelay = TimeAmount.zero
        var readCount = 0
        /// Reads that wait to be released, if reads are held.
        var held: [EventLoopPromise<Void>]?
    }

    private let values = NIOLockedValueBox(Values())

    func set(_ change: (inout Values) -> Void) { values.withLockedValue { change(&$0) } }
    var readCount: Int { values.withLockedValue { $0.readCount } }
    var heldCount: Int { values.withLockedValue { $0.held?.count ?? 0 } }

    /// Waits until this many reads are held, for as long as a busy machine may need.
    func waitUntilHeld(_ count: Int) async throws {
        for _ in 0..<20_000 where heldCount < count { try await Task.sleep(for: .milliseconds(2)) }
        if heldCount < count { throw POSIXError(.ETIMEDOUT) }
    }

    func hold() { set { $0.held = [] } }

    func release() {
        let held = values.withLockedValue { values in
            defer { values.held = nil }
            return values.held ?? []
        }
        for promise in held { promise.succeed() }
    }

    /// Records a read, and determines what happens to it.
    func begin(on loop: any EventLoop) -> (isGone: Bool, isDamaged: Bool, start: EventLoopFuture<Void>) {
        values.withLockedValue { values in
            values.readCount += 1
            let promise = loop.makePromise(of: Void.self)
            if values.held != nil {
                values.held?.append(promise)
            } else {
                let longest = values.longestDelay.nanoseconds
                loop.scheduleTask(in: .nanoseconds(longest > 0 ? .random(in: 0...longest) : 0)) { promise.succeed() }
            }
            return (values.isGone, values.isDamaged, promise.futureResult)
        }
    }
}

struct FarBytes: LaneBytes {
    let path: String
    let name: String
    let state: FarState

    var address: String { "s3://far/pyramids/" + name }
    var byteCount: Int64 {
        (try? URL(filePath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize).map(Int64.init) ?? 0
    }
    var isAvailable: Bool { true }

    func read(_ range: Range<Int64>, on loop: (any EventLoop)?) -> EventLoopFuture<ByteBuffer> {
        let loop = loop ?? MultiThreadedEventLoopGroup.singleton.any()
        let fate = state.begin(on: loop)
        return fate.start.flatMapThrowing { try self.bytes(range, fate.isGone, fate.isDamaged) }
    }

    func read(_ range: Range<Int64>) throws -> [UInt8] { try Array(read(range, on: nil).wait().readableBytesView) }

    func end(kept: (Range<Int64>) throws -> [UInt8]) throws -> RemoteEnd {
        let start = max(0, byteCount - 300_000)
        return RemoteEnd(
            offset: start, bytes: Array(try bytes(start..<byteCount, false, false).readableBytesView), isKept: false)
    }

    private func bytes(_ range: Range<Int64>, _ isGone: Bool, _ isDamaged: Bool) throws -> ByteBuffer {
        if isGone { throw TileEngineError(.unavailable, path: address, "is not there now") }
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(range.lowerBound))
        var bytes = Array(try file.read(upToCount: range.count) ?? Data())
        if isDamaged { bytes[bytes.count / 2] ^= 0x10 }
        return ByteBuffer(bytes: bytes)
    }
}
