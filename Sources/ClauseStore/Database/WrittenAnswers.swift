internal import CCRC32

/// What is said of each clause of a page in one language, written in advance, so that nothing is asked of the database when
/// a point of the page is asked for: a file beside the database, which is mapped.
///
/// All numbers are little-endian.
///
/// | bytes | |
/// |---|---|
/// | 0 | magic, 8 bytes |
/// | 8 | the form of the answers, CRC-32 of the table, 32 bits each |
/// | 16 | the number of all bytes, of clauses, 64 bits each |
/// | 32 | the answers, one after the other |
/// | | the table: the keys of the clauses in rising order, 64 bits each; where each answer ends, 64 bits each; CRC-32 of each |
public final class WrittenAnswers: Sendable {
    static let headerByteCount = 32
    static let entryByteCount = 20
    private static let magic = UInt64(0x7377_6e41_6c70_7845)  // "ExplAnsw"

    private let file: MappedFile
    private let count: Int
    private let table: Int

    /// Reads a mapped file; nil unless its table is sound and its answers have this form.
    ///
    /// - Complexity: O(*n*) in the number of clauses.
    init?(_ file: MappedFile?, form: UInt32) {
        guard let file, file.bytes.count >= Self.headerByteCount else { return nil }
        let bytes = file.bytes
        func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as: Number.Type) -> Number {
            Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
        }
        let room = (bytes.count - Self.headerByteCount) / Self.entryByteCount
        guard number(0, as: UInt64.self) == Self.magic, number(8, as: UInt32.self) == form,
            number(16, as: UInt64.self) == UInt64(bytes.count),
            let count = Int(exactly: number(24, as: UInt64.self)), count <= room
        else { return nil }
        table = bytes.count - count * Self.entryByteCount
        guard number(12, as: UInt32.self) == Self.checksum(bytes[table...]) else { return nil }
        (self.file, self.count) = (file, count)
    }

    /// The header of a file.
    static func header(form: UInt32, byteCount: Int, clauseCount: Int, table: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: magic)
        bytes.append(littleEndian: form)
        bytes.append(littleEndian: checksum(table))
        bytes.append(littleEndian: UInt64(byteCount))
        bytes.append(littleEndian: UInt64(clauseCount))
        return bytes
    }

    /// Adds what is said of a clause to bytes.
    ///
    /// - Returns: Whether it is there and its checksum is right; else nothing is added.
    /// - Complexity: O(log *n*) in the number of clauses, and O(*n*) in the bytes of the answer.
    public func append(_ clause: ClauseKey, to bytes: inout [UInt8]) -> Bool {
        guard let place = place(of: clause.key) else { return false }
        let start = place == 0 ? Self.headerByteCount : end(place - 1)
        let end = end(place)
        guard start >= Self.headerByteCount, start <= end, end <= table else { return false }
        let answer = file.bytes[start..<end]
        guard Self.checksum(answer) == load(table + 16 * count + 4 * place, as: UInt32.self) else { return false }
        bytes += answer
        return true
    }

    private func place(of key: Int64) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if load(table + 8 * middle, as: Int64.self) < key { low = middle + 1 } else { high = middle }
        }
        return low < count && load(table + 8 * low, as: Int64.self) == key ? low : nil
    }

    private func end(_ place: Int) -> Int {
        Int(exactly: load(table + 8 * (count + place), as: UInt64.self)) ?? 0
    }

    private func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as: Number.Type) -> Number {
        Number(littleEndian: file.bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    static func checksum(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt32 {
        let part = UnsafeRawBufferPointer(rebasing: bytes)
        return part.withMemoryRebound(to: UInt8.self) { ccrc32($0.baseAddress, $0.count) }
    }

    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { ccrc32($0.baseAddress, $0.count) }
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}

/// Writes a file of answers: one clause after the other, in the order of their keys.
struct AnswerFileWriter: ~Copyable {
    private static let bufferByteCount = 1 << 20

    private var buffer: [UInt8] = []
    private var end = WrittenAnswers.headerByteCount
    private var keys: [UInt8] = []
    private var ends: [UInt8] = []
    private var checksums: [UInt8] = []

    init() {
        buffer.reserveCapacity(Self.bufferByteCount)
        buffer.append(contentsOf: repeatElement(0, count: WrittenAnswers.headerByteCount))
    }

    /// Adds the answer of a clause; tells whether it could be written.
    mutating func add(_ key: Int64, _ answer: [UInt8], to file: borrowing NewFile) -> Bool {
        end += answer.count
        keys.append(littleEndian: key)
        ends.append(littleEndian: UInt64(end))
        checksums.append(littleEndian: WrittenAnswers.checksum(answer))
        buffer += answer
        return buffer.count < Self.bufferByteCount || flush(to: file)
    }

    /// Adds the table and the header; tells whether they could be written.
    consuming func finish(form: UInt32, in file: borrowing NewFile) -> Bool {
        let table = keys + ends + checksums
        let header = WrittenAnswers.header(
            form: form, byteCount: end + table.count, clauseCount: keys.count / 8, table: table)
        return flush(to: file) && table.withUnsafeBytes { file.write($0) }
            && header.withUnsafeBytes { file.write($0, at: 0) }
    }

    private mutating func flush(to file: borrowing NewFile) -> Bool {
        defer { buffer.removeAll(keepingCapacity: true) }
        return buffer.withUnsafeBytes { file.write($0) }
    }
}
