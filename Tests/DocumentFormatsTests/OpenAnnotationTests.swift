import DocumentFormats
import DocumentModel
import Foundation
import ImageGeometry
import Testing

@testable import ClauseStore

/// Open Annotations as written by Mirador 2 and annotation servers of its time.
///
/// No original file was available. The fixtures follow the IIIF Presentation 2.1 specification, the Open Annotation
/// model and the sources of programs that write for Mirador 2 (`on` as a string, an object or an array; `oa:Choice` of
/// a box and a drawing; paper.js paths with `data-paper-data`; `dctypes:Text` and `cnt:ContentAsText`).
@Suite struct OpenAnnotationTests {
    private static let canvas = "https://example.org/iiif/book/canvas/1"

    private func manifest(_ resources: String) -> String {
        """
        {"@context":"http://iiif.io/api/presentation/2/context.json","@id":"https://example.org/iiif/book/manifest",
         "@type":"sc:Manifest","label":[{"@value":"A book","@language":"en"},{"@value":"Un livre","@language":"fr"}],
         "description":"<p>Of <b>vellum</b></p>","license":"https://creativecommons.org/publicdomain/mark/1.0/",
         "attribution":"A library","metadata":[{"label":"Date","value":"about 1300"},{"label":"Ink","value":"black"}],
         "sequences":[{"@type":"sc:Sequence","canvases":[{"@id":"\(Self.canvas)","@type":"sc:Canvas","label":"f. 1r",
         "width":2000,"height":3000,"images":[{"@type":"oa:Annotation","motivation":"sc:painting",
         "resource":{"@id":"https://example.org/f1.jpg","@type":"dctypes:Image","width":4000,"height":6000},
         "on":"\(Self.canvas)"}],"otherContent":[{"@id":"https://example.org/list/1","@type":"sc:AnnotationList",
         "resources":[\(resources)]},{"@id":"https://example.org/list/2","@type":"sc:AnnotationList"}]}]}]}
        """
    }

    private static let square =
        ##"<svg xmlns='http://www.w3.org/2000/svg'><path xmlns=\"http://www.w3.org/2000/svg\" d=\"M100,200h100v0h100v200v200h-100h-100v-200z\" data-paper-data=\"{&quot;state&quot;:null}\" id=\"rectangle_1\" fill-opacity=\"0\" fill=\"#00bfff\" fill-rule=\"nonzero\" stroke=\"#00bfff\" style=\"mix-blend-mode: normal\"/></svg>"##

    private static func annotation(on target: String, resource: String = "[]", id: String = "urn:1") -> String {
        """
        {"@id":"\(id)","@type":"oa:Annotation","motivation":["oa:commenting","oa:tagging"],"resource":\(resource),
         "on":\(target)}
        """
    }

    @Test(arguments: [
        #""https://example.org/iiif/book/canvas/1#xywh=100,200,200,400""#,
        #"{"@id":"https://example.org/iiif/book/canvas/1#xywh=100,200,200,400"}"#,
        #"{"@type":"oa:SpecificResource","full":"https://example.org/iiif/book/canvas/1","selector":{"@type":"oa:FragmentSelector","value":"xywh=100,200,200,400"}}"#,
        #"{"@type":"oa:SpecificResource","full":{"@id":"https://example.org/iiif/book/canvas/1","@type":"sc:Canvas"},"selector":{"@type":"oa:SvgSelector","value":"SQUARE"}}"#,
        #"[{"@type":"oa:SpecificResource","full":"https://example.org/iiif/book/canvas/1","selector":{"@type":"oa:Choice","default":{"@type":"oa:FragmentSelector","value":"xywh=0,0,1,1"},"item":{"@type":"oa:SvgSelector","value":"SQUARE"}},"within":{"@id":"https://example.org/iiif/book/manifest","@type":"sc:Manifest"}}]"#,
        #"{"@type":"oa:SpecificResource","full":"https://example.org/iiif/book/canvas/1","selector":{"@type":["oa:SvgSelector","cnt:ContentAsText"],"chars":"SQUARE"}}"#,
    ])
    func `equivalent targets give the same region`(_ target: String) throws {
        let text = manifest(Self.annotation(on: target.replacing("SQUARE", with: Self.square)))
        let clause = try #require(try FormatFixture.read(text).document.clauses.first)
        #expect(clause.regions.count == 1)
        #expect(clause.regions[0].polygon.bounds == Rectangle(x: 100, y: 200, width: 200, height: 400))
        #expect(clause.regions[0].polygon.area == 200 * 400)
    }

    @Test func `texts lose their HTML, tags become categories`() throws {
        let resource = """
            [{"@type":"dctypes:Text","format":"text/html","chars":"<p>A <em>fine</em> initial</p>","language":"en"},
             {"@type":["cnt:ContentAsText","dctypes:Text"],"cnt:chars":"Une belle initiale","dc:language":"fr"},
             {"@type":"oa:Tag","chars":"initial"},{"@type":"oa:Tag","chars":"gold"}]
            """
        let text = manifest(Self.annotation(on: "\"\(Self.canvas)#xywh=1,1,9,9\"", resource: resource))
        let document = try FormatFixture.read(text).document
        #expect(document.texts["en"]?["1"]?.context == "A fine initial")
        #expect(document.texts["fr"]?["1"]?.context == "Une belle initiale")
        #expect(document.clauses[0].categories == ["initial", "gold"])
        #expect(document.header.languages == ["en", "fr"])
    }

    @Test func `a choice of resources gives each of its texts`() throws {
        let resource = """
            {"@type":"oa:Choice","default":{"@type":"cnt:ContentAsText","chars":"One","language":"en"},
             "item":[{"@type":"cnt:ContentAsText","chars":"Un","language":"fr"},"rdf:nil"]}
            """
        let text = manifest(Self.annotation(on: "\"\(Self.canvas)#xywh=1,1,9,9\"", resource: resource))
        let document = try FormatFixture.read(text).document
        #expect(document.texts["en"]?["1"]?.context == "One" && document.texts["fr"]?["1"]?.context == "Un")
    }

    @Test func `the descriptive properties of a version 2 manifest are imported`() throws {
        let result = try FormatFixture.read(manifest(""))
        let header = result.document.header
        #expect(header.id == "book")
        #expect(header.title == ["en": "A book", "fr": "Un livre"])
        #expect(header.summary == "Of vellum" && header.attribution == "A library" && header.date == "about 1300")
        #expect(header.rights == "https://creativecommons.org/publicdomain/mark/1.0/")
        #expect(result.document.pages[0].label == "f. 1r" && result.document.pages[0].width == 2000)
        #expect(result.notes.contains { $0.contains("a page of annotations is missing") && $0.contains("list/2") })
        #expect(header.presentation?.metadata.map(\.label) == ["Ink"])
        #expect(header.presentation?.metadata.map(\.value.byLanguage) == [["none": ["black"]]])
    }

    @Test func `an annotation list, array or layer alone becomes a document`() throws {
        let annotations = (1...3).map { number in
            Self.annotation(on: "\"https://example.org/c#xywh=\(number),0,9,9\"", id: "https://example.org/a/\(number)")
        }.joined(separator: ",")
        let list = #"{"@type":"sc:AnnotationList","@id":"https://example.org/l","resources":[\#(annotations)]}"#
        for text in [list, "[\(annotations)]"] {
            let document = try FormatFixture.read(text).document
            #expect(document.clauses.map(\.id) == ["1", "2", "3"] && document.pages.count == 1)
        }
        let layer = #"{"@type":"sc:Layer","otherContent":[\#(list)]}"#
        #expect(try FormatFixture.read(layer).document.clauses.count == 3)
    }
}
