import FileSupport
public import NIOCore

import Foundation
import NIOHTTP1

extension ObjectStore {
    /// The throughput in bytes per second below which a connection counts as stalled; it determines the time limit for
    /// a body.
    private static let slowestBytesPerSecond = 64.0 * 1024

    /// Writes an object. The store verifies the bytes against their SHA-256.
    ///
    /// After a lost response, a retry can fail a condition that held the first time: after ``StoreError/changed(_:)``
    /// the caller checks whether the object is what was to be written.
    ///
    /// - Returns: The object's tag.
    /// - Throws: ``StoreError``, ``StoreError/changed(_:)`` if the condition of the metadata does not hold.
    @discardableResult
    public func write(
        _ object: String, _ bytes: ByteBuffer, as metadata: ObjectMetadata = ObjectMetadata(),
        timeLimitSeconds: Double? = nil
    ) async throws(StoreError) -> String? {
        var request = try request(.PUT, object, timeLimitSeconds)
        request.headers = metadata.headers + metadata.conditions
        Self.give(&request, bytes)
        var answer = try await run(request)
        if answer.status == .notImplemented, metadata.condition != .none {
            // A store without conditional writes, such as OpenStack's: the best possible is to check first.
            let tag = try await information(object)?.etag
            guard metadata.condition.holds(for: tag) else { throw .changed(request.name) }
            request.headers = metadata.headers
            answer = try await run(request)
        }
        if answer.status == .preconditionFailed, case .hasTag(let tag) = metadata.condition {
            // Ceph's radosgw (seen in 16) compares the tag of a write with the quotes that it has itself given around it.
            request.headers = metadata.headers + [("if-match", Self.bare(tag))]
            let second = try await run(request)
            if second.status.code / 100 == 2 { answer = second }
        }
        guard answer.status.code / 100 == 2 else { throw answer.error(of: request.name) }
        return answer.etag
    }

    /// Writes an object that exists already once more, on the condition that it does not exist, to find out whether the
    /// store enforces such conditions: some refuse them, and some ignore them.
    ///
    /// - Parameter bytes: Those that the object has.
    /// - Returns: Whether it does; and the object's tag if it was written.
    public func enforcesConditions(
        probing object: String, _ bytes: ByteBuffer, as metadata: ObjectMetadata
    ) async throws(StoreError) -> Bool {
        var request = try request(.PUT, object)
        var metadata = metadata
        metadata.condition = .isAbsent
        request.headers = metadata.headers + metadata.conditions
        Self.give(&request, bytes)
        let answer = try await run(request)
        switch answer.status {
        case .preconditionFailed: return true
        case .notImplemented: return false
        default:
            guard answer.status.code / 100 == 2 else { throw answer.error(of: request.name) }
            return false
        }
    }

    /// Adds the body, its digest, and the time limit for its length to a request.
    static func give(_ request: inout StoreRequest, _ bytes: ByteBuffer) {
        request.body = bytes
        request.bodySHA256 = bytes.sha256
        request.timeLimit = request.timeLimit + amount(Double(bytes.readableBytes) / slowestBytesPerSecond)
    }

    /// Deletes objects; missing ones are not an error.
    ///
    /// - Throws: ``StoreError``; some of them may have been deleted then.
    public func delete(_ objects: some Sequence<String>) async throws(StoreError) {
        var rest = Array(objects)[...]
        while !rest.isEmpty {
            try await deletePage(Array(rest.prefix(1000)))
            rest = rest.dropFirst(1000)
        }
    }

    private func deletePage(_ objects: [String]) async throws(StoreError) {
        var request = StoreRequest(method: .POST, name: address.description, timeLimit: timeLimit(nil))
        request.query = [("delete", "")]
        var text = "<Delete xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Quiet>true</Quiet>"
        for object in objects { text += "<Object><Key>\(MarkupEscaping.xml(try address.key(object)))</Key></Object>" }
        let bytes = ByteBuffer(string: text + "</Delete>")
        Self.give(&request, bytes)
        guard let digest = bytes.md5Bytes else {
            throw .file("libcrypto", reason: "offers no MD5, expected it for deleting objects")
        }
        request.headers = [
            ("content-type", "application/xml"), ("content-md5", Data(digest).base64EncodedString()),
        ]
        let answer = try await run(request)
        guard answer.status == .ok else { throw answer.error(of: request.name) }
        guard let xml = answer.xml, xml.name == "DeleteResult" else {
            throw .damaged(request.name, reason: "the answer cannot be understood, expected a DeleteResult")
        }
        if let fault = xml.all("Error").first {
            let words = [fault.text(of: "Code") ?? "", fault.text(of: "Message") ?? ""].joined(separator: " ")
            throw .refused(
                "s3://\(address.bucket)/\(StoreError.plain(fault.text(of: "Key") ?? "", limit: 300))",
                reason: StoreError.plain(words))
        }
    }

    /// Creates the bucket.
    package func makeBucket() async throws(StoreError) {
        let request = StoreRequest(method: .PUT, name: "s3://\(address.bucket)", timeLimit: timeLimit(nil))
        let answer = try await run(request)
        guard answer.status.code / 100 == 2 else { throw answer.error(of: request.name) }
    }
}
