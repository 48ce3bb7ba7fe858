import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct RoundTripTests {
    /// Writes bytes into a file and reads it.
    private func read(_ bytes: Data) throws -> ImportedDocument {
        try FormatFixture.read(String(decoding: bytes, as: UTF8.self), named: "written.json")
    }

    private func expectEqual(_ read: SourceDocument, _ written: SourceDocument, _ seed: UInt64) {
        #expect(read.clauses.map(\.id) == written.clauses.map(\.id), "seed \(seed)")
        for (one, other) in zip(read.clauses, written.clauses) { #expect(one == other, "seed \(seed)") }
        #expect(read.texts == written.texts, "seed \(seed)")
    }

    /// Expects that the whole document was read back, and nothing was reported missing.
    private func expectWhole(_ read: ImportedDocument, _ written: SourceDocument, _ seed: UInt64) {
        #expect(read.notes.isEmpty, "\(read.notes)")
        expectEqual(read.document, written, seed)
        #expect(read.document.header == written.header, "seed \(seed)")
        #expect(read.document.pages == written.pages, "seed \(seed)")
        #expect(read.document.categories == written.categories, "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...60)
    func `a document is read back unchanged from a manifest`(_ seed: UInt64) throws {
        let document = try RandomContent.document(seed: seed)
        let writer = PresentationWriter(document, base: "https://example.org", images: [:])
        #expect(writer.losses.isEmpty)
        let result = try read(writer.manifest())
        expectWhole(result, document, seed)
    }

    @Test(arguments: UInt64(1)...60)
    func `a document is read back unchanged from a version 2 manifest`(_ seed: UInt64) throws {
        let document = try RandomContent.document(seed: seed, isOlder: true)
        let writer = Presentation2Writer(PresentationWriter(document, base: "https://example.org", images: [:]))
        #expect(writer.losses.isEmpty)
        let result = try read(writer.manifest())
        expectWhole(result, document, seed)
    }

    @Test(arguments: UInt64(1)...60)
    func `clauses, texts and categories are read back unchanged from an annotation page`(_ seed: UInt64) throws {
        let document = try RandomContent.document(seed: seed)
        let writer = PresentationWriter(document, base: "https://example.org", images: [:])
        let result = try read(writer.annotations())
        // Pages without clauses are not written.
        if Set(document.clauses.flatMap(\.regions).map(\.page)).count == document.pages.count {
            #expect(result.document.pages == document.pages, "seed \(seed)")
        }
        expectEqual(result.document, document, seed)
        let chosen = Set(document.clauses.flatMap(\.categories))
        #expect(Set(result.document.categories) == Set(document.categories.filter { chosen.contains($0.id) }))
        #expect(result.document.header.title == document.header.title)
    }

    @Test(arguments: UInt64(1)...60)
    func `a document is read back unchanged from GeoJSON`(_ seed: UInt64) throws {
        let document = try RandomContent.document(seed: seed)
        let writer = try GeoJSONWriter(document)
        #expect(writer.losses.isEmpty)
        let result = try read(writer.collection())
        expectWhole(result, document, seed)
    }

    @Test func `a document without clauses is read back from a manifest and from GeoJSON`() throws {
        var fixture = SourceFixture()
        fixture.files["clauses.json"] = Data("[]".utf8)
        for language in ["en", "fr", "la"] { fixture.files["texts/\(language).json"] = nil }
        let document = try fixture.read()
        let writer = PresentationWriter(document, base: "https://example.org", images: [:])
        for bytes in [
            writer.manifest(), Presentation2Writer(writer).manifest(), try GeoJSONWriter(document).collection(),
        ] {
            let read = try read(bytes).document
            #expect(read.clauses.isEmpty && read.header.title == document.header.title)
            #expect(read.pages.map(\.width) == document.pages.map(\.width))
        }
        #expect(try self.read(GeoJSONWriter(document).collection()).document.categories.count == 3)
        #expect(writer.losses.contains("the categories, as there are no clauses"))
    }

    @Test func `a manifest that is read and written again is identical`() throws {
        let document = try RandomContent.document(seed: 99)
        let first = PresentationWriter(document, base: "https://example.org", images: [:]).manifest()
        let rewritten = PresentationWriter(try read(first).document, base: "https://example.org", images: [:])
            .manifest()
        #expect(first == rewritten)
    }

    @Test func `unknown keys, palette and status are kept in GeoJSON and reported lost in a manifest`() throws {
        var fixture = SourceFixture()
        try fixture.replace("\"published\"", with: "\"draft\"", in: "document.json")
        try fixture.replace(#""id": "money","#, with: #""id": "money", "since": 1215,"#, in: "categories.json")
        let document = try fixture.read()
        let losses = PresentationWriter(document, base: "https://example.org", images: [1: "psalter-1"]).losses
        let expected = [
            "the status draft", "the palette", "the mark", "the icons of 3 categories",
            "image files (it refers to them)", "further keys of document.json: x-unknown",
            "further keys of categories.json: since", "further keys of clauses.json: remark",
        ]
        #expect(losses == expected)
        let writer = try GeoJSONWriter(document)
        #expect(writer.losses == ["the images' files", "the local icons seal.svg"])
        let result = try read(writer.collection())
        #expect(result.document.header.palette == document.header.palette)
        #expect(result.document.header.status == .draft)
        let files = result.document.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        #expect(files.contains("x-unknown") && files.contains("remark"))
        #expect(result.document.clauses == document.clauses && result.document.texts == document.texts)
    }

    @Test func `the sample document is read back from each format`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "data/magna-carta").path()
        let document = try SourceFolder.read(folder) { _, _ in (6000, 8000) }
        let writer = PresentationWriter(document, base: "https://example.org", images: [1: "magna-carta-1"])
        let older = Presentation2Writer(writer).manifest()
        let collection = try GeoJSONWriter(document).collection()
        for bytes in [writer.manifest(), older, writer.annotations(), collection] {
            let read = try read(bytes).document
            #expect(read.clauses == document.clausesWithoutLinks)
            // GeoJSON has the same texts as the source folder.
            #expect(read.texts == (bytes == collection ? document.texts : document.textsWithoutLinks))
            #expect(read.header.title == document.header.title)
        }
    }

    @Test func `labels in angle brackets are plain text, summaries are escaped, and all are read back`() throws {
        var fixture = SourceFixture()
        try fixture.replace("A psalter", with: "<Missale>", in: "document.json")
        try fixture.replace("Small.", with: "<Small>", in: "document.json")
        try fixture.replace(#""number": "2""#, with: #""number": "<iv>""#, in: "clauses.json")
        let writer = PresentationWriter(try fixture.read(), base: "https://example.org", images: [:])
        let manifest = try JSONParser.parse(writer.manifest())
        #expect(manifest["label"]?["en"] == .array([.string("<Missale>")]))
        #expect(manifest["summary"]?["en"] == .array([.string("<span>&lt;Small&gt;</span>")]))
        let manifests = [writer.manifest(), Presentation2Writer(writer).manifest()]
        for bytes in manifests + [writer.annotations()] {
            let document = try read(bytes).document
            #expect(document.header.title.text(in: "en") == "<Missale>")
            #expect(document.clauses.first { $0.id == "2" }?.number == "<iv>")
        }
        for bytes in manifests { #expect(try read(bytes).document.header.summary?.text(in: "en") == "<Small>") }
    }

    // MARK: What others read

    @Test func `a version 2 manifest names version 2 of the Image API`() throws {
        let document = try SourceFixture().read()
        let writer = PresentationWriter(document, base: "https://example.org/", images: [1: "psalter-1"])
        let manifest = try JSONParser.parse(Presentation2Writer(writer).manifest())
        let canvas = manifest["sequences"]?.elements?.first?["canvases"]?.elements?.first
        let image = try #require(canvas?["images"]?.elements?.first?["resource"])
        #expect(image["@id"] == .string("https://example.org/iiif/2/psalter-1/full/full/0/default.jpg"))
        #expect(
            image["service"]
                == .members([
                    ("@context", .string("http://iiif.io/api/image/2/context.json")),
                    ("@id", .string("https://example.org/iiif/2/psalter-1")),
                    ("profile", .string("http://iiif.io/api/image/2/level2.json")),
                ]))
    }

    @Test func `a manifest has the structure that viewers need`() throws {
        let document = try SourceFixture().read()
        let writer = PresentationWriter(document, base: "https://example.org/", images: [1: "psalter-1"])
        let manifest = try #require(
            try JSONSerialization.jsonObject(with: writer.manifest()) as? [String: Any])
        #expect(manifest["type"] as? String == "Manifest")
        #expect(manifest["id"] as? String == "https://example.org/iiif/presentation/3/psalter/manifest.json")
        #expect(manifest["rights"] as? String == "https://creativecommons.org/publicdomain/zero/1.0/")
        let canvases = try #require(manifest["items"] as? [[String: Any]])
        #expect(canvases.count == 2)
        let painting = try #require((canvases[0]["items"] as? [[String: Any]])?.first?["items"] as? [[String: Any]])
        let body = try #require(painting[0]["body"] as? [String: Any])
        #expect(body["id"] as? String == "https://example.org/iiif/3/psalter-1/full/max/0/default.jpg")
        #expect((canvases[1]["items"] as? [Any])?.isEmpty == true)
        let page = try #require((canvases[0]["annotations"] as? [[String: Any]])?.first)
        let annotations = try #require(page["items"] as? [[String: Any]])
        #expect(annotations.count == 6)
        let target = try #require(annotations[1]["target"] as? [String: Any])
        let selectors = try #require(target["selector"] as? [[String: Any]])
        #expect(selectors.map { $0["type"] as? String } == ["FragmentSelector", "SvgSelector"])
        #expect(selectors[0]["value"] as? String == "xywh=600,100,100,100")
        let ranges = try #require(manifest["structures"] as? [[String: Any]])
        let order = try #require(ranges[0]["items"] as? [[String: Any]])
        #expect(order.count == 6)
        let themes = try #require(ranges[1]["items"] as? [[String: Any]])
        let hidden = try #require(themes.first { ($0["id"] as? String)?.hasSuffix("/category/hidden") == true })
        #expect((hidden["items"] as? [Any])?.count == 2)
    }
}
