/// A sequence of random numbers that depends only on the seed: SplitMix64 (https://prng.di.unimi.it/splitmix64.c).
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts the sequence for a seed.
    package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    /// Returns the next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// Returns a number in 0 ..< 1.
    mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    /// Returns a number in -1 ..< 1.
    mutating func spread() -> Double { fraction() * 2 - 1 }

    /// Returns a number with mean 0 and standard deviation 1, within ±3: the sum of three spreads.
    mutating func bell() -> Double { spread() + spread() + spread() }

    /// Returns one of the elements, which must not be empty.
    mutating func pick(from elements: [String]) -> String { elements[Int(next() % UInt64(elements.count))] }
}
