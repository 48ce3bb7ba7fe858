import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import ExplorerServer

/// `?version=`: the API, the viewer's page and the plain page show a former version.
@Suite struct FormerVersionRoutesTests {
    private static func add(
        _ scratch: ScratchLibrary, title: String, clause: String, more: String = "", image: [UInt8]? = nil,
        recording: Data? = nil
    ) throws {
        var files = image.map { ["scan.tif": $0] } ?? [:]
        files["audio/en/a.mp3"] = recording.map(Array.init)
        try scratch.add(
            [
                "document": """
                {"id": "roll", "title": "\(title)", "language": "la", "languages": ["en"], \(more)
                 "pages": [{\(image == nil ? "\"width\": 100, \"height\": 100" : "\"image\": \"scan.tif\""),
                            "behavior": ["facing-pages"]}]}
                """,
                "clauses":
                    #"[{"id": "a", "number": "1", "regions": [{"page": 1, "polygon": [[0, 0], [9, 0], [9, 9]]}]}]"#,
                "texts/en": #"{"a": {"title": "\#(clause)"}}"#,
                "tours": #"[{"id": "t", "title": "\#(clause)", "steps": [{"page": 1, "text": "Here."}]}]"#,
                "glossary": #"[{"id": "g", "term": {"en": "\#(clause)"}, "definition": {"en": "A word."}}]"#,
            ], images: files)
    }

    @Test func `the API, the page and the plain page show the requested version and state it`()
        async throws
    {
        let scratch = try ScratchLibrary()
        try Self.add(scratch, title: "First", clause: "Once")
        try Self.add(scratch, title: "Second", clause: "Now")
        try await SampleServer.test(library: scratch.library) { server in
            let former = try await server.get("/api/documents/roll?version=1").json()
            #expect(former["title"] as? String == "First" && former["version"] as? Int == 1)
            #expect(former["newest"] as? Int == 2)
            let pages = try #require(former["pages"] as? [[String: Any]])
            #expect(pages.map { $0["behavior"] as? [String] } == [["facing-pages"]])
            let newest = try await server.get("/api/documents/roll?version=2").json()
            #expect(newest["title"] as? String == "Second" && newest["newest"] == nil)
            for (query, title) in [("?version=1", "Once"), ("?version=2", "Now"), ("", "Now")] {
                let separator = query.isEmpty ? "?" : "&"
                let clause = try await server.get("/api/documents/roll/clauses/a\(query)").json()
                #expect(clause["title"] as? String == title)
                for path in [
                    "clauses\(query)", "at\(query)\(separator)x=8&y=1", "clauses\(query)\(separator)q=\(title)",
                ] {
                    let json = try await server.get("/api/documents/roll/\(path)").json()
                    let clauses = try #require(json["clauses"] as? [[String: Any]])
                    #expect(clauses.map { $0["title"] as? String } == [title], "\(path)")
                }
            }
            try await #expect(server.get("/api/documents/roll/categories?version=1").status == .ok)
            for (query, title) in [("?version=1", "Once"), ("?version=2", "Now"), ("", "Now")] {
                for path in ["tours", "glossary"] {
                    let text = try await server.text("/api/documents/roll/\(path)\(query)")
                    #expect(text.contains("\"\(title)\""), "\(path)\(query)")
                }
            }

            let page = try await server.text("/documents/roll?version=1&clause=a")
            #expect(
                page.contains("<title>1. Once · First</title>")
                    && page.contains(#"<meta name="robots" content="noindex">"#))
            #expect(page.firstMatch(of: /rel="canonical" href="[^"]*\/documents\/roll\?clause=a"/) != nil)
            #expect(page.firstMatch(of: /rel="cite-as" href="[^"]*\/documents\/roll\?version=1&amp;clause=a"/) != nil)
            let plain = try await server.text("/documents/roll?plain&version=1")
            #expect(plain.contains("This is version 1 of the document. The latest is version 2."))
            #expect(plain.contains("Once") && !plain.contains("Now"))
            let current = try await server.text("/documents/roll?plain")
            #expect(!current.contains("The latest is") && !current.contains("noindex"))
            #expect(current.contains(#"<a rel="bookmark" href="/documents/roll?version=2">Version 2</a>"#))
        }
    }

    @Test func `a missing version, or one hidden from this reader, is a 404`() async throws {
        let scratch = try ScratchLibrary()
        try Self.add(scratch, title: "Draft", clause: "Secret", more: #""status": "draft","#)
        try Self.add(scratch, title: "Closed", clause: "Secret", more: #""access": "restricted","#)
        try Self.add(scratch, title: "Open", clause: "Told")
        let token = try scratch.token(for: ["roll"])
        try await SampleServer.test(library: scratch.library) { server in
            for version in ["1", "2", "4", "999999999"] {
                for path in [
                    "/api/documents/roll?version=\(version)", "/api/documents/roll/clauses?version=\(version)",
                    "/api/documents/roll/at?x=8&y=1&version=\(version)", "/documents/roll?version=\(version)",
                    "/documents/roll?plain&version=\(version)",
                ] {
                    let response = try await server.get(path)
                    #expect(response.status == .notFound, "\(path)")
                    let text = String(decoding: response.bytes, as: UTF8.self)
                    #expect(!text.contains("Secret") && !text.contains("Closed") && !text.contains("Draft<"), "\(path)")
                }
            }
            for version in ["0", "-1", "x", "1.5"] {
                try await #expect(server.get("/api/documents/roll?version=\(version)").status == .badRequest)
            }
            let reader = token.bearer
            let former = try await server.get("/api/documents/roll?version=2", headers: reader)
            #expect(try former.json()["title"] as? String == "Closed")
        }
        try Self.add(scratch, title: "Closed again", clause: "Secret", more: #""access": "restricted","#)
        try await SampleServer.test(library: scratch.library) { server in
            try await #expect(server.get("/api/documents/roll?version=3").status == .notFound)
        }
    }

    @Test func `a server without former versions serves only the newest`() async throws {
        let scratch = try ScratchLibrary()
        try Self.add(scratch, title: "First", clause: "Once")
        try Self.add(scratch, title: "Second", clause: "Now")
        var options = ServerOptions()
        options.showsFormerVersions = false
        try await SampleServer.test(options, library: scratch.library) { server in
            try await #expect(server.get("/api/documents/roll?version=1").status == .notFound)
            try await #expect(server.get("/documents/roll?version=1").status == .notFound)
            try await #expect(server.get("/api/documents/roll?version=2").status == .ok)
        }
    }

    @Test func `a replaced scan is served under its image id with the version number`()
        async throws
    {
        let scratch = try ScratchLibrary()
        func scan(_ grey: UInt8) -> [UInt8] {
            PlainTIFF.bytes(width: 60, height: 40, pixels: Array(repeating: grey, count: 60 * 40 * 3))
        }
        try Self.add(scratch, title: "First", clause: "Once", image: scan(10))
        try Self.add(scratch, title: "Second", clause: "Once", image: scan(10))
        try Self.add(scratch, title: "Third", clause: "Once", image: scan(200))
        try await SampleServer.test(library: scratch.library) { server in
            func image(_ version: Int) async throws -> String? {
                let json = try await server.get("/api/documents/roll?version=\(version)").json()
                return (json["pages"] as? [[String: Any]])?.first?["image"] as? String
            }
            try await #expect(image(3) == "roll-1")
            try await #expect(image(1) == "roll-1~1")
            let former = try await server.get("/tiles/roll-1~1/0/0/0.jpg")
            let latter = try await server.get("/tiles/roll-1/0/0/0.jpg")
            #expect(former.status == .ok && latter.status == .ok && former.bytes != latter.bytes)
            try await #expect(server.get("/tiles/roll-1~2/0/0/0.jpg").bytes == former.bytes)
            try await #expect(server.get("/api/documents/roll/clauses/a/image.jpg?version=1").status == .ok)
            for path in ["roll-1~4", "roll-1~0", "roll-2~1", "roll-1~", "other-1~1"] {
                try await #expect(server.get("/tiles/\(path)/0/0/0.jpg").status == .notFound, "\(path)")
            }
        }
    }

    @Test func `a replica without a scan and a recording that were replaced responds with 404, and is not damaged`()
        async throws
    {
        let scratch = try ScratchLibrary()
        func scan(_ grey: UInt8) -> [UInt8] {
            PlainTIFF.bytes(width: 60, height: 40, pixels: Array(repeating: grey, count: 60 * 40 * 3))
        }
        try Self.add(scratch, title: "First", clause: "Once", image: scan(10), recording: SoundFiles.vbr)
        let pyramid = try #require(scratch.library.store.document("roll").pages.first?.pyramid)
        let recording = try #require(scratch.library.store.recordings(of: "roll").recordings.first)
        try Self.add(scratch, title: "Second", clause: "Now", image: scan(200), recording: SoundFiles.cbr)
        for file in ["pyramids/\(pyramid)", "originals/\(recording.fileName)"] {
            try FileManager.default.removeItem(atPath: "\(scratch.library.path)/\(file)")
        }
        let replica = try Library(
            serving: scratch.library.path, pyramidPlace: try FarPyramids(of: scratch.library))
        try await SampleServer.test(library: replica) { server in
            try await #expect(server.get("/api/documents/roll?version=1").status == .ok)
            for path in [
                "/tiles/roll-1~1/0/0/0.jpg", "/tiles/roll-1~1.json", "/iiif/3/roll-1~1/info.json",
                "/api/documents/roll/clauses/a/image.jpg?version=1",
                "/api/documents/roll/recordings/en/a.mp3?version=1",
            ] {
                try await #expect(server.get(path).status == .notFound, "\(path)")
            }
            for path in ["/tiles/roll-1/0/0/0.jpg", "/api/documents/roll/recordings/en/a.mp3"] {
                try await #expect(server.get(path).status == .ok, "\(path)")
            }
            try await #expect(server.get("/health/ready").json()["status"] as? String == "ready")
        }
    }

    @Test func `at most the last eight former versions stay open, and their files are removed at the end`() async throws
    {
        let scratch = try ScratchLibrary()
        for number in 1...(FormerVersions.limit + 3) { try Self.add(scratch, title: "T\(number)", clause: "C") }
        let folder = try TemporaryFolder()
        func count() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).reduce(0) { sum, name in
                sum + (try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).count)
            }
        }
        do {
            let versions = FormerVersions(in: folder.url.path)
            let store = scratch.library.store
            func open(_ number: Int) throws -> String? {
                try versions.version(number, of: "roll", in: store, for: .anyone)?.document.title.text(in: nil)
            }
            for number in 1...(FormerVersions.limit + 2) {
                #expect(try open(number) == "T\(number)")
                #expect(try open(number) == "T\(number)")
                #expect(try count() == min(number, FormerVersions.limit))
            }
            #expect(try open(FormerVersions.limit + 3) == nil)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }
}
