extension ServeSetting {
    /// The setting as a row of docs/configuration.md.
    var row: String {
        let standard = defaultValue.map { $0.isEmpty ? "" : "`\($0)`" } ?? ""
        let what = abstract.replacing("|", with: "\\|")
        return
            "| `--\(name)` | `\(name)` | `\(variable)` | \(expectation.replacing("\"", with: "`")) | \(standard) | \(what) |"
    }
}
