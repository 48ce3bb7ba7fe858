import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import TestSupport
import Testing

/// IIIF Presentation 3 serves what is stored.
@Suite struct PresentationContentTests {
    @Test func `the served sample document reads back as stored`() async throws {
        let library = try SampleServer.sampleLibrary()
        try await SampleServer.test { try await $0.expectServed("magna-carta", asStoredIn: library) }
    }

    @Test func `a served page with text lines reads back as stored`() async throws {
        let scratch = try ScratchLibrary()
        let image = scratch.folder.appending(path: "grant.tif").path()
        try LinedPage.writeScan(to: image)
        _ = try scratch.library.add(.imageWithLines(image: image, lines: LinedPage.alto.path(), clauses: nil))
        #expect(try scratch.library.store.clauseCounts(of: "grant").total == LinedPage.lineCount)
        try await SampleServer.test(library: scratch.library) {
            try await $0.expectServed("grant", asStoredIn: scratch.library)
        }
    }

    @Test(
        .enabled(if: SharedFiles.has("charter-besancon-par03"), "needs ../shared/data"),
        arguments: ["charter-besancon-par03/besancon-par03", "charter-auxerre-h2404/auxerre-h2404"])
    func `a served charter with text lines reads back as stored`(name: String) async throws {
        let scratch = try ScratchLibrary()
        let path = SharedFiles.path(name)
        _ = try scratch.library.add(.imageWithLines(image: path + ".jpg", lines: path + ".xml", clauses: nil))
        let document = try #require(try scratch.library.store.documents().first)
        #expect(try scratch.library.store.clauseCounts(of: document.id).total > 10)
        try await SampleServer.test(library: scratch.library) {
            try await $0.expectServed(document.id, asStoredIn: scratch.library)
        }
    }

    @Test func `a served document of three pages in four languages reads back as stored`() async throws {
        let scratch = try ScratchLibrary()
        try scratch.add(ManyPages.files)
        try await SampleServer.test(library: scratch.library) { server in
            try await server.expectServed("many", asStoredIn: scratch.library)
            let manifest = try await server.manifest(of: "many")
            #expect(manifest["viewingDirection"] as? String == "right-to-left")
            #expect((manifest["items"] as? [Any])?.count == 3)
            // A page has one list of annotations, and page 3 has none.
            let canvases = try #require(manifest["items"] as? [[String: Any]])
            let counts = canvases.map { ($0["annotations"] as? [Any])?.count }
            #expect(counts == [1, 1, nil])
        }
    }

    @Test func `a clause's bodies are distinguished by purpose and language`() async throws {
        let scratch = try ScratchLibrary()
        try scratch.add(ManyPages.files)
        try await SampleServer.test(library: scratch.library) { server in
            let page = try await server.json(at: "/iiif/presentation/3/many/annotations/1.json")
            let annotation = try #require((page["items"] as? [[String: Any]])?.first)
            let bodies = try #require(annotation["body"] as? [[String: Any]])
            #expect(bodies.allSatisfy { $0["type"] as? String == "TextualBody" && $0["value"] is String })
            // Titles first, each followed by its translation.
            let first = bodies.prefix { ["identifying", "translating"].contains($0["purpose"] as? String) }
            #expect(first.map { $0["language"] as? String } == ["en", "en", "fr", "el", "el", "zh-Hans"])
            #expect(first.map { $0["value"] as? String } == ["Bread", "One & two", "Pain", "Ψωμί", "Ένα", "面包"])
            let purposes = bodies.dropFirst(first.count).map { $0["purpose"] as? String }
            #expect(purposes == ["describing", "transcribing", "quoting", "tagging"])
            let transcription = try #require(bodies.first { $0["purpose"] as? String == "transcribing" })
            #expect(transcription["value"] as? String == "خبز" && transcription["language"] as? String == "ar")
            #expect(bodies.last?["value"] as? String == "Food" && bodies.last?["language"] as? String == "en")
            let ranges = try #require(annotation["partOf"] as? [[String: Any]])
            let theme = SampleClient.base + "/iiif/presentation/3/many/category/food"
            #expect(ranges.map { $0["id"] as? String } == [theme])
            #expect(ranges.first?["type"] as? String == "Range")
            #expect(ranges.first?["label"] as? [String: [String]] == ["en": ["Food"], "fr": ["Nourriture"]])
            // Programs that support only single bodies fetch the annotation itself if it has none.
            let bare = try #require((page["items"] as? [[String: Any]])?.last)
            #expect((bare["body"] as? [Any])?.isEmpty == true)
            #expect(annotation["stylesheet"] as? String == SampleClient.base + "/iiif/presentation/3/many/style.css")
            let target = try #require(annotation["target"] as? [String: Any])
            #expect(target["styleClass"] as? String == "filled")
            let selectors = try #require(target["selector"] as? [[String: String]])
            #expect(selectors[0]["type"] == "FragmentSelector" && selectors[1]["type"] == "SvgSelector")
            #expect(selectors[0]["value"] == "xywh=10,10,30,20")
            #expect(selectors[1]["value"]?.contains(#"d="M10,10L40,10L40,30Z""#) == true)
        }
    }

    /// The annotation recipes of the IIIF cookbook: polygons, tagging, bodies in several languages, layers, style
    /// sheets.
    @Test(
        .enabled(if: SharedFiles.has("iiif-cookbook"), "needs ../shared/data"),
        arguments: [
            "0019-html-in-annotations", "0021-tagging", "0022-linking-with-a-hotspot", "0045-css",
            "0135-annotating-point-in-canvas", "0139-geolocate-canvas-fragment", "0258-tagging-external-resource",
            "0261-non-rectangular-commenting", "0266-full-canvas-annotation", "0326-annotating-image-layer",
            "0346-multilingual-annotation-body", "0377-image-in-annotation", "0464-reuse-manifest", "0033-choice",
            "0024-book-4-toc", "0006-text-language",
        ])
    func `an imported cookbook recipe reads back as stored`(recipe: String) async throws {
        let scratch = try ScratchLibrary()
        let path = SharedFiles.path("iiif-cookbook/recipe/\(recipe)/manifest.json")
        _ = try scratch.library.add(DocumentSource(path: path, id: "recipe"))
        try await SampleServer.test(library: scratch.library) {
            try await $0.expectServed("recipe", asStoredIn: scratch.library)
        }
    }

    @Test(.enabled(if: SharedFiles.has("iiif-cookbook"), "needs ../shared/data"))
    func `an imported newspaper with separate annotation files reads back as stored`() async throws {
        let scratch = try ScratchLibrary()
        let folder = SharedFiles.path("iiif-cookbook/recipe/0068-newspaper/")
        _ = try scratch.library.add(
            DocumentSource(
                path: folder + "newspaper_issue_1-manifest.json",
                annotations: [1, 2].map { folder + "newspaper_issue_1-anno_p\($0).json" }, id: "newspaper"))
        #expect(try scratch.library.store.clauseCounts(of: "newspaper").total == 523)
        try await SampleServer.test(library: scratch.library) {
            try await $0.expectServed("newspaper", asStoredIn: scratch.library)
        }
    }
}

/// A document of three pages, one with an image, in four languages besides its own.
enum ManyPages {
    static let files = [
        "document": """
        {"id": "many", "title": {"en": "Many pages", "el": "Πολλές σελίδες"}, "summary": "<i>Few words</i>",
         "holder": {"en": "A library"}, "shelfmark": "MS 7", "date": {"en": "about 1300"},
         "rights": "https://creativecommons.org/publicdomain/mark/1.0/", "attribution": "A library", "language": "ar",
         "languages": ["en", "fr", "el", "zh-Hans"], "credits": {"en": "Ada"},
         "pages": [{"label": {"en": "recto"}, "image": "scan.tif", "pixelsPerMillimetre": 11.8},
                   {"label": "verso", "width": 90, "height": 70}, {"width": 50, "height": 60}]}
        """,
        "categories": """
        [{"id": "food", "label": {"en": "Food", "fr": "Nourriture"}},
         {"id": "apart", "label": "Apart", "style": "outline", "includedInAll": false},
         {"id": "unused", "label": "Unused"}]
        """,
        "clauses": """
        [{"id": "bread", "number": "1", "incipit": "<b>خبز</b>", "categories": ["food"],
          "regions": [{"page": 1, "polygon": [[10, 10], [40, 10], [40, 30]]},
                      {"page": 2, "polygon": [[10.5, 10], [60, 10], [60, 60], [10, 60]],
                       "holes": [[[20, 20], [30, 20], [30, 30]]]}]},
         {"id": "spot", "kind": "detail", "categories": ["apart"],
          "regions": [{"page": 1, "polygon": [[50, 50], [59, 50], [59, 59]]}]},
         {"id": "bare", "regions": [{"page": 1, "polygon": [[1, 1], [5, 1], [5, 5]]},
                                    {"page": 1, "polygon": [[11, 1], [15, 1], [15, 5]]}]}]
        """,
        "texts/en":
            #"{"bread": {"title": "Bread", "translation": "One & two", "context": "<p>"}, "spot": {"title": "x"}}"#,
        "texts/fr": #"{"bread": {"title": "Pain"}}"#,
        "texts/el": #"{"bread": {"title": "Ψωμί", "translation": "Ένα"}}"#,
        "texts/zh-Hans": #"{"bread": {"title": "面包"}}"#,
        "texts/ar": #"{"bread": {"transcription": "خبز"}}"#,
        // All bytes are below 128, so that it is also text.
        "scan.tif": String(
            decoding: PlainTIFF.bytes(
                width: 60, height: 80, pixels: [UInt8](repeating: 120, count: 14_400), rowsPerStrip: 80), as: UTF8.self),
    ]
}
