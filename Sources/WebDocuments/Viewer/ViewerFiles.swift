package import Foundation
import Viewer

/// The web client's files, read once.
///
/// Pages load scripts, styles and fonts from a folder whose name is a digest of them all, `/viewer/0123456789abcdef/`:
/// browsers and caches keep these for good, and a new release of the program has others.
package struct ViewerFiles: Sendable {
    /// A file as it is served.
    package struct File: Sendable {
        /// Its content. A page loads from `/viewer/{version}/`.
        package var bytes: [UInt8]
        /// With its parameters: `text/html; charset=utf-8`.
        package let mediaType: String
        /// Whether compression makes it shorter.
        package let isCompressible: Bool
        /// The first 64 bits of the content's SHA-256, in hexadecimal digits: half of other digests, since a first view
        /// loads many files.
        package var digest: String
    }

    /// The first 64 bits of the digest of all files, in hexadecimal digits.
    package let version: String
    /// By path below the folder.
    private let files: [String: File]

    /// Reads a folder.
    ///
    /// - Parameter folder: The files of the web client.
    /// - Throws: What the file system throws when the folder cannot be read.
    package init(folder: URL = ViewerBundle.folder) throws {
        var files: [String: File] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            guard let (mediaType, isCompressible) = Self.mediaType(of: path) else { continue }
            let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(path)))
            files[path] = File(
                bytes: bytes, mediaType: mediaType, isCompressible: isCompressible, digest: Self.digest(of: bytes))
        }
        version = Self.digest(of: files.map { "\($0) \($1.digest)\n" }.sorted().joined().utf8)
        for (path, file) in files where path.hasSuffix(".html") {
            var page = file
            page.bytes = Self.page(file.bytes, loadingFrom: version)
            page.digest = Self.digest(of: page.bytes)
            files[path] = page
        }
        self.files = files
    }

    private static func digest(of bytes: some Sequence<UInt8>) -> String {
        String(ContentDigest.of(bytes).prefix(16))
    }

    /// Whether a part of an address is the version of a viewer, this one or another.
    package static func isVersion(_ part: String) -> Bool {
        part.utf8.count == 16 && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// A page that loads what it needs from the folder of a version. The web app's manifest has one address for good: by it
    /// browsers know the app.
    private static func page(_ page: [UInt8], loadingFrom version: String) -> [UInt8] {
        let folder = "=\"/viewer/\(version)/"
        return Array(
            String(decoding: page, as: UTF8.self).replacing("=\"/viewer/", with: folder)
                .replacing("\(folder)explore.webmanifest", with: "=\"/viewer/explore.webmanifest").utf8)
    }

    /// The files' paths, sorted.
    package var paths: [String] { files.keys.sorted() }

    /// The file at a path below the folder, or `nil` when there is none.
    package func file(_ path: String) -> File? { files[path] }

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
