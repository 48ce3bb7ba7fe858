@preconcurrency import Dispatch
import ExplorerServer
import Foundation
import Synchronization

/// What a command prints, and how it shows long work.
enum Terminal {
    /// Prints one line on standard error, beginning with the program's name.
    static func complain(_ line: String) {
        FileHandle.standardError.write(Data("explore: \(line)\n".utf8))
    }

    /// Prints a JSON value, indented, with a line break at the end.
    static func print(_ value: JSON) {
        FileHandle.standardOutput.write(Data(value.bytes(indented: true) + [0x0A]))
    }

    /// The text broken into lines of at most 78 characters, each after two spaces.
    static func paragraph(_ text: String) -> String {
        var lines: [String] = []
        var line = " "
        for word in text.split(whereSeparator: \.isWhitespace) {
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

/// Shows how far long work has come: a line that is written over on a terminal, and plain lines elsewhere.
final class ProgressLine: Sendable {
    private struct State {
        var label = ""
        var percentShown = -1
        var started = ContinuousClock.now
    }

    private let state = Mutex(State())
    private let isTerminal = isatty(STDERR_FILENO) == 1

    /// Shows a stage's progress; the fraction runs from 0 to 1.
    func show(_ label: String, fraction: Double) {
        let percent = Int(100 * min(max(fraction, 0), 1))
        let line: String? = state.withLock { state in
            if state.label != label { state = State(label: label, percentShown: -1, started: .now) }
            // Elsewhere than on a terminal, a line for the start and one for the end are enough.
            guard percent != state.percentShown, isTerminal || percent == 100 || state.percentShown < 0 else {
                return nil
            }
            state.percentShown = percent
            return isTerminal
                ? "\r\u{1B}[K\(label)  \(bar(percent)) \(percent) %\(remaining(state, percent))"
                : "\(label): \(percent) %\n"
        }
        if let line { FileHandle.standardError.write(Data(line.utf8)) }
    }

    /// Clears the line, so that what comes next stands alone.
    func end() {
        if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }

    private func bar(_ percent: Int) -> String {
        let filled = percent * 24 / 100
        return String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
    }

    private func remaining(_ state: State, _ percent: Int) -> String {
        guard percent >= 5, percent < 100 else { return "" }
        let elapsed = state.started.duration(to: .now)
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        return ", \(Int((seconds * Double(100 - percent) / Double(percent)).rounded(.up))) s left"
    }
}

/// Ctrl-C while work is going on: asks it to stop, so that it can clean up.
final class Interruption: Sendable {
    private let asked = Atomic(false)
    private let source: any DispatchSourceSignal

    /// Takes over Ctrl-C from now on.
    init() {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler { [weak self] in self?.asked.store(true, ordering: .relaxed) }
        source.resume()
    }

    /// Whether the user asked to stop.
    var isAsked: Bool { asked.load(ordering: .relaxed) }
}
