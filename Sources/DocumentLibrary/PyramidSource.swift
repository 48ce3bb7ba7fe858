import ClauseStore
public import DocumentModel
import Foundation
public import TileEngine

/// The pyramids of a library that are not in its folder. Such a library is a replica of one: it is read, and never written to.
public protocol PyramidSource: Sendable {
    /// Opens a pyramid; blocks.
    ///
    /// - Parameter name: The name of its file, as the database has it.
    /// - Throws: `TileEngineError`.
    func archive(named name: String) throws -> TileArchive

    /// Reads a part of a recording; blocks.
    ///
    /// - Parameter name: The name of its file, as the database has it.
    /// - Throws: `TileEngineError`.
    func recording(named name: String, _ range: Range<Int64>) throws -> [UInt8]

    /// What of a pyramid is on this machine, in bytes; nil where nothing is.
    func keptByteCount(of name: String) -> Int64?
}

/// Where the pyramids are of whichever library is served: told the folder of each that takes the place of another.
public protocol PyramidPlace: Sendable {
    /// The pyramids of the library in a folder.
    ///
    /// - Parameter folder: The folder, for as long as the library is open.
    func pyramids(ofLibraryIn folder: String) throws -> any PyramidSource
}

extension Library {
    /// Reads a part of a recording. Blocks.
    ///
    /// - Parameter range: Bytes of its file.
    /// - Throws: `TileEngineError`; ``LibraryError/file(_:reason:)`` where it is missing or shorter.
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

    /// Whether the pyramids are elsewhere, and nothing is to be written here.
    public var isReplica: Bool { pyramids != nil }

    /// Opens the pyramid of a page; nil for a page without image. Blocks.
    ///
    /// - Throws: `TileEngineError`.
    public func archive(of page: PageInfo) throws -> TileArchive? {
        guard let name = page.pyramid, let path = pyramidPath(of: page) else { return nil }
        return try pyramids?.archive(named: name) ?? TileArchive(path: path)
    }
}
