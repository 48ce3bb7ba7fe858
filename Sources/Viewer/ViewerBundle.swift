import FileSupport
package import Foundation

/// The files of the web client, read once from the folder that the build puts beside the program.
///
/// Pages load scripts, styles and fonts from a folder whose name is a digest of them all, `/viewer/0123456789abcdef/`:
/// browsers and caches keep these for good, and a new release of the program has others. Below it lie the folders of
/// `Sources/Viewer` as they are.
package struct ViewerBundle: Sendable {
    /// A file as it is served.
    package struct File: Sendable {
        package let bytes: [UInt8]
        package let mediaType: String
        /// Whether the media type is one that compresses well.
        package let isCompressible: Bool
        /// The first 64 bits of the SHA-256 of the bytes, in hexadecimal digits.
        package let digest: String
    }

    /// The first 64 bits of a digest of all files, in hexadecimal digits.
    package let version: String
    private let files: [String: File]

    /// Reads all files.
    ///
    /// - Parameter folder: Where they lie; that of the web client unless a test gives another.
    /// - Throws: The file system's error if a file cannot be read.
    /// - Complexity: O(*n*) in the number of bytes of all files.
    package init(folder: URL? = nil) throws {
        let folder = folder ?? Bundle.module.bundleURL
        var files: [String: File] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            guard let type = Self.mediaType(of: path) else { continue }
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
            files[path] = File(
                bytes: bytes, mediaType: type.name, isCompressible: type.isCompressible,
                digest: Self.digest(of: bytes))
        }
        version = Self.digest(of: files.map { "\($0) \($1.digest)\n" }.sorted().joined().utf8)
        for (path, file) in files where path.hasSuffix(".html") {
            let bytes = Self.page(file.bytes, loadingFrom: version)
            files[path] = File(
                bytes: bytes, mediaType: file.mediaType, isCompressible: file.isCompressible,
                digest: Self.digest(of: bytes))
        }
        self.files = files
    }

    /// The files' paths in the bundle, sorted.
    package var paths: [String] { files.keys.sorted() }

    /// The file at a path, or `nil` if there is none.
    package subscript(path: String) -> File? { files[path] }

    /// The path of the file with a name, if exactly one folder that a server's pages load from has such a file.
    ///
    /// Up to version 0.1 all files lay in one folder. A page that was opened before an update asks for them there.
    package func path(ofFileNamed name: String) -> String? {
        let found = files.keys.filter { $0.hasSuffix("/\(name)") && !$0.hasPrefix("site/") && !$0.hasPrefix("vendor/") }
        return found.count == 1 ? found.first : nil
    }

    /// Whether a component of a path is the version of a viewer, this one or another.
    package static func isVersion(_ component: String) -> Bool {
        component.utf8.count == 16
            && component.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// 64 bits are enough to tell versions apart, and there are many of them in a first view.
    private static func digest(of bytes: some Sequence<UInt8>) -> String {
        MessageDigest.of(bytes).prefix(8).hexadecimalDigits
    }

    /// A page that loads what it needs from the folder of a version. The web app's manifest keeps its address, by which
    /// browsers recognise the app.
    private static func page(_ page: [UInt8], loadingFrom version: String) -> [UInt8] {
        let folder = "=\"/viewer/\(version)/"
        return Array(
            String(decoding: page, as: UTF8.self).replacing("=\"/viewer/", with: folder)
                .replacing("\(folder)explore.webmanifest", with: "=\"/viewer/explore.webmanifest").utf8)
    }

    /// `nil` for files that are not served.
    private static func mediaType(of path: String) -> (name: String, isCompressible: Bool)? {
        switch (path as NSString).pathExtension {
        case "html": ("text/html; charset=utf-8", true)
        case "js": ("text/javascript; charset=utf-8", true)
        case "css": ("text/css; charset=utf-8", true)
        case "svg": ("image/svg+xml", true)
        case "json", "webmanifest": ("application/json", true)
        case "png": ("image/png", false)
        case "woff2": ("font/woff2", false)
        case "txt": ("text/plain; charset=utf-8", true)
        default: nil
        }
    }
}
