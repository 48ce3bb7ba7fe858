internal import CCRC32

/// What is said of each clause of a page in one language, written in advance, so that nothing is asked of the database when
/// a point of the page is asked for: a file beside the database. Its table is in memory, 20 bytes a clause; an answer is
/// read when it is asked for.
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

    private let file: DerivedFile
    private let count: Int
    /// Where the answers end in the file.
    private let tableStart: Int
    private let table: [UInt8]

    /// Reads a file's table; nil unless that is sound and its answers have this form.
    ///
    /// - Complexity: O(*n*) in the number of clauses.
    init?(_ file: DerivedFile?, form: UInt32) {
        guard let file, file.byteCount >= Self.headerByteCount, let header = file.bytes(0..<Self.headerByteCount)
        else { return nil }
        func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as: Number.Type) -> Number {
            Self.load(header, offset, as: Number.self)
        }
        let room = (file.byteCount - Self.headerByteCount) / Self.entryByteCount
        guard number(0, as: UInt64.self) == Self.magic, number(8, as: UInt32.self) == form,
            number(16, as: UInt64.self) == UInt64(file.byteCount),
            let count = Int(exactly: number(24, as: UInt64.self)), count <= room
        else { return nil }
        tableStart = file.byteCount - count * Self.entryByteCount
        guard let table = file.bytes(tableStart..<file.byteCount),
            number(12, as: UInt32.self) == Self.checksum(table)
        else { return nil }
        (self.file, self.count, self.table) = (file, count, table)
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
    /// - Returns: Whether it could be read and its checksum is right; else nothing is added.
    /// - Complexity: O(log *n*) in the number of clauses, and O(*n*) in the bytes of the answer.
    public func append(_ clause: ClauseKey, to bytes: inout [UInt8]) -> Bool {
        guard let place = place(of: clause.key) else { return false }
        let start = place == 0 ? Self.headerByteCount : end(place - 1)
        let end = end(place)
        guard start >= Self.headerByteCount, start <= end, end <= tableStart else { return false }
        let former = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: end - start))
        let checksum = bytes.withUnsafeMutableBytes { bytes -> UInt32? in
            let answer = bytes[former...]
            guard file.read(into: UnsafeMutableRawBufferPointer(rebasing: answer), at: start) else { return nil }
            return Self.checksum(UnsafeRawBufferPointer(rebasing: answer))
        }
        let isSound = checksum == load(16 * count + 4 * place, as: UInt32.self)
        if !isSound { bytes.removeLast(end - start) }
        return isSound
    }

    private func place(of key: Int64) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if load(8 * middle, as: Int64.self) < key { low = middle + 1 } else { high = middle }
        }
        return low < count && load(8 * low, as: Int64.self) == key ? low : nil
    }

    private func end(_ place: Int) -> Int {
        Int(exactly: load(8 * (count + place), as: UInt64.self)) ?? 0
    }

    /// A number of the table.
    private func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as: Number.Type) -> Number {
        Self.load(table, offset, as: Number.self)
    }

    private static func load<Number: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: [UInt8], _ offset: Int, as: Number.Type
    ) -> Number {
        bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }

    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        bytes.withMemoryRebound(to: UInt8.self) { ccrc32($0.baseAddress, $0.count) }
    }

    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes(checksum)
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
