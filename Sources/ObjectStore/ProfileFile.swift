import FileSupport
import Foundation

/// A configuration file of AWS's own tools: `[profile]` lines, and `name = value` below them.
///
/// https://docs.aws.amazon.com/cli/v1/userguide/cli-configure-files.html
struct ProfileFile: Sendable {
    /// The maximum size of a file, in bytes.
    private static let byteLimit = 1 << 20

    /// The path that the file was read from.
    let path: String
    /// The names and values of each section, by the section's name as written.
    let sections: [String: [String: String]]

    /// Reads the file; returns nil if it does not exist. `/dev/null` counts as missing.
    ///
    /// - Throws: ``StoreError/credentials(_:)`` with the number of the faulty line, but not its content.
    init?(path: String) throws(StoreError) {
        guard let bytes = try Self.bytes(of: path) else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .credentials("\(path): is not UTF-8, expected lines such as [default] and aws_access_key_id = …")
        }
        try self.init(text: text, path: path)
    }

    init(text: String, path: String) throws(StoreError) {
        self.path = path
        var sections: [String: [String: String]] = [:]
        var section: String?
        // Splits by Unicode scalars, because Swift treats a space with a combining mark, and CR LF, as one character
        // each.
        let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
        for (number, line) in zip(1..., lines) {
            // Indented lines belong to nested settings, none of which are used here.
            if line.first == " " || line.first == "\t" { continue }
            let words = Self.trimmed(line)
            if words.isEmpty || words.first == "#" || words.first == ";" { continue }
            if words.first == "[" {
                guard let end = words.firstIndex(of: "]") else {
                    throw Self.fault(path, number, "a name in brackets such as [default]")
                }
                let name = Self.name(words[..<end].dropFirst())
                section = name
                sections[name, default: [:]] = sections[name] ?? [:]
                continue
            }
            guard let equals = line.firstIndex(of: "="), let section else {
                throw Self.fault(path, number, section == nil ? "a name in brackets first" : "name = value")
            }
            let name = Self.name(line[..<equals]).lowercased()
            sections[section]?[name] = String(Self.trimmed(line[line.index(after: equals)...]))
        }
        self.sections = sections
    }

    /// Returns the words of a name with single spaces between them.
    private static func name(_ part: Substring.UnicodeScalarView) -> String {
        part.split { $0 == " " || $0 == "\t" }.map { String($0) }.joined(separator: " ")
    }

    private static func trimmed(_ part: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        var rest = part.drop(while: \.properties.isWhitespace)
        while rest.last?.properties.isWhitespace == true { rest = rest.dropLast() }
        return rest
    }

    private static func fault(_ path: String, _ line: Int, _ expected: String) -> StoreError {
        .credentials("\(path):\(line): cannot be understood, expected \(expected)")
    }

    private static func bytes(of path: String) throws(StoreError) -> [UInt8]? {
        guard path != "/dev/null" else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .credentials("\(path): \(SystemError.text()), expected a file that this user may read")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw .credentials("\(path): \(SystemError.text()), expected a file with profiles")
            }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= byteLimit else {
                throw .credentials("\(path): is larger than \(byteLimit) bytes, expected a file with profiles")
            }
        }
    }
}

/// The selected profile, read from the credentials file and the configuration file.
struct SharedProfile: Sendable {
    /// The settings of the profile. Settings in the credentials file take precedence.
    let values: [String: String]
    let name: String
    /// The paths of the files that were searched.
    let paths: [String]

    /// - Parameter profile: The profile requested with `--profile`, or nil.
    init(profile: String?, environment: [String: String]) throws(StoreError) {
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let requested = profile ?? variable("AWS_PROFILE") ?? variable("AWS_DEFAULT_PROFILE")
        name = requested ?? "default"
        let home = variable("HOME") ?? ""
        let credentials = variable("AWS_SHARED_CREDENTIALS_FILE") ?? home + "/.aws/credentials"
        let config = variable("AWS_CONFIG_FILE") ?? home + "/.aws/config"
        paths = [credentials, config]
        let first = try ProfileFile(path: credentials)?.sections[name]
        let file = try ProfileFile(path: config)
        // In this file, the names of all profiles except the default one follow the word `profile`.
        let second = file?.sections["profile \(name)"] ?? (name == "default" ? file?.sections[name] : nil)
        if let requested, first == nil, second == nil {
            throw .credentials(
                "the profile '\(StoreError.plain(requested))' is in neither \(credentials) nor \(config), "
                    + "expected an existing profile")
        }
        values = (second ?? [:]).merging(first ?? [:]) { $1 }
    }
}
