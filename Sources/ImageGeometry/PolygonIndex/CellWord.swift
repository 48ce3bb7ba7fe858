/// What stands in a cell of the grid, in 32 bits.
///
/// | lowest bits | | the others |
/// |---|---|---|
/// | all zero | no region | |
/// | 01 | one region, whose border crosses the cell | its record's place, in units of 8 bytes |
/// | 11 | one region, which covers the cell | the same |
/// | 10 | several regions | the place of their list among the words |
/// | 00 | parts: 2ᵏ × 2ᵏ cells | 3 bits *k*, then the place of their words, in units of 4 words |
///
/// A list is a word that says how many entries follow, doubled, plus 1 where the word behind them is the place at which
/// the list goes on, which is before its own: lists of regions that cover a whole neighbourhood end alike, and what they
/// end with is kept once. Entries are words of one region, smallest area first.
struct CellWord {
    static let placeLimit = 1 << 30
    /// The places at which the words of parts may begin.
    static let partsUnit = 4
    static let partsPlaceLimit = partsUnit << 27

    let bits: UInt32

    @inline(__always) init(_ bits: UInt32) { self.bits = bits }

    static let none = CellWord(0)

    static func region(unit: Int, isCovering: Bool) -> CellWord {
        CellWord(UInt32(truncatingIfNeeded: unit) << 2 | (isCovering ? 3 : 1))
    }

    static func list(at place: Int) -> CellWord { CellWord(UInt32(truncatingIfNeeded: place) << 2 | 2) }

    static func parts(at place: Int, bits: Int) -> CellWord {
        CellWord(UInt32(truncatingIfNeeded: place / partsUnit) << 5 | UInt32(truncatingIfNeeded: bits) << 2)
    }

    @inline(__always) var isEmpty: Bool { bits == 0 }
    @inline(__always) var isRegion: Bool { bits & 1 != 0 }
    @inline(__always) var isList: Bool { bits & 3 == 2 }
    @inline(__always) var isParts: Bool { bits & 3 == 0 && bits != 0 }
    @inline(__always) var isCovering: Bool { bits & 2 != 0 }
    /// Of a region, the place of its record; of a list, its own.
    @inline(__always) var place: Int { Int(bits >> 2) }
    @inline(__always) var partsPlace: Int { Int(bits >> 5) &* Self.partsUnit }
    @inline(__always) var partsBits: Int { Int(bits >> 2 & 7) }
}
