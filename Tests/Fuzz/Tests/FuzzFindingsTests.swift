import Foundation
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentLibrary
@testable import DocumentModel
@testable import ExplorerServer
@testable import TileEngine

/// Findings that are too large or too slow for a corpus.
@Suite struct FuzzFindingsTests {
    @Test func `ids for many names with the same beginning are made without quadratic work`() {
        var ids = IdentifierMaker(fallback: "a")
        let stem = String(repeating: "x", count: 90)
        var made: Set<String> = []
        let time = threadTime {
            for round in 0..<2 {
                for number in 0..<20_000 {
                    let id = ids.make("\(stem)\(10_000_000 + number)")
                    if round == 1, number == 0 { #expect(id == "\(stem)-2") }
                    made.insert(id)
                }
            }
        }
        #expect(made.count == 40_000)
        #expect(made.allSatisfy { Identifier.isValid($0) })
        // Quadratic work would take minutes.
        #expect(time < .seconds(20))
    }

    @Test func `the limit on points of a drawing applies to all its shapes together`() throws {
        // Each ellipse has thousands of points; a drawing of 16 MB could have had two thousand million.
        let ellipses = { (count: Int) in
            "<svg>\(String(repeating: "<ellipse rx='9e8' ry='1'/>", count: count))</svg>"
        }
        #expect(try SVGDrawing.shapes(of: ellipses(20)).count == 20)
        #expect(throws: SVGFault.self) { try SVGDrawing.shapes(of: ellipses(30)) }
    }

    @Test func `a paper colour is six hexadecimal digits without a sign`() {
        #expect(PaperColour(hexadecimal: "#f5EAd0") != nil)
        #expect(PaperColour(hexadecimal: "#+5ead0") == nil)
        #expect(PaperColour(hexadecimal: "#-00000") == nil)
    }

    // MARK: Work by the square of a file's size

    private static let many = 30_000

    private func recognised(_ json: String) throws -> RecognisedSource {
        try RecognisedSource.recognise(Data(json.utf8), path: "a/source.json")
    }

    @Test func `an annotation with very many tags, texts or languages is read in bounded time`() throws {
        func annotation(_ body: (Int) -> String) -> String {
            let bodies = (0..<Self.many).map(body).joined(separator: ",")
            return #"{"type":"Annotation","body":[\#(bodies)],"target":"http://a/c#xywh=0,0,5,5"}"#
        }
        let tags = annotation { #"{"type":"TextualBody","purpose":"tagging","value":"t\#($0)"}"# }
        let texts = annotation { _ in #"{"type":"TextualBody","purpose":"describing","value":"some words of it"}"# }
        let languages = annotation {
            #"{"type":"TextualBody","purpose":"describing","language":"en-x-\#($0)","value":"a"}"#
        }
        let time = try threadTime {
            // More categories and languages than a document may have.
            #expect(throws: SourceFaults.self) { try recognised(tags).read() }
            #expect(throws: SourceFaults.self) { try recognised(languages).read() }
            let document = try recognised(texts).read().document
            let words = document.texts["und"]?.values.first?.context
            #expect(words?.utf8.count == Self.many * 18 - 2)
        }
        #expect(time < .seconds(30))
    }

    @Test func `a feature with very many categories or languages is read in bounded time`() throws {
        func feature(_ properties: String, _ more: String = "") -> String {
            """
            {"type":"FeatureCollection"\(more),"features":[{"type":"Feature","id":"1","properties":{\(properties)},
            "geometry":{"type":"Polygon","coordinates":[[[0,0],[50,0],[50,50],[0,0]]]}}]}
            """
        }
        let names = (0..<Self.many).map { "\"n\($0)\"" }.joined(separator: ",")
        let texts = (0..<Self.many).map { "\"l\($0)\":{}" }.joined(separator: ",")
        let documentMember =
            #","document":{"id":"a","title":"A","language":"la","languages":["la"],"pages":[{"width":99,"height":99}]}"#
        let time = threadTime {
            #expect(throws: SourceFaults.self) { try recognised(feature("\"categories\":[\(names)]")).read() }
            _ = try? recognised(feature("\"clause\":\"1\",\"page\":1,\"texts\":{\(texts)}", documentMember)).read()
        }
        #expect(time < .seconds(30))
    }

    @Test func `an edition with very many texts, pages or languages is read in bounded time`()
        throws
    {
        func edition(_ body: String) -> String {
            """
            <TEI xmlns="http://www.tei-c.org/ns/1.0"><facsimile><surface xml:id="s" ulx="0" uly="0" lrx="9" lry="9"><zone
            xml:id="z" ulx="1" uly="1" lrx="5" lry="5"/></surface></facsimile><text><body>\(body)</body></text></TEI>
            """
        }
        func repeated(_ part: (Int) -> String) -> String { (0..<Self.many).map(part).joined() }
        let clause = ##"<ab xml:id="a" facs="#z">a</ab>"##
        let parts = repeated { _ in ##"<p corresp="#a">some words of it</p>"## }
        let languages = repeated { ##"<p corresp="#a" xml:lang="en-x-\##($0)">a</p>"## }
        let time = try threadTime {
            let translated = try recognised(edition(clause + #"<div type="translation" xml:lang="en">\#(parts)</div>"#))
                .read()
            #expect(translated.document.texts["en"]?["a"]?.translation?.utf8.count == Self.many * 18 - 2)
            let pages = edition(repeated { _ in ##"<pb facs="#s"/><p>some words of it</p>"## })
            let page = try recognised(
                pages.replacing("<zone\nxml:id=\"z\" ulx=\"1\" uly=\"1\" lrx=\"5\" lry=\"5\"/>", with: "")
            ).read()
            #expect(page.document.texts["und"]?["page-1"]?.transcription?.utf8.count == Self.many * 18 - 2)
            _ = try recognised(edition(repeated { _ in "<lb/>" } + repeated { _ in "<p/>" } + clause)).read()
            let many = try recognised(edition(clause + #"<div type="translation">\#(languages)</div>"#)).read()
            #expect(
                many.document.header.languages.count <= 1_000 && many.notes.contains { $0.contains("are left out") })
        }
        #expect(time < .seconds(30))
    }

    @Test func `a table row with very many categories is read in bounded time`() throws {
        let lines = Data(
            """
            <alto><Layout><Page WIDTH="1000" HEIGHT="800"><PrintSpace><TextBlock><TextLine ID="l1" HPOS="10" VPOS="10"
            WIDTH="300" HEIGHT="30" BASELINE="35"><String CONTENT="quod"/></TextLine></TextBlock></PrintSpace></Page>
            </Layout></alto>
            """.utf8)
        let names = (0..<Self.many).map { "n\($0)" }.joined(separator: "|")
        let table = "clause,first line,first word,last line,last word,categories\n1,1,1,1,1,\(names)\n"
        let time = threadTime {
            #expect(throws: SourceFaults.self) {
                try LineFile.read(
                    lines, file: "a.xml", image: SourceImage(fileName: "a.png", width: 1000, height: 800),
                    clauses: LineTable(bytes: Data(table.utf8), file: "a.csv"), id: "a", title: "A")
            }
        }
        #expect(time < .seconds(30))
    }
}
