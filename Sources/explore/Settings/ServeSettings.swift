import ArgumentParser
import ClauseStore
import DocumentModel
import Foundation

// `ServeSettings` inserts the values of the environment and the file into the command line before it is parsed, using the
// parser's own description of the flags: a new flag is a setting without further code.

/// The settings of `explore serve`: what the command line says, else the environment, else the file, else the default.
struct ServeSettings {
    /// Where a value comes from.
    enum Origin: Equatable {
        case commandLine
        case environment(String)
        case file(String, line: Int)
        case standard

        var description: String {
            switch self {
            case .commandLine: "command line"
            case .environment(let name): name
            case .file(let path, let line): "\(path):\(line)"
            case .standard: "default"
            }
        }
    }

    /// The command line with what the environment and the file say put before what was given.
    let arguments: [String]
    private let values: [String: (values: [String], origin: Origin)]

    /// Completes the arguments of the program, if they are those of `serve`.
    ///
    /// - Throws: ``SettingsFile/Fault`` with the file and the line, or the name of the environment variable.
    init(arguments: [String], environment: [String: String]) throws {
        guard arguments.first == "serve", !arguments.contains(where: { Self.questions.contains($0) }) else {
            self.arguments = arguments
            values = [:]
            return
        }
        let rest = Array(arguments.dropFirst())
        var values: [String: (values: [String], origin: Origin)] = [:]
        let path =
            Self.given("config", in: rest)?.last ?? environment["EXPLORE_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        let settings = ServeSetting.all
        let file = try path.map { try SettingsFile(path: $0) }
        for entry in file?.entries ?? [] where !settings.contains(where: { $0.name == entry.key }) {
            throw SettingsFile.Fault(file?.path ?? "", line: entry.line, Self.unknown(entry.key, among: settings))
        }
        var completed: [String] = ["serve"]
        for setting in settings {
            let found: ([String], Origin)?
            if let given = Self.given(setting.name, in: rest, isFlag: setting.kind == .flag) {
                values[setting.name] = (given, .commandLine)
                continue
            } else if let value = environment[setting.variable], !value.isEmpty {
                found = (try Self.values(of: setting, variable: value), .environment(setting.variable))
            } else if let file, let entry = file.entries.first(where: { $0.key == setting.name }) {
                found = (try Self.values(of: setting, entry, in: file), .file(file.path, line: entry.line))
            } else {
                found = nil
            }
            guard let found else { continue }
            values[setting.name] = (found.0, found.1)
            // Every command reads the library's variable by itself; for `--from` it is no contradiction.
            if setting.name == "library", found.1 == .environment(setting.variable) { continue }
            if setting.kind == .flag {
                if found.0 == ["true"] { completed.append("--\(setting.name)") }
            } else {
                completed += found.0.map { "--\(setting.name)=\($0)" }
            }
        }
        self.arguments = completed + rest
        self.values = values
    }

    private static let questions: Set<String> = ["--help", "-h", "-help", "--version", "--experimental-dump-help"]

    /// All settings as a settings file, each with where it comes from.
    var listing: String {
        var text = ""
        for setting in ServeSetting.all {
            let found = values[setting.name] ?? (setting.defaultValue.map { [$0] } ?? [], .standard)
            guard !found.values.isEmpty else {
                text += "# \(setting.name) is not set\n"
                continue
            }
            let written = found.values.map { value in
                switch setting.kind {
                case .flag, .number: value
                case .text, .choice: Self.quoted(value)
                }
            }
            let value = setting.isRepeating ? "[" + written.joined(separator: ", ") + "]" : written.last ?? ""
            text += "\(setting.name) = \(value)  # \(found.origin.description)\n"
        }
        return text
    }

    /// The values of a flag on the command line; nil where it is not there.
    private static func given(_ name: String, in arguments: [String], isFlag: Bool = false) -> [String]? {
        var values: [String] = []
        for (place, argument) in arguments.enumerated() {
            if argument == "--" { break }
            if argument == "--\(name)" {
                values.append(isFlag ? "true" : place + 1 < arguments.count ? arguments[place + 1] : "")
            } else if argument.hasPrefix("--\(name)=") {
                values.append(String(argument.dropFirst(name.count + 3)))
            }
        }
        return values.isEmpty ? nil : values
    }

    private static func values(of setting: ServeSetting, variable text: String) throws -> [String] {
        if setting.kind == .flag {
            switch text.lowercased() {
            case "true", "1", "yes", "on": return ["true"]
            case "false", "0", "no", "off": return ["false"]
            default: throw SettingsFile.Fault(setting.variable, "is '\(text)', expected true or false")
            }
        }
        let values =
            setting.isRepeating ? text.parts(at: ",").map { String($0.trimmed) } : [text]
        for value in values where ServeSetting.complaint(about: value, for: setting.name) != nil {
            throw SettingsFile.Fault(setting.variable, reason(value: "'\(value)'", plain: value, of: setting))
        }
        return values
    }

    private static func values(
        of setting: ServeSetting, _ entry: SettingsFile.Entry, in file: SettingsFile
    ) throws -> [String] {
        func fault(_ reason: String) -> SettingsFile.Fault {
            SettingsFile.Fault(file.path, line: entry.line, "\(entry.key) \(reason)")
        }
        let items: [SettingsValue]
        if case .array(let list) = entry.value, setting.isRepeating { items = list } else { items = [entry.value] }
        return try items.map { item in
            let text: String
            switch (item, setting.kind) {
            case (.boolean(let value), .flag): return value ? "true" : "false"
            case (.string(let value), .text), (.string(let value), .choice): text = value
            case (.integer(let value), .number): text = String(value)
            case (.real(let value), .number): text = "\(value)"
            default: throw fault("is \(item.kind), expected \(setting.expectation)")
            }
            guard !text.contains("\0") else { throw fault("has a NUL") }
            guard ServeSetting.complaint(about: text, for: setting.name) == nil else {
                throw fault(reason(value: setting.kind == .number ? text : quoted(text), plain: text, of: setting))
            }
            return text
        }
    }

    /// What is wrong with a value: the command's own words where they are about the flag.
    private static func reason(value: String, plain: String, of setting: ServeSetting) -> String {
        let complaint = ServeSetting.complaint(about: plain, for: setting.name) ?? ""
        let own = "--\(setting.name) "
        if complaint.hasPrefix(own) { return String(complaint.dropFirst(own.count)) }
        return "is \(value), expected \(setting.expectation)"
    }

    private static func unknown(_ key: String, among settings: [ServeSetting]) -> String {
        let near = settings.map(\.name).min { distance($0, key) < distance($1, key) }
        let hint = near.map { distance($0, key) <= 3 ? "; did you mean '\($0)'?" : "" } ?? ""
        return "'\(key)' is not a setting\(hint.isEmpty ? ", expected those of docs/configuration.md" : hint)"
    }

    /// How many letters are to be changed, added or left out (V. I. Levenshtein, 1966).
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one.utf8), Array(other.utf8.prefix(64)))
        var row = Array(0...other.count)
        for (place, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = place + 1
            for (column, against) in other.enumerated() {
                let changed = diagonal + (letter == against ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
