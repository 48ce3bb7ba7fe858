import Foundation

/// Handles file names that begin with a hyphen, which the parser would take for options.
enum FileArguments {
    /// Returns the arguments with `-dash.jpg` rewritten as `./-dash.jpg` if a file of that name exists. One hyphen
    /// followed by more than one character is never an option of this program. Arguments after `--` are names anyway.
    static func explicit(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { argument in
            let canBeFile = argument.hasPrefix("-") && !argument.hasPrefix("--") && argument.utf8.count > 2
            return canBeFile && FileManager.default.fileExists(atPath: argument) ? "./" + argument : argument
        } + arguments[end...]
    }
}
