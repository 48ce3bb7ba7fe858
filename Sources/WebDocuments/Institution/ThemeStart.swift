import FileSupport
import Foundation

/// The files that `explore theme init` writes: a theme that changes little, and an explanation of everything that it
/// can change.
package enum ThemeStart {
    /// Writes the files that do not exist yet.
    ///
    /// - Returns: The paths of the files written.
    /// - Throws: ``ThemeStartError``.
    package static func write(to folder: String) throws(ThemeStartError) -> [String] {
        var written: [String] = []
        do {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(ThemeFolder.textFolder)", withIntermediateDirectories: true)
        } catch {
            throw ThemeStartError(path: folder, reason: "cannot be made, expected a folder that this user may write")
        }
        for (name, text) in files {
            let path = "\(folder)/\(name)"
            if FileManager.default.fileExists(atPath: path) { continue }
            try AtomicFile.replace(
                path, failure: { ThemeStartError(path: path, reason: "cannot be written (\($0))") },
                write: { (file: AtomicFile) throws(ThemeStartError) in
                    Array(text.utf8).withUnsafeBytes { file.append($0) }
                })
            written.append(path)
        }
        return written
    }

    private static let files: KeyValuePairs = [
        ThemeFolder.mainFile: """
        {
          "$comment": "README.md in this folder explains each key. Check with: explore theme check",
          "name": { "en": "Our documents" },
          "shortName": "Documents",
          "colours": {
            "$comment": "Colours of your own instead of the program's, such as bar and barText: #rrggbb."
          },
          "footer": {
            "$comment": "Addresses: imprint, privacy, accessibility."
          }
        }

        """,
        "texts/en.json": """
        {
        }

        """,
        "README.md": """
        # The look of this library

        `theme.json` states what differs from the program's own look. All keys are optional. Files are named by their paths in
        this folder. A running server notices changes within a second; what is wrong is in its log, and the last good state
        stays in service. `explore theme check` finds faults beforehand.

        | key | value |
        |---|---|
        | `name` | the institution's name, or an object of names by language |
        | `shortName` | at most 12 characters, for home screens |
        | `logo` | an .svg, .png, .webp or .jpg file for the bar; it is shown 32 pixels high |
        | `icon` | `svg`, `png` (square, 192 pixels or more) and `maskable` (the same with a margin) |
        | `preview` | a .png, .jpg or .webp file, shown where somebody shares a link to the library; 1200 × 630 pixels |
        | `colours` | `bar`, `barText`, `ground` (dark), `accent`, `paper`, `ink`, `detection` and `guides` of the camera, and `overlays`, two to six |
        | `fonts` | `text` and `headings`: arrays of `{ "file", "weight", "style" }` of .woff2 files; `licence`: a .txt or .md file |
        | `footer` | `imprint`, `privacy`, `accessibility`: addresses, or objects of addresses by language |
        | `back` | the address to which the library's page links back |
        | `pictures` | `helpMove`, `helpClause`, `helpMenu`, `emptyLibrary`, `missingDocument`, and those of the camera's help: `helpCorners`, `helpCornersWrong`, … |

        `texts/en.json`, `texts/fr.json` and so on replace texts of the interface by their ids; `explore theme check --ids` lists
        these with the English texts. A file for a language that the program does not have adds that language.

        """,
    ]
}

/// The reason why a theme cannot be created.
package struct ThemeStartError: Error, CustomStringConvertible {
    package let path: String
    package let reason: String

    package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    package var description: String { "\(path): \(reason)" }
}
