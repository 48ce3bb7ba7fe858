/// The message that a child sends before the rows of a scan, in little-endian 32-bit words.
///
/// It is followed by the number of rows of each chunk, once the chunk is in its slot of the ``RowSlots``: chunk *n*,
/// counted from 0, in slot *n* modulo the number of slots. The parent sends one byte for each slot that is free again,
/// so the child is never more than all slots ahead. The number 0 ends the chunks, and is followed by the byte count of
/// the notes on the scan and the notes, one per line. If ``failureMark`` takes its place, or the message is of kind
/// `failure`, it is followed by the kind of error, the byte count of the reason, and the reason. The parent trusts none
/// of this: every number is checked against the limits before it is used.
struct ScanMessage: Equatable {
    static let wordCount = 24
    static let byteCount = wordCount * 4
    static let failureMark = UInt32.max
    static let longestReason = 1000
    private static let mostNotes = 4

    enum Kind: UInt32 {
        /// The header, possibly followed by rows.
        case picture = 1
        /// The requested image does not exist: the scan has no thumbnail.
        case nothing = 2
        /// An error.
        case failure = 3
    }

    /// "EXS1".
    private static let magic: UInt32 = 0x3153_5845

    var kind: Kind
    /// The payload, which depends on the kind.
    var words: [UInt32] = []

    /// The message as bytes.
    var bytes: [UInt8] {
        let all = [Self.magic, kind.rawValue] + words
        return Self.bytes(of: all + [UInt32](repeating: 0, count: max(0, Self.wordCount - all.count)))
    }

    /// Encodes words.
    static func bytes(of words: [UInt32]) -> [UInt8] {
        words.flatMap { word in withUnsafeBytes(of: word.littleEndian, Array.init) }
    }

    init(_ kind: Kind, _ words: [UInt32] = []) {
        self.kind = kind
        self.words = words
    }

    /// Parses a message; returns nil if it is invalid.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, bytes.uint32(at: 0) == Self.magic,
            let kind = Kind(rawValue: bytes.uint32(at: 4))
        else { return nil }
        self.kind = kind
        words = (2..<Self.wordCount).map { bytes.uint32(at: $0 * 4) }
    }

    /// Encodes an error as two words, the number of its kind and the byte count of its reason, and the reason.
    static func failure(_ error: TileEngineError) -> (words: [UInt32], reason: [UInt8]) {
        let reason = Array(error.reason.utf8.prefix(longestReason))
        let number = TileEngineError.Kind.allCases.firstIndex(of: error.kind) ?? 0
        return ([UInt32(number), UInt32(reason.count)], reason)
    }

    /// Returns the error that a child has sent, with its reason made safe to print on a terminal.
    static func error(kind: UInt32, reason: [UInt8], path: String) -> TileEngineError {
        let shown = DecodingRemarks.shown(String(decoding: reason, as: UTF8.self), most: longestReason)
        let kinds = TileEngineError.Kind.allCases
        return TileEngineError(kind < kinds.count ? kinds[Int(kind)] : .damaged, path: path, shown)
    }

    /// Encodes notes on a scan.
    static func bytes(of remarks: DecodingRemarks) -> [UInt8] {
        let text = Array(remarks.notes.joined(separator: "\n").utf8.prefix(longestReason))
        return bytes(of: [UInt32(text.count)]) + text
    }

    /// Decodes the notes that a child has sent, made safe to print on a terminal.
    static func remarks(in bytes: [UInt8]) -> DecodingRemarks {
        var remarks = DecodingRemarks()
        for line in bytes.split(separator: UInt8(ascii: "\n"), maxSplits: mostNotes) {
            let note = DecodingRemarks.shown(String(decoding: line, as: UTF8.self), most: longestReason)
            if !note.isEmpty { remarks.note(note) }
        }
        return remarks
    }
}

/// The header of a scan or thumbnail that a child sends.
struct IsolatedHeader: Equatable {
    /// The information in the scan's header.
    var info: ScanInfo
    /// Whether the decoder must hold the whole image.
    var needsWholeImage: Bool
    /// See ``Scan/pageIndex``.
    var pageIndex: Int?
    /// The size of the rows that follow; 0 × 0 if there are none.
    var rowSize = PixelSize(width: 0, height: 0)
    /// The number of channels in the rows, 1 or 3.
    var channels = 3
    /// The EXIF orientation that must still be applied to the rows.
    var exifOrientation = 1
}

extension IsolatedHeader {
    var message: ScanMessage {
        let flags = [
            info.hasAlpha, info.hasColourProfile, info.isSequential, needsWholeImage, pageIndex != nil, info.isReduced,
        ]
        return ScanMessage(
            .picture,
            [
                info.width, info.height, ScanFormat.allCases.firstIndex(of: info.format) ?? 0, info.orientation,
                info.bandCount, info.pageCount, info.bitsPerBand,
                flags.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) }, pageIndex ?? 0,
                rowSize.width, rowSize.height, channels, exifOrientation,
            ].map { UInt32(clamping: $0) })
    }

    /// Parses a child's header of a file with a given size, checking that each number is valid. Returns nil if one is
    /// not.
    init?(_ message: ScanMessage, byteCount: Int64) {
        guard message.kind == .picture, message.words.count > 12 else { return nil }
        let words = message.words.map { Int($0) }
        guard words[0] > 0, words[1] > 0, ScanFormat.allCases.indices.contains(words[2]), (1...8).contains(words[3]),
            (1...1_000_000).contains(words[4]), words[5] >= 1, [8, 16, 32, 64, 128].contains(words[6]), words[7] < 64,
            words[11] == 1 || words[11] == 3, (1...8).contains(words[12])
        else { return nil }
        func flag(_ bit: Int) -> Bool { words[7] >> bit & 1 == 1 }
        info = ScanInfo(
            width: words[0], height: words[1], format: ScanFormat.allCases[words[2]], byteCount: byteCount,
            orientation: words[3], bandCount: words[4], pageCount: words[5], bitsPerBand: words[6], hasAlpha: flag(0),
            hasColourProfile: flag(1), isSequential: flag(2), isReduced: flag(5))
        needsWholeImage = flag(3)
        pageIndex = flag(4) ? words[8] : nil
        rowSize = PixelSize(width: words[9], height: words[10])
        channels = words[11]
        exifOrientation = words[12]
    }
}
