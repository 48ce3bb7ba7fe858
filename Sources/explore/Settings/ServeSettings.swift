import ArgumentParser
import DocumentModel

// `ServeSettings` inserts the values of the environment and the file into the command line before it is parsed, using
// the parser's own description of the flags: so a new flag becomes a setting without further code.

/// The settings of `explore serve`. The command line takes precedence over the environment, which takes precedence over
/// the file, and the file over the defaults.
struct ServeSettings {
    /// The command line, preceded by settings from the environment and the file.
    let arguments: [String]
    private var found: [String: (values: [String], source: String)] = [:]

    /// Completes the arguments of the program, if they are those of `serve`.
    ///
    /// - Throws: ``SettingsFile/Fault`` with the file and the line, or the name of the environment variable.
    init(arguments: [String], environment: [String: String]) throws {
        guard arguments.first == "serve", Self.questions.isDisjoint(with: arguments) else {
            self.arguments = arguments
            return
        }
        let given = Array(arguments.dropFirst())
        let variables = environment.filter { !$0.value.isEmpty }
        let path = Self.values(of: "config", in: given).last ?? variables["EXPLORE_CONFIG"]
        let file = try path.map { try SettingsFile(path: $0) }
        let settings = ServeSetting.all
        for entry in file?.entries ?? [] where !settings.contains(where: { $0.name == entry.key }) {
            throw SettingsFile.Fault(file?.path ?? "", line: entry.line, Self.unknown(entry.key))
        }
        var inserted: [String] = []
        for setting in settings {
            let name = setting.name
            let values: [String]
            let onCommandLine = Self.values(of: name, in: given, isFlag: setting.isFlag)
            if !onCommandLine.isEmpty {
                found[name] = (onCommandLine, Self.commandLine)
                continue
            } else if let text = variables[setting.variable] {
                values = try Self.values(of: setting, variable: text)
                found[name] = (values, setting.variable)
                // Every command reads the library's variable itself, so it does not contradict `--from`.
                if name == "library" { continue }
            } else if let file, let entry = file.entries.first(where: { $0.key == name }) {
                values = try Self.values(of: setting, entry, in: file)
                found[name] = (values, "\(file.path):\(entry.line)")
            } else {
                continue
            }
            if !setting.isFlag {
                inserted += values.map { "--\(name)=\($0)" }
            } else if values == ["true"] {
                inserted.append("--\(name)")
            }
        }
        self.arguments = ["serve"] + inserted + given
    }

    private static let commandLine = "command line"
    private static let questions: Set<String> = ["--help", "-h", "-help", "--version", "--experimental-dump-help"]

    /// Parses the arguments. An error about settings that do not go together is one line that names their places, if
    /// any of them is in the environment or the file.
    func parsing<Command>(_ parse: ([String]) throws -> sending Command) throws -> sending Command {
        do {
            return try parse(arguments)
        } catch {
            let message = ServeCommand.message(for: error)
            // The parser's own errors do not begin with a flag.
            guard message.hasPrefix("--") else { throw error }
            let mentioned = Set(message.matches(of: /--([a-z0-9-]+)/).map { String($0.output.1) })
            let places = mentioned.compactMap { found[$0]?.source }.filter { $0 != Self.commandLine }
            guard !places.isEmpty else { throw error }
            throw SettingsFile.Fault(Set(places).sorted().joined(separator: ", "), message)
        }
    }

    /// All settings in the notation of a settings file, each with its source.
    var listing: String {
        ServeSetting.all.map { setting in
            let (values, source) = found[setting.name] ?? (setting.defaultValue.map { [$0] } ?? [], "default")
            guard let last = values.last else { return "# \(setting.name) is not set\n" }
            let value =
                setting.isRepeating
                ? "[" + values.map(setting.written).joined(separator: ", ") + "]" : setting.written(last)
            return "\(setting.name) = \(value)  # \(source)\n"
        }.joined()
    }

    /// Returns the values of a flag on the command line.
    private static func values(of name: String, in arguments: [String], isFlag: Bool = false) -> [String] {
        let arguments = arguments.prefix { $0 != "--" }
        return arguments.enumerated().compactMap { place, argument in
            if argument == "--\(name)" { return isFlag ? "true" : arguments.dropFirst(place + 1).first ?? "" }
            return argument.hasPrefix("--\(name)=") ? String(argument.dropFirst(name.count + 3)) : nil
        }
    }

    private static func values(of setting: ServeSetting, variable text: String) throws -> [String] {
        if setting.isFlag {
            switch text.lowercased() {
            case "true", "1", "yes", "on": return ["true"]
            case "false", "0", "no", "off": return ["false"]
            default: throw SettingsFile.Fault(setting.variable, "is '\(text)', expected true or false")
            }
        }
        let values = setting.isRepeating ? text.parts(at: ",").map { String($0.trimmed) } : [text]
        for value in values {
            guard let fault = setting.fault(value, shown: "'\(value)'") else { continue }
            throw SettingsFile.Fault(setting.variable, fault)
        }
        return values
    }

    private static func values(
        of setting: ServeSetting, _ entry: SettingsFile.Entry, in file: SettingsFile
    ) throws -> [String] {
        func fault(_ reason: String) -> SettingsFile.Fault {
            SettingsFile.Fault(file.path, line: entry.line, "\(entry.key) \(reason)")
        }
        var items = [entry.value]
        if case .array(let list) = entry.value, setting.isRepeating { items = list }
        return try items.map { item in
            let text: String
            switch (item, setting.kind) {
            case (.boolean(let value), .flag): return value ? "true" : "false"
            case (.string(let value), .text), (.string(let value), .choice): text = value
            case (.integer(let value), .number): text = String(value)
            case (.real(let value), .number): text = "\(value)"
            default: throw fault("is \(item.kind), expected \(setting.expectation)")
            }
            guard !text.contains("\0") else { throw fault("contains a NUL character") }
            if let reason = setting.fault(text, shown: setting.written(text)) { throw fault(reason) }
            return text
        }
    }

    /// Returns the error for an unknown key, with the parser's suggestion for a flag of that name.
    private static func unknown(_ key: String) -> String {
        var hint = ", expected one of those in docs/configuration.md"
        if key.utf8.count <= 64 {
            do {
                _ = try ServeCommand.parse(["--\(key)"])
            } catch {
                let suggested = ServeCommand.message(for: error).firstMatch(of: /Did you mean '--([a-z-]+)'/)?.output.1
                if let name = ServeSetting.all.first(where: { $0.name == suggested ?? "" })?.name {
                    hint = "; did you mean '\(name)'?"
                }
            }
        }
        return "'\(key)' is not a setting\(hint)"
    }
}
