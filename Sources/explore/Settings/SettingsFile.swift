import Foundation

/// A value of a settings file.
enum SettingsValue: Equatable {
    case string(String)
    case integer(Int)
    case real(Double)
    case boolean(Bool)
    case array([SettingsValue])

    /// A description of the value's kind, for errors.
    var kind: String {
        switch self {
        case .string: "a string"
        case .integer, .real: "a number"
        case .boolean: "true or false"
        case .array: "a list"
        }
    }
}

/// The keys and values of a settings file, with their line numbers.
///
/// The file is TOML 1.0 (https://toml.io/en/v1.0.0) without features that settings do not need: tables, dates and
/// multi-line strings. No package is used, because errors for unknown keys and values of the wrong type state the line:
/// TOMLKit has line numbers only for syntax errors, and swift-configuration reads JSON, YAML and property lists,
/// without line numbers.
struct SettingsFile {
    struct Entry {
        let key: String
        let value: SettingsValue
        let line: Int
    }

    /// An error in a file, as one line with the file and the line number.
    struct Fault: Error, CustomStringConvertible {
        let description: String

        init(_ path: String, line: Int? = nil, _ reason: String) {
            description = "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)"
        }
    }

    let path: String
    let entries: [Entry]

    /// The maximum size of a file, in bytes.
    private static let byteLimit = 1 << 20

    /// Reads a file.
    init(path: String) throws {
        guard let handle = FileHandle(forReadingAtPath: path),
            let data = try? handle.read(upToCount: Self.byteLimit + 1) ?? Data()
        else { throw Fault(path, "cannot be read, expected a file of settings (docs/configuration.md)") }
        guard data.count <= Self.byteLimit else { throw Fault(path, "is larger than \(Self.byteLimit) bytes") }
        guard let text = String(validating: data, as: UTF8.self) else { throw Fault(path, "is not UTF-8") }
        try self.init(path: path, text: text)
    }

    /// Parses a text.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    init(path: String, text: String) throws {
        var reader = SettingsReader(path: path, text: text)
        (self.path, entries) = (path, try reader.entries())
    }
}
