/// A sequence of numbers that depends on the seed alone, after SplitMix64 (https://prng.di.unimi.it/splitmix64.c).
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts the sequence of a seed.
    package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// A number in 0 ..< 1.
    mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    /// A number in -1 ..< 1.
    mutating func spread() -> Double { fraction() * 2 - 1 }

    /// A number around 0 of standard deviation 1, bounded by ±3: the sum of three spreads.
    mutating func bell() -> Double { spread() + spread() + spread() }

    /// One of the elements, which must not be none.
    mutating func pick(from elements: [String]) -> String { elements[Int(next() % UInt64(elements.count))] }
}
