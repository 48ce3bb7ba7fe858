import FileSupport
import NIOCore
import NIOHTTP1

/// The result of uploading a file.
public struct SentFile: Sendable, Equatable {
    /// The length in bytes.
    public let byteCount: Int64
    /// The SHA-256 of the bytes that were read and sent, as lowercase hexadecimal digits.
    public let sha256: String
    /// The object's ETag, without quotes.
    public let etag: String?
}

extension ObjectStore {
    /// The default size of a part, in bytes.
    public static let partByteCount = 16 << 20

    /// Writes a file as an object: in one request, or in several if the file is longer than a part.
    ///
    /// The store verifies each part against its SHA-256. A call that fails leaves an open upload and no object. A later
    /// call with this upload continues it, and does not resend parts that the store has.
    ///
    /// - Parameters:
    ///   - object: The object's name below the address.
    ///   - file: The path of the file, which must not change during the call.
    ///   - upload: An upload of this object to continue.
    ///   - partByteCount: The length of a part, at least 5 MiB.
    ///   - parallelCount: The number of parts in flight; one more part is held in memory.
    ///   - progress: Called from any thread with the number of bytes added.
    /// - Throws: ``StoreError``.
    @discardableResult
    public func write(
        _ object: String, file: String, as metadata: ObjectMetadata = ObjectMetadata(),
        resuming upload: OpenUpload? = nil,
        partByteCount: Int = ObjectStore.partByteCount, parallelCount: Int = 4,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws(StoreError) -> SentFile {
        let source = try UploadSource(file)
        let plan = MultipartPlan(byteCount: source.byteCount, wanted: partByteCount)
        if plan.count == 1 {
            try await write(object, try await source.next(source.byteCount), as: metadata)
            progress(source.byteCount)
        } else {
            try await send(source, plan, to: object, metadata, upload, max(1, parallelCount), progress)
        }
        let byteCount = Int64(source.byteCount)
        guard let found = try await writtenInformation(object), found.byteCount == byteCount else {
            throw .damaged(
                address.name(of: object), reason: "is not as long as \(file), expected \(byteCount) bytes")
        }
        return SentFile(byteCount: byteCount, sha256: source.sha256, etag: found.etag.map(Self.bare))
    }

    /// Reads the metadata of an object that has just been written, repeatedly until there is one. OpenStack's store may
    /// find none for a moment if the same object is written twice at once.
    private func writtenInformation(_ object: String) async throws(StoreError) -> ObjectInformation? {
        var attempt = 1
        while true {
            if let found = try await information(object) { return found }
            guard attempt < options.attemptCount else { return nil }
            do {
                try await Task.sleep(for: .nanoseconds(backoff(after: attempt).nanoseconds))
            } catch {
                throw .cancelled
            }
            attempt += 1
        }
    }

    private func send(
        _ source: UploadSource, _ plan: MultipartPlan, to object: String, _ metadata: ObjectMetadata,
        _ upload: OpenUpload?, _ parallelCount: Int, _ progress: @escaping @Sendable (Int) -> Void
    ) async throws(StoreError) {
        var (id, there): (String, [Int: UploadedPart]) = ("", [:])
        if let upload, let parts = try await uploadedParts(of: upload) {
            (id, there) = (upload.id, parts)
        } else {
            id = try await begin(object, metadata)
        }
        let (upload, known) = (id, there)
        let parts: [UploadedPart]
        do {
            parts = try await withThrowingTaskGroup(of: UploadedPart.self) { group in
                var parts: [UploadedPart] = []
                for number in 1...plan.count {
                    if number > parallelCount, let part = try await group.next() { parts.append(part) }
                    let bytes = try await source.next(plan.size(of: number))
                    group.addTask {
                        let part = try await self.sendPart(number, bytes, object, upload, known[number])
                        progress(bytes.readableBytes)
                        return part
                    }
                }
                for try await part in group { parts.append(part) }
                return parts.sorted { $0.number < $1.number }
            }
        } catch {
            throw (error as? StoreError) ?? .cancelled
        }
        try await complete(object, upload, parts)
    }

    private func sendPart(
        _ number: Int, _ bytes: ByteBuffer, _ object: String, _ upload: String, _ known: UploadedPart?
    ) async throws(StoreError) -> UploadedPart {
        if let known, known.byteCount == bytes.readableBytes,
            Self.bare(known.etag) == bytes.md5
        {
            return known
        }
        var request = try request(.PUT, object)
        request.query = [("partNumber", String(number)), ("uploadId", upload)]
        Self.give(&request, bytes)
        let response = try await run(request)
        guard response.status == .ok else { throw response.error(of: request.name) }
        guard let etag = response.etag else {
            throw .damaged(request.name, reason: "part \(number) has no tag, expected one")
        }
        return UploadedPart(number: number, byteCount: bytes.readableBytes, etag: etag)
    }

    private func begin(_ object: String, _ metadata: ObjectMetadata) async throws(StoreError) -> String {
        var request = try request(.POST, object)
        request.query = [("uploads", "")]
        request.headers = metadata.headers
        let response = try await run(request)
        guard response.status == .ok else { throw response.error(of: request.name) }
        guard let xml = response.xml, xml.name == "InitiateMultipartUploadResult", let id = xml.text(of: "UploadId"),
            (1...1024).contains(id.utf8.count)
        else { throw .damaged(request.name, reason: "the response cannot be understood, expected an upload's id") }
        return id
    }

    private func complete(_ object: String, _ upload: String, _ parts: [UploadedPart]) async throws(StoreError) {
        var request = try request(.POST, object)
        request.query = [("uploadId", upload)]
        let list = parts.map { part in
            "<Part><PartNumber>\(part.number)</PartNumber><ETag>\(MarkupEscaping.xml(part.etag))</ETag></Part>"
        }
        let text = "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(list.joined())"
        Self.give(&request, ByteBuffer(string: text + "</CompleteMultipartUpload>"))
        request.headers = [("content-type", "application/xml")]
        // The store may need some time to assemble thousands of parts.
        request.timeLimit = max(request.timeLimit, Self.amount(600))
        let response = try await run(request)
        // If a response was lost, the upload is complete and no longer exists.
        if response.status == .notFound, try await information(object) != nil { return }
        guard response.status == .ok else { throw response.error(of: request.name) }
        guard let xml = response.xml, xml.name == "CompleteMultipartUploadResult" else {
            // The store reports an error after it has sent the first bytes of the response.
            throw .refused(request.name, reason: "the parts cannot be put together, \(response.fault.words)")
        }
        if let expected = Self.tag(of: parts), let found = xml.text(of: "ETag").map(Self.bare), found.contains("-"),
            found != expected
        {
            throw .damaged(
                request.name, reason: "the parts have the tag \(StoreError.plain(found)), expected \(expected)")
        }
    }

    /// Returns the ETag of an object in parts, or nil if the ETags of the parts are not MD5 digests or OpenSSL does not
    /// provide MD5.
    static func tag(of parts: [UploadedPart]) -> String? {
        var digests: [UInt8] = []
        for part in parts {
            let digits = Array(bare(part.etag).utf8)
            guard digits.count == 32 else { return nil }
            for place in stride(from: 0, to: 32, by: 2) {
                guard let byte = UInt8(String(decoding: digits[place..<(place + 2)], as: UTF8.self), radix: 16) else {
                    return nil
                }
                digests.append(byte)
            }
        }
        return MessageDigest.Algorithm.md5.map { MessageDigest.of(digests, $0).hexadecimalDigits + "-\(parts.count)" }
    }

    /// Whether an object with this ETag has the bytes of a file, as uploaded by
    /// ``write(_:file:as:resuming:partByteCount:parallelCount:progress:)``. Blocks. Always false for stores that derive
    /// ETags in another way.
    ///
    /// - Throws: ``StoreError/file(_:reason:)``.
    public static func isTag(_ tag: String, ofFile path: String) throws(StoreError) -> Bool {
        let file = try UploadSource(path)
        let plan = MultipartPlan(byteCount: file.byteCount, wanted: partByteCount)
        guard plan.count > 1 else { return bare(tag) == (try file.read(file.byteCount)).md5 }
        var parts: [UploadedPart] = []
        for number in 1...plan.count {
            let bytes = try file.read(plan.size(of: number))
            guard let etag = bytes.md5 else { return false }
            parts.append(UploadedPart(number: number, byteCount: bytes.readableBytes, etag: etag))
        }
        return bare(tag) == self.tag(of: parts)
    }

    package static func bare(_ etag: String) -> String { etag.filter { $0 != "\"" } }
}
