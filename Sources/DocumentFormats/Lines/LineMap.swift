import DocumentModel
import FileSupport
import ImageGeometry

/// The assignment of a page's lines to clauses, read from a table.
struct LineMap {
    /// A clause in the table.
    struct Clause {
        let id: String
        /// The line of the table on which the clause first occurs.
        let row: Int
        var number: String?
        var title: String?
        var categories: [String] = []
        /// The ids of its lines in the file, in order.
        var lines: [String] = []
        var transcription = ""
        /// Its words, in reading order.
        var words: [LineWord] = []
    }

    /// A part of a line that a row has claimed.
    private struct Taken {
        let low: Int
        let high: Int
        let clause: Int
        let row: Int
    }

    private(set) var clauses: [Clause] = []
    private(set) var stretches: [LineBands.Stretch] = []
    private(set) var notes: [String] = []

    /// A category or line that a clause already has. Searching lists instead would take quadratic time.
    private struct Member: Hashable {
        let clause: Int
        let isLine: Bool
        let id: String
    }

    private var places: [String: Int] = [:]
    private var members: Set<Member> = []
    private var taken: [[Taken]]
    private var faults: [SourceFault] = []
    private let table: LineTable
    private let lines: [PlacedLine]
    private let axes: [LineAxis?]

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - lines: The page's lines, in reading order.
    ///   - isDown: Whether the lines are vertical.
    /// - Throws: All faults, each with its line in the table, the value and what was expected.
    /// - Complexity: At most O(*r* · *l*) in the numbers of rows and lines.
    init(_ table: LineTable, lines: [PlacedLine], isDown: Bool) throws(SourceFaults) {
        (self.table, self.lines) = (table, lines)
        axes = lines.map { LineAxis($0, isDown: isDown) }
        taken = [[Taken]](repeating: [], count: lines.count)
        let rows = try LineMapRows(table, lines: lines, axes: axes, isDown: isDown)
        faults = rows.faults
        for row in rows.rows { take(row) }
        guard faults.isEmpty else { throw SourceFaults(faults) }
        if rows.usesEstimates {
            note("the words have no places in the file; their positions are estimated from the number of letters")
        }
        noteRest()
    }

    private mutating func take(_ row: LineMapRows.Row) {
        let place: Int
        if let known = places[row.clause] {
            place = known
        } else {
            place = clauses.count
            places[row.clause] = place
            clauses.append(Clause(id: row.clause, row: row.line))
        }
        clauses[place].number = clauses[place].number ?? row.number
        clauses[place].title = clauses[place].title ?? row.title
        for category in row.categories
        where members.insert(Member(clause: place, isLine: false, id: category)).inserted {
            clauses[place].categories.append(category)
        }
        var words: [[LineWord]] = []
        for line in row.first.line...row.last.line {
            guard let axis = axes[line] else { continue }
            let start = line == row.first.line ? row.first.place : axis.start
            let end = line == row.last.line ? row.last.place : axis.end
            let (low, high) = (min(start, end), max(start, end))
            guard low < high else { continue }
            guard take(line, low, high, for: place, row) else { return }
            if let id = lines[line].id, members.insert(Member(clause: place, isLine: true, id: id)).inserted {
                clauses[place].lines.append(id)
            }
            words.append(axis.words(from: low, to: high))
        }
        clauses[place].words += words.flatMap(\.self)
        let text = Self.text(words)
        clauses[place].transcription += (clauses[place].transcription.isEmpty || text.isEmpty ? "" : "\n") + text
    }

    /// Claims a part of a line. Reports a fault and returns false if another row has claimed some of it.
    private mutating func take(_ line: Int, _ low: Int, _ high: Int, for clause: Int, _ row: LineMapRows.Row) -> Bool {
        // The parts of a line are disjoint and sorted.
        let index = taken[line].partitioningIndex { $0.high > low }
        if index < taken[line].count, case let other = taken[line][index], other.low < high {
            let name = FaultText.quoted(clauses[other.clause].id)
            faults.append(
                SourceFault(
                    file: table.file, path: "line \(row.line)",
                    value: "for a stretch that overlaps the clause \(name) on line \(line + 1)",
                    expected: "only what line \(other.row) of the table leaves free"))
            return false
        }
        taken[line].insert(Taken(low: low, high: high, clause: clause, row: row.line), at: index)
        stretches.append(LineBands.Stretch(line: line, start: low, end: high, owner: clause))
        return true
    }

    /// Returns the text of lines, separated by line breaks. A word that is divided at the end of a line is written
    /// whole at the end of its first line, if the file states the whole word.
    private static func text(_ lines: [[LineWord]]) -> String {
        var texts: [String] = []
        var isWhole = false
        for (index, line) in lines.enumerated() {
            var words = line
            if isWhole { words.removeFirst() }
            isWhole = false
            let next = index + 1 < lines.count ? lines[index + 1].first : nil
            if let last = words.lastIndex(where: { $0.whole != nil && !$0.isSecondPart }), last >= words.count - 2,
                let next, next.isSecondPart, let whole = words[last].whole
            {
                // A separate hyphen may follow the first part.
                words.removeSubrange((last + 1)...)
                words[last] = LineWord(text: whole, hasSpaceBefore: words[last].hasSpaceBefore)
                isWhole = true
            }
            var text = ""
            for word in words { text += (text.isEmpty || !word.hasSpaceBefore ? "" : " ") + word.text }
            if !text.isEmpty { texts.append(text) }
        }
        return texts.joined(separator: "\n")
    }

    // MARK: Uncovered lines

    /// Notes the lines that clauses do not cover, or cover only in part.
    private mutating func noteRest() {
        var whole: [Int] = []
        var parts: [Int] = []
        for (line, axis) in axes.enumerated() {
            guard let axis else { continue }
            let covered = taken[line].reduce(0) { $0 + $1.high - $1.low }
            if covered == 0 {
                whole.append(line + 1)
            } else if covered < axis.range.upperBound - axis.range.lowerBound {
                parts.append(line + 1)
            }
        }
        if !whole.isEmpty { note("no clause covers \(Self.list(whole))") }
        if !parts.isEmpty { note("clauses cover only a part of \(Self.list(parts))") }
    }

    /// Returns line numbers as text: `the lines 1 to 3 and 7`.
    private static func list(_ numbers: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        let words = runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
        let shown = words.count > 20 ? words.prefix(20) + ["\(words.count - 20) more stretches"] : words[...]
        let list = shown.count > 1 ? shown.dropLast().joined(separator: ", ") + " and " + (shown.last ?? "") : words[0]
        return (numbers.count == 1 ? "line " : "the lines ") + list
    }

    private mutating func note(_ text: String) { notes.append("\(table.file): \(text)") }
}
