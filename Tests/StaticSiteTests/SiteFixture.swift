import DocumentLibrary
import Foundation
import TestSupport

/// A folder with a small library for a test: documents of three pages, each with an image, whose clauses span two of
/// them, in three languages.
struct SiteFixture {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "explore-site-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        SampleServer.removeAtExit(folder)
    }

    var library: Library {
        get throws { try Library(path: path("library"), access: .write) }
    }

    func path(_ name: String) -> String { folder.appending(path: name).path() }

    /// Adds a document, or replaces it.
    ///
    /// - Parameter word: Part of the title of the first clause.
    func add(
        _ id: String, word: String = "widow", status: String = "published", access: String = "open",
        shade: UInt8 = 200
    ) throws {
        let source = folder.appending(path: "source-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: source.appending(path: "texts"), withIntermediateDirectories: true)
        for page in 1...3 {
            let pixels = (0..<520 * 300).flatMap { [shade, UInt8($0 % 251), UInt8(page * 40)] }
            try Data(PlainTIFF.bytes(width: 520, height: 300, pixels: pixels))
                .write(to: source.appending(path: "\(page).tif"))
        }
        let pages = (1...3).map { #"{"image": "\#($0).tif", "label": {"en": "Leaf \#($0)"}}"# }
        let files = [
            "document.json": """
            {"id": "\(id)", "title": {"en": "A deed", "fr": "Un acte"}, "language": "la", "languages": ["en", "fr"],
             "status": "\(status)", "access": "\(access)", "mark": "mark.svg", "pages": [\(pages.joined(separator: ","))]}
            """,
            "categories.json": """
            [{"id": "money", "label": "Money", "icon": "sun", "style": "filled", "includedInAll": true},
             {"id": "hidden", "label": "Hidden", "icon": null, "style": "outline", "includedInAll": false}]
            """,
            "glossary.json": """
            [{"id": "psalm", "term": {"en": "psalm"}, "forms": {"en": ["psalms"]}, "definition": {"en": "A song."}}]
            """,
            "tours.json": """
            [{"id": "walk", "title": "A walk", "steps": [{"page": 2, "box": [10, 20, 300, 200], "text": {"en": "Here."}}]}]
            """,
            "words.json": #"{"1": [{"text": "Vidua", "page": 2, "box": [12, 14.5, 40, 20]}]}"#,
            "clauses.json": """
            [{"id": "1", "number": "1", "categories": ["money"], "regions": [
               {"page": 1, "polygon": [[10, 10], [260, 10], [260, 150], [10, 150]]},
               {"page": 2, "polygon": [[10, 10], [260, 10], [260, 150]], "holes": [[[100, 20], [120, 20], [120, 30]]]}]},
             {"id": "2", "categories": [], "regions": [{"page": 1, "polygon": [[260, 10], [500, 10], [500, 150], [260, 150]]}]},
             {"id": "mark", "kind": "detail", "categories": ["hidden"], "regions": [
               {"page": 3, "polygon": [[400.25, 200.5], [420, 200], [410, 240]]}]}]
            """,
            "texts/en.json": """
            {"1": {"title": "The \(word)’s own", "translation": "Nothing is taken from her.",
              "phrases": [{"transcription": "Vidua", "translation": ["from", "her"]}]}, "2": {"title": "Æthelred"}}
            """,
            "texts/fr.json": #"{"1": {"title": "La veuve", "context": "L’été, déjà."}}"#,
            "texts/la.json": #"{"1": {"transcription": "Vidua post mortem mariti"}}"#,
            "mark.svg":
                #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>"#,
        ]
        try FileManager.default.createDirectory(
            at: source.appending(path: "audio/en"), withIntermediateDirectories: true)
        try SoundFiles.vbr.write(to: source.appending(path: "audio/en/1.mp3"))
        try Data("WEBVTT\n\n00:00.000 --> 00:00.300\nNothing\n".utf8)
            .write(to: source.appending(path: "audio/en/1.vtt"))
        for (name, text) in files { try Data(text.utf8).write(to: source.appending(path: name)) }
        _ = try library.add(.folder(source.path()))
    }

    /// The files of a folder, by path.
    func files(in name: String) throws -> [String: Data] {
        let root = folder.appending(path: name)
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path()) {
            let file = root.appending(path: path)
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: file.path(), isDirectory: &isFolder)
            if !isFolder.boolValue { files[path] = try Data(contentsOf: file) }
        }
        return files
    }
}
