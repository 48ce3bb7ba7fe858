import ClauseStore
public import DocumentModel
public import TileEngine

/// The pyramids of a library that are not in its folder. Such a library is a replica: it is only read, never written.
public protocol PyramidSource: Sendable {
    /// Whether there is a pyramid or recording. Those of former versions may be missing. Blocks.
    ///
    /// - Parameter file: The file's path in a library, such as `pyramids/….szi`.
    /// - Throws: `TileEngineError`.
    func has(_ file: String) throws -> Bool

    /// Opens a pyramid. Blocks.
    ///
    /// - Parameter name: The pyramid's file name, as in the database.
    /// - Throws: `TileEngineError`.
    func archive(named name: String) throws -> TileArchive

    /// Fetches a recording as a whole, and verifies it. Blocks.
    ///
    /// - Parameters:
    ///   - name: The recording's file name, as in the database.
    ///   - byteCount: Its length in bytes.
    ///   - sha256: Its SHA-256, as hexadecimal digits.
    /// - Throws: `TileEngineError`: `unavailable` if it cannot be fetched or kept now, `damaged` if it has other bytes.
    func recording(named name: String, byteCount: Int64, sha256: String) throws -> RecordingFile

    /// Returns how much of a pyramid is on this machine, in bytes, or nil if none of it is.
    func keptByteCount(of name: String) -> Int64?
}

/// Provides the pyramids of the served library, and of each library that later takes its place.
public protocol PyramidPlace: Sendable {
    /// Returns the pyramids of the library in a folder.
    ///
    /// - Parameter folder: The library's folder, valid as long as the library is open.
    func pyramids(ofLibraryIn folder: String) throws -> any PyramidSource
}

extension Library {
    /// Opens a recording. A replica fetches it as a whole each time, and verifies it. Blocks.
    ///
    /// - Throws: `TileEngineError`; ``LibraryError/file(_:reason:)`` if the file is missing.
    public func file(of recording: Recording) throws -> RecordingFile {
        let byteCount = Int64(recording.byteCount)
        if let pyramids {
            return try pyramids.recording(
                named: recording.fileName, byteCount: byteCount, sha256: recording.sha256)
        }
        return try RecordingFile(path: originalPath(of: recording), byteCount: byteCount)
    }

    /// Whether the library is a replica: its pyramids are elsewhere, and it is never written.
    public var isReplica: Bool { pyramids != nil }

    /// Whether the library is expected to have the scan of a page of a former version. A replica lacks the scans that
    /// were replaced before its release. Blocks.
    ///
    /// - Throws: `TileEngineError`.
    public func hasScan(ofFormer page: PageInfo) throws -> Bool {
        guard let pyramids, let name = page.pyramid else { return true }
        return try pyramids.has("pyramids/" + name)
    }

    /// Whether the library is expected to have a recording. A replica lacks those that were replaced before its
    /// release. Blocks.
    ///
    /// - Throws: `TileEngineError`.
    public func has(_ recording: Recording) throws -> Bool {
        try pyramids?.has("originals/" + recording.fileName) ?? true
    }

    /// Opens the pyramid of a page. Returns nil for a page without image. Blocks.
    ///
    /// - Throws: `TileEngineError`.
    public func archive(of page: PageInfo) throws -> TileArchive? {
        guard let name = page.pyramid, let path = pyramidPath(of: page) else { return nil }
        return try pyramids?.archive(named: name) ?? TileArchive(path: path)
    }
}
