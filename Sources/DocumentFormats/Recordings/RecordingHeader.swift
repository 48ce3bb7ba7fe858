package import DocumentModel
package import Foundation

/// The container and duration of a sound file, read from its headers. Nothing is decoded.
///
/// Sources: ID3 <https://id3.org/id3v2.4.0-structure>; MPEG audio frames, ISO/IEC 11172-3, 2.4.2.3 and 13818-3; Ogg pages
/// <https://www.rfc-editor.org/rfc/rfc3533>; Opus in Ogg <https://www.rfc-editor.org/rfc/rfc7845>; RIFF, "Multimedia Programming
/// Interface and Data Specifications 1.0".
package struct RecordingHeader: Hashable, Sendable {
    /// The container.
    package let format: RecordingFormat
    /// The duration in seconds, or nil if the headers do not state it.
    package let seconds: Double?

    /// Identifies a sound file that is open for reading.
    ///
    /// - Parameters:
    ///   - file: The file. Its offset is changed.
    ///   - byteCount: The size of the file.
    /// - Returns: Nil if the file is in none of the supported formats, or cannot be read.
    /// - Complexity: O(1). Reads at most about 200 kB.
    package init?(_ file: FileHandle, byteCount: Int) {
        self.init(byteCount: byteCount) { offset, count in
            guard (try? file.seek(toOffset: UInt64(offset))) != nil else { return [] }
            return (try? file.read(upToCount: count)).flatMap { $0.map(Array.init) } ?? []
        }
    }

    /// Identifies a sound file by its content.
    ///
    /// - Parameters:
    ///   - byteCount: The size of the file.
    ///   - read: Returns the given number of bytes from an offset. The range is always within the file.
    /// - Returns: Nil if the file is in none of the supported formats.
    /// - Complexity: O(1). Reads at most about 200 kB.
    package init?(byteCount: Int, read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        func bytes(_ offset: Int, _ count: Int) -> Bytes {
            guard offset >= 0, offset < byteCount else { return Bytes(bytes: []) }
            return Bytes(bytes: read(offset, min(count, byteCount - offset)))
        }
        let head = bytes(0, 512)
        if head.has("OggS", at: 0) {
            guard let seconds = Self.opusSeconds(byteCount: byteCount, head, bytes) else { return nil }
            self.init(format: .opus, seconds: seconds.value)
        } else if head.has("RIFF", at: 0), head.has("WAVE", at: 8) {
            self.init(format: .wav, seconds: Self.waveSeconds(byteCount: byteCount, bytes))
        } else if head.has("ftyp", at: 4) {
            guard ["M4A ", "mp42", "isom", "M4B ", "mp41", "iso2"].contains(where: { head.has($0, at: 8) }) else {
                return nil
            }
            self.init(format: .m4a, seconds: nil)
        } else {
            var offset = 0
            if head.has("ID3", at: 0) {
                guard let size = head.syncSafe(at: 6) else { return nil }
                offset = 10 + size
            }
            guard let seconds = Self.mpegSeconds(from: offset, byteCount: byteCount, bytes) else { return nil }
            self.init(format: .mp3, seconds: seconds.value)
        }
    }

    private init(format: RecordingFormat, seconds: Double?) {
        self.format = format
        // A duration of more than two days indicates a damaged header rather than a recording of a text.
        self.seconds = seconds.flatMap { $0 >= 0.001 && $0 < 172_000 ? ($0 * 1_000).rounded() / 1_000 : nil }
    }

    /// A duration that may be unknown, for files whose format is confirmed.
    private struct Duration { let value: Double? }

    // MARK: Opus

    private static func opusSeconds(byteCount: Int, _ head: Bytes, _ bytes: (Int, Int) -> Bytes) -> Duration? {
        guard let count = head.little(1, at: 26), head.little(1, at: 4) == 0, case let start = 27 + Int(count),
            head.has("OpusHead", at: start), let skipped = head.little(2, at: start + 10),
            let serial = head.little(4, at: 14)
        else { return nil }
        // A page has at most 65,307 bytes, so the last page begins within this range.
        let tail = bytes(max(0, byteCount - 65_536), 65_536)
        for offset in stride(from: tail.bytes.count - 27, through: 0, by: -1) where tail.has("OggS", at: offset) {
            guard tail.little(4, at: offset + 14) == serial, let granule = tail.little(8, at: offset + 6) else {
                continue
            }
            return Duration(value: granule > skipped ? Double(granule - skipped) / 48_000 : nil)
        }
        return Duration(value: nil)
    }

    // MARK: MPEG

    /// The header of a layer III frame.
    private struct Frame {
        let byteCount: Int
        let sampleCount: Int
        let sampleRate: Int
        let bitRate: Int
        /// The offset of a Xing header within the frame.
        let xingOffset: Int

        init?(_ bytes: Bytes, at offset: Int) {
            guard let header = bytes.big(4, at: offset), header >> 21 == 0x7FF else { return nil }
            let (version, layer) = (header >> 19 & 3, header >> 17 & 3)
            let (rateIndex, sampleIndex) = (Int(header >> 12 & 15), Int(header >> 10 & 3))
            guard version != 1, layer == 1, (1...14).contains(rateIndex), sampleIndex < 3 else { return nil }
            let isFirst = version == 3
            let rates =
                isFirst
                ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
                : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
            bitRate = rates[rateIndex - 1] * 1_000
            sampleRate = [44_100, 48_000, 32_000][sampleIndex] / (isFirst ? 1 : version == 2 ? 2 : 4)
            sampleCount = isFirst ? 1_152 : 576
            byteCount = sampleCount / 8 * bitRate / sampleRate + Int(header >> 9 & 1)
            let isMono = header >> 6 & 3 == 3
            xingOffset = 4 + (isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
        }
    }

    private static func mpegSeconds(from offset: Int, byteCount: Int, _ bytes: (Int, Int) -> Bytes) -> Duration? {
        let head = bytes(offset, 4_096)
        guard let frame = Frame(head, at: 0) else { return nil }
        // A single four-byte header may be a coincidence, but not a second one at the end of the first frame.
        if offset + frame.byteCount + 4 <= byteCount, Frame(head, at: frame.byteCount) == nil { return nil }
        func seconds(_ frames: UInt64?) -> Duration {
            Duration(value: frames.map { Double($0) * Double(frame.sampleCount) / Double(frame.sampleRate) })
        }
        if head.has("Xing", at: frame.xingOffset) || head.has("Info", at: frame.xingOffset) {
            guard let flags = head.big(4, at: frame.xingOffset + 4), flags & 1 == 1 else { return Duration(value: nil) }
            return seconds(head.big(4, at: frame.xingOffset + 8))
        }
        if head.has("VBRI", at: 36) { return seconds(head.big(4, at: 36 + 14)) }
        return Duration(value: Double(byteCount - offset) * 8 / Double(frame.bitRate))
    }

    // MARK: RIFF

    private static func waveSeconds(byteCount: Int, _ bytes: (Int, Int) -> Bytes) -> Double? {
        var (offset, byteRate) = (12, UInt64(0))
        for _ in 0..<64 {
            let head = bytes(offset, 24)
            guard let size = head.little(4, at: 4) else { return nil }
            if head.has("fmt ", at: 0) { byteRate = head.little(4, at: 16) ?? 0 }
            if head.has("data", at: 0) {
                guard byteRate > 0 else { return nil }
                return Double(min(size, UInt64(max(0, byteCount - offset - 8)))) / Double(byteRate)
            }
            // Chunks begin at even offsets. The size has 32 bits, so the sum cannot overflow.
            offset += 8 + Int(size) + Int(size & 1)
        }
        return nil
    }
}

/// Bytes of a file with bounds-checked access.
private struct Bytes {
    let bytes: [UInt8]

    func has(_ text: String, at offset: Int) -> Bool {
        guard offset >= 0, offset <= bytes.count - text.utf8.count else { return false }
        return bytes[offset...].starts(with: text.utf8)
    }

    func big(_ count: Int, at offset: Int) -> UInt64? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    func little(_ count: Int, at offset: Int) -> UInt64? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns a number from an ID3 tag, whose four bytes have seven bits each.
    func syncSafe(at offset: Int) -> Int? {
        guard let number = big(4, at: offset), number & 0x8080_8080 == 0 else { return nil }
        return bytes[offset..<offset + 4].reduce(0) { $0 << 7 | Int($1) }
    }
}
