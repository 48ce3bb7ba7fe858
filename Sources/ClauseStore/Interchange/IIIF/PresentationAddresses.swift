/// The addresses of a document's parts in IIIF Presentation, and of its images.
public struct PresentationAddresses: Hashable, Sendable {
    /// What all addresses begin with, without a slash at its end: `https://example.org`.
    public let base: String
    /// The document's id.
    public let document: String

    /// Makes the addresses of a document.
    public init(base: String, document: String) {
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
        self.document = document
    }

    private var root: String { "\(base)/iiif/presentation/3/\(document)" }

    /// The manifest.
    public var manifest: String { "\(root)/manifest.json" }
    /// All annotations as one page.
    public var annotations: String { "\(root)/annotations.json" }

    /// A page's canvas.
    public func canvas(_ page: Int) -> String { "\(root)/canvas/\(page)" }

    /// The annotations of a page, all of them or those of one category.
    public func annotations(page: Int, category: String? = nil) -> String {
        category.map { "\(root)/annotations/\(page)/\($0).json" } ?? "\(root)/annotations/\(page).json"
    }

    /// The annotation of a clause; where it is on several pages, further parts are told apart by the fragment.
    ///
    /// - Parameter part: Which of the clause's pages it is, from 1.
    public func annotation(of clause: String, part: Int) -> String {
        "\(root)/clause/\(clause)" + (part > 1 ? "#part-\(part)" : "")
    }

    /// A category, which is a range too.
    public func category(_ id: String) -> String { "\(root)/category/\(id)" }

    /// A range.
    public func range(_ name: String) -> String { "\(root)/range/\(name)" }

    /// An image's service, version 3 of the Image API.
    public func image(_ id: String) -> String { "\(base)/iiif/3/\(id)" }
}
