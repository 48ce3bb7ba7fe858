import FileSupport
import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// No reader or writer loses a scalar, whatever `Character` it is part of.
@Suite struct CombiningMarkTests {
    private typealias Marks = CombiningMarks

    private static let image = SourceImage(fileName: "s.jpg", width: 1000, height: 800)

    private func lines(_ xml: String) throws -> ImportedDocument {
        try LineFile.read(Data(xml.utf8), file: "page.xml", image: Self.image, id: "d", title: "d")
    }

    /// Returns a document with a clause for each white-space character, with its text in every field.
    private func document(
        _ spaces: [Unicode.Scalar] = Marks.spaces, number: String = "\u{301};\u{37E}", hasTexts: Bool = true
    ) throws -> SourceDocument {
        var clauses: [JSONValue] = []
        var texts: [JSONValue.Member] = []
        for (index, space) in spaces.enumerated() {
            let corners = [(0, 0), (9, 0), (9, 9), (0, 9)].map { JSONValue.pair(Double($0.0 + index), Double($0.1)) }
            clauses.append(
                .members([
                    ("id", .string("c\(index)")), ("number", .string(index == 0 ? number : "\u{301}")),
                    ("regions", .array([.members([("page", .integer(1)), ("polygon", .array(corners))])])),
                ]))
            let text = Marks.text(after: space)
            let heading = String(text.unicodeScalars.prefix(900))
            let fields =
                hasTexts ? ["title": heading, "translation": text, "context": text, "transcription": text] : [:]
            texts.append(
                JSONValue.Member(
                    key: "c\(index)",
                    value: .members(fields.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })))
        }
        let description =
            #"{"id":"d","title":"d","language":"la","languages":["la"],"pages":[{"image":"s.jpg","width":1000,"height":800}]}"#
        let files = [
            SourceFile(name: "document.json", bytes: Data(description.utf8)),
            SourceFile(name: "clauses.json", bytes: Data(JSONValue.array(clauses).text().utf8)),
            SourceFile(name: "texts/la.json", bytes: Data(JSONValue.object(texts).text().utf8)),
        ]
        return try SourceReader.read(MemorySource(files: files, images: [Self.image]))
    }

    private func expectEqual(_ document: SourceDocument, _ former: SourceDocument) {
        for (one, other) in zip(document.clauses, former.clauses) {
            #expect(Marks.same(one.number, other.number), "the number of \(other.id)")
            for field in Snippet.Field.allCases {
                let (text, expected) = (
                    document.texts["la"]?[one.id]?[field] ?? "", former.texts["la"]?[other.id]?[field] ?? ""
                )
                #expect(text.isIdentical(to: expected), "the \(field) of \(other.id)")
            }
        }
        #expect(document.clauses.count == former.clauses.count)
    }

    @Test func `the lists of combining marks and white space are complete`() {
        #expect(Marks.all.count > 2_000 && Marks.all.contains("\u{36F}") && Marks.all.contains("\u{20DD}"))
        #expect(Marks.spaces.count == 25 && Marks.spacesOfXML.count == 23)
    }

    // MARK: Text lines

    @Test func `ALTO is read without loss`() throws {
        let words = Marks.spacesOfXML.map { space in
            let content = MarkupEscaping.xml(Marks.text(after: space))
            return #"<TextLine HPOS="1" VPOS="2" WIDTH="30" HEIGHT="4"><String CONTENT="\#(content)"/></TextLine>"#
        }
        let alto = #"<alto><Layout><Page WIDTH="1000" HEIGHT="800">\#(words.joined())</Page></Layout></alto>"#
        let texts = try #require(try lines(alto).document.texts["und"])
        for (index, space) in Marks.spacesOfXML.enumerated() {
            let text = try #require(texts["line-\(index + 1)"]?.transcription)
            #expect(text.isIdentical(to: Marks.spaced(space)), "after U+\(String(space.value, radix: 16))")
        }
    }

    @Test(arguments: ["TextLine", "Word", "TextRegion"])
    func `PAGE XML is read without loss`(_ holder: String) throws {
        let coords = #"<Coords points="1,1 30,1 30,9 1,9"/>"#
        let regions = Marks.spacesOfXML.enumerated().map { index, space in
            let text = "<TextEquiv><Unicode>\(MarkupEscaping.xml(Marks.text(after: space)))</Unicode></TextEquiv>"
            let content =
                switch holder {
                case "TextLine": #"<TextLine id="l\#(index)">\#(coords)\#(text)</TextLine>"#
                case "Word": #"<TextLine id="l\#(index)">\#(coords)<Word id="w\#(index)">\#(text)</Word></TextLine>"#
                default: text
                }
            return #"<TextRegion id="r\#(index)">\#(coords)\#(content)</TextRegion>"#
        }
        let page = #"<Page imageFilename="s.jpg" imageWidth="1000" imageHeight="800">\#(regions.joined())</Page>"#
        let texts = try #require(try lines("<PcGts>\(page)</PcGts>").document.texts["und"])
        for (index, space) in Marks.spacesOfXML.enumerated() {
            let text = try #require(texts["line-\(index + 1)"]?.transcription)
            // If a line has no text of its own, and for a region, the text is used unchanged.
            let expected = holder == "TextLine" ? Marks.spaced(space) : Marks.text(after: space)
            #expect(text.isIdentical(to: expected), "after U+\(String(space.value, radix: 16))")
        }
    }

    @Test(arguments: LayoutFormat.allCases)
    func `layouts are written without loss`(_ format: LayoutFormat) throws {
        let number = Marks.all.map { ";\($0):\($0)\\\($0){\($0)}" }.joined() + "\u{37E}"
        let former = try document(Marks.spacesOfXML, number: number)
        let file = former.layout(as: format, date: Date(timeIntervalSince1970: 0)).files[0]
        let result = try LineFile.read(file.bytes, file: "a.xml", image: Self.image, id: "d", title: "d").document
        for (index, space) in Marks.spacesOfXML.enumerated() {
            let text = try #require(result.texts["la"]?["c\(index)"]?.transcription)
            let expected = format == .alto ? Marks.spaced(space) : Marks.text(after: space)
            #expect(text.isIdentical(to: expected), "after U+\(String(space.value, radix: 16))")
            #expect(Marks.same(result.clauses[index].number, former.clauses[index].number ?? "?"))
        }
    }

    @Test func `control characters that XML cannot hold are reported`() throws {
        let former = try document(["\u{B}", " "])
        for format in LayoutFormat.allCases {
            let notes = former.layout(as: format, date: Date()).notes
            #expect(notes.contains { $0.hasSuffix("cannot hold control characters: those of 1 texts left out") })
        }
    }

    @Test func `tables of clauses are read without loss`() throws {
        let alto = """
            <alto><Layout><Page WIDTH="1000" HEIGHT="800"><TextLine ID="a" HPOS="0" VPOS="2" WIDTH="900" HEIGHT="40">
            <String CONTENT="trp \u{36F}. \u{301}quod"/></TextLine></Page></Layout></alto>
            """
        let titles = Marks.spaces.map { String($0) + String(Marks.text(after: $0).unicodeScalars.prefix(900)) }
        for title in titles {
            let quoted = title.replacing("\"", with: "\"\"")
            let table = """
                clause,first line,first word,last line,last word,title,number
                1,a,,a,\u{36F}.,"\(quoted)",\u{301}I
                2,a,3,a,,,
                """
            let result = try LineFile.read(
                Data(alto.utf8), file: "a.xml", image: Self.image,
                clauses: LineTable(bytes: Data(table.utf8), file: "map.csv"), id: "d", title: "d"
            ).document
            let texts = try #require(result.texts["und"])
            #expect(Marks.same(texts["1"]?.title, String(title.unicodeScalars.dropFirst())))
            #expect(Marks.same(texts["1"]?.transcription, "trp \u{36F}."))
            #expect(Marks.same(texts["2"]?.transcription, "\u{301}quod"))
            #expect(Marks.same(result.clauses[0].number, "\u{301}I"))
        }
    }

    // MARK: Annotations, GeoJSON, tables of texts, source folders

    @Test func `manifests, annotations and GeoJSON are written and read without loss`() throws {
        let former = try document()
        let writer = PresentationWriter(former, base: "https://example.org", images: [:])
        let written = [
            writer.manifest(), Presentation2Writer(writer).manifest(), writer.annotations(),
            try GeoJSONWriter(former).collection(),
        ]
        for (place, bytes) in written.enumerated() {
            let source = try RecognisedSource.recognise(bytes, path: "\(place).json")
            expectEqual(try source.read(id: "d").document, former)
        }
    }

    @Test func `tables of texts are written and read without loss`() throws {
        let former = try document()
        let table = TextTable.write(former)
        #expect(try TextImport(table, named: "t.csv", into: former).changes.isEmpty)
        let empty = try document(hasTexts: false)
        // The texts of the two differ, so the table's check must be disabled.
        let unchecked = try CSV.read(table, named: "t.csv").map { row in
            row.cells.enumerated().map { $0 == 2 ? "" : $1 }
        }
        let header = TextTable.leading + unchecked[0].dropFirst(3)
        let changes = try TextImport(CSV.write([header] + unchecked.dropFirst()), named: "t.csv", into: empty)
        #expect(changes.faults.isEmpty)
        let files = try changes.applied(to: empty.files)
        expectEqual(try SourceReader.read(MemorySource(files: files, images: [Self.image])), former)
    }

    @Test func `replacing a text by its decomposed form counts as a change`() throws {
        var fixture = SourceFixture()
        try fixture.replace("Une note élevée", with: "Une note \\u00e9lev\\u00e9e", in: "texts/fr.json")
        let document = try fixture.read()
        let table = String(decoding: TextTable.write(document), as: UTF8.self)
        let decomposed = Data(table.replacing("élevée", with: "e\u{301}leve\u{301}e").utf8)
        let changes = try TextImport(decomposed, named: "t.csv", into: document).changes
        #expect(changes.map(\.clause) == ["note"] && changes[0].text?.unicodeScalars.contains("\u{301}") == true)
    }

    @Test func `canonically equivalent texts and keys are kept apart`() throws {
        let target = #""https://example.org/psalter/canvas/1#xywh=1,2,30,40""#
        let annotations = ["\u{E9}", "e\u{301}"].map { text in
            FormatFixture.annotation(target, body: #"{"type":"TextualBody","value":"\#(text)"}"#)
        }
        let read = try FormatFixture.read(FormatFixture.manifest(annotations.joined(separator: ","))).document
        #expect(read.clauses.count == 2, "neither is taken for a repetition of the other")
        var fixture = SourceFixture()
        try fixture.replace("\"x-unknown\"", with: "\"\u{E9}\": 1, \"e\u{301}\": 2, \"x-unknown\"", in: "document.json")
        #expect(try fixture.read().id == "psalter", "no key counts as a duplicate")
    }

    @Test func `HTML is read without losing a letter`() {
        for space in Marks.spaces {
            let text = Marks.text(after: space)
            let read = HTMLText.plain("<p>\(MarkupEscaping.content(text))</p>")
            #expect(Marks.letters(read) == Marks.letters(text), "after U+\(String(space.value, radix: 16))")
        }
        // After a tag, an entity, a comment and a bracket that is text.
        for (html, text) in [("<b>", ""), ("</b>", ""), ("&amp;", "&"), ("<!-- -->", ""), ("< ", "< "), ("<br>", "")] {
            let read = HTMLText.plain(Marks.text(after: html))
            #expect(Marks.letters(read) == Marks.letters(Marks.text(after: text)), "\(html)")
        }
    }

    @Test func `titles made of first words keep combining marks with their letters`() {
        for space in Marks.spaces {
            for start in stride(from: 0, to: Marks.all.count, by: 10) {
                let marks = Marks.all[start...].prefix(10)
                let text = "a" + marks.map { "\(space)\($0)b" }.joined()
                #expect(Marks.letters(text.opening()) == Marks.letters(text))
            }
        }
        let long = String(repeating: "e\u{301}", count: 40)
        #expect(long.opening().isIdentical(to: String(repeating: "e\u{301}", count: 24) + "…"))
        #expect(("x" + long).opening().isIdentical(to: "x" + String(repeating: "e\u{301}", count: 23) + "…"))
        #expect(String(repeating: "\u{301}", count: 60).opening().unicodeScalars.count == 49)
    }
}

/// Pages whose transcriptions have marks after spaces, in the shared data; see SharedData.
@Suite(.enabled(if: SharedData.has("charter-besancon-par03"), "needs ../shared/data")) struct MarksOfRealPagesTests {
    /// Returns the contents of an ALTO file's words, from their attributes.
    private static func contents(_ path: String) throws -> [Unicode.Scalar] {
        let text = String(decoding: try Data(contentsOf: SharedData.url(path)), as: UTF8.self)
        let word = /<(?:String|HYP)\b[^>]*?\bCONTENT="([^"]*)"/.matchingSemantics(.unicodeScalar)
        return text.matches(of: word).flatMap { match in
            CombiningMarks.letters(HTMLEntities.decoded(match.output.1))
        }
    }

    @Test(arguments: CharterTests.samples.map(\.path))
    func `every letter of a real page is read`(_ path: String) throws {
        let sample = try #require(CharterTests.samples.first { $0.path == path })
        let image = SourceImage(fileName: "scan.jpg", width: sample.width, height: sample.height)
        let document = try LineFile.read(SharedData.url(path).path, image: image, id: "c", title: "c").document
        let texts = document.texts.values.first ?? [:]
        let read = document.clauses.flatMap { CombiningMarks.letters(texts[$0.id]?.transcription ?? "") }
        let expected = try Self.contents(path)
        #expect(expected.count > 100)
        #expect(read == expected)
    }
}
