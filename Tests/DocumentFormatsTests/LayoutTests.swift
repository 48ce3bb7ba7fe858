import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// Documents written as PAGE XML and ALTO, and read again.
@Suite struct LayoutTests {
    private static let date = Date(timeIntervalSince1970: 1_700_000_000)

    /// Returns a document of one page with random clauses that both formats can represent, except for what `holding`
    /// omits.
    private func document(_ generator: inout Seeded, wholePixels: Bool, spaces: [String]) throws -> SourceDocument {
        let words = ["Quod", "ecclesia", "<&>", "\"libera\"", "sit", "Ω", "ابجد", "天", "e\u{301}", "’"]
        var clauses: [String] = []
        var texts: [String] = []
        for number in 0..<Int.random(in: 1...12, using: &generator) {
            let regions = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                let (x, y) = (
                    Double.random(in: 0...800, using: &generator), Double.random(in: 0...600, using: &generator)
                )
                let points = [(0.0, 0.0), (150, 10), (180, 120), (60, 190), (3, 77)].map { dx, dy in
                    let scale = wholePixels ? 1.0 : 100
                    return "[\(((x + dx) * scale).rounded() / scale),\(((y + dy) * scale).rounded() / scale)]"
                }
                return #"{"page":1,"polygon":[\#(points.joined(separator: ","))]}"#
            }
            let isDetail = Int.random(in: 0...5, using: &generator) == 0
            let label = ["null", "\"\(number)\"", "\"IV; b: {c} \\\\d\""].randomElement(using: &generator) ?? "null"
            let id =
                ["\(number)", "c.\(number)", "line-\(number)", "a_b\(number)"].randomElement(using: &generator) ?? "x"
            let chosen = ["[]", #"["b.2"]"#, #"["a","b.2"]"#, #"["b.2","a"]"#].randomElement(using: &generator) ?? "[]"
            clauses.append(
                """
                {"id":"\(id)","number":\(label),"textLine":\(number % 3 == 0),"categories":\(chosen),"kind":"\(isDetail ? "detail" : "clause")","regions":[\(regions.joined(separator: ","))]}
                """)
            guard !isDetail, Bool.random(using: &generator) else { continue }
            let text = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                (words.randomElement(using: &generator) ?? "") + (spaces.randomElement(using: &generator) ?? "")
            }.joined().trimmingCharacters(in: .whitespacesAndNewlines)
            let fields = ["transcription": text, "title": text.opening()]
            let coded = String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
            texts.append("\"\(id)\":\(coded)")
        }
        let files = [
            "document.json":
                #"{"id":"d","title":{"und":"d"},"language":"la","languages":["la"],"pages":[{"image":"s.jpg","width":1000,"height":800}]}"#,
            // PAGE represents only the id of a category, and only if a clause has it.
            "categories.json": wholePixels
                ? #"[{"id":"a","label":"a"},{"id":"b.2","label":"b.2"}]"#
                : #"[{"id":"b.2","label":"Ω <&> \"B\""},{"id":"a","label":"A"},{"id":"c","label":"C"}]"#,
            "clauses.json": "[\(clauses.joined(separator: ","))]", "texts/la.json": "{\(texts.joined(separator: ","))}",
        ]
        return try SourceReader.read(
            MemorySource(
                files: files.map { SourceFile(name: $0, bytes: Data($1.utf8)) },
                images: [SourceImage(fileName: "s.jpg", width: 1000, height: 800)]))
    }

    private func readBack(_ export: LayoutExport) throws -> SourceDocument {
        let image = SourceImage(fileName: "s.jpg", width: 1000, height: 800)
        let result = try LineFile.read(export.files[0].bytes, file: "d-1.xml", image: image, id: "d", title: "d")
        #expect(result.notes.isEmpty, "\(result.notes)")
        return result.document
    }

    @Test(arguments: LayoutFormat.allCases)
    func `content that a format can represent is read back unchanged`(_ format: LayoutFormat) throws {
        var generator = Seeded(5)
        for _ in 0..<25 {
            let former = try document(
                &generator, wholePixels: format == .page,
                spaces: format == .page ? [" ", "\n", "  ", "\t", "\r\n"] : [" "])
            let export = former.layout(as: format, date: Self.date)
            #expect(export.files.map(\.name) == ["d-1.xml"])
            let isWhole = format == .alto || Set(former.clauses.flatMap(\.categories)).count == 2
            #expect(export.notes.count == (isWhole ? 1 : 2), "only the description is lost: \(export.notes)")
            let document = try readBack(export)
            if format == .alto { #expect(document.categories == former.categories) }
            #expect(Set(document.categories.map(\.id)).isSuperset(of: former.clauses.flatMap(\.categories)))
            #expect(document.clauses == former.clauses)
            #expect(document.texts == former.texts.filter { !$0.value.isEmpty } || former.texts["la"]?.isEmpty == true)
        }
    }

    @Test func `what PAGE cannot represent is reported, and the rest is read back`() throws {
        let former = try SourceFixture().read()
        let export = former.layout(as: .page, date: Self.date)
        #expect(export.files.map(\.name) == ["psalter-1.xml", "psalter-2.xml"])
        let notes = [
            "PAGE XML cannot hold holes in regions: one hole left out",
            "PAGE XML holds only the ids of used categories: the rest of 3 is left out",
            "PAGE XML cannot hold incipits: one incipit left out",
            "PAGE XML cannot hold titles, translations and contexts: 15 left out",
            "PAGE XML holds whole pixels only: 1 regions are rounded",
        ]
        #expect(Array(export.notes.dropLast()) == notes)
        let image = SourceImage(fileName: "scan.png", width: 1000, height: 800)
        let document = try LineFile.read(export.files[0].bytes, file: "a", image: image, id: "a", title: "").document
        #expect(document.header.language == "la")
        #expect(document.clauses.map(\.id) == former.clauses.map(\.id))
        #expect(document.clauses.map(\.kind) == former.clauses.map(\.kind))
        #expect(document.texts["la"]?["1"]?.transcription == "Quod ecclesia libera sit")
    }

    /// The schema requires a `String` in every `TextLine`.
    @Test func `a transcription of spaces becomes an ALTO line with an empty word`() throws {
        var fixture = SourceFixture()
        try fixture.replace("Quod ecclesia libera sit", with: "  ", in: "texts/la.json")
        let export = try fixture.read().layout(as: .alto, date: Self.date)
        let text = String(decoding: export.files[0].bytes, as: UTF8.self)
        #expect(text.contains(#"<String CONTENT="" "#))
        let image = SourceImage(fileName: "scan.png", width: 1000, height: 800)
        let document = try LineFile.read(export.files[0].bytes, file: "a", image: image, id: "a", title: "").document
        #expect(document.clauses.contains { $0.id == "1" } && document.texts["la"]?["1"] == nil)
    }

    @Test func `what ALTO cannot represent is reported`() throws {
        var fixture = SourceFixture()
        try fixture.replace("Quod ecclesia", with: "Quod\\necclesia", in: "texts/la.json")
        let export = try fixture.read().layout(as: .alto, date: Self.date)
        #expect(export.notes.contains("ALTO holds words only: line breaks and double spaces of 1 texts are left out"))
        let text = String(decoding: export.files[1].bytes, as: UTF8.self)
        #expect(text.contains(#"ID="clause2_3""#) && text.contains("10.5,10.25"), "the second region of clause 3")
    }

    @Test(arguments: LayoutFormat.allCases)
    func `lines imported from a layout are exported and read back unchanged`(_ format: LayoutFormat) throws {
        let alto = """
            <alto><Layout><Page WIDTH="1000" HEIGHT="800"><TextLine ID="a" HPOS="1" VPOS="2" WIDTH="30" HEIGHT="4">
            <String CONTENT="In nomine"/></TextLine></Page></Layout></alto>
            """
        let image = SourceImage(fileName: "s.jpg", width: 1000, height: 800)
        let former = try LineFile.read(Data(alto.utf8), file: "a", image: image, id: "d", title: "d").document
        let export = former.layout(as: format, date: Self.date)
        #expect(export.notes.count == 1, "titles are read back, so none is reported as left out: \(export.notes)")
        let document = try readBack(export)
        #expect(document.clauses == former.clauses && document.clauses.allSatisfy(\.isTextLine))
        #expect(document.texts == former.texts)
        #expect(document.texts["und"]?["line-1"]?.title == "In nomine")
    }

    @Test(arguments: LayoutFormat.allCases)
    func `clauses joined from lines keep their titles after export`(_ format: LayoutFormat) throws {
        let alto = """
            <alto><Layout><Page WIDTH="1000" HEIGHT="800">
            <TextLine ID="a" HPOS="1" VPOS="2" WIDTH="300" HEIGHT="4"><String CONTENT="In nomine domini trp \u{36F}."/></TextLine>
            <TextLine ID="b" HPOS="1" VPOS="8" WIDTH="300" HEIGHT="4"><String CONTENT="amen dico vobis quod nemo"/></TextLine>
            </Page></Layout></alto>
            """
        let former = try LineFile.read(
            Data(alto.utf8), file: "a", image: SourceImage(fileName: "s.jpg", width: 1000, height: 800),
            clauses: LineTable(bytes: Data("clause,first line,last line\n1,1,2\n".utf8), file: "map.csv"), id: "d",
            title: "d"
        ).document
        let document = try readBack(former.layout(as: format, date: Self.date))
        let title = try #require(document.texts["und"]?["1"]?.title)
        #expect(CombiningMarks.same(title, former.texts["und"]?["1"]?.title))
        #expect(title.isIdentical(to: "In nomine domini trp \u{36F}. amen dico vobis quod…"))
        #expect(!document.clauses[0].isTextLine)
    }

    @Test(arguments: ["clause_39", "clause2_39", "clause_a_b", "clause12_c.1"])
    func `ids written by an export are recognised`(_ id: String) throws {
        #expect(LayoutMark.clause(ofID: id) == String(id[id.index(after: try #require(id.firstIndex(of: "_")))...]))
    }

    @Test(arguments: ["", "clause", "clausex_1", "eSc_line_1", "clause_", "clause_ä", "r1"])
    func `other ids are not taken for those of an export`(_ id: String) {
        #expect(LayoutMark.clause(ofID: id) == nil)
    }
}
