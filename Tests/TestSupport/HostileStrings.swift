import Foundation

/// Texts that have broken programs: quotation marks, markup, control characters, combining marks, directional
/// characters, empty texts.
public enum HostileStrings {
    private static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns those of `Tests/hostile-strings.json` and, if `../shared/data` exists, the further list there.
    public static func all() throws -> [String] {
        let others = repository.deletingLastPathComponent().appending(path: "shared/data/bad-strings-blns/blns.json")
        var found = try read(repository.appending(path: "Tests/hostile-strings.json"))
        if FileManager.default.fileExists(atPath: others.path()) { found += try read(others) }
        return found
    }

    /// Returns the longest prefix of a string that is allowed as a title.
    public static func title(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(1_000)))
    }

    private static func read(_ file: URL) throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data(contentsOf: file))
    }
}
