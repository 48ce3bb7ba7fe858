/// Where the bytes of an archive are that is not on this disk: a place that gives parts of it when they are asked for.
public protocol RemoteBytes: Sendable {
    /// The name of the archive's file. It stands for the content: what was fetched under it once holds for good.
    var name: String { get }
    /// What errors call the archive, such as its address.
    var address: String { get }
    /// The size of the archive.
    var byteCount: Int64 { get }

    /// Reads a part of the archive; blocks.
    ///
    /// - Returns: As many bytes as the range has.
    /// - Throws: ``TileEngineError`` of kind `unavailable` where the place cannot be asked or has too much to do.
    func read(_ range: Range<Int64>) throws -> [UInt8]

    /// The end of the archive, from its directory on or from before, which was compared with a digest from elsewhere; blocks.
    ///
    /// - Parameter kept: Gives what is on this disk of a part of the archive, which may be zeros.
    /// - Throws: As ``read(_:)``; `damaged` where the digest is another.
    func end(kept: (Range<Int64>) throws -> [UInt8]) throws -> RemoteEnd
}

/// The end of an archive that is elsewhere.
public struct RemoteEnd: Sendable {
    /// Where in the archive the bytes begin.
    public let offset: Int64
    /// The bytes, up to the archive's last.
    public let bytes: [UInt8]
    /// Whether they are on this disk already.
    public let isKept: Bool

    /// - Parameters:
    ///   - offset: Where in the archive the bytes begin.
    ///   - bytes: The bytes, up to the archive's last.
    ///   - isKept: Whether they are on this disk already.
    public init(offset: Int64, bytes: [UInt8], isKept: Bool) {
        (self.offset, self.bytes, self.isKept) = (offset, bytes, isKept)
    }
}
