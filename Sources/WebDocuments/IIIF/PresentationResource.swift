package import ClauseStore
package import DocumentFormats
package import DocumentModel

/// A resource of IIIF Presentation 3 or Change Discovery, or the sitemap.
package enum PresentationResource: Hashable, Sendable {
    /// A resource of a document.
    case part(PresentationPart, document: String)
    /// The library's collection, or one within it, or a part of it.
    case collection(String?, part: Int?)
    /// The sitemap, or a part of it. It lists only what everyone may read, whoever requests it.
    case sitemap(part: Int?)
    /// The stream of changes, or a page of it. Pages are numbered from 1, with at most nine digits.
    case changes(page: Int?)

    /// The document with whose versions the resource changes; nil for the library.
    package var document: String? {
        if case .part(_, let document) = self { document } else { nil }
    }

    /// Whether the resource is the same for every reader.
    package var isPublic: Bool {
        if case .sitemap = self { true } else { false }
    }

    /// Writes the resource. Long lists are written element by element, so they are never in memory as a whole.
    ///
    /// - Parameters:
    ///   - principal: The reader, whose access determines the content.
    ///   - base: The base of absolute addresses.
    ///   - sizeServed: Returns the size in pixels at which a whole image with a given width and height is served.
    /// - Returns: False if the resource does not exist.
    /// - Throws: `ClauseStoreError`.
    /// - Complexity: O(*n*) in the length of the response.
    package func write(
        to output: inout some TextOutputStream, from store: ClauseStore, for principal: Principal, base: String,
        sizeServed: @escaping PresentationWriter.SizeServed
    ) throws -> Bool {
        switch self {
        case .part(let part, let document):
            let partial = try store.document(document, part: part.documentPart, for: principal)
            return PresentationWriter(partial, base: base, sizeServed: sizeServed).write(part, to: &output)
        case .collection(let id, let part):
            let collection = try id.map { id in try store.collection(id, for: principal) }
            // The collection does not exist, or this reader may not know of it.
            if let collection, collection == nil { return false }
            let writer = CollectionWriter(
                collection.flatMap { $0 }.map(CollectionReference.init),
                within: try store.collections(in: id, for: principal).map(CollectionReference.init),
                total: try store.documentCount(of: id, for: principal), base: base
            ) { places in
                try store.documents(in: places, of: id, for: principal)
            }
            return try writer.write(part: part, to: &output)
        case .sitemap(let part):
            return try SitemapWriter(base: base).write(part: part, of: store, to: &output)
        case .changes(let page):
            let size = ActivityWriter.pageSize
            let found = try store.activities(
                from: ((page ?? 1) - 1) * size, limit: page == nil ? 0 : size, for: principal)
            let writer = ActivityWriter(base: base, total: found.total)
            guard let page else {
                writer.writeCollection(to: &output)
                return true
            }
            guard (1...writer.pageCount).contains(page) else { return false }
            writer.write(page: page, found.activities, to: &output)
            return true
        }
    }
}

extension CollectionReference {
    /// Creates a place from a counted collection.
    package init(_ value: FacetValue) { self.init(id: value.id, label: value.label) }
}
