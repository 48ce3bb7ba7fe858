public import DocumentModel
public import ImageGeometry

/// An error of the store, described on one line with the value found and the value expected.
public enum ClauseStoreError: Error, Hashable, Sendable {
    /// A category of errors, for callers.
    public enum Kind: Sendable {
        /// The requested thing does not exist: HTTP 404.
        case notFound
        /// The request or the input is invalid: HTTP 400.
        case invalid
        /// The state of the database prevents the operation: another writer, another version, no write access.
        case conflict
        /// A fault of the database or of this program. The description may contain paths: it is for the administrator,
        /// not for readers.
        case `internal`
    }

    /// The library has no document with this id.
    case noDocument(String)
    /// The document has no clause with this id.
    case noClause(String, document: String)
    /// The document has no category with this id.
    case noCategory(String, document: String)
    /// The document has no page with this number; it has `count` pages.
    case noPage(Int, document: String, count: Int)
    /// The page has no capture with this id; it has these.
    case noCapture(String, page: Int, document: String, captures: [String])
    /// The library has no version of the document with this number; it has versions 1 to `count`.
    case noVersion(Int, document: String, count: Int)
    /// The trash contains no document with this id.
    case notInTrash(String)
    /// A document with this id was added after the one in the trash was removed.
    case documentExists(String)
    /// The library has no token with this id.
    case noToken(String)
    /// No scan with this id was uploaded for the document.
    case noScan(String, document: String)
    /// The scan is shown by this page of the working copy or of a version, and cannot be removed.
    case scanInUse(String, by: String)
    /// The point is not on the page, which has this width and height in pixels.
    case pointOutsidePage(Point, page: Int, width: Int, height: Int)
    /// The point is not on the capture, which has this width and height in pixels.
    case pointOutsideCapture(Point, capture: String, width: Int, height: Int)
    /// The images given with a document do not match its pages.
    case imageMismatch(page: Int, document: String, found: String, expected: String)
    /// An edit is invalid or exceeds a limit; nothing was changed.
    case edit(EditFault)
    /// The document cannot be replaced or removed, as it has this number of unpublished edits, the newest by this
    /// editor.
    case unpublishedEdits(document: String, count: Int, editor: String)
    /// The document has no unpublished edits.
    case noEdits(document: String)
    /// The document was edited in the browser since it was added, and its source has a change that cannot be made by an
    /// edit.
    case cannotMerge(document: String, difference: String)
    /// The working copy no longer has the revision that was to be published or discarded.
    case revisionMoved(document: String, found: Int, expected: Int)
    /// The database at this path cannot be opened or created.
    case cannotOpen(path: String, reason: String)
    /// The file at this path cannot be written, for example because the disk is full; nothing was changed.
    case cannotWrite(path: String, reason: String)
    /// The file at this path is not a library's database.
    case notALibrary(path: String)
    /// The database at this path was written by a newer version of this program.
    case newerSchema(path: String, found: String)
    /// The database at this path was written by an older version and opened for reading only.
    case olderSchema(path: String)
    /// The store was opened for reading only.
    case readOnly(path: String)
    /// Another program kept the database at this path locked for too long.
    case busy(path: String)
    /// Something in the database is not what was written, or cannot be read.
    case damaged(String)
    /// Another SQLite error, or a row of the database with content that no version of this program writes.
    case database(String)

    /// The category of the error.
    public var kind: Kind {
        switch self {
        case .noDocument, .noClause, .noCategory, .noPage, .noCapture, .noVersion, .notInTrash, .noToken,
            .noScan:
            .notFound
        case .pointOutsidePage, .pointOutsideCapture, .imageMismatch, .edit: .invalid
        case .cannotOpen, .cannotWrite, .notALibrary, .newerSchema, .olderSchema, .readOnly, .busy, .unpublishedEdits,
            .revisionMoved, .noEdits, .cannotMerge, .scanInUse, .documentExists:
            .conflict
        case .database, .damaged: .internal
        }
    }
}

extension ClauseStoreError: CustomStringConvertible {
    /// The error on one line, with the value found and the value expected.
    public var description: String {
        switch self {
        case .noDocument(let id):
            "no document \(quoted(id)), expected the id of a document of this library"
        case .noClause(let id, let document):
            "no clause \(quoted(id)) in \(document), expected the id of one of its clauses"
        case .noCategory(let id, let document):
            "no category \(quoted(id)) in \(document), expected the id of one of its categories or all"
        case .noPage(let number, let document, let count):
            "no page \(number) in \(document), expected a number from 1 to \(count)"
        case .noCapture(let id, let page, let document, let captures):
            "no capture \(quoted(id)) of page \(page) of \(document), expected "
                + (captures.isEmpty ? "none, as the page has one image" : "one of \(captures.joined(separator: ", "))")
        case .noVersion(let number, let document, let count):
            "no version \(number) of \(document), expected a number from 1 to \(count)"
        case .notInTrash(let id):
            "no document \(quoted(id)) in the trash, expected the id of one that `explore trash list` shows"
        case .documentExists(let id):
            "a document \(id) was added since, expected it to be removed before the former one is restored"
        case .noToken(let id):
            "no token \(quoted(id)), expected the id of one that `explore token list` shows"
        case .noScan(let id, let document):
            "no scan \(quoted(id)) in \(document), expected the id of one that was uploaded for it"
        case .scanInUse(let id, let user):
            "the scan \(quoted(id)) is shown by \(user), expected one that no page shows"
        case .pointOutsidePage(let point, let page, let width, let height):
            "the point \(plain(point.x)),\(plain(point.y)) is outside page \(page), "
                + "expected 0 <= x < \(width) and 0 <= y < \(height)"
        case .pointOutsideCapture(let point, let capture, let width, let height):
            "the point \(plain(point.x)),\(plain(point.y)) is outside the capture \(capture), "
                + "expected 0 <= x < \(width) and 0 <= y < \(height)"
        case .imageMismatch(let page, let document, let found, let expected):
            "page \(page) of \(document): \(found), expected \(expected)"
        case .edit(let fault): fault.description
        case .unpublishedEdits(let document, let count, let editor):
            "\(document) has \(count) unpublished edit\(count == 1 ? "" : "s"), the last by \(quoted(editor)), "
                + "expected them to be published or discarded first"
        case .noEdits(let document):
            "\(document) has no unpublished edits, expected at least one to publish or to discard"
        case .cannotMerge(let document, let difference):
            "\(document) was edited in the browser since it was added, and its source has \(difference), which no edit can "
                + "change; expected --publish, which replaces what was edited and keeps it as a former version"
        case .revisionMoved(let document, let found, let expected):
            "the working copy of \(document) has revision \(found), expected \(expected), as when it was last read"
        case .cannotOpen(let path, let reason):
            "\(path): \(reason), expected a library's database that can be opened"
        case .cannotWrite(let path, let reason):
            "\(path): \(reason), expected a writable disk with free space"
        case .notALibrary(let path):
            "\(path): not a library's database, expected one that this program made"
        case .newerSchema(let path, let found):
            "\(path): written by a newer version (schema \(quoted(found))), expected \(quoted(Schema.newest)) or older"
        case .olderSchema(let path):
            "\(path): written by an older version, expected to be opened for writing once and brought up to date"
        case .readOnly(let path):
            "\(path): opened for reading only, expected write access"
        case .busy(let path):
            "\(path): another program is writing, expected it to be done within 5 seconds"
        case .damaged(let what):
            "the library's database is damaged: \(what)"
        case .database(let message):
            "database: \(message)"
        }
    }

    private func quoted(_ text: String) -> String { FaultText.quoted(text) }

    private func plain(_ number: Double) -> String { FaultText.number(number) }
}
