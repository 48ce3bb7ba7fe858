import ClauseStore
import DocumentModel
import FileSupport
import Foundation
import NIOConcurrencyHelpers

/// Assigns the ids of a run's sources, so that an id derived from a name is never that of another source.
///
/// A source is the same as a document in the library if their scans are the same: all scans of one are the first scans
/// of the other. A source without scans is the same if it comes from the same path; with ``isReplacing`` this suffices
/// for scans too. Ids are claimed in the order of the sources, so they depend on nothing else.
final class SourceNames: Sendable {
    /// The id assigned to a source.
    struct Claim {
        let id: String
        /// A message that explains why the id is not the one derived from the source's name; nil if it is.
        let note: String?
        /// The position of an earlier source with the same id and content, which must be stored first.
        let twin: Int?
    }

    private struct Taken {
        let position: Int
        let path: String
        let fingerprint: [UInt8]
    }

    private let library: Library
    private let isReplacing: Bool
    private let reserved: Set<String>
    private let taken = NIOLockedValueBox<[String: Taken]>([:])

    /// - Parameter reserved: The ids that sources of the run state themselves, wherever they are in the list.
    init(library: Library, isReplacing: Bool, reserved: Set<String>) {
        (self.library, self.isReplacing, self.reserved) = (library, isReplacing, reserved)
    }

    /// Claims a source's id.
    ///
    /// - Parameter position: The source's position in the list.
    /// - Throws: ``LibraryError/idTaken(_:id:by:)``, `ClauseStoreError`.
    func claim(_ source: HashedSource, position: Int) throws -> Claim {
        try taken.withLockedValue { taken in
            let fingerprint = Self.fingerprint(source)
            let claim = try self.claim(source, fingerprint, taken)
            if claim.twin == nil {
                taken[claim.id] = Taken(position: position, path: source.read.path, fingerprint: fingerprint)
            }
            return claim
        }
    }

    private func claim(_ source: HashedSource, _ fingerprint: [UInt8], _ taken: [String: Taken]) throws -> Claim {
        let id = source.read.document.id
        guard let derived = source.read.derived else {
            guard let other = taken[id] else { return Claim(id: id, note: nil, twin: nil) }
            guard other.fingerprint == fingerprint else {
                throw LibraryError.idTaken(source.read.path, id: id, by: other.path)
            }
            return Claim(id: id, note: nil, twin: other.position)
        }
        let digits = digits(of: source)
        let short = Identifier.distinguished(id, by: digits.prefix(8))
        for candidate in [id, short] {
            guard let other = taken[candidate], other.fingerprint == fingerprint else { continue }
            return Claim(id: candidate, note: nil, twin: other.position)
        }
        func isFree(_ id: String) -> Bool { taken[id] == nil && !reserved.contains(id) }
        for candidate in [id, short] where isFree(candidate) {
            if try isOwn(candidate, source) { return Claim(id: candidate, note: nil, twin: nil) }
        }
        if derived.isOfName, isFree(id), try !library.store.hasDocument(id) {
            return Claim(id: id, note: nil, twin: nil)
        }
        let note = derived.isOfName ? "another document has the id \(id)" : "no id can be made from the name"
        for length in [8, 16, 64] {
            let candidate = Identifier.distinguished(id, by: digits.prefix(length))
            guard isFree(candidate) else { continue }
            let isThere = try library.store.hasDocument(candidate)
            if try !isThere || isOwn(candidate, source) { return Claim(id: candidate, note: note, twin: nil) }
        }
        throw LibraryError.idTaken(source.read.path, id: id, by: "another document")
    }

    /// Whether the document with this id in the library comes from this source.
    private func isOwn(_ id: String, _ source: HashedSource) throws -> Bool {
        guard try library.store.hasDocument(id) else { return false }
        let document = try library.store.document(id)
        let isSamePath = document.source == source.read.path
        if isReplacing, isSamePath { return true }
        let stored = document.pages.flatMap(\.images).compactMap(\.imageSHA256)
        let given = source.pages.map(\.image.sha256)
        guard !stored.isEmpty, !given.isEmpty else { return stored.isEmpty && given.isEmpty && isSamePath }
        return zip(stored, given).allSatisfy { $0 == $1 }
    }

    /// Returns hexadecimal digits that distinguish the source from others: the digest of its scan, or of all its scans
    /// or files.
    private func digits(of source: HashedSource) -> String {
        let digests = source.pages.map(\.image.sha256)
        if let first = digests.first, Set(digests).count == 1 { return first }
        if !digests.isEmpty { return Digest.sha256(digests.joined().utf8) }
        return Self.fingerprint(source).hexadecimalDigits
    }

    /// Returns a digest that is equal for sources that produce the same document.
    private static func fingerprint(_ source: HashedSource) -> [UInt8] {
        let digest = MessageDigest()
        func add(_ bytes: some Collection<UInt8>) {
            withUnsafeBytes(of: bytes.count) { digest.update($0) }
            digest.update(bytes)
        }
        for file in source.read.document.files.sorted(by: { $0.name < $1.name }) {
            add(Array(file.name.utf8))
            add(file.bytes)
        }
        for page in source.pages {
            let place = page.scan.capture == 0 ? "\(page.scan.page)" : "\(page.scan.page)-\(page.scan.capture)"
            add(Array("\(place) \(page.image.fileName) \(page.image.pyramid)".utf8))
        }
        return digest.value
    }
}
