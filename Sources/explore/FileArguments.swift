import Foundation

/// Names of files that begin with a hyphen, which the parser takes for options.
enum FileArguments {
    /// The arguments with `-dash.jpg` written as `./-dash.jpg` where a file of that name is there: one hyphen and more than one
    /// character can be no option of this program. What stands behind `--` is a name anyway.
    static func explicit(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { argument in
            let canBeFile = argument.hasPrefix("-") && !argument.hasPrefix("--") && argument.utf8.count > 2
            return canBeFile && FileManager.default.fileExists(atPath: argument) ? "./" + argument : argument
        } + arguments[end...]
    }
}
