/// What a child says of a scan before its rows, in so many little-endian words of 32 bits.
///
/// After it come chunks: a number of rows, then their bytes; 0 ends them, and is followed by the number of bytes of the notes on
/// the scan, and these, a line each. ``failureMark`` in its place, or a message of
/// kind `failure`, is followed by the kind of error, the number of bytes of its reason, and these. The parent believes
/// nothing of it: each number is checked against the limits before it is used.
struct ScanMessage: Equatable {
    static let wordCount = 24
    static let byteCount = wordCount * 4
    static let failureMark = UInt32.max
    static let longestReason = 1000
    private static let mostNotes = 4

    enum Kind: UInt32 {
        /// What the header says, and perhaps rows.
        case picture = 1
        /// There is no such picture: a scan without a thumbnail.
        case nothing = 2
        /// An error.
        case failure = 3
    }

    /// "EXS1".
    private static let magic: UInt32 = 0x3153_5845

    var kind: Kind
    /// What is left of the words is the kind's own.
    var words: [UInt32] = []

    /// The words, to be sent.
    var bytes: [UInt8] {
        let all = [Self.magic, kind.rawValue] + words
        let padded = all + [UInt32](repeating: 0, count: max(0, Self.wordCount - all.count))
        return padded.flatMap { word in withUnsafeBytes(of: word.littleEndian, Array.init) }
    }

    init(_ kind: Kind, _ words: [UInt32] = []) {
        self.kind = kind
        self.words = words
    }

    /// Reads a message; nil for what is none.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, bytes.uint32(at: 0) == Self.magic,
            let kind = Kind(rawValue: bytes.uint32(at: 4))
        else { return nil }
        self.kind = kind
        words = (2..<Self.wordCount).map { bytes.uint32(at: $0 * 4) }
    }

    /// The kinds of errors, by their numbers.
    private static let errorKinds: [TileEngineError.Kind] = [
        .unreadable, .unsupported, .tooLarge, .outOfRange, .io, .damaged,
    ]

    /// An error as two words and the bytes of its reason.
    static func failure(_ error: TileEngineError) -> (words: [UInt32], reason: [UInt8]) {
        let reason = Array(error.reason.utf8.prefix(longestReason))
        return ([UInt32(errorKinds.firstIndex(of: error.kind) ?? 5), UInt32(reason.count)], reason)
    }

    /// The error that a child has told, in words that a terminal can be shown: letters, marks, numbers and signs.
    static func error(kind: UInt32, reason: [UInt8], path: String) -> TileEngineError {
        let shown = DecodingRemarks.shown(String(decoding: reason, as: UTF8.self), most: longestReason)
        let kind = errorKinds.indices.contains(Int(kind)) ? errorKinds[Int(kind)] : .damaged
        return TileEngineError(kind, path: path, shown)
    }

    /// Notes on a scan, as a child sends them.
    static func bytes(of remarks: DecodingRemarks) -> [UInt8] {
        let text = Array(remarks.notes.joined(separator: "\n").utf8.prefix(longestReason))
        return withUnsafeBytes(of: UInt32(text.count).littleEndian, Array.init) + text
    }

    /// The notes that a child has sent, in words that a terminal can be shown.
    static func remarks(in bytes: [UInt8]) -> DecodingRemarks {
        var remarks = DecodingRemarks()
        for line in bytes.split(separator: UInt8(ascii: "\n"), maxSplits: mostNotes) {
            let note = DecodingRemarks.shown(String(decoding: line, as: UTF8.self), most: longestReason)
            if !note.isEmpty { remarks.note(note) }
        }
        return remarks
    }
}

/// What a child says of a picture.
struct IsolatedHeader: Equatable {
    /// What the scan's header says.
    var info: ScanInfo
    /// Whether its decoder must hold all of it.
    var needsWholeImage: Bool
    /// See ``Scan/pageIndex``.
    var pageIndex: Int?
    /// The size of the rows that come, 0 by 0 where none do.
    var rowSize = PixelSize(width: 0, height: 0)
    /// The channels of the rows, 1 or 3.
    var channels = 3
    /// How the rows must be turned to be upright, as EXIF's orientation says it.
    var turn = 1

    init(info: ScanInfo, needsWholeImage: Bool, pageIndex: Int?) {
        self.info = info
        self.needsWholeImage = needsWholeImage
        self.pageIndex = pageIndex
    }

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
                rowSize.width, rowSize.height, channels, turn,
            ].map { UInt32(clamping: $0) })
    }

    /// Reads what a child says of a file of so many bytes, and checks each number against what is possible at all.
    ///
    /// - Returns: Nil for what is not.
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
        turn = words[12]
    }
}
