public import DocumentModel

/// A separately addressable part of a document in IIIF Presentation 3.
///
/// The specification requires that everything a manifest refers to can be fetched, and recommends the same for
/// everything that has an address (https://iiif.io/api/presentation/3.0/#63-responses). So canvases, ranges and
/// annotations are included.
public enum PresentationPart: Hashable, Sendable {
    /// The manifest.
    case manifest
    /// The manifest that everybody may read if the document is announced: without clauses, categories, tours and
    /// recordings. It has no address of its own.
    case announcement
    /// A page's canvas.
    case canvas(Int)
    /// The annotation page that paints a canvas.
    case painting(Int)
    /// The annotation that paints a page's image.
    case paintingAnnotation(Int)
    /// The service that states a page's scale.
    case scale(Int)
    /// All annotations.
    case annotations
    /// The annotations of a page.
    case annotationPage(Int)
    /// A tour, as an annotation page with its steps.
    case tour(String)
    /// The recordings of clauses, as an annotation page.
    case recordings
    /// The annotation of a clause, on the first page of the clause.
    case annotation(String)
    /// The range of all clauses.
    case clauses
    /// The range of all categories.
    case categories
    /// The range of a clause.
    case range(String)
    /// The range of a category.
    case category(String)
    /// A range of the table of contents, given by its position in each enclosing part, from 1, outermost first.
    case contents([Int])

    /// Parses the part of an address after the document's id, without percent encoding: `["canvas", "1"]`.
    ///
    /// - Returns: Nil if no part has this address.
    public init?(path: [String]) {
        let first = path.first ?? ""
        switch (first, path.count) {
        case ("manifest.json", 1): self = .manifest
        case ("annotations.json", 1): self = .annotations
        case ("canvas", 2...4):
            guard let page = PageNumber.of(path[1]) else { return nil }
            switch Array(path[2...]) {
            case []: self = .canvas(page)
            case ["painting"]: self = .painting(page)
            case ["painting", "1"]: self = .paintingAnnotation(page)
            case ["scale"]: self = .scale(page)
            default: return nil
            }
        case ("annotations", 2):
            guard let page = PageNumber.ofFile(path[1]) else { return nil }
            self = .annotationPage(page)
        case ("recordings.json", 1): self = .recordings
        case ("tours", 2) where path[1].hasSuffix(".json"): self = .tour(String(path[1].dropLast(5)))
        case ("clause", 2): self = .annotation(path[1])
        case ("category", 2): self = .category(path[1])
        case ("range", 2) where path[1] == "clauses": self = .clauses
        case ("range", 2) where path[1] == "categories": self = .categories
        case ("range", 3) where path[1] == "clause": self = .range(path[2])
        case ("range", 3) where path[1] == "contents":
            let numbers = path[2].split(separator: ".", omittingEmptySubsequences: false).map { PageNumber.of($0) }
            guard !numbers.contains(nil) else { return nil }
            self = .contents(numbers.compactMap { $0 })
        default: return nil
        }
    }

    /// The part of the document that is needed to write this part.
    public var documentPart: DocumentPart {
        switch self {
        case .manifest, .annotations, .clauses, .categories, .recordings: .whole
        case .announcement, .painting, .paintingAnnotation, .scale, .contents, .tour: .header
        case .canvas(let page), .annotationPage(let page): .page(page)
        case .annotation(let clause), .range(let clause): .clause(clause)
        case .category(let category): .category(category)
        }
    }
}

/// Parses numbers in addresses: from 1, at most nine digits, without sign or leading zero, so that each number has a
/// single form.
public enum PageNumber {
    /// Returns the number that a text represents, or nil.
    public static func of(_ text: some StringProtocol) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "0"),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text)
    }

    /// Returns the number in a file name such as `12.json`, or nil.
    public static func ofFile(_ name: some StringProtocol) -> Int? {
        name.hasSuffix(".json") ? of(name.dropLast(5)) : nil
    }
}
