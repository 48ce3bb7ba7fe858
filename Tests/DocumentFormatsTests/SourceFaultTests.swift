import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import TestSupport
import Testing

@Suite struct SourceFaultTests {
    /// A change to a valid folder, and the single line that it must produce.
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let old: String
        let new: String
        let line: String
        /// The number of consequential faults, such as a text whose clause has lost its id.
        var consequences = 0

        var testDescription: String { line }
    }

    static let cases = [
        Case(
            file: "clauses.json", old: "[[500, 0], [1000, 0], [1000, 400], [500, 400]]", new: "[[1, 2], [3, 4]]",
            line: "clauses.json: clauses[2].regions[0].polygon is [[1, 2], [3, 4]], "
                + "expected at least 3 different points"),
        Case(
            file: "clauses.json", old: "[500, 0], [1000, 0]", new: "[500, 0], [500, 0], [500, 0], [1000.5, 0]",
            line: "clauses.json: clauses[2].regions[0].polygon[3] is [1000.5, 0], "
                + "expected x from 0 to 1000 and y from 0 to 800"),
        Case(
            file: "clauses.json", old: "[10.5, 10.25]", new: "[10.5, -1]",
            line: "clauses.json: clauses[3].regions[1].polygon[0] is [10.5, -1], "
                + "expected x from 0 to 500 and y from 0 to 400"),
        Case(
            file: "clauses.json", old: "[10.5, 10.25]", new: "[10.5]",
            line: "clauses.json: clauses[3].regions[1].polygon[0] is [10.5], expected a point [x, y] of two numbers"),
        Case(
            file: "clauses.json", old: #""page": 2"#, new: #""page": 9"#,
            line: "clauses.json: clauses[3].regions[1].page is 9, expected a page from 1 to 2"),
        Case(
            file: "document.json", old: "11.8", new: "0.0001",
            line: "document.json: pages[0].pixelsPerMillimetre is 0.0001, "
                + "expected a number of pixels from 0.001 to 1,000,000"),
        Case(
            file: "clauses.json", old: #"["money", "church"]"#, new: #"["money", "chruch"]"#,
            line: "clauses.json: clauses[1].categories[1] is \"chruch\", "
                + "expected the id of a category of categories.json"),
        Case(
            file: "clauses.json", old: #"["money", "church"]"#, new: #"["money", "money"]"#,
            line: "clauses.json: clauses[1].categories[1] is \"money\", expected every category only once"),
        Case(
            file: "clauses.json", old: #""id": "2""#, new: #""id": "1""#,
            line: "clauses.json: clauses[2].id is \"1\", expected an id that is not already used", consequences: 1),
        Case(
            file: "clauses.json", old: #""id": "seal""#, new: #""id": "the seal""#,
            line: "clauses.json: clauses[4].id is \"the seal\", expected \(Identifier.rule)", consequences: 1),
        Case(
            file: "clauses.json", old: #""number": "3""#, new: #""number": 3"#,
            line: "clauses.json: clauses[3].number is 3, expected a text such as \"39\", or null"),
        Case(
            file: "clauses.json", old: #""id": "note", "number": null, "kind": "detail""#,
            new: #""id": "note", "number": null, "kind": "Detail""#,
            line: "clauses.json: clauses[5].kind is \"Detail\", expected clause or detail"),
        Case(
            file: "clauses.json", old: "[[700, 550], [800, 550], [800, 650], [700, 650]]",
            new: "[[600, 500], [900, 500], [900, 700], [600, 700]]",
            line: "clauses.json: clauses[4].regions[0].holes is [[[600, 500], [900, 500], [900, 700], [600, 700]]], "
                + "expected holes that leave some of the polygon"),
        Case(
            file: "clauses.json", old: "[[0, 0], [500, 0], [500, 400], [0, 400]]", new: "[[0, 0], [5, 5], [10, 10]]",
            line: "clauses.json: clauses[0].regions[0].polygon is a ring without area, "
                + "expected an outline around an area"),
        Case(
            file: "clauses.json", old: "[[0, 0], [500, 0], [500, 400], [0, 400]]",
            new: "[[0, 0], [500, 400], [500, 0], [0, 400]]",
            line: "clauses.json: clauses[0].regions[0].polygon is a ring that crosses itself, whose parts cancel out, "
                + "expected an outline around an area"),
        Case(
            file: "clauses.json", old: #""id": "preamble""#, new: #""textLine": 1, "id": "preamble""#,
            line: "clauses.json: clauses[0].textLine is 1, expected true or false"),
        Case(
            file: "clauses.json", old: #"["money", "church"]"#, new: #"["money", "church\u0301"]"#,
            line: "clauses.json: clauses[1].categories[1] is \"church\u{301}\", "
                + "expected the id of a category of categories.json"),
        Case(
            file: "texts/en.json", old: "Tithes", new: String(repeating: "\u{1F70}", count: 1_001),
            line: "texts/en.json: 2.title is a title of 1001 characters, "
                + "\"\(String(repeating: "\u{1F70}", count: 80))…\", expected at most 1000"),
        Case(
            file: "document.json", old: "Un psautier", new: String(repeating: "e\u{301}", count: 501),
            line: "document.json: title is a title of 1002 characters, "
                + "\"\(String(repeating: "e\u{301}", count: 40))…\", expected at most 1000"),
        Case(
            file: "categories.json", old: #""style": "outline""#, new: #""style": "dotted""#,
            line: "categories.json: categories[2].style is \"dotted\", expected filled or outline"),
        Case(
            file: "categories.json", old: #""icon": "coins""#, new: #""icon": "../coins.svg""#,
            line:
                "categories.json: categories[1].icon is \"../coins.svg\", expected an icon's name of lowercase letters, "
                + "digits and '-', or the name of an SVG file of the folder"),
        Case(
            file: "categories.json", old: #""includedInAll": false"#, new: #""includedInAll": 0"#,
            line: "categories.json: categories[2].includedInAll is 0, expected true or false"),
        Case(
            file: "document.json", old: #""status": "published""#, new: #""status": "secret""#,
            line: "document.json: status is \"secret\", expected draft or published"),
        Case(
            file: "document.json", old: ##""ink": "#222222""##, new: ##""ink": "#22222""##,
            line: "document.json: palette.ink is \"#22222\", expected a colour as #rrggbb"),
        Case(
            file: "document.json", old: ##"["#112233", "#445566"]"##, new: ##"["#112233"]"##,
            line: "document.json: palette.overlays is an array of 1, expected 2 to 6 colours"),
        Case(
            file: "document.json", old: "https://creativecommons.org/publicdomain/zero/1.0/",
            new: "javascript:alert(1)",
            line: "document.json: rights is \"javascript:alert(1)\", expected an http or https URI"),
        Case(
            file: "document.json", old: #""language": "la""#, new: #""language": "Latin tongue""#,
            line: "document.json: language is \"Latin tongue\", expected a language tag such as la"),
        Case(
            file: "document.json", old: #"["en", "fr"]"#, new: #"["en", "fr", "EN"]"#,
            line: "document.json: languages[2] is \"EN\", expected every language only once"),
        Case(
            file: "document.json", old: #""image": "scan.png""#, new: #""image": "../scan.png""#,
            line: "document.json: pages[0].image is \"../scan.png\", "
                + "expected the name of an image's file in this folder, without slashes, or null"),
        Case(
            file: "document.json", old: #""image": "scan.png""#, new: #""image": "scam.png""#,
            line: "document.json: pages[0].image is \"scam.png\", which does not exist, expected a file of this folder"),
        Case(
            file: "document.json", old: #""image": "scan.png""#, new: #""image": "scan.png", "height": 801"#,
            line: "document.json: pages[0].height is 801, expected 800, the image's own, or nothing"),
        Case(
            file: "document.json", old: #""width": 500, "#, new: "",
            line:
                "document.json: pages[1].width is missing, expected the page's size in pixels, "
                + "because there is no image to take it from"),
        Case(
            file: "document.json", old: #""width": 500"#, new: #""width": 0.5"#,
            line: "document.json: pages[1].width is 0.5, expected a whole number of pixels from 1 to 100000000"),
        Case(
            file: "document.json", old: #""summary": { "en": "Small." }"#, new: #""summary": { "en": 3 }"#,
            line: "document.json: summary.en is 3, expected a text"),
        Case(
            file: "document.json", old: #""mark": "seal.svg""#, new: #""mark": "lost.svg""#,
            line:
                "document.json: mark is \"lost.svg\", which does not exist, expected an icon's name of lowercase letters, "
                + "digits and '-', or the name of an SVG file of the folder"),
        Case(
            file: "texts/fr.json", old: #""note""#, new: #""nota""#,
            line: "texts/fr.json: nota is a text for \"nota\", expected the id of a clause of clauses.json"),
        Case(
            file: "texts/fr.json", old: #""3": "#, new: #""1": "#,
            line: "texts/fr.json: 1 is stated twice, expected every key only once"),
        Case(
            file: "texts/en.json", old: #""Tithes""#, new: "[\"Tithes\"]",
            line: "texts/en.json: 2.title is [\"Tithes\"], expected a text or null"),
        Case(
            file: "texts/en.json", old: "Tithes", new: #"Tit\u0000hes"#,
            line: "texts/en.json: 2.title is \"Tit\\u{0}hes\", expected a text or null without the character U+0000"),
    ]

    @Test(arguments: cases)
    func `one mistake gives one line`(_ mistake: Case) throws {
        var fixture = SourceFixture()
        try fixture.replace(mistake.old, with: mistake.new, in: mistake.file)
        let lines = try fixture.faults().lines
        #expect(lines.first == mistake.line)
        #expect(lines.count == 1 + mistake.consequences)
    }

    @Test func `all faults of all files are reported at once`() throws {
        var fixture = SourceFixture()
        try fixture.replace(#""id": "psalter""#, with: #""id": "the psalter""#, in: "document.json")
        try fixture.replace(#""style": "outline""#, with: #""style": "dotted""#, in: "categories.json")
        try fixture.replace(#""page": 2"#, with: #""page": 9"#, in: "clauses.json")
        fixture.files["texts/de.json"] = Data("{}".utf8)
        fixture.files["texts/fr.json"] = Data("{ \"1\": }".utf8)
        let places = try fixture.faults().faults.map { "\($0.file) \($0.path)" }
        let expected = [
            "document.json id", "categories.json categories[2].style", "clauses.json clauses[3].regions[1].page",
            "texts/de.json ", "texts/fr.json line 1, column 8",
        ]
        #expect(places == expected)
    }

    @Test func `a folder without a description is one fault`() throws {
        var fixture = SourceFixture()
        fixture.files["document.json"] = nil
        let lines = try fixture.faults().lines
        #expect(lines == ["document.json: no such file, expected the description of the document"])
    }

    @Test func `a missing folder and a file in its place are one fault each`() throws {
        let folder = try TemporaryFolder()
        try folder.write("file", Data())
        for name in ["nowhere", "file"] {
            let faults = #expect(throws: SourceFaults.self) { try SourceFolder.read(folder.path(name)) }
            #expect(faults?.lines.count == 1)
            #expect(faults?.lines.first?.hasPrefix(folder.path(name)) == true)
        }
    }

    @Test func `broken JSON is reported by line and column and causes no faults in other files`() throws {
        let fixture = SourceFixture("clauses.json", "[\n  { \"id\": \"1\", }\n]")
        let line = "clauses.json: line 2, column 16 is \"}\", expected a key in quotation marks"
        #expect(try fixture.faults().lines == [line])
    }

    @Test func `broken categories or an unreadable description cause no faults in clauses`() throws {
        let categories = try SourceFixture("categories.json", "[").faults()
        #expect(categories.faults.map(\.file) == ["categories.json"])
        let description = try SourceFixture("document.json", "nothing").faults()
        #expect(description.faults.map(\.file) == ["document.json"])
    }

    @Test func `thousands of faults are counted, and a hundred reported`() throws {
        let clauses = (0..<5000).map { #"{"id":"c\#($0)","regions":[]}"# }.joined(separator: ",")
        var fixture = SourceFixture("clauses.json", "[\(clauses)]")
        for language in ["en", "fr", "la"] { fixture.files["texts/\(language).json"] = nil }
        let faults = try fixture.faults()
        #expect(faults.faults.count == 100)
        #expect(faults.furtherCount == 4900)
        #expect(faults.lines.last == "and 4900 more")
    }

    @Test func `an image that cannot be read is one fault, with the reason on one line`() throws {
        struct Unreadable: Error, CustomStringConvertible {
            let description = "no image:\n\u{1B}[31mtext"
        }
        let faults = #expect(throws: SourceFaults.self) {
            try SourceFixture().read(imageSize: { _, _ in throw Unreadable() })
        }
        let value = #""scan.png" (no image:\u{a}\u{1b}[31mtext)"#
        #expect(faults?.lines == ["document.json: pages[0].image is \(value), expected an image that can be read"])
    }

    @Test func `a symbolic link out of the folder is not followed`() throws {
        let outside = try TemporaryFolder()
        try outside.write("secret.png", Data("secret".utf8))
        let folder = try TemporaryFolder()
        var fixture = SourceFixture()
        fixture.files["scan.png"] = nil
        try fixture.write(to: folder)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("scan.png"), withDestinationPath: outside.path("secret.png"))
        let faults = #expect(throws: SourceFaults.self) {
            try SourceFolder.read(folder.url.path) { _, _ in (1000, 800) }
        }
        #expect(faults?.faults.map(\.value) == ["\"scan.png\", a link out of the folder"])
    }

    @Test func `an icon above 32 kB is refused`() throws {
        var fixture = SourceFixture()
        fixture.files["seal.svg"] = Data(count: 32 << 10)
        _ = try fixture.read()
        fixture.files["seal.svg"] = Data(count: (32 << 10) + 1)
        let faults = try fixture.faults().faults
        #expect(faults.allSatisfy { $0.file == "seal.svg" && $0.expected == "at most 32768" })
        #expect(!faults.isEmpty)
    }

    @Test func `no category can be called all`() throws {
        var fixture = SourceFixture()
        try fixture.replace(#""id": "hidden""#, with: #""id": "all""#, in: "categories.json")
        #expect(try fixture.faults().faults.map(\.path).contains("categories[2].id"))
    }
}
