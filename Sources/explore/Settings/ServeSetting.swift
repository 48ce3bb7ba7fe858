import ArgumentParser
import FileSupport
import Foundation

/// A flag of `explore serve` as a setting: its names in all places, and its permitted values.
struct ServeSetting: Sendable {
    /// The kind of a setting's value.
    enum Kind: Sendable {
        case flag, text, number, choice
    }

    /// The name in a settings file: `cache-bytes`.
    let name: String
    /// The name of its environment variable: `EXPLORE_CACHE_BYTES`.
    var variable: String { "EXPLORE_" + name.uppercased().replacing("-", with: "_") }
    /// Whether the setting is of the kind `flag`.
    let isFlag: Bool
    /// Whether the setting can have several values.
    let isRepeating: Bool
    /// The default, as in the help.
    let defaultValue: String?
    /// The permitted values, if the help lists them.
    private let choices: [String]
    /// The purpose of the setting, as in the help.
    private let abstract: String

    /// All settings: the command's flags, in the order of its help.
    static let all: [ServeSetting] = {
        let help = try? JSONDecoder().decode(Help.self, from: Data(ServeCommand._dumpHelp().utf8))
        return (help?.command.arguments ?? []).compactMap(ServeSetting.init)
    }()

    /// Flags that are not settings.
    private static let others: Set<String> = ["config", "print-config", "print-settings-table", "help", "version"]

    private init?(_ argument: Help.Argument) {
        guard argument.kind != "positional",
            let name = argument.names?.first(where: { $0.kind == "long" })?.name, !Self.others.contains(name)
        else { return nil }
        (self.name, isRepeating, abstract) = (name, argument.isRepeating, argument.abstract ?? "")
        (isFlag, choices) = (argument.kind == "flag", argument.allValues ?? [])
        defaultValue = isFlag ? "false" : argument.defaultValue
    }

    /// The kind of the value. Telling the kinds other than `flag` apart parses the command with trial values, which
    /// takes milliseconds. For all settings together that was most of the time in which the server starts.
    var kind: Kind {
        if isFlag { return .flag }
        if Self.isOfKind("x-probe", name) { return .text }
        return choices.isEmpty && Self.isOfKind("1", name) ? .number : .choice
    }

    /// A description of the expected value.
    var expectation: String {
        switch kind {
        case .flag: "true or false"
        case .number: isRepeating ? "a number or a list of numbers" : "a number"
        case .choice where !choices.isEmpty:
            "one of " + choices.map { "\"\($0)\"" }.joined(separator: ", ")
        case .text, .choice: isRepeating ? "a string or a list of strings" : "a string"
        }
    }

    /// Whether a value is of the kind that the flag expects, whether or not it is within its bounds.
    private static func isOfKind(_ value: String, _ name: String) -> Bool {
        !(complaint(about: value, for: name)?.hasPrefix("The value ") ?? false)
    }

    /// Returns the command's error for a value, or nil if it is valid. Errors about other flags, and about
    /// combinations, are ignored, because the whole command line is parsed in the end.
    private static func complaint(about value: String, for name: String) -> String? {
        do {
            _ = try ServeCommand.parse(["--\(name)=\(value)"])
            return nil
        } catch {
            let message = ServeCommand.message(for: error)
            return message.hasPrefix("The value ") || message.hasPrefix("--\(name) is ") ? message : nil
        }
    }

    /// Returns what is wrong with a value, or nil if it is valid. Uses the command's own message if it is about this
    /// flag.
    ///
    /// - Parameter shown: The value as the error shows it.
    func fault(_ value: String, shown: String) -> String? {
        let own = "--\(name) "
        return Self.complaint(about: value, for: name).map { complaint in
            complaint.hasPrefix(own) ? String(complaint.dropFirst(own.count)) : "is \(shown), expected \(expectation)"
        }
    }

    /// Returns a value in the notation of a settings file.
    func written(_ value: String) -> String {
        kind == .flag || kind == .number ? value : Self.quoted(value)
    }

    /// Returns a TOML string.
    static func quoted(_ text: String) -> String {
        JSONString.quoted(text).replacing("\u{7F}", with: "\\u007F")
    }

    /// The setting as a row of docs/configuration.md.
    var row: String {
        let standard = defaultValue.map { $0.isEmpty ? "" : "`\($0)`" } ?? ""
        let (expected, what) = (expectation.replacing("\"", with: "`"), abstract.replacing("|", with: "\\|"))
        return "| `--\(name)` | `\(name)` | `\(variable)` | \(expected) | \(standard) | \(what) |"
    }

    /// The parts of the parser's self-description that are used here.
    private struct Help: Decodable {
        struct Command: Decodable { let arguments: [Argument]? }

        struct Argument: Decodable {
            let kind: String
            let isRepeating: Bool
            let names: [Name]?
            let defaultValue: String?
            let allValues: [String]?
            let abstract: String?
        }

        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let command: Command
    }
}
