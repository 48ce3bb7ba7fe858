internal import CMemory

/// The sections of an index's bytes, and the look-up of a point's regions in them.
///
/// The bytes may be damaged or malicious: every position is checked against the size before it is read, and every loop
/// is bounded by the size.
///
/// `@unchecked Sendable`, because the bytes are never written; its users hold their ``IndexStorage``.
struct IndexReader: @unchecked Sendable {
    let grid: CellGrid
    let polygonCount: Int
    let records: UnsafeRawPointer
    let recordsByteCount: Int
    private let words: UnsafeRawPointer
    private let wordCount: Int

    /// - Parameter bytes: The bytes that the header was read from, or written to.
    init(_ bytes: UnsafeRawBufferPointer, _ header: IndexHeader) throws(PolygonIndexFault) {
        guard let base = bytes.baseAddress else { throw .notAnIndex }
        grid = header.grid
        polygonCount = header.polygonCount
        records = base + header.recordsStart
        recordsByteCount = header.recordsByteCount
        words = base + header.wordsStart
        wordCount = header.wordCount
    }

    @inline(__always) func record(_ unit: Int) -> PolygonRecord? {
        PolygonRecord(at: unit, in: records, byteCount: recordsByteCount)
    }

    @inline(__always) private func load(_ index: Int) -> UInt32 {
        words.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
    }

    // MARK: From a point to the word of its cell

    /// Returns the position of the word of a grid cell. The units must be those of a point within the grid.
    @inline(__always) func cell(_ u: Int, _ v: Int) -> Int {
        (v >> CellGrid.fractionBits) &* grid.columns &+ u >> CellGrid.fractionBits
    }

    @inline(__always) func word(_ cell: Int) -> CellWord { CellWord(load(cell)) }

    /// Returns the word of the innermost cell that contains the units.
    @inline(__always)
    func leaf(_ word: CellWord, _ u: Int, _ v: Int) -> CellWord {
        var word = word
        var bits = CellGrid.fractionBits
        while word.isParts {
            guard let place = part(word, u, v, &bits) else { return .none }
            word = CellWord(load(place))
        }
        return word
    }

    @inline(__always)
    private func part(_ word: CellWord, _ u: Int, _ v: Int, _ bits: inout Int) -> Int? {
        let own = word.partsBits
        bits &-= own
        guard own > 0, bits >= 0 else { return nil }
        let mask = 1 << own &- 1
        let place = word.partsPlace &+ ((v >> bits & mask) << own | u >> bits & mask)
        return place < wordCount ? place : nil
    }

    // MARK: From a word to its regions

    /// Calls the body with the number of each region that contains the point, smallest area first.
    ///
    /// - Parameter word: The word of the point's cell, which must not be a subdivision.
    @inline(__always)
    func forEachRegion(_ word: CellWord, at point: Point, _ body: (UInt32) -> Void) {
        if word.isRegion {
            visit(word, point, body)
        } else if word.isList {
            forEachListed(word, at: point, body)
        }
    }

    @inline(__always)
    private func visit(_ word: CellWord, _ point: Point, _ body: (UInt32) -> Void) {
        guard let record = record(word.place), word.isCovering || record.contains(point) else { return }
        body(record.region)
    }

    @inline(__always)
    private func forEachListed(_ list: CellWord, at point: Point, _ body: (UInt32) -> Void) {
        var place = list.place
        while place < wordCount {
            let head = Int(load(place))
            let end = place &+ 1 &+ head >> 1
            guard end <= wordCount else { return }
            var entry = place &+ 1
            while entry < end {
                visit(CellWord(load(entry)), point, body)
                entry &+= 1
            }
            // A tail comes before the lists that share it, so that damaged ones cannot form a cycle.
            guard head & 1 != 0, end < wordCount, Int(load(end)) < place else { return }
            place = Int(load(end))
        }
    }

    // MARK: Prefetching

    @inline(__always) func prefetch(cell: Int) { cmemory_prefetch(words + cell &* 4) }

    /// Prefetches the word of the part that the next step from a subdivided cell leads to.
    @inline(__always)
    func prefetchPart(_ word: CellWord, _ u: Int, _ v: Int) {
        var bits = CellGrid.fractionBits
        if let place = part(word, u, v, &bits) { prefetch(cell: place) }
    }

    /// Prefetches the list or record that a word refers to.
    @inline(__always)
    func prefetch(_ word: CellWord) {
        if word.isRegion {
            prefetchRecord(word)
        } else if word.isList, word.place < wordCount {
            prefetch(cell: word.place)
        }
    }

    /// Prefetches the first records of a list.
    @inline(__always)
    func prefetchListed(_ word: CellWord) {
        guard word.place < wordCount else { return }
        let end = min(wordCount, word.place &+ 1 &+ min(6, Int(load(word.place)) >> 1))
        var entry = word.place &+ 1
        while entry < end {
            prefetchRecord(CellWord(load(entry)))
            entry &+= 1
        }
    }

    /// Covers a record of up to 20 vertices, which is at most seven lines of 64 bytes. For longer ones, the processor's
    /// own prefetcher takes over.
    @inline(__always)
    private func prefetchRecord(_ word: CellWord) {
        let record = records + word.place &* 8
        cmemory_prefetch(record)
        guard !word.isCovering else { return }
        for line in 1..<7 { cmemory_prefetch(record + line &* 64) }
    }
}
