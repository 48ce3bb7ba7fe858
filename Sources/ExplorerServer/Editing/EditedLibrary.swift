import ClauseStore
import DocumentLibrary
import DocumentModel
import HTTPTypes
import NIOConcurrencyHelpers
import WebDocuments

/// Changes the served library, over a separate connection that is opened for the first change.
///
/// Changes run one after another on a separate thread: SQLite allows one writer at a time, and waiting for another
/// program must not delay readers.
final class EditedLibrary: Sendable {
    private let library: Library
    private let pool: WorkPool
    /// The pool for checks of images.
    private let checkPool: WorkPool
    private let openedLibrary = NIOLockedValueBox<Library?>(nil)

    /// The cost of a check in the render pool, in pixels: that of a large rendering.
    private static let checkPixels = 8 << 20

    init(_ library: Library, pool: WorkPool, checkPool: WorkPool) {
        (self.library, self.pool, self.checkPool) = (library, pool, checkPool)
    }

    /// Reads the library and its images on the check pool. `isCancelled` becomes true when the task is cancelled.
    ///
    /// - Throws: As ``change(_:)``.
    func check<Result: Sendable>(
        _ body: @escaping @Sendable (Library, _ isCancelled: @escaping @Sendable () -> Bool) throws -> Result
    ) async throws -> Result {
        let isCancelled = NIOLockedValueBox(false)
        return try await withTaskCancellationHandler {
            try await checkPool.run(estimatedPixels: Self.checkPixels) { [library] _ in
                try Problem.refusing { try body(library) { isCancelled.withLockedValue { $0 } } }
            }
        } onCancel: {
            isCancelled.withLockedValue { $0 = true }
        }
    }

    /// Reads the library after all earlier changes, without opening the connection for changes.
    func look<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result {
        try await pool.run { [library] in try body(library) }
    }

    /// Returns the library opened for changes, for work that runs elsewhere.
    func opened() async throws -> Library { try await pool.run { [self] in try open() } }

    /// Changes the library.
    ///
    /// - Throws: ``Problem`` if the store refuses the change; any other error of the body.
    func change<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result {
        try await pool.run { [self] in try Problem.refusing { try body(try open()) } }
    }

    /// Must be called on the pool's only thread.
    private func open() throws -> Library {
        if let library = openedLibrary.withLockedValue({ $0 }) { return library }
        let library = try library.openedForChanges()
        openedLibrary.withLockedValue { $0 = library }
        return library
    }
}

extension Problem {
    /// Runs a change, and converts the store's refusal for the editor.
    static func refusing<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as ClauseStoreError {
            throw Problem(refusing: error) ?? error
        } catch let fault as EditFault {
            throw Problem(refusing: .edit(fault)) ?? fault
        }
    }

    /// Converts the store's refusal of a change for the editor; nil for other errors.
    private init?(refusing error: ClauseStoreError) {
        switch error {
        case .edit(let fault) where fault.isLimit:
            self.init(.contentTooLarge, fault.description, refusal: .largeEdit)
        case .edit(let fault): self.init(.unprocessableContent, fault.description)
        case .revisionMoved(_, let found, let expected):
            self.init(
                .conflict, "the working copy has revision \(found), expected \(expected)",
                members: [("revision", .int(found))])
        case .noEdits:
            self.init(.conflict, "the document has no unpublished edits, expected at least one")
        case .readOnly: self.init(ChangeRefusal.readOnly)
        case .busy:
            self.init(
                .serviceUnavailable, "another program is writing to the library; try again in a few seconds",
                headers: [.retryAfter: "2"], refusal: .busy)
        case .scanInUse: self.init(.conflict, error.description)
        case .cannotWrite:
            self.init(
                .insufficientStorage,
                "the library cannot be written now, perhaps for lack of space; nothing was changed")
        default: return nil
        }
    }
}

extension HTTPResponse.Status {
    /// RFC 4918, section 11.5.
    static var insufficientStorage: Self { .init(code: 507, reasonPhrase: "Insufficient Storage") }
}
