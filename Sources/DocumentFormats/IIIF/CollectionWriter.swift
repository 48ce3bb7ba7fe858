public import DocumentModel

/// Writes a IIIF collection, either the library's top-level collection or one within it. The collections nested in it
/// come first, then the documents that belong to none of these, in the given order.
///
/// IIIF Presentation has no paging for collections, and responses must not grow without bounds. So more than ``limit``
/// documents are divided into collections of that size. Specification:
/// https://iiif.io/api/presentation/3.0/#51-collection
public struct CollectionWriter {
    /// The maximum number of manifests in a collection. An entry takes about 600 bytes.
    public static let limit = 1_000

    private let total: Int
    private let base: String
    private let limit: Int
    private let documents: (Range<Int>) throws -> [DocumentInfo]
    private let isOfFiles: Bool
    private let collection: CollectionReference?
    private let within: [CollectionReference]

    /// - Parameters:
    ///   - collection: The collection, or nil for the library's top-level collection.
    ///   - within: The collections nested in it.
    ///   - total: The number of documents that are in none of the nested collections.
    ///   - base: The beginning of all addresses, such as `https://example.org`.
    ///   - limit: The maximum number of manifests in a collection.
    ///   - isOfFiles: Whether the collection is written for a static site.
    ///   - documents: Returns a range of these documents, counted from 0. Called only for the documents of one part.
    public init(
        _ collection: CollectionReference? = nil, within: [CollectionReference] = [], total: Int, base: String,
        limit: Int = Self.limit, isOfFiles: Bool = false, documents: @escaping (Range<Int>) throws -> [DocumentInfo]
    ) {
        (self.total, self.base, self.limit, self.documents) = (total, base, max(1, limit), documents)
        (self.collection, self.within, self.isOfFiles) = (collection, within, isOfFiles)
    }

    /// The number of parts. At most 1 if the documents are not divided.
    public var partCount: Int { total / limit + (total % limit > 0 ? 1 : 0) }

    /// Writes the collection, or one of its parts.
    ///
    /// - Parameters:
    ///   - part: The number of a part, from 1, or nil for the whole collection.
    ///   - stream: The output.
    /// - Returns: False if there is no such part. Nothing is written then.
    /// - Throws: Errors from reading the documents.
    /// - Complexity: O(*n*) in the number of documents that are written.
    public func write(part: Int?, to stream: inout some TextOutputStream) throws -> Bool {
        guard let part else {
            let items = partCount > 1 ? (1...partCount).map(reference) : try documents(0..<total).map(entry)
            write(nil, within.map(reference) + items, to: &stream)
            return true
        }
        guard partCount > 1, (1...partCount).contains(part) else { return false }
        let first = (part - 1) * limit
        write(part, try documents(first..<min(first + limit, total)).map(entry), to: &stream)
        return true
    }

    private func write(_ part: Int?, _ items: [JSONValue], to stream: inout some TextOutputStream) {
        let home = WebLink(
            id: base + (isOfFiles ? "/index.html" : "/") + (collection.map { "?collection=\($0.id)" } ?? ""),
            label: label(nil), format: "text/html")
        let head: JSONValue = [
            "@context": .string(PresentationWriter.context), "id": .string(address(part)), "type": "Collection",
            "label": PresentationValues.words(label(part)),
            "homepage": part == nil ? .array([PresentationValues.link(home, .homepage)]) : nil,
            "partOf": whole(of: part).map { .array([$0]) },
        ]
        head.write(listing: items, as: "items", to: &stream) { $1.write($0.compactText) }
    }

    /// Returns the parent of the collection or part.
    private func whole(of part: Int?) -> JSONValue? {
        let id: String
        if part != nil {
            id = address(nil)
        } else if let collection {
            id = PresentationAddresses.collection(base: base, path: CollectionPath.parent(collection.id))
        } else {
            return nil
        }
        return ["id": .string(id), "type": "Collection"]
    }

    private func address(_ part: Int?) -> String {
        PresentationAddresses.collection(base: base, path: collection?.id, part: part)
    }

    private func label(_ part: Int?) -> LanguageMap {
        if let part { return ["en": "Documents, part \(part) of \(partCount)"] }
        return collection.map(Self.label) ?? ["en": "Documents"]
    }

    /// Returns the name of a collection: its label, or else the last part of its path.
    private static func label(_ collection: CollectionReference) -> LanguageMap {
        collection.label ?? LanguageMap(plain: CollectionPath.name(collection.id))
    }

    private func reference(to part: Int) -> JSONValue { reference(address(part), label(part)) }

    private func reference(to collection: CollectionReference) -> JSONValue {
        reference(PresentationAddresses.collection(base: base, path: collection.id), Self.label(collection))
    }

    private func reference(_ id: String, _ label: LanguageMap) -> JSONValue {
        ["id": .string(id), "type": "Collection", "label": PresentationValues.words(label)]
    }

    private func entry(_ document: DocumentInfo) -> JSONValue {
        let addresses = PresentationAddresses(base: base, document: document.id)
        let thumbnail = document.pages.lazy.compactMap { page in
            page.imageID.map { image in
                PresentationWriter.thumbnail(
                    service: addresses.image(image), width: page.width, height: page.height, isOfFiles: isOfFiles)
            }
        }.first
        return [
            "id": .string(addresses.manifest), "type": "Manifest", "label": PresentationValues.words(document.title),
            "thumbnail": thumbnail,
        ]
    }
}
