import DocumentModel
import Foundation

/// A source folder on disk. Files outside the folder are never opened, even if its files refer to them.
struct FolderSource: SourceProvider {
    let folder: URL
    private let measure: ((URL, _ page: Int?) throws -> (width: Int, height: Int))?

    init(
        _ path: String, imageSize: ((URL, _ page: Int?) throws -> (width: Int, height: Int))?
    ) throws(SourceProblem) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw SourceProblem(value: "no such folder", expected: "a folder that holds document.json")
        }
        guard isFolder.boolValue else {
            throw SourceProblem(value: "not a folder", expected: "a folder that holds document.json")
        }
        folder = URL(fileURLWithPath: path, isDirectory: true).resolvingSymlinksInPath()
        measure = imageSize
    }

    /// Reads a regular file anywhere on disk.
    ///
    /// - Parameter expected: A description of the file, for the fault if it does not exist.
    /// - Throws: A fault if the file does not exist, cannot be read, or has more than `byteLimit` bytes.
    static func bytes(of path: String, byteLimit: Int, expected: String) throws(SourceFaults) -> Data {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        do throws(SourceProblem) {
            let folder = try FolderSource(url.deletingLastPathComponent().path, imageSize: nil)
            if let bytes = try folder.file(url.lastPathComponent, byteLimit: byteLimit) { return bytes }
        } catch {
            throw SourceFaults(file: path, value: error.value, expected: error.expected)
        }
        throw SourceFaults(file: path, value: "no such file", expected: expected)
    }

    /// Returns the first 64 kB of a file, or nil if it cannot be read or is not a regular file: a pipe would block
    /// forever.
    static func beginning(of path: String) -> Data? {
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let type = (try? FileManager.default.attributesOfItem(atPath: resolved))?[.type] as? FileAttributeType
        guard type == .typeRegular, let handle = FileHandle(forReadingAtPath: resolved) else { return nil }
        defer { try? handle.close() }
        return try? handle.read(upToCount: 64 << 10)
    }

    func file(_ name: String, byteLimit: Int) throws(SourceProblem) -> Data? {
        guard let url = try locate(name) else { return nil }
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            // Reading one byte more than allowed is enough to detect an excess, however large the file is or becomes.
            let bytes = try handle.read(upToCount: byteLimit + 1) ?? Data()
            if bytes.count <= byteLimit { return bytes }
        } catch {
            throw SourceProblem(value: "a file that cannot be read", expected: "a file that can be read")
        }
        throw SourceProblem(value: "more than \(byteLimit) bytes", expected: "at most \(byteLimit)")
    }

    func textFiles() throws(SourceProblem) -> [String] {
        let texts = folder.appendingPathComponent("texts")
        guard FileManager.default.fileExists(atPath: texts.path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: texts.path)
                .filter { $0.ends(with: ".json") && !$0.begins(with: ".") }
                .map { "texts/\($0)" }
                .sorted()
        } catch {
            throw SourceProblem(value: "not a folder that can be read", expected: "a folder of LANGUAGE.json files")
        }
    }

    func imageSize(_ name: String, page: Int?) throws(SourceProblem) -> (width: Int, height: Int)? {
        guard let url = try locate(name) else {
            throw SourceProblem(
                value: "\(FaultText.quoted(name)), which does not exist", expected: "a file of this folder")
        }
        do {
            return try measure?(url, page)
        } catch {
            throw SourceProblem(
                value: "\(FaultText.quoted(name)) (\(FaultText.plain("\(error)", limit: 240)))",
                expected: "an image that can be read")
        }
    }

    func partSize(_ name: String, page: Int?, part: ScanPart) -> (width: Int, height: Int)? { nil }

    /// Returns the URL of the file with this name, or nil if there is none. Rejects links that lead out of the folder,
    /// and anything that is not a regular file (a pipe would block forever).
    func locate(_ name: String) throws(SourceProblem) -> URL? {
        let stated = folder.appendingPathComponent(name)
        let resolved = stated.resolvingSymlinksInPath()
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: resolved.path) else { return nil }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw SourceProblem(
                value: "\(FaultText.quoted(name)), which is not a regular file", expected: "a regular file")
        }
        let inside = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
        guard resolved.path.hasPrefix(inside) else {
            throw SourceProblem(
                value: "\(FaultText.quoted(name)), a link out of the folder", expected: "a file within the folder")
        }
        return resolved
    }
}
