/// An ordered walk through a document, as `tours.json` describes it.
public struct Tour: Hashable, Sendable {
    /// The id, unique in the document.
    public let id: String
    /// The display name.
    public let title: LanguageMap
    /// What the tour is about, in a sentence or two.
    public let summary: LanguageMap?
    /// The steps, in order.
    public let steps: [TourStep]

    package init(id: String, title: LanguageMap, summary: LanguageMap?, steps: [TourStep]) {
        (self.id, self.title, self.summary, self.steps) = (id, title, summary, steps)
    }

    /// The tour without its steps.
    public var outline: TourOutline {
        TourOutline(id: id, title: title, summary: summary, stepCount: steps.count)
    }
}

/// A tour without its steps, for lists.
public struct TourOutline: Hashable, Sendable, Codable {
    /// The id, unique in the document.
    public let id: String
    /// The display name.
    public let title: LanguageMap
    /// What the tour is about.
    public let summary: LanguageMap?
    /// The number of steps.
    public let stepCount: Int
}

/// A step of a tour: a view of a page, with highlights and a text.
public struct TourStep: Hashable, Sendable {
    /// The id, unique in the tour: the stated one, or else the step's number from 1.
    public let id: String
    /// The id of another document of the library that the step shows; nil for the tour's own.
    public let document: String?
    /// The page's number.
    public let page: Int
    /// The part of the page to show: x, y, width and height in pixels; nil for the whole page.
    public let box: [Double]?
    /// The ids of the clauses that are highlighted.
    public let clauses: [String]
    /// The id of the page's capture to show; nil for the default one.
    public let capture: String?
    /// The text, in each language.
    public let text: LanguageMap?
    /// The path of the recording of the text in each language, within the source folder and below `audio/`.
    public let audio: LanguageMap?

    package init(
        id: String, document: String? = nil, page: Int, box: [Double]? = nil, clauses: [String] = [],
        capture: String? = nil, text: LanguageMap? = nil, audio: LanguageMap? = nil
    ) {
        (self.id, self.document, self.page, self.box) = (id, document, page, box)
        (self.clauses, self.capture, self.text, self.audio) = (clauses, capture, text, audio)
    }
}

/// The limits of tours, which apply to source folders, edits and imports.
public enum TourLimits {
    /// The maximum number of tours of a document.
    public static let tours = 100
    /// The maximum number of steps of a tour.
    public static let steps = 500
    /// The maximum number of clauses that a step highlights.
    public static let clauses = 200
    /// The maximum length of a step's text in a language, in Unicode scalars.
    public static let textLength = 10_000
    /// The maximum length of a tour's title in a language, in Unicode scalars.
    public static let titleLength = 1_000

    /// A description of a valid recording path, for error messages.
    package static let audioRule =
        "the path of a recording below audio/ that ends in .mp3, .opus, .ogg, .m4a or .wav, such as audio/en/step-1.mp3"

    /// Whether a text is a valid recording path within the source folder.
    package static func isAudioPath(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return path.utf8.count <= 300 && (2...4).contains(parts.count) && parts.first == "audio"
            && parts.allSatisfy { Identifier.isValid(String($0)) }
            && [".mp3", ".opus", ".ogg", ".m4a", ".wav"].contains(where: path.hasSuffix)
    }
}
