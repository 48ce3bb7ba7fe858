import DocumentModel

/// The part of a document to download.
package enum DownloadPart: Hashable, Sendable {
    /// The whole document, or a range of its pages.
    case document(pages: ClosedRange<Int>?)
    case page(Int)
    case clause(String)
}

/// The limits of one download.
package enum DownloadLimits {
    /// The maximum number of pages in a file.
    package static let pageCount = 500
    /// The maximum number of clauses in a file.
    package static let clauseCount = 10_000
    /// The maximum length of text in a file, in bytes, for all languages together.
    package static let textByteCount = 16 << 20
    /// The permitted lengths of the longer side of a page's picture, in pixels.
    package static let sides = 256...4_000
    /// The default length of the longer side, in pixels, for a single page, and for each page of a document.
    package static let pageSide = 3_000
    package static let documentSide = 2_000
}

/// The reason why a download is refused.
package enum DownloadError: Error, Equatable, Sendable, CustomStringConvertible {
    case noPage(Int, count: Int)
    case noLanguage(String, languages: [String])
    case side(Int)
    case tooManyPages(Int)
    case tooManyClauses(Int)
    case tooMuchText(Int)

    package var description: String {
        switch self {
        case .noPage(let page, let count): "page is \(page), expected 1 to \(count)"
        case .noLanguage(let language, let languages):
            "lang is \(FaultText.quoted(language)), expected languages of the document: "
                + languages.joined(separator: ", ")
        case .side(let side):
            "size is \(side), expected \(DownloadLimits.sides.lowerBound) to \(DownloadLimits.sides.upperBound) pixels"
        case .tooManyPages(let count):
            "\(count) pages, expected at most \(DownloadLimits.pageCount) in one file; name some, such as pages=1-100"
        case .tooManyClauses(let count):
            "\(count) clauses, expected at most \(DownloadLimits.clauseCount) in one file; name pages, such as pages=1-100"
        case .tooMuchText(let count):
            "\(count) bytes of text, expected at most \(DownloadLimits.textByteCount) in one file; name pages or a language"
        }
    }

    /// Whether the request refers to something that does not exist, rather than to too much.
    package var isMissing: Bool {
        if case .noPage = self { true } else { false }
    }
}

/// A range of pages, as written in addresses and commands.
package enum PageRange {
    /// Parses `3` or `1-100`. Returns nil for any other text.
    package static func read(_ text: String) -> ClosedRange<Int>? {
        let parts = text.parts(at: "-", omittingEmptyParts: false).map { Int($0) }
        guard let first = parts.first.flatMap(\.self), let last = parts.last.flatMap(\.self), parts.count <= 2,
            first > 0, last >= first
        else { return nil }
        return first...last
    }
}
