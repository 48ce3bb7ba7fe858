import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import DocumentFormats
@testable import DocumentModel

/// Images that are parts of their canvas, or of which a canvas shows a part.
@Suite struct ImagePlacementTests {
    private static let canvas = "https://example.org/c1"
    private static let image = """
        {"id":"https://example.org/i/full/max/0/default.jpg","type":"Image","width":2000,"height":2000,
         "service":[{"id":"https://example.org/i","type":"ImageService3"}]}
        """

    /// Returns a manifest of one canvas of 1000 x 1000 with a painting and an annotation.
    private func manifest(body: String = image, painted: String = "\"\(canvas)\"", target: String) -> String {
        """
        {"@context":"http://iiif.io/api/presentation/3/context.json","id":"https://example.org/manifest.json",
         "type":"Manifest","label":{"en":["A page"]},"items":[{"id":"\(Self.canvas)","type":"Canvas","width":1000,
         "height":1000,"service":[{"profile":"http://iiif.io/api/annex/services/physdim","physicalScale":0.1,
         "physicalUnits":"mm"}],"items":[{"type":"AnnotationPage","items":[{"type":"Annotation",
         "motivation":"painting","body":\(body),"target":\(painted)}]}],
         "annotations":[{"type":"AnnotationPage","items":[\(FormatFixture.annotation(target))]}]}]}
        """
    }

    private func selected(_ selector: String) -> String {
        #"{"type":"SpecificResource","source":\#(Self.image),"selector":{"type":"ImageApiSelector",\#(selector)}}"#
    }

    private func read(_ manifest: String, image side: Int? = 2000) throws -> ImportedDocument {
        let image = side.map { SourceImage(fileName: "a.jpg", width: $0, height: $0) }
        return try FormatFixture.read(manifest, images: image.map { [1: $0] } ?? [:])
    }

    @Test(arguments: [
        #""https://example.org/i/full/max/0/default.jpg#xywh=400,200,200,600""#,
        #""https://example.org/i/full/max/0/default.jpg#xywh=percent:20,10,10,30""#,
        """
        {"source":"https://example.org/i/full/max/0/default.jpg",
         "selector":{"type":"SvgSelector","value":"<svg><rect x='400' y='200' width='200' height='600'/></svg>"}}
        """,
        // A service may have another size than the image that the manifest states.
        #""https://example.org/i#xywh=200,100,100,300""#, #""https://example.org/c1#xywh=200,100,100,300""#,
    ])
    func `a target on the image is in pixels of the image, one on the canvas in its units`(_ target: String) throws {
        let (plain, scaled) = (
            try read(manifest(target: target), image: nil), try read(manifest(target: target), image: 500)
        )
        #expect(try bounds(plain) == [200, 100, 300, 400])
        #expect(try bounds(scaled) == [100, 50, 150, 200])
    }

    @Test func `a target on an image that covers a part of the canvas is placed on it`() throws {
        let address = "https://example.org/i/full/max/0/default.jpg"
        let point = #"{"source":"\#(address)","selector":{"type":"PointSelector","x":1000,"y":500}}"#
        for target in ["\"\(address)#xywh=990,490,20,20\"", point] {
            let result = try read(manifest(painted: "\"\(Self.canvas)#xywh=0,0,500,1000\"", target: target))
            #expect(try bounds(result) == [990, 490, 1010, 510])
        }
    }

    private func bounds(_ result: ImportedDocument) throws -> [Double] {
        let bounds = try #require(result.document.clauses.first).regions[0].polygon.bounds
        return [bounds.x, bounds.y, bounds.maxX, bounds.maxY]
    }

    @Test(arguments: [
        #""https://example.org/c1#xywh=0,0,500,1000""#, #""https://example.org/c1#xywh=percent:0,0,50,100""#,
        """
        {"type":"SpecificResource","source":"https://example.org/c1",
         "selector":{"type":"FragmentSelector","value":"xywh=0,0,500,1000"}}
        """,
    ])
    func `regions are placed on an image that covers a part of the canvas`(_ painted: String) throws {
        let text = manifest(painted: painted, target: #""\#(Self.canvas)#xywh=0,0,500,500""#)
        let result = try read(text)
        #expect(try bounds(result) == [0, 0, 2000, 1000])
        #expect(result.notes.contains { $0.contains("--image is assumed to be the whole image") })
        let outside = try read(manifest(painted: painted, target: #""\#(Self.canvas)#xywh=600,0,100,100""#))
        #expect(outside.document.clauses.isEmpty && outside.notes.contains { $0.contains("outside its page") })
    }

    @Test(arguments: [
        ##""https://example.org/c1#xywh=0,0,500,1000""##, ##""https://example.org/c1#xywh=pct:0,0,50,100""##,
        """
        {"type":"SpecificResource","source":"https://example.org/c1","selector":{"type":"SvgSelector",
         "value":"<svg><rect width='500' height='1000'/></svg>"}}
        """,
        """
        {"type":"SpecificResource","source":"https://example.org/i",
         "selector":{"type":"ImageApiSelector","region":"500,500,500,1000"}}
        """,
        """
        {"type":"SpecificResource","source":"https://example.org/i",
         "selector":{"type":"ImageApiSelector","region":"pct:25,25,25,50"}}
        """,
    ])
    func `regions are placed on an image of which the canvas shows a region`(_ target: String) throws {
        for region in ["500,500,1000,1000", "pct:25,25,50,50"] {
            let text = manifest(body: selected(#""region":"\#(region)""#), target: target)
            #expect(try bounds(read(text)) == [500, 500, 1000, 1500])
            #expect(try bounds(read(text, image: 1000)) == [250, 250, 500, 750])
            #expect(try bounds(read(text, image: nil)) == [0, 0, 500, 1000])
        }
    }

    @Test func `a whole canvas is the region that it shows, and its scale that of the image`() throws {
        let text = manifest(body: selected(#""region":"500,500,1000,1000""#), target: "\"\(Self.canvas)\"")
        #expect(try bounds(read(text)) == [500, 500, 1500, 1500])
        #expect(try read(text).document.pages[0].pixelsPerMillimetre == 10)
        #expect(try read(text, image: 1000).document.pages[0].pixelsPerMillimetre == 5)
    }

    @Test func `a painting of version 2 is placed in the same way`() throws {
        let text = """
            {"@context":"http://iiif.io/api/presentation/2/context.json","@id":"https://example.org/manifest.json",
             "@type":"sc:Manifest","label":"A page","sequences":[{"@type":"sc:Sequence","canvases":[{
             "@id":"\(Self.canvas)","@type":"sc:Canvas","label":"1","width":1000,"height":1000,
             "images":[{"@type":"oa:Annotation","motivation":"sc:painting","on":"\(Self.canvas)#xywh=0,0,500,1000",
               "resource":{"@type":"oa:SpecificResource","full":{"@id":"https://example.org/i.jpg",
                 "@type":"dctypes:Image","width":2000,"height":2000},
                 "selector":{"@type":"iiif:ImageApiSelector","region":"0,0,1000,2000"}}}],
             "otherContent":[{"@id":"https://example.org/l","@type":"sc:AnnotationList","resources":[{
               "@id":"https://example.org/a","@type":"oa:Annotation","motivation":"oa:commenting",
               "resource":{"@type":"dctypes:Text","chars":"x"},"on":"\(Self.canvas)#xywh=250,500,250,500"}]}]}]}]}
            """
        #expect(try bounds(read(text)) == [500, 1000, 1000, 2000])
    }

    @Test func `an image whose address has a fragment is reported, and fills the canvas`() throws {
        let body = Self.image.replacing("default.jpg", with: "default.jpg#xywh=0,0,1000,1000")
        let result = try read(manifest(body: body, target: #""\#(Self.canvas)#xywh=0,0,500,1000""#))
        #expect(try bounds(result) == [0, 0, 1000, 2000])
        #expect(result.notes.contains { $0.contains("--image is assumed to show the whole canvas") }, "\(result.notes)")
    }

    @Test(arguments: [
        (#""rotation":"90""#, "rotation"), (#""rotation":"!0""#, "rotation"), (#""region":"square""#, "region"),
    ])
    func `what cannot be represented is reported with its path, and the image fills the canvas`(
        _ selector: String, _ key: String
    ) throws {
        let result = try read(
            manifest(body: selected(selector), target: #""\#(Self.canvas)#xywh=0,0,500,1000""#))
        #expect(try bounds(result) == [0, 0, 1000, 2000])
        let end = "--image is assumed to show the whole canvas (items[0].items[0].items[0].body.selector.\(key))"
        #expect(result.notes.contains { $0.hasSuffix(end) }, "\(result.notes)")
    }

    @Test(arguments: [
        #""rotation":"0""#, #""rotation":360"#, #""region":"full","rotation":0"#, #""region":"0,0,2000,2000""#,
    ])
    func `a selector of the whole image changes nothing`(_ selector: String) throws {
        let text = manifest(body: selected(selector), target: #""\#(Self.canvas)#xywh=0,0,500,1000""#)
        let result = try read(text)
        #expect(try bounds(result) == [0, 0, 1000, 2000] && !result.notes.contains { $0.contains("--image") })
    }
}
