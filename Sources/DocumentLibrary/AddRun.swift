import ClauseStore
public import DocumentFormats
public import DocumentModel
import Foundation
import NIOConcurrencyHelpers
public import TileEngine

/// Adds many sources to a library, several at once. A source that fails does not stop the others, and sources that the
/// library already has unchanged are skipped, so an interrupted run continues when it is started again.
///
/// Ids are assigned in the order of the sources (``SourceNames``) and outcomes are reported in that order, whatever the
/// number of jobs.
public struct AddRun: Sendable {
    /// The outcome of one source.
    public struct Outcome: Sendable {
        /// The source's position in the list, from 0.
        public let position: Int
        /// The source's path, as given.
        public let source: String
        /// The report and the document's numbers of clauses, or the error.
        public let result: Result<(report: AddReport, counts: ClauseCounts), any Error>
    }

    /// The number of sources that are read and cut at once.
    public let jobs: Int
    private let options: SliceOptions
    private let policy: ScanPolicy
    private let isReplacing: Bool
    private let isPublishing: Bool
    private let descriptions: [ScanDescription]
    private let open: @Sendable () throws -> Library
    private let source: @Sendable (String) throws -> DocumentSource
    private let isCancelled: @Sendable () -> Bool

    /// - Parameters:
    ///   - jobs: The number of sources that are read and cut at once.
    ///   - options: The options for cutting images.
    ///   - policy: Which images are decoded, and where.
    ///   - isReplacing: Whether to replace an existing document that has different content. If there is only one
    ///     source, it replaces the document in any case.
    ///   - isPublishing: Whether to replace a document even if it was edited in the browser since it was added;
    ///     otherwise the source's changes become edits of its working copy.
    ///   - descriptions: Metadata for sources that are scans, by position in the list; empty for none.
    ///   - isCancelled: Called repeatedly. Once it returns true, no further source is started, and sources in progress
    ///     fail with ``LibraryError/cancelled``.
    ///   - open: Opens the library. Called once, after the first source has been read successfully.
    ///   - source: Identifies the kind of source at a path.
    public init(
        jobs: Int, options: SliceOptions = SliceOptions(), policy: ScanPolicy = .standard, isReplacing: Bool = false,
        isPublishing: Bool = false, descriptions: [ScanDescription] = [],
        isCancelled: @escaping @Sendable () -> Bool = { false },
        open: @escaping @Sendable () throws -> Library,
        source: @escaping @Sendable (String) throws -> DocumentSource = { try DocumentSource(path: $0) }
    ) {
        (self.jobs, self.options, self.policy) = (max(1, jobs), options, policy)
        (self.isCancelled, self.open, self.source) = (isCancelled, open, source)
        (self.isReplacing, self.isPublishing, self.descriptions) = (isReplacing, isPublishing, descriptions)
    }

    /// Adds the sources.
    ///
    /// - Parameters:
    ///   - sources: The sources' paths.
    ///   - progress: Called with the progress of a source, on the thread that processes it.
    ///   - report: Called with the outcome of each source that was started, in the order of the list, on the calling
    ///     thread.
    /// - Throws: Any error of opening the library, which ends the run.
    public func run(
        _ sources: [String], progress: @escaping @Sendable (_ position: Int, AddProgress) -> Void,
        report: (Outcome) throws -> Void
    ) throws {
        let state = RunState(count: sources.count)
        let reserved = Set(descriptions.compactMap(\.id)).union(sources.count > 1 ? SourceFolder.ids(in: sources) : [])
        let opened = OpenedLibrary {
            let library = try open()
            return OpenedLibrary.Parts(
                library: library,
                additions: try Additions(to: library, jobs: jobs, isCancelled: isCancelled),
                names: SourceNames(library: library, isReplacing: isReplacing, reserved: reserved))
        }
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
                let onProgress: @Sendable (AddProgress) -> Void = { progress(position, $0) }
                // A source that cannot be read must not cause the library to be created.
                let read = try Library.read(
                    try source(path),
                    description: descriptions.indices.contains(position) ? descriptions[position] : ScanDescription(),
                    policy: policy, progress: onProgress, isCancelled: isCancelled)
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
                    progress: onProgress, isCancelled: isCancelled)
                return (report, try parts.library.store.clauseCounts(of: report.document.id))
            })
    }
}

/// The library of a run, opened on first use.
private final class OpenedLibrary: Sendable {
    /// The opened library, with the means to add documents and to assign ids.
    struct Parts {
        let library: Library
        let additions: Additions
        let names: SourceNames
    }

    private let open: @Sendable () throws -> Parts
    private let state = NIOLockedValueBox<Result<Parts, any Error>?>(nil)

    init(open: @escaping @Sendable () throws -> Parts) { self.open = open }

    func value() throws -> Parts {
        try state.withLockedValue { state in
            let result = state ?? Result { try open() }
            state = result
            return try result.get()
        }
    }

    /// Ends the additions and closes the library. This must not wait until the last reference is gone: a program that
    /// exits before its database is closed leaves the write-ahead log behind.
    func end() {
        let opened = state.withLockedValue { state in
            defer { state = nil }
            return state
        }
        if case .success(let parts)? = opened { parts.additions.end() }
    }
}

/// The sources that were started, and the ones that have ended.
private final class RunState: Sendable {
    private struct Work {
        var taken = 0
        var reportedCount = 0
        var left = 0
        var isStopped = false
        var done: [Int: AddRun.Outcome] = [:]
        /// The sources that have an id or will get none: all before `named`, and those in `namedBeyond`.
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

    /// Returns the position of the next source to start, or nil if there is none.
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

    /// Waits until all earlier sources have their ids or have ended. This cannot deadlock: they were started earlier,
    /// and wait for no later source.
    func waitForTurn(_ position: Int) {
        wait { $0.named >= position }
    }

    /// Records that a source has its id, or needs none.
    func passTurn(_ position: Int) {
        with { work in
            guard position >= work.named else { return }
            work.namedBeyond.insert(position)
            while work.namedBeyond.remove(work.named) != nil { work.named += 1 }
        }
    }

    /// Waits until an earlier source has ended.
    func waitForEnd(ofSource position: Int) {
        wait { $0.ended.contains(position) }
    }

    /// Records that a thread has finished.
    func leave() { with { $0.left += 1 } }

    func stop() { with { $0.isStopped = true } }

    func fail(_ error: any Error) {
        with { work in
            work.isStopped = true
            work.fatalError = work.fatalError ?? error
        }
    }

    /// Waits for the next outcome in the order of the sources. Returns nil if there are no more.
    func next(of workers: Int) -> AddRun.Outcome? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let outcome = work.done.removeValue(forKey: work.reportedCount) {
                work.reportedCount += 1
                return outcome
            }
            if work.left == workers { return nil }
            condition.wait()
        }
    }

    func waitForEnd(of workers: Int) { wait { $0.left >= workers } }

    private func wait(until isOver: (Work) -> Bool) {
        condition.lock()
        while !isOver(work) { condition.wait() }
        condition.unlock()
    }
}
