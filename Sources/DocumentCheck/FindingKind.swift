/// The kinds of faults that a check finds. The raw values are stable names for use in scripts.
public enum FindingKind: String, CaseIterable, Sendable {
    /// A region extends over the edge of its page.
    case regionOutsidePage = "region-outside-page"
    /// An outline crosses itself.
    case regionCrossesItself = "region-crosses-itself"
    /// A vertex of an outline lies on another part of it.
    case regionTouchesItself = "region-touches-itself"
    /// Regions of two clauses, or of one, cover the same part of the page.
    case regionOverlap = "region-overlap"
    /// The outlines of imported text lines overlap, as those of text recognition do.
    case linesOverlap = "lines-overlap"
    /// A region, or a part of it, is too thin to be touched or clicked.
    case regionSliver = "region-sliver"
    /// An outline runs to a point and back the same way.
    case regionSpike = "region-spike"
    /// An outline has the same vertex twice in a row.
    case repeatedPoint = "repeated-point"
    /// A clause's region covers no ink, while there is ink just beside it.
    case regionWithoutInk = "region-without-ink"
    /// A row of ink, or a line of an ALTO file, is covered by no clause.
    case lineUncovered = "line-uncovered"
    /// A number between the first and the last is used by no clause.
    case numberMissing = "number-missing"
    /// A number is used by several clauses.
    case numberTwice = "number-twice"
    /// A category has no clauses.
    case categoryEmpty = "category-empty"
    /// A clause names a category twice.
    case categoryTwice = "category-twice"
    /// A clause names a category that does not exist.
    case categoryUnknown = "category-unknown"
    /// A clause has no category.
    case clauseWithoutCategory = "clause-without-category"
    /// A category or the emblem names an icon that the viewer does not have.
    case iconUnknown = "icon-unknown"
    /// A text is missing that exists in another language, or for other clauses.
    case textMissing = "text-missing"
    /// A text is too long to be read comfortably in the viewer.
    case textTooLong = "text-too-long"
    /// A text has not been changed since its source was changed.
    case textStale = "text-stale"
    /// A step of a tour names a page, clause or capture that does not exist, or its view extends over the edge of its
    /// page.
    case tourStepAstray = "tour-step-astray"
    /// A tour has no steps, or a tour or step lacks a title or text in one of the document's languages.
    case tourIncomplete = "tour-incomplete"
    /// A phrase quotes words that its text does not have.
    case phraseAstray = "phrase-astray"
    /// A positioned word does not occur in the transcription.
    case wordsAstray = "words-astray"
    /// A glossary entry refers to one that does not exist.
    case termAstray = "term-astray"
    /// Two glossary entries share a word.
    case termTwice = "term-twice"
    /// A glossary term occurs in no text of a language.
    case termNotFound = "term-not-found"
    /// A glossary entry has no term or no definition in one of the document's languages.
    case termIncomplete = "term-incomplete"
    /// A recording is for a clause or language that does not exist, or a step of a tour names a missing recording.
    case recordingAstray = "recording-astray"
    /// A recording has no cues, a cue past its end, or cues with words that are not in its text.
    case recordingCues = "recording-cues"
    /// Two colours of the palette are too similar.
    case paletteContrast = "palette-contrast"
    /// The scan of a page has too low a resolution.
    case pageResolution = "page-resolution"

    /// The severity of this kind of fault.
    public var severity: FindingSeverity { traits.severity }

    /// The heading for findings of this kind.
    public var heading: String { traits.heading }

    private var traits: (severity: FindingSeverity, heading: String) {
        switch self {
        case .regionOutsidePage: (.error, "regions that leave the page")
        case .regionCrossesItself: (.error, "regions that cross themselves")
        case .regionTouchesItself: (.warning, "regions that touch themselves")
        case .regionOverlap: (.error, "regions that overlap")
        case .linesOverlap: (.hint, "text lines that overlap")
        case .regionSliver: (.warning, "slivers")
        case .regionSpike: (.hint, "spikes")
        case .repeatedPoint: (.hint, "repeated points")
        case .regionWithoutInk: (.error, "regions that cover no ink")
        case .lineUncovered: (.warning, "lines that no clause covers")
        case .numberMissing: (.warning, "numbers that are missing")
        case .numberTwice: (.error, "duplicate numbers")
        case .categoryEmpty: (.warning, "categories without clauses")
        case .categoryTwice: (.hint, "categories named twice")
        case .categoryUnknown: (.error, "unknown categories")
        case .clauseWithoutCategory: (.warning, "clauses without a category")
        case .iconUnknown: (.warning, "unknown icons")
        case .textMissing: (.warning, "texts that are missing")
        case .textTooLong: (.hint, "texts that are too long")
        case .textStale: (.warning, "texts older than their source")
        case .tourStepAstray: (.error, "invalid tour steps")
        case .tourIncomplete: (.warning, "incomplete tours")
        case .phraseAstray: (.warning, "phrases that are not in their texts")
        case .wordsAstray: (.warning, "words on the sheet that are not in the transcription")
        case .termAstray: (.error, "terms that refer to unknown terms")
        case .termTwice: (.warning, "words that several terms have")
        case .termNotFound: (.warning, "terms that occur in no text")
        case .termIncomplete: (.warning, "incomplete terms")
        case .recordingAstray: (.warning, "unmatched recordings")
        case .recordingCues: (.warning, "recordings whose cues do not fit")
        case .paletteContrast: (.warning, "colours with too little contrast")
        case .pageResolution: (.warning, "pages with low resolution")
        }
    }
}

/// The severity of a finding.
public enum FindingSeverity: String, CaseIterable, Sendable {
    /// Readers are misled, for example by a clause that is not where they touch.
    case error
    /// Readers miss something.
    case warning
    /// Only the files could be tidier.
    case hint
}
