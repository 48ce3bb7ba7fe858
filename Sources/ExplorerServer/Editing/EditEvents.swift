import ClauseStore
import DocumentModel
import Logging
import NIOConcurrencyHelpers

/// What happens to working copies, for all who follow them: edits of this process and of others, and who else is there.
///
/// A document that somebody follows is looked at twice a second, by one query for all of its followers, and at once when this
/// process has changed it. Every follower has a queue. One who does not take what is in it is sent away, and catches up from
/// the journal when they come back.
final class EditEvents: Sendable {
    /// Something to be written to an event stream.
    enum Message: Sendable {
        /// Entries of the journal, the oldest first.
        case entries([JournalEntry])
        /// The names of those who follow the document, each once.
        case editors([String])
        /// The id of an image of an uploaded scan of which there is something new to tell.
        case scanImage(String)
        /// Nothing, so that both ends know that the other is there.
        case heartbeat
    }

    /// One who follows a document. It ends with the last reference to it.
    final class Subscription: Sendable {
        let messages: AsyncStream<Message>
        private let end: @Sendable () -> Void

        fileprivate init(messages: AsyncStream<Message>, end: @escaping @Sendable () -> Void) {
            (self.messages, self.end) = (messages, end)
        }

        deinit { end() }

        /// Ends it now.
        func cancel() { end() }
    }

    private struct Follower {
        let name: String
        let continuation: AsyncStream<Message>.Continuation
    }

    private struct Followed {
        /// Up to which revision entries were passed on.
        var revision: Int
        var followers: [Int: Follower] = [:]
        /// Wakes the task that looks for changes.
        let wake: AsyncStream<Void>.Continuation
        let task: Task<Void, Never>
    }

    private struct State {
        var documents: [String: Followed] = [:]
        var nextKey = 0
        var isClosed = false
    }

    /// How many messages a follower may be behind.
    private static let queueLength = 512
    /// How many entries are read at once.
    private static let entryLimit = 100
    /// How often a document is looked at.
    static let interval = Duration.milliseconds(500)

    private let store: StoreReader
    private let logger: Logger
    /// After how many looks there is a heartbeat.
    private let heartbeat: Int
    private let state = NIOLockedValueBox(State())

    /// - Parameter heartbeat: How long a stream may be silent.
    init(store: StoreReader, heartbeat: Duration, logger: Logger) {
        (self.store, self.logger) = (store, logger)
        self.heartbeat = max(1, Int(heartbeat / Self.interval))
    }

    /// The names of those who follow a document, each once, in alphabetical order.
    func editors(of document: String) -> [String] {
        state.withLockedValue { Self.names($0.documents[document]) }
    }

    private static func names(_ followed: Followed?) -> [String] {
        Set((followed?.followers ?? [:]).values.map(\.name)).sorted()
    }

    /// Follows a document: whatever happens after this returns is among the messages, and perhaps something of before.
    ///
    /// - Throws: What reading the revision throws; ``Problem/busy`` when the server ends.
    func follow(_ document: String, as name: String) async throws -> Subscription {
        let revision = try await store.ask { try $0.workingRevision(of: document) }
        let (messages, continuation) = AsyncStream.makeStream(
            of: Message.self, bufferingPolicy: .bufferingOldest(Self.queueLength))
        let key: Int? = state.withLockedValue { state in
            if state.isClosed { return nil }
            let key = state.nextKey
            state.nextKey += 1
            var followed = state.documents[document] ?? begin(document, at: revision)
            followed.followers[key] = Follower(name: name, continuation: continuation)
            state.documents[document] = followed
            return key
        }
        guard let key else { throw Problem.busy }
        tellEditors(of: document)
        return Subscription(messages: messages) { [weak self] in self?.leave(document, key) }
    }

    /// Looks for changes of a document now.
    func look(at document: String) { state.withLockedValue { _ = $0.documents[document]?.wake.yield() } }

    /// Tells of an image of an uploaded scan.
    func tell(ofScanImage id: String, of document: String) { pass(.scanImage(id), document) }

    /// Ends all streams.
    func close() {
        let documents = state.withLockedValue { state in
            defer { state.documents = [:] }
            state.isClosed = true
            return state.documents
        }
        for followed in documents.values { Self.end(followed) }
    }

    private static func end(_ followed: Followed) {
        followed.task.cancel()
        followed.wake.finish()
        for follower in followed.followers.values { follower.continuation.finish() }
    }

    private func leave(_ document: String, _ key: Int) {
        let left: Followed? = state.withLockedValue { state in
            guard let follower = state.documents[document]?.followers.removeValue(forKey: key) else { return nil }
            follower.continuation.finish()
            guard state.documents[document]?.followers.isEmpty == true else { return nil }
            return state.documents.removeValue(forKey: document)
        }
        if let left { Self.end(left) } else { tellEditors(of: document) }
    }

    private func tellEditors(of document: String) {
        state.withLockedValue { state in
            guard let followed = state.documents[document] else { return }
            let names = Self.names(followed)
            for follower in followed.followers.values { Self.pass(.editors(names), to: follower) }
        }
    }

    /// One who does not read is sent away, rather than to miss something.
    private static func pass(_ message: Message, to follower: Follower) {
        if case .dropped = follower.continuation.yield(message) { follower.continuation.finish() }
    }

    // MARK: Looking for changes

    private func begin(_ document: String, at revision: Int) -> Followed {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task.detached { [weak self, heartbeat] in
            await withTaskGroup { group in
                group.addTask {
                    var count = 0
                    while (try? await Task.sleep(for: Self.interval)) != nil {
                        count += 1
                        if count % heartbeat == 0 { self?.pass(.heartbeat, document) }
                        wake.yield()
                    }
                }
                for await _ in wakes { await self?.passChanges(of: document) }
                group.cancelAll()
            }
        }
        return Followed(revision: revision, wake: wake, task: task)
    }

    private func pass(_ message: Message, _ document: String) {
        state.withLockedValue { state in
            for follower in state.documents[document]?.followers.values ?? [:].values {
                Self.pass(message, to: follower)
            }
        }
    }

    private func passChanges(of document: String) async {
        do {
            let newest = try await store.ask { try $0.workingRevision(of: document) }
            while let known = state.withLockedValue({ $0.documents[document]?.revision }), known < newest {
                var query = JournalQuery()
                (query.since, query.limit) = (known, Self.entryLimit)
                let entries = try await store.ask { [query] in try $0.journal(of: document, query) }
                guard let last = entries.last else { break }
                state.withLockedValue { $0.documents[document]?.revision = last.revision }
                pass(.entries(entries), document)
            }
        } catch is CancellationError {
        } catch let error as ClauseStoreError where error.kind == .notFound {
            // The document was removed.
            let followed = state.withLockedValue { $0.documents.removeValue(forKey: document) }
            if let followed { Self.end(followed) }
        } catch {
            // Too much waits, or the like; the next look comes soon.
            logger.debug(
                "a working copy cannot be looked at", metadata: ["document": "\(document)", "error": "\(error)"])
        }
    }
}

/// How many event streams each address may have.
final class StreamPlaces: Sendable {
    /// A place, until the last reference to it is gone.
    final class Place: Sendable {
        private let leave: @Sendable () -> Void

        fileprivate init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }

        deinit { leave() }
    }

    /// How many streams of one address there may be.
    static let limit = 20

    let limit: Int
    private let counts = NIOLockedValueBox<[String: Int]>([:])

    init(limit: Int = StreamPlaces.limit) { self.limit = limit }

    /// A place for an address; nil when it has all that it may have.
    func take(for address: String) -> Place? {
        let isFree = counts.withLockedValue { counts in
            guard counts[address, default: 0] < limit else { return false }
            counts[address, default: 0] += 1
            return true
        }
        guard isFree else { return nil }
        return Place { [counts] in
            counts.withLockedValue { counts in
                let left = (counts[address] ?? 1) - 1
                counts[address] = left > 0 ? left : nil
            }
        }
    }

    /// How many places are taken.
    var count: Int { counts.withLockedValue { $0.values.reduce(0, +) } }
}
