/// The container formats of recordings. The format of a file is determined by its content.
public enum RecordingFormat: String, Sendable, CaseIterable {
    /// MPEG audio, layer III.
    case mp3
    /// Opus in Ogg.
    case opus = "ogg"
    /// An MPEG-4 file.
    case m4a
    /// Uncompressed samples.
    case wav

    /// The media type in HTTP and IIIF.
    public var mediaType: String {
        switch self {
        case .mp3: "audio/mpeg"
        case .opus: "audio/ogg"
        case .m4a: "audio/mp4"
        case .wav: "audio/wav"
        }
    }
}

/// A recording of a clause's text, or of a tour step's text, in one language: `audio/en/39.mp3`.
public struct Recording: Hashable, Sendable {
    /// The path in the source folder and in URLs, below `audio/`.
    public let path: String
    /// The SHA-256 of the file, in hexadecimal.
    public let sha256: String
    /// The size of the file in bytes.
    public let byteCount: Int
    /// The container format.
    public let format: RecordingFormat
    /// The duration in seconds; nil if the file's headers do not state it.
    public let seconds: Double?
    /// The language tag and the id of the recorded clause; nil for a recording that only tours refer to.
    public var clause: (language: String, id: String)? {
        let parts = path.split(separator: "/")
        guard parts.count == 2, let dot = parts[1].lastIndex(of: ".") else { return nil }
        return (String(parts[0]), String(parts[1][..<dot]))
    }

    package init(path: String, sha256: String, byteCount: Int, format: RecordingFormat, seconds: Double?) {
        (self.path, self.sha256, self.byteCount) = (path, sha256, byteCount)
        (self.format, self.seconds) = (format, seconds)
    }

    /// The file name in the library, among the originals.
    public var fileName: String { "\(sha256).\(format.rawValue)" }

    /// The path of the cues file, below `audio/`.
    public var cuesPath: String { (path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path) + ".vtt" }
}

/// The recordings of a document.
public struct RecordingList: Hashable, Sendable {
    /// A description of the voice, such as "Synthetic voice"; nil if none is given.
    public var label: LanguageMap?
    /// The recordings, sorted by path.
    public var recordings: [Recording] = []
    /// The paths of cue files, below `audio/`.
    public var cues: Set<String> = []

    package init() {}

    /// Returns the recording of a clause in a language; the first if there are several.
    public func recording(of clause: String, in language: String) -> Recording? {
        recordings.first { $0.clause.map { $0.id == clause && $0.language == language } ?? false }
    }
}

/// A cue of a WebVTT file: the words spoken in a time span.
public struct RecordingCue: Hashable, Sendable {
    /// The start time in milliseconds.
    public let start: Int
    /// The end time in milliseconds, later than the start.
    public let end: Int
    /// The words, without tags.
    public let text: String

    package init(start: Int, end: Int, text: String) { (self.start, self.end, self.text) = (start, end, text) }
}

/// The limits of recordings.
public enum RecordingLimits {
    /// The maximum size of a recording, in bytes.
    public static let byteCount = 50 << 20
    /// The maximum total size of a document's recordings, in bytes.
    public static let totalByteCount = 2 << 30
    /// The maximum number of files below `audio/`.
    public static let files = 10_000
    /// The maximum size of a cues file, in bytes.
    public static let cueFileByteCount = 1 << 20
    /// The maximum number of cues in a file.
    public static let cues = 20_000

    /// The folder of recordings in a source folder, with a trailing slash.
    package static let folder = "audio/"
    /// The file that describes all recordings.
    package static let aboutFile = "audio/about.json"

    /// Whether a path is that of a cues file.
    package static func isCuePath(_ path: String) -> Bool {
        path.hasSuffix(".vtt") && TourLimits.isAudioPath(path.dropLast(4) + ".mp3")
    }
}
