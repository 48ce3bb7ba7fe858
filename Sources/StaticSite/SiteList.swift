import WebDocuments
import Foundation

/// A list of files with their SHA-256: `site.json` for the whole site, `documents/{doc}/files.json` for a document, so
/// that a change in one document does not change the lists of others.
struct SiteList {
    /// A file of the site.
    struct Entry: Equatable {
        /// The file's path below the site's folder.
        let path: String
        let byteCount: Int64
        /// The SHA-256, as 64 lower-case hexadecimal digits.
        let sha256: String
    }

    /// The name of the list of the whole site.
    static let name = "site.json"

    /// Returns the name of a document's list.
    static func name(ofDocument id: String) -> String { "documents/\(id)/files.json" }

    /// The document's id, or nil for the whole site.
    var document: String?
    /// Further members at the top level, in order.
    var facts: JSON.Members = []
    /// The files, in any order.
    var files: [Entry] = []
    /// The digests of the sources of groups of files, by the name of the group. If the digest is unchanged, so are the
    /// files.
    var groups: [String: String] = [:]

    private static let format = 1
    /// The maximum length of a list, in bytes. A million files take about 150 MB.
    private static let largestByteCount = 1 << 30

    /// The encoded list. The same files have the same bytes.
    var bytes: [UInt8] {
        let entries = files.sorted { $0.path < $1.path }.map { entry in
            JSON.object([
                ("path", .string(entry.path)), ("byteCount", .int(Int(entry.byteCount))),
                ("sha256", .string(entry.sha256)),
            ])
        }
        let groups = groups.sorted { $0.key < $1.key }.map { (key: $0.key, value: JSON.string($0.value)) }
        let members: JSON.Members =
            [("format", .int(Self.format))] + (document.map { [("document", .string($0))] } ?? []) + facts + [
                ("groups", .object(groups)), ("files", .array(entries)),
            ]
        return JSON.object(members).bytes(indented: true) + [0x0A]
    }

    /// Creates an empty list.
    init(document: String? = nil) { self.document = document }

    /// Reads a list. Returns nil if the file does not exist.
    ///
    /// - Throws: ``SiteError/list(_:reason:)``, also for paths outside the site.
    init?(path: String) throws(SiteError) {
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber else { return nil }
        guard size.intValue <= Self.largestByteCount else { throw .list(path, reason: "has \(size) bytes") }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .list(path, reason: "cannot be read")
        }
        guard let top = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] else {
            throw .list(path, reason: "is not a JSON object")
        }
        guard top["format"] as? Int == Self.format else {
            throw .list(path, reason: "has the format \(top["format"] ?? "none")")
        }
        document = top["document"] as? String
        groups = top["groups"] as? [String: String] ?? [:]
        for value in top["files"] as? [Any] ?? [] {
            guard let entry = value as? [String: Any], let name = entry["path"] as? String,
                let byteCount = entry["byteCount"] as? Int64, byteCount >= 0, let sha256 = entry["sha256"] as? String,
                sha256.utf8.count == 64
            else { throw .list(path, reason: "has an entry that is not a file") }
            guard Self.isInside(name) else { throw .list(path, reason: "names '\(name)'") }
            files.append(Entry(path: name, byteCount: byteCount, sha256: sha256))
        }
    }

    /// Whether a path stays within the site's folder.
    static func isInside(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return !parts.isEmpty && !path.utf8.contains(0)
            && parts.allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
    }

    /// Returns the lists in a folder: the site's own, and those of its current and former documents. A site that was
    /// never finished has no list of its own.
    static func all(in folder: String) throws(SiteError) -> [SiteList] {
        let whole = try SiteList(path: "\(folder)/\(name)")
        var lists = whole.map { [$0] } ?? []
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/documents")) ?? []
        for id in names.sorted() {
            let list: SiteList?
            do {
                list = try SiteList(path: "\(folder)/\(name(ofDocument: id))")
            } catch {
                // Only a finished site is certainly on disk.
                if whole != nil { throw error }
                list = nil
            }
            if let list, list.document == id { lists.append(list) }
        }
        return lists
    }
}
