import Foundation
import NIOHTTP1

extension ObjectStore {
    /// The maximum number of pages of a list to request, in case the list never ends.
    private static let pageLimit = 10_000

    /// Returns the uploads below the address that were started and neither completed nor aborted.
    public func openUploads(_ prefix: String = "") async throws(StoreError) -> [OpenUpload] {
        var uploads: [OpenUpload] = []
        var marker: (key: String, id: String)?
        for _ in 0..<Self.pageLimit {
            var request = StoreRequest(method: .GET, name: address.name(of: prefix), timeLimit: timeLimit(nil))
            request.query = [("uploads", ""), ("prefix", address.prefix + prefix), ("max-uploads", "1000")]
            if let marker { request.query += [("key-marker", marker.key), ("upload-id-marker", marker.id)] }
            let response = try await run(request)
            guard response.status == .ok else { throw response.error(of: request.name) }
            guard let xml = response.xml, xml.name == "ListMultipartUploadsResult" else {
                throw .damaged(request.name, reason: "the list of uploads cannot be understood")
            }
            for entry in xml.all("Upload") {
                guard let name = relativeName(entry.text(of: "Key"), isEncoded: false),
                    let id = entry.text(of: "UploadId")
                else { throw .damaged(request.name, reason: "the list of uploads cannot be understood") }
                let begun = entry.text(of: "Initiated").flatMap(Self.time)?.timeIntervalSince1970 ?? 0
                uploads.append(OpenUpload(name: name, id: id, begunSeconds: begun))
            }
            guard xml.text(of: "IsTruncated") == "true", let key = xml.text(of: "NextKeyMarker"),
                let id = xml.text(of: "NextUploadIdMarker")
            else { return uploads }
            marker = (key, id)
        }
        throw .damaged(address.description, reason: "the list of uploads has no end")
    }

    /// Aborts an upload. The store discards its parts. An unknown upload is not an error.
    public func abandon(_ upload: OpenUpload) async throws(StoreError) {
        var request = try request(.DELETE, upload.name)
        request.query = [("uploadId", upload.id)]
        let response = try await run(request)
        guard response.status.code / 100 == 2 || response.status == .notFound else {
            throw response.error(of: request.name)
        }
    }

    /// Returns the parts of an upload by number, or nil if the upload no longer exists or this key may not list its
    /// parts.
    func uploadedParts(of upload: OpenUpload) async throws(StoreError) -> [Int: UploadedPart]? {
        var parts: [Int: UploadedPart] = [:]
        var marker: Int?
        for _ in 0..<Self.pageLimit {
            var request = try request(.GET, upload.name)
            request.query = [("uploadId", upload.id), ("max-parts", "1000")]
            if let marker { request.query.append(("part-number-marker", String(marker))) }
            let response = try await run(request)
            if response.status == .notFound || response.status == .forbidden { return nil }
            guard response.status == .ok else { throw response.error(of: request.name) }
            guard let xml = response.xml, xml.name == "ListPartsResult" else {
                throw .damaged(request.name, reason: "the list of parts cannot be understood")
            }
            for entry in xml.all("Part") {
                guard let number = entry.text(of: "PartNumber").flatMap({ Int($0) }), let etag = entry.text(of: "ETag"),
                    let byteCount = entry.text(of: "Size").flatMap({ Int($0) })
                else { throw .damaged(request.name, reason: "the list of parts cannot be understood") }
                parts[number] = UploadedPart(number: number, byteCount: byteCount, etag: etag)
            }
            guard xml.text(of: "IsTruncated") == "true",
                let next = xml.text(of: "NextPartNumberMarker").flatMap({ Int($0) }),
                next > marker ?? 0
            else { return parts }
            marker = next
        }
        throw .damaged(address.name(of: upload.name), reason: "the list of parts has no end")
    }
}
