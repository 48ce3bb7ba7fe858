import DocumentModel
import FileSupport
import Viewer

/// The viewer's page for documents, split once at the points where a document's content is inserted, so that serving a
/// page needs no searching.
package struct PageTemplate: Sendable {
    /// A text in the page that is replaced. None is part of another or begins with the end of another.
    private enum Placeholder: String, CaseIterable {
        case head = "<title>Document</title>"
        case style = "</head>"
        case mark = "class=\"icon icon-missing\""
        case title = "<h1 id=\"title\"></h1>"
        case date = "<p id=\"date\"></p>"
        case languages = "<div id=\"language-choice\" hidden>"
        case paper = "<div id=\"paper\"></div>"
        case outlines = "<svg id=\"overlays\""
        case caption = "<p id=\"caption\"></p>"
        case plain = "?plain\""
        case end = "</body>"
        /// The hashes in a policy that is part of the page.
        case styleHashes = "'sha256-'"
    }

    /// The placeholder for the hashes of a page's styles, if its policy is part of the page.
    package static let styleHashes = Placeholder.styleHashes.rawValue

    private let pieces: [(text: [UInt8], placeholder: Placeholder?)]
    /// The `ContentSecurityPolicy.hash(ofStyle:)` of each style that is part of the template.
    package let ownStyles: [String]

    /// A page with the hashes of its styles, which its content security policy must allow.
    package struct Page: Sendable {
        /// The page in UTF-8.
        package let bytes: [UInt8]
        package let styles: [String]
    }

    /// Splits a page in UTF-8.
    package init(_ page: [UInt8]) {
        let styleEnds = page.ranges(ofText: "</style>").map(\.lowerBound)
        ownStyles = page.ranges(ofText: "<style>").compactMap { tag in
            styleEnds.first { $0 >= tag.upperBound }.map { end in
                ContentSecurityPolicy.hash(ofStyle: String(decoding: page[tag.upperBound..<end], as: UTF8.self))
            }
        }
        let places = Placeholder.allCases.flatMap { placeholder in
            page.ranges(ofText: placeholder.rawValue).map { (placeholder: placeholder, range: $0) }
        }
        var pieces: [(text: [UInt8], placeholder: Placeholder?)] = []
        var end = 0
        for (placeholder, range) in places.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            pieces.append((Array(page[end..<range.lowerBound]), placeholder))
            end = range.upperBound
        }
        self.pieces = pieces + [(Array(page[end...]), nil)]
    }

    /// Returns the page of a document or clause.
    ///
    /// - Parameters:
    ///   - firstView: The content before the scripts have loaded; nil if unknown.
    ///   - parts: The parts of the first view to show.
    ///   - isEmbeddable: Whether readers are offered the code for embedding.
    ///   - editor: The address of the editor, if the reader may edit the document.
    package func page(
        of preview: DocumentPreview, firstView: FirstView? = nil, showing parts: FirstView.Parts = .all,
        isEmbeddable: Bool = true, editor: String? = nil
    ) -> Page {
        var styles = ownStyles
        if let firstView { styles.append(ContentSecurityPolicy.hash(ofStyle: firstView.style)) }
        let document = preview.document
        var page: [UInt8] = []
        for (text, placeholder) in pieces {
            page += text
            guard let placeholder else { continue }
            switch placeholder {
            case .head:
                page += preview.head().utf8
                if !isEmbeddable { page += "\n<meta name=\"explore-embedding\" content=\"none\">".utf8 }
                if let editor { page += "\n<link rel=\"edit\" href=\"\(MarkupEscaping.attribute(editor))\">".utf8 }
            case .plain:
                // Without JavaScript, the link leads to the clause on the plain page.
                page += "?plain\(preview.clause.map { "#\(MarkupEscaping.attribute($0.id))" } ?? "")\"".utf8
            case .end: page += "\(preview.reference)\n</body>".utf8
            case .style: page += "\(firstView.map { "<style>\($0.style)</style>\n" } ?? "")</head>".utf8
            case .mark: page += (document.mark == nil ? placeholder.rawValue : "class=\"icon\"").utf8
            case .title: page += "<h1 id=\"title\" dir=\"auto\">\(Self.content(preview.documentTitle))</h1>".utf8
            case .date: page += "<p id=\"date\" dir=\"auto\">\(Self.content(preview.text(document.date)))</p>".utf8
            case .caption:
                page += "<p id=\"caption\" dir=\"auto\">\(Self.content(preview.text(document.attribution)))</p>".utf8
            case .languages:
                page += (document.languages.count < 2 ? placeholder.rawValue : "<div id=\"language-choice\">").utf8
            case .paper: page += (firstView?.paper(showing: parts) ?? placeholder.rawValue).utf8
            case .outlines: page += "\(firstView?.outlines(showing: parts) ?? "")\(placeholder.rawValue)".utf8
            case .styleHashes: page += styles.joined(separator: " ").utf8
            }
        }
        return Page(bytes: page, styles: styles)
    }

    private static func content(_ text: String?) -> String { MarkupEscaping.content(text ?? "") }
}
