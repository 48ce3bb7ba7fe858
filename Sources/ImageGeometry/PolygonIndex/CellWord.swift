/// The contents of a grid cell, in 32 bits.
///
/// | lowest bits | | the others |
/// |---|---|---|
/// | all zero | no region | |
/// | 01 | one region, whose border crosses the cell | the position of its record, in units of 8 bytes |
/// | 11 | one region, which covers the cell | the same |
/// | 10 | several regions | the position of their list among the words |
/// | 00 | a subdivision: 2ᵏ × 2ᵏ cells | 3 bits *k*, then the position of their words, in units of 4 words |
///
/// A list starts with a word that is twice the number of entries that follow, plus 1 if the word after them is the
/// position at which the list continues, which is before its own. Lists of regions that cover a whole neighbourhood end
/// alike, so a shared tail is stored once. Entries are words of a single region, smallest area first.
struct CellWord {
    static let placeLimit = 1 << 30
    /// The alignment of the words of a subdivision.
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

    @inline(__always) var isRegion: Bool { bits & 1 != 0 }
    @inline(__always) var isList: Bool { bits & 3 == 2 }
    @inline(__always) var isParts: Bool { bits & 3 == 0 && bits != 0 }
    @inline(__always) var isCovering: Bool { bits & 2 != 0 }
    /// The position of a region's record, or of the list.
    @inline(__always) var place: Int { Int(bits >> 2) }
    @inline(__always) var partsPlace: Int { Int(bits >> 5) &* Self.partsUnit }
    @inline(__always) var partsBits: Int { Int(bits >> 2 & 7) }
}
