internal import CMemory

/// Makes the bytes of an index.
struct IndexBuilder {
    private typealias Claim = CellWriter.Claim

    private let polygons: [Polygon]
    private let regions: [Int]?
    private let vertexCount: Int
    private let recordsByteCount: Int

    /// - Parameter regions: The number of each polygon's region; nil where they are numbered as in the array.
    static func build(
        _ polygons: [Polygon], regions: [Int]?
    ) throws(PolygonIndexFault) -> (storage: IndexStorage, header: IndexHeader) {
        let builder = try IndexBuilder(polygons, regions)
        return builder.build()
    }

    private init(_ polygons: [Polygon], _ regions: [Int]?) throws(PolygonIndexFault) {
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

    private var sharesRegions: Bool { regions.map { Set($0).count < $0.count } ?? false }

    private func build() -> (storage: IndexStorage, header: IndexHeader) {
        var header = IndexHeader(
            polygonCount: polygons.count, sharesRegions: sharesRegions, grid: .empty,
            recordsByteCount: recordsByteCount, wordCount: 0)
        guard !polygons.isEmpty else {
            let storage = IndexStorage(byteCount: header.totalByteCount) { bytes in
                header.write(to: UnsafeMutableRawBufferPointer(start: bytes, count: header.totalByteCount))
                return header.totalByteCount
            }
            return (storage, header)
        }
        var plan = GridPlan(
            polygons.map(\.box), vertexCount: vertexCount, otherByteCount: header.totalByteCount)
        // Ends that several lists share are not in the plan; memory that is not written to costs nothing.
        let capacity = header.totalByteCount + 8 * plan.wordBudget + 1024
        let storage = IndexStorage(byteCount: capacity) { bytes in
            let records = writeRecords(to: bytes, header, plan.grid)
            var words: [UInt32]?
            while words == nil { words = self.words(records, &plan) }
            header.grid = plan.grid
            header.wordCount = words?.count ?? 0
            words?.withUnsafeBytes { words in
                UnsafeMutableRawBufferPointer(start: bytes + header.wordsStart, count: words.count).copyMemory(from: words)
            }
            header.write(to: UnsafeMutableRawBufferPointer(start: bytes, count: header.totalByteCount))
            return header.totalByteCount
        }
        return (storage, header)
    }

    // MARK: Records and boxes

    private func writeRecords(
        to bytes: UnsafeMutableRawPointer, _ header: IndexHeader, _ grid: CellGrid
    ) -> IndexedRecords {
        let order = HilbertOrder.order(polygons.count) { number in
            let box = polygons[number].box
            let (u, v) = grid.units(box.minX / 2 + box.maxX / 2, box.minY / 2 + box.maxY / 2)
            return (
                UInt32(truncatingIfNeeded: u << 16 / (grid.columns << CellGrid.fractionBits)),
                UInt32(truncatingIfNeeded: v << 16 / (grid.rows << CellGrid.fractionBits))
            )
        }
        var units: [UInt32] = []
        var boxes: [Box] = []
        var areas: [Double] = []
        units.reserveCapacity(order.count)
        boxes.reserveCapacity(order.count)
        areas.reserveCapacity(order.count)
        var place = 0
        for (number, position) in order.enumerated() {
            prefetch(order, number)
            let polygon = polygons[Int(position)]
            let region = regions.map { UInt32(truncatingIfNeeded: $0[Int(position)]) } ?? position
            let unit = UInt32(truncatingIfNeeded: place / 8)
            RecordWriter.write(polygon, region: region, to: bytes + header.recordsStart + place)
            bytes.storeBytes(of: unit, toByteOffset: header.unitsStart + number * 4, as: UInt32.self)
            bytes.storeBytes(
                of: BoxTree.box(polygon.box, grid), toByteOffset: header.boxesStart + number * 8,
                as: SIMD4<UInt16>.self)
            units.append(unit)
            boxes.append(polygon.box)
            areas.append(polygon.area)
            place += RecordWriter.byteCount(polygon)
        }
        BoxTree.fill(bytes + header.boxesStart, polygonCount: order.count)
        let records = UnsafeRawBufferPointer(start: bytes + header.recordsStart, count: header.recordsByteCount)
        return IndexedRecords(bytes: records, units: units, positions: order, boxes: boxes, areas: areas)
    }

    /// Asks for the memory of the polygons that come soon, which lie in the order in which they were given.
    @inline(__always)
    private func prefetch(_ order: [UInt32], _ number: Int) {
        guard number + 8 < order.count else { return }
        polygons[Int(order[number + 8])].outer.withUnsafeBytes { vertices in
            guard let first = vertices.baseAddress else { return }
            for line in 0..<6 { cmemory_prefetch(first + line * 64) }
        }
    }

    // MARK: Words

    /// The words of the plan's grid; nil where there would be more than the plan allows, and the plan is coarser now.
    private func words(_ records: IndexedRecords, _ plan: inout GridPlan) -> [UInt32]? {
        let grid = plan.grid
        let cellCount = grid.columns * grid.rows
        var starts = [Int](repeating: 0, count: cellCount + 1)
        var claims: [(cell: UInt32, claim: Claim)] = []
        claims.reserveCapacity(plan.wordBudget / 2)
        var classifier = CellClassifier(grid)
        for number in 0..<records.count {
            guard let record = records.record(number) else { continue }
            let window = classifier.window(of: records.box(number), shift: CellGrid.fractionBits)
            classifier.classify(record, reach: window, window: window, shift: CellGrid.fractionBits)
            var place = 0
            for row in window.top...window.bottom {
                for column in window.left...window.right {
                    let state = classifier.states[place]
                    place += 1
                    guard state != CellClassifier.State.outside else { continue }
                    let cell = row * grid.columns + column
                    starts[cell] += 1
                    claims.append(
                        (
                            UInt32(truncatingIfNeeded: cell),
                            Claim(number, isCovering: state == CellClassifier.State.covered)
                        ))
                }
            }
        }
        var total = 0
        for cell in 0..<cellCount {
            total += starts[cell]
            starts[cell] = total
        }
        starts[cellCount] = total
        var writer = CellWriter(records, grid: grid, budget: plan.wordBudget)
        let isWritten = withUnsafeTemporaryAllocation(of: Claim.self, capacity: total) { byCell in
            // From the last to the first, so that each cell's start ends up where its claims begin.
            for (cell, claim) in claims.reversed() {
                starts[Int(cell)] -= 1
                byCell[starts[Int(cell)]] = claim
            }
            return writer.write(byCell, starts: starts, columns: grid.columns)
        }
        if isWritten { return writer.words }
        plan.coarsen()
        return nil
    }
}
