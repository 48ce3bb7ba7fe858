import Foundation
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// The IIIF properties that documents keep: read from manifests and source folders, stored, and written again.
@Suite struct PresentationPropertiesTests {
    /// A manifest of three canvases, the last of which is a video, with every property that exists.
    static let manifest = """
        {"@context":"http://iiif.io/api/presentation/3/context.json","id":"https://museum.example/book/manifest.json",
         "type":"Manifest","label":{"en":["A book"]},
         "requiredStatement":{"label":{"en":["Held by"]},"value":{"en":["A museum"]}},
         "behavior":["paged"],"viewingDirection":"right-to-left","navDate":"1215-06-15T00:00:00Z",
         "metadata":[{"label":{"en":["Date"],"fr":["Date"]},"value":{"none":["1215"]}},
          {"label":{"en":["Creator"]},"value":{"en":["<span>Anna <b>B.</b></span>","Carl"],"none":["A. B."]}},
          {"label":{"en":["Language"]},"value":{"en":["German"]}}, {"label":{"en":["Empty"]}}],
         "provider":[{"id":"https://id.example/1","type":"Agent","label":{"en":["A museum"]},
          "homepage":[{"id":"https://museum.example/","type":"Text","label":{"en":["Home"]},"format":"text/html"}],
          "logo":[{"id":"https://museum.example/logo.png","type":"Image","service":[{"id":"https://museum.example/i"}]}],
          "seeAlso":[{"id":"https://museum.example/us.json","type":"Dataset"}],"x":1}],
         "homepage":[{"id":"https://museum.example/book","type":"Text","label":{"en":["The book"]},"language":["en"]}],
         "seeAlso":[{"id":"https://museum.example/book.xml","type":"Dataset","format":"text/xml","profile":"http://m/v3"},
          {"id":"javascript:alert(1)","type":"Dataset"}],
         "rendering":[{"id":"https://museum.example/book.pdf","type":"Text","format":"application/pdf"}],
         "start":{"id":"https://museum.example/c/2","type":"Canvas"},"navPlace":{"id":"x"},"x-mine":true,
         "thumbnail":[{"id":"https://museum.example/t.jpg","type":"Image"}],"partOf":[{"id":"https://museum.example/all"}],
         "items":[
          {"id":"https://museum.example/c/1","type":"Canvas","width":1000,"height":800,"thumbnail":[{"id":"https://t"}],
           "navDate":"1215-06-15T00:00:00Z","items":[{"type":"AnnotationPage","items":[{"type":"Annotation",
           "motivation":"painting","target":"https://museum.example/c/1",
           "body":{"id":"https://museum.example/1.jpg","type":"Image"}}]}]},
          {"id":"https://museum.example/c/2","type":"Canvas","width":1000,"height":800,"thumbnail":[{"id":"https://t"}],
           "items":[]},
          {"id":"https://museum.example/c/3","type":"Canvas","width":640,"height":480,"duration":12,"items":[{
           "type":"AnnotationPage","items":[{"type":"Annotation","motivation":"painting",
           "target":"https://museum.example/c/3","body":{"id":"https://museum.example/v.mp4","type":"Video"}}]}]}],
         "structures":[{"id":"https://museum.example/r/1","type":"Range","label":{"en":["Contents"]},"items":[
          {"id":"https://museum.example/r/2","type":"Range","label":{"en":["One"]},"summary":{"en":["?"]},"items":[
           {"id":"https://museum.example/c/1#xywh=10,20,30,40","type":"Canvas"},
           {"id":"https://museum.example/c/3","type":"Canvas"}]},
          {"id":"https://museum.example/r/3","type":"Range","items":[{"type":"SpecificResource",
           "source":"https://museum.example/c/2","selector":{"type":"FragmentSelector","value":"xywh=percent:0,0,50,50"}}]}
         ]}]}
        """

    @Test func `a manifest's properties are kept, and the rest is reported with its path`() throws {
        let read = try FormatFixture.read(Self.manifest)
        let presentation = try #require(read.document.header.presentation)
        #expect(presentation.behavior == ["paged"] && presentation.viewingDirection == .rightToLeft)
        #expect(presentation.navDate == "1215-06-15T00:00:00Z" && read.document.header.date == "1215")
        #expect(presentation.metadata.map(\.label) == [["en": "Creator"], ["en": "Language"]])
        #expect(presentation.metadata.first?.value.byLanguage == ["en": ["Anna B.", "Carl"], "none": ["A. B."]])
        #expect(presentation.metadata.last?.value.byLanguage == ["en": ["German"]])
        #expect(read.document.header.language == "und" && read.document.header.holder == ["en": "A museum"])
        let provider = try #require(presentation.provider.first)
        #expect(provider.id == "https://id.example/1" && provider.homepage.map(\.label) == [["en": "Home"]])
        #expect(provider.logo.map(\.id) == ["https://museum.example/logo.png"] && provider.seeAlso.count == 1)
        #expect(presentation.homepage.map(\.language) == [["en"]])
        #expect(presentation.seeAlso.map(\.profile) == ["http://m/v3"])
        #expect(presentation.rendering.map(\.format) == ["application/pdf"])
        let contents = try #require(presentation.structures.first)
        #expect(contents.items.map(\.label) == [["en": "One"], nil])
        #expect(contents.items[0].pages == [ContentsPlace(page: 1, box: [10, 20, 30, 40])])
        #expect(contents.items[1].pages == [ContentsPlace(page: 2, box: [0, 0, 500, 400])])
        #expect(read.document.pages.count == 2)
        for place in [
            "metadata[0].label", "metadata[3]", "requiredStatement.label", "provider[0].x",
            "provider[0].logo[0].service", "seeAlso[1]", "start", "navPlace", "x-mine", "thumbnail", "partOf",
            "2 times, first items[0].thumbnail", "items[0].navDate", "items[2]",
            "structures[0].items[0].summary", "structures[0].items[0].items[1]",
        ] {
            #expect(read.notes.count { $0.hasSuffix("(\(place))") } == 1, "\(place) of \(read.notes)")
        }
        // One for each of these, and one for the image elsewhere.
        #expect(read.notes.count == 17, "\(read.notes)")
    }

    @Test func `kept properties are read back from written manifests and from the store`() throws {
        let document = try FormatFixture.read(Self.manifest).document
        let writer = PresentationWriter(document, base: "https://example.org", images: [:])
        #expect(!writer.losses.contains { $0.contains("further keys") })
        let readBack = try FormatFixture.read(String(decoding: writer.manifest(), as: UTF8.self), id: document.id)
        #expect(readBack.document.header == document.header && readBack.notes.isEmpty, "\(readBack.notes)")
        let library = try TestStore()
        _ = try library.store.put(document, images: [:], source: "a test", at: Date(timeIntervalSince1970: 0))
        let stored = try library.store.document(document.id, part: .whole, for: .anyone)
        #expect(stored.source.header == document.header)
        #expect(try library.store.differencesFromSource(of: document.id) == [])
        #expect(
            Presentation2Writer(writer).losses.suffix(2) == ["the provider", "the types and languages of links"])
    }

    @Test func `properties that a server adds to a manifest are not read as the document's own`() throws {
        let document = try FormatFixture.read(Self.manifest).document
        let library = try TestStore()
        _ = try library.store.put(document, images: [:], source: "a test", at: Date(timeIntervalSince1970: 0))
        for form in [PresentationWriter.Form.served, .site] {
            let part = try library.store.document(document.id, part: .whole, for: .anyone)
            var text = ""
            let writer = PresentationWriter(part, base: "https://example.org", form: form)
            #expect(writer.write(.manifest, to: &text))
            #expect(text.contains("https://museum.example/book.pdf") && text.contains("/documents/book"))
            let readBack = try FormatFixture.read(text)
            #expect(readBack.document.header == document.header, "\(form)")
            #expect(readBack.notes.isEmpty, "\(readBack.notes)")
        }
    }

    @Test func `each range of the table of contents can be requested`() throws {
        let document = try FormatFixture.read(Self.manifest).document
        let library = try TestStore()
        _ = try library.store.put(document, images: [:], source: "a test", at: Date(timeIntervalSince1970: 0))
        let part = try library.store.document(document.id, part: .header, for: .anyone)
        let writer = PresentationWriter(part, base: "https://example.org")
        var manifest = ""
        #expect(writer.write(.manifest, to: &manifest))
        let root = "https://example.org/iiif/presentation/3/\(document.id)/"
        for path in ["1", "1.1", "1.2"] {
            #expect(manifest.contains("\"\(root)range/contents/\(path)\""))
            var range = ""
            let requested = try #require(PresentationPart(path: ["range", "contents", path]))
            #expect(writer.write(requested, to: &range))
            #expect(try JSONParser.parse(Data(range.utf8))["id"] == .string("\(root)range/contents/\(path)"))
        }
        var nothing = ""
        #expect(!writer.write(.contents([1, 3]), to: &nothing) && !writer.write(.contents([]), to: &nothing))
        for path in ["", "0", "1.", "01", "1.-1", "x"] {
            #expect(PresentationPart(path: ["range", "contents", path]) == nil)
        }
    }

    @Test func `the properties of a version 2 manifest are kept, and the rest is reported`() throws {
        let read = try FormatFixture.read(
            """
            {"@context":"http://iiif.io/api/presentation/2/context.json","@id":"https://museum.example/2/manifest.json",
             "@type":"sc:Manifest","label":"A book","viewingHint":"paged","navDate":"1215-06-15T00:00:00Z",
             "related":"https://museum.example/book","logo":"https://museum.example/logo.png",
             "seeAlso":{"@id":"https://museum.example/book.xml","format":"text/xml"},
             "metadata":[{"label":"Creator","value":["Anna",{"@value":"Charles","@language":"fr"}]}],
             "sequences":[{"@type":"sc:Sequence","viewingDirection":"right-to-left","startCanvas":"https://museum.example/c/1",
               "rendering":{"@id":"https://museum.example/book.pdf","label":"PDF"},
               "canvases":[{"@id":"https://museum.example/c/1","@type":"sc:Canvas","label":"1","width":100,"height":80,"images":[]},
                {"@id":"https://museum.example/c/2","@type":"sc:Canvas","label":"2","width":100,"height":80,"images":[]}]},
              {"@type":"sc:Sequence"}],
             "structures":[
              {"@id":"https://museum.example/r/0","@type":"sc:Range","viewingHint":"top","ranges":["https://museum.example/r/1"],
               "members":[{"@id":"https://museum.example/r/4","@type":"sc:Range"}]},
              {"@id":"https://museum.example/r/1","@type":"sc:Range","label":"One","canvases":["https://museum.example/c/1"],
               "ranges":["https://museum.example/r/2"]},
              {"@id":"https://museum.example/r/2","@type":"sc:Range","label":"Within",
               "canvases":["https://museum.example/c/2#xywh=1,2,3,4"]},
              {"@id":"https://museum.example/r/4","@type":"sc:Range","label":"Two","canvases":["https://museum.example/c/2"]},
              {"@id":"https://museum.example/r/5","@type":"sc:Range","label":"A","ranges":["https://museum.example/r/6"]},
              {"@id":"https://museum.example/r/6","@type":"sc:Range","label":"B","ranges":["https://museum.example/r/5"]}]}
            """)
        let presentation = try #require(read.document.header.presentation)
        #expect(presentation.behavior == ["paged"] && presentation.viewingDirection == .rightToLeft)
        #expect(presentation.homepage == [WebLink(id: "https://museum.example/book")])
        #expect(presentation.seeAlso.map(\.format) == ["text/xml"] && presentation.rendering.map(\.label) == ["PDF"])
        #expect(presentation.metadata.map(\.value.byLanguage) == [["none": ["Anna"], "fr": ["Charles"]]])
        #expect(
            presentation.structures.map(\.label) == ["Two", "One"]
                || presentation.structures.map(\.label) == ["One", "Two"])
        let one = try #require(presentation.structures.first { $0.label == "One" })
        #expect(one.pages == [ContentsPlace(page: 1)] && one.items.map(\.label) == ["Within"])
        #expect(one.items[0].pages == [ContentsPlace(page: 2, box: [1, 2, 3, 4])])
        for place in ["logo", "sequences[0].startCanvas", "sequences[1]", "2 times, first structures[4]"] {
            #expect(read.notes.count { $0.hasSuffix("(\(place))") } == 1, "\(place) of \(read.notes)")
        }
        #expect(read.notes.count == 4, "\(read.notes)")
    }

    @Test func `a canvas with an image and a video keeps the image and reports the video`() throws {
        let video = Self.manifest.replacing(
            #""body":{"id":"https://museum.example/v.mp4","type":"Video"}"#,
            with:
                #""body":[{"id":"https://museum.example/v.mp4","format":"video/mp4"},{"id":"https://p","type":"Image"}]"#
        )
        let read = try FormatFixture.read(video)
        #expect(read.document.pages.count == 3)
        #expect(
            read.notes.contains { $0.contains("video and sound") && $0.contains("items[2].items[0].items[0].body[0]") })
        #expect(read.notes.contains { $0.contains("duration of a canvas") && $0.contains("items[2].duration") })
    }

    @Test func `a manifest with a video and no image is refused with the path of the video`() throws {
        let videoOnly = Self.manifest.replacing(
            #""type":"Image"}}]}]},"#, with: #""type":"dctypes:MovingImage"}}]}]},"#)
        let line = try FormatFixture.faultLine(videoOnly)
        #expect(
            line
                == "file.json: items[0].items[0].items[0].body is MovingImage, expected an image on at least one canvas"
        )
    }

    // MARK: Source folders

    private static func fixture(_ member: String) throws -> SourceFixture {
        var fixture = SourceFixture()
        try fixture.replace(#""language": "la","#, with: #""language": "la", \#(member),"#, in: "document.json")
        return fixture
    }

    @Test func `a source folder may state texts in short form and bare page numbers`() throws {
        let read = try Self.fixture(
            """
            "metadata": [{ "label": "Creator", "value": "Anna" }, { "label": "Maker", "value": ["B", "C"] },
             { "label": { "en": "Place" }, "value": { "en": "Paris", "none": ["48", "2"] } }],
             "structures": [{ "label": "One", "pages": [1, { "page": 2, "box": [0, 0, 500, 400] }] }]
            """
        ).read()
        let presentation = try #require(read.header.presentation)
        #expect(
            presentation.metadata.map(\.value.byLanguage)
                == [["none": ["Anna"]], ["none": ["B", "C"]], ["en": ["Paris"], "none": ["48", "2"]]])
        #expect(
            presentation.structures.first?.pages
                == [ContentsPlace(page: 1), ContentsPlace(page: 2, box: [0, 0, 500, 400])])
    }

    @Test(arguments: [
        (#""behavior": "paged""#, "behavior is \"paged\", expected an array of behaviors"),
        (#""behavior": ["a b"]"#, "behavior[0] is \"a b\", expected a behavior such as paged"),
        (#""viewingDirection": "up""#, "viewingDirection is \"up\", expected left-to-right or"),
        (#""navDate": "1215""#, "navDate is \"1215\", expected a date and time with a time zone"),
        (#""navDate": "1215-06-15T00:00:00""#, "navDate is \"1215-06-15T00:00:00\", expected a date and time"),
        (#""metadata": {}"#, "metadata is {}, expected an array of labels and values"),
        (#""metadata": [{ "label": "a" }]"#, "metadata[0].value is missing, expected a text, an array of texts"),
        (#""metadata": [{ "label": "a", "value": [] }]"#, "metadata[0].value is [], expected at least one text"),
        (#""metadata": [{ "label": "a", "value": ["b", 1] }]"#, "metadata[0].value[1] is 1, expected a text"),
        (
            #""metadata": [{ "label": "a", "value": { "?": "b" } }]"#,
            "expected a language tag such as en or fr-CA, or none"
        ),
        (#""homepage": ["https://a"]"#, "homepage[0] is \"https://a\", expected an object with id, label and format"),
        (#""homepage": [{ "id": "ftp://a" }]"#, "homepage[0].id is \"ftp://a\", expected an http or https URI"),
        (
            #""seeAlso": [{ "id": "javascript:alert(1)" }]"#,
            "seeAlso[0].id is \"javascript:alert(1)\", expected an http"
        ),
        (
            #""rendering": [{ "id": "https://a", "format": "" }]"#,
            "rendering[0].format is \"\", expected a text of 1 to"
        ),
        (
            #""rendering": [{ "id": "https://a", "language": ["?"] }]"#,
            "rendering[0].language[0] is \"?\", expected a lang"
        ),
        (#""provider": [{ "label": "a", "id": "x" }]"#, "provider[0].id is \"x\", expected an http or https URI"),
        (#""provider": [{ }]"#, "provider[0].label is missing, expected a text, or an object of texts by language"),
        (#""structures": [{ "label": "a" }]"#, "structures[0] is without pages and items, expected either of them"),
        (#""structures": [{ "pages": [3] }]"#, "structures[0].pages[0] is 3, expected a page from 1 to 2"),
        (
            #""structures": [{ "pages": [{ "page": 2, "box": [0, 0, 501, 1] }] }]"#,
            "structures[0].pages[0].box is [0, 0, 501, 1], expected [x, y, width, height] in pixels, within the page"
        ),
    ])
    func `a fault names its path and what was expected`(_ member: String, _ expected: String) throws {
        let lines = try Self.fixture(member).faults().lines
        #expect(lines.count == 1 && lines[0].contains(expected), "\(lines)")
    }

    @Test func `counts, lengths and nesting are bounded`() throws {
        func line(_ member: String) throws -> String { try Self.fixture(member).faults().lines.joined(separator: "|") }
        let entry = #"{ "label": "a", "value": "b" }"#
        func many(_ element: String, _ count: Int) -> String {
            "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
        }
        #expect(
            try line(#""metadata": \#(many(entry, 1001))"#).contains(
                "metadata is an array of 1001, expected at most 1000"))
        let text = String(repeating: "a", count: 100_001)
        #expect(try line(#""metadata": [{ "label": "a", "value": "\#(text)" }]"#).contains("at most 100000 bytes"))
        #expect(try line(#""metadata": [{ "label": "\#(text)", "value": "a" }]"#).contains("at most 100000 bytes"))
        #expect(try line(#""homepage": \#(many(#"{ "id": "https://a" }"#, 101))"#).contains("expected at most 100"))
        #expect(try line(#""provider": \#(many(#"{ "label": "a" }"#, 21))"#).contains("expected at most 20"))
        #expect(try line(#""behavior": \#(many(#""paged""#, 21))"#).contains("expected at most 20"))
        let part = #"{ "items": \#(many(#"{ "pages": [1] }"#, 5000)) }"#
        #expect(try line(#""structures": \#(many(part, 2))"#).contains("expected at most 10000 parts altogether"))
        let deep = (0..<17).reduce(#"{ "pages": [1] }"#) { inner, _ in #"{ "items": [\#(inner)] }"# }
        #expect(try line(#""structures": [\#(deep)]"#).contains("is nested too deeply, expected at most 16 levels"))
    }

    @Test func `a stored header without presentation properties is read`() throws {
        let document = try Self.fixture(#""homepage": [{ "id": "https://example.org/" }]"#).read()
        var older = document.header
        older.presentation = nil
        let text = try StoredJSON.encode(older)
        #expect(!text.contains("presentation"))
        #expect(try StoredJSON.decode(text) as DocumentHeader == older)
    }

    @Test func `texts are chosen by language, then those without language, then by fallback`() throws {
        let texts = try #require(LanguageTexts(["en": ["a"], "none": ["b"], "fr": ["c"]]))
        #expect(texts.texts(in: "fr-CA") == ["c"] && texts.texts(in: "de") == ["b"])
        let named = try #require(LanguageTexts(["en": ["a"], "fr": ["c"]]))
        #expect(named.texts(in: "de", fallback: ["fr"]) == ["c"] && named.texts(in: nil) == ["a"])
        #expect(LanguageTexts(["en": []]) == nil)
    }
}
