/// The name of an image inside its archive.
enum ArchiveStem {
    /// The file's name without `.szi`.
    static func of(path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return name.lowercased().hasSuffix(".szi") ? String(name.dropLast(4)) : name
    }

    /// The name in characters that are safe in any zip tool, folder and address: letters, digits, `-`, `_` and `.`.
    static func safe(_ name: String) -> String {
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")
        let safe = String(name.prefix(100).map { allowed.contains($0) ? $0 : "_" })
        return safe.isEmpty || safe.hasPrefix(".") ? "image" + safe : safe
    }
}
