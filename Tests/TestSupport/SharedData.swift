package import Foundation

/// Real files of others that lie beside the repository on the machines where this project is made, and nowhere else.
///
/// Tests of them are switched off, visibly, where the folder is not there.
package enum SharedData {
    /// `../shared/data`, seen from the repository's root.
    package static let url = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("shared/data")

    package static func url(_ path: String) -> URL { url.appendingPathComponent(path) }

    package static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }
}
