import DocumentModel
import Foundation

/// The addresses of a document's parts in IIIF Presentation, of its images, and of what else is served of it.
public struct PresentationAddresses: Hashable, Sendable {
    /// What all addresses begin with, without a slash at its end: `https://example.org`.
    public let base: String
    /// The document's id.
    public let document: String
    /// Whether what stands around the document are files of a static site, which no query narrows down.
    public let isOfFiles: Bool

    /// Makes the addresses of a document.
    public init(base: String, document: String, isOfFiles: Bool = false) {
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
        (self.document, self.isOfFiles) = (document, isOfFiles)
    }

    private var root: String { "\(base)/iiif/presentation/3/\(document)" }

    /// The manifest.
    public var manifest: String { "\(root)/manifest.json" }
    /// Who keeps the original.
    public var provider: String { "\(manifest)#provider" }
    /// All annotations as one page.
    public var annotations: String { "\(root)/annotations.json" }
    /// The styles of targets.
    public var stylesheet: String { "\(root)/style.css" }

    /// A page's canvas.
    public func canvas(_ page: Int) -> String { "\(root)/canvas/\(page)" }

    /// What is painted on a page's canvas: a page of annotations.
    public func painting(_ page: Int) -> String { "\(canvas(page))/painting" }

    /// The scale of a page's canvas.
    public func scale(_ page: Int) -> String { "\(canvas(page))/scale" }

    /// The annotations of a page.
    public func annotations(page: Int) -> String { "\(root)/annotations/\(page).json" }

    /// The annotation of a clause; where it is on several pages, further parts are told apart by the fragment.
    ///
    /// - Parameter part: Which of the clause's pages it is, from 1.
    public func annotation(of clause: String, part: Int) -> String {
        "\(root)/clause/\(clause)" + (part > 1 ? "#part-\(part)" : "")
    }

    /// The steps of a tour: a page of annotations.
    public func tour(_ id: String) -> String { "\(root)/tours/\(id).json" }

    /// The recordings of clauses: a page of annotations.
    public var recordings: String { "\(root)/recordings.json" }

    /// A recording or its cues, by the path below `audio/`.
    public func recording(_ path: String) -> String { "\(folder)/recordings/\(path)" }

    /// A category, which is a range too.
    public func category(_ id: String) -> String { "\(root)/category/\(id)" }

    /// A range.
    public func range(_ name: String) -> String { "\(root)/range/\(name)" }

    /// An image's service, version 3 of the Image API.
    public func image(_ id: String) -> String { "\(base)/iiif/3/\(id)" }

    // MARK: Around the document

    /// The document as a file to be taken away, by the ending of its name: `pdf`, `txt`.
    public func download(_ ending: String) -> String { "\(base)/api/documents/\(document)/download.\(ending)" }

    /// The collection of the library, or one that lies in it; or one of its parts, from 1, where it is a collection of
    /// collections.
    ///
    /// - Parameter path: The id of the collection, see ``CollectionPath``; nil for the library's own.
    public static func collection(base: String, path: String? = nil, part: Int? = nil) -> String {
        base + collectionPath(path, part: part)
    }

    /// The path of a collection's address.
    package static func collectionPath(_ path: String?, part: Int?) -> String {
        guard let path else {
            return "/iiif/presentation/3/collection" + (part.map { "-\($0)" } ?? "") + ".json"
        }
        // No name of a collection has a full stop.
        return "\(collections)\(path)" + (part.map { ".\($0)" } ?? "") + ".json"
    }

    /// What the paths of collections' addresses begin with, but for the library's own.
    static let collections = "/iiif/collections/"

    /// The id of the collection that lies at an address of the form that ours have.
    static func collectionID(ofAddress address: String) -> String? {
        guard let root = address.range(of: collections, options: .backwards), address.hasSuffix(".json") else {
            return nil
        }
        let id = String(address[root.upperBound...].dropLast(".json".count))
        return CollectionPath.isValid(id) ? id : nil
    }

    /// The viewer's page.
    public var viewer: String { "\(base)/documents/\(document)" + (isOfFiles ? "/index.html" : "") }
    /// The document as plain HTML.
    public var plain: String { isOfFiles ? "\(base)/documents/\(document)/plain.html" : "\(viewer)?plain" }
    private var folder: String { "\(base)/api/documents/\(document)" }
    /// The document in our own API.
    public var api: String { folder + (isOfFiles ? ".json" : "") }
    /// Its tours in our own API.
    public var tours: String { folder + (isOfFiles ? "/tours.json" : "/tours") }
    /// Its glossary in our own API.
    public var glossary: String { folder + (isOfFiles ? "/glossary.json" : "/glossary") }
    /// Its clauses in our own API.
    public var clauses: String { folder + (isOfFiles ? "/clauses.json" : "/clauses?include=regions") }
    /// The search service of a version of Content Search: 1 or 2.
    public func search(version: Int) -> String { "\(base)/iiif/search/\(version)/\(document)" }

    /// A clause cut out of the scan of a page, at this width; a site has it of the clause's first page, and in a few widths.
    public func cutOut(of clause: String, page: Int, width: Int) -> String {
        let cutOuts = "\(folder)/clauses/\(clause)"
        guard isOfFiles else { return "\(cutOuts)/image.jpg?page=\(page)&width=\(width)" }
        let stored = Self.storedCutOutWidths.first { $0 >= width }
        return "\(cutOuts)/image\(stored.map { "-\($0)" } ?? "").jpg"
    }

    /// The widths that a static site has of each cut-out beside the scan's own, in pixels; api.js knows them too.
    public static let storedCutOutWidths = [640, 1_280]
}
