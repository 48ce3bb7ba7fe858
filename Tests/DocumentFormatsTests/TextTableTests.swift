import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct CSVTests {
    private func rows(_ text: String) throws -> [[String]] {
        try CSV.read(Data(text.utf8), named: "t.csv").map(\.cells)
    }

    @Test(arguments: [
        ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]), ("a;b\r\n1;2,5", [["a", "b"], ["1", "2,5"]]),
        ("a\tb\n\n\n1\t\n", [["a", "b"], ["1", ""]]), ("\u{FEFF}a,b", [["a", "b"]]), ("", []),
        ("a,b\n\"x,\ny\",\"say \"\"no\"\"\"\n", [["a", "b"], ["x,\ny", "say \"no\""]]),
        ("a,b\n\"\",c\n", [["a", "b"], ["", "c"]]), ("a\n 39 \n", [["a"], [" 39 "]]),
        ("a,b\n,\n", [["a", "b"]]), ("é,Ω\n🦁,مُ", [["é", "Ω"], ["🦁", "مُ"]]),
    ])
    func `a table is read as spreadsheets write it`(_ text: String, _ expected: [[String]]) throws {
        #expect(try rows(text) == expected)
    }

    @Test(arguments: ["a,\"b", "a,\"b\"c", "a\n\"b\"\"\n", "\"\u{0}\" x,"])
    func `broken quotation marks are one fault with its line`(_ text: String) throws {
        let faults = try #require(throws: SourceFaults.self) { try rows(text) }
        #expect(faults.lines.count == 1 && faults.lines[0].hasPrefix("t.csv: line "))
        #expect(faults.lines[0].contains("quotation mark"))
    }

    @Test func `invalid UTF-8, too many bytes and too many columns are faults`() throws {
        #expect(throws: SourceFaults.self) { try CSV.read(Data([0x61, 0xFF]), named: "t.csv") }
        #expect(throws: SourceFaults.self) { try CSV.read(Data(count: CSV.byteLimit + 1), named: "t.csv") }
        #expect(throws: SourceFaults.self) { try rows(String(repeating: ",", count: 2_000)) }
    }

    @Test(arguments: ["a\n", "\"\"\"\"\n"])
    func `more rows than a document may have clauses are one fault`(_ row: String) throws {
        let text = "clause\n" + String(repeating: row, count: 2_000_000)
        let faults = try #require(throws: SourceFaults.self) { try rows(text) }
        #expect(faults.lines.count == 1 && faults.lines[0].hasPrefix("t.csv: line 1100001 is more than"), "\(faults)")
    }

    @Test func `an overlong column name is a fault`() throws {
        let text = "clause" + String(repeating: " ", count: 8 << 20)
        let faults = try #require(throws: SourceFaults.self) { try rows(text) }
        #expect(faults.lines.count == 1 && faults.lines[0].contains("at most 1000 bytes"), "\(faults)")
    }

    @Test func `empty cells beyond the last column name are ignored`() throws {
        #expect(try rows("a;b;;\r\n1;2;;\r\n3;;;\r\n;;;\r\n4\r\n") == [["a", "b"], ["1", "2"], ["3", ""], ["4"]])
        #expect(try rows("a,b,,\n1,2,,x\n") == [["a", "b"], ["1", "2", "", "x"]])
    }

    @Test func `line breaks within cells count as lines`() throws {
        let rows = try CSV.read(Data("a\n\"x\ny\nz\"\nb\n".utf8), named: "t.csv")
        #expect(rows.map(\.line) == [1, 2, 5])
    }

    @Test func `a written table is read back unchanged`() throws {
        let pieces = [
            "", "a", " ", "\"", ",", ";", "\t", "\n", "\r\n", "é", "\u{FEFF}", "=1+1", "🦁", "\u{5AB}", "\u{600}",
        ]
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let rows = (0..<5).map { row in
                (0..<4).map { _ in (0..<3).map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined() } + [
                    "\(row)"
                ]
            }
            let header = [["a", "b", "c", "d", "e"]]
            #expect(try CSV.read(CSV.write(header + rows), named: "").map(\.cells) == header + rows)
        }
    }
}

@Suite struct TextTableTests {
    private let library: TestStore
    private var store: ClauseStore { library.store }

    init() throws {
        library = try TestStore(SourceFixture())
    }

    private func table() throws -> [[String]] {
        try CSV.read(store.textTable(of: "psalter"), named: "t.csv").map(\.cells)
    }

    @discardableResult
    private func importTable(_ rows: [[String]], partial: Bool = false) throws -> TextImportReport {
        try store.importTexts(CSV.write(rows), named: "t.csv", into: "psalter", isPartial: partial, at: Date())
    }

    @Test func `a table has a row for each clause and a column for each language and field`() throws {
        let table = try table()
        #expect(
            table[0] == [
                "clause", "number", "check", "en title", "en translation", "en context", "fr title", "fr translation",
                "fr context", "la transcription",
            ])
        #expect(table.map { $0[0] } == ["clause", "preamble", "2", "1", "3", "seal", "note"])
        let one = try #require(table.first { $0[0] == "1" })
        #expect(
            one[3...] == [
                "The church is free", "The church shall be free.", "See Rome.", "L'Église est libre",
                "Que l'Église soit libre.", "", "Quod ecclesia libera sit",
            ])
    }

    @Test func `importing an unchanged table changes nothing`() throws {
        let report = try importTable(table())
        #expect(report.outcome == .unchanged && report.changeCount == 0 && report.leftOut.isEmpty)
        #expect(try store.versions(of: "psalter").count == 1)
    }

    @Test func `cells become texts, empty cells remove them, and all else stays`() throws {
        var table = try table()
        table[2][6] = "Dîmes"
        table[3][5] = ""
        table[6][9] = "Nota \"bene\",\nlector"
        let report = try importTable(table)
        #expect(report.outcome == .replaced(version: 2))
        #expect(report.changedClauses == ["2", "1", "note"] && report.changeCount == 3)
        #expect(try store.clause("2", of: "psalter", lang: "fr").title == "Dîmes")
        #expect(try store.clause("1", of: "psalter").context == nil)
        #expect(try store.clause("note", of: "psalter").transcription == "Nota \"bene\",\nlector")
        #expect(try store.search("dimes").hits.map(\.clause.id) == ["2"])
        let changes = try #require(store.versions(of: "psalter").first?.changes)
        #expect(changes.changed.map(\.fields) == [["fr.title"], ["en.context"], ["la.transcription"]])
        #expect(changes.files.isEmpty && !changes.isReordered)
        #expect(try self.table() != table, "the checks have changed")
        #expect(try self.table().map { $0[3...] } == table.map { $0[3...] })
    }

    @Test func `other content of the text files is kept`() throws {
        var fixture = SourceFixture()
        try fixture.replace(
            #"{ "title": "Tithes""#, with: #"{ "by": ["Ada", 1.5, null], "title": "Tithes""#, in: "texts/en.json")
        try library.put(fixture)
        var table = try table()
        table[2][3] = "Tenths"
        try importTable(table)
        let files = try store.sourceFiles(of: "psalter")
        let english = try #require(files.first { $0.name == "texts/en.json" })
        let json = try #require(try JSONSerialization.jsonObject(with: english.bytes) as? [String: [String: Any]])
        #expect((json["2"]?["by"] as? [Any])?.count == 3 && json["2"]?["title"] as? String == "Tenths")
        let before = Set(fixture.files.keys).subtracting(["scan.png", "texts/en.json"])
        for name in before { #expect(files.first { $0.name == name }?.bytes == fixture.files[name], "\(name)") }
    }

    @Test func `a table reformatted by a spreadsheet changes only what was edited`() throws {
        let rows = try table().map { $0.map { $0 == "Tithes" ? "=1+1;x" : $0 } }
        let lines = rows.map { row in
            (row + ["", ""]).map { $0.contains { ";\"\n".contains($0) } ? "\"\($0)\"" : $0 }.joined(separator: ";")
        }
        let text = "\u{FEFF}" + lines.joined(separator: "\r\n") + "\r\n;;;;;;;;;;;\r\n"
        let report = try store.importTexts(Data(text.utf8), named: "t.csv", into: "psalter", at: Date())
        #expect(report.changeCount == 1 && report.changedClauses == ["2"] && report.leftOut.isEmpty)
        #expect(try store.clause("2", of: "psalter").title == "=1+1;x")
        // An empty last column removes a text; it is not a missing cell.
        var emptied = try table()
        for row in emptied.indices.dropFirst() where emptied[row][0] == "1" { emptied[row][9] = "" }
        let plain = emptied.map { $0.map { $0.contains { ",\"\n".contains($0) } ? "" : $0 }.joined(separator: "\t") }
        let header = plain[0]
        let one = try #require(plain.first { $0.hasPrefix("1\t") })
        _ = try store.importTexts(Data("\(header)\n\(one)\n".utf8), named: "t.csv", into: "psalter", at: Date())
        #expect(try store.clause("1", of: "psalter", lang: "la").transcription == nil)
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-5", "'-5"), ("@x", "'@x"), ("\tx", "'\tx"), ("'=x", "''=x"), ("'", "'"),
        ("'tis", "'tis"), ("1-2", "1-2"), ("", ""), ("’=", "’="),
    ])
    func `a text that looks like a formula is escaped and read back`(
        _ text: String, _ cell: String
    )
        throws
    {
        #expect(TextTable.shown(text) == cell && TextTable.meant(cell) == text)
        var rows = try table()
        rows[2][3] = cell
        try importTable(rows)
        #expect(try store.clause("2", of: "psalter").title ?? "" == text)
        #expect(try table()[2][3] == cell)
        #expect(try importTable(table()).outcome == .unchanged)
    }

    @Test func `a number that looks like a formula is escaped too, and cannot be changed by a table`() throws {
        var fixture = SourceFixture()
        let number = "=cmd|'/C calc'!A0"
        try fixture.replace(#""number": "2""#, with: #""number": "\#(number)""#, in: "clauses.json")
        try library.put(fixture)
        let row = try #require(table().first { $0[0] == "2" })
        #expect(row[1] == "'\(number)")
        #expect(try importTable(table()).outcome == .unchanged)
        #expect(try store.clause("2", of: "psalter").number == number)
    }

    @Test func `tables of long documents are written and read in linear time`() throws {
        let polygon = try Polygon(outer: Rectangle(x: 0, y: 0, width: 9, height: 9).corners)
        func time(_ count: Int) throws -> Duration {
            let clauses = (0..<count).map { place in
                Clause(
                    id: "c\(place)", number: nil, kind: .clause, incipit: nil, categories: [],
                    regions: [Region(page: 1, polygon: polygon)])
            }
            let texts = Dictionary(uniqueKeysWithValues: clauses.map { ($0.id, ClauseText(title: "Title")) })
            let document = SourceDocument(
                header: try SourceFixture().read().header, pages: [], categories: [], clauses: clauses,
                texts: ["en": texts, "fr": texts], files: [])
            return try threadTime {
                _ = try TextImport(TextTable.write(document), named: "t.csv", into: document)
            }
        }
        _ = try time(1_000)
        // With quadratic work, the second would take a hundred times as long as the first.
        #expect(try time(40_000) < max(try time(4_000), .milliseconds(20)) * 40)
    }

    @Test func `a table without checks is imported and reported as having none`() throws {
        #expect(try importTable([["clause", "en title"], ["2", "Tenths"]]).hasChecks == false)
        #expect(try importTable(table()).hasChecks)
    }

    @Test func `rows that cannot be imported are reported, and prevent all but a partial import`() throws {
        let exported = try table()
        var fixture = SourceFixture()
        try fixture.replace("\"Silver\"", with: "\"Silver money\"", in: "texts/en.json")
        try library.put(fixture)
        var table = exported
        table[2][3] = "Tenths"
        table[4][6] = "L'argent"
        table.append(["99", "", "", "Nobody"])
        table.append(table[2])
        let faults = try #require(throws: SourceFaults.self) { try importTable(table) }
        #expect(faults.lines.count == 3)
        #expect(
            faults.lines[0].hasPrefix("t.csv: line 5 is a row with texts of the clause \"3\" that were changed since"))
        #expect(faults.lines[1].hasPrefix("t.csv: line 8 is a row for the clause \"99\", expected"))
        #expect(faults.lines[2].hasPrefix("t.csv: line 9 is a row for the clause \"2\" again, expected"))
        #expect(try store.clause("2", of: "psalter").title == "Tithes")

        let report = try importTable(table, partial: true)
        #expect(report.changedClauses == ["2"] && report.leftOut.count == 3)
        #expect(try store.clause("2", of: "psalter").title == "Tenths")
        #expect(try store.clause("3", of: "psalter", lang: "fr").title == "Argent")
    }

    @Test func `some columns are enough, and a language without texts gets its file`() throws {
        try importTable([["la title", "clause"], ["Argentum", "3"], ["", "1"]])
        #expect(try store.clause("3", of: "psalter", lang: "la").title == "Argentum")
        var fixture = SourceFixture()
        fixture.files["texts/fr.json"] = nil
        try library.put(fixture)
        try importTable([["clause", "fr title"], ["1", "Église"]])
        #expect(try store.clause("1", of: "psalter", lang: "fr").title == "Église")
    }

    @Test(arguments: [
        ([["number", "en title"], ["1", "x"]], "column 'clause'"), ([["clause", "de title"]], "\"de title\""),
        ([["clause", "en titel"]], "\"en titel\""), ([["clause", "en title", "en title"]], "twice"), ([], "empty"),
    ])
    func `an unknown, duplicate or missing column is a fault`(_ rows: [[String]], _ words: String) throws {
        let faults = try #require(throws: SourceFaults.self) { try importTable(rows) }
        #expect(faults.lines.allSatisfy { $0.hasPrefix("t.csv: ") })
        #expect(faults.lines.contains { $0.contains(words) }, "\(faults)")
    }
}
