import ArgumentParser
import Foundation
import NIOConcurrencyHelpers

/// Shows the progress of long work: as a line that is redrawn on a terminal, and as plain lines elsewhere.
final class ProgressLine: Sendable {
    private struct State {
        var label = ""
        var percentShown = -1
        var started = ContinuousClock.now
        var shown = ContinuousClock.now
    }

    private let state = NIOLockedValueBox(State())
    private let isTerminal = isatty(STDERR_FILENO) == 1
    /// The interval between plain lines, which usually go to a log.
    private static let plainInterval = Duration.seconds(10)
    /// The percentage from which the rate and the remaining time are reliable enough to show.
    private static let surePercent = 5

    /// Shows a stage's progress.
    ///
    /// - Parameters:
    ///   - label: The stage. A new label restarts the time.
    ///   - fraction: The completed fraction of the stage, 0 to 1.
    ///   - pixelCount: The number of pixels of the whole stage, to show the rate; nil to show none.
    func show(_ label: String, fraction: Double, pixelCount: Int? = nil) {
        let percent = Int(100 * min(max(fraction, 0), 1))
        let line: String? = state.withLockedValue { state in
            let now = ContinuousClock.now
            if state.label != label { state = State(label: label, started: now, shown: now) }
            guard percent != state.percentShown else { return nil }
            let isDue = percent == 100 || state.percentShown < 0 || now - state.shown >= Self.plainInterval
            guard isTerminal || isDue else { return nil }
            state.percentShown = percent
            state.shown = now
            guard isTerminal else { return "\(label): \(percent) %\n" }
            let seconds = (now - state.started) / .seconds(1)
            return "\r\u{1B}[K\(label)  \(Self.bar(percent)) \(percent) %"
                + Self.pace(percent: percent, seconds: seconds, pixelCount: pixelCount)
        }
        if let line { Terminal.writeError(line) }
    }

    /// Clears the line, if it is shown, so that other output starts on an empty line.
    func end() {
        let percentShown = state.withLockedValue { state in
            defer { state = State() }
            return state.percentShown
        }
        if isTerminal, percentShown >= 0 { Terminal.writeError("\r\u{1B}[K") }
    }

    /// Ends the line, and reports that the user has interrupted the work.
    ///
    /// - Parameter advice: What was done, or what to do next.
    func interrupted(_ advice: String) -> ExitCode {
        end()
        Terminal.printError("interrupted; \(advice)")
        return ExitCode(130)
    }

    private static func bar(_ percent: Int) -> String {
        let filled = percent * 24 / 100
        return String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
    }

    /// Returns the rate and the remaining time, as far as they are known: `, 171 MP/s, 5 s left`.
    static func pace(percent: Int, seconds: Double, pixelCount: Int?) -> String {
        guard percent >= surePercent, seconds > 0 else { return "" }
        var words = ""
        if let pixelCount {
            let rate = Double(pixelCount) * Double(percent) / 100 / seconds / 1e6
            words += ", \(Terminal.decimal(rate, places: rate < 10 ? 1 : 0)) MP/s"
        }
        if percent < 100 { words += ", \(Terminal.duration(seconds * Double(100 - percent) / Double(percent))) left" }
        return words
    }
}
