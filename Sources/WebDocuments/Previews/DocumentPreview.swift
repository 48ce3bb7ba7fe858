import ClauseStore
import DocumentFormats
package import DocumentModel
import FileSupport
package import TileEngine

// `ViewerRoutes` inserts a `DocumentPreview` into the viewer's page before it is sent: the title, a short description
// and a `PreviewPicture` of exactly known size, as Open Graph, linked data and COinS. `/oembed` returns the same for
// any address of this server (`PreviewedAddress`). In shared links a clause is named in the query, because fragments
// are not sent to servers. When the page opens, it moves the clause into the fragment, so that `State` remains the
// single source of truth. docs/linking.md lists the forms.

/// The preview of a link to a document or to one of its clauses, for display in other programs: in chats, search
/// results and bibliographies.
package struct DocumentPreview: Sendable {
    /// The kind of page that the preview belongs to.
    package enum Place: Sendable {
        /// A page on a server.
        case server
        /// A page of a static site whose address is known.
        case site
        /// A page of a static site that may be published anywhere. Everything that needs an absolute address is left
        /// out.
        case unknown
    }

    let place: Place
    package let document: DocumentInfo
    /// The clause with its regions, if the link names one.
    package let clause: ClauseResult?
    /// The clauses that the page lists, if any.
    package var clauses: [ClauseResult] = []
    package let language: String
    /// Whether the link names the language. All addresses on the page then keep it.
    let keepsLanguage: Bool
    /// The base of absolute addresses.
    package let base: String
    /// The name of the institution, if a theme states it.
    package var institution: String?
    /// The number of the newest version, if this is a former one.
    package let newest: Int?
    /// The preview picture; nil if no page has an image.
    package let picture: PreviewPicture?

    package init(
        document: DocumentInfo, clause: ClauseResult?, language: String, keepsLanguage: Bool = false, base: String,
        place: Place = .server, newest: Int? = nil
    ) {
        (self.document, self.clause, self.language, self.base) = (document, clause, language, base)
        (self.keepsLanguage, self.place, self.newest) = (keepsLanguage, place, newest)
        picture = PreviewPicture.best(of: clause, in: document, within: PreviewPicture.largest, base: base)
    }

    /// The maximum length of a description, in Unicode scalars. No platform shows more.
    private static let longestDescription = 300

    /// Whether the preview is of a former version.
    package var isFormer: Bool { newest != nil }

    /// The permanent address of this version of the document, or of the clause in it. Its content stays the same
    /// whatever is published later.
    var permanentAddress: String {
        "\(pageAddress)?version=\(document.version)"
            + (clause.map { "&clause=\(PercentEncoding.encode($0.id))" } ?? "")
    }

    /// The canonical address of the document, or of the clause in it.
    var address: String {
        let page = pageAddress
        return clause.map { "\(page)?clause=\(PercentEncoding.encode($0.id))" } ?? page
    }

    /// The address for sharing. It keeps the language if the link names one, so that it always shows the same texts.
    var sharedAddress: String {
        guard keepsLanguage else { return address }
        return address + (clause == nil ? "?" : "&") + "lang=\(PercentEncoding.encode(language))"
    }

    /// The address of the document's page.
    var pageAddress: String {
        "\(base)/documents/\(PercentEncoding.encode(document.id))" + (place == .server ? "" : "/index.html")
    }

    var documentTitle: String {
        document.title.text(in: language, fallback: document.languages) ?? document.id
    }

    /// The clause's number and title; nil for a document.
    var clauseTitle: String? { clause?.fullTitle }

    /// The title in one line, with the clause before its document.
    package var title: String { [clauseTitle, documentTitle].compactMap { $0 }.joined(separator: " · ") }

    /// A few sentences about the clause, or else about the document; nil if there is no text.
    var description: String? {
        let texts = [
            clause?.translation, clause?.context, clause?.transcription, text(document.summary),
            text(document.attribution), text(document.holder),
        ]
        return texts.compactMap { $0 }.map(Self.shortened).first { !$0.isEmpty }
    }

    /// The institution that holds the document.
    package var holder: String? { text(document.holder) }

    /// The address of the document's IIIF Presentation manifest.
    var manifest: String { PresentationAddresses(base: base, document: document.id).manifest }

    /// The address of the same preview as oEmbed.
    var oEmbed: String { "\(base)/oembed?url=\(PercentEncoding.encode(sharedAddress))&format=json" }

    /// The institution's name, or else the host of the server.
    package var siteName: String { institution ?? base.split(separator: "/").last.map(String.init) ?? base }

    /// Returns the picture at another maximum size.
    package func picture(within most: PixelSize) -> PreviewPicture? {
        PreviewPicture.best(of: clause, in: document, within: most, base: base)
    }

    /// Returns a text in the preview's language, or else in one of the document's.
    func text(_ words: LanguageMap?) -> String? {
        words?.text(in: language, fallback: document.languages)
    }

    /// Joins a text into one line, and shortens it at a space.
    private static func shortened(_ text: String) -> String {
        // Non-breaking spaces are kept, because they are part of the typography.
        let line = text.parts { $0 == " " || $0 == "\t" || $0.isLineEnd }.joined(separator: " ")
        let scalars = line.unicodeScalars
        guard scalars.count > longestDescription else { return line }
        let start = scalars.prefix(longestDescription)
        // Scripts without spaces are cut at any character.
        let end = start.lastIndex(of: " ").map { start[..<$0] } ?? start
        return String(end.count > longestDescription / 2 ? end : start) + "…"
    }
}

extension ClauseResult {
    /// The number and the title or the first words, or else the id.
    var fullTitle: String {
        let name = [number, title ?? incipit].compactMap(\.self).joined(separator: ". ")
        return name.isEmpty ? id : name
    }
}
