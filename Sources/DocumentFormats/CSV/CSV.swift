import DocumentModel
import Foundation

/// Reads and writes tables in the form that spreadsheets use: RFC 4180, in UTF-8, with cells separated by commas,
/// semicolons or tabs.
enum CSV {
    /// The maximum size of a table, in bytes.
    static let byteLimit = 64 << 20
    /// The maximum number of cells in a row.
    private static let cellLimit = 1_000
    /// The maximum number of rows: a document's clauses, the header, and some spare.
    static let rowLimit = 1_100_000
    /// The maximum number of cells in a table.
    static let totalLimit = 8_000_000
    /// The maximum length of a column name, in bytes.
    private static let nameLimit = 1_000

    /// A row and the line of the file on which it begins, from 1.
    struct Row: Equatable {
        let line: Int
        let cells: [String]
    }

    /// Reads a table. Rows without content are skipped, as are trailing empty cells beyond the width of the first row.
    ///
    /// The separator is the most frequent candidate in the first row, because spreadsheets differ by country.
    ///
    /// - Throws: One fault, with its line.
    /// - Complexity: O(*n*) in the size of the file.
    static func read(_ bytes: Data, named file: String) throws(SourceFaults) -> [Row] {
        func fault(_ line: Int, _ value: String, _ expected: String) -> SourceFaults {
            SourceFaults(file: file, path: "line \(line)", value: value, expected: expected)
        }
        guard bytes.count <= byteLimit else {
            throw fault(1, "in a table of \(bytes.count) bytes", "at most \(byteLimit)")
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard let text = String(validating: bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes, as: UTF8.self) else {
            throw fault(1, "in a table that is not UTF-8", "a table that is saved as UTF-8")
        }
        var rest = text.utf8[...]
        let separator = separator(of: rest)
        var rows: [Row] = []
        var line = 1
        var total = 0
        while !rest.isEmpty {
            let start = line
            var cells: [String] = []
            repeat {
                guard cells.count < cellLimit else {
                    throw fault(line, "a row of more than \(cellLimit) cells", "at most \(cellLimit)")
                }
                guard let cell = takeCell(from: &rest, separator: separator, line: &line) else {
                    throw fault(
                        start, "a row with a quotation mark that is not closed, or not at the cell's end", "\"…\"")
                }
                cells.append(cell)
            } while take(separator, from: &rest)
            _ = take(UInt8(ascii: "\r"), from: &rest)
            _ = take(UInt8(ascii: "\n"), from: &rest)
            line += 1
            guard cells.contains(where: { !$0.isEmpty }) else { continue }
            // Spreadsheets pad all rows to the widest.
            let width = rows.first?.cells.count ?? 0
            while cells.count > width, cells.last == "" { cells.removeLast() }
            if rows.isEmpty, let name = cells.first(where: { $0.utf8.count > nameLimit }) {
                throw fault(
                    start, "a row with the column \(FaultText.quoted(name))", "a name of at most \(nameLimit) bytes")
            }
            total += cells.count
            guard rows.count < rowLimit, total <= totalLimit else {
                throw fault(
                    start, "more than a table may have", "at most \(rowLimit) rows and \(totalLimit) cells")
            }
            rows.append(Row(line: start, cells: cells))
        }
        return rows
    }

    /// Writes a table, with a byte order mark so that spreadsheets recognise UTF-8.
    static func write(_ rows: [[String]]) -> Data {
        var text = "\u{FEFF}"
        for row in rows {
            text += row.map(quoted).joined(separator: ",") + "\r\n"
        }
        return Data(text.utf8)
    }

    private static func quoted(_ cell: String) -> String {
        // Compare Unicode scalars, as the reader does: a quotation mark counts even if a combining mark follows it.
        let scalars = cell.unicodeScalars
        let special: Set<Unicode.Scalar> = [",", ";", "\t", "\"", "\n", "\r"]
        guard scalars.contains(where: special.contains) || scalars.first == " " || scalars.last == " " else {
            return cell
        }
        var quoted = "\""
        for scalar in scalars {
            quoted.unicodeScalars.append(scalar)
            if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
        }
        quoted.unicodeScalars.append("\"")
        return quoted
    }

    /// Returns the most frequent separator in the first row, ignoring quoted cells.
    private static func separator(of text: Substring.UTF8View) -> UInt8 {
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        var counts = [0, 0, 0]
        var isQuoted = false
        var isAtStart = true
        for byte in text {
            if byte == UInt8(ascii: "\""), isQuoted || isAtStart {
                isQuoted.toggle()
                // A doubled quotation mark continues the cell.
                isAtStart = !isQuoted
            } else if !isQuoted {
                if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
                let place = candidates.firstIndex(of: byte)
                if let place { counts[place] += 1 }
                isAtStart = place != nil
            }
        }
        return candidates[counts.indices.max { counts[$0] < counts[$1] } ?? 0]
    }

    private static func take(_ byte: UInt8, from rest: inout Substring.UTF8View) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a cell up to the next separator or the end of the row. Returns nil if its quotation marks are malformed.
    private static func takeCell(from rest: inout Substring.UTF8View, separator: UInt8, line: inout Int) -> String? {
        func isEnd(_ byte: UInt8?) -> Bool {
            byte == nil || byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        }
        let mark = UInt8(ascii: "\"")
        guard take(mark, from: &rest) else {
            let cell = rest.prefix { !isEnd($0) }
            rest = rest[cell.endIndex...]
            return String(Substring(cell))
        }
        var content: [UInt8] = []
        while true {
            let part = rest.prefix { $0 != mark }
            content += part
            line += part.count { $0 == UInt8(ascii: "\n") }
            rest = rest[part.endIndex...]
            guard take(mark, from: &rest) else { return nil }
            if take(mark, from: &rest) {
                content.append(mark)
            } else {
                return isEnd(rest.first) ? String(decoding: content, as: UTF8.self) : nil
            }
        }
    }
}
