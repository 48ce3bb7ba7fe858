import ClauseStore
import FileSupport
import DocumentModel

/// The viewer's page of a document, split once at the places where each document's own text goes, so that serving a page
/// searches nothing.
package struct PageTemplate: Sendable {
    /// The text of the page that is replaced.
    private enum Placeholder: String, CaseIterable {
        case head = "<title>Document</title>"
        case plain = "?plain\""
        case end = "</body>"
    }

    private let pieces: [(text: [UInt8], placeholder: Placeholder?)]

    /// Splits a page in UTF-8.
    package init(_ page: [UInt8]) {
        var rest = Substring(String(decoding: page, as: UTF8.self))
        var pieces: [(text: [UInt8], placeholder: Placeholder?)] = []
        while let (placeholder, range) = Self.first(in: rest) {
            pieces.append((Array(rest[..<range.lowerBound].utf8), placeholder))
            rest = rest[range.upperBound...]
        }
        self.pieces = pieces + [(Array(rest.utf8), nil)]
    }

    private static func first(in text: Substring) -> (Placeholder, Range<Substring.Index>)? {
        let places = Placeholder.allCases.compactMap { placeholder in
            text.firstRange(of: placeholder.rawValue).map { (placeholder, $0) }
        }
        return places.min { $0.1.lowerBound < $1.1.lowerBound }
    }

    /// The page of a document or a clause, in UTF-8.
    ///
    /// - Parameter isEmbeddable: Whether readers are offered the frame for other pages.
    package func page(of preview: DocumentPreview, isEmbeddable: Bool = true) -> [UInt8] {
        var page: [UInt8] = []
        for (text, placeholder) in pieces {
            page += text
            switch placeholder {
            case .head:
                page += preview.head().utf8
                if !isEmbeddable { page += "\n<meta name=\"explore-embedding\" content=\"none\">".utf8 }
            case .plain:
                // Without JavaScript a clause is a place in the page of all words.
                page += "?plain\(preview.clause.map { "#\(MarkupEscaping.attribute($0.id))" } ?? "")\"".utf8
            case .end: page += "\(preview.reference)\n</body>".utf8
            case nil: break
            }
        }
        return page
    }
}
