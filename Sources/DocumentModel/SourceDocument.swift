public import Foundation

/// A file of a source folder, byte for byte.
public struct SourceFile: Hashable, Sendable {
    /// The path within the folder: `document.json`, `texts/en.json`, `seal.svg`.
    public let name: String
    /// The content.
    public let bytes: Data

    /// Creates a file.
    public init(name: String, bytes: Data) {
        self.name = name
        self.bytes = bytes
    }
}

/// A page as `document.json` describes it.
public struct SourcePage: Hashable, Sendable {
    /// The number, from 1.
    public let number: Int
    /// The display name, such as "recto".
    public let label: LanguageMap?
    /// The name of the image file in the source folder; nil for blank paper.
    public let image: String?
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The scale, if known.
    public let pixelsPerMillimetre: Double?
    /// The IIIF `behavior`: `non-paged` for something bound in that is not a page to turn, `facing-pages` for one image
    /// of both pages of an opening.
    public var behavior: [String]
    /// The page within the image file, from 1, if the file has several; nil for the file's main image. Kept in source
    /// files but not in the store's tables.
    public var imagePage: Int?
    /// The part of the image that the page shows, which has the page's size. Kept in source files but not in the
    /// store's tables.
    public var part: ScanPart
    /// The captures that `document.json` names, the default one first, whose image is ``image``. Empty for a page that
    /// has only an image, or none.
    public var captures: [SourceCapture]

    package init(
        number: Int, label: LanguageMap?, image: String?, width: Int, height: Int, pixelsPerMillimetre: Double?,
        behavior: [String] = [], imagePage: Int? = nil, part: ScanPart = .whole, captures: [SourceCapture] = []
    ) {
        (self.number, self.label, self.image, self.behavior) = (number, label, image, behavior)
        (self.width, self.height, self.pixelsPerMillimetre) = (width, height, pixelsPerMillimetre)
        (self.imagePage, self.part, self.captures) = (imagePage, part, captures)
    }

    /// Creates a page from a stored one, as far as the store's tables describe it.
    package init(_ page: PageInfo) {
        self.init(
            number: page.number, label: page.label, image: page.sourceImage, width: page.width, height: page.height,
            pixelsPerMillimetre: page.pixelsPerMillimetre, behavior: page.behavior,
            captures: page.captures.map { capture in
                SourceCapture(
                    id: capture.id, label: capture.label, kind: capture.kind, image: capture.sourceImage,
                    width: capture.width, height: capture.height,
                    alignment: capture.isEstimated ? nil : capture.alignment)
            })
    }

    /// The page without the properties of its images that only source files keep.
    package var stored: SourcePage {
        var page = self
        (page.imagePage, page.part) = (nil, .whole)
        for place in page.captures.indices {
            (page.captures[place].imagePage, page.captures[place].part) = (nil, .whole)
        }
        return page
    }
}

/// A whole document, validated and ready to be stored.
///
/// It is created by ``SourceFolder/read(_:imageSize:isTolerant:)``, ``LineFile`` or
/// ``SourceDocument/imageAlone(id:title:image:width:height:)``. In addition to the values it keeps the bytes of every
/// file, so that keys unknown to this version are not lost.
public struct SourceDocument: Sendable {
    /// The metadata of the document as a whole.
    public let header: DocumentHeader
    /// The pages, by number from 1.
    public let pages: [SourcePage]
    /// The categories, in menu order.
    public let categories: [Category]
    /// The clauses, in reading order.
    public let clauses: [Clause]
    /// The texts: by language tag, then by clause id.
    public let texts: [String: [String: ClauseText]]
    /// The tours, in order.
    public let tours: [Tour]
    /// The glossary entries, in order.
    public let glossary: [GlossaryEntry]
    /// The files that the document was read from, by name, including local SVG icons but no images.
    public let files: [SourceFile]

    package init(
        header: DocumentHeader, pages: [SourcePage], categories: [Category], clauses: [Clause],
        texts: [String: [String: ClauseText]], tours: [Tour] = [], glossary: [GlossaryEntry] = [],
        files: [SourceFile]
    ) {
        (self.header, self.pages, self.categories) = (header, pages, categories)
        (self.clauses, self.texts, self.tours) = (clauses, texts, tours)
        (self.glossary, self.files) = (glossary, files)
    }

    /// The document's id.
    public var id: String { header.id }
}
