import Foundation

/// The folder that the files go to; each appears whole or not at all.
struct OutputFolder {
    private let directory: URL

    init(_ path: String) { directory = URL(fileURLWithPath: path, isDirectory: true) }

    /// Makes the folder and one within it, where they are missing.
    func create(_ name: String) throws(FacsimileError) {
        let folder = directory.appendingPathComponent(name, isDirectory: true)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw .writing(folder.path, Self.reason(error))
        }
    }

    /// Writes a text in UTF-8.
    func write(_ text: String, to name: String) throws(FacsimileError) {
        try replace(name) { path throws(FacsimileError) in
            do {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            } catch {
                throw .writing(path, Self.reason(error))
            }
        }
    }

    /// Lets `write` write a file beside the one that is meant, and renames it when it is complete.
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
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        return (cause ?? error as NSError).localizedDescription
    }
}
