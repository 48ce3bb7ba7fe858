import ClauseStore
import DocumentFormats
import DocumentModel
import TileEngine

/// What is served of documents in IIIF Presentation 3 and Change Discovery: each answer is made once for each version of
/// what it tells, and kept while there is room.
///
/// Which version is served is known for a second (``Lease``), so that a replaced document is seen at once for a reader.
/// It is read before the answer is made, so that none is ever kept for a version newer than itself.
final class PresentationService: Sendable {
    /// What is asked for.
    enum Subject: Hashable, Sendable {
        /// A part of a document.
        case part(PresentationPart, document: String)
        /// The library's collection, or a part of it.
        case collection(part: Int?)
        /// The stream of changes, or a page of it.
        case changes(page: Int?)

        /// The document whose versions it changes with; nil for the library.
        fileprivate var document: String? {
            if case .part(_, let document) = self { document } else { nil }
        }
    }

    /// All that an answer depends on.
    private struct Key: Hashable {
        let revision: Int64
        let subject: Subject
        let reader: Reader
    }

    /// Whose newest version is known, and for whom.
    private struct Question: Hashable {
        /// Nil for the library.
        let document: String?
        /// Who asks, as far as it matters.
        let reader: Reader
    }

    private let store: StoreReader
    private let workshop: StoreReader
    private let address: PublicAddress
    private let limits: RenderLimits
    private let revisions = LeasedValues<Question, Int64>(limit: 1_024)
    private let answers: CoalescingCache<Key, PackedAnswer>

    /// How the cache of answers is used.
    var cacheUsage: CacheUsage { answers.usage }

    /// - Parameters:
    ///   - store: Asked which version is served.
    ///   - workshop: The same store, on the threads where long work is done.
    ///   - limits: The bounds of an image's answers.
    ///   - byteLimit: How many bytes of answers are kept.
    ///   - onChange: Told by how much these have grown, or shrunk where negative.
    init(
        store: StoreReader, workshop: StoreReader, address: PublicAddress, limits: RenderLimits, byteLimit: Int,
        onChange: @escaping @Sendable (_ byteCount: Int) -> Void
    ) {
        (self.store, self.workshop, self.address, self.limits) = (store, workshop, address, limits)
        answers = CoalescingCache(byteLimit: byteLimit, onChange: onChange)
    }

    /// The answer for a subject.
    ///
    /// - Throws: ``Problem`` 404 for what is not served, 503 when too much waits; `ClauseStoreError`.
    func answer(_ subject: Subject) async throws -> PackedAnswer {
        let reader = subject.document.map { store.reader(of: $0) } ?? store.reader
        let question = Question(document: subject.document, reader: reader)
        let revision: Int64
        if let known = revisions.current(question) {
            revision = known
        } else {
            revision = try await find(question)
        }
        return try await answers.value(
            for: Key(revision: revision, subject: subject, reader: reader), cost: \.cost
        ) { [workshop, limits, base = address.base] in
            try await workshop.ask { store in
                var packer = AnswerPacker()
                guard
                    try subject.write(
                        to: &packer, from: store, for: reader, base: base, limits: limits)
                else {
                    throw Problem.notFound("nothing is at this address")
                }
                return try packer.finish()
            }
        }
    }

    private func find(_ question: Question) async throws -> Int64 {
        let revision = try await store.revision(of: question.document, for: question.reader)
        let lease = Lease { [weak self] in
            // Where that fails the lease ends, and the next request is told why.
            Task { _ = try? await self?.find(question) }
        }
        revisions.keep(revision, for: question, lease: lease)
        return revision
    }
}

extension PresentationService.Subject {
    /// Writes the answer; false when there is nothing of the kind.
    fileprivate func write(
        to packer: inout AnswerPacker, from store: ClauseStore, for reader: Reader, base: String, limits: RenderLimits
    ) throws -> Bool {
        switch self {
        case .part(let part, let document):
            let partial = try store.document(document, part: part.documentPart, for: reader)
            let writer = PresentationWriter(partial, base: base) { width, height in
                let size = ImageRequestParser.sizeOfWhole(width: width, height: height, limits: limits)
                return (size.width, size.height)
            }
            return writer.write(part, to: &packer)
        case .collection(let part):
            let writer = CollectionWriter(total: try store.documentCount(for: reader), base: base) { places in
                try store.documents(in: places, for: reader)
            }
            return try writer.write(part: part, to: &packer)
        case .changes(let page):
            // Nine digits at most, see `PageNumber`.
            let size = ActivityWriter.pageSize
            let found = try store.activities(
                from: ((page ?? 1) - 1) * size, limit: page == nil ? 0 : size, for: reader)
            let writer = ActivityWriter(base: base, total: found.total)
            guard let page else {
                writer.writeCollection(to: &packer)
                return true
            }
            guard (1...writer.pageCount).contains(page) else { return false }
            writer.write(page: page, found.activities, to: &packer)
            return true
        }
    }
}
