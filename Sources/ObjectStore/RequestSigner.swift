import FileSupport
import Foundation
import NIOConcurrencyHelpers

/// Signs requests with AWS Signature Version 4, which all S3-compatible stores support.
///
/// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
final class RequestSigner: Sendable {
    /// The SHA-256 of an empty body.
    static let emptyPayloadSHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    private let credentials: StoreCredentials
    private let region: String
    private let service: String
    /// The signing key of a day, cached because deriving it takes four digests.
    private let dayKey = NIOLockedValueBox<(day: Substring, key: [UInt8])?>(nil)

    init(credentials: StoreCredentials, region: String, service: String = "s3") {
        (self.credentials, self.region, self.service) = (credentials, region, service)
    }

    /// Returns the value of the `Authorization` header.
    ///
    /// - Parameters:
    ///   - method: The method, in capitals.
    ///   - path: The path, with each component percent-encoded once.
    ///   - query: The names and values of the query, not encoded.
    ///   - headers: The headers, all of which are signed. They must include `host` and `x-amz-date`.
    ///   - payloadSHA256: The body's digest, as in `x-amz-content-sha256`.
    ///   - time: The time in `x-amz-date`: `20130524T000000Z`, in UTC.
    func authorization(
        method: String, path: String, query: [(name: String, value: String)], headers: [(name: String, value: String)],
        payloadSHA256: String, time: String
    ) -> String {
        let (canonical, names) = Self.canonicalRequest(
            method: method, path: path, query: query, headers: headers, payloadSHA256: payloadSHA256)
        let scope = "\(time.prefix(8))/\(region)/\(service)/aws4_request"
        let signature = signature(of: Self.stringToSign(canonical, scope: scope, time: time), time: time)
        return "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(scope), SignedHeaders=\(names), "
            + "Signature=\(signature)"
    }

    /// Returns the canonical form of a request, and the names of its signed headers.
    static func canonicalRequest(
        method: String, path: String, query: [(name: String, value: String)], headers: [(name: String, value: String)],
        payloadSHA256: String
    ) -> (text: String, signedHeaders: String) {
        let parameters = query.map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
            .sorted { $0.0 == $1.0 ? isBefore($0.1, $1.1) : isBefore($0.0, $1.0) }
        var values: [String: [String]] = [:]
        for header in headers { values[header.name.lowercased(), default: []].append(trimmed(header.value)) }
        let names = values.keys.sorted(by: isBefore)
        let lines = names.map { "\($0):\((values[$0] ?? []).joined(separator: ","))\n" }
        let signed = names.joined(separator: ";")
        let text = [
            method, path.isEmpty ? "/" : path, parameters.map { "\($0)=\($1)" }.joined(separator: "&"), lines.joined(),
            signed, payloadSHA256,
        ].joined(separator: "\n")
        return (text, signed)
    }

    static func stringToSign(_ canonicalRequest: String, scope: String, time: String) -> String {
        "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(Digest.sha256(canonicalRequest.utf8))"
    }

    private func signature(of text: String, time: String) -> String {
        let day = time.prefix(8)
        let key = dayKey.withLockedValue { kept in
            if let kept, kept.day == day { return kept.key }
            var key = Array("AWS4\(credentials.secretAccessKey)".utf8)
            for part in [String(day), region, service, "aws4_request"] {
                key = authenticationCode(of: Array(part.utf8), key: key)
            }
            kept = (day, key)
            return key
        }
        return authenticationCode(of: Array(text.utf8), key: key).hexadecimalDigits
    }

    /// Whether one string precedes another in byte order, which can differ from the order of Swift's strings.
    private static func isBefore(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Returns a header's value trimmed, with runs of spaces collapsed.
    private static func trimmed(_ value: String) -> String {
        value.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " ")
    }
}
