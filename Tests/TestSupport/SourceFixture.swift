package import ClauseStore
import DocumentFormats
package import DocumentModel
package import Foundation
import Testing

/// A source folder for tests, whose files a test can replace or remove before it is written.
///
/// Page 1 is 1000 x 800 with an image, page 2 blank paper of 500 x 400. The regions: `preamble` the top left quarter,
/// `1` the top right one, `2` a small square within `1`, `3` the bottom left quarter and a square on page 2, `seal` (a
/// hidden detail, outline) a ring with a hole at the bottom right, `note` (hidden detail and church) left of the hole.
package struct SourceFixture {
    package var files: [String: Data]

    package init() {
        files = [
            "document.json": Data(Self.document.utf8), "categories.json": Data(Self.categories.utf8),
            "clauses.json": Data(Self.clauses.utf8), "texts/en.json": Data(Self.english.utf8),
            "texts/fr.json": Data(Self.french.utf8), "texts/la.json": Data(Self.latin.utf8),
            "scan.png": Data("pixels".utf8), "seal.svg": Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
        ]
    }

    /// Creates a fixture with one file replaced.
    package init(_ name: String, _ text: String) {
        self.init()
        files[name] = Data(text.utf8)
    }

    /// Replaces a substring of a file, which must exist.
    package mutating func replace(_ old: String, with new: String, in name: String) throws {
        let text = String(decoding: try #require(files[name]), as: UTF8.self)
        try #require(text.contains(old))
        files[name] = Data(text.replacingOccurrences(of: old, with: new).utf8)
    }

    package func write(to folder: TemporaryFolder) throws {
        for (name, bytes) in files { try folder.write(name, bytes) }
    }

    /// Writes the folder and reads it.
    package func read(imageSize: ((URL, Int?) throws -> (width: Int, height: Int))? = { _, _ in (1000, 800) }) throws
        -> SourceDocument
    {
        let folder = try TemporaryFolder()
        try write(to: folder)
        return try withExtendedLifetime(folder) { try SourceFolder.read(folder.url.path, imageSize: imageSize) }
    }

    /// Writes the folder and reads it, which must fail.
    package func faults() throws -> SourceFaults {
        try #require(throws: SourceFaults.self) { try read() }
    }

    package static let image = StoredImage(
        fileName: "a.png", sha256: "aa", byteCount: 6, width: 1000, height: 800, pyramid: "a.szi")

    package static let document = """
        {
          "id": "psalter", "title": { "en": "A psalter", "fr": "Un psautier" }, "summary": { "en": "Small." },
          "holder": "A library", "shelfmark": "MS 1", "date": { "en": "about 1200" },
          "rights": "https://creativecommons.org/publicdomain/zero/1.0/", "attribution": { "en": "A library" },
          "credits": { "en": "Ada", "fr": "Zoé" }, "status": "published", "language": "la", "languages": ["en", "fr"],
          "palette": { "paper": "#f4e9d0", "ink": "#222222", "accent": "#A03020", "background": "#101010",
            "overlays": ["#112233", "#445566"] },
          "mark": "seal.svg", "x-unknown": [1, { "kept": true }],
          "pages": [
            { "label": { "en": "recto" }, "image": "scan.png", "pixelsPerMillimetre": 11.8 },
            { "label": "verso", "image": null, "width": 500, "height": 400 }
          ]
        }
        """

    package static let categories = """
        [
          { "id": "church", "label": { "en": "Church", "fr": "Église" }, "icon": "church", "style": "filled",
            "includedInAll": true },
          { "id": "money", "label": { "en": "Money" }, "icon": "coins", "style": "filled", "includedInAll": true },
          { "id": "hidden", "label": { "en": "Hidden details" }, "icon": "seal.svg", "style": "outline",
            "includedInAll": false }
        ]
        """

    package static let clauses = """
        [
          { "id": "preamble", "number": null, "kind": "clause", "incipit": "Johannes", "categories": [],
            "regions": [ { "page": 1, "polygon": [[0, 0], [500, 0], [500, 400], [0, 400]] } ] },
          { "id": "2", "number": "2", "kind": "clause", "categories": ["money", "church"],
            "regions": [ { "page": 1, "polygon": [[600, 100], [700, 100], [700, 200], [600, 200]] } ] },
          { "id": "1", "number": "1", "kind": "clause", "categories": ["church"], "remark": "kept",
            "regions": [ { "page": 1, "polygon": [[500, 0], [1000, 0], [1000, 400], [500, 400]] } ] },
          { "id": "3", "number": "3", "kind": "clause", "categories": ["money"],
            "regions": [ { "page": 1, "polygon": [[0, 400], [500, 400], [500, 800], [0, 800]] },
                         { "page": 2, "polygon": [[10.5, 10.25], [60, 10], [60, 60], [10, 60]] } ] },
          { "id": "seal", "number": null, "kind": "detail", "categories": ["hidden"],
            "regions": [ { "page": 1, "polygon": [[600, 500], [900, 500], [900, 700], [600, 700]],
                           "holes": [ [[700, 550], [800, 550], [800, 650], [700, 650]] ] } ] },
          { "id": "note", "number": null, "kind": "detail", "categories": ["hidden", "church"],
            "regions": [ { "page": 1, "polygon": [[600, 500], [700, 500], [700, 700], [600, 700]] } ] }
        ]
        """

    package static let english = """
        {
          "preamble": { "title": "Greeting", "translation": "John greets his bishops." },
          "1": { "title": "The church is free", "translation": "The church shall be free.", "context": "See Rome." },
          "2": { "title": "Tithes", "translation": "Money for the church." },
          "3": { "title": "Silver", "translation": "Pay in silver, not in Rome." },
          "seal": { "title": "Where the seal hung" }
        }
        """

    package static let french = """
        {
          "1": { "title": "L'Église est libre", "translation": "Que l'Église soit libre." },
          "3": { "title": "Argent", "translation": "Payez en argent." },
          "note": { "title": "Une note élevée" }
        }
        """

    package static let latin = """
        {
          "1": { "transcription": "Quod ecclesia libera sit" },
          "3": { "transcription": "Argentum reddat" }
        }
        """
}

/// A store in a temporary folder.
package struct TestStore {
    package let folder: TemporaryFolder
    package let store: ClauseStore

    package var path: String { folder.path("library.sqlite") }

    package init() throws {
        folder = try TemporaryFolder()
        store = try ClauseStore(path: folder.path("library.sqlite"), access: .readWrite)
    }

    /// Creates a store with the fixture or another document.
    package init(_ fixture: SourceFixture) throws {
        try self.init()
        try put(fixture)
    }

    @discardableResult
    package func put(_ fixture: SourceFixture, image: StoredImage = SourceFixture.image) throws -> PutOutcome {
        try store.put(
            fixture.read(), images: [1: image], source: "a test", at: Date(timeIntervalSince1970: 1_700_000_000))
    }
}
