import ClauseStore
import DocumentLibrary
import DocumentModel
import ExplorerServer
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

/// A library of two small documents, `alpha` and `beta`, and a server's responses for it, to be compared with those for
/// damaged copies.
struct DamagedLibrary {
    let folder: URL
    let pyramids: [String: String]
    let responses: [String: [UInt8]]

    /// Returns the requested paths: everything about a document except responses with the id of an incident or a
    /// request.
    static func paths(of document: String) -> [String] {
        let tiles = (0...9).map { "/dzi/\(document)-1_files/\($0)/0_0.jpg" }
        let others = [
            "/dzi/\(document)-1.dzi", "/tiles/\(document)-1.json", "/dzi/\(document)-1_files/9/1_1.jpg",
            "/dzi/\(document)-1_files/10/3_2.jpg", "/iiif/3/\(document)-1/info.json",
            "/iiif/3/\(document)-1/20,30,300,200/150,/0/default.jpg", "/iiif/3/\(document)-1/full/max/0/default.png",
        ]
        let words = [
            "", "/categories", "/clauses?include=regions", "/clauses?category=money&lang=fr", "/clauses?q=silver",
            "/clauses?bbox=0,0,100,100", "/clauses/1?lang=fr", "/at?x=450&y=20", "/at?x=20&y=300&category=money",
            "/clauses/1/image.png",
        ].map { "/api/documents/\(document)\($0)" }
        let presentation = [
            "/iiif/presentation/3/\(document)/manifest.json", "/iiif/presentation/3/\(document)/annotations/1.json",
            "/iiif/search/2/\(document)?q=silver", "/iiif/search/2/\(document)/autocomplete?q=si",
            "/documents/\(document)",
        ]
        return tiles + others + words + presentation
    }

    static let commonPaths = ["/", "/api/documents", "/api/search?q=free", "/iiif/presentation/3/collection.json"]

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "explore-damage-\(UUID().uuidString)")
        SampleServer.removeAtExit(folder)
        let library = try Library(path: folder.appending(path: "library").path(), access: .write)
        for (number, id) in ["alpha", "beta"].enumerated() {
            _ = try library.add(.folder(try Self.writeSource(id, seed: UInt64(number), in: folder)))
        }
        pyramids = try Dictionary(
            uniqueKeysWithValues: library.store.documents().map { ($0.id, "pyramids/\($0.pages[0].pyramid ?? "")") })
        let paths = ["alpha", "beta"].flatMap(Self.paths) + Self.commonPaths
        let seen = try await Self.request(paths, of: library)
        for (path, response) in seen { try #require(response.status == .ok, "\(path): \(response.status)") }
        responses = seen.mapValues(\.bytes)
        try #require(try library.verify().damages == [])
    }

    /// The intact library.
    var library: URL { folder.appending(path: "library") }

    /// Returns a copy of the library in which a test may damage these files; the others are shared with the library.
    func copy(of files: [String]) throws -> URL {
        let copy = folder.appending(path: UUID().uuidString)
        for part in ["", "pyramids", "originals"] {
            try FileManager.default.createDirectory(
                at: copy.appending(path: part), withIntermediateDirectories: true)
        }
        var names = ["library.sqlite"]
        for part in ["pyramids", "originals"] {
            names += try FileManager.default.contentsOfDirectory(atPath: library.appending(path: part).path())
                .map { "\(part)/\($0)" }
        }
        for name in names {
            let (from, to) = (library.appending(path: name), copy.appending(path: name))
            // Opening the database writes to it.
            if files.contains(name) || name == "library.sqlite" {
                try FileManager.default.copyItem(at: from, to: to)
            } else {
                try FileManager.default.linkItem(at: from, to: to)
            }
        }
        return copy
    }

    /// Returns the responses of a new server of a library.
    static func request(_ paths: [String], of library: Library) async throws -> [String: SampleResponse] {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let server = try ExplorerServer(library: library, options: ServerOptions(), logger: logger)
        let seen = Seen()
        try await server.application().test(.router) { client in
            let client = SampleClient(client: client)
            for path in paths { await seen.keep(try await client.get(path), of: path) }
        }
        try await server.shutDown()
        return await seen.responses
    }

    private actor Seen {
        var responses: [String: SampleResponse] = [:]

        func keep(_ response: SampleResponse, of path: String) { responses[path] = response }
    }

    /// Returns the part of an uncompressed TIFF of 8-bit RGB before the pixels: TIFF 6.0, section 6.
    private static func tiffHeader(width: Int, height: Int) -> Data {
        var header = Data("II*\0".utf8)
        func append(_ number: Int, _ byteCount: Int) {
            for byte in 0..<byteCount { header.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
        }
        // Tag, type (3: 16 bits, 4: 32 bits), count, value.
        let fields = [
            (256, 4, 1, width), (257, 4, 1, height), (258, 3, 3, 122), (259, 3, 1, 1), (262, 3, 1, 2), (273, 4, 1, 128),
            (277, 3, 1, 3), (278, 4, 1, height), (279, 4, 1, width * height * 3),
        ]
        append(8, 4)
        append(fields.count, 2)
        for (tag, type, count, value) in fields {
            append(tag, 2)
            append(type, 2)
            append(count, 4)
            append(value, 4)
        }
        append(0, 4)
        // The bits of each sample, at byte 122.
        for _ in 0..<3 { append(8, 2) }
        return header
    }

    private static func writeSource(_ id: String, seed: UInt64, in folder: URL) throws -> String {
        let source = folder.appending(path: "source-\(id)")
        try FileManager.default.createDirectory(
            at: source.appending(path: "texts"), withIntermediateDirectories: true)
        let (width, height) = (480, 360)
        var seeded = Seeded(seed)
        var pixels = tiffHeader(width: width, height: height)
        for row in 0..<height {
            for column in 0..<width {
                let noise = UInt8(truncatingIfNeeded: seeded.next() & 15)
                pixels.append(contentsOf: [UInt8(column / 2) | noise, UInt8(row / 2), noise])
            }
        }
        let files = [
            "document.json": """
            { "id": "\(id)", "title": { "en": "\(id.capitalized)" }, "status": "published", "language": "la",
              "languages": ["en", "fr"], "pages": [ { "label": "1", "image": "scan.tif" } ] }
            """,
            "categories.json": """
            [ { "id": "church", "label": { "en": "Church" }, "style": "filled", "includedInAll": true },
              { "id": "money", "label": { "en": "Money" }, "style": "outline", "includedInAll": true } ]
            """,
            "clauses.json": """
            [ { "id": "1", "number": "1", "kind": "clause", "incipit": "Quod", "categories": ["church"],
                "regions": [ { "page": 1, "polygon": [[200, 0], [480, 0], [480, 100], [200, 100]] } ] },
              { "id": "2", "number": "2", "kind": "clause", "categories": ["money", "church"],
                "regions": [ { "page": 1, "polygon": [[0, 200], [100, 200], [100, 360], [0, 360]] } ] } ]
            """,
            "texts/en.json": """
            { "1": { "title": "Free", "translation": "The church of \(id) shall be free.", "context": "Rome." },
              "2": { "title": "Silver", "translation": "Pay in silver." } }
            """,
            "texts/fr.json": #"{ "1": { "title": "L'Église", "translation": "Que l'Église soit libre." } }"#,
            "texts/la.json": #"{ "1": { "transcription": "Quod ecclesia libera sit" } }"#,
        ]
        for (name, text) in files { try Data(text.utf8).write(to: source.appending(path: name)) }
        try pixels.write(to: source.appending(path: "scan.tif"))
        return source.path()
    }
}
