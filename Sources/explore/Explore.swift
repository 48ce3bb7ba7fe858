import ArgumentParser
import ClauseStore
import DocumentLibrary
import DocumentModel
import WebDocuments
import Foundation

/// The command line: one program with all commands as subcommands.
@main
struct Explore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Put the scan of a great document and its translations on the web.",
        discussion: """
            `explore add` creates a library, which is a folder, and `explore serve` puts it on the web. \
            Exit status: 0 success, 1 nothing found or problems found, 2 wrong usage or bad input.
            """,
        version: BuildVersion.number,
        subcommands: [
            AddCommand.self, RemoveCommand.self, ListCommand.self, InfoCommand.self, HistoryCommand.self,
            RestoreCommand.self, TrashCommand.self, CheckCommand.self, ServeCommand.self, AtCommand.self,
            ClausesCommand.self, ClauseCommand.self, SliceCommand.self, LinesCommand.self, TextsCommand.self,
            EditsCommand.self,
            ExportCommand.self, VerifyCommand.self, BackupCommand.self, PublishCommand.self, TokenCommand.self,
            DoctorCommand.self, ThemeCommand.self,
            DecodeScanCommand.self,
        ])

    /// Runs the command, and exits with the documented status: 0 success, 1 nothing or problems found, 2 wrong usage or
    /// bad input. Errors are lines on standard error that begin with the program's name.
    static func main() async {
        Terminal.replaceClosedStreams()
        do {
            let settings = try ServeSettings(
                arguments: explicit(Array(CommandLine.arguments.dropFirst())),
                environment: ProcessInfo.processInfo.environment)
            var command = try settings.parsing { try parseAsRoot($0) }
            if let serve = command as? ServeCommand, let text = serve.settings.printing(settings) {
                Terminal.write(Array(text.utf8))
                end(0)
            }
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            end(0)
        } catch let code as ExitCode {
            end(code.rawValue)
        } catch LibraryError.cancelled {
            Terminal.printError("\(LibraryError.cancelled)")
            end(130)
        } catch let error where exitCode(for: error) == .validationFailure || exitCode(for: error) == .success {
            end(printMessage(of: error))
        } catch {
            for line in lines(of: error) { Terminal.printError(line) }
            end(2)
        }
    }

    /// Returns an error as lines: one for each fault or conflict.
    static func lines(of error: any Error) -> [String] {
        (error as? SourceFaults)?.lines ?? (error as? MergeConflicts)?.lines ?? ["\(error)"]
    }

    /// Returns the arguments with `-dash.jpg` rewritten as `./-dash.jpg` if a file of that name exists, because the
    /// parser would take it for an option. One hyphen followed by more than one character is never an option of this
    /// program. Arguments after `--` are names anyway.
    private static func explicit(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { argument in
            let canBeFile = argument.hasPrefix("-") && !argument.hasPrefix("--") && argument.utf8.count > 2
            return canBeFile && FileManager.default.fileExists(atPath: argument) ? "./" + argument : argument
        } + arguments[end...]
    }

    private static func end(_ status: Int32) -> Never {
        // A command whose output was lost has not succeeded.
        Foundation.exit(Terminal.hasLostOutput && status < 2 ? 2 : status)
    }

    /// Prints the parser's own messages: help, version, and usage errors, which it explains in several lines.
    ///
    /// - Returns: The exit status.
    private static func printMessage(of error: any Error) -> Int32 {
        let text = fullMessage(for: error)
        guard exitCode(for: error) != .success else {
            Terminal.write(Array((text + "\n").utf8))
            return 0
        }
        Terminal.writeError(text + "\n")
        return 2
    }
}
