import Foundation
import NIOCore
import NIOHTTP1

/// A request to a store, before it is signed.
struct StoreRequest: Sendable {
    var method: HTTPMethod
    /// The whole key, or nil for the bucket.
    var key: String?
    /// The name of the object in errors.
    var name: String
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    var body: ByteBuffer?
    var bodySHA256 = RequestSigner.emptyPayloadSHA256
    /// The maximum length of the response, in bytes.
    var responseByteLimit = StoreXML.byteLimit
    /// The time limit for all attempts together.
    var timeLimit: TimeAmount
}

/// A complete response from a store.
struct StoreResponse: Sendable {
    let status: HTTPResponseStatus
    let headers: HTTPHeaders
    let body: ByteBuffer

    /// The object's ETag as the store sent it, normally with quotes.
    var etag: String? { headers.first(name: "etag") }

    /// The time from `Last-Modified` to `Date`, both by the store's clock, in seconds.
    var ageSeconds: Double? {
        guard let now = headers.first(name: "date").flatMap(ObjectInformation.time),
            let modified = headers.first(name: "last-modified").flatMap(ObjectInformation.time)
        else { return nil }
        return now.timeIntervalSince(modified)
    }

    /// The response as XML, or nil if it is not XML.
    var xml: StoreXML? { StoreXML(body.readableBytesView) }

    /// The store's description of the error: its code, such as `NoSuchKey`, and the status with the code and message.
    var fault: (code: String?, words: String) {
        guard let xml, xml.name == "Error" else { return (nil, "status \(status.code)") }
        let code = xml.text(of: "Code").map { StoreError.plain($0, limit: 60) }
        let message = xml.text(of: "Message").map { StoreError.plain($0) } ?? ""
        let words = [code ?? "", message].filter { !$0.isEmpty }.joined(separator: ": ")
        return (code, "status \(status.code)" + (words.isEmpty ? "" : ", \(words)"))
    }

    /// Whether the error is transient, so that the same request may succeed later.
    var isPassing: Bool {
        switch status.code {
        case 408, 425, 429, 500, 502, 503, 504: true
        case 400: ["RequestTimeout", "SlowDown", "XAmzContentSHA256Mismatch", "BadDigest"].contains(fault.code ?? "")
        case 409: fault.code == "OperationAborted"
        default: false
        }
    }

    /// The delay that the store requests before a retry, if it is at most an hour.
    var retryAfter: TimeAmount? {
        guard let text = headers.first(name: "retry-after"), let seconds = Int64(text), (0...3600).contains(seconds)
        else { return nil }
        return .seconds(seconds)
    }

    /// Returns the error that the response means for an object.
    func error(of name: String) -> StoreError {
        let (code, words) = fault
        switch status.code {
        case 404 where code == "NoSuchBucket":
            return .refused(name, reason: "there is no such bucket, expected one that exists")
        case 404: return .missing(name)
        // The status that Amazon's store gives to temporary keys which have expired.
        case 400 where ["ExpiredToken", "InvalidToken", "TokenRefreshRequired"].contains(code):
            return .denied(name, reason: words)
        case 401, 403:
            if code == "RequestTimeTooSkewed" {
                return .denied(name, reason: "this machine's clock is wrong, \(words)")
            }
            return .denied(name, reason: words)
        case 409 where code == "ConditionalRequestConflict", 412: return .changed(name)
        case 301, 307, 308:
            let region = headers.first(name: "x-amz-bucket-region").map { ", the bucket is in \(StoreError.plain($0))" }
            return .refused(name, reason: "\(words)\(region ?? ""), expected --region or --endpoint of the bucket")
        case 416: return .damaged(name, reason: "is shorter than expected (\(words))")
        default: return isPassing ? .unavailable(name, reason: words) : .refused(name, reason: words)
        }
    }
}
