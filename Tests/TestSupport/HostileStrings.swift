import Foundation

/// Texts that have broken programs: quotation marks, markup, controls, marks that combine, directions, emptiness.
public enum HostileStrings {
    private static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Those of `Tests/hostile-strings.json`, and where `../shared/data` is, the list of others that lies there.
    public static func all() throws -> [String] {
        let others = repository.deletingLastPathComponent().appending(path: "shared/data/bad-strings-blns/blns.json")
        var found = try read(repository.appending(path: "Tests/hostile-strings.json"))
        if FileManager.default.fileExists(atPath: others.path()) { found += try read(others) }
        return found
    }

    /// As much of a string as a title may have.
    public static func title(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(1_000)))
    }

    private static func read(_ file: URL) throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data(contentsOf: file))
    }
}
