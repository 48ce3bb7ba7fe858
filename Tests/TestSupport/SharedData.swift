package import Foundation

/// Real files from third parties, which exist only on the machines where this project is developed.
///
/// Tests that need them are visibly skipped elsewhere.
package enum SharedData {
    /// `../shared/data`, relative to the repository's root.
    package static let url = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("shared/data")

    package static func url(_ path: String) -> URL { url.appendingPathComponent(path) }

    package static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }
}
