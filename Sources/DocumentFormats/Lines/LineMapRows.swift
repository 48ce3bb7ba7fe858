import DocumentModel
import Foundation
import ImageGeometry

/// The rows of a table of clauses, resolved to positions on lines.
struct LineMapRows {
    /// A position on a line: the line's index in reading order, and the coordinate on its axis.
    struct Place {
        let line: Int
        let place: Int
    }

    /// A row, which assigns a stretch of text to a clause.
    struct Row {
        /// The line of the table.
        let line: Int
        let clause: String
        let first: Place
        let last: Place
        let number: String?
        let title: String?
        let categories: [String]
    }

    private(set) var rows: [Row] = []
    private(set) var faults: [SourceFault] = []
    /// Whether a row names a word whose position is estimated.
    private(set) var usesEstimates = false

    private let file: String
    private let lines: [PlacedLine]
    private let axes: [LineAxis?]
    private let axisName: String
    private let numbersByID: [String: Int]

    /// - Throws: Faults of the table as a whole: its form or its header.
    init(_ table: LineTable, lines: [PlacedLine], axes: [LineAxis?], isDown: Bool) throws(SourceFaults) {
        (self.file, self.lines, self.axes) = (table.file, lines, axes)
        axisName = isDown ? "y" : "x"
        numbersByID = Dictionary(lines.enumerated().compactMap { index, line in line.id.map { ($0, index) } }) {
            first, _ in first
        }
        let cells = try CSV.read(table.bytes, named: table.file)
        guard let header = cells.first else {
            throw SourceFaults(
                file: table.file, value: "an empty table", expected: "a first row of \(Self.expected)")
        }
        let names = try Self.columns(header, file: table.file)
        for row in cells.dropFirst() {
            guard row.cells.count <= names.count else {
                fault(row, nil, "a row of \(row.cells.count) cells", "\(names.count), as the first row has")
                continue
            }
            let trimmed = row.cells.map { String($0.trimmed) }
            if let read = read(row, Dictionary(zip(names, trimmed)) { first, _ in first }) { rows.append(read) }
        }
    }

    // MARK: Header

    private static let required = ["clause", "first line", "last line"]
    private static let optional = [
        "first word", "first x", "first word or x", "last word", "last x", "last word or x", "number", "title",
        "categories",
    ]
    private static let expected =
        "names: clause, first line, first word or x, last line, last word or x; also number, title, categories"

    private static func columns(_ header: CSV.Row, file: String) throws(SourceFaults) -> [String] {
        let names = header.cells.map { cell in
            cell.lowercased().parts { $0.properties.isWhitespace || $0 == "_" || $0 == "-" }.joined(separator: " ")
        }
        var faults: [SourceFault] = []
        func add(_ value: String, _ expected: String) {
            faults.append(SourceFault(file: file, path: "line \(header.line)", value: value, expected: expected))
        }
        let missing = required.filter { !names.contains($0) }.map { "'\($0)'" }.joined(separator: " and ")
        if !missing.isEmpty { add("a first row without \(missing)", Self.expected) }
        for (place, name) in names.enumerated() {
            if !(required + optional).contains(name), missing.isEmpty {
                add("a row with the column \(FaultText.quoted(header.cells[place]))", Self.expected)
            } else if names[..<place].contains(name) {
                add("a row with the column \(FaultText.quoted(name)) twice", "each once")
            }
        }
        guard faults.isEmpty else { throw SourceFaults(faults) }
        return names
    }

    // MARK: Rows

    private mutating func read(_ row: CSV.Row, _ cells: [String: String]) -> Row? {
        let clause = cells["clause"] ?? ""
        let isNamed = Identifier.isValid(clause)
        if !isNamed { fault(row, "clause", FaultText.quoted(clause), Identifier.rule) }
        let categories = (cells["categories"] ?? "").parts { ";|,".unicodeScalars.contains($0) }.map {
            String($0.trimmed)
        }
        .filter { !$0.isEmpty }
        for category in categories where !Identifier.isValid(category) || category == "all" {
            fault(row, "categories", FaultText.quoted(category), "\(Identifier.rule), and not 'all'")
            return nil
        }
        let firstLine = line(row, cells, "first line")
        let lastLine = line(row, cells, "last line")
        guard let firstLine, let lastLine,
            let first = place(row, cells, "first", on: firstLine), let last = place(row, cells, "last", on: lastLine),
            isNamed, goesForwards(row, first, last)
        else { return nil }
        func text(_ name: String) -> String? { cells[name].flatMap { $0.isEmpty ? nil : $0 } }
        let isNumber = clause.utf8.allSatisfy(\.isASCIIDigit)
        return Row(
            line: row.line, clause: clause, first: first, last: last,
            number: text("number") ?? (isNumber ? clause : nil), title: text("title"), categories: categories)
    }

    /// Returns the index of the line that a cell names by its id in the file or by its number in reading order.
    private mutating func line(_ row: CSV.Row, _ cells: [String: String], _ name: String) -> Int? {
        let cell = cells[name] ?? ""
        guard let line = numbersByID[cell] ?? Int(cell).map({ $0 &- 1 }), lines.indices.contains(line) else {
            fault(
                row, name, FaultText.quoted(cell),
                lines.isEmpty
                    ? "a line, but the file has none" : "a number from 1 to \(lines.count), or a line's id")
            return nil
        }
        guard axes[line] != nil else {
            fault(row, name, FaultText.quoted(cell), "a line that has an outline")
            return nil
        }
        return line
    }

    private mutating func place(_ row: CSV.Row, _ cells: [String: String], _ side: String, on line: Int) -> Place? {
        guard let axis = axes[line] else { return nil }
        let stated = ["word", "x", "word or x"].compactMap { column -> (column: String, text: String)? in
            guard let text = cells["\(side) \(column)"], !text.isEmpty else { return nil }
            return (column, text)
        }
        guard let (column, text) = stated.first else {
            return Place(line: line, place: side == "first" ? axis.start : axis.end)
        }
        let name = "\(side) \(column)"
        guard stated.count == 1 else {
            fault(row, name, "stated twice", "a word or a place, not both")
            return nil
        }
        let lowercased = text.lowercased()
        if column == "x" || lowercased.begins(with: "x=") || lowercased.begins(with: "y=") {
            return pixel(row, name, text, on: line, axis)
        }
        return word(row, name, text, isFirst: side == "first", on: line, axis)
    }

    private mutating func pixel(
        _ row: CSV.Row, _ name: String, _ text: String, on line: Int, _ axis: LineAxis
    ) -> Place? {
        var digits = text[...]
        if digits.lowercased().begins(with: "\(axisName)=") { digits = Substring(digits.unicodeScalars.dropFirst(2)) }
        let number = LineNumbers.number(digits.trimmed)
        guard let number, axis.range.contains(BandColumns.column(number)) else {
            fault(
                row, name, FaultText.quoted(text),
                "a place on line \(line + 1), which reaches from \(axisName)=\(axis.range.lowerBound) to "
                    + "\(axisName)=\(axis.range.upperBound)")
            return nil
        }
        return Place(line: line, place: BandColumns.column(number))
    }

    /// Resolves a word, given by its number in the line or by its text.
    private mutating func word(
        _ row: CSV.Row, _ name: String, _ text: String, isFirst: Bool, on line: Int, _ axis: LineAxis
    ) -> Place? {
        let count = axis.words.count
        let index: Int
        if let number = Int(text) {
            guard (1...max(count, 1)).contains(number), count > 0 else {
                fault(
                    row, name, FaultText.quoted(text),
                    (count == 0
                        ? "no word, as line \(line + 1) has none" : "a word from 1 to \(count) of line \(line + 1)")
                        + ", or \(axisName)=PIXELS")
                return nil
            }
            index = number - 1
        } else {
            let places = axis.words.indices.filter { axis.words[$0].word.text == text }
            guard places.count == 1 else {
                let words = FaultText.plain(lines[line].text)
                fault(
                    row, name,
                    FaultText.quoted(text) + (places.isEmpty ? "" : ", which occurs \(places.count) times"),
                    "a word of line \(line + 1) (\(words)) or its number, from 1 to \(count), or \(axisName)=PIXELS")
                return nil
            }
            index = places[0]
        }
        if axis.isEstimated, isFirst ? index > 0 : index + 1 < count { usesEstimates = true }
        return Place(line: line, place: axis.cut(before: isFirst ? index : index + 1))
    }

    private mutating func goesForwards(_ row: CSV.Row, _ first: Place, _ last: Place) -> Bool {
        let isReversed = axes[first.line]?.isReversed ?? false
        let isForwards = isReversed ? last.place < first.place : last.place > first.place
        guard last.line < first.line || (last.line == first.line && !isForwards) else { return true }
        func name(_ place: Place) -> String { "line \(place.line + 1), \(axisName)=\(place.place)" }
        fault(row, nil, "a stretch from \(name(first)) to \(name(last))", "one that runs forwards")
        return false
    }

    private mutating func fault(_ row: CSV.Row, _ column: String?, _ value: String, _ expected: String) {
        let path = "line \(row.line)" + (column.map { ", \($0)" } ?? "")
        faults.append(SourceFault(file: file, path: path, value: value, expected: expected))
    }
}
