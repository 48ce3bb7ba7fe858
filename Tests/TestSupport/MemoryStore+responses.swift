import FileSupport
import Foundation

extension MemoryStore {
    /// Handles a request. The caller holds the lock.
    func response(to request: MemoryRequest) -> MemoryResponse {
        let isObject = request.key.contains("/") && !request.key.hasSuffix("/")
        guard isObject else { return responseForBucket(request) }
        switch (request.method, request.query["uploadId"]) {
        case ("POST", let id?): return complete(request, id)
        case ("POST", nil): return begin(request)
        case ("PUT", let id?): return putPart(request, id)
        case ("PUT", nil): return put(request)
        case ("DELETE", let id?):
            open[id] = nil
            return MemoryResponse(204)
        case ("GET", let id?): return listParts(id)
        case ("GET", nil), ("HEAD", nil): return read(request)
        default: return .fault(405, "MethodNotAllowed")
        }
    }

    // MARK: Objects

    private func put(_ request: MemoryRequest) -> MemoryResponse {
        let (absent, match) = (request.headers["if-none-match"], request.headers["if-match"])
        if absent != nil || match != nil {
            if conditions == .refused { return .fault(501, "NotImplemented") }
            let tag = stored[request.key]?.tag
            let holds = absent != nil ? tag == nil : tag == match.map(Self.bare)
            if conditions == .enforced, !holds { return .fault(412, "PreconditionFailed") }
        }
        return store(request.key, Object(request.body))
    }

    private func store(_ key: String, _ object: Object) -> MemoryResponse {
        if stored[key] == nil { sorted = nil }
        stored[key] = object
        return MemoryResponse(200, ["ETag": "\"\(object.tag)\""])
    }

    private func read(_ request: MemoryRequest) -> MemoryResponse {
        guard let object = stored[request.key] else { return .fault(404, "NoSuchKey") }
        var headers = ["ETag": "\"\(object.tag)\"", "Last-Modified": UTCTime(object.modified).http]
        if let tag = request.headers["if-none-match"], Self.bare(tag) == object.tag {
            return MemoryResponse(304, headers, length: 0)
        }
        let count = object.bytes.count
        guard request.method == "GET", let range = request.headers["range"]?.dropFirst("bytes=".count) else {
            return MemoryResponse(200, headers, request.method == "GET" ? object.bytes : [], length: count)
        }
        let ends = range.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        let first = ends[0] ?? max(0, count - (ends[1] ?? 0))
        let last = ends[0] == nil ? count - 1 : min(ends[1] ?? count - 1, count - 1)
        guard first <= last else { return .fault(416, "InvalidRange") }
        headers["Content-Range"] = "bytes \(first)-\(last)/\(count)"
        return MemoryResponse(206, headers, object.bytes[first...last])
    }

    private static func bare(_ tag: String) -> String { tag.filter { $0 != "\"" } }

    // MARK: Uploads in parts

    private func begin(_ request: MemoryRequest) -> MemoryResponse {
        let id = UUID().uuidString
        open[id] = Upload(request.key)
        return .xml("<InitiateMultipartUploadResult><UploadId>\(id)</UploadId></InitiateMultipartUploadResult>")
    }

    private func putPart(_ request: MemoryRequest, _ id: String) -> MemoryResponse {
        guard open[id] != nil, let number = request.query["partNumber"].flatMap({ Int($0) }) else {
            return .fault(404, "NoSuchUpload")
        }
        open[id]?.parts[number] = request.body
        return MemoryResponse(200, ["ETag": "\"\(Object.tag(of: request.body))\""])
    }

    private func listParts(_ id: String) -> MemoryResponse {
        guard let upload = open[id] else { return .fault(404, "NoSuchUpload") }
        let parts = upload.parts.sorted { $0.key < $1.key }.map { number, bytes in
            "<Part><PartNumber>\(number)</PartNumber><ETag>\(Object.tag(of: bytes))</ETag><Size>\(bytes.count)</Size></Part>"
        }
        return .xml("<ListPartsResult>\(parts.joined())<IsTruncated>false</IsTruncated></ListPartsResult>")
    }

    private func complete(_ request: MemoryRequest, _ id: String) -> MemoryResponse {
        guard let upload = open.removeValue(forKey: id) else { return .fault(404, "NoSuchUpload") }
        _ = store(upload.key, Object(upload.parts.sorted { $0.key < $1.key }.flatMap(\.value)))
        return .xml("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>")
    }

    // MARK: Buckets

    private func responseForBucket(_ request: MemoryRequest) -> MemoryResponse {
        let bucket = request.key.split(separator: "/").first.map(String.init) ?? ""
        switch request.method {
        case "PUT": return MemoryResponse(200)
        case "POST": return delete(request, bucket)
        case "GET" where request.query["uploads"] != nil:
            return listUploads(request, bucket)
        case "GET": return list(request, bucket)
        default: return .fault(405, "MethodNotAllowed")
        }
    }

    private func delete(_ request: MemoryRequest, _ bucket: String) -> MemoryResponse {
        let text = String(decoding: request.body, as: UTF8.self)
        for match in text.matches(of: #/<Key>([^<]*)</Key>/#) { stored["\(bucket)/\(match.output.1)"] = nil }
        sorted = nil
        return .xml("<DeleteResult></DeleteResult>")
    }

    private func listUploads(_ request: MemoryRequest, _ bucket: String) -> MemoryResponse {
        if let uploadListStatus { return .fault(uploadListStatus, "Refused") }
        let prefix = "\(bucket)/\(request.query["prefix"] ?? "")"
        let entries = open.filter { $0.value.key.hasPrefix(prefix) }.map { id, upload in
            "<Upload><Key>\(MarkupEscaping.xml(String(upload.key.dropFirst(bucket.count + 1))))</Key>"
                + "<UploadId>\(id)</UploadId>"
                + "<Initiated>\(UTCTime(upload.begun).iso8601(milliseconds: 0))</Initiated></Upload>"
        }
        return .xml(
            "<ListMultipartUploadsResult>\(entries.joined())<IsTruncated>false</IsTruncated>"
                + "</ListMultipartUploadsResult>")
    }

    private func list(_ request: MemoryRequest, _ bucket: String) -> MemoryResponse {
        let names = sorted ?? stored.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        sorted = names
        let prefix = "\(bucket)/\(request.query["prefix"] ?? "")"
        let after = request.query["start-after"].map { "\(bucket)/\($0)" }
        let limit = request.query["max-keys"].flatMap { Int($0) } ?? 1000
        var first = Self.firstPlace(names) { !$0.utf8.lexicographicallyPrecedes(prefix.utf8) }
        if let after { first = max(first, Self.firstPlace(names) { after.utf8.lexicographicallyPrecedes($0.utf8) }) }
        let rest = names[first...].prefix { $0.hasPrefix(prefix) }
        let entries = rest.prefix(limit).compactMap { name in
            stored[name].map { object in
                let key = name.dropFirst(bucket.count + 1).addingPercentEncoding(withAllowedCharacters: .alphanumerics)
                let time = UTCTime(object.modified).iso8601(milliseconds: 0)
                return "<Contents><Key>\(key ?? "")</Key><Size>\(object.bytes.count)</Size>"
                    + "<ETag>&quot;\(object.tag)&quot;</ETag><LastModified>\(time)</LastModified></Contents>"
            }
        }
        return .xml(
            "<ListBucketResult><EncodingType>url</EncodingType>\(entries.joined())"
                + "<IsTruncated>\(rest.count > limit)</IsTruncated></ListBucketResult>")
    }

    /// Returns the first index at which a condition holds, given that it holds from there on.
    private static func firstPlace(_ names: [String], _ holds: (String) -> Bool) -> Int {
        var (low, high) = (0, names.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(names[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
