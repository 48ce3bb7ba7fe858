package import DocumentModel
import FileSupport
import Foundation

// The sound itself is stored among a library's originals. The source files of a version contain a one-line record in
// its place, so recordings take part in everything that versions, copies and comparisons do with source files.

extension Recording {
    /// The record that replaces the sound among the source files.
    package var record: SourceFile {
        SourceFile(name: RecordingLimits.folder + path, json: value)
    }

    /// The properties of the file, as stored in records and in fields of working copies.
    package var value: JSONValue {
        [
            "byteCount": .integer(byteCount), "format": .string(format.rawValue),
            "seconds": seconds.map(JSONValue.number), "sha256": .string(sha256),
        ]
    }

    /// A description of valid values, for errors.
    package static let rule =
        "{ sha256, byteCount, format, seconds } as the response to an upload has them, or null for no recording"

    /// Parses a record. Returns nil for any other file.
    package init?(record file: SourceFile) {
        guard TourLimits.isAudioPath(file.name), file.bytes.count <= 4_096,
            let value = try? JSONParser.parse(file.bytes)
        else { return nil }
        self.init(path: String(file.name.dropFirst(RecordingLimits.folder.count)), value: value)
    }

    /// - Parameters:
    ///   - path: The path below `audio/`.
    ///   - value: The properties, in the form of ``value``. The result is nil if they are invalid.
    package init?(path: String, value: JSONValue) {
        let known = ["byteCount", "format", "seconds", "sha256"]
        guard let members = value.members, members.allSatisfy({ known.contains($0.key) }),
            let sha256 = value["sha256"]?.textValue, Digest.isValid(sha256),
            case .number(let count)? = value["byteCount"], let byteCount = Int(exactly: count),
            (1...RecordingLimits.byteCount).contains(byteCount),
            let format = value["format"]?.textValue.flatMap(RecordingFormat.init(rawValue:))
        else { return nil }
        var seconds: Double?
        switch value["seconds"] {
        case .number(let number)? where number > 0: seconds = number
        case nil, .null?: break
        default: return nil
        }
        self.init(path: path, sha256: sha256, byteCount: byteCount, format: format, seconds: seconds)
    }
}

extension RecordingList {
    /// Finds the recordings among the source files of a document.
    ///
    /// - Complexity: O(*n*) in the number of files.
    package init(files: some Sequence<SourceFile>) {
        self.init()
        for file in files where file.name.hasPrefix(RecordingLimits.folder) {
            let path = String(file.name.dropFirst(RecordingLimits.folder.count))
            if let recording = Recording(record: file) {
                recordings.append(recording)
            } else if path.hasSuffix(".vtt") {
                cues.insert(path)
            } else if file.name == RecordingLimits.aboutFile {
                label = (try? JSONParser.parse(file.bytes))?["label"].flatMap(Self.label)
            }
        }
        recordings.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    private static func label(_ value: JSONValue) -> LanguageMap? {
        let faults = FaultCollector()
        let node = SourceNode(value: value, file: RecordingLimits.aboutFile, path: .root("label"), faults: faults)
        return node.languageMap()
    }
}

extension SourceDocument {
    /// The document's recordings.
    package var recordings: RecordingList { RecordingList(files: files) }
}
