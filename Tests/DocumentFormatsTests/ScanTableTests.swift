import Foundation
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct ScanTableTests {
    private func table(_ text: String) throws(SourceFaults) -> ScanTable {
        try ScanTable(Data(text.utf8), named: "table.csv")
    }

    @Test func `rows are matched to sources by path or by a unique file name`() throws {
        let rows = try table("id,file\na,x/recto.jpg\nb,verso.jpg\nc,./y//recto.jpg\n")
        let (descriptions, notes) = try rows.descriptions(of: [
            "y/recto.jpg", "x/recto.jpg", "z/verso.jpg", "other.jpg",
        ])
        #expect(descriptions.map(\.id) == ["c", "a", "b", nil])
        #expect(notes == ["other.jpg has no row in table.csv"])
        let fault = #expect(throws: SourceFaults.self) {
            try table("file\nrecto.jpg\n").descriptions(of: ["x/recto.jpg", "y/recto.jpg"])
        }
        #expect(
            fault?.lines == [
                "table.csv: line 2 is \"recto.jpg\", which is the name of 2 sources, expected the path of one"
            ])
        // A source given twice is the same source.
        #expect(
            try table("file,id\na.jpg,a\n").descriptions(of: ["a.jpg", "./a.jpg"]).descriptions.map(\.id) == ["a", "a"])
    }

    @Test(arguments: [
        ("", "a first row without \"file\""), ("name,id\na,b\n", "a first row without \"file\""),
        ("file,file\na,b\n", "twice"),
        ("file,id\na,b c\n", "\"b c\""), ("file,id\na,x\nb,x\n", "again, after line 2"),
        ("file\na\n./a\n", "again, after line 2"),
        ("file,rights\na,mine\n", "an http or https URI"), ("file,id\n,x\n", "a row without a file"),
        ("file,rights\na,javascript:alert(1)\n", "an http or https URI"),
    ])
    func `a fault in a table names its line`(_ text: String, _ expected: String) {
        let faults = #expect(throws: SourceFaults.self) { try table(text) }
        #expect(faults?.lines.count == 1 && faults?.lines.first?.contains(expected) == true, "\(faults?.lines ?? [])")
        #expect(faults?.lines.first?.hasPrefix("table.csv: line ") == true)
    }

    @Test func `unknown columns are reported, and empty cells are ignored`() throws {
        let (descriptions, notes) = try table("FILE , Title,colour\na.jpg,  ,red\n").descriptions(of: ["a.jpg"])
        #expect(descriptions == [ScanDescription()])
        #expect(notes.count == 1 && notes[0].contains("the column \"colour\" is left out"))
    }

    @Test(arguments: [
        ("besancon_par.03.jpg", "Besancon par.03"), ("a/MS  12_r.tif", "MS 12 r"), ("_.jpg", "_"), ("Map.tif", "Map"),
        ("magna-carta-1215.tif", "Magna carta 1215"), ("1215-06-15.tif", "1215-06-15"), ("MS_A-B.tif", "MS A-B"),
        ("élan-vital.png", "Élan vital"), ("-", "-"), ("e\u{301}tude-1.jpg", "E\u{301}tude 1"),
    ])
    func `a title is derived from a file name`(_ name: String, _ title: String) {
        #expect(ScanDescription.title(fromFileName: name) == title)
    }
}
