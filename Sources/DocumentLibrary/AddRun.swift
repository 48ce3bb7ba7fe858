import ClauseStore
public import DocumentFormats
public import DocumentModel
import Foundation
import NIOConcurrencyHelpers
public import TileEngine

/// Adds many sources to a library, several at once. One that fails stops no other, and what is there and equal is left
/// alone; so a run that was interrupted goes on when it is begun again.
///
/// Ids are given in the order of the sources (``SourceNames``), and so are outcomes, whatever the number of jobs.
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
    private let isReplacing: Bool
    private let isPublishing: Bool
    private let words: [ScanWords]
    private let open: @Sendable () throws -> Library
    private let source: @Sendable (String) throws -> DocumentSource
    private let isCancelled: @Sendable () -> Bool

    /// - Parameters:
    ///   - jobs: How many sources are read and cut at once.
    ///   - options: How images are cut.
    ///   - policy: Which images are decoded, and where.
    ///   - isReplacing: Whether a document that is there with other content is replaced; one source alone
    ///     replaces it anyway.
    ///   - isPublishing: Whether a document that was edited in the browser since it was added is replaced, too; otherwise
    ///     the source's changes become edits of its working copy.
    ///   - words: What is said of the sources that are scans, by their places in the list; empty for nothing.
    ///   - isCancelled: Asked now and then; when it says yes, no source is begun any more, and those that are being added
    ///     end with ``LibraryError/cancelled``.
    ///   - open: Opens the library; called once, when the first source was found good.
    ///   - source: Tells what lies at a path.
    public init(
        jobs: Int, options: SliceOptions = SliceOptions(), policy: ScanPolicy = .standard, isReplacing: Bool = false,
        isPublishing: Bool = false, words: [ScanWords] = [], isCancelled: @escaping @Sendable () -> Bool = { false },
        open: @escaping @Sendable () throws -> Library,
        source: @escaping @Sendable (String) throws -> DocumentSource = { try DocumentSource(path: $0) }
    ) {
        (self.jobs, self.options, self.policy) = (max(1, jobs), options, policy)
        (self.isCancelled, self.open, self.source) = (isCancelled, open, source)
        (self.isReplacing, self.isPublishing, self.words) = (isReplacing, isPublishing, words)
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
        let reserved = Set(words.compactMap(\.id)).union(sources.count > 1 ? SourceFolder.ids(in: sources) : [])
        let opened = OpenedLibrary(
            jobs: jobs, isReplacing: isReplacing, reserved: reserved, isCancelled: isCancelled, open: open)
        let workers = min(jobs, sources.count)
        for _ in 0..<workers {
            let thread = Thread {
                while !isCancelled(), let position = state.take() {
                    state.finish(outcome(of: sources[position], at: position, in: opened, state, progress))
                    state.passTurn(position)
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
                let tell: @Sendable (AddProgress) -> Void = { progress(position, $0) }
                // What cannot be read must not even make a library.
                let read = try Library.read(
                    try source(path), words: words.indices.contains(position) ? words[position] : ScanWords(),
                    policy: policy, progress: tell, isCancelled: isCancelled)
                let parts: OpenedLibrary.Parts
                do {
                    parts = try opened.value()
                } catch {
                    state.fail(error)
                    throw error
                }
                let hashed = try parts.additions.hashed(read, options: options, isCancelled: isCancelled)
                state.waitForTurn(position)
                let claim = try parts.names.claim(hashed, position: position)
                state.passTurn(position)
                if let twin = claim.twin { state.waitForEnd(ofSource: twin) }
                let report = try parts.additions.add(
                    hashed, as: claim, isReplacing: isReplacing || state.count == 1, isPublishing: isPublishing,
                    progress: tell, isCancelled: isCancelled)
                return (report, try parts.library.store.clauseCounts(of: report.document.id))
            })
    }
}

/// The library of a run, once it is opened.
private final class OpenedLibrary: Sendable {
    /// What adds to the library, and what gives ids.
    struct Parts {
        let library: Library
        let additions: Additions
        let names: SourceNames
    }

    private let jobs: Int
    private let isReplacing: Bool
    private let reserved: Set<String>
    private let isCancelled: @Sendable () -> Bool
    private let open: @Sendable () throws -> Library
    private let state = NIOLockedValueBox<Result<Parts, any Error>?>(nil)

    init(
        jobs: Int, isReplacing: Bool, reserved: Set<String>, isCancelled: @escaping @Sendable () -> Bool,
        open: @escaping @Sendable () throws -> Library
    ) {
        (self.jobs, self.isReplacing, self.reserved) = (jobs, isReplacing, reserved)
        (self.isCancelled, self.open) = (isCancelled, open)
    }

    func value() throws -> Parts {
        try state.withLockedValue { state in
            let result =
                state
                ?? Result {
                    let library = try open()
                    return Parts(
                        library: library,
                        additions: try Additions(to: library, jobs: jobs, isCancelled: isCancelled),
                        names: SourceNames(library: library, isReplacing: isReplacing, reserved: reserved))
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
        if case .success(let parts)? = opened { parts.additions.end() }
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
        /// The sources that have an id, or will have none: all before the number, and those of the set.
        var named = 0
        var namedBeyond: Set<Int> = []
        var ended: Set<Int> = []
        var fatalError: (any Error)?
    }

    let count: Int
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

    func finish(_ outcome: AddRun.Outcome) {
        with { work in
            work.done[outcome.position] = outcome
            work.ended.insert(outcome.position)
        }
    }

    /// Waits until all sources before this one have their ids, or have ended. They were begun before it and wait for none
    /// behind them.
    func waitForTurn(_ position: Int) {
        condition.lock()
        while work.named < position { condition.wait() }
        condition.unlock()
    }

    /// A source has its id, or needs none.
    func passTurn(_ position: Int) {
        with { work in
            guard position >= work.named else { return }
            work.namedBeyond.insert(position)
            while work.namedBeyond.remove(work.named) != nil { work.named += 1 }
        }
    }

    /// Waits until a source before this one has ended.
    func waitForEnd(ofSource position: Int) {
        condition.lock()
        while !work.ended.contains(position) { condition.wait() }
        condition.unlock()
    }

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
