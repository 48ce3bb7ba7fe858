import Foundation

@testable import TileEngine

/// Debian's `vips` command, a reference that shares no code with ours.
enum VipsCommand {
    static let path = "/usr/bin/vips"
    static let isInstalled = FileManager.default.isExecutableFile(atPath: path)

    /// Runs it to its end; returns its output.
    @discardableResult
    static func run(_ arguments: [String]) throws -> String {
        let (status, output) = try SystemProgram.run(path, arguments)
        guard status == 0 else {
            throw TileEngineError(.io, "vips \(arguments.joined(separator: " ")) fails")
        }
        return output
    }

    /// Returns the pyramid of an image file by `vips dzsave`, in PNG tiles.
    static func pyramid(of path: String, in folder: TemporaryFolder) throws -> TileArchive {
        try run([
            "dzsave", path, folder.file("reference.szi"), "--container", "szi", "--overlap", "0", "--tile-size", "256",
            "--depth", "onepixel", "--suffix", ".png[strip]",
        ])
        return try TileArchive(path: folder.file("reference.szi"))
    }
}
