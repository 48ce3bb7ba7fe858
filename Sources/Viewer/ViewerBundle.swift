import FileSupport
package import Foundation

/// The files of the web client, read once from the folder that the build puts beside the program.
///
/// Pages load scripts, styles and fonts from a folder whose name is a digest of them all, `/viewer/0123456789abcdef/`:
/// browsers and caches keep these for good, and a new release of the program has others. Below it lie the folders of
/// `Sources/Viewer` as they are, and `bundles/`, which `Tools/bundle.sh` makes of them: for each page one script, and for
/// that of a document one style sheet, which becomes part of the page. Pages load the bundles if these were made from the
/// very files that lie beside them, and otherwise the files themselves, as they do for somebody who debugs them.
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
    /// Whether pages load bundles.
    package let isBundled: Bool
    private let files: [String: File]
    /// The pages that load no bundles, by path.
    private let unbundledPages: [String: [UInt8]]

    /// The file in the bundles' folder with a digest of the files that they were made from.
    private static let stamp = "bundles/stamp"

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
        // None where there are no bundles.
        let stamp = try? String(contentsOf: folder.appendingPathComponent(Self.stamp), encoding: .utf8)
        isBundled = stamp?.prefix(16) == Self.stamp(of: files)[...]
        if isBundled { files["styles/features.css"] = files["bundles/features.css"] }
        var unbundledPages: [String: [UInt8]] = [:]
        for (path, file) in files where path.hasSuffix(".html") {
            let page = String(decoding: file.bytes, as: UTF8.self)
            unbundledPages[path] = Self.page(page, loadingFrom: version)
            let bytes = Self.page(isBundled ? Self.bundled(page, from: files) : page, loadingFrom: version)
            files[path] = File(
                bytes: bytes, mediaType: file.mediaType, isCompressible: file.isCompressible,
                digest: Self.digest(of: bytes))
        }
        (self.files, self.unbundledPages) = (files, unbundledPages)
    }

    /// The files' paths in the bundle, sorted.
    package var paths: [String] { files.keys.sorted() }

    /// The file at a path, or `nil` if there is none.
    package subscript(path: String) -> File? { files[path] }

    /// A page that loads the files themselves, or `nil` if there is none.
    package func unbundledPage(_ path: String) -> [UInt8]? { unbundledPages[path] }

    /// The path of the file with a name, if exactly one folder that a server's pages load from has such a file.
    ///
    /// Up to version 0.1 all files lay in one folder. A page that was opened before an update asks for them there.
    package func path(ofFileNamed name: String) -> String? {
        let others = ["site/", "vendor/", "bundles/"]
        let found = files.keys.filter { path in path.hasSuffix("/\(name)") && !others.contains(where: path.hasPrefix) }
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
    private static func page(_ page: String, loadingFrom version: String) -> [UInt8] {
        let folder = "=\"/viewer/\(version)/"
        return Array(
            page.replacing("=\"/viewer/", with: folder).replacing("url(/viewer/", with: "url(/viewer/\(version)/")
                .replacing("\(folder)explore.webmanifest", with: "=\"/viewer/explore.webmanifest").utf8)
    }

    // MARK: Bundles

    /// As `Tools/bundle.sh` computes it: the digest of the digests of all scripts and styles that can be part of a bundle.
    private static func stamp(of files: [String: File]) -> String {
        let parts = files.filter { path, _ in
            (path.hasSuffix(".js") || path.hasSuffix(".css")) && path.contains("/") && !path.hasPrefix("bundles/")
        }
        return digest(of: parts.sorted { $0.key < $1.key }.map { "\($1.digest) \($0)\n" }.joined().utf8)
    }

    /// A page with one script instead of the modules, and its styles in it, as far as there are bundles.
    private static func bundled(_ page: String, from files: [String: File]) -> String {
        var page = page
        for path in files.keys where path.hasPrefix("bundles/") && path.hasSuffix(".js") {
            let name = path.dropFirst("bundles/".count)
            for folder in ["app", "vendor"] {
                page = page.replacing("src=\"/viewer/\(folder)/\(name)\"", with: "src=\"/viewer/\(path)\"")
            }
        }
        guard page.contains("/bundles/document.js\""), let style = files["bundles/document.css"] else { return page }
        let links = page.ranges(of: "<link rel=\"stylesheet\" href=\"/viewer/styles/").compactMap { start in
            page[start.upperBound...].firstRange(of: "/>").map { start.lowerBound..<$0.upperBound }
        }
        guard let first = links.first, let last = links.last else { return page }
        let text = String(decoding: style.bytes, as: UTF8.self).replacing("url(../", with: "url(/viewer/")
        return page.replacingCharacters(in: first.lowerBound..<last.upperBound, with: "<style>\(text)</style>")
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
