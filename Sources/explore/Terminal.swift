@preconcurrency import Dispatch
import ClauseStore
import DocumentModel
import ExplorerServer
import WebDocuments
import Foundation
import Synchronization

/// Formats and prints the output of commands.
enum Terminal {
    /// Prints one line on standard error, preceded by the program's name.
    static func printError(_ line: String) {
        FileHandle.standardError.write(Data("explore: \(line)\n".utf8))
    }

    /// Prints a JSON value, indented, with a line break at the end.
    static func print(_ value: JSON) {
        FileHandle.standardOutput.write(Data(value.bytes(indented: true) + [0x0A]))
    }

    /// Returns a number with its noun: `1 page`, `3 pages`.
    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Returns a number of things with their total size: `3 files, 41.2 MB`.
    static func count(_ number: Int, _ noun: String, _ byteCount: Int64) -> String {
        "\(count(number, noun)), \(size(byteCount))"
    }

    /// Returns a number of bytes in readable form: `640 bytes`, `12 kB`, `41.2 MB`, `1.25 GB`.
    static func size(_ byteCount: Int64) -> String {
        let count = Double(byteCount)
        return switch byteCount {
        case ..<1000: "\(byteCount) bytes"
        case ..<1_000_000: "\(decimal(count / 1e3, places: 0)) kB"
        case ..<1_000_000_000: "\(decimal(count / 1e6, places: 1)) MB"
        default: "\(decimal(count / 1e9, places: 2)) GB"
        }
    }

    /// Returns a number with a fixed number of decimal places, and a decimal point in every locale.
    ///
    /// Foundation's formatters would load their tables for all languages, 7 MB, just for this.
    static func decimal(_ value: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
        let scaled = (abs(value) * scale).rounded()
        guard scaled < 1e15 else { return "\(value)" }
        let digits = String(Int(scaled))
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
    }

    /// Returns a duration in readable form: `7 s`, `1 min 20 s`, `2 h 5 min`.
    static func duration(_ seconds: Double) -> String {
        let count = Int(min(max(seconds, 0), 1e9).rounded(.up))
        return switch count {
        case ..<60: "\(count) s"
        case ..<3600: "\(count / 60) min \(count % 60) s"
        default: "\(count / 3600) h \(count % 3600 / 60) min"
        }
    }

    /// Breaks text into lines of at most 78 characters, indented by two spaces.
    static func paragraph(_ text: String) -> String {
        var lines: [String] = []
        var line = " "
        for word in text.words {
            if line.count + word.count + 1 > 78 {
                lines.append(line)
                line = " "
            }
            line += " " + word
        }
        lines.append(line)
        return lines.joined(separator: "\n")
    }
}

/// Handles Ctrl-C and termination signals, so that work in progress can stop and clean up.
final class Interruption: Sendable {
    private let requested = Atomic(false)
    private let sources: [any DispatchSourceSignal]

    /// Handles Ctrl-C, `kill` and the closing of the terminal from now on.
    init() {
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        for source in sources {
            source.setEventHandler { [weak self] in self?.requested.store(true, ordering: .relaxed) }
            source.resume()
        }
    }

    /// Whether the user has requested a stop.
    var isRequested: Bool { requested.load(ordering: .relaxed) }
}
