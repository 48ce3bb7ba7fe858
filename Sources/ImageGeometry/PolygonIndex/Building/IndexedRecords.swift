/// A polygon's claim to a cell: the index of its record, and whether it covers the cell.
struct Claim {
    private let bits: UInt32

    @inline(__always)
    init(_ number: Int, isCovering: Bool) { bits = UInt32(truncatingIfNeeded: number) << 1 | (isCovering ? 1 : 0) }

    @inline(__always) var number: Int { Int(bits >> 1) }
    @inline(__always) var isCovering: Bool { bits & 1 != 0 }
}

/// The records of an index that is being built, and the properties of their polygons that determine the grid's lists.
struct IndexedRecords {
    /// The bytes of all records.
    let bytes: UnsafeRawBufferPointer
    /// The position of each record, in units of 8 bytes.
    let units: [UInt32]
    /// The polygons' positions in the input, in record order.
    let positions: [UInt32]
    /// The areas of the polygons, in record order.
    let areas: [Double]
    let boxes: [Box]
    /// The approximate cost, in nanoseconds, of testing whether a polygon contains a point.
    let costs: [UInt8]

    var count: Int { positions.count }

    @inline(__always) func unit(_ number: Int) -> Int { Int(units[number]) }
    @inline(__always) func box(_ number: Int) -> Box { boxes[number] }

    @inline(__always) func record(_ number: Int) -> PolygonRecord? {
        guard let base = bytes.baseAddress else { return nil }
        return PolygonRecord(at: unit(number), in: base, byteCount: bytes.count)
    }

    @inline(__always) func cost(_ number: Int) -> Int { Int(costs[number]) }

    /// Returns the cost of testing whether a polygon with this many edges contains a point.
    static func cost(edgeCount: Int) -> UInt8 {
        edgeCount < EdgeBands.leastEdgeCount
            ? UInt8(3 + edgeCount / 4) : UInt8(clamping: 12 + edgeCount / EdgeBands.leastEdgeCount)
    }

    /// Sorts polygons by area, and those of equal area by position.
    func sort(_ claims: UnsafeMutableBufferPointer<Claim>) {
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
    private func precedes(_ one: Claim, _ other: Claim) -> Bool {
        let (area, otherArea) = (areas[one.number], areas[other.number])
        return area != otherArea ? area < otherArea : positions[one.number] < positions[other.number]
    }
}
