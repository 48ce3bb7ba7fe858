import Foundation

/// The folder for the output files. Each file is written atomically.
struct OutputFolder {
    private let directory: URL

    init(_ path: String) { directory = URL(fileURLWithPath: path, isDirectory: true) }

    /// Creates the folder and a subfolder, if they do not exist.
    ///
    /// Uses the system call directly, because its errors are clearer than Foundation's.
    func create(_ name: String) throws(FacsimileError) {
        var path = ""
        for component in directory.appendingPathComponent(name, isDirectory: true).pathComponents {
            path += component == "/" ? "/" : component + "/"
            guard mkdir(path, 0o777) != 0, errno != EEXIST else { continue }
            let reason = String(cString: strerror(errno))
            // Without write permission, the error for an existing folder can be other than EEXIST.
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { continue }
            throw .writing(String(path.dropLast()), reason)
        }
    }

    /// Writes a text as UTF-8.
    func write(_ text: String, to name: String) throws(FacsimileError) {
        try replace(name) { path throws(FacsimileError) in
            do {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            } catch {
                throw .writing(path, Self.reason(error))
            }
        }
    }

    /// Writes a file under a temporary name with `write`, and renames it when it is complete.
    func replace(_ name: String, write: (String) throws(FacsimileError) -> Void) throws(FacsimileError) {
        let target = directory.appendingPathComponent(name)
        let beside = target.deletingLastPathComponent()
            .appendingPathComponent(".\(target.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier).part")
        defer { try? FileManager.default.removeItem(at: beside) }
        try write(beside.path)
        guard rename(beside.path, target.path) == 0 else {
            throw .writing(target.path, String(cString: strerror(errno)))
        }
    }

    private static func reason(_ error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        return (cause ?? error).localizedDescription
    }
}
