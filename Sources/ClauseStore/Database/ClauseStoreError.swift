public import DocumentModel
public import ImageGeometry

/// What the store cannot do, as one line that names the value and what was expected.
public enum ClauseStoreError: Error, Hashable, Sendable {
    /// What a caller should make of an error.
    public enum Kind: Sendable {
        /// The thing that was asked for is not there: HTTP's 404.
        case notFound
        /// The question or the input is wrong: HTTP's 400.
        case invalid
        /// The database's state stands against it: another writer, another version, no right to write.
        case conflict
        /// A fault of the database or of this program. The description may hold paths: it is for the keeper, not for
        /// readers.
        case `internal`
    }

    /// The library has no document of this id.
    case noDocument(String)
    /// The document has no clause of this id.
    case noClause(String, document: String)
    /// The document has no category of this id.
    case noCategory(String, document: String)
    /// The document has no page of this number; it has `count` pages.
    case noPage(Int, document: String, count: Int)
    /// The page has no capture of this id; it has these.
    case noCapture(String, page: Int, document: String, captures: [String])
    /// The library has no version of this number of the document; it has versions 1 to `count`.
    case noVersion(Int, document: String, count: Int)
    /// No document of this id is in the trash.
    case notInTrash(String)
    /// There is a document of this id, which was added since the one in the trash was removed.
    case documentExists(String)
    /// The library has no token of this id.
    case noToken(String)
    /// Nobody has uploaded a scan of this id for the document.
    case noScan(String, document: String)
    /// The scan is shown by this page, of the working copy or of a version, and cannot be removed.
    case scanInUse(String, by: String)
    /// The point is not on the page, of this width and height in pixels.
    case pointOutsidePage(Point, page: Int, width: Int, height: Int)
    /// The point is not on the capture of a page, of this width and height in pixels.
    case pointOutsideCapture(Point, capture: String, width: Int, height: Int)
    /// The images given with a document do not fit its pages.
    case imageMismatch(page: Int, document: String, found: String, expected: String)
    /// An edit is wrong, or beyond a limit; then nothing was changed.
    case edit(EditFault)
    /// The document has unpublished edits, so many and the newest by this editor, and cannot be replaced or removed.
    case unpublishedEdits(document: String, count: Int, editor: String)
    /// The document has no unpublished edits.
    case noEdits(document: String)
    /// The document was edited in the browser since it was added, and its source has now what no edit can change.
    case cannotMerge(document: String, difference: String)
    /// The working copy has another revision than the one that was to be published or discarded.
    case revisionMoved(document: String, found: Int, expected: Int)
    /// The database cannot be opened or made at this path.
    case cannotOpen(path: String, reason: String)
    /// The file at this path cannot be written, such as on a full disk; then nothing was changed.
    case cannotWrite(path: String, reason: String)
    /// The file at this path is not a library's database.
    case notALibrary(path: String)
    /// The database at this path was written by a newer version of this program.
    case newerSchema(path: String, found: String)
    /// The database at this path is of an older version, and was opened for reading only.
    case olderSchema(path: String)
    /// The store was opened for reading only.
    case readOnly(path: String)
    /// Another program kept the database at this path locked for too long.
    case busy(path: String)
    /// Something in the database is not as it was written, or cannot be read.
    case damaged(String)
    /// SQLite said this, or a row of the database holds what no version of this program writes.
    case database(String)

    /// What a caller should make of it.
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
    /// One line: what was found, and what was expected.
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
            "there is a document \(id) which was added since, expected it to be removed before the former one is restored"
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
            "the working copy of \(document) has revision \(found), expected \(expected), as it was when it was looked at"
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
