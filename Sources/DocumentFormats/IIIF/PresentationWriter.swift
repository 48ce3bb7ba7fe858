public import DocumentModel
public import Foundation

/// Writes a document as IIIF Presentation 3: its manifest, its pages of annotations, and all of them as one page of Web
/// Annotations.
///
/// Source: https://iiif.io/api/presentation/3.0/. What is written is read back as it was, but for ``losses``.
public struct PresentationWriter: Sendable {
    /// What a manifest is written for.
    public enum Form: Sendable {
        /// A file that holds all there is, the annotations too.
        case file
        /// An answer of the server, which refers to what else the server has.
        case served
        /// A file of a static site, which refers to the others.
        case site

        /// Whether there is more than the one file.
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
    /// The size that a whole image is served at.
    let sizeServed: SizeServed
    /// Which files of the document there are to be taken away, by the endings of their names: those of a server, if nothing
    /// else is said.
    public var downloads: [String]

    /// The size that an image is served at as a whole, by its width and height: less, where that is beyond a limit.
    public typealias SizeServed = @Sendable (_ width: Int, _ height: Int) -> (width: Int, height: Int)

    /// - Parameters:
    ///   - document: The document.
    ///   - base: What addresses begin with: scheme and host, `https://example.org`.
    ///   - images: The ids of the images that are served, by page number; pages that are not among them are blank.
    ///   - captures: The captures of pages that have several, by page number.
    ///   - form: What it is written for.
    ///   - sizeServed: The size that a whole image is served at.
    public init(
        _ document: SourceDocument, base: String, images: [Int: String], captures: [Int: [CaptureInfo]] = [:],
        form: Form = .file, sizeServed: @escaping SizeServed = { ($0, $1) }
    ) {
        (self.document, self.images, self.form, self.sizeServed) = (document, images, form, sizeServed)
        self.captures = captures
        // A server makes no PDF of more pages at once.
        downloads = form == .served ? (document.pages.count <= 500 ? ["pdf", "txt"] : ["txt"]) : []
        addresses = PresentationAddresses(base: base, document: document.id, isOfFiles: form == .site)
    }

    /// A writer of what is served of a document; it can write the parts that the document's clauses suffice for.
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

    /// The manifest, with the annotations of each page within.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    public func manifest() -> Data { Self.data(manifestValue()) }

    /// All annotations as one page of Web Annotations (W3C), for programs that know no manifests.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    public func annotations() -> Data {
        let writer = annotationWriter(isAlone: true)
        let items = document.clauses.flatMap { clause in
            AnnotationWriter.pages(of: clause).map { writer.annotation(of: clause, page: $0) }
        }
        guard case .object(let members) = allAnnotations() else { return Data() }
        return Self.data(.object(members + [JSONValue.Member(key: "items", value: .array(items))]))
    }

    /// The page of all annotations, without its items.
    func allAnnotations() -> JSONValue {
        .members([
            ("@context", .string(Self.context)), ("id", .string(addresses.annotations)),
            ("type", .string("AnnotationPage")), ("label", PresentationValues.words(document.header.title)),
        ])
    }

    func annotationWriter(isAlone: Bool) -> AnnotationWriter {
        AnnotationWriter(
            document, addresses: addresses, isAlone: isAlone, pictured: form.isServed ? Set(images.keys) : [])
    }

    private static func data(_ value: JSONValue) -> Data { Data((value.text() + "\n").utf8) }

    func annotationPage(_ page: Int, _ annotations: [JSONValue]?, isTop: Bool) -> JSONValue {
        .members([
            ("@context", isTop ? .string(Self.context) : nil),
            ("id", .string(addresses.annotations(page: page))), ("type", .string("AnnotationPage")),
            ("label", form.isServed ? PresentationValues.words(Self.allLabel) : nil),
            ("items", annotations.map(JSONValue.array)),
        ])
    }

    private static let allLabel: LanguageMap = ["en": "All clauses and details"]
}

extension SourceDocument {
    /// The page of a number; nil where there is none.
    ///
    /// - Complexity: O(1), as pages are numbered from 1.
    package func page(_ number: Int) -> SourcePage? {
        pages.indices.contains(number - 1) ? pages[number - 1] : nil
    }
}
