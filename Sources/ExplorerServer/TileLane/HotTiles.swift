import NIOConcurrencyHelpers
import HTTPTypes
import Hummingbird
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// A cache of recent responses that are likely to be requested again, as ready bytes: head and body in one buffer.
///
/// The cache is bounded in bytes. It evicts entries that were not requested since the clock hand last passed them (the
/// CLOCK algorithm: F. J. Corbató, "A Paging Experiment with the Multics System", 1968).
final class HotTiles: Sendable {
    /// A cached response. Unchecked, because it is only accessed under the lock of ``HotTiles/state``.
    private final class Entry: @unchecked Sendable {
        let target: [UInt8]
        let expiration: Expiration
        /// The full response; nil if every client so far already had the tile.
        var response: ReadyResponse?
        /// The second in the Date field of `response`.
        var second: Int64
        /// The 304 response, made for the first client that has the tile, and the second in its Date field.
        var notModified: (response: ReadyResponse, second: Int64)?
        var wasUsed = false
        /// The entry's index in the clock.
        var slot = 0

        init(target: [UInt8], expiration: Expiration, _ kind: Kind, _ response: ReadyResponse, second: Int64) {
            (self.target, self.expiration, self.second) = (target, expiration, second)
            switch kind {
            case .whole: self.response = response
            case .notModified: notModified = (response, second)
            }
            // The buffer's whole capacity, up to twice its content, and the head of a 304 response.
            cost = response.bytes.storageCapacity + response.headByteCount + target.count + 512
        }

        /// The memory that the entry takes, in bytes.
        let cost: Int

        func isFor(_ other: UnsafeRawBufferPointer) -> Bool {
            target.withUnsafeBytes { mine in
                guard mine.count == other.count, let left = mine.baseAddress, let right = other.baseAddress else {
                    return false
                }
                return memcmp(left, right, other.count) == 0
            }
        }
    }

    /// The kind of a response.
    enum Kind {
        case whole
        /// A 304 response, which carries the ETag.
        case notModified
    }

    private struct State {
        var slots: [Entry?] = []
        var freeSlots: [Int] = []
        var entryByTarget: [TargetHash: Entry] = [:]
        var byteCount = 0
        var hand = 0
        var date = HTTPDate(second: 0)
        var requestedOnce = RecentTargets()

        /// Returns the formatted date, which is computed once a second.
        mutating func date(at second: Int64) -> HTTPDate {
            if date.second != second { date = HTTPDate(second: second) }
            return date
        }
    }

    private let state = NIOLockedValueBox(State())
    /// The maximum memory of all responses, in bytes.
    let byteLimit: Int
    private let onChange: @Sendable (_ byteCount: Int) -> Void

    /// - Parameter onChange: Called with the change in memory of all responses, in bytes. It must not call the cache.
    init(byteLimit: Int, onChange: @escaping @Sendable (_ byteCount: Int) -> Void = { _ in }) {
        self.byteLimit = byteLimit
        self.onChange = onChange
    }

    /// The memory of all cached responses, in bytes.
    var byteCount: Int { state.withLockedValue { $0.byteCount } }

    /// The number of cached responses.
    var count: Int { state.withLockedValue { $0.entryByTarget.count } }

    /// Returns the cached response to the request with the current date, or `nil` if there is none.
    ///
    /// - Complexity: O(1), and once a second for each target O(*n*) in the size of the response, to update its date.
    func response(to request: TileRequest, now: HTTPDate.Clock = .now()) -> LaneResponse? {
        state.withLockedValue { state in
            guard let entry = state.entryByTarget[TargetHash(request.target)], entry.isFor(request.target),
                entry.expiration.isCurrent(now.deadline)
            else { return nil }
            entry.wasUsed = true
            if let condition = request.condition,
                let response = Self.notModified(entry, condition, second: now.second, &state)
            {
                return LaneResponse(response, .notModified)
            }
            if entry.second != now.second, let offset = entry.response?.dateOffset {
                entry.response?.bytes.setBytes(state.date(at: now.second).bytes, at: offset)
                entry.second = now.second
            }
            guard let response = entry.response else { return nil }
            guard request.isHead else { return LaneResponse(response.bytes, .hot) }
            return response.bytes.getSlice(at: 0, length: response.headByteCount).map { LaneResponse($0, .hot) }
        }
    }

    /// Returns the 304 response if the request's condition names the entry's ETag, else nil.
    private static func notModified(
        _ entry: Entry, _ condition: UnsafeRawBufferPointer, second: Int64, _ state: inout State
    ) -> ByteBuffer? {
        if entry.notModified == nil { entry.notModified = entry.response.map { (ReadyResponse(notModified: $0), 0) } }
        guard let known = entry.notModified, known.response.isNamed(by: condition) else { return nil }
        if known.second == second { return known.response.bytes }
        entry.notModified?.second = second
        entry.notModified?.response.bytes.setBytes(state.date(at: second).bytes, at: known.response.dateOffset)
        return entry.notModified?.response.bytes
    }

    /// Records a new response, and caches it if its target was requested before.
    ///
    /// Most tiles of a large scan are viewed once and then not for a long time. Copying them into new memory would cost
    /// twice what reading them costs (75,000 against 28,000 first requests per second of CPU), and evict others.
    ///
    /// - Parameters:
    ///   - response: The response. Its date is filled in.
    ///   - kind: Whether it is a full response or a 304.
    ///   - target: The request target as the client wrote it.
    ///   - expiration: When the response expires.
    func note(
        _ response: inout ReadyResponse, _ kind: Kind = .whole, target: UnsafeRawBufferPointer, expiration: Expiration,
        now: HTTPDate.Clock = .now()
    ) {
        let hash = TargetHash(target)
        state.withLockedValue { state in
            response.bytes.setBytes(state.date(at: now.second).bytes, at: response.dateOffset)
            if state.requestedOnce.remember(hash) {
                let entry = Entry(
                    target: Array(target), expiration: expiration, kind, response, second: now.second)
                keep(entry, hash: hash, in: &state)
            }
        }
    }

    private func keep(_ entry: Entry, hash: TargetHash, in state: inout State) {
        let cost = entry.cost
        guard cost <= byteLimit else { return }
        let former = state.byteCount
        defer { onChange(state.byteCount - former) }
        if let former = state.entryByTarget[hash] { Self.remove(former, from: &state) }
        while state.byteCount + cost > byteLimit { Self.removeOne(from: &state) }
        entry.slot = state.freeSlots.popLast() ?? state.slots.count
        if entry.slot == state.slots.count { state.slots.append(nil) }
        state.slots[entry.slot] = entry
        state.entryByTarget[hash] = entry
        state.byteCount += cost
    }

    /// Advances the hand to the next entry that was not used since the last pass, and removes it.
    private static func removeOne(from state: inout State) {
        while state.byteCount > 0 {
            state.hand = (state.hand + 1) % state.slots.count
            guard let entry = state.slots[state.hand] else { continue }
            if !entry.wasUsed { return remove(entry, from: &state) }
            entry.wasUsed = false
        }
    }

    private static func remove(_ entry: Entry, from state: inout State) {
        state.entryByTarget[entry.target.withUnsafeBytes { TargetHash($0) }] = nil
        state.slots[entry.slot] = nil
        state.freeSlots.append(entry.slot)
        state.byteCount -= entry.cost
    }
}

/// The hash of a request target, which is the cache key. Targets with equal hashes are distinguished by their bytes.
private struct TargetHash: Hashable {
    let value: UInt64

    /// Computes FNV-1a over eight bytes at a time, seeded with a secret of this process so that nobody can construct
    /// collisions.
    init(_ bytes: UnsafeRawBufferPointer) {
        var hash = Self.secret
        var position = 0
        while position + 8 <= bytes.count {
            hash = (hash ^ bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
            position += 8
        }
        for byte in bytes[position...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        value = hash
    }

    private static let secret = UInt64.random(in: .min ... .max)
}

/// The targets requested recently, by hash. Each hash has one slot, which newer ones overwrite. Half a megabyte.
private struct RecentTargets {
    private var hashes = [UInt64](repeating: 0, count: 1 << 16)

    /// Records the target and returns whether it was already recorded.
    mutating func remember(_ hash: TargetHash) -> Bool {
        let place = Int(hash.value & 0xFFFF)
        if hashes[place] == hash.value { return true }
        hashes[place] = hash.value
        return false
    }
}

extension HotTiles {
    /// Records a response from a route if the lane may send it to anyone: a full response to a GET, for a public image.
    func note(_ cacheable: CacheableResponse, given response: Response, to request: Request, of image: ServedImage) {
        guard image.isOpen, request.method == .get, response.status == .ok else { return }
        var fields = response.headers
        SecurityHeaders.addCommon(to: &fields)
        var response = ReadyResponse(fields: fields, body: cacheable.body)
        var target = request.uri.string
        target.withUTF8 { note(&response, target: UnsafeRawBufferPointer($0), expiration: image.expiration) }
    }
}
