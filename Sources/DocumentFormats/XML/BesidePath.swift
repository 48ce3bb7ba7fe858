import DocumentModel

/// Paths of files relative to the file that names them.
enum BesidePath {
    /// Normalises a path below the folder of the file that names it: `./images/1r.jpg` becomes `images/1r.jpg`.
    ///
    /// - Returns: Nil for a web address, an absolute path, or a path that leaves the folder.
    static func path(_ text: String) -> String? {
        var text = String(text.trimmed)
        for scheme in ["file://./", "file:./"] where text.begins(with: scheme) {
            text = String(text.unicodeScalars.dropFirst(scheme.unicodeScalars.count))
        }
        guard !text.begins(with: "/"), !text.utf8.contains(0), text.utf8.count <= 4_000 else { return nil }
        let parts = text.parts { $0 == "/" || $0 == "\\" }.filter { $0 != "." }
        // `http:` and `C:` are not folders.
        guard let first = parts.first, !first.ends(with: ":"), !parts.contains("..") else { return nil }
        return parts.joined(separator: "/")
    }
}
