import FileSupport
package import Foundation

/// The files of the web client, read once from the resource folder beside the program.
///
/// Pages load scripts, styles and fonts from a folder named after a digest of all files, `/viewer/0123456789abcdef/`,
/// so browsers and caches can keep them indefinitely, and a new release uses another folder. It contains the folders of
/// `Sources/Viewer`, and `bundles/`, which `Tools/bundle.sh` builds from them: one script per page, and for the
/// document page one style sheet, which is inlined. Pages load the bundles if these were built from exactly the files
/// beside them. Otherwise they load the files themselves, which also helps debugging.
package struct ViewerBundle: Sendable {
    /// A file as served.
    package struct File: Sendable {
        package let bytes: [UInt8]
        package let mediaType: String
        /// Whether the media type compresses well.
        package let isCompressible: Bool
        /// The first 64 bits of the SHA-256 of the bytes, in hexadecimal.
        package let digest: String
    }

    /// The first 64 bits of a digest of all files, in hexadecimal.
    package let version: String
    /// Whether pages load bundles.
    package let isBundled: Bool
    private let files: [String: File]
    /// The pages without bundles, by path.
    private let unbundledPages: [String: [UInt8]]

    /// The file in the bundles' folder with a digest of the files that the bundles were built from.
    private static let stamp = "bundles/stamp"

    /// Reads all files.
    ///
    /// - Parameter folder: The folder to read, by default that of the web client.
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
        // There is no stamp if there are no bundles.
        let stamp = try? String(contentsOf: folder.appendingPathComponent(Self.stamp), encoding: .utf8)
        isBundled = stamp?.prefix(16) == Self.stamp(of: files)[...]
        if isBundled { files["styles/features.css"] = files["bundles/features.css"] }
        var unbundledPages: [String: [UInt8]] = [:]
        for (path, file) in files where path.hasSuffix(".html") {
            unbundledPages[path] = Self.page(file.bytes, loadingFrom: version)
            let bytes = Self.page(isBundled ? Self.bundled(file.bytes, from: files) : file.bytes, loadingFrom: version)
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

    /// Whether there is an icon that documents can refer to by this name.
    package func hasIcon(_ name: String) -> Bool { files["vendor/icons/\(name).svg"] != nil }

    /// Returns a page that loads the files themselves, or `nil` if there is no such page.
    package func unbundledPage(_ path: String) -> [UInt8]? { unbundledPages[path] }

    /// Returns the path of the file with a name, if exactly one of the folders that served pages load from has such a
    /// file.
    ///
    /// Up to version 0.1 all files were in one folder. A page that was opened before an update still requests them
    /// there.
    package func path(ofFileNamed name: String) -> String? {
        let others = ["site/", "vendor/", "bundles/"]
        let found = files.keys.filter { path in path.hasSuffix("/\(name)") && !others.contains(where: path.hasPrefix) }
        return found.count == 1 ? found.first : nil
    }

    /// Whether a path component is a viewer version, this one or another.
    package static func isVersion(_ component: String) -> Bool {
        component.utf8.count == 16
            && component.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Returns 64 bits of a digest: enough to distinguish versions, and short, since a first view contains many of
    /// them.
    private static func digest(of bytes: some Sequence<UInt8>) -> String {
        MessageDigest.of(bytes).prefix(8).hexadecimalDigits
    }

    /// Returns a page that loads what it needs from a version's folder. The web app's manifest keeps its address, by
    /// which browsers recognise the app.
    private static func page(_ page: [UInt8], loadingFrom version: String) -> [UInt8] {
        let folder = "=\"/viewer/\(version)/"
        return page.replacing(text: "=\"/viewer/", with: folder)
            .replacing(text: "url(/viewer/", with: "url(/viewer/\(version)/")
            .replacing(text: "\(folder)explore.webmanifest", with: "=\"/viewer/explore.webmanifest")
    }

    // MARK: Bundles

    /// Computes the same stamp as `Tools/bundle.sh`: the digest of the digests of all scripts and styles that can be in
    /// a bundle.
    private static func stamp(of files: [String: File]) -> String {
        let parts = files.filter { path, _ in
            (path.hasSuffix(".js") || path.hasSuffix(".css")) && path.contains("/") && !path.hasPrefix("bundles/")
        }
        return digest(of: parts.sorted { $0.key < $1.key }.map { "\($1.digest) \($0)\n" }.joined().utf8)
    }

    /// Returns a page with one script instead of the modules and with inlined styles, as far as there are bundles for
    /// it.
    private static func bundled(_ page: [UInt8], from files: [String: File]) -> [UInt8] {
        var page = page
        for path in files.keys where path.hasPrefix("bundles/") && path.hasSuffix(".js") {
            let name = path.dropFirst("bundles/".count)
            for folder in ["app", "vendor"] {
                page = page.replacing(text: "src=\"/viewer/\(folder)/\(name)\"", with: "src=\"/viewer/\(path)\"")
            }
        }
        let links = page.ranges(ofText: "<link rel=\"stylesheet\" href=\"/viewer/styles/")
        guard let style = files["bundles/document.css"], let first = links.first, let last = links.last,
            !page.ranges(ofText: "/bundles/document.js\"").isEmpty,
            let end = page.ranges(ofText: "/>").first(where: { $0.lowerBound >= last.upperBound })?.upperBound
        else { return page }
        let text = style.bytes.replacing(text: "url(../", with: "url(/viewer/")
        return Array(page[..<first.lowerBound]) + "<style>".utf8 + text + "</style>".utf8 + page[end...]
    }

    /// Returns a file's media type, or `nil` for files that are not served.
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
