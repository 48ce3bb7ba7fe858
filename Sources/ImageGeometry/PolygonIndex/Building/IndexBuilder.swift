internal import CMemory

/// The memory in which claims are gathered: the memory of the index's future words, or a larger block if that is too
/// small.
private struct Gathering {
    private(set) var words: UnsafeMutablePointer<UInt32>
    private var wordCount: Int
    /// The separately allocated block, if any, which the owner deallocates.
    private(set) var own: IndexAllocation?

    init(words: UnsafeMutablePointer<UInt32>, wordCount: Int) {
        (self.words, self.wordCount) = (words, wordCount)
    }

    /// Reserves space for a number of words. Previous content is lost.
    ///
    /// A coarser grid can take more than a finer one: polygons that just fit into the cells of one may overlap four
    /// cells of the other.
    mutating func reserve(_ count: Int) {
        guard count > wordCount else { return }
        own?.base.deallocate()
        let larger = IndexAllocation(byteCount: 4 * count)
        words = larger.base.assumingMemoryBound(to: UInt32.self)
        (own, wordCount) = (larger, count)
    }
}

/// Builds the bytes of an index.
struct IndexBuilder {
    private let polygons: [Polygon]
    private let regions: [Int]?
    private let vertexCount: Int
    private let recordsByteCount: Int

    /// - Parameter regions: The number of each polygon's region; nil to number them as in the array.
    init(_ polygons: [Polygon], _ regions: [Int]?) throws(PolygonIndexFault) {
        self.polygons = polygons
        self.regions = regions
        if let regions {
            guard regions.count == polygons.count, regions.allSatisfy({ UInt32(exactly: $0) != nil }) else {
                throw .regionNumbers
            }
        }
        var (vertexCount, byteCount) = (0, 0)
        for polygon in polygons {
            vertexCount += polygon.vertexCount
            byteCount += RecordWriter.byteCount(polygon)
        }
        guard byteCount / 8 < CellWord.placeLimit else { throw .tooLarge }
        self.vertexCount = vertexCount
        recordsByteCount = byteCount
    }

    private var sharesRegions: Bool {
        // Regions of one polygon each are usually numbered in order.
        guard let regions, zip(regions, regions.dropFirst()).contains(where: { $0 >= $1 }) else { return false }
        return Set(regions).count < regions.count
    }

    func build() -> (storage: IndexStorage, header: IndexHeader) {
        var header = IndexHeader(
            polygonCount: polygons.count, sharesRegions: sharesRegions, grid: .empty,
            recordsByteCount: recordsByteCount, wordCount: 0)
        guard !polygons.isEmpty else {
            let bytes = IndexAllocation(byteCount: header.totalByteCount)
            header.write(to: UnsafeMutableRawBufferPointer(start: bytes.base, count: bytes.byteCount))
            return (bytes.storage(byteCount: bytes.byteCount), header)
        }
        var plan = GridPlan(polygons, vertexCount: vertexCount, otherByteCount: header.totalByteCount)
        // The memory of the future words first contains the claims of all cells.
        let mostWords = max(plan.gatheringWordCount, plan.cellCount + 2 * plan.wordBudget)
        var bytes = IndexAllocation(byteCount: header.totalByteCount + 4 * mostWords)
        var gathering = Gathering(
            words: (bytes.base + header.wordsStart).assumingMemoryBound(to: UInt32.self), wordCount: mostWords)
        defer { gathering.own?.base.deallocate() }
        var claims = ClaimGatherer(plan, gathering.words)
        // A polygon's claims are determined while its record is in the processor's cache.
        let records = writeRecords(to: bytes.base, header, &claims)
        var rest = claims.writeCells(records)
        while rest == nil {
            plan.coarsen()
            gathering.reserve(plan.gatheringWordCount)
            claims = ClaimGatherer(plan, gathering.words)
            for number in 0..<records.count { claims.add(number, records.record(number), records.box(number)) }
            rest = claims.writeCells(records)
        }
        header.grid = plan.grid
        header.wordCount = plan.cellCount + (rest?.count ?? 0)
        let written = bytes
        if header.totalByteCount > bytes.byteCount {
            // The plan does not include tails of lists, since most are shared.
            bytes = IndexAllocation(byteCount: header.totalByteCount)
            bytes.base.copyMemory(from: written.base, byteCount: header.wordsStart)
        }
        if bytes.base != written.base || gathering.own != nil {
            (bytes.base + header.wordsStart).copyMemory(from: gathering.words, byteCount: 4 * plan.cellCount)
        }
        if bytes.base != written.base { written.base.deallocate() }
        rest?.withUnsafeBytes { rest in
            let place = bytes.base + header.wordsStart + 4 * plan.cellCount
            UnsafeMutableRawBufferPointer(start: place, count: rest.count).copyMemory(from: rest)
        }
        header.write(to: UnsafeMutableRawBufferPointer(start: bytes.base, count: header.totalByteCount))
        return (bytes.storage(byteCount: header.totalByteCount), header)
    }

    // MARK: Records

    private func writeRecords(
        to bytes: UnsafeMutableRawPointer, _ header: IndexHeader, _ claims: inout ClaimGatherer
    ) -> IndexedRecords {
        let grid = claims.grid
        let order = HilbertOrder.order(polygons.count) { number in
            let box = polygons[number].box
            let (u, v) = grid.units(box.minX / 2 + box.maxX / 2, box.minY / 2 + box.maxY / 2)
            return (
                UInt32(truncatingIfNeeded: u << 16 / (grid.columns << CellGrid.fractionBits)),
                UInt32(truncatingIfNeeded: v << 16 / (grid.rows << CellGrid.fractionBits))
            )
        }
        var units: [UInt32] = []
        var areas: [Double] = []
        var boxes: [Box] = []
        var costs: [UInt8] = []
        units.reserveCapacity(order.count)
        areas.reserveCapacity(order.count)
        boxes.reserveCapacity(order.count)
        costs.reserveCapacity(order.count)
        var place = 0
        polygons.withUnsafeBufferPointer { polygons in
            for (number, position) in order.enumerated() {
                if number + 8 < order.count { Self.prefetch(polygons[Int(order[number + 8])]) }
                let position = Int(position)
                let region = regions.map { UInt32(truncatingIfNeeded: $0[position]) } ?? UInt32(position)
                let unit = UInt32(truncatingIfNeeded: place / 8)
                RecordWriter.write(polygons[position], region: region, to: bytes + header.recordsStart + place)
                let record = PolygonRecord(
                    at: Int(unit), in: bytes + header.recordsStart, byteCount: header.recordsByteCount)
                claims.add(number, record, polygons[position].box)
                units.append(unit)
                areas.append(polygons[position].area)
                boxes.append(polygons[position].box)
                costs.append(IndexedRecords.cost(edgeCount: RecordWriter.edgeCount(polygons[position])))
                place += RecordWriter.byteCount(polygons[position])
            }
        }
        let records = UnsafeRawBufferPointer(start: bytes + header.recordsStart, count: header.recordsByteCount)
        return IndexedRecords(bytes: records, units: units, positions: order, areas: areas, boxes: boxes, costs: costs)
    }

    /// Prefetches a polygon that will be needed soon. Polygons are stored in input order, not in Hilbert order.
    @inline(__always)
    private static func prefetch(_ polygon: borrowing Polygon) {
        polygon.outer.withUnsafeBytes { vertices in
            guard let first = vertices.baseAddress else { return }
            for line in 0..<6 { cmemory_prefetch(first + line * 64) }
        }
    }
}
