/// The years that a document is from, the last included. Years before the first are 0 and less, as in ISO 8601.
public struct YearSpan: Hashable, Sendable {
    /// The first year.
    public let first: Int
    /// The last year; the same for a single one.
    public let last: Int

    /// The years that can be told, which bounds every sum and difference of them.
    public static let range = -9_999...9_999
    /// The longest span that is read from words, in years.
    private static let longest = 300
    /// The longest words that are read, in scalars.
    private static let longestWords = 80

    /// Makes a span; nil unless its years are in order and within ``range``.
    public init?(first: Int, last: Int) {
        guard first <= last, Self.range.contains(first), Self.range.contains(last) else { return nil }
        (self.first, self.last) = (first, last)
    }

    /// The year of an XSD `dateTime`: `1215-06-15T00:00:00Z`.
    package init?(navDate: String) {
        guard PresentationLimits.isDate(navDate) else { return nil }
        let sign = navDate.hasPrefix("-") ? -1 : 1
        let digits = navDate.unicodeScalars.drop { $0 == "-" }.prefix { $0 != "-" }
        guard digits.count <= 4, let year = Int(Substring(digits)) else { return nil }
        self.init(first: sign * year, last: sign * year)
    }

    /// The years that words in some languages name beyond doubt; nil otherwise.
    ///
    /// In each language there is one year of four digits, or two with a dash between them, and beside it only numbers that
    /// a day or month can have. All languages name the same. Words that make another year of it, such as *before* and
    /// *BC*, leave it unread.
    package init?(words: LanguageMap) {
        let spans = words.all.map(Self.read)
        guard let first = spans.first, let first, spans.allSatisfy({ $0 == first }) else { return nil }
        self = first
    }

    /// Years that nobody would write for one of another kind, such as a day's number.
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

    /// What stands between the first year and the last, or the parts of a date.
    private static let dashes = Array("-–—/".unicodeScalars)

    /// A digit of any script.
    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        guard scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue else {
            return nil
        }
        return Int(value)
    }

    /// Words of the interface's languages and Latin that make a year another one, or none; two that follow each other are
    /// one here, and full stops are no part of them.
    private static let wordsOfOtherYears: Set<String> = [
        "before", "after", "until", "since", "bc", "bce", "ah", "hijri", "ante", "post", "avant", "après", "jusqu",
        "depuis", "av", "jc", "hégire", "vor", "nach", "bis", "seit", "chr", "antes", "después", "hasta", "desde", "ac",
        "ane", "prima", "dopo", "fino", "dal", "voor", "vóór", "na", "tot", "sinds", "قبل", "بعد", "حتى", "منذ", "هـ",
        "ه",
        "هجري", "هجرية", "قم",
    ]
}

extension DocumentHeader {
    /// The years that the document is from: that of its `navDate`, else those that its date names beyond doubt.
    public var years: YearSpan? {
        presentation?.navDate.flatMap(YearSpan.init(navDate:)) ?? date.flatMap(YearSpan.init(words:))
    }
}
