public import DocumentModel
public import Foundation

/// Writes a document as IIIF Presentation 3: its manifest, its annotation pages, and all annotations as a single page
/// of Web Annotations.
///
/// Source: https://iiif.io/api/presentation/3.0/. Everything except ``losses`` can be read back unchanged.
public struct PresentationWriter: Sendable {
    /// The use of a manifest.
    public enum Form: Sendable {
        /// A self-contained file that includes the annotations.
        case file
        /// A server response that refers to other resources of the server.
        case served
        /// A file of a static site that refers to the site's other files.
        case site

        /// Whether the manifest refers to resources outside itself.
        package var isServed: Bool { self != .file }
    }

    /// The IIIF context.
    public static let context = "http://iiif.io/api/presentation/3/context.json"

    package let document: SourceDocument
    /// The addresses of all parts.
    public let addresses: PresentationAddresses
    package let form: Form
    /// The ids of the pages' images, by page number.
    package let images: [Int: String]
    /// The captures of pages that have several, by page number.
    let captures: [Int: [CaptureInfo]]
    /// Returns the size at which a whole image is served.
    let sizeServed: SizeServed
    /// The file name extensions of the document's downloads. The default is what the server provides.
    public var downloads: [String]

    /// Maps an image's width and height to the size at which the whole image is served, which may be limited.
    public typealias SizeServed = @Sendable (_ width: Int, _ height: Int) -> (width: Int, height: Int)

    /// - Parameters:
    ///   - document: The document.
    ///   - base: The beginning of all addresses, scheme and host: `https://example.org`.
    ///   - images: The ids of the served images, by page number. Other pages are blank.
    ///   - captures: The captures of pages that have several, by page number.
    ///   - form: The use of the output.
    ///   - sizeServed: Returns the size at which a whole image is served.
    public init(
        _ document: SourceDocument, base: String, images: [Int: String], captures: [Int: [CaptureInfo]] = [:],
        form: Form = .file, sizeServed: @escaping SizeServed = { ($0, $1) }
    ) {
        (self.document, self.images, self.form, self.sizeServed) = (document, images, form, sizeServed)
        self.captures = captures
        // The server refuses to make a PDF of more pages.
        downloads = form == .served ? (document.pages.count <= 500 ? ["pdf", "txt"] : ["txt"]) : []
        addresses = PresentationAddresses(base: base, document: document.id, isOfFiles: form == .site)
    }

    /// Creates a writer for served content. It can write only parts for which the partial document contains the
    /// clauses.
    ///
    /// - Parameter form: `.served`, or `.site` for a static site.
    public init(
        _ document: PartialDocument, base: String, form: Form = .served,
        sizeServed: @escaping SizeServed = { ($0, $1) }
    ) {
        let images = document.info.pages.compactMap { page in page.imageID.map { (page.number, $0) } }
        self.init(
            document.source, base: base, images: Dictionary(images) { first, _ in first },
            captures: document.info.captures, form: form, sizeServed: sizeServed)
    }

    /// Returns the manifest with the annotations of all pages.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    public func manifest() -> Data { manifestValue().fileContent }

    /// Returns all annotations as a single page of Web Annotations (W3C), for programs that do not support manifests.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    public func annotations() -> Data {
        let writer = annotationWriter(isAlone: true)
        let items = document.clauses.flatMap { clause in
            AnnotationWriter.pages(of: clause).map { writer.annotation(of: clause, page: $0) }
        }
        return allAnnotations().adding(["items": .array(items)]).fileContent
    }

    /// Returns the page of all annotations, without its items.
    func allAnnotations() -> JSONValue {
        [
            "@context": .string(Self.context), "id": .string(addresses.annotations), "type": "AnnotationPage",
            "label": PresentationValues.words(document.header.title),
        ]
    }

    func annotationWriter(isAlone: Bool) -> AnnotationWriter {
        AnnotationWriter(
            document, addresses: addresses, isAlone: isAlone, pictured: form.isServed ? Set(images.keys) : [])
    }

    func annotationPage(_ page: Int, _ annotations: [JSONValue]?, isTop: Bool) -> JSONValue {
        [
            "@context": isTop ? .string(Self.context) : nil, "id": .string(addresses.annotations(page: page)),
            "type": "AnnotationPage", "label": form.isServed ? PresentationValues.words(Self.allLabel) : nil,
            "items": annotations.map(JSONValue.array),
        ]
    }

    private static let allLabel: LanguageMap = ["en": "All clauses and details"]
}

extension SourceDocument {
    /// Returns the page with a number, or nil if there is none.
    ///
    /// - Complexity: O(1), because pages are numbered from 1.
    package func page(_ number: Int) -> SourcePage? {
        pages.indices.contains(number - 1) ? pages[number - 1] : nil
    }
}
