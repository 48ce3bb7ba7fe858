package import DocumentModel
package import Viewer

/// An institution's theme: the name, logo, colours, fonts, texts, pictures and links stated in `theme.json` in the
/// library's folder `theme/` (docs/theme.md).
///
/// A document's own palette takes precedence over the theme's colours, because it belongs to the document.
package struct InstitutionTheme: Sendable {
    /// A file in the folder that pages load.
    package struct File: Sendable, Equatable {
        package let bytes: [UInt8]
        package let mediaType: String
    }

    /// A font file of one weight and style.
    package struct Font: Sendable, Equatable {
        package let file: String
        /// The weight as in CSS: `400`, or `100 900` for a variable font.
        package let weight: String
        package let isItalic: Bool
    }

    /// An icon of the web app: a square picture.
    package struct Icon: Sendable, Equatable {
        package let file: String
        /// The length of the side in pixels; nil for SVG.
        package let side: Int?
    }

    /// The purpose of a colour.
    package enum Colour: String, CaseIterable, Sendable {
        case bar, barText, ground, accent, paper, ink, detection, guides

        /// The viewer's default (`theme.css`, `capture.css`).
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

    /// A link in the footer of pages.
    package enum FooterLink: String, CaseIterable, Sendable {
        case imprint, privacy, accessibility
    }

    /// A picture in the help or for an empty state.
    package enum Picture: String, CaseIterable, Sendable {
        case helpMove, helpClause, helpMenu, emptyLibrary, missingDocument
        // Pictures of the camera's help, showing right and wrong use.
        case helpCorners, helpCornersWrong, helpParallel, helpParallelWrong, helpBackground, helpBackgroundWrong
        case helpFlat, helpFlatWrong, helpRelease, helpReleaseWrong
    }

    package var name: LanguageMap?
    /// A name for places with little space: a home screen, or the bar on a phone.
    package var shortName: String?
    package var logo: String?
    /// The logo's proportions, in any unit; nil if the file does not state a size.
    package var logoSize: (width: Int, height: Int)?
    /// The icons in the order in which they are stated.
    package var icons: [Icon] = []
    /// An icon that may be cropped to a circle.
    package var maskableIcon: Icon?
    /// The preview picture for links to the library's page.
    package var preview: String?
    package var colours: [Colour: String] = [:]
    /// The colours of outlines in documents without a palette: none, or two to six.
    package var overlays: [String] = []
    package var textFonts: [Font] = []
    package var headingFonts: [Font] = []
    package var fontLicence: String?
    package var footer: [FooterLink: LanguageMap] = [:]
    /// The address of the link that leads out of the library.
    package var back: LanguageMap?
    /// The file that replaces the program's `robots.txt`.
    package var robots: String?
    package var pictures: [Picture: String] = [:]
    /// The texts that replace the viewer's, by language and id.
    package var texts: [String: [String: InterfaceTexts.Text]] = [:]
    /// All files that the theme names, by path in the folder.
    package var files: [String: File] = [:]

    package init() {}
}
