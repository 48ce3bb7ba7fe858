public import NIOCore

import NIOHTTP1

extension ObjectStore {
    /// The default maximum length of an object that is read as a whole, in bytes.
    public static let wholeByteLimit = 64 << 20

    /// Reads a range of an object, on an event loop.
    ///
    /// - Parameters:
    ///   - object: The object's name below the address.
    ///   - range: The range of bytes, not empty. If the object ends within the range, the result is shorter.
    ///   - timeLimitSeconds: The time limit for all attempts; by default ``StoreOptions/timeLimitSeconds``.
    ///   - loop: A loop of the client's group, on which the whole call runs.
    /// - Returns: A future that fails only with ``StoreError``.
    public func read(
        _ object: String, range: Range<Int64>, timeLimitSeconds: Double? = nil, on loop: any EventLoop
    ) -> EventLoopFuture<StoredObject> {
        future(on: loop) { () throws(StoreError) in
            try rangeRequest(object, range, timeLimitSeconds)
        } response: { (request, response) throws(StoreError) in
            try Self.part(response, of: request.name, wanted: range)
        }
    }

    /// Reads the last bytes of an object and its length, in one request, on an event loop.
    ///
    /// - Parameter byteCount: The number of bytes, at least one; a shorter object is read as a whole.
    /// - Returns: A future that fails only with ``StoreError``.
    public func readEnd(
        _ object: String, byteCount: Int, timeLimitSeconds: Double? = nil, on loop: any EventLoop
    ) -> EventLoopFuture<StoredObject> {
        future(on: loop) { () throws(StoreError) in
            try endRequest(object, byteCount, timeLimitSeconds)
        } response: { (request, response) throws(StoreError) in
            try Self.end(response, of: request.name, byteCount: byteCount)
        }
    }

    /// Reads a range of an object.
    ///
    /// - Throws: ``StoreError``; ``StoreError/damaged(_:reason:)`` if the response contains a different range.
    public func read(_ object: String, range: Range<Int64>) async throws(StoreError) -> StoredObject {
        let request = try rangeRequest(object, range, nil)
        return try Self.part(try await run(request), of: request.name, wanted: range)
    }

    /// Reads a whole object.
    ///
    /// - Parameter byteLimit: The maximum length in bytes. A longer object throws ``StoreError/damaged(_:reason:)``.
    public func read(
        _ object: String, byteLimit: Int = ObjectStore.wholeByteLimit, timeLimitSeconds: Double? = nil
    ) async throws(StoreError) -> StoredObject {
        guard
            let read = try await read(
                object, ifNoneMatch: nil, byteLimit: byteLimit, timeLimitSeconds: timeLimitSeconds)
        else { throw .damaged(address.name(of: object), reason: "the store says it is unchanged, expected its bytes") }
        return read
    }

    /// Reads a whole object, unless it still has a known ETag.
    ///
    /// - Parameter etag: The known ETag, with its quotes.
    /// - Returns: The object, or nil if it is unchanged.
    public func read(
        _ object: String, ifNoneMatch etag: String?, byteLimit: Int = ObjectStore.wholeByteLimit,
        timeLimitSeconds: Double? = nil
    ) async throws(StoreError) -> StoredObject? {
        var request = try request(.GET, object, timeLimitSeconds)
        request.responseByteLimit = max(0, byteLimit)
        if let etag { request.headers.append(("if-none-match", etag)) }
        let response = try await run(request)
        if response.status == .notModified, etag != nil { return nil }
        return try Self.whole(response, of: request.name)
    }

    /// Reads the metadata of an object.
    ///
    /// - Returns: The metadata, or nil if the object does not exist.
    public func information(_ object: String) async throws(StoreError) -> ObjectInformation? {
        let request = try request(.HEAD, object)
        let response = try await run(request)
        if response.status == .notFound { return nil }
        guard response.status == .ok else { throw response.error(of: request.name) }
        guard let byteCount = response.headers.first(name: "content-length").flatMap({ Int64($0) }), byteCount >= 0
        else {
            throw .damaged(request.name, reason: "the store does not state its length")
        }
        return ObjectInformation(
            byteCount: byteCount, etag: response.etag, contentType: response.headers.first(name: "content-type"),
            cacheControl: response.headers.first(name: "cache-control"),
            modified: response.headers.first(name: "last-modified").flatMap(ObjectInformation.time))
    }

    // MARK: Requests

    func request(
        _ method: HTTPMethod, _ object: String, _ timeLimitSeconds: Double? = nil
    ) throws(StoreError) -> StoreRequest {
        StoreRequest(
            method: method, key: try address.key(object), name: address.name(of: object),
            timeLimit: timeLimit(timeLimitSeconds))
    }

    private func rangeRequest(
        _ object: String, _ range: Range<Int64>, _ timeLimitSeconds: Double?
    ) throws(StoreError) -> StoreRequest {
        var request = try request(.GET, object, timeLimitSeconds)
        guard !range.isEmpty, range.lowerBound >= 0, range.count <= 1 << 30 else {
            throw .value("the range of \(request.name)", value: "\(range)", expected: "1 to \(1 << 30) bytes of it")
        }
        request.headers.append(("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)"))
        request.responseByteLimit = range.count
        return request
    }

    private func endRequest(
        _ object: String, _ byteCount: Int, _ timeLimitSeconds: Double?
    ) throws(StoreError) -> StoreRequest {
        var request = try request(.GET, object, timeLimitSeconds)
        guard (1...1 << 30).contains(byteCount) else {
            throw .value("the end of \(request.name)", value: "\(byteCount)", expected: "1 to \(1 << 30) bytes of it")
        }
        request.headers.append(("range", "bytes=-\(byteCount)"))
        request.responseByteLimit = byteCount
        return request
    }

    private func future(
        on loop: any EventLoop, _ make: () throws(StoreError) -> StoreRequest,
        response: @escaping @Sendable (StoreRequest, StoreResponse) throws(StoreError) -> StoredObject
    ) -> EventLoopFuture<StoredObject> {
        do {
            let request = try make()
            return perform(request, on: loop).flatMapThrowing { try response(request, $0) }
        } catch {
            return loop.makeFailedFuture(error)
        }
    }

    // MARK: Responses

    private static func part(
        _ response: StoreResponse, of name: String, wanted: Range<Int64>
    ) throws(StoreError) -> StoredObject {
        // The store does not support ranges, or the range is the whole object.
        if response.status == .ok, wanted.lowerBound == 0 { return try whole(response, of: name) }
        let (range, object) = try ranged(response, of: name)
        guard range.bytes == wanted.clamped(to: 0..<range.totalByteCount) else {
            throw .damaged(name, reason: "received bytes \(range.bytes), expected \(wanted) of \(range.totalByteCount)")
        }
        return object
    }

    private static func end(
        _ response: StoreResponse, of name: String, byteCount: Int
    ) throws(StoreError) -> StoredObject {
        // A store may send a shorter object without `Content-Range`.
        if response.status == .ok { return try whole(response, of: name) }
        let (range, object) = try ranged(response, of: name)
        let start = max(0, range.totalByteCount - Int64(byteCount))
        guard range.bytes == start..<range.totalByteCount else {
            throw .damaged(name, reason: "received bytes \(range.bytes), expected those from \(start) to the end")
        }
        return object
    }

    private static func ranged(
        _ response: StoreResponse, of name: String
    ) throws(StoreError) -> (range: ContentRange, object: StoredObject) {
        guard response.status == .partialContent else {
            guard response.status.code >= 300 else {
                throw .damaged(name, reason: "received all of it, expected a range; the store does not support ranges")
            }
            throw response.error(of: name)
        }
        guard let range = response.headers.first(name: "content-range").flatMap(ContentRange.init),
            range.bytes.count == response.body.readableBytes
        else {
            throw .damaged(
                name, reason: "received \(response.body.readableBytes) bytes that do not match their stated range")
        }
        return (
            range,
            StoredObject(
                bytes: response.body, offset: range.bytes.lowerBound, totalByteCount: range.totalByteCount,
                etag: response.etag)
        )
    }

    private static func whole(_ response: StoreResponse, of name: String) throws(StoreError) -> StoredObject {
        guard response.status == .ok else { throw response.error(of: name) }
        return StoredObject(
            bytes: response.body, offset: 0, totalByteCount: Int64(response.body.readableBytes), etag: response.etag,
            ageSeconds: response.ageSeconds)
    }
}
