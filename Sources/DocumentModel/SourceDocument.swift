public import Foundation

/// A file of a source folder, byte for byte.
public struct SourceFile: Hashable, Sendable {
    /// The path within the folder: `document.json`, `texts/en.json`, `seal.svg`.
    public let name: String
    /// The content.
    public let bytes: Data

    /// Makes a file.
    public init(name: String, bytes: Data) {
        self.name = name
        self.bytes = bytes
    }
}

/// A page as `document.json` describes it.
public struct SourcePage: Hashable, Sendable {
    /// The number, from 1.
    public let number: Int
    /// The name to show, such as "recto".
    public let label: LanguageMap?
    /// The name of the image's file in the source folder; nil for blank paper.
    public let image: String?
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The scale, where it is known.
    public let pixelsPerMillimetre: Double?
    /// What IIIF calls its behavior: `non-paged` for what is bound in but is no page to turn, `facing-pages` for one image of
    /// both pages of an opening.
    public var behavior: [String]
    /// Which page of the image's file it is, from 1, where the file has several; nil for the file's main image. Source
    /// files say it; the store's tables do not.
    public var imagePage: Int?
    /// Which part of the image it shows, and is as large as. Source files say it; the store's tables do not.
    public var part: ScanPart
    /// Its captures where `document.json` names them, the default one first; ``image`` is that one's. Empty for a page that
    /// has an image alone, or none.
    public var captures: [SourceCapture]

    package init(
        number: Int, label: LanguageMap?, image: String?, width: Int, height: Int, pixelsPerMillimetre: Double?,
        behavior: [String] = [], imagePage: Int? = nil, part: ScanPart = .whole, captures: [SourceCapture] = []
    ) {
        (self.number, self.label, self.image, self.behavior) = (number, label, image, behavior)
        (self.width, self.height, self.pixelsPerMillimetre) = (width, height, pixelsPerMillimetre)
        (self.imagePage, self.part, self.captures) = (imagePage, part, captures)
    }

    /// A stored page, as far as the store's tables have it.
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

    /// The page without what only source files say of its images.
    package var stored: SourcePage {
        var page = self
        (page.imagePage, page.part) = (nil, .whole)
        for place in page.captures.indices {
            (page.captures[place].imagePage, page.captures[place].part) = (nil, .whole)
        }
        return page
    }
}

/// A whole document, checked and ready to be stored.
///
/// It comes from ``SourceFolder/read(_:imageSize:)``, from ``LineFile`` or from ``SourceDocument/imageAlone(id:title:image:width:height:)``.
/// Beside the values it keeps the bytes of every file, so that keys that this version does not know are not lost.
public struct SourceDocument: Sendable {
    /// What is said of the document as a whole.
    public let header: DocumentHeader
    /// The pages, by number from 1.
    public let pages: [SourcePage]
    /// The categories, in the order of the menu.
    public let categories: [Category]
    /// The clauses, in reading order.
    public let clauses: [Clause]
    /// The texts: by language tag, then by clause id.
    public let texts: [String: [String: ClauseText]]
    /// The tours, in their order.
    public let tours: [Tour]
    /// The entries of the glossary, in their order.
    public let glossary: [GlossaryEntry]
    /// The files that it was read from, by name; images are not among them, local SVG icons are.
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
