import DocumentModel

/// Paths of files that lie beside the one that names them.
enum BesidePath {
    /// A path below the folder of the file that names it, normalised: `./images/1r.jpg` gives `images/1r.jpg`.
    ///
    /// - Returns: Nil for an address of the web, an absolute path, and one that leaves the folder.
    static func path(_ text: String) -> String? {
        var text = String(text.trimmed)
        for scheme in ["file://./", "file:./"] where text.begins(with: scheme) {
            text = String(text.unicodeScalars.dropFirst(scheme.unicodeScalars.count))
        }
        guard !text.begins(with: "/"), !text.utf8.contains(0), text.utf8.count <= 4_000 else { return nil }
        let parts = text.parts { $0 == "/" || $0 == "\\" }.filter { $0 != "." }
        // `http:` and `C:` are no folders.
        guard let first = parts.first, !first.ends(with: ":"), !parts.contains("..") else { return nil }
        return parts.joined(separator: "/")
    }
}
