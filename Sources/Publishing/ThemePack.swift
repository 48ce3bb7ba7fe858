package import DocumentLibrary
import FileSupport
package import Foundation

/// The files of a library's folder `theme/`, the institution's theme, packed into one value that a release can carry.
/// This type does not interpret them.
package struct ThemePack: Codable, Sendable, Equatable {
    /// The maximum length of all files together, in bytes.
    private static let byteLimit = 32 << 20
    /// The maximum length of an encoded pack, in bytes.
    package static let encodedByteLimit = 48 << 20

    /// The contents of the files, by their paths in the folder.
    private var files: [String: Data] = [:]

    /// Packs the theme of a library. Returns nil if it has none.
    ///
    /// - Throws: ``PublishingError/damaged(_:reason:)`` if the folder is too large or a file cannot be read.
    package init?(ofLibraryIn library: String) throws(PublishingError) {
        let names = Library.themeFiles(in: library)
        if names.isEmpty { return nil }
        var byteCount = 0
        for name in names {
            guard let data = FileManager.default.contents(atPath: "\(library)/\(name)") else {
                throw .damaged("\(library)/\(name)", reason: "cannot be read, expected a file of the theme")
            }
            byteCount += data.count
            guard byteCount <= Self.byteLimit else {
                throw .damaged(
                    "\(library)/theme", reason: "has more than \(Self.byteLimit) bytes, expected at most that many")
            }
            files[String(name.dropFirst("theme/".count))] = data
        }
    }

    /// Decodes a pack.
    package init(_ bytes: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: bytes)
        guard files.keys.allSatisfy(Library.isThemePath) else { throw CocoaError(.fileReadCorruptFile) }
    }

    /// Returns the encoded pack. Equal themes have equal bytes.
    package func encoded() throws -> Data { try ReleaseRepository.encoded(self) }

    /// Writes the files into a library's folder, so that they survive a power cut.
    ///
    /// - Throws: `LibraryError.file`.
    package func write(toLibraryIn library: String) throws(LibraryError) {
        for (name, data) in files {
            let target = "\(library)/theme/\(name)"
            let folder = AtomicFile.folder(of: target)
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            } catch {
                throw .file(folder, reason: "cannot be made (\(SystemError.text(of: error)))")
            }
            try DurableFile.write(data, to: target)
        }
        AtomicFile.syncFolder("\(library)/theme")
    }
}
