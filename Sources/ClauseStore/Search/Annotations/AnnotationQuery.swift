import DocumentFormats
import DocumentModel

/// Which of the annotations of documents are asked for, as IIIF's Content Search has it.
///
/// Specification: <https://iiif.io/api/search/2.0/#411-query-parameters>
public struct AnnotationQuery: Hashable, Sendable {
    /// Words that must all occur in one text of the clause, as in ``ClauseFilter/search``; nil for any annotation.
    public var words: String?
    /// The motivations of which any will do: the annotation's own, or the purpose of the body in which the words must
    /// then stand (`transcribing`, `translating`, …). Empty for any; of others there are no annotations.
    public var motivations: [String]
    /// The language to search in, as in ``ClauseFilter/lang``; nil for all.
    public var lang: String?
    /// The languages in whose texts the reader would rather see what was found, the best first.
    public var preferredLanguages: [String]
    /// How many annotations are left out at the beginning.
    public var offset: Int
    /// How many annotations are wanted, 1 to ``largestPart``; what is outside of that is brought into it.
    public var limit: Int

    /// How many annotations an answer has at most.
    public static let largestPart = 50

    /// Makes a query.
    public init(
        words: String? = nil, motivations: [String] = [], lang: String? = nil, preferredLanguages: [String] = [],
        offset: Int = 0, limit: Int = largestPart
    ) {
        (self.words, self.motivations, self.lang) = (words, motivations, lang)
        (self.preferredLanguages, self.offset, self.limit) = (preferredLanguages, offset, limit)
    }

    /// The motivation of all annotations of clauses.
    static let commenting = "commenting"

    /// The parts of a text that are searched; nil for all of them, which is another question than naming all: an
    /// annotation without any text has none of these.
    var fields: [Snippet.Field]? {
        if motivations.isEmpty || motivations.contains(Self.commenting) { return nil }
        return Snippet.Field.allCases.filter { motivations.contains(AnnotationWriter.purpose(of: $0)) }
    }
}
