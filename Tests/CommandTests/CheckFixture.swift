import Foundation
import TestSupport

/// A source folder without faults, whose scan has rows of letters: 1200 x 800 pixels, eight rows, one region of a row
/// or two for each of five clauses.
struct CheckFixture {
    static let width = 1200
    static let height = 800
    /// The tops of the rows of letters; each is 14 pixels high.
    static let rows = (0..<8).map { 60 + $0 * 80 }

    /// The files by name; tests replace those that should be faulty.
    var files: [String: String]
    /// Rows of letters outside the clauses: the position of the first pixel, and the length.
    var furtherRows: [(x: Int, y: Int, width: Int)] = []
    /// The clauses whose letters are missing.
    var missingRows: Set<Int> = []

    init() {
        func clause(_ id: String, _ number: String, _ top: Int, _ bottom: Int) -> String {
            """
              { "id": "\(id)", "number": \(number), "categories": ["peace"], "remark": "kept",
                "regions": [{ "page": 1, "polygon": [[80, \(top)], [1120, \(top)], [1120, \(bottom)], [80, \(bottom)]] }] }
            """
        }
        let clauses = [
            clause("preamble", "null", 27, 107), clause("1", #""1""#, 107, 267), clause("2", #""2""#, 267, 347),
            clause("3", #""3""#, 347, 507), clause("4", #""4""#, 507, 667),
        ]
        let texts = ["preamble", "1", "2", "3", "4"].map {
            #"  "\#($0)": { "title": "Clause \#($0)", "translation": "What it says." }"#
        }
        files = [
            "document.json": """
            { "id": "charter", "title": "Charter", "language": "la", "languages": ["en"], "status": "published",
              "pages": [{ "image": "scan.tif" }] }
            """,
            "categories.json": #"[{ "id": "peace", "label": "Peace" }]"#,
            "clauses.json": "[\n\(clauses.joined(separator: ",\n"))\n]\n",
            "texts/en.json": "{\n\(texts.joined(separator: ",\n"))\n}\n",
        ]
    }

    /// Creates a fixture with a substring of `clauses.json` replaced.
    init(_ old: String, _ new: String) {
        self.init()
        files["clauses.json"] = files["clauses.json"]?.replacing(old, with: new)
    }

    /// Writes the folder.
    func write(to scratch: Scratch, as name: String = "charter") throws {
        for (file, text) in files { try scratch.write(text, to: "\(name)/\(file)") }
        try Data(PlainTIFF.bytes(width: Self.width, height: Self.height, pixels: scan())).write(
            to: scratch.folder.appending(path: "\(name)/scan.tif"))
    }

    private func scan() -> [UInt8] {
        var sheet = [UInt8](repeating: 225, count: Self.width * Self.height * 3)
        func letters(x: Int, y: Int, width: Int) {
            // Words of six letters.
            for (count, left) in stride(from: x, to: x + width, by: 15).enumerated() where count % 7 != 6 {
                for row in y..<y + 14 {
                    for place in (row * Self.width + left) * 3..<(row * Self.width + left + 9) * 3 { sheet[place] = 50 }
                }
            }
        }
        for (number, y) in Self.rows.enumerated() where !missingRows.contains(number) {
            letters(x: 100, y: y, width: 1000)
        }
        for row in furtherRows { letters(x: row.x, y: row.y, width: row.width) }
        return sheet
    }
}
