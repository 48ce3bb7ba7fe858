import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct LinkedTextTests {
    static let words = """
        { "1": [ { "text": "Beatus", "page": 1, "box": [10, 20.5, 30, 12], "x-own": 1 },
                 { "text": "vir", "page": 2, "box": [0, 0, 9, 9] } ] }
        """

    private func fixture(_ words: String = words) -> SourceFixture { SourceFixture("words.json", words) }

    private func lines(of words: String) -> [String] {
        do {
            _ = try fixture(words).read()
            return []
        } catch {
            return (error as? SourceFaults)?.lines ?? ["\(error)"]
        }
    }

    @Test func `words are read with their places, and written as they were read`() throws {
        let document = try fixture().read()
        let clause = try #require(document.clauses.first { $0.id == "1" })
        #expect(
            clause.words == [
                ClauseWord(text: "Beatus", page: 1, box: Rectangle(x: 10, y: 20.5, width: 30, height: 12)),
                ClauseWord(text: "vir", page: 2, box: Rectangle(x: 0, y: 0, width: 9, height: 9)),
            ])
        #expect(document.header.hasLinks)
        #expect(document.files.first { $0.name == "words.json" }?.bytes == Data(Self.words.utf8))
        #expect(ClauseWord.stored(.array(clause.words.map(\.json))) == clause.words)
        #expect(try !SourceFixture().read().header.hasLinks)
    }

    static let faults = [
        (#"{ "9999": [] }"#, "words of \"9999\", expected the id of a clause of clauses.json"),
        (#"{ "1": [ { "text": "a", "page": 9, "box": [0, 0, 1, 1] } ] }"#, "page is 9, expected a page from 1 to 2"),
        (#"{ "1": [ { "text": " ", "page": 1, "box": [0, 0, 1, 1] } ] }"#, "text is \" \", expected a word"),
        (#"{ "1": [ { "text": "a", "page": 1, "box": [0, 0, 0, 1] } ] }"#, "width and height above 0"),
        (#"{ "1": [ { "text": "a", "page": 1, "box": [-1, 0, 5, 1] } ] }"#, "[x, y, width, height] on the page of"),
        (#"{ "1": [ { "text": "a", "page": 1, "box": [1e300, 0, 5, 1] } ] }"#, "[x, y, width, height] in pixels"),
        (#"{ "1": "words" }"#, "expected an array of words"),
        (#"[]"#, "expected an object of words by clause id"),
    ]

    @Test(arguments: faults) func `a fault in words names the place, the value and what was expected`(
        words: String, line: String
    ) {
        let lines = lines(of: words)
        #expect(lines.count == 1 && lines[0].hasPrefix("words.json") && lines[0].contains(line), "\(lines)")
    }

    @Test func `phrases are read in every form, and written in the shortest`() throws {
        let json = try JSONParser.parse(
            Data(
                #"""
                [ { "transcription": "Beatus vir", "translation": ["Happy", { "text": "the man", "occurrence": 2 }] },
                  { "transcription": ["qui"], "translation": { "text": "who", "occurrence": 1 } } ]
                """#.utf8))
        let phrases = Phrase.stored(json)
        #expect(
            phrases == [
                Phrase(
                    transcription: [PhraseQuote(text: "Beatus vir")],
                    translation: [PhraseQuote(text: "Happy"), PhraseQuote(text: "the man", occurrence: 2)]),
                Phrase(transcription: [PhraseQuote(text: "qui")], translation: [PhraseQuote(text: "who")]),
            ])
        #expect(
            FieldValue.normal(json, of: .clause("1", .phrases(language: "en"))).compactText
                == #"[{"transcription":"Beatus vir","translation":["Happy",{"occurrence":2,"text":"the man"}]},"#
                + #"{"transcription":"qui","translation":"who"}]"#)
    }

    @Test(arguments: [
        (#"[{ "transcription": "a" }]"#, "translation"),
        (#"[{ "transcription": [], "translation": "b" }]"#, "at least one"),
        (#"[{ "transcription": { "text": "a", "occurrence": 0 }, "translation": "b" }]"#, "from 1 to 10000"),
        (#"["a"]"#, "an object with transcription and translation"), (#""a""#, "an array of phrases"),
        (#"[{ "transcription": "a", "translation": "b", "note": 1 }]"#, "\"note\""),
    ]) func `an invalid phrase is refused as an edit`(value: String, expected: String) throws {
        let value = try JSONParser.parse(Data(value.utf8))
        #expect {
            try FieldValue.check(value, of: .clause("1", .phrases(language: "en")), page: nil, limits: EditLimits())
        } throws: {
            ($0 as? EditFault).map { "\($0.value) \($0.expected) \($0.path)".contains(expected) } ?? false
        }
    }

    @Test func `the words of ALTO and PAGE are read with their places, scaled to the image`() throws {
        let alto = """
            <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#">
            <Description><MeasurementUnit>pixel</MeasurementUnit></Description>
            <Layout><Page WIDTH="500" HEIGHT="400"><PrintSpace><TextBlock>
            <TextLine ID="l" HPOS="10" VPOS="20" WIDTH="200" HEIGHT="30">
            <String CONTENT="Beatus" HPOS="10" VPOS="22" WIDTH="90" HEIGHT="20"/><SP/>
            <String CONTENT="vir" HPOS="110.25" VPOS="24" WIDTH="50" HEIGHT="18"/><SP/><String CONTENT="qui"/>
            </TextLine></TextBlock></PrintSpace></Page></Layout></alto>
            """
        let image = SourceImage(fileName: "scan.jpg", width: 1000, height: 800)
        func words(_ text: String) throws -> [ClauseWord] {
            try LineFile.read(Data(text.utf8), file: "lines.xml", image: image, id: "psalm", title: "A psalm").document
                .clauses[0].words
        }
        #expect(
            try words(alto) == [
                ClauseWord(text: "Beatus", page: 1, box: Rectangle(x: 20, y: 44, width: 180, height: 40)),
                ClauseWord(text: "vir", page: 1, box: Rectangle(x: 220.5, y: 48, width: 100, height: 36)),
            ])
        let page = """
            <PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15">
            <Page imageFilename="scan.jpg" imageWidth="1000" imageHeight="800">
            <TextRegion id="r"><Coords points="0,0 500,0 500,300 0,300"/>
            <TextLine id="l"><Coords points="20,40 500,40 500,90 20,90"/>
            <Word id="w"><Coords points="20,44 200,46 200,84 22,80"/>
            <TextEquiv><Unicode>Beatus</Unicode></TextEquiv></Word>
            <Word id="v"><Coords points="220,48 320,48 320,84 220,84"/>
            <TextEquiv><Unicode>vir</Unicode></TextEquiv></Word>
            <TextEquiv><Unicode>Beatus vir</Unicode></TextEquiv></TextLine></TextRegion></Page></PcGts>
            """
        #expect(
            try words(page) == [
                ClauseWord(text: "Beatus", page: 1, box: Rectangle(x: 20, y: 44, width: 180, height: 40)),
                ClauseWord(text: "vir", page: 1, box: Rectangle(x: 220, y: 48, width: 100, height: 36)),
            ])
    }

    @Test func `places of words are read back from written ALTO`() throws {
        let words = """
            { "1": [ { "text": "Quod", "page": 1, "box": [510, 20.5, 30, 12] },
                     { "text": "ecclesia", "page": 1, "box": [550, 20, 40, 12] },
                     { "text": "libera", "page": 1, "box": [600, 20, 40, 12] },
                     { "text": "sit", "page": 1, "box": [650, 20, 40, 12] } ] }
            """
        let document = try fixture(words).read()
        let written = try #require(
            LayoutPage.pages(of: document).first.map { ALTOWriter.text(of: $0) })
        let image = SourceImage(fileName: "scan.png", width: 1000, height: 800)
        let read = try LineFile.read(Data(written.utf8), file: "a.xml", image: image, id: "psalter", title: "A")
            .document
        let places = Dictionary(uniqueKeysWithValues: read.clauses.map { ($0.id, $0.words) })
        #expect(places["1"] == document.clauses.first { $0.id == "1" }?.words)
        // No places are known for clause 3, and its words do not get the clause's own place.
        #expect(places["3"] == [])
        #expect(read.texts.values.first?["3"]?.transcription == "Argentum reddat")
    }
}
