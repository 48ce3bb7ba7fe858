import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct TourTests {
    static let tours = """
        [
          { "id": "short", "title": { "en": "A short walk", "fr": "Une promenade" }, "summary": { "en": "Two things." },
            "x-own": 1,
            "steps": [
              { "page": 1, "box": [10.5, 20, 300.25, 200], "clauses": ["1", "2"], "text": { "en": "Here.", "fr": "Ici." } },
              { "id": "back", "page": 2, "text": "The same in every language.", "x-own": { "kept": true } },
              { "id": "other", "document": "besancon", "page": 7, "box": [1, 2, 3, 4], "clauses": ["l-1"],
                "capture": "uv", "text": { "en": "Elsewhere." } }
            ] },
          { "id": "empty", "title": "Nothing yet", "steps": [] }
        ]
        """

    private func fixture(_ tours: String = tours) -> SourceFixture { SourceFixture("tours.json", tours) }

    @Test func `a tour is read with its steps, whose ids are stated or their numbers`() throws {
        let document = try fixture().read()
        #expect(document.tours.map(\.id) == ["short", "empty"])
        let short = document.tours[0]
        #expect(short.steps.map(\.id) == ["1", "back", "other"])
        #expect(
            short.steps[0]
                == TourStep(
                    id: "1", page: 1, box: [10.5, 20, 300.25, 200], clauses: ["1", "2"],
                    text: ["en": "Here.", "fr": "Ici."]))
        #expect(short.steps[2].document == "besancon" && short.steps[2].capture == "uv")
        #expect(document.header.tours.map(\.stepCount) == [3, 0])
        #expect(document.header.tours[0].title == ["en": "A short walk", "fr": "Une promenade"])
        #expect(document.files.first { $0.name == "tours.json" }?.bytes == Data(Self.tours.utf8))
        // What is written can be read back.
        let file = try JSONParser.parse(Data(JSONValue.array(document.tours.map(\.json)).text().utf8))
        #expect(Tour.stored(file) == document.tours)
    }

    @Test func `a document without the file has no tours`() throws {
        let document = try SourceFixture().read()
        #expect(document.tours.isEmpty && document.header.tours.isEmpty)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        let line: String

        var testDescription: String { line }
    }

    static let faults = [
        Fault(old: #""page": 2"#, new: #""page": 3"#, line: "[0].steps[1].page is 3, expected a page from 1 to 2"),
        Fault(old: #""page": 2, "#, new: "", line: "[0].steps[1].page is missing, expected a page from 1 to 2"),
        Fault(
            old: #"["1", "2"]"#, new: #"["1", "20"]"#,
            line: "[0].steps[0].clauses[1] is \"20\", expected the id of a clause of clauses.json"),
        Fault(
            old: #"["1", "2"]"#, new: #"["1", "1"]"#,
            line: "[0].steps[0].clauses[1] is \"1\", expected every clause only once"),
        Fault(
            old: "[10.5, 20, 300.25, 200]", new: "[10.5, 20, 300.25]",
            line: "[0].steps[0].box is [10.5, 20, 300.25], "
                + "expected [x, y, width, height] in pixels of the page, or nothing for the whole page"),
        Fault(
            old: "[10.5, 20, 300.25, 200]", new: "[800, 20, 300, 200]",
            line: "[0].steps[0].box is [800, 20, 300, 200], expected a box within the 1000 × 800 pixels of the page"),
        Fault(
            old: #""id": "back""#, new: #""id": "1""#,
            line: "[0].steps[1].id is \"1\", expected an id that no other step of the tour has; "
                + "a step without one has its number"),
        Fault(
            old: #""id": "empty""#, new: #""id": "short""#,
            line: "[1].id is \"short\", expected an id that is not already used"),
        Fault(
            old: #""capture": "uv""#, new: #""capture": "a-b""#,
            line: "[0].steps[2].capture is \"a-b\", expected \(CaptureRule.id)"),
        Fault(
            old: #""capture": "uv""#, new: #""audio": { "en": "../a.mp3" }"#,
            line: "[0].steps[2].audio is \"../a.mp3\", expected \(TourLimits.audioRule)"),
        Fault(
            old: #""title": "Nothing yet", "#, new: "",
            line: "[1].title is missing, expected a text, or an object of texts by language"),
        Fault(old: #", "steps": [] }"#, new: " }", line: "[1].steps is missing, expected an array of steps"),
    ]

    @Test(arguments: faults)
    func `a fault names the file, the place and the value`(_ fault: Fault) throws {
        var fixture = fixture()
        try fixture.replace(fault.old, with: fault.new, in: "tours.json")
        #expect(try fixture.faults().lines == ["tours.json: tours\(fault.line)"])
    }

    @Test func `recordings of steps are paths below audio`() {
        for path in ["audio/1.mp3", "audio/en/step-1.opus", "audio/en/a/b.ogg"] {
            #expect(TourLimits.isAudioPath(path), "\(path)")
        }
        for path in [
            "1.mp3", "audio/", "audio/../1.mp3", "audio//1.mp3", "audio/.mp3", "/audio/1.mp3", "audio/1.exe",
            "audio/a b.mp3",
        ] {
            #expect(!TourLimits.isAudioPath(path), "\(path)")
        }
    }

    // MARK: IIIF

    private func manifest(of document: SourceDocument) -> Data {
        PresentationWriter(document, base: "https://example.org", images: [:]).manifest()
    }

    @Test func `tours with steps are read back unchanged from a manifest`() throws {
        let document = try fixture().read()
        let result = try FormatFixture.read(String(decoding: manifest(of: document), as: UTF8.self))
        #expect(result.document.tours == document.tours.filter { !$0.steps.isEmpty })
        #expect(result.document.clauses == document.clauses)
        let losses = PresentationWriter(document, base: "https://example.org", images: [:]).losses
        #expect(losses.contains("tours without steps: empty"))
        #expect(losses.contains("further keys of tours.json: x-own, x-own"))
    }

    @Test func `an unknown clause is left out of its step with a note`() throws {
        let address = "\"https://example.org/iiif/presentation/3/psalter/clause/2"
        let text = String(decoding: manifest(of: try fixture().read()), as: UTF8.self)
        #expect(text.contains("\"source\": \(address)\""))
        let result = try FormatFixture.read(
            text.replacing("\"source\": \(address)\"", with: "\"source\": \(address)00\""))
        #expect(result.document.tours.first?.steps.first?.clauses == ["1"])
        #expect(result.notes.contains { $0.contains("unknown clauses are left out of a step") })
    }

    @Test func `annotation pages of a foreign manifest become tours, and those of canvases clauses`() throws {
        func annotation(_ motivation: String, _ box: String) -> String {
            """
            {"id":"https://example.org/a\(box)","type":"Annotation","motivation":"\(motivation)",
             "body":{"type":"TextualBody","value":"<p>Look <b>here</b></p>","format":"text/html","language":"en"},
             "target":"https://example.org/psalter/canvas/1#xywh=\(box)"}
            """
        }
        let page = """
            "annotations":[{"id":"https://example.org/walk","type":"AnnotationPage","label":{"en":["A walk"]},
              "items":[\(annotation("describing", "10,20,30,40")),\(annotation("describing", "percent:50,50,50,50"))]}]
            """
        let plain = FormatFixture.manifest(annotation("commenting", "1,2,300,400"))
        let end = try #require(plain.lastIndex(of: "}"))
        let result = try FormatFixture.read(plain[..<end] + ",\(page)}")
        #expect(result.document.clauses.count == 1)
        let tour = try #require(result.document.tours.first)
        #expect(tour.id == "walk" && tour.title == ["en": "A walk"])
        #expect(tour.steps.map(\.box) == [[10, 20, 30, 40], [500, 400, 500, 400]])
        #expect(tour.steps.allSatisfy { $0.text == ["en": "Look here"] })
        // A step on a canvas that is not known is noted once.
        #expect(!result.notes.contains { $0.contains("unknown target") })
        let unknown = page.replacing("psalter/canvas/1#xywh=10,", with: "elsewhere#xywh=10,")
        let notes = try FormatFixture.read(plain[..<end] + ",\(unknown)}").notes
        #expect(notes.filter { $0.contains("unknown target") && !$0.contains("times") }.count == 1)
        // Comments on the manifest do not become tours.
        let comments = try FormatFixture.read(plain[..<end] + ",\(page.replacing("describing", with: "commenting"))}")
        #expect(comments.document.tours.isEmpty && comments.document.clauses.count == 3)
    }
}
