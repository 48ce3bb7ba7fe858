/// Writes the words of an index: the grid's cells, lists of regions, and cells of cells where lists would be long.
struct CellWriter {
    /// A polygon in a cell: the number of its record, and whether it covers the cell.
    struct Claim {
        let bits: UInt32
        init(_ number: Int, isCovering: Bool) { bits = UInt32(truncatingIfNeeded: number) << 1 | (isCovering ? 1 : 0) }
        @inline(__always) var number: Int { Int(bits >> 1) }
        @inline(__always) var isCovering: Bool { bits & 1 != 0 }
    }

    let records: IndexedRecords
    private(set) var words: [UInt32]
    private let budget: Int
    /// Words that are not written yet, but must have their place.
    private var reserved = 0
    private var ends: [[UInt32]: Int] = [:]
    private var classifier: CellClassifier

    /// The cost of a cell from which it is worth a look whether parts would be cheaper: more than two polygons of 20
    /// vertices. Costs are in nanoseconds, about.
    private static let costLimit = 20
    /// What it costs to go from a cell to its part.
    private static let stepCost = 4
    /// Parts are not smaller than this many units, as a power of two.
    private static let leastShift = 6

    init(_ records: IndexedRecords, grid: CellGrid, budget: Int) {
        self.records = records
        self.budget = budget
        classifier = CellClassifier(grid)
        words = [UInt32](repeating: 0, count: grid.columns * grid.rows)
        words.reserveCapacity(budget)
    }

    /// Writes the cells of the grid, unless that takes more words than there are to be.
    ///
    /// - Parameters:
    ///   - claims: The claims of all cells, cell by cell; each cell's are sorted here.
    ///   - starts: Where each cell's claims begin, and where the last ones end.
    /// - Returns: Whether all cells are written, which a single cell always is.
    mutating func write(_ claims: UnsafeMutableBufferPointer<Claim>, starts: [Int], columns: Int) -> Bool {
        var listWordCount = 0
        for cell in words.indices where starts[cell + 1] - starts[cell] > 1 {
            let own = UnsafeMutableBufferPointer(rebasing: claims[starts[cell]..<starts[cell + 1]])
            records.sort(own)
            listWordCount += Self.wordCount(UnsafeBufferPointer(own))
        }
        guard words.count == 1 || words.count + listWordCount <= budget else { return false }
        reserved = listWordCount
        var costly: [(cell: Int, cost: Int)] = []
        for cell in words.indices where starts[cell] < starts[cell + 1] {
            let own = UnsafeBufferPointer(rebasing: claims[starts[cell]..<starts[cell + 1]])
            let cost = cost(own)
            if cost > Self.costLimit {
                costly.append((cell, cost))
            } else {
                reserved -= Self.wordCount(own)
                words[cell] = list(own).bits
            }
        }
        // The costliest first, as there may not be room for all.
        costly.sort { ($0.cost, $1.cell) > ($1.cost, $0.cell) }
        for (cell, _) in costly {
            let own = UnsafeBufferPointer(rebasing: claims[starts[cell]..<starts[cell + 1]])
            reserved -= Self.wordCount(own)
            let place = CellClassifier.Window(
                left: cell % columns, top: cell / columns, right: cell % columns, bottom: cell / columns)
            words[cell] = word(own, place, shift: CellGrid.fractionBits).bits
        }
        return true
    }

    /// The words that a list of its own takes, its end left out if it may be shared.
    static func wordCount(_ claims: UnsafeBufferPointer<Claim>) -> Int {
        guard claims.count > 1 else { return 0 }
        let coveringCount = coveringCount(claims)
        if coveringCount < 2 { return claims.count + 1 }
        return coveringCount == claims.count ? 0 : claims.count - coveringCount + 2
    }

    /// How many polygons at the end of a list cover the cell.
    private static func coveringCount(_ claims: UnsafeBufferPointer<Claim>) -> Int {
        var count = 0
        while count < claims.count, claims[claims.count - 1 - count].isCovering { count += 1 }
        return count
    }

    private func cost(_ claims: UnsafeBufferPointer<Claim>) -> Int {
        var cost = 0
        for claim in claims { cost += claim.isCovering ? 1 : records.cost(claim.number) }
        return cost
    }

    // MARK: Lists

    /// The word of a cell without parts; writes its list, if it needs one.
    private mutating func list(_ claims: UnsafeBufferPointer<Claim>) -> CellWord {
        guard claims.count > 1 else { return claims.first.map { word($0) } ?? .none }
        let coveringCount = Self.coveringCount(claims)
        guard coveringCount > 1 else { return CellWord.list(at: append(claims, end: nil)) }
        let ownCount = claims.count - coveringCount
        let end = end(claims[ownCount...].map { word($0).bits })
        if ownCount == 0 { return CellWord.list(at: end) }
        return CellWord.list(at: append(UnsafeBufferPointer(rebasing: claims[..<ownCount]), end: end))
    }

    private mutating func append(_ claims: UnsafeBufferPointer<Claim>, end: Int?) -> Int {
        let place = words.count
        words.append(UInt32(truncatingIfNeeded: claims.count) << 1 | (end == nil ? 0 : 1))
        for claim in claims { words.append(word(claim).bits) }
        if let end { words.append(UInt32(truncatingIfNeeded: end)) }
        return place
    }

    /// The place of a list that others end with; it is written the first time.
    private mutating func end(_ entries: [UInt32]) -> Int {
        if let place = ends[entries] { return place }
        let place = words.count
        words.append(UInt32(truncatingIfNeeded: entries.count) << 1)
        words += entries
        ends[entries] = place
        return place
    }

    private func word(_ claim: Claim) -> CellWord {
        CellWord.region(unit: records.unit(claim.number), isCovering: claim.isCovering)
    }

    // MARK: Parts

    /// The word of a cell that may be cut into parts, if that is worth it and there is room.
    private mutating func word(
        _ claims: UnsafeBufferPointer<Claim>, _ cell: CellClassifier.Window, shift: Int
    ) -> CellWord {
        let cost = cost(claims)
        guard cost > Self.costLimit, let parts = parts(claims, cell, shift: shift, cost: cost) else {
            return list(claims)
        }
        while words.count % CellWord.partsUnit != 0 { words.append(0) }
        let place = words.count
        let side = 1 << parts.bits
        words += [UInt32](repeating: 0, count: side * side)
        reserved += parts.listWordCount
        for part in 0..<side * side {
            let own = parts.claims[part]
            reserved -= own.withUnsafeBufferPointer { Self.wordCount($0) }
            let (column, row) = (cell.left << parts.bits + part % side, cell.top << parts.bits + part / side)
            let window = CellClassifier.Window(left: column, top: row, right: column, bottom: row)
            words[place + part] = own.withUnsafeBufferPointer {
                word($0, window, shift: shift - parts.bits).bits
            }
        }
        return CellWord.parts(at: place, bits: parts.bits)
    }

    private struct Parts {
        let bits: Int
        let claims: [[Claim]]
        let listWordCount: Int
    }

    /// The parts of a cell, unless they are not much cheaper than it, or there is no room for them.
    private mutating func parts(
        _ claims: UnsafeBufferPointer<Claim>, _ cell: CellClassifier.Window, shift: Int, cost: Int
    ) -> Parts? {
        let crossingCount = claims.count { !$0.isCovering }
        let bits = crossingCount < 3 ? 1 : crossingCount < 24 ? 2 : 3
        guard shift - bits >= Self.leastShift, words.count + reserved + 1 << (2 * bits) < budget else { return nil }
        let side = 1 << bits
        let window = CellClassifier.Window(
            left: cell.left << bits, top: cell.top << bits, right: cell.left << bits + side - 1,
            bottom: cell.top << bits + side - 1)
        var parts = [[Claim]](repeating: [], count: side * side)
        var costOfParts = 0
        for claim in claims {
            if claim.isCovering {
                for part in parts.indices { parts[part].append(claim) }
                costOfParts += parts.count
                continue
            }
            let record = records.record(claim.number)
            let reach = classifier.window(of: records.box(claim.number), shift: shift - bits)
            let seen = reach.intersection(window)
            guard let record, !seen.isEmpty else { continue }
            classifier.classify(record, reach: reach, window: seen, shift: shift - bits)
            var place = 0
            for row in seen.top...seen.bottom {
                for column in seen.left...seen.right {
                    let state = classifier.states[place]
                    place += 1
                    guard state != CellClassifier.State.outside else { continue }
                    let isCovering = state == CellClassifier.State.covered
                    parts[(row - window.top) << bits + column - window.left].append(
                        Claim(claim.number, isCovering: isCovering))
                    costOfParts += isCovering ? 1 : records.cost(claim.number)
                }
            }
        }
        let listWordCount = parts.reduce(0) { $0 + $1.withUnsafeBufferPointer { Self.wordCount($0) } }
        let wordCount = words.count + reserved + parts.count + CellWord.partsUnit + listWordCount
        guard costOfParts / parts.count + Self.stepCost < cost * 3 / 4, wordCount <= budget,
            wordCount < CellWord.partsPlaceLimit
        else { return nil }
        return Parts(bits: bits, claims: parts, listWordCount: listWordCount)
    }
}
