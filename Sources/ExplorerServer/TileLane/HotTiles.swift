import NIOConcurrencyHelpers
import NIOCore

/// Answers that were given lately and are likely to be asked for again, as ready bytes: head and body in one buffer.
///
/// The table is bounded in bytes. What has not been asked for since the hand of the clock last came by makes room first
/// (the CLOCK algorithm: F. J. Corbató, "A Paging Experiment with the Multics System", 1968).
final class HotTiles: Sendable {
    private struct Entry {
        let target: [UInt8]
        let lease: ImageLease
        var answer: ByteBuffer
        /// Where in the answer the date's 29 bytes stand.
        let dateOffset: Int
        /// The second that the answer's date tells.
        var second: Int64
        var wasUsed: Bool

        /// What the entry takes of memory.
        var cost: Int { answer.readableBytes + target.count + 256 }
    }

    private struct State {
        var slots: [Entry?] = []
        var freeSlots: [Int] = []
        var slotByTarget: [TargetHash: Int] = [:]
        var byteCount = 0
        var hand = 0
        var date = HTTPDate(second: 0)
    }

    private let state = NIOLockedValueBox(State())
    private let byteLimit: Int

    /// - Parameter byteLimit: How many bytes the answers may take together.
    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    /// What all answers take of memory, in bytes.
    var byteCount: Int { state.withLockedValue { $0.byteCount } }

    /// The ready answer to a GET of the target, with today's date in it, or `nil`.
    ///
    /// - Complexity: O(1), and once a second for each target O(*n*) in the answer's size, for its date.
    func answer(to target: UnsafeRawBufferPointer, now: HTTPDate.Clock = .now()) -> ByteBuffer? {
        state.withLockedValue { state in
            guard let slot = state.slotByTarget[TargetHash(target)], var entry = state.slots[slot],
                entry.target.elementsEqual(target), entry.lease.isCurrent(now.deadline)
            else { return nil }
            if entry.second != now.second {
                if state.date.second != now.second { state.date = HTTPDate(second: now.second) }
                // The buffer must not be held twice here, or it would be copied for the change.
                state.slots[slot] = nil
                entry.answer.setBytes(state.date.bytes, at: entry.dateOffset)
                entry.second = now.second
                entry.wasUsed = true
                state.slots[slot] = entry
            } else if !entry.wasUsed {
                state.slots[slot]?.wasUsed = true
            }
            return entry.answer
        }
    }

    /// Keeps an answer.
    ///
    /// - Parameters:
    ///   - target: The request's target, as the client wrote it.
    ///   - head: The status line and the fields, each ended by CR LF, up to and without the Date field.
    ///   - body: The content.
    ///   - lease: Says how long the answer holds.
    func keep(target: some Collection<UInt8>, head: String, body: ByteBuffer, lease: ImageLease) {
        let date = HTTPDate(second: 0)
        let opening = head + "Date: "
        var answer = ByteBuffer()
        answer.reserveCapacity(opening.utf8.count + date.bytes.count + 4 + body.readableBytes)
        answer.writeString(opening)
        answer.writeBytes(date.bytes)
        answer.writeString("\r\n\r\n")
        answer.writeImmutableBuffer(body)
        let entry = Entry(
            target: Array(target), lease: lease, answer: answer, dateOffset: opening.utf8.count, second: 0,
            wasUsed: false)
        guard entry.cost <= byteLimit else { return }
        let hash = entry.target.withUnsafeBytes { TargetHash($0) }
        state.withLockedValue { state in
            if let former = state.slotByTarget[hash] { Self.remove(former, from: &state) }
            while state.byteCount + entry.cost > byteLimit { Self.removeOne(from: &state) }
            let slot = state.freeSlots.popLast() ?? state.slots.count
            if slot == state.slots.count { state.slots.append(nil) }
            state.slots[slot] = entry
            state.slotByTarget[hash] = slot
            state.byteCount += entry.cost
        }
    }

    /// Moves the hand to the next entry that was not used since it last came by, and removes it.
    private static func removeOne(from state: inout State) {
        while state.byteCount > 0 {
            state.hand = (state.hand + 1) % state.slots.count
            guard let entry = state.slots[state.hand] else { continue }
            if entry.wasUsed {
                state.slots[state.hand]?.wasUsed = false
            } else {
                return remove(state.hand, from: &state)
            }
        }
    }

    private static func remove(_ slot: Int, from state: inout State) {
        guard let entry = state.slots[slot] else { return }
        state.slotByTarget[entry.target.withUnsafeBytes { TargetHash($0) }] = nil
        state.slots[slot] = nil
        state.freeSlots.append(slot)
        state.byteCount -= entry.cost
    }
}

/// The hash of a target's bytes by which it is found; equal hashes are told apart by the bytes.
private struct TargetHash: Hashable {
    private let value: UInt64

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

/// How long what is known of an image holds. It is renewed as long as the library says the same.
final class ImageLease: Sendable {
    private let deadline = NIOLockedValueBox(NIODeadline.uptimeNanoseconds(0))

    /// When it ends, unless it is renewed.
    var end: NIODeadline { deadline.withLockedValue { $0 } }

    /// Makes what is known hold until the deadline.
    func renew(until end: NIODeadline) {
        deadline.withLockedValue { $0 = end }
    }

    /// Whether it still holds.
    func isCurrent(_ now: NIODeadline) -> Bool { end > now }
}
