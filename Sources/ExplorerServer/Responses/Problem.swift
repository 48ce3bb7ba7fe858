import ClauseStore
import HTTPTypes
import Hummingbird
import NIOCore
import TileEngine
import WebDocuments

/// An error answer as RFC 9457 has it: `application/problem+json`.
///
/// It holds what the reader needs to mend the request, and never a path or an internal message.
struct Problem: Error, HTTPResponseError {
    let status: HTTPResponse.Status
    /// What is wrong with this request: the value, and what was expected.
    let detail: String
    var headers: HTTPFields = [:]
    /// By which bound the request was refused, if it was: what is counted.
    var refusal: Refusal?
    /// What a program needs beyond that: the extension members of RFC 9457, section 3.2.
    var members: [(key: String, value: JSON)] = []

    static func notFound(_ detail: String) -> Problem { Problem(status: .notFound, detail: detail) }
    static func badRequest(_ detail: String) -> Problem { Problem(status: .badRequest, detail: detail) }

    /// The server has more work than it may hold; the reader should come back.
    static let busy = Problem(
        status: .serviceUnavailable, detail: "the server is busy; try again in a few seconds",
        headers: [.retryAfter: "2"], refusal: .busy)

    /// The bytes are in an object store that cannot be asked now.
    static let unavailable = Problem(
        status: .serviceUnavailable, detail: "this part cannot be fetched now; try again in a few seconds",
        headers: [.retryAfter: "5"], refusal: .unavailable)

    /// What an error means to the reader.
    ///
    /// - Parameter incident: An id under which the log holds the real error, told where the fault is ours.
    init(_ error: any Error, incident: String) {
        switch error {
        case let problem as Problem: self = problem
        case let error as TileEngineError where error.kind == .unavailable: self = .unavailable
        case let error as ClauseStoreError where error.isUnknownCategory: self = .badRequest(error.description)
        case let error as ClauseStoreError where error.kind == .notFound: self = .notFound(error.description)
        case let error as ClauseStoreError where error.kind == .invalid: self = .badRequest(error.description)
        case let error as HTTPError:
            let detail = error.status == .notFound ? "nothing is at this address" : error.status.reasonPhrase
            self.init(status: error.status, detail: error.body ?? detail, headers: error.headers)
        case let error as any HTTPResponseError:
            self.init(status: error.status, detail: error.status.reasonPhrase)
        default:
            self.init(
                status: .internalServerError,
                detail: "the server could not answer; its log holds the reason under incident \(incident)")
        }
    }

    init(
        status: HTTPResponse.Status, detail: String, headers: HTTPFields = [:], refusal: Refusal? = nil,
        members: [(key: String, value: JSON)] = []
    ) {
        self.status = status
        self.detail = detail
        self.headers = headers
        self.refusal = refusal
        self.members = members
    }

    /// The problem document.
    func response() -> Response {
        Response(status: status, headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: document)))
    }

    /// The answer to a request: the problem document, or the status alone where a browser loads a picture.
    ///
    /// To a page of another site, browsers hide any answer that claims to be JSON where a picture should be, status and all
    /// (Opaque Response Blocking in the Fetch standard). An empty answer of type `image/svg+xml` is one that they pass on
    /// without looking at its bytes, and that is no picture.
    func response(to request: Request) -> Response {
        guard request.isForPicture else { return response() }
        var fields = fields
        fields[.contentType] = "image/svg+xml"
        return Response(status: status, headers: fields)
    }

    /// The problem document's bytes.
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

    /// The header fields that go with it.
    var fields: HTTPFields {
        var fields = headers
        fields[.contentType] = "application/problem+json"
        fields[.cacheControl] = "no-store"
        return fields
    }

    func response(from request: Request, context: some RequestContext) throws -> Response { response() }
}

extension ClauseStoreError {
    /// A category that does not exist is a fault of the question, since categories stand only in queries.
    fileprivate var isUnknownCategory: Bool {
        if case .noCategory = self { true } else { false }
    }
}

extension Request {
    /// Whether a browser loads a picture to show in a page: it says so itself to sites that are encrypted or on its own
    /// machine, and prefers pictures elsewhere too.
    fileprivate var isForPicture: Bool {
        if let destination = headers[.secFetchDest] { return destination == "image" }
        return headers[.accept]?.hasPrefix("image/") ?? false
    }
}
