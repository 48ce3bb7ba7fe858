import DocumentModel
import Foundation
import ImageGeometry

/// The clauses, categories and texts made from text lines, in the form of source folder files.
struct LineClauses {
    private(set) var clauses: [SourceWriter.ClauseEntry] = []
    private(set) var categories: [SourceWriter.CategoryEntry] = []
    private(set) var texts: [String: SourceWriter.TextEntry] = [:]
    /// The positioned words, by clause id.
    private(set) var words: [String: [ClauseWord]] = [:]
    private(set) var notes: [String] = []
    private var categoryIDs: Set<String> = []
    /// The ids assigned by a table or by a file that this program wrote. The same id on another page denotes the same
    /// clause.
    private var marked: Set<String> = []
    /// The index of each clause in ``clauses``, for clauses on several pages.
    private var places: [String: Int] = [:]

    /// Makes a clause from each line that has an outline. Regions that this program wrote are restored to their
    /// clauses.
    ///
    /// - Parameter categories: The categories declared by the file. They are used only if this program wrote the file.
    static func each(
        _ lines: [PlacedLine], categories: [(id: String, label: String)], page: Int
    ) -> LineClauses {
        var made = LineClauses()
        if lines.contains(where: { $0.mark != nil }) {
            let labels = Dictionary(categories.map { ($0.id, $0.label) }) { first, _ in first }
            let ids = LayoutMark.categories(categories.map(\.id) + lines.flatMap { $0.mark?.categories ?? [] })
            made.categories = ids.map { SourceWriter.CategoryEntry(id: $0, label: labels[$0] ?? $0) }
        }
        var places: [String: Int] = [:]
        for line in lines {
            guard let polygon = line.polygon else { continue }
            let region = Region(page: page, polygon: polygon)
            let id = line.mark?.clause ?? "line-\(line.number)"
            if line.mark != nil, let place = places[id] {
                made.clauses[place].regions.append(region)
                continue
            }
            // If the id of an unmarked line is already that of a clause, a number is appended to it.
            let own = places[id] == nil ? id : "\(id)-\(made.clauses.count + 1)"
            places[own] = made.clauses.count
            if line.mark != nil { made.marked.insert(own) }
            let number = line.mark == nil ? String(line.number) : line.mark?.number
            made.clauses.append(
                SourceWriter.ClauseEntry(
                    id: own, number: number, kind: line.mark?.isDetail == true ? .detail : .clause,
                    categories: line.mark?.categories ?? [], regions: [region],
                    lines: line.mark == nil ? [line.id].compactMap(\.self) : [],
                    textLine: line.mark?.isTextLine != false ? true : nil))
            guard !line.text.isEmpty else { continue }
            made.words[own] = Self.placed(line.words, on: page)
            made.texts[own] = SourceWriter.TextEntry(title: Self.heading(of: line.text), transcription: line.text)
        }
        return made
    }

    /// Makes the clauses of a table from stretches of lines.
    ///
    /// - Throws: All faults of the table.
    static func joined(_ lines: [PlacedLine], by table: LineTable) throws(LineFault) -> LineClauses {
        let isDown = isDown(lines)
        let map: LineMap
        let bands: LineBands
        do throws(SourceFaults) {
            map = try LineMap(table, lines: lines, isDown: isDown)
        } catch {
            throw .source(error)
        }
        do throws(BandFault) {
            bands = try LineBands(
                lines.map { line in
                    BandLine(
                        outline: (line.polygon?.outer ?? []).map { turned($0, isDown) },
                        baseline: line.baseline.map { turned($0, isDown) })
                }, cuts: map.stretches.flatMap { [$0.start, $0.end] })
        } catch {
            throw .place("", value: error.value, expected: error.expected)
        }
        let polygons = bands.polygons(of: map.stretches, ownerCount: map.clauses.count)
        var made = LineClauses()
        made.notes = map.notes
        var faults: [SourceFault] = []
        for (clause, polygons) in zip(map.clauses, polygons) {
            let turned = isDown ? polygons.compactMap { try? Self.turned($0) } : polygons
            guard !turned.isEmpty else {
                faults.append(
                    SourceFault(
                        file: table.file, path: "line \(clause.row)",
                        value: "for the clause \(FaultText.quoted(clause.id)), of which other lines leave no area",
                        expected: "a longer stretch"))
                continue
            }
            made.add(clause, turned)
        }
        guard faults.isEmpty else { throw .source(SourceFaults(faults)) }
        return made
    }

    private mutating func add(_ clause: LineMap.Clause, _ polygons: [Polygon]) {
        marked.insert(clause.id)
        clauses.append(
            SourceWriter.ClauseEntry(
                id: clause.id, number: clause.number, categories: clause.categories,
                regions: polygons.map { Region(page: 1, polygon: $0) }, lines: clause.lines))
        for id in clause.categories where categoryIDs.insert(id).inserted {
            categories.append(SourceWriter.CategoryEntry(id: id, label: id))
        }
        self.words[clause.id] = Self.placed(clause.words, on: 1)
        let words = clause.transcription
        let title = clause.title ?? Self.heading(of: words)
        guard title != nil || !words.isEmpty else { return }
        texts[clause.id] = SourceWriter.TextEntry(title: title, transcription: words.isEmpty ? nil : words)
    }

    /// Returns words with their positions rounded down to hundredths of a pixel, or nil if no word has one.
    private static func placed(_ words: [LineWord], on page: Int) -> [ClauseWord]? {
        func rounded(_ value: Double) -> Double { (value * 100).rounded(.down) / 100 }
        let placed = words.prefix(LinkLimits.words).compactMap { word -> ClauseWord? in
            guard let extent = word.extent, let rows = word.rows, !word.text.unicodeScalars.contains(" "),
                word.text.unicodeScalars.count <= LinkLimits.wordLength
            else { return nil }
            let (x, y) = (rounded(extent.lowerBound), rounded(rows.lowerBound))
            let box = Rectangle(
                x: x, y: y, width: rounded(extent.upperBound - x), height: rounded(rows.upperBound - y))
            return box.width > 0 && box.height > 0 ? ClauseWord(text: word.text, page: page, box: box) : nil
        }
        return placed.isEmpty ? nil : placed
    }

    /// Returns the title made from a transcription: its first words, or nil if there are none.
    static func heading(of transcription: String) -> String? {
        let opening = transcription.opening()
        return opening.isEmpty ? nil : opening
    }

    /// Adds the clauses of another page. A marked clause that is on both pages is merged. Other ids, such as those of
    /// lines, get the page number as a prefix.
    mutating func append(_ other: LineClauses, ofPage page: Int) {
        for category in other.categories where !categories.contains(where: { $0.id == category.id }) {
            categories.append(category)
        }
        for var clause in other.clauses {
            let id = clause.id
            if other.marked.contains(id), marked.contains(id), let place = places[id] {
                clauses[place].regions += clause.regions
                if texts[id] == nil { (texts[id], words[id]) = (other.texts[id], other.words[id]) }
                continue
            }
            if !other.marked.contains(id) {
                clause.id = "p\(page)-\(id)"
                clause.number = clause.number.map { "\(page).\($0)" }
            }
            while places[clause.id] != nil { clause.id += "-\(page)" }
            if other.marked.contains(id) { marked.insert(clause.id) }
            places[clause.id] = clauses.count
            (texts[clause.id], words[clause.id]) = (other.texts[id], other.words[id])
            clauses.append(clause)
        }
    }

    /// The content of `words.json`, or nil if no word has a position.
    var wordsFile: SourceFile? {
        let members = clauses.compactMap { clause in
            words[clause.id].map { JSONValue.Member(key: clause.id, value: .array($0.map(\.json))) }
        }
        if members.isEmpty { return nil }
        return SourceFile(name: "words.json", json: .object(members))
    }

    // MARK: Pages with vertical lines

    /// Whether the lines are vertical on the whole, judged by their baselines or else by the boxes of their outlines.
    private static func isDown(_ lines: [PlacedLine]) -> Bool {
        var (across, down) = (0.0, 0.0)
        for line in lines {
            if let start = line.baseline.first, let end = line.baseline.last, line.baseline.count > 1 {
                across += abs(end.x - start.x)
                down += abs(end.y - start.y)
            } else if let bounds = line.polygon?.bounds {
                across += bounds.width
                down += bounds.height
            }
        }
        return down > across
    }

    private static func turned(_ point: Point, _ isDown: Bool) -> Point {
        isDown ? Point(x: point.y, y: point.x) : point
    }

    private static func turned(_ polygon: Polygon) throws(PolygonFault) -> Polygon {
        try Polygon(
            outer: polygon.outer.map { turned($0, true) }, holes: polygon.holes.map { $0.map { turned($0, true) } })
    }
}
