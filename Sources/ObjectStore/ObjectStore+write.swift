import FileSupport
public import NIOCore

import Foundation
import NIOHTTP1

extension ObjectStore {
    /// The throughput, in bytes per second, below which a connection counts as stalled. It determines the time limit
    /// for a body.
    private static let slowestBytesPerSecond = 64.0 * 1024

    /// Writes an object. The store verifies the bytes against their SHA-256.
    ///
    /// After a lost response, a retry can fail a condition that held the first time. So after
    /// ``StoreError/changed(_:)`` the caller should check whether the object already has the new content.
    ///
    /// - Returns: The object's ETag.
    /// - Throws: ``StoreError``, ``StoreError/changed(_:)`` if the condition of the metadata does not hold.
    @discardableResult
    public func write(
        _ object: String, _ bytes: ByteBuffer, as metadata: ObjectMetadata = ObjectMetadata(),
        timeLimitSeconds: Double? = nil
    ) async throws(StoreError) -> String? {
        var request = try request(.PUT, object, timeLimitSeconds)
        request.headers = metadata.headers + metadata.conditions
        Self.give(&request, bytes)
        var response = try await run(request)
        if response.status == .notImplemented, metadata.condition != .none {
            // The store has no conditional writes, as with OpenStack's. Checking first is the best alternative.
            let tag = try await information(object)?.etag
            guard metadata.condition.holds(for: tag) else { throw .changed(request.name) }
            request.headers = metadata.headers
            response = try await run(request)
        }
        if response.status == .preconditionFailed, case .hasTag(let tag) = metadata.condition {
            // Ceph's radosgw (seen in version 16) compares the condition with the ETag without the quotes that it sends
            // itself.
            request.headers = metadata.headers + [("if-match", Self.bare(tag))]
            let second = try await run(request)
            if second.status.code / 100 == 2 { response = second }
        }
        guard response.status.code / 100 == 2 else { throw response.error(of: request.name) }
        return response.etag
    }

    /// Writes an existing object again, on the condition that it does not exist. This finds out whether the store
    /// enforces such conditions: some stores refuse them, and some ignore them.
    ///
    /// - Parameter bytes: The object's current content.
    /// - Returns: Whether the store enforces conditions.
    public func enforcesConditions(
        probing object: String, _ bytes: ByteBuffer, as metadata: ObjectMetadata
    ) async throws(StoreError) -> Bool {
        var request = try request(.PUT, object)
        var metadata = metadata
        metadata.condition = .isAbsent
        request.headers = metadata.headers + metadata.conditions
        Self.give(&request, bytes)
        let response = try await run(request)
        switch response.status {
        case .preconditionFailed: return true
        case .notImplemented: return false
        default:
            guard response.status.code / 100 == 2 else { throw response.error(of: request.name) }
            return false
        }
    }

    /// Adds a body, its digest and a time limit for its length to a request.
    static func give(_ request: inout StoreRequest, _ bytes: ByteBuffer) {
        request.body = bytes
        request.bodySHA256 = bytes.sha256
        request.timeLimit = request.timeLimit + amount(Double(bytes.readableBytes) / slowestBytesPerSecond)
    }

    /// Deletes objects. Missing objects are not an error.
    ///
    /// - Throws: ``StoreError``; some objects may have been deleted by then.
    public func delete(_ objects: [String]) async throws(StoreError) {
        var rest = objects[...]
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
            throw .file("libcrypto", reason: "has no MD5, which is needed to delete objects")
        }
        request.headers = [
            ("content-type", "application/xml"), ("content-md5", Data(digest).base64EncodedString()),
        ]
        let response = try await run(request)
        guard response.status == .ok else { throw response.error(of: request.name) }
        guard let xml = response.xml, xml.name == "DeleteResult" else {
            throw .damaged(request.name, reason: "the response cannot be understood, expected a DeleteResult")
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
        let response = try await run(request)
        guard response.status.code / 100 == 2 else { throw response.error(of: request.name) }
    }
}
