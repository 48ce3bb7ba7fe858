import ClauseStore
import DocumentFormats
import DocumentModel
import Hummingbird
import NIOCore
import ServiceLifecycle
import WebDocuments

/// The events of a document's working copy as `text/event-stream`: first those that the client missed, then `state`
/// with the present revision and version, then live ones.
///
/// Specification: <https://html.spec.whatwg.org/multipage/server-sent-events.html>
struct EventStream: Sendable {
    let document: String
    /// The revision that the client has; nil to send only live events.
    let since: Int?
    let subscription: EditEvents.Subscription
    let store: StoreReader
    /// The editor's place among the streams, reserved while writing.
    let place: Reservation
    /// Describes an image of an uploaded scan; nil if it was removed.
    let describe: @Sendable (_ image: String) async throws -> JSON?
    /// Whether the client may still follow the document. Called before every message.
    let isStillAllowed: @Sendable () async -> Bool

    /// How long browsers wait before they reconnect, in milliseconds.
    private static let retryMilliseconds = 1_000
    private static let entryLimit = 100

    /// The body, which ends when the client disconnects, the server stops, or the client loses access.
    var body: ResponseBody {
        ResponseBody { writer in
            try await writer.write(ByteBuffer(string: "retry: \(Self.retryMilliseconds)\n\n"))
            try await withGracefulShutdownHandler {
                try await write(to: &writer)
            } onGracefulShutdown: { [subscription] in
                subscription.cancel()
            }
            try await writer.finish(nil)
        }
    }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
        guard let missed = try await catchUp(&writer) else { return }
        let state = try await store.read { [document] in try $0.workingState(of: document) }
        try await writer.write(
            Self.event("state", .object([("revision", .int(state.revision)), ("version", .int(state.version))])))
        // The client may have a later revision of another journal, and then fetches everything again.
        var revision = min(missed, state.revision)
        for await message in subscription.messages {
            // Whoever has lost access gets nothing more, not even the names of others.
            guard await isStillAllowed() else { return }
            switch message {
            case .heartbeat:
                try await writer.write(ByteBuffer(string: ": \n\n"))
            case .editors(let names):
                try await writer.write(Self.event("editors", .editors(names)))
            case .scanImage(let id):
                guard let scan = try await describe(id) else { continue }
                try await writer.write(Self.event("scan", scan))
            case .entries(let entries):
                let new = entries.filter { $0.revision > revision }
                guard let last = new.last else { continue }
                try await Self.write(new, to: &writer)
                revision = last.revision
            }
        }
    }

    /// Writes the entries that the client has missed.
    ///
    /// - Returns: The revision of the last one; nil if the client has lost access meanwhile.
    private func catchUp(_ writer: inout any ResponseBodyWriter) async throws -> Int? {
        guard var revision = since else { return 0 }
        while true {
            var query = JournalQuery()
            (query.since, query.limit) = (revision, Self.entryLimit)
            let entries = try await store.read { [document, query] in try $0.journal(of: document, query) }
            guard let last = entries.last else { return revision }
            guard await isStillAllowed() else { return nil }
            try await Self.write(entries, to: &writer)
            revision = last.revision
        }
    }

    private static func write(_ entries: [JournalEntry], to writer: inout any ResponseBodyWriter) async throws {
        var bytes = ByteBuffer()
        for entry in entries {
            var event = event(entry.kind, JSON(entry.json), id: entry.revision)
            bytes.writeBuffer(&event)
        }
        try await writer.write(bytes)
    }

    /// Formats an event. Compact JSON contains no line breaks.
    private static func event(_ name: String, _ data: JSON, id: Int? = nil) -> ByteBuffer {
        let first = id.map { "id: \($0)\n" } ?? ""
        var event = ByteBuffer(string: "\(first)event: \(name)\ndata: ")
        event.writeBytes(data.bytes())
        event.writeStaticString("\n\n")
        return event
    }
}
