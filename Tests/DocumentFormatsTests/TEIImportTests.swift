import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentCheck
@testable import DocumentFormats
@testable import DocumentModel

/// Editions in the forms that other programs write, with our own texts.
@Suite struct TEIImportTests {
    /// Returns an edition with a header, a facsimile and a body.
    private func edition(
        _ facsimile: String, _ body: String, header: String = "", attributes: String = ""
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <?xml-model href="http://www.tei-c.org/release/xml/tei/custom/schema/relaxng/tei_all.rng"?>
        <!-- an edition -->
        <TEI xmlns="http://www.tei-c.org/ns/1.0" \(attributes)>
          <teiHeader><fileDesc><titleStmt><title>A letter</title></titleStmt><publicationStmt><p/></publicationStmt>
            <sourceDesc><p/></sourceDesc></fileDesc>\(header)</teiHeader>
          <facsimile>\(facsimile)</facsimile>
          <text><body>\(body)</body></text>
        </TEI>
        """
    }

    private func read(_ text: String, images: [Int: SourceImage] = [:]) throws -> ImportedDocument {
        try FormatFixture.read(text, named: "letter.xml", images: images)
    }

    private func transcription(_ document: SourceDocument, _ id: String) -> String? {
        document.texts[document.header.language]?[id]?.transcription
    }

    // MARK: Programs

    /// As Transkribus exports: regions and lines as nested zones, `p` and `lb` with `@facs`.
    private let transkribus = """
        <surface ulx="0" uly="0" lrx="1000" lry="800" xml:id="facs_1">
          <graphic url="0001.jpg" width="1000px" height="800px"/>
          <zone rendition="printspace" points="0,0 1000,0 1000,800 0,800"/>
          <zone points="100,100 900,100 900,300 100,300" rendition="TextRegion" xml:id="facs_1_r1">
            <zone points="100,100 900,100 900,190 100,190" rendition="Line" xml:id="facs_1_r1l1"/>
            <zone points="100,200 900,200 900,300 100,300" rendition="Line" xml:id="facs_1_r1l2"/>
          </zone>
          <zone points="100,400 900,400 900,500 100,500" rendition="TextRegion" xml:id="facs_1_r2"/>
        </surface>
        """

    @Test func `a Transkribus export gives paragraphs and separate lines`() throws {
        let result = try read(
            edition(
                transkribus,
                """
                <pb facs="#facs_1" n="1" xml:id="img_0001"/>
                <p facs="#facs_1_r1">
                    <lb facs="#facs_1_r1l1" n="N001"/>In <rs type="person">nomine
                    <lb facs="#facs_1_r1l2" n="N002"/>Domini</rs> amen
                </p>
                <p facs="#facs_1_r2"></p>
                """, attributes: #"xml:lang="la""#))
        let document = result.document
        #expect(document.clauses.map(\.id) == ["facs_1_r1", "facs_1_r1l1", "facs_1_r1l2", "facs_1_r2"])
        #expect(document.clauses.map(\.isTextLine) == [false, true, true, false])
        #expect(document.clauses.map(\.number) == [nil, "1", "2", nil])
        #expect(document.clauses.map(\.kind) == [.clause, .clause, .clause, .detail])
        #expect(transcription(document, "facs_1_r1") == "In nomine\nDomini amen")
        #expect(transcription(document, "facs_1_r1l1") == "In nomine")
        #expect(transcription(document, "facs_1_r1l2") == "Domini amen")
        #expect(
            document.header.language == "la" && document.texts["la"]?["facs_1_r1"]?.title == "In nomine Domini amen")
        let lines = try #require(document.categories.first)
        #expect(document.categories.count == 1 && !lines.includedInAll && lines.style == .outline)
        #expect(document.clauses.filter { $0.categories == [lines.id] }.count == 2)
        #expect(result.notes.isEmpty, "\(result.notes)")
        #expect(document.pages.map(\.width) == [1000] && document.pages[0].image == nil)
    }

    @Test func `an edition of EVT links zones with lines by corresp, across paragraphs`() throws {
        let result = try read(
            edition(
                """
                <surface xml:id="f1r" corresp="#p1r">
                  <graphic url="images/1r.jpg" width="500px" height="400px"/>
                  <zone corresp="#lb_1" lrx="400" lry="60" rend="visible" rendition="Line" ulx="20" uly="10" xml:id="z1"/>
                  <zone corresp="#lb_2" lrx="400" lry="120" rend="visible" rendition="Line" ulx="20" uly="70" xml:id="z2"/>
                  <zone corresp="#hs" lrx="480" lry="380" rendition="HotSpot" ulx="420" uly="300" xml:id="z3"/>
                </surface>
                """,
                """
                <pb n="1r" xml:id="p1r" facs="images/1r.jpg"/>
                <p><lb n="1" xml:id="lb_1"/>Hwæt, ic swefna cyst <choice><abbr>scgan</abbr><expan>secgan</expan></choice>
                  <lb n="2" xml:id="lb_2"/>wyl<choice><sic>l</sic><corr>le</corr></choice></p><p>hwæt mē ġe<del>x</del>mǣtte<note>A
                  gloss.</note></p>
                </body><back><div type="hotspot"><item xml:id="hs">A stain</item></div></back><body>
                """, attributes: #"xml:lang="ang""#)
        )
        let document = result.document
        #expect(document.clauses.map(\.id) == ["lb_1", "lb_2", "hs"])
        #expect(transcription(document, "lb_1") == "Hwæt, ic swefna cyst secgan")
        #expect(transcription(document, "lb_2") == "wylle\n\nhwæt mē ġemǣtte")
        #expect(transcription(document, "hs") == "A stain")
        #expect(document.clauses[0].number == "1" && document.header.language == "ang")
        #expect(document.clauses[2].regions[0].polygon.bounds == Rectangle(x: 420, y: 300, width: 60, height: 80))
    }

    @Test func `verses, headings and other elements are linked by facs, with their translations`() throws {
        let zones = (1...4).map { number in
            #"<zone xml:id="z\#(number)" ulx="10" uly="\#(number * 100)" lrx="300" lry="\#(number * 100 + 90)"/>"#
        }
        let result = try read(
            edition(
                #"<surface xml:id="s" ulx="0" uly="0" lrx="400" lry="600">\#(zones.joined())</surface>"#,
                """
                <div type="original" xml:lang="fr">
                  <head xml:id="h" facs="#z1">Pompéi</head>
                  <lg xml:id="lg1" n="1" facs="#z2"><l facs="#z3" n="1">Un</l><l n="2">Deux</l></lg>
                  <p facs="#z4" xml:id="p" corresp="#pt">Voilà<note type="editorial">En marge.</note> tout.</p>
                </div>
                <div type="translation" xml:lang="en">
                  <head facs="#z1">Pompeii</head>
                  <div corresp="#lg1"><head>Verses</head><p>One.</p><p>Two.</p><note>Plain.</note></div>
                  <p xml:id="pt">That is all.</p>
                </div>
                """,
                header:
                    #"<encodingDesc><classDecl><taxonomy><category xml:id="war"><catDesc>War</catDesc></category></taxonomy></classDecl></encodingDesc>"#
            ))
        let document = result.document
        #expect(document.clauses.map(\.id) == ["h", "lg1", "z3", "p"])
        #expect(document.clauses[1].number == "1" && transcription(document, "lg1") == "Un\nDeux")
        #expect(document.header.languages == ["en", "fr"] && document.header.language == "fr")
        let english = document.texts["en"] ?? [:]
        #expect(english["h"]?.translation == "Pompeii" && english["p"]?.translation == "That is all.")
        #expect(english["lg1"] == ClauseText(title: "Verses", translation: "One.\n\nTwo.", context: "Plain."))
        #expect(document.texts["fr"]?["p"]?.context == "En marge." && transcription(document, "p") == "Voilà tout.")
        // A category without clauses is not imported.
        #expect(document.categories.map(\.id) == ["lines"])
    }

    @Test func `categories of clauses are read with the names of their taxonomy`() throws {
        let taxonomy = """
            <encodingDesc><classDecl><taxonomy><category xml:id="law"><catDesc xml:lang="en">Law</catDesc><catDesc
            xml:lang="de">Recht</catDesc><category xml:id="land"><gloss>Land</gloss></category></category></taxonomy>
            </classDecl></encodingDesc>
            """
        let document = try read(
            edition(
                #"<surface ulx="0" uly="0" lrx="9" lry="9"><zone xml:id="z" ulx="1" uly="1" lrx="5" lry="5"/></surface>"#,
                ##"<ab facs="#z" ana="#land #none #law #land">a</ab>"##, header: taxonomy)
        ).document
        #expect(document.clauses[0].categories == ["land", "law"])
        #expect(
            document.categories.map(\.id) == ["law", "land"]
                && document.categories[0].label == ["en": "Law", "de": "Recht"])
    }

    @Test func `an embedded transcription is read from its zones and lines`() throws {
        let text = """
            <TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader/><sourceDoc xml:lang="en">
              <surface ulx="0" uly="0" lrx="200" lry="100">
                <zone xml:id="a" ulx="10" uly="10" lrx="90" lry="40"><line>Dear</line><line>Sir</line></zone>
                <zone xml:id="b" ulx="100" uly="10" lrx="190" lry="90">
                  <line xml:id="b1" ulx="100" uly="10" lrx="190" lry="40">I am</line>
                </zone>
              </surface></sourceDoc></TEI>
            """
        let document = try read(text).document
        #expect(document.clauses.map(\.id) == ["a", "b1"])
        #expect(transcription(document, "a") == "Dear\nSir" && transcription(document, "b1") == "I am")
    }

    @Test func `a page without zones is one clause, and a facsimile may be a list of images`() throws {
        let result = try read(
            edition(
                #"<graphic xml:id="g1" url="1.jpg" width="300px" height="400px"/><graphic url="2.jpg"/>"#,
                ##"<pb facs="#g1"/><p>One</p><p>two.</p><pb facs="2.jpg"/><p>Three.</p>"##),
            images: [2: SourceImage(fileName: "2.jpg", width: 50, height: 60)])
        let document = result.document
        #expect(document.pages.map(\.width) == [300, 50] && document.pages.map(\.image) == [nil, "2.jpg"])
        #expect(document.clauses.map(\.id) == ["page-1", "page-2"])
        #expect(document.clauses[1].regions[0].polygon.bounds == Rectangle(x: 0, y: 0, width: 50, height: 60))
        #expect(transcription(document, "page-1") == "One\n\ntwo." && transcription(document, "page-2") == "Three.")
    }

    // MARK: Details

    @Test func `coordinates are relative to the surface and are scaled to the image`() throws {
        let surface = """
            <surface ulx="358" uly="100" lrx="700" lry="440"><graphic url="a.jpg"/>
            <zone xml:id="z" ulx="458" uly="200" lrx="558" lry="300"/></surface>
            """
        let unscaled = try read(edition(surface, ##"<ab facs="#z">a</ab>"##)).document
        #expect(unscaled.pages[0].width == 342 && unscaled.pages[0].height == 340)
        #expect(unscaled.clauses[0].regions[0].polygon.bounds == Rectangle(x: 100, y: 100, width: 100, height: 100))
        let image = SourceImage(fileName: "a.jpg", width: 3420, height: 3400)
        let scaled = try read(edition(surface, ##"<ab facs="#z">a</ab>"##), images: [1: image]).document
        #expect(scaled.clauses[0].regions[0].polygon.bounds == Rectangle(x: 1000, y: 1000, width: 1000, height: 1000))
    }

    @Test(arguments: [
        ("a<lb/>b", "a\nb"), ("a <lb/> b", "a\nb"), ("cele<lb break=\"no\"/>bramus hodie", "celebramus\nhodie"),
        ("cele <lb break=\"no\"/> bramus", "celebramus"), ("<lb/>a<lb/>b<lb/>", "a\nb"), ("a<space/>b", "a b"),
        ("<app><lem>x</lem><rdg>y</rdg></app>z", "xz"), ("<app><rdg>y</rdg><rdg>q</rdg></app>z", "yz"),
        ("<choice><orig>vn</orig><reg>un</reg></choice>", "un"), ("a<gap/>b", "a[…]b"), ("a<fw>12</fw>b", "ab"),
        ("<choice><am>~</am><ex>n</ex></choice>", "n"), ("<hi>a</hi> <hi>b</hi>", "a b"), ("a&#xA0;b", "a\u{A0}b"),
        ("<x:y xmlns:x=\"urn:x\">a</x:y>b", "b"), ("<![CDATA[<a>]]>", "<a>"),
    ])
    func `text is read as readers see it`(_ markup: String, _ expected: String) throws {
        let document = try read(
            edition(
                #"<surface ulx="0" uly="0" lrx="9" lry="9"><zone xml:id="z" ulx="1" uly="1" lrx="5" lry="5"/></surface>"#,
                ##"<ab xml:id="a" facs="#z">\##(markup)</ab>"##)
        ).document
        #expect(transcription(document, "a") == expected)
    }

    @Test func `a line that begins within a word has no break after it`() throws {
        let document = try read(
            edition(
                """
                <surface ulx="0" uly="0" lrx="9" lry="9"><zone xml:id="y" ulx="1" uly="1" lrx="5" lry="2"/>
                <zone xml:id="z" ulx="1" uly="3" lrx="5" lry="5"/></surface>
                """,
                ##"<p><lb facs="#y"/>cele<lb facs="#z" break="no"/>bramus hodie <lb/>nos</p>"##)
        ).document
        #expect(transcription(document, "y") == "cele" && transcription(document, "z") == "bramus hodie\nnos")
    }

    @Test(arguments: [
        (#"<surface><graphic url="1r.jpg"/></surface>"#, "images/scans/", ["images/scans/1r.jpg", "1r.jpg"]),
        (
            #"<surfaceGrp xml:base="a%20b/"><surface><graphic url="1r.jpg"/></surface></surfaceGrp>"#, "images/",
            ["images/a b/1r.jpg", "1r.jpg"]
        ),
        (#"<graphic url="1r.jpg" xml:base="./small/"/>"#, "images/", ["images/small/1r.jpg", "1r.jpg"]),
        // The part after the last slash is the name of a file.
        (#"<surface><graphic url="1r.jpg"/></surface>"#, "images", ["1r.jpg"]),
        (#"<surface><graphic url="1r.jpg"/></surface>"#, "https://example.org/images/", ["1r.jpg"]),
        (#"<surface><graphic url="https://example.org/1r.jpg"/></surface>"#, "images/", []),
        (#"<surface><graphic url="1r.jpg"/></surface>"#, "../images/", ["1r.jpg"]),
    ])
    func `an image is looked for in the folder that xml:base names, and beside the file`(
        _ content: String, _ base: String, _ paths: [String]
    ) throws {
        let text = edition(content, "").replacing("<facsimile>", with: "<facsimile xml:base=\"\(base)\">")
        let source = try RecognisedSource.recognise(Data(text.utf8), path: "letter.xml")
        #expect(try source.namedImages().map(\.paths) == [paths])
    }

    @Test func `content that cannot be imported is noted`() throws {
        let result = try read(
            edition(
                """
                <surface xml:id="s" ulx="0" uly="0" lrx="100" lry="100">
                  <graphic url="https://example.org/1.jpg"/>
                  <zone xml:id="z" ulx="10" uly="10" lrx="120" lry="50"/><zone xml:id="none"/>
                  <zone xml:id="flat" points="1,1 2,2 3,3"/><zone xml:id="away" points="200,200 300,200 300,300"/>
                  <zone xml:id="w" ulx="10" uly="60" lrx="20" lry="70"/>
                  <zone ulx="20" uly="60" lrx="30" lry="70"><graphic url="detail.png"/></zone>
                </surface>
                """,
                ##"<p>Left.</p><ab facs="#z" xml:lang="no such">a</ab><ab facs="#flat #away">b</ab><w facs="#w">c</w>"##,
                header: "<revisionDesc><change/></revisionDesc>"))
        for words in [
            "is moved to the page's edge, by up to 20 pixels (z)", "a zone is left out, as it is", "outside its page",
            "a zone of a word or letter", "a picture of a part of a surface", "revisionDesc of the header",
            "not linked to a zone is left out: 6 characters", "\"no such\" is not a language tag",
        ] {
            #expect(
                result.notes.contains { $0.hasPrefix("letter.xml: ") && $0.contains(words) },
                "\(words): \(result.notes)")
        }
        #expect(result.document.clauses.count == 2)
        #expect(transcription(result.document, result.document.clauses[0].id) == "a")
    }

    @Test func `the header's fields become the document's`() throws {
        let header = """
            <TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader xml:lang="it"><fileDesc><titleStmt>
            <title type="main">Codice</title><title type="sub">Edizione</title><author>Anna</author>
            <respStmt><resp>Edited by</resp><name>Bea</name><name>Ciro</name></respStmt></titleStmt>
            <publicationStmt><publisher>A press</publisher><availability><licence
            target="https://creativecommons.org/licenses/by/4.0/">CC BY</licence></availability></publicationStmt>
            <sourceDesc><msDesc><msIdentifier><settlement>Sarzana</settlement><repository>Archivio</repository>
            <idno>MS 1</idno></msIdentifier><msContents><summary>A book.</summary></msContents><history><origin><origDate
            when="1287-03">marzo 1287</origDate></origin></history></msDesc></sourceDesc></fileDesc></teiHeader>
            <facsimile><surface ulx="0" uly="0" lrx="9" lry="9"/></facsimile><text><body/></text></TEI>
            """
        let found = try read(header).document.header
        #expect(found.title == ["it": "Codice"] && found.summary == ["it": "A book."])
        #expect(found.holder == "Archivio, Sarzana" && found.shelfmark == "MS 1" && found.date == ["it": "marzo 1287"])
        #expect(found.rights == "https://creativecommons.org/licenses/by/4.0/" && found.status == .published)
        #expect(found.presentation?.navDate == "1287-03-01T00:00:00Z")
        let metadata = found.presentation?.metadata ?? []
        #expect(
            metadata.map { $0.label.text(in: "en") } == [
                "Subtitle", "Author", "Edited by", "Publisher", "Availability",
            ])
        #expect(metadata[2].value.byLanguage["none"] == ["Bea", "Ciro"])
        #expect(found.id == "letter")
    }

    @Test(arguments: [
        ("<TEI/>", "the namespace \"\""), ("<TEI xmlns='http://www.tei-c.org/ns/1.0'/>", "without a surface"),
        ("<teiCorpus xmlns='http://www.tei-c.org/ns/1.0'/>", "TEI as the outermost element"),
        ("<TEI.2/>", "TEI or mets"), ("<!DOCTYPE TEI><TEI/>", "document type declaration"),
        (
            "<TEI xmlns='http://www.tei-c.org/ns/1.0'><facsimile><surface ulx='a' uly='0' lrx='1' lry='1'/></facsimile></TEI>",
            "ulx is \"a\", expected a number"
        ),
        (
            "<TEI xmlns='http://www.tei-c.org/ns/1.0'><facsimile><surface><zone points='1,1 x,2 3,3'/></surface></facsimile></TEI>",
            "the coordinate \"x\""
        ),
        ("<TEI xmlns='http://www.tei-c.org/ns/1.0'><facsimile>", "the file's end"),
    ])
    func `a faulty edition yields a one-line fault`(_ text: String, _ words: String) throws {
        let line = try FormatFixture.faultLine(text, named: "bad.xml")
        #expect(line.hasPrefix("bad.xml: ") && line.contains(words), "\(line)")
    }

    @Test func `too much text in nested elements is refused`() throws {
        let zones = (0..<90).map { #"<zone xml:id="z\#($0)" ulx="1" uly="1" lrx="5" lry="5"/>"# }.joined()
        let words = String(repeating: "word ", count: 1_000_000)
        let nested = (0..<90).map { "<seg facs=\"#z\($0)\">" }.joined() + words + String(repeating: "</seg>", count: 90)
        let text = edition(#"<surface ulx="0" uly="0" lrx="9" lry="9">\#(zones)</surface>"#, "<p>\(nested)</p>")
        let line = try FormatFixture.faultLine(text, named: "deep.xml")
        #expect(line.contains("more than") && line.contains("bytes in nested elements"), "\(line)")
    }
}
