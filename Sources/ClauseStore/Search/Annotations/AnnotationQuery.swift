import DocumentFormats
import DocumentModel

/// A query for annotations, with the parameters of IIIF Content Search.
///
/// Specification: <https://iiif.io/api/search/2.0/#411-query-parameters>
public struct AnnotationQuery: Hashable, Sendable {
    /// Words that must all occur in one text of the clause, as in ``ClauseFilter/search``; nil to match any annotation.
    public var words: String?
    /// The motivations to match, any of which suffices: the annotation's own, or the purpose of the body in which the
    /// words must then occur (`transcribing`, `translating`, …). Empty to match any. No annotations have other
    /// motivations.
    public var motivations: [String]
    /// The language to search in, as in ``ClauseFilter/lang``; nil to search all.
    public var lang: String?
    /// The languages in which the reader prefers to see matches, the most preferred first.
    public var preferredLanguages: [String]
    /// The number of matches to skip.
    public var offset: Int

    /// The maximum number of annotations on a result page.
    public static let largestPart = 50

    /// Creates a query.
    public init(
        words: String? = nil, motivations: [String] = [], lang: String? = nil, preferredLanguages: [String] = [],
        offset: Int = 0
    ) {
        (self.words, self.motivations, self.lang) = (words, motivations, lang)
        (self.preferredLanguages, self.offset) = (preferredLanguages, offset)
    }

    /// The motivation of all annotations of clauses.
    static let commenting = "commenting"

    /// The parts of a text that are searched. Nil for all of them, which differs from listing all: an annotation
    /// without any text matches only nil.
    var fields: [Snippet.Field]? {
        if motivations.isEmpty || motivations.contains(Self.commenting) { return nil }
        return Snippet.Field.allCases.filter { motivations.contains(AnnotationWriter.purpose(of: $0)) }
    }
}
