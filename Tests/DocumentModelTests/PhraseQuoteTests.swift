import DocumentModel
import Testing

@Suite struct PhraseQuoteTests {
    private func found(_ quote: String, _ occurrence: Int = 1, in text: String) -> String? {
        let range = PhraseQuote(text: quote, occurrence: occurrence).range(in: text)
        return range.map {
            "\(text.unicodeScalars.distance(from: text.unicodeScalars.startIndex, to: $0.lowerBound))+\(text.unicodeScalars[$0].count)"
        }
    }

    @Test func `a quotation is found at its occurrence, or not at all if there are fewer`() {
        let text = "Nullus liber homo, nullus alius, liber homo."
        #expect(found("liber homo", in: text) == "7+10")
        #expect(found("liber homo", 2, in: text) == "33+10")
        #expect(found("liber homo", 3, in: text) == nil)
        #expect(found("Liber", in: text) == nil)
        #expect(found("", in: text) == nil)
    }

    @Test func `occurrences do not overlap, and letters are compared scalar by scalar`() {
        #expect(found("aa", 2, in: "aaaa") == "2+2")
        #expect(found("aa", 3, in: "aaaa") == nil)
        #expect(found("aab", in: "aaab") == "1+3")
        #expect(found("é", in: "e\u{301}") == nil)
    }

    @Test func `line breaks and repeated spaces do not matter`() {
        let quote = PhraseQuote(text: "liber\n homo").singleSpaced
        #expect(quote.range(in: "Nullus  liber\u{A0}homo".singleSpaced) != nil)
    }
}
