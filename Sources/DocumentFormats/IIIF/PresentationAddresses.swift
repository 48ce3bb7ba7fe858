import DocumentModel
import Foundation

/// The addresses of a document's parts in IIIF Presentation, of its images, and of related resources.
public struct PresentationAddresses: Hashable, Sendable {
    /// The beginning of all addresses, without a trailing slash: `https://example.org`.
    public let base: String
    /// The document's id.
    public let document: String
    /// Whether the related resources are files of a static site, which cannot take queries.
    public let isOfFiles: Bool

    /// Creates the addresses of a document.
    public init(base: String, document: String, isOfFiles: Bool = false) {
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
        (self.document, self.isOfFiles) = (document, isOfFiles)
    }

    private var root: String { "\(base)/iiif/presentation/3/\(document)" }

    /// The manifest.
    public var manifest: String { "\(root)/manifest.json" }
    /// The agent that holds the original.
    public var provider: String { "\(manifest)#provider" }
    /// The annotation page with all annotations.
    public var annotations: String { "\(root)/annotations.json" }
    /// The style sheet for targets.
    public var stylesheet: String { "\(root)/style.css" }

    /// Returns the address of a page's canvas.
    public func canvas(_ page: Int) -> String { "\(root)/canvas/\(page)" }

    /// Returns the address of the annotation page that paints a page's canvas.
    public func painting(_ page: Int) -> String { "\(canvas(page))/painting" }

    /// Returns the address of the service that states a page's scale.
    public func scale(_ page: Int) -> String { "\(canvas(page))/scale" }

    /// Returns the address of a page's annotations.
    public func annotations(page: Int) -> String { "\(root)/annotations/\(page).json" }

    /// Returns the address of a clause's annotation. If the clause is on several pages, the fragment identifies the
    /// further parts.
    ///
    /// - Parameter part: The position of the page among the clause's pages, from 1.
    public func annotation(of clause: String, part: Int) -> String {
        "\(root)/clause/\(clause)" + (part > 1 ? "#part-\(part)" : "")
    }

    /// Returns the address of a tour, an annotation page with its steps.
    public func tour(_ id: String) -> String { "\(root)/tours/\(id).json" }

    /// The annotation page with the recordings of clauses.
    public var recordings: String { "\(root)/recordings.json" }

    /// Returns the address of a recording or its cues, by the path below `audio/`.
    public func recording(_ path: String) -> String { "\(folder)/recordings/\(path)" }

    /// Returns the address of a category, which is also a range.
    public func category(_ id: String) -> String { "\(root)/category/\(id)" }

    /// Returns the address of a range.
    public func range(_ name: String) -> String { "\(root)/range/\(name)" }

    /// Returns the address of an image's service, version 3 or 2 of the Image API. A static site has only version 3.
    public func image(_ id: String, version: Int = 3) -> String { "\(base)/iiif/\(version)/\(id)" }

    // MARK: Related resources

    /// Returns the address of a download, by file name extension: `pdf` or `txt`.
    public func download(_ ending: String) -> String { "\(base)/api/documents/\(document)/download.\(ending)" }

    /// Returns the address of the library's top-level collection, of a collection within it, or of a part of one,
    /// counted from 1, if the collection is divided.
    ///
    /// - Parameter path: The id of the collection, see ``CollectionPath``, or nil for the top-level collection.
    public static func collection(base: String, path: String? = nil, part: Int? = nil) -> String {
        base + collectionPath(path, part: part)
    }

    /// Returns the path of a collection's address.
    package static func collectionPath(_ path: String?, part: Int?) -> String {
        guard let path else {
            return "/iiif/presentation/3/collection" + (part.map { "-\($0)" } ?? "") + ".json"
        }
        // The names of collections contain no full stop.
        return "\(collections)\(path)" + (part.map { ".\($0)" } ?? "") + ".json"
    }

    /// The beginning of the paths of all collections except the top-level one.
    static let collections = "/iiif/collections/"

    /// Returns the id of the collection at an address of our form, or nil for any other address.
    static func collectionID(ofAddress address: String) -> String? {
        guard let root = address.range(of: collections, options: .backwards), address.hasSuffix(".json") else {
            return nil
        }
        let id = String(address[root.upperBound...].dropLast(".json".count))
        return CollectionPath.isValid(id) ? id : nil
    }

    /// The viewer's page.
    public var viewer: String { "\(base)/documents/\(document)" + (isOfFiles ? "/index.html" : "") }
    /// The document as a plain HTML page.
    public var plain: String { isOfFiles ? "\(base)/documents/\(document)/plain.html" : "\(viewer)?plain" }
    private var folder: String { "\(base)/api/documents/\(document)" }
    /// The document in this program's own API.
    public var api: String { folder + (isOfFiles ? ".json" : "") }
    /// The tours in this program's own API.
    public var tours: String { folder + (isOfFiles ? "/tours.json" : "/tours") }
    /// The glossary in this program's own API.
    public var glossary: String { folder + (isOfFiles ? "/glossary.json" : "/glossary") }
    /// The clauses in this program's own API.
    public var clauses: String { folder + (isOfFiles ? "/clauses.json" : "/clauses?include=regions") }
    /// Returns the address of the Content Search service, version 1 or 2.
    public func search(version: Int) -> String { "\(base)/iiif/search/\(version)/\(document)" }

    /// Returns the address of a clause cut out of a page's scan, at a given width. A static site has only cut-outs from
    /// the clause's first page, in a few widths.
    public func cutOut(of clause: String, page: Int, width: Int) -> String {
        let cutOuts = "\(folder)/clauses/\(clause)"
        guard isOfFiles else { return "\(cutOuts)/image.jpg?page=\(page)&width=\(width)" }
        let stored = Self.storedCutOutWidths.first { $0 >= width }
        return "\(cutOuts)/image\(stored.map { "-\($0)" } ?? "").jpg"
    }

    /// The widths of cut-outs on a static site, in pixels, in addition to the scan's own width. Duplicated in api.js.
    public static let storedCutOutWidths = [640, 1_280]
}
