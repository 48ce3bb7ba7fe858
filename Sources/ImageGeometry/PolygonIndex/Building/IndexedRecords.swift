/// The records of an index that is being made, and what of their polygons the grid's lists go by.
struct IndexedRecords {
    /// The bytes of all records.
    let bytes: UnsafeRawBufferPointer
    /// Where each record begins, in units of 8 bytes.
    let units: [UInt32]
    /// The polygons' numbers, in the order of records.
    let positions: [UInt32]
    /// By the order of records.
    let boxes: [Box]
    let areas: [Double]

    var count: Int { positions.count }

    @inline(__always) func unit(_ number: Int) -> Int { Int(units[number]) }
    @inline(__always) func box(_ number: Int) -> Box { boxes[number] }

    @inline(__always) func record(_ number: Int) -> PolygonRecord? {
        guard let base = bytes.baseAddress else { return nil }
        return PolygonRecord(at: unit(number), in: base, byteCount: bytes.count)
    }

    /// What it costs about, in nanoseconds, to see whether a polygon holds a point.
    func cost(_ number: Int) -> Int {
        let byteCount = (number + 1 < units.count ? unit(number + 1) * 8 : bytes.count) - unit(number) * 8
        let edgeCount = byteCount / 16
        return edgeCount < EdgeBands.leastEdgeCount ? 3 + edgeCount / 4 : 12 + edgeCount / 64
    }

    /// Sorts polygons by their area, those of the same area by their number.
    func sort(_ claims: UnsafeMutableBufferPointer<CellWriter.Claim>) {
        var claims = claims
        if claims.count > 24 { return claims.sort { precedes($0, $1) } }
        for index in 1..<claims.count {
            let claim = claims[index]
            var place = index
            while place > 0, precedes(claim, claims[place - 1]) {
                claims[place] = claims[place - 1]
                place -= 1
            }
            claims[place] = claim
        }
    }

    @inline(__always)
    private func precedes(_ one: CellWriter.Claim, _ other: CellWriter.Claim) -> Bool {
        let (area, otherArea) = (areas[one.number], areas[other.number])
        return area != otherArea ? area < otherArea : positions[one.number] < positions[other.number]
    }
}
