import DocumentLibrary
import DocumentModel
import FileSupport
import Foundation

/// A file that lists sources, one per line. The system limits the length of a command's arguments, but not that of a
/// file.
enum SourceList {
    private static let byteLimit = 256 << 20

    /// Reads the list. Blank lines are ignored.
    ///
    /// - Parameter path: The file; `-` is standard input.
    /// - Throws: ``LibraryError/file(_:reason:)`` if the list cannot be read, is not UTF-8, contains NUL, names no
    ///   source or is too large.
    static func read(_ path: String) throws -> [String] {
        let name = path == "-" ? "standard input" : path
        guard let file = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
            throw LibraryError.file(name, reason: SystemError.text())
        }
        let data: Data
        do {
            data = try file.read(upToCount: byteLimit + 1) ?? Data()
        } catch {
            throw LibraryError.file(name, reason: "cannot be read")
        }
        guard data.count <= byteLimit else {
            throw LibraryError.file(name, reason: "has more than \(byteLimit) bytes, expected a list of paths")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw LibraryError.file(name, reason: "is not UTF-8, expected one path per line")
        }
        guard !text.unicodeScalars.contains("\0") else {
            throw LibraryError.file(name, reason: "contains a NUL character, expected one path per line")
        }
        let paths = text.parts { $0 == "\n" || $0 == "\r" }.filter { !$0.isBlank }.map(String.init)
        guard !paths.isEmpty else {
            throw LibraryError.file(name, reason: "names no source, expected one path per line")
        }
        return paths
    }
}
