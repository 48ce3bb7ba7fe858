@preconcurrency import Dispatch
import DocumentModel
import FileSupport
import WebDocuments
import Foundation
import Glibc
import Synchronization

/// Formats and prints the output of commands.
enum Terminal {
    private static let outputIsLost = Atomic(false)

    /// Whether a write to standard output has failed, so that the exit status must not be 0.
    static var hasLostOutput: Bool { outputIsLost.load(ordering: .relaxed) }

    /// Opens `/dev/null` in place of each standard stream that is closed. Otherwise the next file to be opened would
    /// get its number, and receive what is printed.
    ///
    /// The stream is opened for the opposite direction, so that using it fails as with a closed one.
    static func replaceClosedStreams() {
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Prints one line on standard error, preceded by the program's name.
    static func printError(_ line: String) {
        writeError("explore: \(plain(line))\n")
    }

    /// Writes text to standard error. A failure is ignored, because there is nowhere left to report it.
    static func writeError(_ text: String) {
        _ = write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Prints one line on standard output.
    static func print(_ line: String) {
        write(Array("\(plain(line))\n".utf8))
    }

    /// Prints a JSON value, indented, with a line break at the end.
    static func print(_ value: JSON) {
        write(value.bytes(indented: true) + [0x0A])
    }

    /// Prints one line on standard output. A failure is ignored: a server continues without a reader of its output.
    static func announce(_ line: String) {
        _ = write(Array("\(plain(line))\n".utf8), to: STDOUT_FILENO)
    }

    /// Writes bytes to standard output. The first failure is reported, and sets ``hasLostOutput``; all later output is
    /// dropped.
    static func write(_ bytes: [UInt8]) {
        guard !hasLostOutput else { return }
        let error = write(bytes, to: STDOUT_FILENO)
        guard error != 0 else { return }
        outputIsLost.store(true, ordering: .relaxed)
        // A reader that has seen enough, such as `head`, closes the pipe. That needs no message.
        if error != EPIPE { printError("standard output: \(SystemError.text(error))") }
    }

    /// Writes bytes to a file. Returns the number of the error, or 0.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// Returns a line with control characters escaped, such as `\u{1b}`. Otherwise a title or a file name could control
    /// the terminal or imitate other lines.
    static func plain(_ line: String) -> String {
        var shown = ""
        for scalar in line.unicodeScalars {
            if scalar.properties.generalCategory == .control {
                shown += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
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
    static func paragraph(_ text: String) -> [String] {
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
        return lines
    }
}

/// Handles Ctrl-C and termination signals, so that work in progress can stop and clean up.
final class Interruption: Sendable {
    /// The signals of Ctrl-C, of `kill`, and of a closed terminal unless `nohup` has made this process ignore it.
    ///
    /// Determined once, because ``init()`` makes the process ignore them too.
    private static let numbers: [Int32] = {
        var action = sigaction()
        sigaction(SIGHUP, nil, &action)
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return [SIGINT, SIGTERM] + (handler == unsafeBitCast(SIG_IGN, to: Int.self) ? [] : [SIGHUP])
    }()

    private let requested = Atomic(false)
    private let sources: [any DispatchSourceSignal]

    /// Handles these signals from now on.
    init() {
        sources = Self.numbers.map { number in
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

/// Runs the body with a line for its progress, and with a function that returns whether Ctrl-C was pressed.
///
/// - Parameter advice: Printed if the body throws `CancellationError`; nil if it never does.
func withProgress<Value>(
    advice: String? = nil, _ body: (_ line: ProgressLine, _ isCancelled: @escaping @Sendable () -> Bool) throws -> Value
) throws -> Value {
    let interruption = Interruption()
    let line = ProgressLine()
    defer { line.end() }
    do {
        return try body(line) { interruption.isRequested }
    } catch let error as CancellationError {
        throw advice.map { line.interrupted($0) } ?? error
    }
}

/// Runs the body with a line for its progress. Ctrl-C cancels it.
///
/// - Parameter advice: Printed after an interruption.
func untilInterrupted<Value: Sendable>(
    advice: String, _ body: @escaping @Sendable (ProgressLine) async throws -> Value
) async throws -> Value {
    let interruption = Interruption()
    let line = ProgressLine()
    defer { line.end() }
    let work = Task { try await body(line) }
    let watch = Task {
        while !interruption.isRequested { try await Task.sleep(for: .milliseconds(100)) }
        work.cancel()
    }
    let result = await work.result
    watch.cancel()
    do {
        return try result.get()
    } catch {
        guard interruption.isRequested else { throw error }
        throw line.interrupted(advice)
    }
}
