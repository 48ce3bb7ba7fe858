import Foundation

/// Real files of others that lie beside the repository on the machines where this project is made, and nowhere else.
///
/// Tests of them are switched off, visibly, where the folder is not there.
enum SharedData {
    /// `../shared/data`, seen from the repository's root.
    static let url = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("shared/data")

    static func url(_ path: String) -> URL { url.appendingPathComponent(path) }

    static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }
}
