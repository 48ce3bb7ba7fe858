import ClauseStore
import DocumentLibrary
import HTTPTypes
import Hummingbird
import NIOCore
import TileEngine
import WebDocuments

/// An error response in the format of RFC 9457: `application/problem+json`.
///
/// It contains what the client needs to correct the request, and never a path or an internal message.
struct Problem: Error, HTTPResponseError {
    let status: HTTPResponse.Status
    /// What is wrong with this request: the value, and what was expected.
    let detail: String
    let headers: HTTPFields
    /// The limit that refused the request, if any, for the metrics.
    let refusal: Refusal?
    /// Extension members for programs (RFC 9457, section 3.2).
    let members: JSON.Members

    init(
        _ status: HTTPResponse.Status, _ detail: String, headers: HTTPFields = [:], refusal: Refusal? = nil,
        members: JSON.Members = []
    ) {
        (self.status, self.detail, self.headers) = (status, detail, headers)
        (self.refusal, self.members) = (refusal, members)
    }

    static func notFound(_ detail: String) -> Problem { Problem(.notFound, detail) }
    static func badRequest(_ detail: String) -> Problem { Problem(.badRequest, detail) }

    /// The server has more work queued than it may hold. The client should retry.
    static let busy = Problem(
        .serviceUnavailable, "the server is busy; try again in a few seconds", headers: [.retryAfter: "2"],
        refusal: .busy)

    /// The bytes are in an object store that is not available now.
    static let unavailable = Problem(
        .serviceUnavailable, "this part cannot be fetched now; try again in a few seconds", headers: [.retryAfter: "5"],
        refusal: .unavailable)

    func response() -> Response {
        Response(status: status, headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: document)))
    }

    /// Returns the response to a request: the problem document, or only the status if a browser is loading an image.
    ///
    /// When a page of another site loads an image, browsers hide any JSON response, including its status (Opaque
    /// Response Blocking in the Fetch standard). They pass on an empty response of type `image/svg+xml` without
    /// inspecting its bytes, and it is not a valid image.
    func response(to request: Request) -> Response {
        guard request.isForPicture else { return response() }
        var fields = fields
        fields[.contentType] = "image/svg+xml"
        return Response(status: status, headers: fields)
    }

    /// The bytes of the problem document.
    var document: [UInt8] {
        JSON.object(
            [
                ("type", .string("about:blank")),
                ("title", .string(status.reasonPhrase)),
                ("status", .int(status.code)),
                ("detail", .string(detail)),
            ] + members
        ).bytes()
    }

    /// The header fields of the problem document.
    var fields: HTTPFields {
        var fields = headers
        fields[.contentType] = "application/problem+json"
        fields[.cacheControl] = "no-store"
        return fields
    }

    func response(from request: Request, context: some RequestContext) throws -> Response { response() }
}

extension Problem {
    /// Converts an error for the client.
    ///
    /// - Parameter incident: The id under which the log has the actual error. It is included if the fault is the
    ///   server's.
    init(_ error: any Error, incident: String) {
        switch error {
        case let problem as Problem: self = problem
        case let error as TileEngineError where error.kind == .unavailable: self = .unavailable
        // A client error, because categories occur only in queries.
        case ClauseStoreError.noCategory: self = .badRequest("\(error)")
        case let error as ClauseStoreError where error.kind == .notFound: self = .notFound(error.description)
        case let error as ClauseStoreError where error.kind == .invalid: self = .badRequest(error.description)
        case let error as CutOutError:
            if case .width = error {
                self = .badRequest(error.description)
            } else {
                self = .notFound(error.description)
            }
        case let error as DownloadError:
            self = error.isMissing ? .notFound(error.description) : .badRequest(error.description)
        case let error as HTTPError:
            let detail = error.status == .notFound ? "there is nothing at this address" : error.status.reasonPhrase
            self.init(error.status, error.body ?? detail, headers: error.headers)
        case let error as any HTTPResponseError:
            self.init(error.status, error.status.reasonPhrase)
        default:
            self.init(
                .internalServerError,
                "the server could not respond; its log holds the reason under incident \(incident)")
        }
    }
}

extension Request {
    /// Whether a browser is loading an image for a page. Browsers send Sec-Fetch-Dest over HTTPS and to the local
    /// machine; elsewhere they prefer images in Accept.
    fileprivate var isForPicture: Bool {
        if let destination = headers[.secFetchDest] { return destination == "image" }
        return headers[.accept]?.hasPrefix("image/") ?? false
    }
}
