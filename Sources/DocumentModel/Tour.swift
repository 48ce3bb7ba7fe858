/// An ordered walk through a document, as `tours.json` describes it.
public struct Tour: Hashable, Sendable {
    /// The id, unique in the document.
    public let id: String
    /// The name to show.
    public let title: LanguageMap
    /// What the tour is about, in a sentence or two.
    public let summary: LanguageMap?
    /// The steps, in their order.
    public let steps: [TourStep]

    package init(id: String, title: LanguageMap, summary: LanguageMap?, steps: [TourStep]) {
        (self.id, self.title, self.summary, self.steps) = (id, title, summary, steps)
    }

    /// The tour without its steps.
    public var outline: TourOutline {
        TourOutline(id: id, title: title, summary: summary, stepCount: steps.count)
    }
}

/// A tour as it is listed, without its steps.
public struct TourOutline: Hashable, Sendable, Codable {
    /// The id, unique in the document.
    public let id: String
    /// The name to show.
    public let title: LanguageMap
    /// What the tour is about.
    public let summary: LanguageMap?
    /// How many steps it has.
    public let stepCount: Int

    package init(id: String, title: LanguageMap, summary: LanguageMap?, stepCount: Int) {
        (self.id, self.title, self.summary, self.stepCount) = (id, title, summary, stepCount)
    }
}

/// A step of a tour: a view of a page, what is highlighted in it, and what is said of it.
public struct TourStep: Hashable, Sendable {
    /// The id, unique in the tour: as stated, else the step's number from 1.
    public let id: String
    /// The id of another document of the library that the step is in; nil for the tour's own.
    public let document: String?
    /// The page's number.
    public let page: Int
    /// The part of the page that is looked at: x, y, width and height in pixels; nil for the whole page.
    public let box: [Double]?
    /// The ids of the clauses that are highlighted.
    public let clauses: [String]
    /// The id of the capture of the page that is shown; nil for the default one.
    public let capture: String?
    /// What is said, in each language.
    public let text: LanguageMap?
    /// The recording of the text in each language: a path within the source folder, below `audio/`.
    public let audio: LanguageMap?

    package init(
        id: String, document: String? = nil, page: Int, box: [Double]? = nil, clauses: [String] = [],
        capture: String? = nil, text: LanguageMap? = nil, audio: LanguageMap? = nil
    ) {
        (self.id, self.document, self.page, self.box) = (id, document, page, box)
        (self.clauses, self.capture, self.text, self.audio) = (clauses, capture, text, audio)
    }
}

/// The bounds of tours, which hold for source folders, for edits and for what is imported.
public enum TourLimits {
    /// The most tours of a document.
    public static let tours = 100
    /// The most steps of a tour.
    public static let steps = 500
    /// The most clauses that a step highlights.
    public static let clauses = 200
    /// The longest text of a step in a language, in Unicode scalars.
    public static let textLength = 10_000
    /// The longest title of a tour in a language, in Unicode scalars.
    public static let titleLength = 1_000

    /// What the path of a recording must look like, in words, for errors.
    package static let audioRule =
        "the path of a recording below audio/ that ends in .mp3, .opus, .ogg, .m4a or .wav, such as audio/en/step-1.mp3"

    /// Whether a text is the path of a recording within the source folder.
    package static func isAudioPath(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return path.utf8.count <= 300 && (2...4).contains(parts.count) && parts.first == "audio"
            && parts.allSatisfy { Identifier.isValid(String($0)) }
            && [".mp3", ".opus", ".ogg", ".m4a", ".wav"].contains(where: path.hasSuffix)
    }
}
