import ClauseStore
import FileSupport
package import NIOCore

/// The viewer's page of a document, taken apart once at the places where each document's own words go, so that no page
/// is searched for them.
package struct PageTemplate: Sendable {
    /// What the page has where something else goes.
    private enum Mark: String, CaseIterable {
        case head = "<title>Document</title>"
        case plain = "?plain\""
        case end = "</body>"
    }

    private let pieces: [(text: ByteBuffer, mark: Mark?)]

    /// Takes a page apart.
    package init(_ page: ByteBuffer) {
        var rest = Substring(String(buffer: page))
        var pieces: [(text: ByteBuffer, mark: Mark?)] = []
        while let (mark, range) = Self.first(in: rest) {
            pieces.append((ByteBuffer(substring: rest[..<range.lowerBound]), mark))
            rest = rest[range.upperBound...]
        }
        self.pieces = pieces + [(ByteBuffer(substring: rest), nil)]
    }

    private static func first(in text: Substring) -> (Mark, Range<Substring.Index>)? {
        let places = Mark.allCases.compactMap { mark in text.firstRange(of: mark.rawValue).map { (mark, $0) } }
        return places.min { $0.1.lowerBound < $1.1.lowerBound }
    }

    /// The page of a document or a clause.
    ///
    /// - Parameter isEmbeddable: Whether readers are offered the frame for other pages.
    package func page(of preview: DocumentPreview, isEmbeddable: Bool = true) -> ByteBuffer {
        var page = ByteBuffer()
        for (text, mark) in pieces {
            page.writeImmutableBuffer(text)
            switch mark {
            case .head:
                page.writeString(preview.head())
                if !isEmbeddable { page.writeString("\n<meta name=\"explore-embedding\" content=\"none\">") }
            case .plain:
                // Without JavaScript a clause is a place in the page of all words.
                page.writeString("?plain\(preview.clause.map { "#\(MarkupEscaping.attribute($0.id))" } ?? "")\"")
            case .end: page.writeString("\(preview.reference)\n</body>")
            case nil: break
            }
        }
        return page
    }
}
