import ClauseStore
import DocumentModel
import Logging
import NIOConcurrencyHelpers

/// Distributes changes of working copies to everyone who follows them: edits from this process and others, and the
/// names of the other followers.
///
/// A followed document is polled every half second, with one query for all its followers, and immediately after this
/// process changes it. Each follower has a queue. Followers whose queue overflows are disconnected, and catch up from
/// the journal when they reconnect.
final class EditEvents: Sendable {
    /// A message to an event stream.
    enum Message: Sendable {
        /// Entries of the journal, oldest first.
        case entries([JournalEntry])
        /// The names of those who follow the document, each once.
        case editors([String])
        /// The id of an image of an uploaded scan whose state has changed.
        case scanImage(String)
        /// An empty message, by which both ends detect a broken connection.
        case heartbeat
    }

    /// A subscription to a document. It ends with the last reference to it.
    final class Subscription: Sendable {
        let messages: AsyncStream<Message>
        private let end: @Sendable () -> Void

        fileprivate init(messages: AsyncStream<Message>, end: @escaping @Sendable () -> Void) {
            (self.messages, self.end) = (messages, end)
        }

        deinit { end() }

        /// Ends the subscription now.
        func cancel() { end() }
    }

    private struct Follower {
        let name: String
        let continuation: AsyncStream<Message>.Continuation
    }

    private struct Followed {
        /// The revision of the last entry passed on.
        var revision: Int
        var followers: [Int: Follower] = [:]
        /// Wakes the task that polls for changes.
        let wake: AsyncStream<Void>.Continuation
        let task: Task<Void, Never>
    }

    private struct State {
        var documents: [String: Followed] = [:]
        var nextKey = 0
        var isClosed = false
    }

    /// The maximum number of queued messages per follower.
    private static let queueLength = 512
    /// The maximum number of entries read at once.
    private static let entryLimit = 100
    /// The polling interval of a document.
    static let interval = Duration.milliseconds(500)

    private let store: StoreReader
    private let logger: Logger
    /// The number of polls between heartbeats.
    private let heartbeat: Int
    private let state = NIOLockedValueBox(State())

    /// - Parameter heartbeat: The maximum time a stream may be silent.
    init(store: StoreReader, heartbeat: Duration, logger: Logger) {
        (self.store, self.logger) = (store, logger)
        self.heartbeat = max(1, Int(heartbeat / Self.interval))
    }

    /// Returns the names of those who follow a document, each once, in alphabetical order.
    func editors(of document: String) -> [String] {
        state.withLockedValue { Self.names($0.documents[document]) }
    }

    private static func names(_ followed: Followed?) -> [String] {
        Set((followed?.followers ?? [:]).values.map(\.name)).sorted()
    }

    /// Follows a document. The messages include everything that happens after this returns, and may include earlier
    /// entries.
    ///
    /// - Throws: An error from reading the revision; ``Problem/busy`` if the server is stopping.
    func follow(_ document: String, as name: String) async throws -> Subscription {
        let revision = try await store.read { try $0.workingRevision(of: document) }
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
        notifyEditors(of: document)
        return Subscription(messages: messages) { [weak self] in self?.leave(document, key) }
    }

    /// Polls a document for changes now.
    func look(at document: String) { state.withLockedValue { _ = $0.documents[document]?.wake.yield() } }

    /// Notifies followers about an image of an uploaded scan.
    func notify(ofScanImage id: String, of document: String) { pass(.scanImage(id), document) }

    /// Ends all streams.
    func close() {
        let documents = state.withLockedValue { state in
            defer { state.documents = [:] }
            state.isClosed = true
            return state.documents
        }
        for followed in documents.values { Self.end(followed) }
    }

    /// Ends the streams of a document that is no longer the same. Clients reconnect.
    private func end(_ document: String) {
        let followed = state.withLockedValue { $0.documents.removeValue(forKey: document) }
        if let followed { Self.end(followed) }
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
        if let left { Self.end(left) } else { notifyEditors(of: document) }
    }

    private func notifyEditors(of document: String) {
        state.withLockedValue { state in
            guard let followed = state.documents[document] else { return }
            let names = Self.names(followed)
            for follower in followed.followers.values { Self.pass(.editors(names), to: follower) }
        }
    }

    /// Disconnects a follower whose queue is full, so that it does not miss a message unnoticed.
    private static func pass(_ message: Message, to follower: Follower) {
        if case .dropped = follower.continuation.yield(message) { follower.continuation.finish() }
    }

    // MARK: Polling

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
            guard let former = state.withLockedValue({ $0.documents[document]?.revision }) else { return }
            let newest = try await store.read { try $0.workingRevision(of: document) }
            // The document was removed and added again.
            if newest < former { return end(document) }
            while let known = state.withLockedValue({ $0.documents[document]?.revision }), known < newest {
                var query = JournalQuery()
                (query.since, query.limit) = (known, Self.entryLimit)
                let entries = try await store.read { [query] in try $0.journal(of: document, query) }
                guard let last = entries.last else { break }
                state.withLockedValue { $0.documents[document]?.revision = last.revision }
                pass(.entries(entries), document)
            }
        } catch is CancellationError {
        } catch let error as ClauseStoreError where error.kind == .notFound {
            // The document was removed.
            end(document)
        } catch {
            // For example, the pool's queue is full. The next poll comes soon.
            logger.debug(
                "a working copy cannot be read", metadata: ["document": "\(document)", "error": "\(error)"])
        }
    }
}
