/// The containers that recordings come in. Which one a file is, is decided by its content.
public enum RecordingFormat: String, Sendable, CaseIterable {
    /// MPEG audio, layer III.
    case mp3
    /// Opus in Ogg.
    case opus = "ogg"
    /// An MPEG-4 file.
    case m4a
    /// Uncompressed samples.
    case wav

    /// As HTTP and IIIF have it.
    public var mediaType: String {
        switch self {
        case .mp3: "audio/mpeg"
        case .opus: "audio/ogg"
        case .m4a: "audio/mp4"
        case .wav: "audio/wav"
        }
    }
}

/// A recording of what is said of a clause, or of a step of a tour, in one language: `audio/en/39.mp3`.
public struct Recording: Hashable, Sendable {
    /// The path in the source folder, below `audio/`, and that of its address.
    public let path: String
    /// The SHA-256 of the file, in hexadecimal.
    public let sha256: String
    /// The size of the file in bytes.
    public let byteCount: Int
    /// The container.
    public let format: RecordingFormat
    /// How long it is in seconds; nil where its headers do not say it.
    public let seconds: Double?
    /// The tag of its language and the id of its clause; nil for a recording that only tours name.
    public var clause: (language: String, id: String)? {
        let parts = path.split(separator: "/")
        guard parts.count == 2, let dot = parts[1].lastIndex(of: ".") else { return nil }
        return (String(parts[0]), String(parts[1][..<dot]))
    }

    package init(path: String, sha256: String, byteCount: Int, format: RecordingFormat, seconds: Double?) {
        (self.path, self.sha256, self.byteCount) = (path, sha256, byteCount)
        (self.format, self.seconds) = (format, seconds)
    }

    /// The library's name of the file, among the originals.
    public var fileName: String { "\(sha256).\(format.rawValue)" }

    /// The path of its cues, below `audio/`.
    public var cuesPath: String { (path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path) + ".vtt" }
}

/// The recordings of a document.
public struct RecordingList: Hashable, Sendable {
    /// What kind of voice is heard: "Synthetic voice"; nil where nothing is said of it.
    public var label: LanguageMap?
    /// The recordings, sorted by path.
    public var recordings: [Recording] = []
    /// The paths of cues, below `audio/`.
    public var cues: Set<String> = []

    package init() {}

    /// That of a clause in a language; the first where there are several.
    public func recording(of clause: String, in language: String) -> Recording? {
        recordings.first { $0.clause.map { $0.id == clause && $0.language == language } ?? false }
    }
}

/// A cue of a WebVTT file: what is heard in a span of time.
public struct RecordingCue: Hashable, Sendable {
    /// From when, in milliseconds.
    public let start: Int
    /// Until when, in milliseconds; later than the start.
    public let end: Int
    /// The words, without tags.
    public let text: String

    package init(start: Int, end: Int, text: String) { (self.start, self.end, self.text) = (start, end, text) }
}

/// The bounds of recordings.
public enum RecordingLimits {
    /// The largest file of a recording, in bytes.
    public static let byteCount = 50 << 20
    /// The most bytes of a document's recordings together.
    public static let totalByteCount = 2 << 30
    /// The most files below `audio/`.
    public static let files = 10_000
    /// The largest file of cues, in bytes.
    public static let cueFileByteCount = 1 << 20
    /// The most cues of a file.
    public static let cues = 20_000

    /// The folder of recordings in a source folder, with its slash.
    package static let folder = "audio/"
    /// What is said of all recordings.
    package static let aboutFile = "audio/about.json"

    /// Whether a path is that of a file of cues.
    package static func isCuePath(_ path: String) -> Bool {
        path.hasSuffix(".vtt") && TourLimits.isAudioPath(path.dropLast(4) + ".mp3")
    }
}
