import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct ALTOTests {
    private static let image = SourceImage(fileName: "page.jpg", width: 1000, height: 2000)

    private func read(_ text: String, image: SourceImage = ALTOTests.image) throws -> ImportedDocument {
        try LineFile.read(Data(text.utf8), file: "page.xml", image: image, id: "page", title: "A page")
    }

    /// Returns an ALTO file with these text lines.
    private func alto(
        _ lines: String, version: String = "http://www.loc.gov/standards/alto/ns-v4#", unit: String = "pixel",
        page: String = #"WIDTH="1000" HEIGHT="2000""#
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <alto xmlns="\(version)"><Description><MeasurementUnit>\(unit)</MeasurementUnit></Description>
        <Layout><Page \(page) PHYSICAL_IMG_NR="1"><PrintSpace><TextBlock LANG="la">\(lines)</TextBlock></PrintSpace></Page>
        </Layout></alto>
        """
    }

    private func line(_ id: String, points: String) -> String {
        #"<TextLine ID="\#(id)"><Shape><Polygon POINTS="\#(points)"/></Shape><String CONTENT="In nomine"/></TextLine>"#
    }

    private func faultLine(_ text: String) throws -> String {
        let faults = try #require(throws: SourceFaults.self) { try read(text) }
        #expect(faults.lines.count == 1)
        return try #require(faults.lines.first)
    }

    // MARK: Lines

    @Test(arguments: ["10,20 110,20 110,50 10,50", "10 20 110 20 110 50 10 50", " 10,20\n110,20\t110 , 50 10,50 "])
    func `points are read with commas and without`(_ points: String) throws {
        let result = try read(alto(line("a", points: points)))
        let clause = try #require(result.document.clauses.first)
        let corners = [(10, 20), (110, 20), (110, 50), (10, 50)].map { Point(x: $0.0, y: $0.1) }
        #expect(clause.regions == [Region(page: 1, polygon: try Polygon(outer: corners))])
        #expect(result.notes.isEmpty)
    }

    @Test(arguments: [
        "http://www.loc.gov/standards/alto/ns-v2#", "http://www.loc.gov/standards/alto/ns-v3#",
        "http://www.loc.gov/standards/alto/ns-v4#", "",
    ])
    func `versions 2 to 4 and files without namespace are read`(_ version: String) throws {
        let line = #"<TextLine HPOS="1" VPOS="2" WIDTH="30" HEIGHT="4"><String CONTENT="a"/></TextLine>"#
        let text = alto(line, version: version)
        let clause = try #require(try read(text).document.clauses.first)
        #expect(clause.regions[0].polygon.bounds == Rectangle(x: 1, y: 2, width: 30, height: 4))
    }

    @Test func `prefixed element names are read`() throws {
        let text = """
            <a:alto xmlns:a="http://www.loc.gov/standards/alto/ns-v3#"><a:Layout><a:Page WIDTH="1000" HEIGHT="2000">
            <a:TextLine HPOS="1" VPOS="2" WIDTH="30" HEIGHT="4"><a:String CONTENT="a"/></a:TextLine></a:Page></a:Layout></a:alto>
            """
        #expect(try read(text).document.clauses.count == 1)
    }

    @Test func `words, spaces and hyphens become the transcription, the first words the title`() throws {
        let words = """
            <TextLine HPOS="1" VPOS="2" WIDTH="30" HEIGHT="4"><String CONTENT="Johannes"/><SP/><String CONTENT=" dei&#10;gratia"/>
            <String CONTENT="rex"/><SP/><String CONTENT="An"/><HYP CONTENT="-"/></TextLine>
            <TextLine HPOS="1" VPOS="12" WIDTH="30" HEIGHT="4"><String CONTENT="glie et dominus Hibernie et dux Normannie et Aquitannie"/></TextLine>
            """
        let document = try read(alto(words)).document
        let texts = try #require(document.texts["la"])
        #expect(texts["line-1"]?.transcription == "Johannes dei gratia rex An-")
        #expect(texts["line-1"]?.title == "Johannes dei gratia rex An-")
        #expect(texts["line-2"]?.title == "glie et dominus Hibernie et dux Normannie et…")
        #expect(document.clauses.map(\.number) == ["1", "2"])
    }

    @Test func `polygons of words and blocks are not taken for the line's`() throws {
        let text = alto(
            """
            <Shape><Polygon POINTS="0,0 900,0 900,900"/></Shape>
            <TextLine HPOS="1" VPOS="2" WIDTH="30" HEIGHT="4">
            <String CONTENT="a"><Shape><Polygon POINTS="5,5 6,5 6,6"/></Shape></String></TextLine>
            """)
        #expect(try read(text).document.clauses[0].regions[0].polygon.bounds.width == 30)
    }

    @Test func `a line without words is a clause without text`() throws {
        let document = try read(alto(#"<TextLine HPOS="1" VPOS="2" WIDTH="30" HEIGHT="4"/>"#)).document
        #expect(document.clauses.count == 1)
        #expect(document.texts["la"]?.isEmpty != false)
    }

    /// The schema requires a `String` in every `TextLine`.
    @Test func `found lines without words are written with an empty word, and read back without text`() throws {
        let polygon = try Polygon(outer: Rectangle(x: 10, y: 20, width: 300, height: 40).corners)
        let line = ALTOLines.Line(polygon: polygon, baseline: [Point(x: 10, y: 50), Point(x: 310, y: 52)])
        let text = ALTOLines(image: "page.jpg", pageNumber: 1, width: 1000, height: 2000, lines: [line]).text
        #expect(text.contains(#"<String CONTENT="" HPOS="10" VPOS="20" WIDTH="300" HEIGHT="40"/>"#))
        let document = try read(text).document
        #expect(document.clauses.map(\.regions) == [[Region(page: 1, polygon: polygon)]])
        #expect(document.texts.allSatisfy { $0.value.isEmpty })
    }

    // MARK: Units

    @Test func `millimetres and inches are scaled to the image`() throws {
        let box = #"<TextLine HPOS="100" VPOS="100" WIDTH="200" HEIGHT="50"/>"#
        for unit in ["mm10", "inch1200"] {
            let result = try read(alto(box, unit: unit, page: #"WIDTH="500" HEIGHT="500""#))
            let bounds = result.document.clauses[0].regions[0].polygon.bounds
            #expect(bounds == Rectangle(x: 200, y: 400, width: 400, height: 200))
            #expect(result.notes == ["page.xml: the page has different proportions from the image"])
        }
        let page = try read(alto(box, unit: "mm10", page: #"WIDTH="500" HEIGHT="1000""#)).document.pages[0]
        #expect(page.pixelsPerMillimetre == 20)
    }

    @Test func `millimetres without the page's size are a fault`() throws {
        let text = alto("", unit: "mm10", page: "")
        let line = "page.xml: Page is without WIDTH and HEIGHT, expected both, as the unit is mm10"
        #expect(try faultLine(text) == line)
    }

    @Test func `an unknown unit is a fault`() throws {
        #expect(
            try faultLine(alto("", unit: "ell")).hasPrefix(
                "page.xml: line 2, MeasurementUnit is \"ell\", expected pixel"))
    }

    @Test func `pixel coordinates of a smaller copy are scaled, with a note`() throws {
        let box = #"<TextLine HPOS="100" VPOS="100" WIDTH="200" HEIGHT="50"/>"#
        let result = try read(alto(box, page: #"WIDTH="500" HEIGHT="1000""#))
        #expect(result.document.clauses[0].regions[0].polygon.bounds.x == 200)
        #expect(result.notes.count == 1)
        #expect(try read(alto(box, page: "")).document.clauses[0].regions[0].polygon.bounds.x == 100)
    }

    // MARK: What cannot be taken over

    @Test func `a degenerate outline is replaced by the box, with a note`() throws {
        let text = alto(
            """
            <TextLine ID="flat" HPOS="1" VPOS="2" WIDTH="30" HEIGHT="4"><Shape><Polygon POINTS="1,2 30,2 1,2"/></Shape></TextLine>
            <TextLine ID="odd" HPOS="1" VPOS="2" WIDTH="30" HEIGHT="4"><Shape><Polygon POINTS="1,2 30"/></Shape></TextLine>
            """)
        let result = try read(text)
        #expect(result.document.clauses.count == 2)
        let notes = [
            "page.xml: flat: an outline that is a ring of 2 distinct points, expected at least 3, its box is used",
            "page.xml: odd: an outline that is not a list of points, its box is used",
        ]
        #expect(result.notes == notes)
    }

    @Test func `a line without any area is left out, with a note that quotes its words`() throws {
        let text = alto(line("gone", points: "1,1 2,2 3,3") + line("here", points: "1,1 9,1 9,9"))
        let result = try read(text)
        #expect(result.document.clauses.map(\.id) == ["line-2"], "numbers follow the file")
        #expect(result.notes.count == 1)
        #expect(result.notes[0].contains("gone") && result.notes[0].contains("In nomine"))
    }

    @Test func `points outside the page are moved to its edge, with a note`() throws {
        let result = try read(alto(line("a", points: "-3,5 1001.5,5 500,60")))
        let outer = result.document.clauses[0].regions[0].polygon.outer
        #expect(outer == [Point(x: 0, y: 5), Point(x: 1000, y: 5), Point(x: 500, y: 60)])
        #expect(result.notes == ["page.xml: a: up to 3 pixels outside the page, moved to its edge"])
    }

    @Test func `only the first of several pages is read, and a page without lines is noted`() throws {
        let pages = #"<Page PHYSICAL_IMG_NR="7" WIDTH="9" HEIGHT="9"/><Page><TextLine/></Page>"#
        let text = "<alto><Layout>\(pages)</Layout></alto>"
        let result = try read(text, image: SourceImage(fileName: "p.jpg", width: 9, height: 9))
        let notes = [
            "page.xml: 2 pages, of which the first, PHYSICAL_IMG_NR 7, is read", "page.xml: no text lines",
        ]
        #expect(result.notes == notes)
        #expect(result.document.clauses.isEmpty)
    }

    // MARK: Language

    @Test func `the language is the one that most lines state`() throws {
        #expect(try read(alto(line("a", points: "1,1 9,1 9,9"))).document.header.language == "la")
        let lines = ["la", "fro", "fro"].map { #"<TextLine LANG="\#($0)" HPOS="1" VPOS="2" WIDTH="3" HEIGHT="4"/>"# }
        let result = try read(alto(lines.joined()))
        #expect(result.document.header.language == "fro" && result.document.header.languages == ["fro"])
        #expect(result.notes == ["page.xml: lines in fro, la, all treated as fro"])
        let none = try read(alto(line("a", points: "1,1 9,1 9,9")).replacingOccurrences(of: #" LANG="la""#, with: ""))
        #expect(none.document.header.language == "und")
    }

    // MARK: Attacks and rubbish

    @Test(arguments: [
        #"<!DOCTYPE alto [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><alto>&b;</alto>"#,
        #"<?xml version="1.0"?><!-- x --><!DOCTYPE alto SYSTEM "file:///etc/passwd"><alto/>"#,
        "\u{FEFF} <!DOCTYPE alto><alto/>",
    ])
    func `a document type declaration is refused`(_ text: String) throws {
        #expect(try faultLine(text) == "page.xml: line 1 is a document type declaration, expected XML without one")
    }

    @Test(arguments: [
        "<?xml version=\"1.0\"?><?xml-stylesheet href=\"a.xsl\"?><alto><?a b?></alto>", "<?a?>\n<alto/>",
        "<alto>\n<?aé?></alto>", "<!--\n<?x --><alto><?y?></alto>",
    ])
    func `processing instructions and comments are ignored`(_ text: String) throws {
        #expect(try faultLine(text) == "page.xml: no Page, expected a Page in the Layout")
    }

    @Test(arguments: [String.Encoding.utf16, .utf8, .isoLatin1])
    func `a file is read in the encoding that it states`(_ encoding: String.Encoding) throws {
        let name = [.utf16: "UTF-16", .utf8: "UTF-8"][encoding] ?? "ISO-8859-1"
        let text = alto(line("a", points: "10,20 110,20 110,50 10,50").replacing("nomine", with: "nóminë"))
        let bytes = try #require(text.replacing("UTF-8", with: name).data(using: encoding))
        let folder = try TemporaryFolder()
        try folder.write("page.xml", bytes)
        #expect(try LineFile.isLineFile(folder.url.appendingPathComponent("page.xml").path))
        let result = try LineFile.read(bytes, file: "page.xml", image: Self.image, id: "page", title: "")
        #expect(result.document.texts["la"]?.values.first?.transcription == "In nóminë")
    }

    @Test func `document type declarations in UTF-16 and unsupported encodings are refused`() throws {
        let utf16 = try #require(#"<!DOCTYPE alto><alto/>"#.data(using: .utf16))
        let utf7 = Data("<?xml version=\"1.0\" encoding=\"UTF-7\"?>+ADw-alto/+AD4-".utf8)
        for (bytes, expected) in [(utf16, "XML without one"), (utf7, "XML in UTF-8, UTF-16 or ISO-8859-1")] {
            let faults = #expect(throws: SourceFaults.self) {
                try LineFile.read(bytes, file: "page.xml", image: Self.image, id: "page", title: "")
            }
            #expect(faults?.faults.first?.expected == expected)
        }
    }

    @Test func `deep nesting is refused`() throws {
        let text = String(repeating: "<alto>", count: 100_000)
        #expect(try faultLine(text).contains("nesting of 65 levels"))
    }

    @Test(arguments: [
        "", "no XML", "<alto>", "<alto></alto>", "<PcGts/>", "<alto><Layout><Page></Layout></alto>",
        "<alto>&unknown;</alto>", "<alto><?é<?x?></alto>", "<?xml", "<!-- ", "<alto xmlns='http://example.org/other'/>",
        "\u{0}\u{1}",
        "<alto><Page/>",
    ])
    func `a file that is not ALTO yields a one-line fault`(_ text: String) throws {
        #expect(try faultLine(text).hasPrefix("page.xml: "))
    }

    @Test func `a fault in the XML names line and column`() throws {
        #expect(try faultLine("<alto>\n  <Layout>\n</alto>").hasPrefix("page.xml: line 3, column "))
    }

    @Test func `a missing file yields a one-line fault`() throws {
        let faults = #expect(throws: SourceFaults.self) {
            try LineFile.read("/nowhere/page.xml", image: Self.image, id: "page", title: "")
        }
        #expect(faults?.lines.count == 1)
    }

    // MARK: Into the store

    @Test func `a document imported from ALTO is stored, searched and exported like any other`() throws {
        let result = try read(alto(line("eSc_line_1", points: "10,20 110,20 110,50 10,50")))
        let library = try TestStore()
        let image = StoredImage(fileName: "p", sha256: "p", byteCount: 1, width: 1000, height: 2000, pyramid: "p")
        #expect(try library.store.put(result.document, images: [1: image], source: "", at: Date()) == .added)
        #expect(try library.store.clauses(of: "page", at: Point(x: 50, y: 30)).map(\.id) == ["line-1"])
        #expect(try library.store.search("nomine").hits.map(\.clause.transcription) == ["In nomine"])

        let folder = try TemporaryFolder()
        for file in try library.store.sourceFiles(of: "page") { try folder.write(file.name, file.bytes) }
        try folder.write("page.jpg", Data("pixels".utf8))
        let readBack = try SourceFolder.read(folder.url.path) { _, _ in (1000, 2000) }
        #expect(readBack.clauses == result.document.clauses && readBack.texts == result.document.texts)
        let clauses = try #require(readBack.files.first { $0.name == "clauses.json" })
        #expect(String(decoding: clauses.bytes, as: UTF8.self).contains("eSc_line_1"), "the line's own id is kept")
        #expect(try library.store.put(readBack, images: [1: image], source: "", at: Date()) == .unchanged)
    }
}
