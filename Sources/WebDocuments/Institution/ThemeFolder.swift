import DocumentModel
import FileSupport
import Foundation

/// The folder of an institution's theme. Files in it and its subfolders are read with limits on their size; only
/// regular files are read, and symbolic links are not followed.
package struct ThemeFolder: Sendable {
    /// The file that describes the theme.
    package static let mainFile = "theme.json"
    /// The folder of texts, with one file per language.
    package static let textFolder = "texts"
    /// The folder's name in a library.
    package static let name = "theme"

    /// The maximum lengths of a JSON file, a font and a picture, in bytes.
    package static let (jsonLimit, fontLimit, pictureLimit) = (512 << 10, 4 << 20, 4 << 20)
    /// The maximum total length of all files, in bytes.
    package static let totalLimit = 32 << 20
    /// The maximum number of files and folders examined.
    private static let entryLimit = 1_000

    package let path: String

    package init(_ path: String) { self.path = path }

    /// Whether the folder contains a theme.
    package var exists: Bool { FileManager.default.fileExists(atPath: "\(path)/\(Self.mainFile)") }

    /// Reads a file.
    ///
    /// - Returns: The bytes, or nil if the file does not exist.
    /// - Throws: ``SourceFault`` if the file is not a regular file, is too long, or cannot be read.
    func read(_ name: String, byteLimit: Int) throws(SourceFault) -> [UInt8]? {
        func fault(_ value: String, _ expected: String) -> SourceFault {
            SourceFault(file: name, path: "", value: value, expected: expected)
        }
        if let slash = name.firstIndex(of: "/") {
            var facts = stat()
            if lstat("\(path)/\(name[..<slash])", &facts) == 0, facts.st_mode & S_IFMT != S_IFDIR {
                throw fault("in \(name[..<slash]), which is not a folder", "a folder, not a symbolic link")
            }
        }
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            if errno == ELOOP { throw fault("a symbolic link", "a regular file") }
            throw fault("cannot be read (\(SystemError.text()))", "a file that this user may read")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw fault("not a regular file", "a regular file")
        }
        guard facts.st_size <= byteLimit else {
            throw fault("a file of \(facts.st_size) bytes", "at most \(byteLimit)")
        }
        do {
            return [UInt8](try file.read(upToCount: byteLimit) ?? Data())
        } catch {
            throw fault("cannot be read", "a file that this user may read")
        }
    }

    /// The languages of the texts: the names of the files in ``textFolder`` without their extension, sorted.
    var languages: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(Self.textFolder)")) ?? []
        return names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.map { String($0.dropLast(5)) }.sorted()
    }

    /// A digest of the names, sizes and times of the folder's files, which stays equal as long as nothing changes. Nil
    /// if there is no theme.
    ///
    /// - Complexity: O(*n*) in the number of files, which are not read.
    package var state: String? {
        guard exists, let walk = FileManager.default.enumerator(atPath: path) else { return nil }
        var lines: [String] = []
        while let name = walk.nextObject() as? String, lines.count < Self.entryLimit {
            if walk.level > 2 { walk.skipDescendants() }
            var facts = stat()
            guard lstat("\(path)/\(name)", &facts) == 0 else { continue }
            lines.append(
                "\(name) \(facts.st_ino) \(facts.st_size) \(facts.st_mtim.tv_sec) \(facts.st_mtim.tv_nsec) "
                    + "\(facts.st_ctim.tv_sec) \(facts.st_ctim.tv_nsec)")
        }
        return ContentDigest.of(lines.sorted().joined(separator: "\n").utf8)
    }
}
