package import DocumentModel
package import Viewer

/// How an institution wants its library to look: name, logo, colours, fonts, texts, pictures and links, as `theme.json` in
/// the library's folder `theme/` states them (docs/theme.md).
///
/// The document's own palette goes before the theme's colours, since it belongs to the document.
package struct InstitutionTheme: Sendable {
    /// A file of the folder that pages load.
    package struct File: Sendable, Equatable {
        package let bytes: [UInt8]
        package let mediaType: String
    }

    /// A font file of one weight and style.
    package struct Font: Sendable, Equatable {
        package let file: String
        /// As CSS has it: `400`, or `100 900` of a variable font.
        package let weight: String
        package let isItalic: Bool
    }

    /// An icon of the web app: a square picture.
    package struct Icon: Sendable, Equatable {
        package let file: String
        /// Of a side in pixels; nil for SVG.
        package let side: Int?
    }

    /// What a colour is for.
    package enum Colour: String, CaseIterable, Sendable {
        case bar, barText, ground, accent, paper, ink, detection, guides

        /// The viewer's own (`theme.css`, `capture.css`).
        package var usual: String {
            switch self {
            case .bar: "#432f1f"
            case .barText: "#f6ecd6"
            case .ground: "#2a1d14"
            case .accent: "#c9992e"
            case .paper: "#f6ecd6"
            case .ink: "#2b1a0e"
            case .detection: "#ffd257"
            case .guides: "#ffffff"
            }
        }

        /// The custom property of the viewer's styles.
        package var property: String { self == .barText ? "--theme-bar-text" : "--theme-\(rawValue)" }
    }

    /// A link at the end of pages.
    package enum FooterLink: String, CaseIterable, Sendable {
        case imprint, privacy, accessibility
    }

    /// A picture of the help or of an empty state.
    package enum Picture: String, CaseIterable, Sendable {
        case helpMove, helpClause, helpMenu, emptyLibrary, missingDocument
        // The camera's, right and wrong.
        case helpCorners, helpCornersWrong, helpParallel, helpParallelWrong, helpBackground, helpBackgroundWrong
        case helpFlat, helpFlatWrong, helpRelease, helpReleaseWrong
    }

    package var name: LanguageMap?
    /// For places with little room: a home screen, a bar on a phone.
    package var shortName: String?
    package var logo: String?
    /// In any unit; nil where the file does not state it.
    package var logoSize: (width: Int, height: Int)?
    /// In the order in which they are stated.
    package var icons: [Icon] = []
    /// One that may be cut to a circle.
    package var maskableIcon: Icon?
    /// The picture of links to the library's page.
    package var preview: String?
    package var colours: [Colour: String] = [:]
    /// Of documents without a palette of their own; none, or two to six.
    package var overlays: [String] = []
    package var textFonts: [Font] = []
    package var headingFonts: [Font] = []
    package var fontLicence: String?
    package var footer: [FooterLink: LanguageMap] = [:]
    /// Where the way back leads, out of the library.
    package var back: LanguageMap?
    /// What crawlers may fetch, in place of what the program says.
    package var robots: String?
    package var pictures: [Picture: String] = [:]
    /// The texts that take the place of the viewer's, by language and id.
    package var texts: [String: [String: InterfaceTexts.Text]] = [:]
    /// Every file that is named, by its path in the folder.
    package var files: [String: File] = [:]

    package init() {}
}
