/// The source of a remote archive, which returns parts of it on request.
public protocol RemoteArchiveSource: Sendable {
    /// The file name of the archive. It identifies the content: data fetched under a name stays valid forever.
    var name: String { get }
    /// The name of the archive in error messages, such as its URL.
    var address: String { get }
    /// The size of the archive in bytes.
    var byteCount: Int64 { get }

    /// Reads a part of the archive. Blocks.
    ///
    /// - Returns: Exactly the bytes of the range.
    /// - Throws: ``TileEngineError`` of kind `unavailable` if the source cannot be reached or is overloaded.
    func read(_ range: Range<Int64>) throws -> [UInt8]

    /// Returns the end of the archive, which includes its directory and has been verified against a separately obtained
    /// digest. Blocks.
    ///
    /// - Parameter kept: Returns the local content of a range of the archive, which may be zeros.
    /// - Throws: The errors of ``read(_:)``; `damaged` if the digest does not match.
    func end(kept: (Range<Int64>) throws -> [UInt8]) throws -> RemoteEnd
}

/// The end of a remote archive.
public struct RemoteEnd: Sendable {
    /// The offset of the bytes in the archive.
    public let offset: Int64
    /// The bytes, up to the end of the archive.
    public let bytes: [UInt8]
    /// Whether the bytes are already on this disk.
    public let isKept: Bool

    /// Creates the end of an archive.
    public init(offset: Int64, bytes: [UInt8], isKept: Bool) {
        (self.offset, self.bytes, self.isKept) = (offset, bytes, isKept)
    }
}
