import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TileEngine
import WebDocuments

/// The routes for recordings and their cues, limited to users who may read the document.
struct RecordingRoutes {
    let library: Library
    let store: StoreReader
    /// Reads files.
    let pool: WorkPool
    /// Waits for the object store, on a replica.
    let remotePool: WorkPool?
    /// The recordings that a replica has fetched, by file name.
    private let fetched = CoalescingCache<String, RecordingFile>(byteLimit: fetchedByteLimit)
    private let semaphore = AsyncSemaphore(limit: fetchCount, waitingLimit: waitingLimit)

    /// The number of bytes read at a time.
    private static let pieceByteCount: Int64 = 256 << 10
    /// The disk space of the recordings that a replica keeps, in bytes.
    private static let fetchedByteLimit = 512 << 20
    /// The least that a kept recording counts, in bytes, so that there are at most 128 open files.
    private static let leastCost = 4 << 20
    /// The number of recordings that a replica fetches at once: pages that need a pyramid keep most of the threads.
    private static let fetchCount = 4
    private static let waitingLimit = 256

    func add(to router: Router<ServerContext>) {
        router.get("/api/documents/{document}/recordings") { request, context in
            try await store.response(to: request, context) { JSON.recordings(try $0.recordings(of: $1.id), of: $1.id) }
        }
        router.get("/api/documents/{document}/recordings/**", use: file)
    }

    /// Serves a recording `en/39.mp3`, whole or in part, or its cues `en/39.vtt`. With the digest in the query,
    /// `?digest=…`, the response is immutable.
    @Sendable private func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        let path = context.parameters.getCatchAll().joined(separator: "/")
        let query = try QueryParameters(of: request)
        let found: (cues: Data?, recording: Recording?) = try await store.read(
            about: try context.parameters.require("document"), version: try query.version()
        ) { store, document in
            if let cues = try store.cues(path, of: document.id) { return (cues, nil) }
            return (nil, try store.recordings(of: document.id).recordings.first { $0.path == path })
        }
        if let cues = found.cues {
            return CacheableResponse.text(Array(cues), mediaType: "text/vtt; charset=utf-8").response(to: request)
        }
        guard let recording = found.recording else {
            throw Problem.notFound("no such recording; /api/documents/{document}/recordings lists the recordings")
        }
        let policy = query.value("digest") == recording.sha256 ? CachePolicy.immutable : .minutes
        return try await response(recording, to: request, policy)
    }

    func response(_ recording: Recording, to request: Request, _ policy: CachePolicy) async throws -> Response {
        let byteCount = Int64(recording.byteCount)
        let tag = "\"\(recording.sha256)\""
        var headers: HTTPFields = [.cacheControl: policy.fieldValue, .eTag: tag, .acceptRanges: "bytes"]
        if let condition = request.headers[.ifNoneMatch], EntityTags.contain(recording.sha256, in: condition) {
            return Response(status: .notModified, headers: headers)
        }
        // A part is useless to a client that holds another version of the file.
        let isStale = request.headers[.ifRange].map { $0 != tag } ?? false
        // Only GET has ranges: https://www.rfc-editor.org/rfc/rfc9110#section-14.2
        let field = isStale || request.method != .get ? nil : request.headers[.range]
        var (range, status) = (0..<byteCount, HTTPResponse.Status.ok)
        switch ByteRange(field, byteCount: byteCount) {
        case .whole: break
        case .part(let part):
            (range, status) = (part, .partialContent)
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(byteCount)"
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(byteCount)"
            // The policy is that of the recording, and this response has nothing of it.
            headers[.cacheControl] = CachePolicy.never.fieldValue
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        headers[.contentType] = recording.format.mediaType
        if request.method == .head {
            let body = ResponseBody(contentLength: range.count) { try await $0.finish(nil) }
            return Response(status: status, headers: headers, body: body)
        }
        return Response(status: status, headers: headers, body: try await body(recording, range))
    }

    /// Opens a recording. Requests for a recording that a replica fetches wait for it together, without holding a
    /// thread.
    private func open(_ recording: Recording) async throws -> RecordingFile {
        guard let remotePool else { return try await pool.run { [library] in try library.file(of: recording) } }
        return try await fetched.value(for: recording.fileName) { file in
            max(Int(clamping: file.byteCount), Self.leastCost)
        } make: { [library, semaphore] in
            let place = try await semaphore.acquire()
            defer { withExtendedLifetime(place) {} }
            return try await remotePool.run {
                guard try library.has(recording) else {
                    throw Problem.notFound("this server does not have this recording, because it has been replaced")
                }
                return try library.file(of: recording)
            }
        }
    }

    /// Opens a recording before its response begins, so that one that cannot be read is an error and not a response
    /// that ends too early.
    ///
    /// A file of the library is then opened for each piece: held while its client reads, the files of a few slow
    /// clients with many streams would be all that the process may open.
    private func body(_ recording: Recording, _ range: Range<Int64>) async throws -> ResponseBody {
        let opened = try await open(recording)
        let kept = remotePool == nil ? nil : opened
        return ResponseBody(contentLength: range.count) { [pool, library] writer in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let part = offset..<min(range.upperBound, offset + Self.pieceByteCount)
                let bytes = try await pool.run { try (kept ?? library.file(of: recording)).bytes(part) }
                try await writer.write(ByteBuffer(bytes: bytes))
                offset = part.upperBound
            }
            try await writer.finish(nil)
        }
    }
}
