public import Foundation

import FileSupport
import NIOHTTP1

/// An object in a list.
public struct ListedObject: Sendable, Equatable {
    /// The object's name below the address.
    public let name: String
    /// The length in bytes.
    public let byteCount: Int64
    /// The ETag, with its quotes.
    public let etag: String?
    /// The time of the last write.
    public let modified: Date
}

/// A page of a list.
public struct ObjectList: Sendable, Equatable {
    /// The objects, in byte order of their names.
    public let objects: [ListedObject]
    /// Whether more objects follow.
    public let isTruncated: Bool
}

extension ObjectStore {
    /// Lists objects, one page at a time.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the objects' names below the address.
    ///   - after: The page begins after this name.
    ///   - limit: The maximum number of objects, up to 1000.
    public func list(
        _ prefix: String = "", after: String? = nil, limit: Int = 1000
    ) async throws(StoreError) -> ObjectList {
        var request = StoreRequest(method: .GET, name: address.name(of: prefix), timeLimit: timeLimit(nil))
        request.query = [
            ("list-type", "2"), ("encoding-type", "url"), ("max-keys", String(min(max(limit, 1), 1000))),
            ("prefix", address.prefix + prefix),
        ]
        if let after { request.query.append(("start-after", address.prefix + after)) }
        let response = try await run(request)
        guard response.status == .ok else { throw response.error(of: request.name) }
        guard let xml = response.xml, xml.name == "ListBucketResult", let list = listed(xml) else {
            throw .damaged(request.name, reason: "the list cannot be understood, expected a ListBucketResult")
        }
        // Otherwise the same page would be requested forever.
        if list.isTruncated, list.objects.last.map({ Self.isAfter($0.name, after) }) != true {
            throw .damaged(
                request.name, reason: "the list does not continue where it stopped, expected names after the last")
        }
        return list
    }

    /// Lists all objects with a prefix, and calls the body with each page.
    public func forEachPage(
        _ prefix: String = "", _ body: ([ListedObject]) async throws -> Void
    ) async throws {
        var after: String?
        while true {
            let page = try await list(prefix, after: after)
            try await body(page.objects)
            guard page.isTruncated, let last = page.objects.last else { return }
            after = last.name
        }
    }

    private static func isAfter(_ name: String, _ former: String?) -> Bool {
        former.map { $0.utf8.lexicographicallyPrecedes(name.utf8) } ?? true
    }

    private func listed(_ xml: StoreXML) -> ObjectList? {
        let isEncoded = xml.text(of: "EncodingType") == "url"
        var objects: [ListedObject] = []
        for entry in xml.all("Contents") {
            guard let name = relativeName(entry.text(of: "Key"), isEncoded: isEncoded),
                let byteCount = entry.text(of: "Size").flatMap({ Int64($0) }),
                (0...1 << 50).contains(byteCount),
                let modified = entry.text(of: "LastModified").flatMap(Self.time)
            else { return nil }
            objects.append(
                ListedObject(name: name, byteCount: byteCount, etag: entry.text(of: "ETag"), modified: modified))
        }
        return ObjectList(objects: objects, isTruncated: xml.text(of: "IsTruncated") == "true")
    }

    /// Returns the name below the address for a key in a list.
    func relativeName(_ key: String?, isEncoded: Bool) -> String? {
        // Compares bytes, as stores do. Swift compares strings by canonical equivalence.
        guard let key, let plain = isEncoded ? PercentEncoding.decode(key) : key,
            plain.utf8.starts(with: address.prefix.utf8)
        else { return nil }
        return String(plain.utf8.dropFirst(address.prefix.utf8.count))
    }

    /// Parses a time such as `2009-10-12T17:50:30.000Z`.
    static func time(_ text: String) -> Date? {
        guard text.utf8.count <= 30, text.hasSuffix("Z") else { return nil }
        let parts = text.dropLast().split(whereSeparator: { "-T:.".contains($0) }).map { Int32($0) }
        guard parts.count == 6 || parts.count == 7, !parts.contains(nil) else { return nil }
        let numbers = parts.compactMap { $0 }
        guard (1900...9999).contains(numbers[0]), (1...12).contains(numbers[1]), (1...31).contains(numbers[2]),
            (0...23).contains(numbers[3]), (0...59).contains(numbers[4]), (0...60).contains(numbers[5])
        else { return nil }
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
        (time.tm_hour, time.tm_min, time.tm_sec) = (numbers[3], numbers[4], numbers[5])
        return Date(timeIntervalSince1970: Double(timegm(&time)))
    }
}
