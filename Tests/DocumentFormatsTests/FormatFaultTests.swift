import Foundation
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// Malformed files: each yields one line that names the position.
@Suite struct FormatFaultTests {
    private static let canvas = "https://example.org/psalter/canvas/1"

    @Test(arguments: [
        (#"{"type":"Manifest"}"#, "without a canvas"), (#"{"type":"Manifest","items":[5]}"#, "items[0]"),
        (#"{"type":"Manifest","items":[{"type":"Canvas","width":9,"height":9}]}"#, "items[0].id"),
        (#"{"type":"Manifest","items":[{"id":"c","width":"wide","height":9}]}"#, "items[0].width"),
        (#"{"type":"Manifest","items":[{"id":"c","width":1e300,"height":9}]}"#, "items[0].width"),
        (#"{"type":"Manifest","items":[{"id":"c","width":-4,"height":9}]}"#, "items[0].width"),
        (#"{"type":"Manifest","items":[{"id":"c","width":4,"height":9,"annotations":[7]}]}"#, "annotations[0]"),
        (#"{"type":"Collection","items":[]}"#, "Collection"), (#"{"a":1}"#, "no type"), ("[1,2]", "no type"),
        ("[]", "no type"),
        ("{", "line 1, column 2"), (#"{"type":"Manifest",}"#, "line 1, column 20"),
        (#"{"type":"AnnotationPage","items":[]}"#, "without annotations"),
        (#"{"type":"Annotation"}"#, "target is missing"),
        (#"{"type":"Annotation","target":"https://example.org/c#xywh=a,b,c,d"}"#, "xywh"),
        (#"{"type":"Annotation","target":"https://example.org/c#xywh=1,2,3"}"#, "xywh"),
        (#"{"type":"Annotation","target":"https://example.org/c#xywh=1e308,1e308,1e308,1e308"}"#, "xywh"),
        (#"{"type":"Annotation","target":"https://example.org/c#xywh=percent:1,2,3,4"}"#, "--image 1=FILE"),
        (
            #"{"type":"Annotation","target":{"source":"c","selector":{"type":"SvgSelector"}}}"#,
            "SvgSelector without a value"
        ),
        (
            #"{"type":"Annotation","target":{"source":"c","selector":{"type":"SvgSelector","value":"<svg><path d='M0,0 rubbish'/></svg>"}}}"#,
            "target is a path with"
        ),
        (#"{"type":"Annotation","target":{"source":"c","selector":{"type":"PointSelector"}}}"#, "PointSelector"),
        (#"{"type":"Annotation","target":5}"#, "target is 5"),
        (#"{"type":"FeatureCollection"}"#, "features is missing"),
        (#"{"type":"FeatureCollection","features":[]}"#, "features"),
        (#"{"type":"FeatureCollection","features":[4]}"#, "features[0]"),
        (#"{"type":"FeatureCollection","features":[{"type":"Point"}]}"#, "features[0].type"),
        (#"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}"#, "geometry.type"),
        (
            #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#,
            "expected Polygon or MultiPolygon"
        ),
        (#"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[]}}"#, "geometry.coordinates"),
        (#"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,2],[3,4]]]}}"#, "coordinates[0]"),
        (
            #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,2],[3,"x"],[5,6]]]}}"#,
            "coordinates[0][1]"
        ),
        (
            #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,2],[3,1e12],[5,6]]]}}"#,
            "coordinates[0][1]"
        ),
        (#"{"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":[[1,2]]}}"#, "coordinates[0]"),
        (#"{"type":"Feature","properties":7,"geometry":null}"#, "properties"),
        (
            #"{"type":"Feature","properties":{"page":0},"geometry":{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,9]]]}}"#,
            "properties.page"
        ),
        (
            #"{"type":"Feature","properties":{"page":1e9},"geometry":{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,9]]]}}"#,
            "properties.page"
        ),
        (#"{"type":"Topology","objects":{}}"#, "Topology"),
        (
            #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[-0.57,51.44],[-0.56,51.44],[-0.56,51.45]]]}}"#,
            "look like degrees"
        ),
        (#"{"type":"Feature","properties":{},"geometry":null}"#, "without a feature that has a geometry"),
        (
            #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[-99,10],[-89,10],[-89,20]]]}}"#,
            "without a feature that lies on its page"
        ),
        (
            #"{"type":"Annotation","target":{"source":"c","selector":{"type":"SvgSelector","value":"<svg><path d='M0,0 L 9'/></svg>"}}}"#,
            #"target is nothing after "M0,0 L 9", expected a number"#
        ),
    ])
    func `a malformed file yields a one-line fault with the place`(_ text: String, _ words: String) throws {
        let line = try FormatFixture.faultLine(text, named: "given.json")
        #expect(line.hasPrefix("given.json: "), "\(line)")
        #expect(line.contains(words), "\(line)")
    }

    @Test func `deep nesting yields a one-line fault`() throws {
        let deep = String(repeating: #"{"type":"Manifest","items":["#, count: 100_000)
        #expect(try FormatFixture.faultLine(deep).contains("at most 64"))
        let choices = String(repeating: #"{"type":"Choice","items":["#, count: 20) + String(repeating: "]}", count: 20)
        let annotation = FormatFixture.annotation("\"\(Self.canvas)\"", body: choices)
        #expect(try FormatFixture.read(FormatFixture.manifest(annotation)).document.clauses.count == 1)
    }

    @Test func `files of a hundred megabytes are refused or not recognised`() throws {
        let folder = try TemporaryFolder()
        for (name, start) in [("zeros.json", ""), ("brackets.json", "["), ("object.json", "{\"type\":\"Manifest\"")] {
            try folder.write(name, Data(start.utf8))
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path(name)))
            try handle.truncate(atOffset: 100 << 20)
            try handle.close()
        }
        #expect(try RecognisedSource.recognise(folder.path("zeros.json")) == nil)
        for name in ["brackets.json", "object.json"] {
            let faults = try #require(throws: SourceFaults.self) { try RecognisedSource.recognise(folder.path(name)) }
            #expect(faults.lines.count == 1 && faults.lines[0].contains("at most 67108864"))
        }
    }

    @Test func `more elements than a document may have yield a one-line fault`() throws {
        let items = String(repeating: "0,", count: 1_000_001) + "0"
        #expect(
            try FormatFixture.faultLine("{\"type\":\"AnnotationPage\",\"items\":[\(items)]}").contains(
                "at most 1000000"))
        #expect(
            try FormatFixture.faultLine("{\"type\":\"FeatureCollection\",\"features\":[\(items)]}").contains("features")
        )
    }

    @Test func `files of other formats are not recognised`() throws {
        let folder = try TemporaryFolder()
        for (name, text) in [("a.jpg", "\u{FF}\u{D8}"), ("empty", ""), ("text.json", "nothing"), ("a.xml", "<alto/>")] {
            try folder.write(name, Data(text.utf8))
            #expect(try RecognisedSource.recognise(folder.path(name)) == nil)
        }
        #expect(try RecognisedSource.recognise(folder.path("missing")) == nil)
        #expect(try RecognisedSource.recognise(folder.url.path) == nil)
    }

    @Test func `every invalid JSON file yields a one-line fault or is not recognised`() throws {
        let folder = try TemporaryFolder()
        let files = try JSONFiles.bad()
        var refused = 0
        for file in files {
            try folder.write(file.name, file.bytes)
            let result = Result { try RecognisedSource.recognise(folder.path(file.name)) }
            if case .failure(let error) = result {
                refused += 1
                let faults = try #require(error as? SourceFaults)
                let isOneLine = faults.lines.count == 1 && !faults.lines[0].contains { $0.isNewline }
                #expect(isOneLine, "\(file.name): \(faults)")
            } else if case .success(let source) = result {
                #expect(source == nil, "\(file.name)")
            }
        }
        #expect(refused > files.count / 2)
    }

    @Test func `hostile strings are imported unchanged as texts and categories, except blank ones`() throws {
        let strings = try HostileStrings.all()
        #expect(strings.count > 150)
        for string in strings where !string.utf8.contains(0) {
            let text = JSONValue.string(string).text()
            let body = """
                [{"type":"TextualBody","value":\(text),"purpose":"describing","language":"en"},
                 {"type":"TextualBody","value":\(text),"purpose":"tagging"},
                 {"type":"TextualBody","value":"x","purpose":\(text),"language":\(text)}]
                """
            let annotation =
                #"{"id":\#(text),"type":"Annotation","body":\#(body),"target":"\#(Self.canvas)#xywh=1,1,9,9"}"#
            let document = try FormatFixture.read(FormatFixture.manifest(annotation)).document
            let clause = try #require(document.clauses.first)
            #expect(document.texts["en"]?[clause.id]?.context == (string.isBlank ? nil : string))
            #expect(document.categories.first?.label == (string.isBlank ? nil : LanguageMap(plain: string)))
        }
    }

    @Test func `a randomly changed file yields a document or a one-line fault`() throws {
        var random = Seeded(11)
        let document = try RandomContent.document(seed: 5, clauses: 4)
        let writer = PresentationWriter(document, base: "https://example.org", images: [1: "a"])
        let pieces = [
            "{", "}", "[", "]", "\"", ":", ",", "null", "-1", "1e308", "0", "\\u0000", "#", "xywh=", "<svg", "Z",
        ]
        for bytes in [writer.manifest(), writer.annotations(), try GeoJSONWriter(document).collection()] {
            let text = Array(String(decoding: bytes, as: UTF8.self))
            for _ in 0..<150 {
                var changed = text
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let place = Int.random(in: changed.indices, using: &random)
                    let piece = pieces.randomElement(using: &random) ?? ""
                    changed.replaceSubrange(
                        place..<min(place + Int.random(in: 0...4, using: &random), changed.count), with: piece)
                }
                do {
                    _ = try FormatFixture.read(String(changed))
                } catch let faults as SourceFaults {
                    #expect(faults.lines.count == 1)
                }
            }
        }
    }
}
