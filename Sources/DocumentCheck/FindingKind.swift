/// What can be wrong with a document. The raw values are stable names, for scripts.
public enum FindingKind: String, CaseIterable, Sendable {
    /// A region reaches over the edge of its page.
    case regionOutsidePage = "region-outside-page"
    /// An outline crosses itself.
    case regionCrossesItself = "region-crosses-itself"
    /// A vertex of an outline lies on another part of it.
    case regionTouchesItself = "region-touches-itself"
    /// Regions of two clauses, or of one, cover the same part of the page.
    case regionOverlap = "region-overlap"
    /// The outlines of imported text lines overlap, as those of text recognition do.
    case linesOverlap = "lines-overlap"
    /// A region, or a part of it, is so thin that nobody can touch it.
    case regionSliver = "region-sliver"
    /// An outline runs to a point and back on the same way.
    case regionSpike = "region-spike"
    /// An outline has the same vertex twice in a row.
    case repeatedPoint = "repeated-point"
    /// A clause's region covers no ink, while there is ink just beside it.
    case regionWithoutInk = "region-without-ink"
    /// A row of ink, or a line of an ALTO file, that no clause covers.
    case lineUncovered = "line-uncovered"
    /// A number between the first and the last that no clause has.
    case numberMissing = "number-missing"
    /// A number that several clauses have.
    case numberTwice = "number-twice"
    /// A category without clauses.
    case categoryEmpty = "category-empty"
    /// A clause names a category twice.
    case categoryTwice = "category-twice"
    /// A clause names a category that there is not.
    case categoryUnknown = "category-unknown"
    /// A clause without category.
    case clauseWithoutCategory = "clause-without-category"
    /// A text that is there in another language, or for other clauses, is missing.
    case textMissing = "text-missing"
    /// A text is longer than readers are shown with comfort.
    case textTooLong = "text-too-long"
    /// A text was not changed since the words that it renders were.
    case textStale = "text-stale"
    /// A step of a tour names a page, a clause or a capture that there is not, or looks past the edge of its page.
    case tourStepAstray = "tour-step-astray"
    /// A tour without steps, or a step or title without a text in one of the document's languages.
    case tourIncomplete = "tour-incomplete"
    /// A phrase quotes words that its text does not have.
    case phraseAstray = "phrase-astray"
    /// Words with places that the transcription does not have.
    case wordsAstray = "words-astray"
    /// A term of the glossary refers to one that there is not.
    case termAstray = "term-astray"
    /// Two terms of the glossary have a word in common.
    case termTwice = "term-twice"
    /// A term of the glossary is in no text of a language.
    case termNotFound = "term-not-found"
    /// A term without a name or a definition in one of the document's languages.
    case termIncomplete = "term-incomplete"
    /// A recording is of a clause or in a language that there is not, or a step of a tour names one that there is not.
    case recordingAstray = "recording-astray"
    /// A recording has no cues, or cues past its end, or cues with other words than its text.
    case recordingCues = "recording-cues"
    /// Two colours of the palette are too much alike.
    case paletteContrast = "palette-contrast"
    /// The scan of a page is too small for what it shows.
    case pageResolution = "page-resolution"

    /// How bad it is.
    public var severity: FindingSeverity {
        switch self {
        case .regionOutsidePage, .regionCrossesItself, .regionOverlap, .numberTwice, .categoryUnknown,
            .regionWithoutInk, .tourStepAstray, .termAstray:
            .error
        case .regionSliver, .regionTouchesItself, .lineUncovered, .numberMissing, .categoryEmpty,
            .clauseWithoutCategory, .textMissing, .textStale, .tourIncomplete, .phraseAstray, .wordsAstray,
            .termTwice, .termNotFound, .termIncomplete, .recordingAstray, .recordingCues, .paletteContrast,
            .pageResolution:
            .warning
        case .linesOverlap, .regionSpike, .repeatedPoint, .categoryTwice, .textTooLong: .hint
        }
    }

    /// The kind as a heading, for several findings of it.
    public var heading: String {
        switch self {
        case .regionOutsidePage: "regions that leave the page"
        case .regionCrossesItself: "regions that cross themselves"
        case .regionTouchesItself: "regions that touch themselves"
        case .regionOverlap: "regions that overlap"
        case .linesOverlap: "text lines that overlap"
        case .regionSliver: "slivers"
        case .regionSpike: "spikes"
        case .repeatedPoint: "repeated points"
        case .regionWithoutInk: "regions that cover no ink"
        case .lineUncovered: "lines that no clause covers"
        case .numberMissing: "numbers that are missing"
        case .numberTwice: "numbers that are there twice"
        case .categoryEmpty: "categories without clauses"
        case .categoryTwice: "categories named twice"
        case .categoryUnknown: "categories that there are not"
        case .clauseWithoutCategory: "clauses without category"
        case .textMissing: "texts that are missing"
        case .textTooLong: "texts that are too long"
        case .textStale: "texts older than what they render"
        case .tourStepAstray: "steps of tours that lead nowhere"
        case .tourIncomplete: "tours that are not complete"
        case .phraseAstray: "phrases that are not in their texts"
        case .wordsAstray: "words on the sheet that are not in the transcription"
        case .termAstray: "terms that refer to none"
        case .termTwice: "words that two terms have"
        case .termNotFound: "terms that no text has"
        case .termIncomplete: "terms that are not complete"
        case .recordingAstray: "recordings of nothing"
        case .recordingCues: "recordings whose cues do not fit"
        case .paletteContrast: "colours without contrast"
        case .pageResolution: "pages in low resolution"
        }
    }
}

/// How bad a finding is.
public enum FindingSeverity: String, CaseIterable, Sendable {
    /// Readers get something wrong: a clause that is not where they touch.
    case error
    /// Readers miss something.
    case warning
    /// Only the files could be tidier.
    case hint
}
