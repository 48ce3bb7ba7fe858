/// Writes the words of an index: the cells of the grid, lists of regions, and subdivided cells where lists would be
/// long.
struct CellWriter {
    /// A cell, of the grid or of a subdivision, that may be subdivided further.
    private struct Candidate {
        /// The position of its word.
        let place: Int
        let column: Int
        let row: Int
        /// Its side in units, as a power of two.
        let shift: Int
        let cost: Int
        let claims: [Claim]

        /// The total cost of all points in it.
        var weight: Int { cost << (2 * shift) }
    }

    private let records: IndexedRecords
    private let grid: CellGrid
    private let cells: UnsafeMutablePointer<UInt32>
    private let cellCount: Int
    private let budget: Int
    /// The words after the grid's cells.
    private(set) var rest: [UInt32] = []
    /// The number of words needed for lists that are not yet written.
    private var reserved = 0
    private var candidates = Heap<Candidate> { $0.weight > $1.weight }
    private var ends: [[UInt32]: Int] = [:]
    private var classifier: CellClassifier

    /// The cost above which subdividing a cell is considered: the cost of more than two polygons of 20 vertices, in
    /// approximate nanoseconds.
    private static let costLimit = 20
    /// The cost of going from a cell to its subdivision.
    private static let stepCost = 3
    /// The minimum side of a subdivided cell in units, as a power of two.
    private static let leastShift = 6

    /// - Parameters:
    ///   - cells: The words of the grid's cells.
    ///   - budget: The maximum number of words.
    init(_ records: IndexedRecords, grid: CellGrid, cells: UnsafeMutablePointer<UInt32>, budget: Int) {
        self.records = records
        self.grid = grid
        self.cells = cells
        self.budget = budget
        cellCount = grid.columns * grid.rows
        classifier = CellClassifier(grid)
    }

    /// Writes the cells of the grid, unless that takes more words than the budget.
    ///
    /// - Parameter claims: The claims of all cells, cell by cell. Each cell's word contains the index of its first
    ///   claim. The claims of each cell are sorted here.
    /// - Returns: Whether all cells were written. Always true for a single cell.
    mutating func write(_ claims: UnsafeMutableBufferPointer<Claim>) -> Bool {
        guard cellCount == 1 || fits(claims) else { return false }
        let columns = grid.columns
        var first = 0
        for cell in 0..<cellCount {
            let end = end(ofClaimsAt: cell, claims.count)
            let own = UnsafeMutableBufferPointer(rebasing: claims[first..<end])
            first = end
            if own.count == 1, records.cost(own[0].number) <= Self.costLimit {
                cells[cell] = word(own[0]).bits
                continue
            }
            if own.count > 1 { records.sort(own) }
            finish(UnsafeBufferPointer(own), at: cell, shift: CellGrid.fractionBits) {
                (cell % columns, cell / columns)
            }
        }
        // The most effective subdivisions come first, because there may not be space for all.
        while let candidate = candidates.removeFirst() { finish(candidate) }
        return true
    }

    private func end(ofClaimsAt cell: Int, _ claimCount: Int) -> Int {
        cell + 1 < cellCount ? Int(cells[cell + 1]) : claimCount
    }

    /// Returns whether there is space for the lists of all cells.
    private func fits(_ claims: UnsafeMutableBufferPointer<Claim>) -> Bool {
        // Usually there is space even without sharing tails.
        var count = cellCount
        for cell in 0..<cellCount {
            let ownCount = end(ofClaimsAt: cell, claims.count) - Int(cells[cell])
            if ownCount > 1 { count += ownCount + 1 }
        }
        if count <= budget { return true }
        count = cellCount
        for cell in 0..<cellCount {
            let own = UnsafeMutableBufferPointer(
                rebasing: claims[Int(cells[cell])..<end(ofClaimsAt: cell, claims.count)])
            if own.count > 1 { records.sort(own) }
            count += Self.wordCount(UnsafeBufferPointer(own))
        }
        return count <= budget
    }

    /// Writes the word of a cell, or defers it if the cell may be subdivided.
    ///
    /// - Parameter position: The cell's column and row.
    @inline(__always)
    private mutating func finish(
        _ claims: UnsafeBufferPointer<Claim>, at place: Int, shift: Int, position: () -> (column: Int, row: Int)
    ) {
        var cost = 0
        for claim in claims { cost += claim.isCovering ? 1 : records.cost(claim.number) }
        if cost > Self.costLimit {
            let (column, row) = position()
            candidates.insert(
                Candidate(place: place, column: column, row: row, shift: shift, cost: cost, claims: Array(claims)))
            reserved += Self.wordCount(claims)
        } else {
            set(list(claims), at: place)
        }
    }

    private mutating func set(_ word: CellWord, at place: Int) {
        if place < cellCount {
            cells[place] = word.bits
        } else {
            rest[place - cellCount] = word.bits
        }
    }

    // MARK: Lists

    /// Returns the number of words for a list, without its tail if that may be shared.
    private static func wordCount(_ claims: UnsafeBufferPointer<Claim>) -> Int {
        guard claims.count > 1 else { return 0 }
        let coveringCount = coveringCount(claims)
        if coveringCount < 2 { return claims.count + 1 }
        return coveringCount == claims.count ? 0 : claims.count - coveringCount + 2
    }

    /// Returns the number of polygons at the end of a list that cover the cell.
    private static func coveringCount(_ claims: UnsafeBufferPointer<Claim>) -> Int {
        var count = 0
        while count < claims.count, claims[claims.count - 1 - count].isCovering { count += 1 }
        return count
    }

    /// Returns the word of a cell that is not subdivided, and writes its list if it needs one.
    private mutating func list(_ claims: UnsafeBufferPointer<Claim>) -> CellWord {
        guard claims.count > 1 else { return claims.first.map { word($0) } ?? .none }
        let coveringCount = Self.coveringCount(claims)
        guard coveringCount > 1 else { return CellWord.list(at: append(claims, end: nil)) }
        let ownCount = claims.count - coveringCount
        let end = end(claims[ownCount...])
        if ownCount == 0 { return CellWord.list(at: end) }
        return CellWord.list(at: append(UnsafeBufferPointer(rebasing: claims[..<ownCount]), end: end))
    }

    private mutating func append(_ claims: UnsafeBufferPointer<Claim>, end: Int?) -> Int {
        let place = cellCount + rest.count
        rest.append(UInt32(truncatingIfNeeded: claims.count) << 1 | (end == nil ? 0 : 1))
        for claim in claims { rest.append(word(claim).bits) }
        if let end { rest.append(UInt32(truncatingIfNeeded: end)) }
        return place
    }

    /// Returns the position of a shared tail of lists. The tail is divided into groups of four, counted from the end,
    /// each of which is written once for all lists that end with it.
    private mutating func end(_ claims: Slice<UnsafeBufferPointer<Claim>>) -> Int {
        var next: Int?
        var rest = claims
        while !rest.isEmpty {
            let own = rest.suffix(4)
            rest = rest.dropLast(4)
            let key = own.map { word($0).bits } + [UInt32(truncatingIfNeeded: next ?? 0)]
            if let place = ends[key] {
                next = place
            } else {
                next = append(UnsafeBufferPointer(rebasing: own), end: next)
                ends[key] = next
            }
        }
        return next ?? 0
    }

    private func word(_ claim: Claim) -> CellWord {
        CellWord.region(unit: records.unit(claim.number), isCovering: claim.isCovering)
    }

    // MARK: Subdivisions

    /// Subdivides a cell if that is worthwhile and there is space. Writes its word in either case.
    private mutating func finish(_ candidate: Candidate) {
        guard let (bits, parts) = parts(candidate) else {
            return candidate.claims.withUnsafeBufferPointer { claims in
                reserved -= Self.wordCount(claims)
                set(list(claims), at: candidate.place)
            }
        }
        candidate.claims.withUnsafeBufferPointer { reserved -= Self.wordCount($0) }
        while (cellCount + rest.count) % CellWord.partsUnit != 0 { rest.append(0) }
        let place = cellCount + rest.count
        set(CellWord.parts(at: place, bits: bits), at: candidate.place)
        rest.append(contentsOf: repeatElement(0, count: parts.count))
        for (number, claims) in parts.enumerated() {
            claims.withUnsafeBufferPointer { claims in
                finish(claims, at: place + number, shift: candidate.shift - bits) {
                    (candidate.column << bits + number & (1 << bits - 1), candidate.row << bits + number >> bits)
                }
            }
        }
    }

    /// Returns the claims of a subdivision of a cell, or nil if they are not much cheaper than the cell or there is no
    /// space for them.
    private mutating func parts(_ candidate: Candidate) -> (bits: Int, claims: [[Claim]])? {
        let crossingCount = candidate.claims.count { !$0.isCovering }
        let bits = crossingCount < 12 ? 1 : crossingCount < 64 ? 2 : 3
        let (count, shift) = (1 << (2 * bits), candidate.shift - bits)
        let used = cellCount + rest.count + reserved
        guard shift >= Self.leastShift, used + count < min(budget - budget / 16, CellWord.partsPlaceLimit) else {
            return nil
        }
        let window = CellClassifier.Window(partsOf: candidate.column, candidate.row, bits: bits)
        var parts = [[Claim]](repeating: [], count: count)
        var cost = 0
        for claim in candidate.claims {
            if claim.isCovering {
                for part in parts.indices { parts[part].append(claim) }
                cost += count
                continue
            }
            let reach = CellClassifier.Window(of: records.box(claim.number), in: grid, shift: shift)
            let seen = reach.intersection(window)
            guard !seen.isEmpty, let record = records.record(claim.number) else { continue }
            classifier.classify(record, reach: reach, window: seen, shift: shift)
            classifier.forEachClaim(in: seen) { column, row, isCovering in
                parts[(row - window.top) << bits + column - window.left].append(
                    Claim(claim.number, isCovering: isCovering))
                cost += isCovering ? 1 : records.cost(claim.number)
            }
        }
        guard cost / count + Self.stepCost < candidate.cost * 3 / 4 else { return nil }
        let listWordCount = parts.reduce(0) { sum, claims in
            sum + claims.withUnsafeBufferPointer { Self.wordCount($0) }
        }
        // Tails of lists that are not written yet need some space too.
        return used + count + CellWord.partsUnit + listWordCount <= budget - budget / 16 ? (bits, parts) : nil
    }
}
