import ClauseStore
import DocumentLibrary
import DocumentModel
import HTTPTypes
import NIOConcurrencyHelpers
import WebDocuments

/// The library that is served, as it is changed: with a connection of its own, which is opened for the first change.
///
/// Changes are made one after the other on a thread of their own. SQLite has one writer at a time, and one that waits for
/// another program must not keep readers waiting.
final class EditedLibrary: Sendable {
    private let library: Library
    private let pool: WorkPool
    private let checkPool: WorkPool
    private let openedLibrary = NIOLockedValueBox<Library?>(nil)

    /// What a check weighs among the pictures that are made: as much as a wide one.
    private static let checkPixels = 8 << 20

    /// - Parameters:
    ///   - pool: Where changes are made.
    ///   - checkPool: Where images are looked at.
    init(_ library: Library, pool: WorkPool, checkPool: WorkPool) {
        (self.library, self.pool, self.checkPool) = (library, pool, checkPool)
    }

    /// Looks at the library and its images, until the task is cancelled.
    func check<Result: Sendable>(
        _ body: @escaping @Sendable (Library, _ isCancelled: @escaping @Sendable () -> Bool) throws -> Result
    ) async throws -> Result {
        let isCancelled = NIOLockedValueBox(false)
        return try await withTaskCancellationHandler {
            try await checkPool.run(estimatedPixels: Self.checkPixels) { [library] _ in
                try body(library) { isCancelled.withLockedValue { $0 } }
            }
        } onCancel: {
            isCancelled.withLockedValue { $0 = true }
        }
    }

    /// Reads what belongs to a change, behind the changes that came before. Nothing is opened for it.
    func look<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result {
        try await pool.run { [library] in try body(library) }
    }

    /// The library as it can be changed, for work that is done elsewhere.
    func opened() async throws -> Library { try await pool.run { [self] in try open() } }

    /// Changes the library.
    ///
    /// - Throws: ``Problem`` for what the store refuses; what the body throws.
    func change<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result {
        try await pool.run { [self] in
            do {
                return try body(try open())
            } catch let error as ClauseStoreError {
                if let problem = Problem(refusing: error) { throw problem }
                throw error
            }
        }
    }

    /// On the pool's one thread.
    private func open() throws -> Library {
        if let library = openedLibrary.withLockedValue({ $0 }) { return library }
        let library = try library.openedForChanges()
        openedLibrary.withLockedValue { $0 = library }
        return library
    }
}

extension Problem {
    /// What it means to an editor that the store refuses a change; nil for what is no refusal.
    init?(refusing error: ClauseStoreError) {
        switch error {
        case .edit(let fault) where fault.isLimit:
            self.init(status: .contentTooLarge, detail: fault.description, refusal: .largeEdit)
        case .edit(let fault): self.init(status: .unprocessableContent, detail: fault.description)
        case .revisionMoved(_, let found, let expected):
            self.init(
                status: .conflict, detail: "the working copy has revision \(found), expected \(expected)",
                members: [("revision", .int(found))])
        case .noEdits:
            self.init(status: .conflict, detail: "the document has no unpublished edits, expected at least one")
        case .readOnly: self.init(ChangeRefusal.readOnly)
        case .busy:
            self.init(
                status: .serviceUnavailable,
                detail: "another program is writing to the library; try again in a few seconds",
                headers: [.retryAfter: "2"], refusal: .busy)
        case .scanInUse: self.init(status: .conflict, detail: error.description)
        case .cannotWrite:
            self.init(
                status: .insufficientStorage,
                detail: "the library cannot be written now, perhaps for lack of space; nothing was changed")
        default: return nil
        }
    }
}

extension HTTPResponse.Status {
    /// RFC 4918, section 11.5.
    static var insufficientStorage: Self { .init(code: 507, reasonPhrase: "Insufficient Storage") }
}
