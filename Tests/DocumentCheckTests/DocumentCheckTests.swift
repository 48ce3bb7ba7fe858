import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentCheck
@testable import DocumentFormats
@testable import DocumentModel

/// A document without faults, to which tests add some: two rows of two clauses on a page of 1000 x 800, and a detail.
enum SoundDocument {
    static func fixture() -> SourceFixture {
        var fixture = SourceFixture()
        fixture.files["document.json"] = Data(SourceFixture.document.replacing("#A03020", with: "#C06050").utf8)
        fixture.files["clauses.json"] = Data(
            """
            [
              { "id": "preamble", "number": null, "kind": "clause", "categories": ["church"], "remark": "kept",
                "regions": [ { "page": 1, "polygon": [[100, 100], [500, 100], [500, 400], [100, 400]] } ] },
              { "id": "1", "number": "1", "kind": "clause", "categories": ["church"],
                "regions": [ { "page": 1, "polygon": [[500, 100], [900, 100], [900, 400], [500, 400]] } ] },
              { "id": "2", "number": "2", "kind": "clause", "categories": ["money"],
                "regions": [ { "page": 1, "polygon": [[100, 400], [500, 400], [500, 700], [100, 700]] } ] },
              { "id": "3", "number": "3", "kind": "clause", "categories": ["money", "church"],
                "regions": [ { "page": 1, "polygon": [[500, 400], [900, 400], [900, 700], [500, 700]] },
                             { "page": 2, "polygon": [[10, 10], [60, 10], [60, 60], [10, 60]] } ] },
              { "id": "seal", "number": null, "kind": "detail", "categories": ["hidden"],
                "regions": [ { "page": 1, "polygon": [[150, 150], [250, 150], [250, 250], [150, 250]],
                               "holes": [ [[180, 180], [220, 180], [220, 220], [180, 220]] ] } ] }
            ]
            """.utf8)
        func texts(_ language: String) -> String {
            let ids = ["preamble", "1", "2", "3"].map {
                #""\#($0)": { "title": "\#(language) \#($0)", "translation": "What \#($0) says.", "context": "Why." }"#
            }
            return "{ \(ids.joined(separator: ",\n  ")),\n  \"seal\": { \"title\": \"Seal\", \"context\": \"Why.\" } }"
        }
        fixture.files["texts/en.json"] = Data(texts("en").utf8)
        fixture.files["texts/fr.json"] = Data(texts("fr").utf8)
        fixture.files["texts/la.json"] = Data(
            #"{ "preamble": { "transcription": "Johannes" }, "1": { "transcription": "In primis" }, "2": { "transcription": "Si quis" }, "3": { "transcription": "Nullus" } }"#
                .utf8)
        return fixture
    }

    /// Returns the document with substrings of its files replaced, as a check reads it.
    static func read(_ changes: (file: String, old: String, new: String)...) throws -> SourceDocument {
        var fixture = fixture()
        for change in changes { try fixture.replace(change.old, with: change.new, in: change.file) }
        let folder = try TemporaryFolder()
        try fixture.write(to: folder)
        return try withExtendedLifetime(folder) {
            try SourceFolder.read(folder.url.path, imageSize: { _, _ in (1000, 800) }, isTolerant: true)
        }
    }
}

@Suite struct DocumentCheckTests {
    private static let clauses = "clauses.json"

    /// Returns the only finding of a document with a substring of a file replaced.
    private func finding(_ file: String, _ old: String, _ new: String) throws -> Finding {
        let found = try DocumentCheck(try SoundDocument.read((file, old, new))).findings()
        #expect(found.count == 1, "\(found.map(\.message))")
        return try #require(found.first)
    }

    @Test func `a sound document has no findings`() throws {
        #expect(try DocumentCheck(SoundDocument.read()).findings().map(\.message) == [])
    }

    // MARK: Outlines

    @Test func `an overlap of two regions is reported with area, share and place`() throws {
        let found = try finding(
            Self.clauses, "[[500, 100], [900, 100], [900, 400], [500, 400]]",
            "[[460, 100], [900, 100], [900, 400], [460, 400]]")
        #expect(found.kind == .regionOverlap && found.severity == .error)
        #expect((found.page, found.clause, found.otherClause) == (1, "preamble", "1"))
        #expect(found.area == 12000 && found.share == 0.1)
        #expect(found.box == Rectangle(x: 460, y: 100, width: 40, height: 300))
        #expect(found.point == Point(x: 480, y: 250))
        #expect(found.message == "clause preamble and clause 1 overlap at 480,250 by 12000 px², 10 % of the smaller")
    }

    @Test func `the remedy for an overlap says whether one region contains or equals the other`() throws {
        let within = try finding(
            Self.clauses, "[[500, 400], [900, 400], [900, 700], [500, 700]]",
            "[[110, 410], [490, 410], [490, 690], [110, 690]]")
        #expect(within.share == 1 && within.remedy.contains("which contains it"))
        let twice = try finding(
            Self.clauses, "[[500, 400], [900, 400], [900, 700], [500, 700]]",
            "[[100, 400], [500, 400], [500, 700], [100, 700]]")
        #expect(twice.share == 1 && twice.remedy.contains("they are equal"))
    }

    @Test func `overlapping regions of one clause are reported`() throws {
        let found = try finding(
            Self.clauses, #""page": 2, "polygon": [[10, 10], [60, 10], [60, 60], [10, 60]]"#,
            #""page": 1, "polygon": [[800, 600], [950, 600], [950, 750], [800, 750]]"#)
        #expect(found.kind == .regionOverlap && found.clause == "3" && found.otherClause == nil)
        #expect(found.area == 10000)
    }

    @Test func `neighbours whose borders differ by a tenth of a pixel do not overlap`() throws {
        let document = try SoundDocument.read(
            (
                Self.clauses, "[[500, 100], [900, 100], [900, 400], [500, 400]]",
                "[[499.9, 100], [900, 100], [900, 400.1], [499.9, 400.1]]"
            ))
        #expect(try DocumentCheck(document).findings().isEmpty)
    }

    @Test func `a self-crossing region is reported at the crossing`() throws {
        let found = try finding(
            Self.clauses, "[[500, 100], [900, 100], [900, 400], [500, 400]]",
            "[[500, 100], [900, 100], [510, 400], [900, 400]]")
        #expect(found.kind == .regionCrossesItself && found.clause == "1" && found.page == 1)
        let point = try #require(found.point)
        #expect(abs(point.x - 702.53) < 0.1 && abs(point.y - 251.9) < 0.1, "\(point)")
    }

    @Test(arguments: [
        "[[500, 100], [900, 400], [900, 100], [500, 400]]", "[[500, 100], [900, 100], [500, 400], [900, 400]]",
    ])
    func `a bow-tie with equal halves is reported as self-crossing`(_ polygon: String) throws {
        let found = try finding(Self.clauses, "[[500, 100], [900, 100], [900, 400], [500, 400]]", polygon)
        #expect(found.kind == .regionCrossesItself && found.clause == "1" && found.page == 1)
        #expect(found.point == Point(x: 700, y: 250))
    }

    @Test func `a bow-tie whose halves meet at a vertex is reported as touching itself there`() throws {
        let found = try finding(
            Self.clauses, "[[500, 100], [900, 100], [900, 400], [500, 400]]",
            "[[500, 100], [700, 250], [900, 400], [900, 100], [700, 250], [500, 400]]")
        #expect(found.kind == .regionTouchesItself && found.point == Point(x: 700, y: 250))
    }

    @Test func `overlapping text lines share one finding, and a line overlapping a clause has its own`() throws {
        let first = (Self.clauses, #""id": "1", "#, #""id": "1", "textLine": true, "#)
        let second = (Self.clauses, #""id": "2", "#, #""id": "2", "textLine": true, "#)
        let wide = (
            Self.clauses, "[[100, 400], [500, 400], [500, 700], [100, 700]]",
            "[[100, 390], [520, 390], [520, 700], [100, 700]]"
        )
        let both = try DocumentCheck(SoundDocument.read(first, second, wide)).findings()
        #expect(both.map(\.kind) == [.regionOverlap, .regionOverlap, .linesOverlap], "\(both.map(\.message))")
        #expect(both.map(\.clause) == ["preamble", "2", nil])
        #expect(both.last?.message == "one pair of text lines overlaps, as the outlines of text recognition do")
        let twice = (
            Self.clauses, "[[100, 400], [500, 400], [500, 700], [100, 700]]",
            "[[500, 100], [900, 100], [900, 400], [500, 400]]"
        )
        let same = try DocumentCheck(SoundDocument.read(first, second, twice)).findings()
        #expect(same.map(\.kind) == [.regionOverlap] && same[0].remedy.contains("they are equal"))
    }

    @Test func `a region that touches itself is reported at that point`() throws {
        let found = try finding(
            Self.clauses, "[[500, 100], [900, 100], [900, 400], [500, 400]]",
            "[[500, 100], [900, 100], [900, 400], [700, 100], [500, 400]]")
        #expect(found.kind == .regionTouchesItself && found.point == Point(x: 700, y: 100))
    }

    @Test func `sliver regions and sliver parts of regions are reported`() throws {
        let tip = try finding(
            Self.clauses, "[[500, 100], [900, 100], [900, 400], [500, 400]]",
            "[[500, 100], [900, 100], [980, 100.4], [900, 100.8], [900, 400], [500, 400]]")
        #expect(tip.kind == .regionSliver && tip.point == Point(x: 980, y: 100.4))
        let whole = try finding(
            Self.clauses, "[[10, 10], [60, 10], [60, 60], [10, 60]]", "[[10, 10], [60, 10], [60, 11], [10, 11]]")
        #expect(whole.kind == .regionSliver && whole.page == 2 && whole.clause == "3")
    }

    @Test func `repeated points and spikes are reported as mendable`() throws {
        let twice = try finding(Self.clauses, "[900, 100], [900, 400]", "[900, 100], [900, 100], [900, 400]")
        #expect(twice.kind == .repeatedPoint && twice.point == Point(x: 900, y: 100) && twice.isMendable)
        let closed = try finding(Self.clauses, "[180, 220]]", "[180, 220], [180, 180]]")
        #expect(closed.kind == .repeatedPoint && closed.clause == "seal" && closed.point == Point(x: 180, y: 180))
        let found = try DocumentCheck(
            SoundDocument.read(
                (Self.clauses, "[900, 100], [900, 400]", "[900, 100], [950, 60], [900, 100], [900, 400]"))
        ).findings()
        #expect(found.map(\.kind) == [.regionSpike, .repeatedPoint])
        #expect(found.first?.point == Point(x: 950, y: 60) && found.allSatisfy(\.isMendable))
    }

    @Test func `a region outside the page is reported, and is mendable if it is off by little`() throws {
        let farOutside = try finding(
            Self.clauses, "[[500, 100], [900, 100], [900, 400]", "[[500, 100], [1030, 100], [900, 400]")
        #expect(
            farOutside.kind == .regionOutsidePage && farOutside.point == Point(x: 1030, y: 100)
                && !farOutside.isMendable)
        let slightlyOutside = try finding(
            Self.clauses, "[[500, 100], [900, 100], [900, 400]", "[[500, 100], [1001.5, 100], [900, 400]")
        #expect(slightlyOutside.kind == .regionOutsidePage && slightlyOutside.isMendable)
    }

    // MARK: Numbers, categories

    @Test func `missing and duplicate numbers are reported`() throws {
        let missing = try finding(Self.clauses, #""number": "3""#, #""number": "6""#)
        #expect(missing.kind == .numberMissing && missing.clause == "3" && missing.page == 1)
        #expect(missing.message == "the numbers 3 to 5 are missing, before 6")
        let first = try finding(Self.clauses, #""number": "1""#, #""number": null"#)
        #expect(first.message == "the number 1 is missing, before 2")
        let twice = try DocumentCheck(
            SoundDocument.read((Self.clauses, #""number": "3""#, #""number": "2""#))
        ).findings()
        #expect(twice.map(\.kind) == [.numberTwice] && twice[0].clause == "3" && twice[0].otherClause == "2")
    }

    @Test func `an extract may begin with any number`() throws {
        let document = try SoundDocument.read(
            (Self.clauses, #""number": "1""#, #""number": "38""#),
            (Self.clauses, #""number": "2""#, #""number": "39""#),
            (Self.clauses, #""number": "3""#, #""number": "40""#))
        #expect(try DocumentCheck(document).findings().isEmpty)
    }

    @Test func `categories without clauses and clauses without category are reported`() throws {
        let found = try DocumentCheck(SoundDocument.read((Self.clauses, #"["hidden"]"#, "[]"))).findings()
        #expect(found.map(\.kind) == [.categoryEmpty, .clauseWithoutCategory])
        #expect(found[0].message.contains("hidden") && found[1].clause == "seal")
        #expect(found[1].page == 1 && found[1].point != nil)
    }

    @Test func `unknown and duplicate categories of a clause are reported`() throws {
        let unknown = try finding(Self.clauses, #"["money", "church"]"#, #"["money", "church", "forest"]"#)
        #expect(unknown.kind == .categoryUnknown && unknown.clause == "3" && unknown.message.contains("forest"))
        let twice = try finding(Self.clauses, #"["money", "church"]"#, #"["money", "church", "money"]"#)
        #expect(twice.kind == .categoryTwice && twice.isMendable)
    }

    @Test func `icons that the viewer does not have are reported, and files of the document are not`() throws {
        var check = DocumentCheck(try SoundDocument.read(("document.json", #""mark": "seal.svg""#, #""mark": "crwn""#)))
        check.hasIcon = { ["church", "crown"].contains($0) }
        let found = try check.findings()
        #expect(
            found.map(\.message) == [
                "the emblem (mark) names the icon \"crwn\", which does not exist",
                "the category money names the icon \"coins\", which does not exist",
            ])
        #expect(found.allSatisfy { $0.kind == .iconUnknown && $0.severity == .warning && !$0.isMendable })
    }

    // MARK: Texts

    @Test func `missing texts are reported with clause, language and part`() throws {
        let part = try finding("texts/fr.json", #""title": "fr 2", "translation": "What 2 says.""#, #""title": "fr 2""#)
        #expect(part.kind == .textMissing && part.clause == "2" && part.language == "fr")
        #expect(part.message == "clause 2 has no translation in fr")
        let context = try finding("texts/fr.json", #""title": "Seal", "context": "Why.""#, #""title": "Seal""#)
        #expect(context.message == "detail seal has no context in fr")
        let transcription = try finding("texts/la.json", #""2": { "transcription": "Si quis" },"#, "")
        #expect(transcription.message == "clause 2 has no transcription, unlike most clauses")
        var fixture = SoundDocument.fixture()
        fixture.files["texts/fr.json"] = nil
        let language = try DocumentCheck(fixture.read()).findings()
        #expect(language.map(\.message) == ["there are no texts in fr"])
    }

    @Test func `texts that are too long are reported`() throws {
        let words = String(repeating: "word ", count: 30)
        let found = try finding("texts/en.json", "en 3", words)
        #expect(found.kind == .textTooLong && found.clause == "3" && found.language == "en")
        #expect(found.message.contains("a title of 150 characters"))
    }

    @Test func `a translation older than its transcription is reported until changed or reviewed`() throws {
        let library = try TestStore()
        func put(_ changes: (file: String, old: String, new: String)...) throws -> [Finding] {
            var fixture = SoundDocument.fixture()
            for change in changes { try fixture.replace(change.old, with: change.new, in: change.file) }
            try library.put(fixture)
            var check = DocumentCheck(try library.store.sourceDocument("psalter"))
            check.history = try library.store.textHistory(of: "psalter")
            return try check.findings()
        }
        #expect(try put().isEmpty)
        let stale = try put(("texts/la.json", "Si quis", "Si aliquis"))
        #expect(stale.map(\.kind) == [.textStale, .textStale])
        #expect(stale.map(\.language) == ["en", "fr"] && stale.allSatisfy { $0.clause == "2" })
        #expect(
            stale[0].message
                == "clause 2 has a translation in en of version 1, but its transcription was changed in version 2")
        let one = try put(("texts/la.json", "Si quis", "Si aliquis"), ("texts/fr.json", "What 2 says", "Ce que dit 2"))
        #expect(one.map(\.language) == ["en"])
        // An editor confirmed it for its current original.
        var check = DocumentCheck(try library.store.sourceDocument("psalter"))
        for digest in ["0123456789abcdef", ReviewedState.digest(of: ["Si aliquis"])] {
            var history = try library.store.textHistory(of: "psalter")
            history.append(reviews: ["en": ["2": digest]])
            check.history = history
            #expect(try check.findings().count == (digest.hasPrefix("0123") ? 1 : 0))
        }
        let none = try put(
            ("texts/la.json", "Si quis", "Si aliquis"), ("texts/fr.json", "What 2 says", "Ce que dit 2"),
            ("texts/en.json", "What 2 says", "What 2 now says"))
        #expect(none.isEmpty)
    }

    // MARK: Colours

    @Test(arguments: [
        ("\"ink\": \"#222222\"", "\"ink\": \"#a09070\"", "ink"),
        ("\"accent\": \"#C06050\"", "\"accent\": \"#1a1010\"", "accent"),
        ("\"background\": \"#101010\"", "\"background\": \"#707070\"", "background"),
        ("#112233", "#f0e4c8", "overlay 1"), ("#445566", "#122235", "look the same"),
    ])
    func `colours with too little contrast are reported`(old: String, new: String, word: String) throws {
        let found = try DocumentCheck(SoundDocument.read(("document.json", old, new))).findings()
        #expect(found.contains { $0.kind == .paletteContrast && $0.message.contains(word) })
        #expect(found.allSatisfy { $0.kind == .paletteContrast })
    }

    @Test(
        arguments: [
            // Pairs of the same lightness: red and green, a brighter red and olive, blue and red.
            ("#9a4528", "#4c7a4a", "with protanopia and in greyscale"),
            ("#b0483a", "#6b7a22", "with deuteranopia and in greyscale"), ("#2f5d8f", "#9a4528", "in greyscale"),
            // Every pair of the sample document's.
            ("#1b4278", "#d0a23a", nil), ("#1b4278", "#9a4230", nil), ("#1b4278", "#5f8a58", nil),
            ("#d0a23a", "#9a4230", nil), ("#d0a23a", "#5f8a58", nil), ("#9a4230", "#5f8a58", nil),
            ("blue", "#5f8a58", nil),
        ] as [(String, String, String?)])
    func `overlay colours alike with colour blindness or in greyscale are detected`(
        one: String, other: String, ways: String?
    ) {
        #expect(DocumentCheck.similarity(of: one, and: other) == ways.map { "are hard to tell apart \($0)" })
        #expect(DocumentCheck.similarity(of: other, and: one) == DocumentCheck.similarity(of: one, and: other))
    }

    @Test func `contrast ratios follow the specification`() {
        #expect(DocumentCheck.contrast("#000000", "#ffffff") == 21)
        #expect(abs((DocumentCheck.contrast("#767676", "#ffffff") ?? 0) - 4.54) < 0.01)
        #expect(DocumentCheck.contrast("#777777", "#777777") == 1)
        #expect(DocumentCheck.contrast("white", "#777777") == nil)
    }

    // MARK: Pages

    @Test(arguments: [("7.8", "198 pixels"), ("4", "102 pixels")])
    func `a page of known size with too low a resolution is reported`(scale: String, resolution: String) throws {
        func findings(_ scale: String) throws -> [Finding] {
            try DocumentCheck(SoundDocument.read(("document.json", "11.8", scale))).findings()
        }
        let found = try findings(scale)
        #expect(found.map(\.kind) == [.pageResolution])
        #expect(found.first?.page == 1 && found.first?.message.contains(resolution) == true)
        #expect(try findings("7.9").isEmpty)
    }

    @Test func `a combining mark after a space counts as text, and white space does not`() throws {
        let document = try SoundDocument.read(("texts/fr.json", "fr 2", " \u{36F}"))
        #expect(try DocumentCheck(document).findings().isEmpty)
        let blank = try SoundDocument.read(("texts/fr.json", "fr 2", " \u{3000}\u{85}"))
        #expect(try DocumentCheck(blank).findings().map(\.kind) == [.textMissing])
    }
}
