import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import WebDocuments

/// The routes for recordings and their cues, limited to users who may read the document.
struct RecordingRoutes {
    let library: Library
    let store: StoreReader

    /// The number of bytes read at a time.
    private static let pieceByteCount: Int64 = 256 << 10

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
            throw Problem.notFound("no such recording; /api/documents/{document}/recordings lists those that there are")
        }
        let policy = query.value("digest") == recording.sha256 ? CachePolicy.immutable : .minutes
        return response(recording, to: request, policy)
    }

    func response(_ recording: Recording, to request: Request, _ policy: CachePolicy) -> Response {
        let byteCount = Int64(recording.byteCount)
        let tag = "\"\(recording.sha256)\""
        var headers: HTTPFields = [.cacheControl: policy.fieldValue, .eTag: tag, .acceptRanges: "bytes"]
        if let condition = request.headers[.ifNoneMatch], EntityTags.contain(recording.sha256, in: condition) {
            return Response(status: .notModified, headers: headers)
        }
        // A part is useless to a client that holds another version of the file.
        let isStale = request.headers[.ifRange].map { $0 != tag } ?? false
        var (range, status) = (0..<byteCount, HTTPResponse.Status.ok)
        switch ByteRange(isStale ? nil : request.headers[.range], byteCount: byteCount) {
        case .whole: break
        case .part(let part):
            (range, status) = (part, .partialContent)
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(byteCount)"
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(byteCount)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        headers[.contentType] = recording.format.mediaType
        return Response(status: status, headers: headers, body: body(recording, range))
    }

    private func body(_ recording: Recording, _ range: Range<Int64>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { [library, store] writer in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let part = offset..<min(range.upperBound, offset + Self.pieceByteCount)
                try await writer.write(
                    ByteBuffer(bytes: try await store.read { _ in try library.bytes(of: recording, part) }))
                offset = part.upperBound
            }
            try await writer.finish(nil)
        }
    }
}
