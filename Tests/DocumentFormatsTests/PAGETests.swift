import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// PAGE XML. The samples were written for these tests after the schema's documentation and public files exported by
/// Transkribus (PAGE 2013) and eScriptorium (PAGE 2019); they contain no text of theirs.
@Suite struct PAGETests {
    private static let image = SourceImage(fileName: "page.jpg", width: 1000, height: 2000)

    private func read(_ text: String, image: SourceImage = Self.image) throws -> ImportedDocument {
        try LineFile.read(Data(text.utf8), file: "page.xml", image: image, id: "page", title: "A page")
    }

    private func faultLine(_ text: String) throws -> String {
        let faults = try #require(throws: SourceFaults.self) { try read(text) }
        #expect(faults.lines.count == 1)
        return try #require(faults.lines.first)
    }

    /// Returns a PAGE file with the given page content.
    private func page(_ content: String, version: String = "2019-07-15", scheme: String = "http") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <PcGts xmlns="\(scheme)://schema.primaresearch.org/PAGE/gts/pagecontent/\(version)"><Metadata/>
        <Page imageFilename="page.jpg" imageWidth="1000" imageHeight="2000">\(content)</Page></PcGts>
        """
    }

    private func line(_ id: String, _ text: String, custom: String = "") -> String {
        """
        <TextLine id="\(id)" custom="\(custom)"><Coords points="10,10 90,10 90,30 10,30"/>
        <TextEquiv><Unicode>\(text)</Unicode></TextEquiv></TextLine>
        """
    }

    private func transcriptions(_ document: SourceDocument) -> [String] {
        document.clauses.compactMap { clause in document.texts.values.compactMap { $0[clause.id]?.transcription }.first
        }
    }

    // MARK: As programs write it

    @Test func `a page of Transkribus is read in its reading order`() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2013-07-15" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://schema.primaresearch.org/PAGE/gts/pagecontent/2013-07-15 http://schema.primaresearch.org/PAGE/gts/pagecontent/2013-07-15/pagecontent.xsd">
            <Metadata><Creator>Transkribus</Creator><Created>2021-01-02T03:04:05.678+01:00</Created>
            <LastChange>2021-01-03T03:04:05.678+01:00</LastChange>
            <TranskribusMetadata docId="1" pageId="2" pageNr="1" tsid="3" status="GT" userId="4" imgUrl="https://example.org/a?b=c&amp;d=e" imageId="5"/>
            </Metadata>
            <Page imageFilename="page.jpg" imageWidth="500" imageHeight="1000">
            <ReadingOrder><OrderedGroup id="ro_1" caption="Regions reading order">
            <RegionRefIndexed index="1" regionRef="r2"/><RegionRefIndexed index="0" regionRef="r1"/></OrderedGroup></ReadingOrder>
            <TextRegion orientation="0.0" id="r2" custom="readingOrder {index:1;}"><Coords points="5,500 400,500 400,600 5,600"/>
            <TextLine id="r2l1" custom="readingOrder {index:0;}"><Coords points="10,510 390,512 388,540 10,538"/>
            <Baseline points="12,535 380,537"/><TextEquiv><Unicode>Datum per manum nostram</Unicode></TextEquiv></TextLine>
            <TextEquiv><Unicode>Datum per manum nostram</Unicode></TextEquiv></TextRegion>
            <TextRegion orientation="0.0" id="r1" custom="readingOrder {index:0;} structure {type:paragraph;}">
            <Coords points="5,5 400,5 400,100 5,100"/>
            <TextLine id="r1l2" custom="readingOrder {index:1;} person {offset:0; length:4;}"><Coords points="10,50 390,50 390,80 10,80"/>
            <Baseline points="12,75 380,75"/><TextEquiv><Unicode>rex Anglie</Unicode></TextEquiv></TextLine>
            <TextLine id="r1l1" custom="readingOrder {index:0;}"><Coords points="10,10 390,10 390,40 10,40"/>
            <Baseline points="12,35 380,35"/><TextEquiv><Unicode>Johannes dei gratia</Unicode></TextEquiv></TextLine>
            <TextEquiv><Unicode>Johannes dei gratia&#13;
            rex Anglie</Unicode></TextEquiv></TextRegion>
            <TableRegion id="t1"><Coords points="5,700 400,700 400,800 5,800"/><TableCell row="0" col="0" id="t1c1">
            <Coords points="5,700 400,700 400,800 5,800"/><TextLine id="t1l1"><Coords points="10,710 390,710 390,740 10,740"/>
            <TextEquiv><Unicode>xl. solidi</Unicode></TextEquiv></TextLine></TableCell></TableRegion>
            </Page></PcGts>
            """
        let result = try read(text)
        let words = ["Johannes dei gratia", "rex Anglie", "Datum per manum nostram", "xl. solidi"]
        #expect(transcriptions(result.document) == words)
        // The file was made for an image of half the size.
        #expect(result.document.clauses[0].regions[0].polygon.bounds == Rectangle(x: 20, y: 20, width: 760, height: 60))
        #expect(result.notes == ["page.xml: made for an image of 500 x 1000 pixels, scaled to 1000 x 2000"])
        #expect(result.document.header.language == "und")
    }

    @Test func `a page of eScriptorium is read, including lines without a block`() throws {
        let text = page(
            """
            <TextRegion id="eSc_textblock_0a1b2c3d"  custom="structure {type:MainZone;}">
            <Coords points="20,20 900,20 900,300 20,300"/>
            <TextLine id="eSc_line_11111111" custom="structure {type:DefaultLine;}">
            <Coords points="30,30 880,34 878,70 30,68"/><Baseline points="32,60 400,62 870,63"/>
            <TextEquiv conf="0.98"><Unicode>Omnibus presentes litteras</Unicode></TextEquiv></TextLine>
            <TextLine id="eSc_line_22222222" ><Coords points="30,80 880,84 878,120 30,118"/><Baseline points="870,112 32,110"/>
            <TextEquiv><Unicode></Unicode></TextEquiv></TextLine></TextRegion>
            <TextRegion id="eSc_dummyblock_"><TextLine id="eSc_line_33333333"><Coords points="30,400 200,400 200,440 30,440"/>
            <Baseline points="32,430 190,430"/><TextEquiv><Unicode>inspecturis</Unicode></TextEquiv></TextLine></TextRegion>
            """)
        let result = try read(text)
        #expect(result.notes.isEmpty, "\(result.notes)")
        #expect(result.document.clauses.map(\.id) == ["line-1", "line-2", "line-3"])
        #expect(transcriptions(result.document) == ["Omnibus presentes litteras", "inspecturis"])
        let entries = try #require(result.document.files.first { $0.name == "clauses.json" })
        #expect(String(decoding: entries.bytes, as: UTF8.self).contains("eSc_line_33333333"))
    }

    @Test func `the https namespace that kraken writes is accepted`() throws {
        #expect(
            try read(
                page(line("a", "x"), scheme: "https").replacingOccurrences(
                    of: "<TextLine", with: "<TextRegion><TextLine"
                ).replacingOccurrences(of: "</TextLine>", with: "</TextLine></TextRegion>")
            ).document.clauses.count == 1)
    }

    // MARK: Elements

    @Test(arguments: ["2013-07-15", "2016-07-15", "2017-07-15", "2018-07-15", "2019-07-15"])
    func `the versions of 2013 to 2019 are read`(_ version: String) throws {
        let text = page("<TextRegion id='r'>\(line("a", "x"))</TextRegion>", version: version)
        #expect(transcriptions(try read(text).document) == ["x"])
    }

    @Test(arguments: ["2010-03-19", "2012-01-01", "2020-01-01", "x"])
    func `other versions are refused with the line number`(_ version: String) throws {
        let fault = try faultLine(page("", version: version))
        #expect(fault.hasPrefix("page.xml: line 2 is the namespace") && fault.contains("2013-07-15 to 2019-07-15"))
    }

    @Test func `groups within groups are read in the order of their indexes`() throws {
        let regions = ["a", "b", "c", "d", "e"].map { "<TextRegion id='\($0)'>\(line("l\($0)", $0))</TextRegion>" }
        let order = """
            <ReadingOrder><OrderedGroup id="g"><OrderedGroupIndexed id="h" index="2"><RegionRefIndexed index="1" regionRef="a"/>
            <RegionRefIndexed index="0" regionRef="b"/></OrderedGroupIndexed><RegionRefIndexed index="0" regionRef="d"/>
            <UnorderedGroupIndexed id="u" index="1"><RegionRef regionRef="e"/></UnorderedGroupIndexed></OrderedGroup></ReadingOrder>
            """
        #expect(transcriptions(try read(page(order + regions.joined())).document) == ["d", "e", "b", "a", "c"])
    }

    @Test func `the text of the lowest index is used, and words replace a missing line text`() throws {
        let lines = """
            <TextLine id="a"><Coords points="1,1 9,1 9,9"/><TextEquiv index="1"><Unicode>later</Unicode></TextEquiv>
            <TextEquiv index="0"><Unicode>first</Unicode></TextEquiv></TextLine>
            <TextLine id="b"><Coords points="1,1 99,1 99,9"/>
            <Word id="w1"><Coords points="1,1 40,1 40,9"/><TextEquiv><Unicode>In</Unicode></TextEquiv></Word>
            <Word id="w2"><Coords points="50,1 99,1 99,9"/><TextEquiv><Unicode>nomine</Unicode></TextEquiv></Word></TextLine>
            """
        #expect(transcriptions(try read(page("<TextRegion>\(lines)</TextRegion>")).document) == ["first", "In nomine"])
    }

    @Test func `clauses are cut at the outlines of words`() throws {
        let line = """
            <TextRegion><TextLine id="b"><Coords points="100,100 900,100 900,150 100,150"/>
            <Word id="w1"><Coords points="100,100 300,100 300,150 100,150"/><TextEquiv><Unicode>In</Unicode></TextEquiv></Word>
            <Word id="w2"><Coords points="400,100 900,100 900,150 400,150"/><TextEquiv><Unicode>nomine</Unicode></TextEquiv></Word>
            <TextEquiv><Unicode>In nomine</Unicode></TextEquiv></TextLine></TextRegion>
            """
        let table = LineTable(bytes: Data("clause,first line,first word,last line\n1,b,nomine,b\n".utf8), file: "m.csv")
        let result = try LineFile.read(
            Data(page(line).utf8), file: "page.xml", image: Self.image, clauses: table, id: "page", title: "")
        #expect(result.document.clauses[0].regions[0].polygon.bounds.x == 350)
        #expect(result.notes == ["m.csv: clauses cover only a part of line 1"])
    }

    @Test func `English language names are recognised, and a region's language applies to its lines`() throws {
        let text = page("<TextRegion primaryLanguage='Latin'>\(line("a", "x"))</TextRegion>")
        #expect(try read(text).document.header.language == "la")
        let unknown = try read(text.replacingOccurrences(of: "Latin", with: "Klingon"))
        #expect(unknown.document.header.language == "und")
        #expect(unknown.notes.contains { $0.hasSuffix(#"the language "Klingon" is unknown and left out"#) })
        let other = try read(text.replacingOccurrences(of: "Latin", with: "other"))
        #expect(other.document.header.language == "und" && !other.notes.contains { $0.contains("language") })
    }

    @Test(arguments: [
        ("Gaelic", "gd"), ("Occitan", "oc"), ("Old Church Slavonic", "cu"), ("Bulgarian", "bg"), ("Serbian", "sr"),
        ("Norwegian Nynorsk", "nn"), ("Māori", "mi"), ("Punjabi", "pa"),
    ])
    func `the names of the schema are read and written`(_ name: String, _ tag: String) {
        #expect(PAGELanguage.tag(name) == tag && PAGELanguage.name(tag) == name)
    }

    @Test(arguments: [("Cambodian", "km"), ("Panjabi", "pa"), ("Scottish Gaelic", "gd"), ("Syriac", "syr")])
    func `further names are only read`(_ name: String, _ tag: String) {
        #expect(PAGELanguage.tag(name) == tag && PAGELanguage.name(tag) != name)
    }

    @Test func `a region with text but without lines becomes one clause`() throws {
        let text = page(
            """
            <TextRegion id="r"><Coords points="10,10 90,10 90,30 10,30"/>
            <TextEquiv><Unicode>two lines</Unicode></TextEquiv></TextRegion>
            <TextRegion id="empty"><Coords points="10,10 90,10 90,30 10,30"/></TextRegion>
            """)
        #expect(transcriptions(try read(text).document) == ["two lines"])
        #expect(try read(text).document.clauses.count == 1)
    }

    @Test func `the text of a table cell without lines is read`() throws {
        let text = page(
            """
            <TableRegion id="t"><Coords points="10,10 90,10 90,30 10,30"/>
            <TableCell id="c" row="0" col="0"><Coords points="10,10 90,10 90,30 10,30"/>
            <TextEquiv><Unicode>a cell</Unicode></TextEquiv></TableCell></TableRegion>
            """)
        #expect(transcriptions(try read(text).document) == ["a cell"])
    }

    @Test func `the text of a region whose lines have none is read, and the lines are noted`() throws {
        func region(_ lines: String) -> String {
            page(
                """
                <TextRegion id="r"><Coords points="10,10 200,10 200,90 10,90"/>\(lines)
                <TextEquiv><Unicode>of the region</Unicode></TextEquiv></TextRegion>
                """)
        }
        let result = try read(region(line("a", "") + line("b", " ")))
        #expect(transcriptions(result.document) == ["of the region"] && result.document.clauses.count == 1)
        #expect(result.document.clauses[0].regions[0].polygon.bounds.width == 190)
        #expect(
            result.notes == ["page.xml: lines without text are replaced by the text of their region: 2"],
            "\(result.notes)")
        let some = try read(region(line("a", "") + line("b", "of a line")))
        #expect(transcriptions(some.document) == ["of a line"] && some.document.clauses.count == 2)
    }

    // MARK: Rubbish

    @Test(arguments: ["NaN,1 2,2 3,3", "1,1 1e99,2 3,3", "1,1 inf,2 3,3", "a,b c,d", "-1e10,0 1,1 2,2"])
    func `an invalid coordinate is a fault with its line number`(_ points: String) throws {
        for element in ["<Coords points=\"\(points)\"/>", "<Baseline points=\"\(points)\"/>"] {
            let text = page("\n<TextRegion>\n<TextLine id='a'>\(element)</TextLine></TextRegion>")
            let fault = try faultLine(text)
            #expect(fault.hasPrefix("page.xml: line 5 is the coordinate \""), "\(fault)")
            #expect(fault.hasSuffix("expected a number within ±1,000,000,000"))
        }
    }

    @Test(arguments: [
        "<PcGts/>", "<PcGts><Page></PcGts>", "<PcGts><Page>", "<pcgts/>", "<alto:PcGts/>",
        "<PcGts xmlns='http://example.org'/>", "<PcGts>&lol;</PcGts>", "<PcGts><Page imageWidth='many'/></PcGts>",
        "<!DOCTYPE PcGts [<!ENTITY a0 'lol'><!ENTITY a1 '&a0;&a0;'><!ENTITY a2 '&a1;&a1;'>]><PcGts>&a2;</PcGts>",
        "<html/>", "<", "<<", "</PcGts>", "<PcGts>\u{1}</PcGts>",
    ])
    func `a file that is not PAGE yields a one-line fault`(_ text: String) throws {
        #expect(try faultLine(text).hasPrefix("page.xml: "))
    }

    @Test(arguments: ["0", "-5", "1e-320", "1e9"])
    func `a page with an empty or absurd size is read or refused`(_ width: String) throws {
        let text = page(
            """
            <TextRegion><TextLine id="a"><Coords points="0,0 90,0 90,30"/><Baseline points="0,20 90,20"/>
            <Word><Coords points="0,0 90,0 90,30"/><TextEquiv><Unicode>x</Unicode></TextEquiv></Word></TextLine></TextRegion>
            """
        ).replacingOccurrences(of: #"imageWidth="1000""#, with: "imageWidth=\"\(width)\"")
        let table = LineTable(bytes: Data("clause,first line,last line\n1,1,1\n".utf8), file: "m.csv")
        for table in [nil, table] {
            let result = try? LineFile.read(
                Data(text.utf8), file: "page.xml", image: Self.image, clauses: table, id: "page", title: "")
            #expect(width == "1e9" || result?.document.clauses.count == 1)
        }
    }

    @Test func `nested entities are refused at the document type declaration`() throws {
        let levels = (1...10).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }
        let text =
            "<?xml version=\"1.0\"?>\n<!DOCTYPE PcGts [<!ENTITY a0 \"lol\">\(levels.joined())]><PcGts>&a10;</PcGts>"
        #expect(try faultLine(text) == "page.xml: line 2 is a document type declaration, expected XML without one")
    }

    @Test func `a truncated file is a fault wherever it ends`() throws {
        let whole = page("<TextRegion id='r'>\(line("a", "some words &amp; more"))</TextRegion>")
        for length in stride(from: 1, to: whole.utf8.count - 1, by: 7) {
            #expect(try faultLine(String(decoding: whole.utf8.prefix(length), as: UTF8.self)).hasPrefix("page.xml: "))
        }
    }

    @Test func `a file of over ten megabytes is read, and a text of over a megabyte is refused`() throws {
        let note = "<!--\(String(repeating: "x", count: 1 << 20))-->"
        #expect(
            try read(page(String(repeating: note, count: 12) + "<TextRegion>\(line("a", "x"))</TextRegion>")).document
                .clauses.count == 1)
        let text = String(repeating: "x&amp;\n", count: 1 << 19)
        let fault = try faultLine(page("<TextRegion>\(line("a", text))</TextRegion>"))
        #expect(fault.contains("is a text of more than 1048576 bytes, expected a shorter one"), "\(fault)")
    }

    @Test func `a file of white space only and a file that is too large are refused`() throws {
        let spaces = Data(repeating: 0x20, count: 2 << 20)
        let faults = #expect(throws: SourceFaults.self) {
            try LineFile.read(spaces, file: "page.xml", image: Self.image, id: "page", title: "")
        }
        #expect(faults?.lines.count == 1)
        let folder = try TemporaryFolder()
        let path = folder.path("nothing.xml")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: 100 << 20)
        try handle.close()
        let large = #expect(throws: SourceFaults.self) {
            try LineFile.read(path, image: Self.image, id: "page", title: "")
        }
        #expect(large?.lines == ["\(path): more than 67108864 bytes, expected at most 67108864"])
    }
}
