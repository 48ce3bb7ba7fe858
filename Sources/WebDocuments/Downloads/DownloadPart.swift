import DocumentModel

/// What of a document is taken away.
package enum DownloadPart: Hashable, Sendable {
    /// All of it, or some of its pages.
    case document(pages: ClosedRange<Int>?)
    case page(Int)
    case clause(String)
}

/// The bounds of what is taken away at once.
package enum DownloadLimits {
    /// The most pages of one file.
    package static let pageCount = 500
    /// The most clauses of one file.
    package static let clauseCount = 10_000
    /// The most bytes of text in one file, in all languages together.
    package static let textByteCount = 16 << 20
    /// The longest side of a page's picture, pixels.
    package static let sides = 256...4_000
    /// That of a page alone, and that of each page of a document, where nothing is said.
    package static let pageSide = 3_000
    package static let documentSide = 2_000
}

/// Why something cannot be taken away.
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

    /// Whether it names what is not there, rather than too much.
    package var isMissing: Bool {
        if case .noPage = self { true } else { false }
    }
}

/// Pages as addresses and commands name them.
package enum PageRange {
    /// Reads `3` or `1-100`; nil for anything else.
    package static func read(_ text: String) -> ClosedRange<Int>? {
        let parts = text.parts(at: "-", omittingEmptyParts: false).map { Int($0) }
        guard let first = parts.first.flatMap(\.self), let last = parts.last.flatMap(\.self), parts.count <= 2,
            first > 0, last >= first
        else { return nil }
        return first...last
    }
}
