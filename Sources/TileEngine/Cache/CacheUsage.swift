/// How a cache is used at a moment.
public struct CacheUsage: Sendable {
    /// What is kept takes so many bytes.
    public let byteCount: Int
    /// What is kept may take so many bytes.
    public let byteLimit: Int
    /// How many things are kept.
    public let count: Int
    /// How often the cache had what was asked for.
    public let hitCount: Int
    /// How often it did not.
    public let missCount: Int

    /// Makes the numbers.
    public init(byteCount: Int, byteLimit: Int, count: Int, hitCount: Int, missCount: Int) {
        (self.byteCount, self.byteLimit, self.count) = (byteCount, byteLimit, count)
        (self.hitCount, self.missCount) = (hitCount, missCount)
    }
}
