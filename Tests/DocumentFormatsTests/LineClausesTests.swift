import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// Clauses from lines: a table assigns stretches of the lines to clauses.
@Suite struct LineClausesTests {
    private static let image = SourceImage(fileName: "page.jpg", width: 1000, height: 1000)

    /// Four lines from 100 to 900, 40 high at a distance of 50; the second has places of its words.
    private static let alto = """
        <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#"><Layout><Page WIDTH="1000" HEIGHT="1000"><TextBlock LANG="la">
        <TextLine ID="a" HPOS="100" VPOS="100" WIDTH="800" HEIGHT="40"><String CONTENT="Johannes dei gratia"/></TextLine>
        <TextLine ID="b" HPOS="100" VPOS="150" WIDTH="800" HEIGHT="40">
        <String CONTENT="rex" HPOS="100" WIDTH="100"/><String CONTENT="et" HPOS="240" WIDTH="60"/>
        <String CONTENT="et" HPOS="400" WIDTH="60"/>
        <String CONTENT="An" HPOS="700" WIDTH="180" SUBS_TYPE="HypPart1" SUBS_CONTENT="Anglie"/><HYP CONTENT="-"/></TextLine>
        <TextLine ID="c" HPOS="100" VPOS="200" WIDTH="800" HEIGHT="40">
        <String CONTENT="glie" HPOS="100" WIDTH="100" SUBS_TYPE="HypPart2" SUBS_CONTENT="Anglie"/>
        <String CONTENT="dominus" HPOS="300" WIDTH="600"/></TextLine>
        <TextLine ID="d" HPOS="100" VPOS="250" WIDTH="800" HEIGHT="40"/>
        <TextLine ID="none"/>
        </TextBlock></Page></Layout></alto>
        """

    private static let header = "clause,first line,first word or x,last line,last word or x\n"

    private func read(_ table: String, alto: String = Self.alto) throws -> ImportedDocument {
        try LineFile.read(
            Data(alto.utf8), file: "page.xml", image: Self.image,
            clauses: LineTable(bytes: Data(table.utf8), file: "map.csv"), id: "page", title: "A page")
    }

    private func faultLines(_ table: String) throws -> [String] {
        try #require(throws: SourceFaults.self) { try read(table) }.lines
    }

    private func bounds(_ clause: Clause) -> [Rectangle] { clause.regions.map(\.polygon.bounds) }

    @Test func `rows become clauses with the words of their stretches`() throws {
        let result = try read(Self.header + "1,1,,2,2\n2,b,3,c,x=250\n3,3,x=250,4,\n")
        let clauses = result.document.clauses
        #expect(clauses.map(\.id) == ["1", "2", "3"] && clauses.map(\.number) == ["1", "2", "3"])
        // The parts of clause 2 are at the end of one line and the start of the next.
        #expect(clauses.map(\.regions.count) == [1, 2, 1])
        let texts = try #require(result.document.texts["la"])
        #expect(texts["1"]?.transcription == "Johannes dei gratia\nrex et")
        #expect(texts["1"]?.title == "Johannes dei gratia rex et")
        #expect(texts["2"]?.transcription == "et Anglie", "a divided word is joined")
        #expect(texts["3"]?.transcription == "dominus")
        // Clause 1 ends midway between the end of its last word, at 300, and the start of the next, at 400.
        let first = clauses[0].regions[0].polygon
        #expect(first.contains(Point(x: 349, y: 170)) && !first.contains(Point(x: 351, y: 170)))
        #expect(first.contains(Point(x: 200, y: 145)), "the space between its lines is filled")
        let regions = clauses.flatMap(\.regions).map(\.polygon)
        #expect(ExactPage(regions).isDisjoint && ExactPage(regions).faultyRings.isEmpty)
        #expect(result.notes.count == 1 && result.notes[0].contains("none: no outline and no box"))
    }

    @Test func `words without coordinates are placed by counting letters, with a note`() throws {
        let result = try read(Self.header + "x,1,dei,1,dei\n")
        // "Johannes dei gratia" has 19 letters and spaces on 800 pixels; the spaces' middles are at 8.5 and 12.5.
        #expect(bounds(result.document.clauses[0])[0] == Rectangle(x: 458, y: 100, width: 168, height: 40))
        #expect(result.document.texts["la"]?["x"]?.transcription == "dei")
        #expect(result.notes.contains { $0.hasPrefix("map.csv: the words have no places") })
        #expect(result.notes.contains("map.csv: no clause covers the lines 2 to 4"))
        #expect(result.notes.contains("map.csv: clauses cover only a part of line 1"))
    }

    @Test func `several rows make one clause, with number, title and categories`() throws {
        let table = """
            Clause;First_line;first x;LAST LINE;last x;Number;title;categories
            seal;1;;1;300;IV;"Of the seal";"peace|church"
            seal;4;500;4;;;;church
            other;2;;3;;;;

            """
        let document = try read(table).document
        #expect(document.clauses.map(\.id) == ["seal", "other"])
        #expect(document.clauses[0].number == "IV" && document.clauses[1].number == nil)
        #expect(
            document.clauses[0].categories == ["peace", "church"]
                && document.categories.map(\.id) == ["peace", "church"])
        #expect(document.texts["la"]?["seal"]?.title == "Of the seal")
        #expect(document.clauses[0].regions.count == 2)
        let entries = try #require(document.files.first { $0.name == "clauses.json" })
        #expect(String(decoding: entries.bytes, as: UTF8.self).contains(#""a","#), "the lines' ids are kept")
    }

    @Test func `a line in Arabic begins on the right`() throws {
        let alto = Self.alto.replacingOccurrences(of: "Johannes dei gratia", with: "ابجد هوز")
        let document = try read(Self.header + "1,1,,1,1\n2,1,2,1,\n", alto: alto).document
        #expect(bounds(document.clauses[0])[0].maxX == 900 && bounds(document.clauses[1])[0].x == 100)
        #expect(document.texts["la"]?["1"]?.transcription == "ابجد")
        let faults = try #require(throws: SourceFaults.self) {
            try read(Self.header + "1,1,x=300,1,x=500\n", alto: alto)
        }
        #expect(
            faults.lines == [
                "map.csv: line 2 is a stretch from line 1, x=300 to line 1, x=500, expected one that runs forwards"
            ])
    }

    @Test func `on a page with vertical lines positions are counted downwards`() throws {
        let alto = """
            <alto><Layout><Page WIDTH="1000" HEIGHT="1000">
            <TextLine HPOS="500" VPOS="100" WIDTH="40" HEIGHT="800"><String CONTENT="天地玄黄"/></TextLine>
            <TextLine HPOS="450" VPOS="100" WIDTH="40" HEIGHT="800"><String CONTENT="宇宙洪荒"/></TextLine>
            </Page></Layout></alto>
            """
        let document = try read(Self.header + "1,1,,1,y=300\n2,1,y=300,2,\n", alto: alto).document
        #expect(bounds(document.clauses[0]) == [Rectangle(x: 500, y: 100, width: 40, height: 200)])
        #expect(document.clauses[1].regions.count == 1)
        #expect(document.clauses[1].regions[0].polygon.bounds == Rectangle(x: 450, y: 100, width: 90, height: 800))
    }

    // MARK: Bad tables

    @Test(arguments: [
        ("1,9,,1,", "line 2, first line is \"9\", expected a number from 1 to 5, or a line's id"),
        ("1,zz,,1,", "line 2, first line is \"zz\", expected a number from 1 to 5, or a line's id"),
        ("1,0,,1,", "line 2, first line is \"0\", expected a number from 1 to 5, or a line's id"),
        ("1,1,,none,", "line 2, last line is \"none\", expected a line that has an outline"),
        (
            "1,1,x=99,1,",
            "line 2, first word or x is \"x=99\", expected a place on line 1, which reaches from x=100 to x=900"
        ),
        (
            "1,1,,1,x=1e30",
            "line 2, last word or x is \"x=1e30\", expected a place on line 1, which reaches from x=100 to x=900"
        ),
        (
            "1,1,,1,x=nan",
            "line 2, last word or x is \"x=nan\", expected a place on line 1, which reaches from x=100 to x=900"
        ),
        ("1,1,4,1,", "line 2, first word or x is \"4\", expected a word from 1 to 3 of line 1, or x=PIXELS"),
        ("1,4,1,4,", "line 2, first word or x is \"1\", expected no word, as line 4 has none, or x=PIXELS"),
        (
            "1,1,rex,1,",
            "line 2, first word or x is \"rex\", expected a word of line 1 (Johannes dei gratia) or its number, from 1 to 3, or x=PIXELS"
        ),
        (
            "1,b,et,b,",
            "line 2, first word or x is \"et\", which occurs 2 times, expected a word of line 2 (rex et et An-) or its number, from 1 to 4, or x=PIXELS"
        ),
        ("1,2,,1,", "line 2 is a stretch from line 2, x=100 to line 1, x=900, expected one that runs forwards"),
        (
            "1,1,x=500,1,x=500",
            "line 2 is a stretch from line 1, x=500 to line 1, x=500, expected one that runs forwards"
        ),
        ("a b,1,,1,", "line 2, clause is \"a b\", expected \(Identifier.rule)"),
        (
            "1,1,,2,\n2,2,2,3,",
            "line 3 is for a stretch that overlaps the clause \"1\" on line 2, expected only what line 2 of the table leaves free"
        ),
        ("1,1,,1,,,x", "line 2 is a row of 7 cells, expected 5, as the first row has"),
    ])
    func `a bad row is one fault that says what was expected`(_ rows: String, _ fault: String) throws {
        #expect(try faultLines(Self.header + rows + "\n") == ["map.csv: " + fault])
    }

    @Test(arguments: [
        ("", "an empty table"), ("clause,first line\n", "without 'last line'"),
        ("clause,first line,last line,colour\n", "a row with the column \"colour\""),
        ("clause,first line,last line,clause\n", "a row with the column \"clause\" twice"),
        ("clause,first line,last line\n\"1,1,1\n", "quotation mark"),
        ("clause,first line,last line,first x,first word\n1,1,1,100,1\n", "stated twice"),
    ])
    func `a bad table is one fault`(_ table: String, _ words: String) throws {
        let faults = try faultLines(table)
        #expect(faults.count == 1 && faults[0].hasPrefix("map.csv: ") && faults[0].contains(words), "\(faults)")
    }

    @Test func `all faults of a table are reported at once`() throws {
        #expect(try faultLines(Self.header + "1,9,,9,\n2,1,77,1,\n3,2,,2,\n").count == 3)
    }
}
