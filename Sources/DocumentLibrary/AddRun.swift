public import ClauseStore
public import TileEngine

import Foundation
import NIOConcurrencyHelpers

/// Adds many sources to a library, several at once. One that fails stops no other, and what is there and equal is left
/// alone; so a run that was interrupted goes on when it is begun again.
public struct AddRun: Sendable {
    /// What became of a source.
    public struct Outcome: Sendable {
        /// Its place in the list, from 0.
        public let position: Int
        /// The source as it was given.
        public let source: String
        /// What was done, and how many clauses the document has; or why nothing was.
        public let result: Result<(report: AddReport, counts: ClauseCounts), any Error>
    }

    /// How many sources are read and cut at once.
    public let jobs: Int
    private let options: SliceOptions
    private let policy: ScanPolicy
    private let open: @Sendable () throws -> Library
    private let source: @Sendable (String) throws -> DocumentSource
    private let isCancelled: @Sendable () -> Bool

    /// - Parameters:
    ///   - jobs: How many sources are read and cut at once.
    ///   - options: How images are cut.
    ///   - policy: Which images are decoded, and where.
    ///   - isCancelled: Asked now and then; when it says yes, no source is begun any more, and those that are being added
    ///     end with ``LibraryError/cancelled``.
    ///   - open: Opens the library; called once, when the first source was found good.
    ///   - source: Tells what lies at a path.
    public init(
        jobs: Int, options: SliceOptions = SliceOptions(), policy: ScanPolicy = .standard,
        isCancelled: @escaping @Sendable () -> Bool = { false }, open: @escaping @Sendable () throws -> Library,
        source: @escaping @Sendable (String) throws -> DocumentSource = { try DocumentSource(path: $0) }
    ) {
        (self.jobs, self.options, self.policy) = (max(1, jobs), options, policy)
        (self.isCancelled, self.open, self.source) = (isCancelled, open, source)
    }

    /// Adds the sources.
    ///
    /// - Parameters:
    ///   - sources: The sources' paths.
    ///   - progress: Told how far a source has come, on the thread that works on it.
    ///   - report: Told of each source that was begun, in the order of the list, on the calling thread.
    /// - Throws: What opening the library throws; then the run has ended.
    public func run(
        _ sources: [String], progress: @escaping @Sendable (_ position: Int, AddProgress) -> Void,
        report: (Outcome) throws -> Void
    ) throws {
        let state = RunState(count: sources.count)
        let opened = OpenedLibrary(jobs: jobs, isCancelled: isCancelled, open: open)
        let workers = min(jobs, sources.count)
        for _ in 0..<workers {
            let thread = Thread {
                while !isCancelled(), let position = state.take() {
                    state.finish(outcome(of: sources[position], at: position, in: opened, state, progress))
                }
                state.leave()
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
        defer {
            state.stop()
            state.waitForEnd(of: workers)
            opened.end()
        }
        while let outcome = state.next(of: workers) { try report(outcome) }
        if let error = state.fatalError { throw error }
    }

    private func outcome(
        of path: String, at position: Int, in opened: OpenedLibrary, _ state: RunState,
        _ progress: @escaping @Sendable (Int, AddProgress) -> Void
    ) -> Outcome {
        Outcome(
            position: position, source: path,
            result: Result {
                // What cannot be read must not even make a library.
                let read = try Library.read(try source(path), policy: policy)
                let library: Library
                let additions: Additions
                do {
                    (library, additions) = try opened.value()
                } catch {
                    state.fail(error)
                    throw error
                }
                let report = try additions.add(
                    read, options: options, progress: { progress(position, $0) }, isCancelled: isCancelled)
                return (report, try library.store.clauseCounts(of: report.document.id))
            })
    }
}

/// The library of a run, once it is opened.
private final class OpenedLibrary: Sendable {
    private let jobs: Int
    private let isCancelled: @Sendable () -> Bool
    private let open: @Sendable () throws -> Library
    private let state = NIOLockedValueBox<Result<(Library, Additions), any Error>?>(nil)

    init(jobs: Int, isCancelled: @escaping @Sendable () -> Bool, open: @escaping @Sendable () throws -> Library) {
        (self.jobs, self.isCancelled, self.open) = (jobs, isCancelled, open)
    }

    func value() throws -> (Library, Additions) {
        try state.withLockedValue { state in
            let result =
                state
                ?? Result {
                    let library = try open()
                    return (library, try Additions(to: library, jobs: jobs, isCancelled: isCancelled))
                }
            state = result
            return try result.get()
        }
    }

    /// Ends the additions and closes the library: here, whoever else still knows of it, since a program that ends before its
    /// database is closed leaves the log behind.
    func end() {
        let opened = state.withLockedValue { state in
            defer { state = nil }
            return state
        }
        if case .success(let (_, additions))? = opened { additions.end() }
    }
}

/// Which sources were begun, and which are done.
private final class RunState: Sendable {
    private struct Work {
        var taken = 0
        var told = 0
        var left = 0
        var isStopped = false
        var done: [Int: AddRun.Outcome] = [:]
        var fatalError: (any Error)?
    }

    private let count: Int
    private let condition = NSCondition()
    /// Guarded by the condition's lock.
    nonisolated(unsafe) private var work = Work()

    init(count: Int) { self.count = count }

    private func with<Value>(_ body: (inout Work) -> Value) -> Value {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return body(&work)
    }

    var fatalError: (any Error)? { with { $0.fatalError } }

    /// The next source to begin with; nil when there is none.
    func take() -> Int? {
        with { work in
            guard !work.isStopped, work.taken < count else { return nil }
            defer { work.taken += 1 }
            return work.taken
        }
    }

    func finish(_ outcome: AddRun.Outcome) { with { $0.done[outcome.position] = outcome } }

    /// A thread has no more to do.
    func leave() { with { $0.left += 1 } }

    func stop() { with { $0.isStopped = true } }

    func fail(_ error: any Error) {
        with { work in
            work.isStopped = true
            work.fatalError = work.fatalError ?? error
        }
    }

    /// Waits for the next outcome in the order of sources; nil when there will be none.
    func next(of workers: Int) -> AddRun.Outcome? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let outcome = work.done.removeValue(forKey: work.told) {
                work.told += 1
                return outcome
            }
            if work.left == workers { return nil }
            condition.wait()
        }
    }

    func waitForEnd(of workers: Int) {
        condition.lock()
        while work.left < workers { condition.wait() }
        condition.unlock()
    }
}
