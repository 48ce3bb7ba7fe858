import ClauseStore
import DocumentFormats
package import DocumentModel
import FileSupport
package import TileEngine

// `ViewerRoutes` inserts a `DocumentPreview` into the viewer's page before it is sent: title, a short description and
// `PreviewPicture`s of exactly known size, as Open Graph, linked data and COinS. `/oembed` returns the same for any address
// of this server (`PreviewedAddress`). A clause is named in the query there, since fragments are not sent to servers; the
// page moves it into the fragment when it opens, so that `State` stays the only place that knows. docs/linking.md lists
// the forms.

/// What a link to a document, or to one of its clauses, says of itself where other programs show it: in a chat, in search
/// results, in a bibliography.
package struct DocumentPreview: Sendable {
    /// Where the page is that says it.
    package enum Place: Sendable {
        /// At a server.
        case server
        /// In a static site of which it is known where it will be.
        case site
        /// In a static site that may be anywhere, so that nothing is told that takes an absolute address.
        case unknown
    }

    let place: Place
    package let document: DocumentInfo
    /// The clause with its regions, where the link names one.
    package let clause: ClauseResult?
    /// The clauses that its page lists, if it lists them.
    package var clauses: [ClauseResult] = []
    /// The language that it is told in.
    package let language: String
    /// Whether the link names the language: then all addresses of the page keep it.
    let keepsLanguage: Bool
    /// What absolute addresses begin with.
    package let base: String
    /// The name of the institution whose library it is, where a theme states it.
    package var institution: String?
    /// The number of the newest version, where this is a former one.
    package var newest: Int?
    /// The picture; nil where no page has an image.
    package let picture: PreviewPicture?

    package init(
        document: DocumentInfo, clause: ClauseResult?, language: String, keepsLanguage: Bool = false, base: String,
        place: Place = .server
    ) {
        (self.document, self.clause, self.language, self.base) = (document, clause, language, base)
        (self.keepsLanguage, self.place) = (keepsLanguage, place)
        picture = PreviewPicture.best(of: clause, in: document, within: PreviewPicture.largest, base: base)
    }

    /// As much of a text as is shown anywhere.
    private static let longestDescription = 300

    /// Whether it is of a former version.
    package var isFormer: Bool { newest != nil }

    /// The address of this version of the document, or of the clause in it, which shows the same whatever is published later.
    var permanentAddress: String {
        "\(pageAddress)?version=\(document.version)"
            + (clause.map { "&clause=\(PercentEncoding.encode($0.id))" } ?? "")
    }

    /// The one address of the document, or of the clause in it.
    var address: String {
        let page = pageAddress
        return clause.map { "\(page)?clause=\(PercentEncoding.encode($0.id))" } ?? page
    }

    /// The address that others follow and share: with the language where the link names one, so that whoever fetches it
    /// again finds the same words.
    var sharedAddress: String {
        guard keepsLanguage else { return address }
        return address + (clause == nil ? "?" : "&") + "lang=\(PercentEncoding.encode(language))"
    }

    /// The document's page.
    var pageAddress: String {
        "\(base)/documents/\(PercentEncoding.encode(document.id))" + (place == .server ? "" : "/index.html")
    }

    /// The document's title.
    var documentTitle: String {
        document.title.text(in: language, fallback: document.languages) ?? document.id
    }

    /// The clause's number and title; nil for a document.
    var clauseTitle: String? {
        guard let clause else { return nil }
        let name = [clause.number, clause.title ?? clause.incipit].compactMap { $0 }.joined(separator: ". ")
        return name.isEmpty ? clause.id : name
    }

    /// In one line, the clause before its document.
    package var title: String { [clauseTitle, documentTitle].compactMap { $0 }.joined(separator: " · ") }

    /// A few sentences, of the clause where there is one; nil where nothing is said.
    var description: String? {
        let texts = [
            clause?.translation, clause?.context, clause?.transcription, text(document.summary),
            text(document.attribution), text(document.holder),
        ]
        return texts.compactMap { $0 }.map(Self.shortened).first { !$0.isEmpty }
    }

    /// Who holds the document.
    package var holder: String? { text(document.holder) }

    /// The manifest of the document in IIIF Presentation.
    var manifest: String { PresentationAddresses(base: base, document: document.id).manifest }

    /// Where the same is told as oEmbed.
    var oEmbed: String { "\(base)/oembed?url=\(PercentEncoding.encode(sharedAddress))&format=json" }

    /// The institution's name, else the server's, of which scheme and host are all that is known.
    package var siteName: String { institution ?? base.split(separator: "/").last.map(String.init) ?? base }

    /// The picture in other bounds.
    package func picture(within most: PixelSize) -> PreviewPicture? {
        PreviewPicture.best(of: clause, in: document, within: most, base: base)
    }

    /// Words in the preview's language, else in the document's.
    func text(_ words: LanguageMap?) -> String? {
        words?.text(in: language, fallback: document.languages)
    }

    /// A text on one line, cut between words.
    private static func shortened(_ text: String) -> String {
        // Spaces that do not break stay: they belong to the words' own typography.
        let line = text.parts { $0 == " " || $0 == "\t" || $0.isLineEnd }.joined(separator: " ")
        let scalars = line.unicodeScalars
        guard scalars.count > longestDescription else { return line }
        let start = scalars.prefix(longestDescription)
        // Scripts without spaces are cut where it falls.
        let end = start.lastIndex(of: " ").map { start[..<$0] } ?? start
        return String(end.count > longestDescription / 2 ? end : start) + "…"
    }
}
