import FileSupport

/// A file of a release, as an entry of one of its lists.
public struct InventoryFile: Codable, Sendable, Equatable {
    /// The directory of a pyramid, which must be read before any tile.
    public struct Directory: Codable, Sendable, Equatable {
        /// The directory's offset in the file; it ends with the file.
        public var offset: Int64
        /// The directory's length in bytes.
        public var byteCount: Int64
        /// The directory's SHA-256.
        public var sha256: String
    }

    /// The maximum length of a list, in bytes.
    public static let listByteLimit = 64 << 20

    /// The object's name, which is the file's path in the library: `pyramids/….szi`, `originals/….jpg`.
    public var name: String
    /// The file's length in bytes.
    public var byteCount: Int64
    /// The file's SHA-256.
    public var sha256: String
    /// The object's ETag after it was written, without quotes; nil in releases by earlier versions of this program.
    public var etag: String?
    /// The directory of a pyramid; nil for other files.
    public var directory: Directory?

    /// Returns the shard, and so the list, that a name belongs to: the first two digits of the SHA-256 of the name.
    public static func shard(of name: String) -> String { String(Digest.sha256(name.utf8).prefix(2)) }

    /// Returns what is wrong with a list that was read, or nil if it is valid.
    package static func fault(_ files: [InventoryFile], shard: String) -> String? {
        var former: String?
        for file in files {
            let parts = file.name.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, ["pyramids", "originals"].contains(parts[0]), !parts[1].isEmpty, parts[1] != ".",
                parts[1] != "..", file.name.utf8.count <= 300
            else { return "names a file that is neither a pyramid nor an original" }
            if let former, !former.utf8.lexicographicallyPrecedes(file.name.utf8) { return "is not sorted by name" }
            former = file.name
            guard Self.shard(of: file.name) == shard else { return "has \(file.name), which belongs to another list" }
            guard (1...1 << 50).contains(file.byteCount), Digest.isValid(file.sha256) else {
                return "has no valid length or digest for \(file.name)"
            }
            if let directory = file.directory {
                guard directory.offset >= 0, directory.byteCount > 0, directory.offset < file.byteCount,
                    directory.byteCount == file.byteCount - directory.offset, Digest.isValid(directory.sha256)
                else { return "has an invalid directory for \(file.name)" }
            }
        }
        return nil
    }
}
