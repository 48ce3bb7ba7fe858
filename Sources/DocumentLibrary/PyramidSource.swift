import ClauseStore
public import DocumentModel
import Foundation
public import TileEngine

/// The pyramids of a library that are not in its folder. Such a library is a replica: it is only read, never written.
public protocol PyramidSource: Sendable {
    /// Opens a pyramid. Blocks.
    ///
    /// - Parameter name: The pyramid's file name, as in the database.
    /// - Throws: `TileEngineError`.
    func archive(named name: String) throws -> TileArchive

    /// Reads part of a recording. Blocks.
    ///
    /// - Parameter name: The recording's file name, as in the database.
    /// - Throws: `TileEngineError`.
    func recording(named name: String, _ range: Range<Int64>) throws -> [UInt8]

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
    /// Reads part of a recording. Blocks.
    ///
    /// - Parameter range: The range of bytes in its file.
    /// - Throws: `TileEngineError`; ``LibraryError/file(_:reason:)`` if the file is missing or too short.
    public func bytes(of recording: Recording, _ range: Range<Int64>) throws -> [UInt8] {
        if let pyramids { return try pyramids.recording(named: recording.fileName, range) }
        let path = originalPath(of: recording)
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? handle.close() }
            try handle.seek(toOffset: UInt64(max(0, range.lowerBound)))
            let bytes = try handle.read(upToCount: range.count).map(Array.init) ?? []
            guard bytes.count == range.count else {
                throw LibraryError.file(path, reason: "is shorter than when it was added")
            }
            return bytes
        } catch let error as LibraryError {
            throw error
        } catch {
            throw LibraryError.file(path, reason: reason(of: error))
        }
    }

    /// Whether the library is a replica: its pyramids are elsewhere, and it is never written.
    public var isReplica: Bool { pyramids != nil }

    /// Opens the pyramid of a page. Returns nil for a page without image. Blocks.
    ///
    /// - Throws: `TileEngineError`.
    public func archive(of page: PageInfo) throws -> TileArchive? {
        guard let name = page.pyramid, let path = pyramidPath(of: page) else { return nil }
        return try pyramids?.archive(named: name) ?? TileArchive(path: path)
    }
}
