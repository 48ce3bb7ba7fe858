import DocumentLibrary
import Foundation
import NIOConcurrencyHelpers

/// Shows the progress of an addition. For one source, it shows its pages; for several, the number of sources done,
/// bytes, speed, and the source being cut. It is one line that is redrawn on a terminal, and a plain line every ten
/// seconds elsewhere.
final class AddProgressDisplay: Sendable {
    private struct State {
        var doneCount = 0
        var failedCount = 0
        var byteCount: Int64 = 0
        /// The sources being opened or cut, by position in the list: the page, if there are several, and the
        /// percentage.
        var running: [Int: String] = [:]
        var shown: ContinuousClock.Instant
        var isShown = false
    }

    private let sources: [String]
    private let single = ProgressLine()
    private let started = ContinuousClock.now
    private let state: NIOLockedValueBox<State>
    private let isTerminal = isatty(STDERR_FILENO) == 1

    init(sources: [String]) {
        self.sources = sources
        state = NIOLockedValueBox(State(shown: started))
    }

    /// The number of sources that were added or already existed.
    var doneCount: Int { state.withLockedValue { $0.doneCount } }

    /// Shows that a source is being opened or cut. Can be called on any thread.
    func show(_ position: Int, _ progress: AddProgress) {
        let name = Terminal.plain((sources[position] as NSString).lastPathComponent)
        switch progress {
        case .opening(let page, let count):
            guard sources.count > 1 else {
                return single.show("\(name): opening \(count) pages", fraction: Double(page) / Double(max(count, 1)))
            }
            update { $0.running[position] = "opening page \(page) of \(count)" }
        case .slicing(let page, let count, let fraction):
            guard sources.count > 1 else {
                return single.show("\(name): slicing image \(page) of \(count)", fraction: fraction)
            }
            let percent = "\(Int(100 * min(max(fraction, 0), 1))) %"
            update { $0.running[position] = count > 1 ? "page \(page) of \(count) \(percent)" : percent }
        case .storing: break
        }
    }

    /// Records that a source was added.
    func ends(_ position: Int, byteCount: Int) {
        update { state in
            state.running[position] = nil
            state.doneCount += 1
            state.byteCount &+= Int64(byteCount)
        }
        clear()
    }

    /// Records that a source could not be added.
    func fails(_ position: Int) {
        update { state in
            state.running[position] = nil
            state.failedCount += 1
        }
        clear()
    }

    /// Clears the line, so that other output starts on an empty line.
    func clear() {
        guard sources.count > 1 else { return single.end() }
        let isShown = state.withLockedValue { state in
            defer { state.isShown = false }
            return state.isShown
        }
        if isShown, isTerminal { Terminal.writeError("\r\u{1B}[K") }
    }

    private func update(_ change: (inout State) -> Void) {
        guard sources.count > 1 else { return }
        let line: String? = state.withLockedValue { state in
            change(&state)
            let now = ContinuousClock.now
            guard now - state.shown >= (isTerminal ? .milliseconds(100) : .seconds(10)) else { return nil }
            (state.shown, state.isShown) = (now, true)
            let text = text(state, seconds: (now - started) / .seconds(1))
            return isTerminal ? "\r\u{1B}[K\(text)" : "\(text)\n"
        }
        if let line { Terminal.writeError(line) }
    }

    /// Returns a line such as `41 of 300 sources, 1 failed, 1.25 GB, 44.1 MB/s, 3 min 2 s left; book.tif page 3 of 40
    /// 17 %`.
    private func text(_ state: State, seconds: Double) -> String {
        let gone = state.doneCount + state.failedCount
        var parts = ["\(gone) of \(sources.count) sources"]
        if state.failedCount > 0 { parts.append("\(state.failedCount) failed") }
        parts.append(Terminal.size(state.byteCount))
        if seconds > 1, gone > 0 {
            parts.append("\(Terminal.size(Int64(Double(state.byteCount) / seconds)))/s")
            parts.append("\(Terminal.duration(seconds / Double(gone) * Double(sources.count - gone))) left")
        }
        let current = state.running.max { $0.key < $1.key }.map { position, stage in
            "; \(Terminal.plain((sources[position] as NSString).lastPathComponent)) \(stage)"
        }
        return parts.joined(separator: ", ") + (current ?? "")
    }
}
