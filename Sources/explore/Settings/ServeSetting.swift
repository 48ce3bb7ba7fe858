import ArgumentParser
import Foundation

/// A flag of `explore serve` as a setting: what it is called everywhere, and what it may be.
struct ServeSetting: Sendable {
    /// What a value of it is.
    enum Kind: Sendable {
        case flag, text, number, choice
    }

    /// The name in a settings file: `cache-bytes`.
    let name: String
    /// The name of its environment variable: `EXPLORE_CACHE_BYTES`.
    var variable: String { "EXPLORE_" + name.uppercased().replacing("-", with: "_") }
    let kind: Kind
    /// Whether it may have several values.
    let isRepeating: Bool
    /// What holds where nothing is set, as the help has it.
    let defaultValue: String?
    /// The values that there are, where they are few.
    let choices: [String]
    /// What it is for, as the help has it.
    let abstract: String

    /// All settings: the flags that the command has, in the order of its help.
    static let all: [ServeSetting] = {
        let help = try? JSONDecoder().decode(Help.self, from: Data(ServeCommand._dumpHelp().utf8))
        return (help?.command.arguments ?? []).compactMap(ServeSetting.init)
    }()

    /// The flags that are about settings and are none.
    private static let others: Set<String> = ["config", "print-config", "print-settings-table", "help", "version"]

    private init?(_ argument: Help.Argument) {
        guard argument.kind != "positional",
            let name = argument.names?.first(where: { $0.kind == "long" })?.name, !Self.others.contains(name)
        else { return nil }
        self.name = name
        isRepeating = argument.isRepeating
        defaultValue = argument.kind == "flag" ? "false" : argument.defaultValue
        choices = argument.allValues ?? []
        abstract = argument.abstract ?? ""
        if argument.kind == "flag" {
            kind = .flag
        } else if Self.isOfKind("x-probe", name) {
            kind = .text
        } else if choices.isEmpty, Self.isOfKind("1", name) {
            kind = .number
        } else {
            kind = .choice
        }
    }

    /// Whether a value is of the kind that the flag wants, be it within its bounds or not.
    private static func isOfKind(_ value: String, _ name: String) -> Bool {
        !(complaint(about: value, for: name)?.hasPrefix("The value ") ?? false)
    }

    /// What the command says against a value, nil where it takes it. Faults of other flags, and of flags together, do not
    /// count: the whole command line is parsed in the end.
    static func complaint(about value: String, for name: String) -> String? {
        do {
            _ = try ServeCommand.parse(["--\(name)=\(value)"])
            return nil
        } catch {
            let message = ServeCommand.message(for: error)
            return message.hasPrefix("The value ") || message.hasPrefix("--\(name) is ") ? message : nil
        }
    }

    /// What is expected of a value, in words.
    var expectation: String {
        switch kind {
        case .flag: "true or false"
        case .text: isRepeating ? "a string or a list of strings" : "a string"
        case .number: isRepeating ? "a number or a list of numbers" : "a number"
        case .choice where choices.isEmpty: isRepeating ? "a string or a list of strings" : "a string"
        case .choice: "one of " + choices.map { "\"\($0)\"" }.joined(separator: ", ")
        }
    }

    /// The parts of the parser's description of itself that are needed here.
    private struct Help: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        struct Argument: Decodable {
            let kind: String
            let isRepeating: Bool
            let names: [Name]?
            let defaultValue: String?
            let allValues: [String]?
            let abstract: String?
        }

        struct Command: Decodable {
            let arguments: [Argument]?
        }

        let command: Command
    }
}
