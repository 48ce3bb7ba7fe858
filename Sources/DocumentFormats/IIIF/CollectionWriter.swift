public import DocumentModel

/// Writes the documents of a library as a IIIF collection, in the order given.
///
/// The specification has no pages, and an answer must not grow without bounds: more than ``limit`` documents make a
/// collection of collections of so many each. Specification: https://iiif.io/api/presentation/3.0/#51-collection
public struct CollectionWriter {
    /// The most manifests of a collection; an entry takes about 600 bytes.
    public static let limit = 1_000

    private let total: Int
    private let base: String
    private let limit: Int
    private let documents: (Range<Int>) throws -> [DocumentInfo]
    private let isOfFiles: Bool

    /// - Parameters:
    ///   - total: How many documents there are.
    ///   - base: What addresses begin with: `https://example.org`.
    ///   - limit: The most manifests of a collection.
    ///   - isOfFiles: Whether it is for a static site.
    ///   - documents: Gives the documents at some places, from 0; asked for those of one collection alone.
    public init(
        total: Int, base: String, limit: Int = Self.limit, isOfFiles: Bool = false,
        documents: @escaping (Range<Int>) throws -> [DocumentInfo]
    ) {
        (self.total, self.base, self.limit, self.documents) = (total, base, max(1, limit), documents)
        self.isOfFiles = isOfFiles
    }

    /// How many parts there are; 1 where the whole is not divided.
    public var partCount: Int { total / limit + (total % limit > 0 ? 1 : 0) }

    /// Writes the collection, or one of its parts.
    ///
    /// - Parameters:
    ///   - part: The number of a part, from 1, where the library is a collection of collections; nil for the whole.
    ///   - stream: Where to.
    /// - Returns: False when there is no such part; then nothing is written.
    /// - Throws: What reading the documents throws.
    /// - Complexity: O(*n*) in the number of documents of the collection.
    public func write(part: Int?, to stream: inout some TextOutputStream) throws -> Bool {
        guard let part else {
            if partCount > 1 {
                write(nil, 1...partCount, to: &stream) { reference(to: $0) }
            } else {
                write(nil, try documents(0..<total), to: &stream, entry)
            }
            return true
        }
        guard partCount > 1, (1...partCount).contains(part) else { return false }
        let first = (part - 1) * limit
        write(part, try documents(first..<min(first + limit, total)), to: &stream, entry)
        return true
    }

    private func write<Elements: Sequence>(
        _ part: Int?, _ elements: Elements, to stream: inout some TextOutputStream,
        _ entry: (Elements.Element) -> JSONValue
    ) {
        let whole = JSONValue.members([("id", .string(address(nil))), ("type", .string("Collection"))])
        let home = PresentationValues.link(
            base + (isOfFiles ? "/index.html" : "/"), type: "Text", label(nil), format: "text/html")
        JSONValue.members([
            ("@context", .string(PresentationWriter.context)), ("id", .string(address(part))),
            ("type", .string("Collection")), ("label", PresentationValues.words(label(part))),
            ("homepage", part == nil ? .array([home]) : nil), ("partOf", part == nil ? nil : .array([whole])),
        ]).write(listing: elements, as: "items", to: &stream) { $1.write(entry($0).compactText) }
    }

    private func address(_ part: Int?) -> String { PresentationAddresses.collection(base: base, part: part) }

    private func label(_ part: Int?) -> LanguageMap {
        ["en": part.map { "Documents, part \($0) of \(partCount)" } ?? "Documents"]
    }

    private func reference(to part: Int) -> JSONValue {
        .members([
            ("id", .string(address(part))), ("type", .string("Collection")),
            ("label", PresentationValues.words(label(part))),
        ])
    }

    private func entry(_ document: DocumentInfo) -> JSONValue {
        let addresses = PresentationAddresses(base: base, document: document.id)
        let thumbnail = document.pages.lazy.compactMap { page in
            page.imageID.map { image in
                PresentationWriter.thumbnail(
                    service: addresses.image(image), width: page.width, height: page.height, isOfFiles: isOfFiles)
            }
        }.first
        return .members([
            ("id", .string(addresses.manifest)), ("type", .string("Manifest")),
            ("label", PresentationValues.words(document.title)), ("thumbnail", thumbnail),
        ])
    }
}
