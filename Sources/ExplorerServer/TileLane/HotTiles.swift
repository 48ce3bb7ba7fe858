import NIOConcurrencyHelpers
import HTTPTypes
import Hummingbird
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// Answers that were given lately and are likely to be asked for again, as ready bytes: head and body in one buffer.
///
/// The table is bounded in bytes. What has not been asked for since the hand of the clock last came by makes room first
/// (the CLOCK algorithm: F. J. Corbató, "A Paging Experiment with the Multics System", 1968).
final class HotTiles: Sendable {
    /// An answer and what is known of it. Touched only under the lock of ``HotTiles/state``.
    private final class Entry: @unchecked Sendable {
        let target: [UInt8]
        let expiration: Expiration
        /// Nil where all who asked had the tile.
        var answer: ReadyResponse?
        /// The second that the answer's date tells.
        var second: Int64
        /// The answer to those who have the tile, made for the first of them, and its date's second.
        var notModified: (answer: ReadyResponse, second: Int64)?
        var wasUsed = false
        /// The entry's place in the clock's circle.
        var slot = 0

        init(target: [UInt8], expiration: Expiration, _ kind: Kind, _ answer: ReadyResponse, second: Int64) {
            (self.target, self.expiration, self.second) = (target, expiration, second)
            switch kind {
            case .whole: self.answer = answer
            case .notModified: notModified = (answer, second)
            }
            // All that its buffer has, which is up to twice what is in it, and a head for 304.
            cost = answer.bytes.storageCapacity + answer.headByteCount + target.count + 512
        }

        /// What the entry takes of memory.
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

    /// What an answer is.
    enum Kind {
        case whole
        /// A 304, which tells its tag.
        case notModified
    }

    private struct State {
        var slots: [Entry?] = []
        var freeSlots: [Int] = []
        var entryByTarget: [TargetHash: Entry] = [:]
        var byteCount = 0
        var hand = 0
        var date = HTTPDate(second: 0)
        var askedOnce = AskedOnce()

        /// The date in the form of its field; made once a second.
        mutating func date(at second: Int64) -> HTTPDate {
            if date.second != second { date = HTTPDate(second: second) }
            return date
        }
    }

    private let state = NIOLockedValueBox(State())
    /// How many bytes the answers may take together.
    let byteLimit: Int
    private let onChange: @Sendable (_ byteCount: Int) -> Void

    /// - Parameters:
    ///   - byteLimit: How many bytes the answers may take together.
    ///   - onChange: Told by how much all answers grew, or shrank where negative. It must not call the table.
    init(byteLimit: Int, onChange: @escaping @Sendable (_ byteCount: Int) -> Void = { _ in }) {
        self.byteLimit = byteLimit
        self.onChange = onChange
    }

    /// What all answers take of memory, in bytes.
    var byteCount: Int { state.withLockedValue { $0.byteCount } }

    /// How many answers are ready.
    var count: Int { state.withLockedValue { $0.entryByTarget.count } }

    /// The ready answer to the request, with today's date in it, or `nil`.
    ///
    /// - Complexity: O(1), and once a second for each target O(*n*) in the answer's size, for its date.
    func answer(to request: TileRequest, now: HTTPDate.Clock = .now()) -> LaneAnswer? {
        state.withLockedValue { state in
            guard let entry = state.entryByTarget[TargetHash(request.target)], entry.isFor(request.target),
                entry.expiration.isCurrent(now.deadline)
            else { return nil }
            entry.wasUsed = true
            if let condition = request.condition,
                let answer = Self.notModified(entry, condition, second: now.second, &state)
            {
                return LaneAnswer(answer, .notModified)
            }
            if entry.second != now.second, let offset = entry.answer?.dateOffset {
                entry.answer?.bytes.setBytes(state.date(at: now.second).bytes, at: offset)
                entry.second = now.second
            }
            guard let answer = entry.answer else { return nil }
            guard request.isHead else { return LaneAnswer(answer.bytes, .hot) }
            return answer.bytes.getSlice(at: 0, length: answer.headByteCount).map { LaneAnswer($0, .hot) }
        }
    }

    /// The answer to a request whose condition names the entry's tag; nil where it names others.
    private static func notModified(
        _ entry: Entry, _ condition: UnsafeRawBufferPointer, second: Int64, _ state: inout State
    ) -> ByteBuffer? {
        if entry.notModified == nil { entry.notModified = entry.answer.map { ($0.notModified(), 0) } }
        guard let known = entry.notModified, known.answer.isNamed(by: condition) else { return nil }
        if known.second == second { return known.answer.bytes }
        entry.notModified?.second = second
        entry.notModified?.answer.bytes.setBytes(state.date(at: second).bytes, at: known.answer.dateOffset)
        return entry.notModified?.answer.bytes
    }

    /// Takes note of an answer that was just made, and keeps it if its target was asked for before.
    ///
    /// Most tiles of a large scan are seen once and not again for long. To copy them into new memory would cost twice
    /// what it costs to read them (75,000 against 28,000 first touches per second of CPU), and push out others.
    ///
    /// - Parameters:
    ///   - answer: The answer, whose date is filled in.
    ///   - kind: What it is.
    ///   - target: The request's target, as the client wrote it.
    ///   - expiration: How long the answer holds.
    func note(
        _ answer: inout ReadyResponse, _ kind: Kind = .whole, target: UnsafeRawBufferPointer, expiration: Expiration,
        now: HTTPDate.Clock = .now()
    ) {
        let hash = TargetHash(target)
        state.withLockedValue { state in
            answer.bytes.setBytes(state.date(at: now.second).bytes, at: answer.dateOffset)
            if state.askedOnce.remember(hash) {
                let entry = Entry(
                    target: Array(target), expiration: expiration, kind, answer, second: now.second)
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

    /// Moves the hand to the next entry that was not used since it last came by, and removes it.
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

/// The hash of a target's bytes by which it is found; equal hashes are told apart by the bytes.
private struct TargetHash: Hashable {
    let value: UInt64

    /// FNV-1a over eight bytes at a time, begun with a secret of this process so that nobody can choose collisions.
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

/// Which targets were asked for lately, by their hashes, each at the one place where its hash belongs; a newer one takes
/// the place over. Half a megabyte.
private struct AskedOnce {
    private var hashes = [UInt64](repeating: 0, count: 1 << 16)

    /// Notes the target, and says whether it was noted before.
    mutating func remember(_ hash: TargetHash) -> Bool {
        let place = Int(hash.value & 0xFFFF)
        if hashes[place] == hash.value { return true }
        hashes[place] = hash.value
        return false
    }
}

extension HotTiles {
    /// Takes note of an answer that a route has given, if the lane may give it to anyone: a whole one to a GET, of an image
    /// that anyone may see.
    func note(_ cacheable: CacheableResponse, given response: Response, to request: Request, of image: ServedImage) {
        guard image.isOpen, request.method == .get, response.status == .ok else { return }
        var fields = response.headers
        SecurityHeaders.addCommon(to: &fields)
        var answer = ReadyResponse(fields: fields, body: cacheable.body)
        var target = request.uri.string
        target.withUTF8 { note(&answer, target: UnsafeRawBufferPointer($0), expiration: image.expiration) }
    }
}
