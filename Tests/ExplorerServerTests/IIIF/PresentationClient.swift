import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Testing

/// What a viewer does with a manifest: fetches it and the resources that it references.
extension SampleClient {
    /// The base address in responses of a server without a socket.
    static let base = "http://127.0.0.1:8080"

    /// Returns the JSON at an absolute or relative address of this server.
    func json(at address: String, headers: HTTPFields = [:]) async throws -> [String: Any] {
        let path = address.hasPrefix(Self.base) ? String(address.dropFirst(Self.base.count)) : address
        let response = try await get(path, headers: headers)
        #expect(response.status == .ok, "\(path)")
        return try response.json()
    }

    func manifest(of document: String) async throws -> [String: Any] {
        try await json(at: "/iiif/presentation/3/\(document)/manifest.json")
    }

    /// Reads a document's manifest and all referenced annotation pages with our own reader.
    func readBack(_ document: String) async throws -> ImportedDocument {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-read-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func source(_ address: String, _ name: String) async throws -> RecognisedSource {
            let file = folder.appending(path: name)
            try Data(try await get(String(address.dropFirst(Self.base.count))).bytes).write(to: file)
            return try #require(try RecognisedSource.recognise(file.path()))
        }
        let manifest = try await manifest(of: document)
        let address = try #require(manifest["id"] as? String)
        var pages: [RecognisedSource] = []
        // Annotations of the manifest itself are its tours.
        for part in [manifest] + (manifest["items"] as? [[String: Any]] ?? []) {
            for page in part["annotations"] as? [[String: Any]] ?? [] {
                let address = try #require(page["id"] as? String)
                pages.append(try await source(address, "page-\(pages.count).json"))
            }
        }
        return try await source(address, "manifest.json").read(annotations: pages)
    }

    /// Expects a document to be served as it is stored.
    func expectServed(_ id: String, asStoredIn library: Library) async throws {
        let stored = try library.store.sourceDocument(id)
        let served = try await readBack(id)
        let images = stored.pages.filter { $0.image != nil }
        // Images are not fetched: one note for those of the pages, and one for the captures of a page. Nor are
        // recordings.
        let captured = stored.pages.filter { !$0.captures.isEmpty }
        let notes = (images.isEmpty ? 0 : 1) + captured.count + (stored.recordings.recordings.isEmpty ? 0 : 1)
        #expect(served.notes.count == notes, "\(served.notes)")
        let document = served.document
        // IIIF cannot represent clauses that are text lines, words and phrases, which the export reports.
        let clauses = stored.clauses.map { clause in
            var clause = clause
            (clause.isTextLine, clause.words) = (false, [])
            return clause
        }
        let texts = stored.texts.mapValues { texts in
            texts.mapValues { text in
                var text = text
                text.phrases = []
                return text
            }
        }
        #expect(document.clauses == clauses, "\(id)")
        #expect(document.texts == texts, "\(id)")
        #expect(document.tours == stored.tours, "\(id)")
        #expect(document.pages.map(\.label) == stored.pages.map(\.label))
        #expect(document.pages.map(\.width) == stored.pages.map(\.width))
        #expect(document.pages.map(\.height) == stored.pages.map(\.height))
        #expect(document.pages.map(\.pixelsPerMillimetre) == stored.pages.map(\.pixelsPerMillimetre))
        let used = Set(stored.clauses.flatMap(\.categories))
        let kept = stored.categories.filter { used.contains($0.id) }
        #expect(document.categories.map(\.id) == kept.map(\.id))
        #expect(document.categories.map(\.label) == kept.map(\.label))
        #expect(document.categories.map(\.style) == kept.map(\.style))
        #expect(document.categories.map(\.includedInAll) == kept.map(\.includedInAll))
        let (one, other) = (document.header, stored.header)
        #expect(one.id == other.id && one.title == other.title && one.summary == other.summary)
        #expect(one.holder == other.holder && one.shelfmark == other.shelfmark && one.date == other.date)
        #expect(one.attribution == other.attribution && one.credits == other.credits)
        #expect(one.language == other.language && one.languages == other.languages)
        let rights = other.rights?.replacing("https://creativecommons.org/", with: "http://creativecommons.org/")
        #expect(one.rights == rights)
    }
}

/// A library in a temporary folder.
final class ScratchLibrary: Sendable {
    let folder: URL
    let library: Library

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "explore-iiif-\(UUID().uuidString)")
        library = try Library(path: folder.appending(path: "library").path(), access: .write)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Adds a source folder of these files, by name without `.json`, and of these images.
    func add(_ files: [String: String], images: [String: [UInt8]] = [:]) throws {
        let source = folder.appending(path: "source-\(UUID().uuidString)")
        for (name, bytes) in files.mapValues({ Array($0.utf8) }).merging(images, uniquingKeysWith: { $1 }) {
            let file = source.appending(path: name.contains(".") ? name : "\(name).json")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        _ = try library.add(.folder(source.path()))
    }

    /// Adds a document of one blank page and one clause.
    func addSmall(_ id: String, title: String = "Small", status: String = "published") throws {
        try add([
            "document": """
            {"id": "\(id)", "title": "\(title)", "status": "\(status)", "language": "la", "languages": ["en"],
             "pages": [{"width": 10, "height": 10}]}
            """,
            "clauses": #"[{"id": "a", "regions": [{"page": 1, "polygon": [[0, 0], [9, 0], [9, 9]]}]}]"#,
            "texts/en": #"{"a": {"title": "One"}}"#,
        ])
    }
}

/// Real third-party files beside the repository; their tests are visibly skipped without them.
enum SharedFiles {
    static let url = SampleServer.repository.deletingLastPathComponent().appending(path: "shared/data")

    static func path(_ name: String) -> String { url.appending(path: name).path() }

    static func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
}
