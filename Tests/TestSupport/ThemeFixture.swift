package import Foundation

/// An institution's theme for tests: a name, a logo, icons, colours, a font, links, texts and an additional language.
package enum ThemeFixture {
    package static let main = """
        {
          "name": { "en": "Museum of Deeds", "de": "Urkundenmuseum" },
          "shortName": "Deeds",
          "logo": "logo.svg",
          "icon": { "svg": "logo.svg", "png": "icon-512.png", "maskable": "icon-512.png" },
          "preview": "preview.jpg",
          "colours": { "bar": "#ffffff", "barText": "#102040", "accent": "#b05a00", "overlays": ["#112233", "#d0a23a"] },
          "fonts": { "text": [{ "file": "fonts/text.woff2", "weight": "100 900" }], "licence": "fonts/OFL.txt" },
          "footer": { "imprint": { "en": "https://museum.example/imprint", "de": "https://museum.example/impressum" },
                      "accessibility": "/accessibility" },
          "back": "https://museum.example/",
          "pictures": { "helpMenu": "logo.svg", "emptyLibrary": "logo.svg" }
        }
        """

    /// Returns the beginning of a square PNG, up to its first chunk, which is all that is read.
    package static func png(side: UInt16) -> Data {
        let length = [UInt8(side >> 8), UInt8(side & 0xFF)]
        return Data(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0] + length + [
                0, 0,
            ]
                + length + [8, 2, 0, 0, 0])
    }

    package static let logo = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M2 18 20 2l18 16z" fill="#b05a00"/></svg>
        """

    /// All files by their names.
    package static var files: [String: Data] {
        [
            "theme.json": Data(main.utf8), "logo.svg": Data(logo.utf8), "icon-512.png": png(side: 512),
            "preview.jpg": Data([0xFF, 0xD8, 0xFF, 0xE0]), "fonts/text.woff2": Data("wOF2 font".utf8),
            "fonts/OFL.txt": Data("The licence of the font.\n".utf8),
            "texts/en.json": Data(#"{ "phrases.library": "The whole collection" }"#.utf8),
            "texts/pl.json": Data(
                #"{ "phrases.library": "Wszystkie dokumenty", "plain.find": "Szukaj", "phrases.clauseCount": { "one": "{count} a", "few": "{count} b", "other": "{count} c" } }"#
                    .utf8),
        ]
    }

    /// Writes the files of a theme.
    ///
    /// - Parameter changes: Replacements for files; nil omits a file.
    package static func write(to folder: String, _ changes: [String: Data?] = [:]) throws {
        let files = files.mapValues(Optional.some).merging(changes) { $1 }
        for (name, data) in files {
            let file = URL(filePath: "\(folder)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            if let data { try data.write(to: file) } else { try? FileManager.default.removeItem(at: file) }
        }
    }
}
