import Foundation

/// A value of a settings file.
enum SettingsValue: Equatable {
    case string(String)
    case integer(Int)
    case real(Double)
    case boolean(Bool)
    case array([SettingsValue])

    /// What the value is, for errors.
    var kind: String {
        switch self {
        case .string: "a string"
        case .integer, .real: "a number"
        case .boolean: "true or false"
        case .array: "a list"
        }
    }
}

/// Keys and values of a settings file, with their lines.
///
/// The file is TOML 1.0 (https://toml.io/en/v1.0.0) without what settings have no use for: tables, dates, strings over
/// several lines. It is read here and not by a package, because an unknown key and a value of the wrong type are reported
/// with their line: TOMLKit knows the lines of syntax errors only, and swift-configuration reads JSON, YAML and property
/// lists, without lines.
struct SettingsFile {
    struct Entry {
        let key: String
        let value: SettingsValue
        let line: Int
    }

    /// Why a file cannot be read: one line with the file and the line in it.
    struct Fault: Error, CustomStringConvertible {
        let description: String

        init(_ path: String, line: Int? = nil, _ reason: String) {
            description = "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)"
        }
    }

    let path: String
    let entries: [Entry]

    /// The size limit of a file, in bytes.
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

    /// Reads a text.
    ///
    /// - Complexity: O(*n*) in its length.
    init(path: String, text: String) throws {
        var reader = SettingsReader(path: path, text: text)
        (self.path, entries) = (path, try reader.entries())
    }
}
