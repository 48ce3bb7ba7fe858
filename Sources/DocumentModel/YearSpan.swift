/// The years that a document dates from, including the last. The year before 1 is 0, as in ISO 8601.
public struct YearSpan: Hashable, Sendable {
    /// The first year.
    public let first: Int
    /// The last year; equal to the first for a single year.
    public let last: Int

    /// The supported years. The bounds keep sums and differences of years from overflowing.
    public static let range = -9_999...9_999
    /// The longest span that is read from words, in years.
    private static let longest = 300
    /// The maximum length of words to read, in scalars.
    private static let longestWords = 80

    /// Creates a span; nil unless its years are in order and within ``range``.
    public init?(first: Int, last: Int) {
        guard first <= last, Self.range.contains(first), Self.range.contains(last) else { return nil }
        (self.first, self.last) = (first, last)
    }

    /// Reads the year of an XSD `dateTime`: `1215-06-15T00:00:00Z`.
    package init?(navDate: String) {
        guard PresentationLimits.isDate(navDate) else { return nil }
        let sign = navDate.hasPrefix("-") ? -1 : 1
        let digits = navDate.unicodeScalars.drop { $0 == "-" }.prefix { $0 != "-" }
        guard digits.count <= 4, let year = Int(Substring(digits)) else { return nil }
        self.init(first: sign * year, last: sign * year)
    }

    /// Reads the years from a date in words; nil if they are in doubt.
    ///
    /// In each language there must be one year of four digits, or two with a dash between them, and otherwise only
    /// numbers that a day or month can have. All languages must give the same years. Dates with words that change the
    /// meaning of a year, such as *before* and *BC*, are not read.
    package init?(words: LanguageMap) {
        let spans = words.all.map(Self.read)
        guard let first = spans.first, let first, spans.allSatisfy({ $0 == first }) else { return nil }
        self = first
    }

    /// The numbers of four digits that are accepted as years.
    private static let written = 1_000...2_100

    private static func read(_ text: String) -> YearSpan? {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= longestWords else { return nil }
        var years: [(value: Int, place: Range<Int>)] = []
        var word = ""
        var words: [String] = []
        var index = 0
        while index < scalars.count {
            guard digit(scalars[index]) != nil else {
                if scalars[index].properties.isAlphabetic {
                    word.unicodeScalars.append(scalars[index])
                } else if scalars[index].properties.generalCategory != .nonspacingMark, scalars[index] != "." {
                    words.append(word.lowercased())
                    word = ""
                }
                index += 1
                continue
            }
            let start = index
            var value = 0
            while index < scalars.count, let digit = digit(scalars[index]) {
                guard index - start < 4 else { return nil }
                value = 10 * value + digit
                index += 1
            }
            if index - start == 4, written.contains(value) {
                years.append((value, start..<index))
            } else if index - start > 2 || value > 31 {
                return nil
            } else if value > 12, let year = years.last, start - year.place.upperBound == 1,
                dashes.contains(scalars[start - 1])
            {
                // The last digits of another year: 1215-16.
                return nil
            }
        }
        words.append(word.lowercased())
        words.removeAll(where: \.isEmpty)
        let pairs = zip(words, words.dropFirst()).map { $0 + $1 }
        guard wordsOfOtherYears.isDisjoint(with: words + pairs) else { return nil }
        switch years.count {
        case 1: return YearSpan(first: years[0].value, last: years[0].value)
        case 2:
            let between = scalars[years[0].place.upperBound..<years[1].place.lowerBound].filter { $0 != " " }
            guard between.count == 1, dashes.contains(between[0]),
                years[1].value - years[0].value <= longest
            else { return nil }
            return YearSpan(first: years[0].value, last: years[1].value)
        default: return nil
        }
    }

    /// The separators between the first year and the last, or between the parts of a date.
    private static let dashes = Array("-–—/".unicodeScalars)

    /// Returns the value of a decimal digit in any script.
    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        guard scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue else {
            return nil
        }
        return Int(value)
    }

    /// Words, in the interface's languages and Latin, that change the meaning of a year. Two consecutive words are also
    /// compared as one, and full stops are ignored.
    private static let wordsOfOtherYears: Set<String> = [
        "before", "after", "until", "since", "bc", "bce", "ah", "hijri", "ante", "post", "avant", "après", "jusqu",
        "depuis", "av", "jc", "hégire", "vor", "nach", "bis", "seit", "chr", "antes", "después", "hasta", "desde", "ac",
        "ane", "prima", "dopo", "fino", "dal", "voor", "vóór", "na", "tot", "sinds", "قبل", "بعد", "حتى", "منذ", "هـ",
        "ه",
        "هجري", "هجرية", "قم",
    ]
}

extension DocumentHeader {
    /// The years that the document dates from: the year of its `navDate`, or else the years read from its date if they
    /// are unambiguous.
    public var years: YearSpan? {
        presentation?.navDate.flatMap(YearSpan.init(navDate:)) ?? date.flatMap(YearSpan.init(words:))
    }
}
