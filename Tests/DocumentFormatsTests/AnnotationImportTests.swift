import Foundation
import ImageGeometry
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct AnnotationImportTests {
    private static let canvas = "https://example.org/psalter/canvas/1"

    private func document(_ annotations: String, images: [Int: SourceImage] = [:]) throws -> SourceDocument {
        try FormatFixture.read(FormatFixture.manifest(annotations), images: images).document
    }

    private func bounds(_ target: String, images: [Int: SourceImage] = [:]) throws -> Rectangle {
        let clause = try #require(try document(FormatFixture.annotation(target), images: images).clauses.first)
        return clause.regions[0].polygon.bounds
    }

    // MARK: Targets

    @Test(arguments: [
        #""https://example.org/psalter/canvas/1#xywh=100,200,300,400""#,
        #""https://example.org/psalter/canvas/1#xywh=pixel:100,200,300,400""#,
        #""https://example.org/psalter/canvas/1#xywh=percent:10,25,30,50""#,
        #""https://example.org/psalter/canvas/1#xywh=pct%3A10%2C25%2C30%2C50""#,
        #"{"id":"https://example.org/psalter/canvas/1#xywh=100,200,300,400","type":"Canvas"}"#,
        #"{"type":"SpecificResource","source":{"id":"https://example.org/psalter/canvas/1","type":"Canvas"},"selector":{"type":"FragmentSelector","value":"xywh=100,200,300,400"}}"#,
        #"{"source":"https://example.org/psalter/canvas/1","selector":[{"type":"FragmentSelector","value":"xywh=0,0,9,9"},{"type":"SvgSelector","value":"<svg><rect x='100' y='200' width='300' height='400'/></svg>"}]}"#,
        #"{"source":"https://example.org/psalter/canvas/1","selector":{"type":"Choice","items":[{"type":"SvgSelector","value":"<svg><path d='M100,200h300v400h-300z'/></svg>"}]}}"#,
        #"[{"source":"https://example.org/psalter/canvas/1#xywh=100,200,300,400"}]"#,
    ])
    func `equivalent targets give the same box`(_ target: String) throws {
        #expect(try bounds(target) == Rectangle(x: 100, y: 200, width: 300, height: 400))
    }

    @Test func `coordinates are scaled from the canvas to the given image`() throws {
        let image = [1: SourceImage(fileName: "scan.jpg", width: 4000, height: 1600)]
        let scaled = Rectangle(x: 400, y: 400, width: 1200, height: 800)
        for target in [
            "\"\(Self.canvas)#xywh=100,200,300,400\"", "\"\(Self.canvas)#xywh=percent:10,25,30,50\"",
            FormatFixture.drawing("<svg><rect x='100' y='200' width='300' height='400'/></svg>"),
        ] {
            #expect(try bounds(target, images: image) == scaled)
        }
        let page = try #require(try document("", images: image).pages.first)
        #expect(page.width == 4000 && page.height == 1600 && page.image == "scan.jpg")
    }

    @Test func `curves are flattened to within half a pixel of the image, not of the canvas`() throws {
        let image = [1: SourceImage(fileName: "scan.jpg", width: 20_000, height: 16_000)]
        let target = FormatFixture.drawing("<svg><circle cx='500' cy='400' r='300'/></svg>")
        let clause = try #require(try document(FormatFixture.annotation(target), images: image).clauses.first)
        let ring = clause.regions[0].polygon.outer
        for (start, end) in zip(ring, ring.dropFirst()) {
            let middle = Point(x: (start.x + end.x) / 2 - 10_000, y: (start.y + end.y) / 2 - 8000)
            #expect(abs(hypot(middle.x, middle.y) - 6000) < 0.5)
        }
    }

    @Test func `points and lines become small boxes, and a whole canvas a region of its size`() throws {
        let point = #"{"source":"\#(Self.canvas)","selector":{"type":"PointSelector","x":500,"y":400}}"#
        #expect(try bounds(point) == Rectangle(x: 495, y: 395, width: 10, height: 10))
        let line = FormatFixture.drawing("<svg><line x1='10' y1='20' x2='50' y2='20'/></svg>")
        #expect(try bounds(line) == Rectangle(x: 10, y: 20, width: 40, height: 1))
        #expect(try bounds("\"\(Self.canvas)#xywh=10,20,0,5\"").width == 1)
        #expect(try bounds("\"\(Self.canvas)\"") == Rectangle(x: 0, y: 0, width: 1000, height: 800))
        #expect(try bounds("\"\(Self.canvas)#t=3,5\"").width == 1000)
    }

    @Test func `a target is clipped to its canvas, or left out with a note if it is outside`() throws {
        #expect(
            try bounds("\"\(Self.canvas)#xywh=-5,700,50,500\"") == Rectangle(x: 0, y: 700, width: 45, height: 100))
        let outside = FormatFixture.annotation("\"\(Self.canvas)#xywh=2000,2000,50,50\"")
        let result = try FormatFixture.read(FormatFixture.manifest(outside))
        #expect(result.document.clauses.isEmpty)
        #expect(result.notes.contains { $0.contains("left out") })
    }

    @Test func `several targets and shapes become regions of one clause`() throws {
        let shapes = FormatFixture.drawing("<svg><rect width='9' height='9'/><circle cx='50' cy='50' r='9'/></svg>")
        let target = "[\(shapes),\"\(Self.canvas)#xywh=100,100,50,50\"]"
        let document = try document(FormatFixture.annotation(target))
        #expect(document.clauses.count == 1 && document.clauses[0].regions.count == 3)
    }

    @Test func `a broken drawing beside a box is ignored with a note`() throws {
        let target = """
            {"source":"\(Self.canvas)","selector":[{"type":"SvgSelector","value":"<svg><path d='M1,1 h9'/></svg"},
             {"type":"FragmentSelector","value":"xywh=1,2,3,4"}]}
            """
        let result = try FormatFixture.read(FormatFixture.manifest(FormatFixture.annotation(target)))
        #expect(result.document.clauses[0].regions[0].polygon.bounds == Rectangle(x: 1, y: 2, width: 3, height: 4))
        #expect(result.notes.contains { $0.contains("box beside it") })
    }

    // MARK: Bodies

    @Test func `bodies are assigned to fields by purpose and language`() throws {
        let body = """
            [{"type":"TextualBody","purpose":"identifying","value":"On widows","language":"en"},
             {"type":"Choice","items":[
               {"type":"TextualBody","purpose":"translating","value":"Let her be","language":"en"},
               {"type":"TextualBody","purpose":"translating","value":"Qu'elle soit","language":["fr"]}]},
             {"type":"TextualBody","purpose":"transcribing","value":"Vidua sit"},
             {"type":"TextualBody","value":"<p>See <b>Rome</b> &amp; Paris.</p><p>Twice.</p>","format":"text/html","language":"en"},
             {"type":"TextualBody","purpose":"describing","value":"More.","language":"en"},
             {"type":"TextualBody","purpose":"quoting","value":"Vidua","language":"la"},
             {"type":"TextualBody","purpose":"tagging","value":"Women","language":"en"},
             {"type":"SpecificResource","purpose":"tagging","source":"http://www.wikidata.org/entity/Q467"}]
            """
        let result = try FormatFixture.read(
            FormatFixture.manifest(FormatFixture.annotation("\"\(Self.canvas)#xywh=1,1,9,9\"", body: body)))
        let document = result.document
        #expect(document.clauses[0].incipit == "Vidua")
        #expect(document.clauses[0].categories == ["women", "Q467"])
        #expect(document.categories[0].label == ["en": "Women"])
        let english = try #require(document.texts["en"]?["1"])
        #expect(english.title == "On widows" && english.translation == "Let her be")
        #expect(english.context == "See Rome & Paris.\nTwice.\n\nMore.")
        #expect(document.texts["fr"]?["1"]?.translation == "Qu'elle soit")
        #expect(document.texts["und"]?["1"]?.transcription == "Vidua sit")
        #expect(document.header.languages == ["en", "fr"])
    }

    @Test func `a tag after a category's address names it, and any further tag is another category`() throws {
        let body = """
            [{"type":"SpecificResource","purpose":"classifying","source":"https://a.example/x/category/church",
              "styleClass":"outline"},
             {"type":"Choice","items":[
               {"type":"TextualBody","purpose":"tagging","value":"The Church","language":"en"},
               {"type":"TextualBody","purpose":"tagging","value":"L'Église","language":"fr"}]},
             {"type":"TextualBody","purpose":"tagging","value":"Wax","language":"en"},
             {"type":"SpecificResource","purpose":"classifying","source":"https://a.example/x/category/land"},
             {"type":"TextualBody","purpose":"describing","value":"Said of it.","language":"en"},
             {"type":"TextualBody","purpose":"tagging","value":"Seals","language":"en"}]
            """
        let document = try FormatFixture.read(
            FormatFixture.manifest(FormatFixture.annotation("\"\(Self.canvas)#xywh=1,1,9,9\"", body: body))
        ).document
        #expect(document.clauses[0].categories == ["church", "wax", "land", "seals"])
        #expect(document.categories[0].label == ["en": "The Church", "fr": "L'Église"])
        #expect(document.categories.map(\.style) == [.outline, .filled, .filled, .filled])
        #expect(document.categories[2].label.text(in: nil) == "land")
        #expect(document.categories[3].label == ["en": "Seals"])
    }

    @Test(arguments: [
        #""bodyValue":"A word""#, #""body":{"type":"TextualBody","value":"A word"}"#,
        #""body":[{"type":"TextualBody","value":"A word","purpose":"commenting"}]"#,
        #""body":{"type":"SpecificResource","source":{"type":"TextualBody","value":"A word"}}"#,
        #""body":{"type":"TextualBody","format":"text/html","value":"<p>A&nbsp;<i>word</i></p>"}"#,
    ])
    func `equivalent bodies give the same comment`(_ body: String) throws {
        let annotation = #"{"type":"Annotation","id":"x","\#("target")":"\#(Self.canvas)",\#(body)}"#
        let text = try #require(try document(annotation).texts["und"]?["x"])
        #expect(text.context?.replacing("\u{A0}", with: " ") == "A word")
        #expect(text.title?.replacing("\u{A0}", with: " ") == "A word")
    }

    @Test(arguments: [
        #""bodyValue":"<iv>""#, #""body":{"type":"TextualBody","format":"text/plain","value":"<iv>"}"#,
        #""body":{"type":"TextualBody","value":"<iv>"}"#,
    ])
    func `text in angle brackets that is plain is kept`(_ body: String) throws {
        let annotation = #"{"type":"Annotation","id":"x","target":"\#(Self.canvas)",\#(body)}"#
        #expect(try document(annotation).texts["und"]?["x"]?.context == "<iv>")
    }

    @Test(arguments: ["", " \\n ", "<p>&nbsp;</p>"])
    func `a body without words is no text and no category`(_ value: String) throws {
        let format = value.isEmpty ? "text/plain" : "text/html"
        let comment = #"{"type":"TextualBody","value":"\#(value)","format":"\#(format)"}"#
        let tag = #"{"type":"TextualBody","value":"\#(value)","format":"\#(format)","purpose":"tagging"}"#
        let target = "\"\(Self.canvas)#xywh=1,1,9,9\""
        let document = try document(FormatFixture.annotation(target, body: "[\(comment),\(tag)]"))
        #expect(document.clauses.count == 1 && document.categories.isEmpty)
        #expect(document.texts.values.reduce(0) { $0 + $1.count } == 0)
    }

    @Test func `bodies other than text are reported`() throws {
        let body = #"[{"type":"Image","id":"https://example.org/a.jpg"},{"type":"Video","id":"https://example.org/b"}]"#
        let manifest = FormatFixture.manifest(FormatFixture.annotation("\"\(Self.canvas)#xywh=1,1,9,9\"", body: body))
        let notes = try FormatFixture.read(manifest).notes
        #expect(notes.contains { $0.contains("type Image") && $0.contains("https://example.org/a.jpg") })
        #expect(notes.contains { $0.contains("type Video") })
    }

    // MARK: Annotations alone

    // Modelled on the exports of Annotorious 2 and 3 (an array of Web Annotations; a polygon as SVG, a rectangle as
    // `xywh=pixel:`, the image's own address or nothing as source); no original file was available.
    @Test func `an Annotorious export is imported without editing`() throws {
        let text = """
            [{"@context":"http://www.w3.org/ns/anno.jsonld","id":"#a88b22d0-6106-4872-9435-c78b5e89fede",
              "type":"Annotation","body":[{"type":"TextualBody","value":"A seal","purpose":"commenting"},
              {"type":"TextualBody","value":"wax","purpose":"tagging"}],
              "target":{"source":"https://example.org/page.jpg","selector":{"type":"FragmentSelector",
              "conformsTo":"http://www.w3.org/TR/media-frags/","value":"xywh=pixel:270.5,120,90,170"}}},
             {"@context":"http://www.w3.org/ns/anno.jsonld","id":"#b1","type":"Annotation","body":[],
              "target":{"source":"https://example.org/page.jpg","selector":{"type":"SvgSelector",
              "value":"<svg><polygon points=\\"117,133 246,133 245,262 117,291\\"></polygon></svg>"}}}]
            """
        let image = [1: SourceImage(fileName: "page.jpg", width: 800, height: 600)]
        let document = try FormatFixture.read(text, images: image).document
        #expect(document.clauses.map(\.id) == ["a88b22d0-6106-4872-9435-c78b5e89fede", "b1"])
        #expect(document.clauses[0].categories == ["wax"])
        #expect(document.clauses[0].regions[0].polygon.bounds == Rectangle(x: 270.5, y: 120, width: 90, height: 170))
        #expect(document.pages[0].width == 800)
        let withoutSource = try FormatFixture.read(text.replacing("https://example.org/page.jpg", with: ""))
        #expect(withoutSource.document.pages[0].width == 361 && withoutSource.document.pages[0].height == 291)
        #expect(withoutSource.notes.contains { $0.contains("--image 1=FILE") })
    }

    @Test func `an annotation page becomes a document with a page per canvas, in numerical order`()
        throws
    {
        let items = (1...3).map { number in
            FormatFixture.annotation("\"https://example.org/c\(number % 2)#xywh=0,0,50,40\"", id: "a\(number)")
        }
        let text =
            #"{"id":"https://example.org/letters/page.json","type":"AnnotationPage","items":[\#(items.joined(separator: ","))]}"#
        let document = try FormatFixture.read(text).document
        #expect(document.id == "page" && document.pages.count == 2)
        #expect(document.clauses.map { $0.regions[0].page } == [2, 1, 2])
    }

    @Test func `a collection with embedded pages is read, and one with external pages is refused`() throws {
        let annotation = FormatFixture.annotation("\"https://example.org/c#xywh=0,0,50,40\"")
        let other = FormatFixture.annotation("\"https://example.org/c#xywh=0,0,5,4\"", id: "b")
        let text = """
            {"type":"AnnotationCollection","label":"Letters","first":{"type":"AnnotationPage","items":[\(annotation)],
             "next":{"type":"AnnotationPage","items":[\(other)]}}}
            """
        #expect(try FormatFixture.read(text).document.clauses.count == 2)
        let elsewhere = #"{"type":"AnnotationCollection","first":"https://example.org/1"}"#
        #expect(try FormatFixture.faultLine(elsewhere).contains("annotations"))
    }

    @Test func `a repeated annotation is imported once, and parts of one clause are joined`() throws {
        let one = FormatFixture.annotation("\"\(Self.canvas)#xywh=0,0,50,40\"", id: "https://example.org/clause/3")
        let two = FormatFixture.annotation(
            "\"\(Self.canvas)#xywh=90,0,50,40\"", id: "https://example.org/clause/3#part-2")
        let document = try document("\(one),\(one),\(two)")
        #expect(document.clauses.map(\.id) == ["3"])
        #expect(document.clauses[0].regions.count == 2)
    }

    @Test func `ids are derived from addresses and are unique`() throws {
        let names = ["https://e.org/a/x", "https://e.org/b/x", "urn:uuid:12-34", "#5", "https://e.org/Élan vital", "琴"]
        let annotations = names.map { FormatFixture.annotation("\"\(Self.canvas)#xywh=0,0,50,40\"", id: $0) }
        let document = try document(annotations.joined(separator: ","))
        #expect(document.clauses.map(\.id) == ["x", "x-2", "12-34", "5", "elan-vital", "annotation-1"])
    }

    @Test func `ranges that an annotation is part of become its categories, matched with its tags`() throws {
        let category = "https://example.org/iiif/presentation/3/psalter/category"
        let ranges = """
            [{"id":"\(category)/food","type":"Range","label":{"en":["Food"],"fr":["Nourriture"]}},
             {"id":"\(category)/apart","type":"Range","label":{"none":["Apart"]},"styleClass":"outline apart"},
             {"id":"https://example.org/all","type":"AnnotationCollection"}]
            """
        let tags = ["Nourriture", "Apart", "Further"].map {
            #"{"type":"TextualBody","purpose":"tagging","value":"\#($0)"}"#
        }.joined(separator: ",")
        let annotation = """
            {"type":"Annotation","id":"https://example.org/1","partOf":\(ranges),"body":[\(tags)],
             "target":"\(Self.canvas)#xywh=1,2,3,4"}
            """
        let document = try FormatFixture.read(FormatFixture.manifest(annotation)).document
        #expect(document.clauses.map(\.categories) == [["food", "apart", "further"]])
        let categories = document.categories
        #expect(categories.map(\.label.byLanguage) == [["en": "Food", "fr": "Nourriture"], [:], [:]])
        #expect(categories.map(\.style) == [.filled, .outline, .filled])
        #expect(categories.map(\.includedInAll) == [true, false, true])
    }
}
