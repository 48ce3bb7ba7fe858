import FileSupport
public import NIOCore

import Foundation
import NIOHTTP1

extension ObjectStore {
    /// Bytes a second below which a connection counts as standing still, for the time that a body is given.
    private static let slowestBytesPerSecond = 64.0 * 1024

    /// Writes an object. The store compares the bytes with their SHA-256 before it takes them.
    ///
    /// An answer that is lost lets a condition fail that held the first time: after ``StoreError/changed(_:)`` the caller
    /// looks whether the object is what was to be written.
    ///
    /// - Returns: The object's tag.
    /// - Throws: ``StoreError``, ``StoreError/changed(_:)`` where the form's condition does not hold.
    @discardableResult
    public func write(
        _ object: String, _ bytes: ByteBuffer, as form: StoredForm = StoredForm(), timeLimitSeconds: Double? = nil
    ) async throws(StoreError) -> String? {
        var request = try request(.PUT, object, timeLimitSeconds)
        request.headers = form.headers + form.conditions
        Self.give(&request, bytes)
        var answer = try await run(request)
        if answer.status == .notImplemented, form.condition != .none {
            // A store without conditions, such as OpenStack's: what can be done is to look first.
            let tag = try await information(object)?.etag
            guard form.condition.holds(for: tag) else { throw .changed(request.name) }
            request.headers = form.headers
            answer = try await run(request)
        }
        guard answer.status.code / 100 == 2 else { throw answer.error(of: request.name) }
        return answer.etag
    }

    /// Gives a request its body, the digest, and the time that it needs.
    static func give(_ request: inout StoreRequest, _ bytes: ByteBuffer) {
        request.body = bytes
        request.bodySHA256 = bytes.sha256
        request.timeLimit = request.timeLimit + amount(Double(bytes.readableBytes) / slowestBytesPerSecond)
    }

    /// Removes objects; those that are not there are no fault.
    ///
    /// - Throws: ``StoreError``; then some of them may be gone.
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
        request.headers = [
            ("content-type", "application/xml"), ("content-md5", Self.contentMD5(bytes)),
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

    /// Makes the bucket.
    package func makeBucket() async throws(StoreError) {
        let request = StoreRequest(method: .PUT, name: "s3://\(address.bucket)", timeLimit: timeLimit(nil))
        let answer = try await run(request)
        guard answer.status.code / 100 == 2 else { throw answer.error(of: request.name) }
    }

    /// The digest that some requests must state beside the newer one.
    private static func contentMD5(_ bytes: ByteBuffer) -> String {
        Data(bytes.md5Bytes).base64EncodedString()
    }
}
