import DocumentModel
import Foundation

/// The changed recordings of a working copy, and their cues.
struct WorkingRecordings {
    /// The language and file name, without suffix, of a recording and its cues.
    private struct Place: Hashable {
        let language: String
        let name: String

        init(_ language: String, _ name: String) { (self.language, self.name) = (language, name) }

        /// Parses the path of a file below `audio/`. Returns nil unless the file is a clause's recording or its cues.
        init?(file: String) {
            let parts = file.split(separator: "/")
            guard parts.count == 3, let dot = parts[2].lastIndex(of: ".") else { return nil }
            self.init(String(parts[1]), String(parts[2][..<dot]))
        }
    }

    private var values: [Place: JSONValue] = [:]
    private var cues: [Place: String?] = [:]

    mutating func set(_ value: JSONValue, of field: FieldPath.RecordingField, language: String, name: String) {
        switch field {
        case .existence: values[Place(language, name)] = value
        case .cues: cues[Place(language, name)] = .some(value.textValue)
        }
    }

    /// Whether a file of the published version was replaced or deleted.
    func replaces(_ file: SourceFile) -> Bool {
        guard file.name.hasPrefix(RecordingLimits.folder), let place = Place(file: file.name) else { return false }
        return file.name.hasSuffix(".vtt")
            ? cues[place] != nil : values[place] != nil && Recording(record: file) != nil
    }

    /// The changed and new files.
    var files: [SourceFile] {
        let sounds = values.compactMap { place, value in
            let format = value["format"]?.textValue ?? ""
            return Recording(path: "\(place.language)/\(place.name).\(format)", value: value)?.record
        }
        let texts = cues.compactMap { place, text in
            text.map {
                SourceFile(
                    name: "\(RecordingLimits.folder)\(place.language)/\(place.name).vtt", bytes: Data($0.utf8))
            }
        }
        return sounds + texts
    }

    /// Returns the fields of all recordings by language and name: `{ "en/39": { file, cues } }`.
    ///
    /// - Parameter files: All source files.
    static func content(_ files: [SourceFile]) -> JSONValue {
        var found: [Place: (file: JSONValue, cues: JSONValue)] = [:]
        for file in files where file.name.hasPrefix(RecordingLimits.folder) {
            guard let place = Place(file: file.name) else { continue }
            if file.name.hasSuffix(".vtt") {
                found[place, default: (.null, .null)].cues = .string(String(decoding: file.bytes, as: UTF8.self))
            } else if let recording = Recording(record: file) {
                found[place, default: (.null, .null)].file = recording.value
            }
        }
        let members = found.map { place, fields in
            JSONValue.Member(
                key: "\(place.language)/\(place.name)",
                value: .members([("file", fields.file), ("cues", fields.cues)]))
        }
        return .object(members.sorted { $0.key < $1.key })
    }
}
