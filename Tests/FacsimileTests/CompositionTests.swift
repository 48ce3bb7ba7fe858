import Testing

@testable import Facsimile

struct CompositionTests {
    private let composition = Composition()

    @Test func `Every clause has exactly its number of words and begins with its opening words`() {
        for (index, entry) in ClauseEntry.all.enumerated() {
            let words = composition.words.filter { $0.clause == index }.map(\.text)
            #expect(words.count == entry.latinWords, "clause \(entry.id)")
            #expect(words.joined(separator: " ").hasPrefix(entry.incipit + " "), "clause \(entry.id)")
        }
    }

    @Test func `The preamble and 63 clauses follow one another in order`() {
        #expect(ClauseEntry.all.map(\.id) == ["preamble"] + (1...63).map(String.init))
        #expect(ClauseEntry.all.first?.number == nil)
        #expect(ClauseEntry.all.last?.number == "63")
        #expect(composition.words.map(\.clause) == composition.words.map(\.clause).sorted())
        #expect(composition.words.count == 3515)
    }

    @Test(arguments: [("preamble", 162), ("1", 119), ("12", 48), ("39", 34), ("40", 9), ("61", 449), ("63", 95)])
    func `The clause lengths are those of the charter`(id: String, count: Int) {
        #expect(ClauseEntry.all.first { $0.id == id }?.latinWords == count)
    }

    @Test func `Every clause has a category with formulae, and every such category is used`() {
        let used = Set(ClauseEntry.all.flatMap(\.categories))
        #expect(used == Set(Formulae.byCategory.keys))
        #expect(ClauseEntry.all.allSatisfy { !$0.categories.isEmpty })
    }

    @Test func `No formula occurs twice within a clause`() {
        let formulae = Set(Formulae.general + Formulae.byCategory.values.flatMap { $0 })
        #expect(formulae.count >= 110)
        for index in ClauseEntry.all.indices {
            let text = composition.transcription(ofClause: index)
            let phrases = text.dropLast().split(separator: ",").map { $0.drop { $0 == " " } }
            let occurring = phrases.map(String.init).filter(formulae.contains)
            #expect(occurring.count == Set(occurring).count, "clause \(ClauseEntry.all[index].id)")
        }
    }

    @Test func `A transcription has its words in full and ends with a full stop`() {
        let text = composition.transcription(ofClause: 40)
        #expect(text == "Nulli vendemus nulli negabimus aut differemus quod justum est.")
    }

    @Test(
        arguments: [
            ("quod", "qđ"), ("et", "⁊"), ("ecclesiae", "eccłie"), ("nostri", "nr\u{304}i"), ("per", "ꝑ"),
            ("omnibus", "om\u{304}ibꝫ"), ("justum", "iuſtu\u{304}"), ("Angliae", "Angł"),
        ])
    func `Words are spelt and abbreviated as in a charter`(word: String, written: String) {
        var random = SeededRandom(seed: 2)
        #expect(Abbreviations.written(word, random: &random) == written)
    }

    @Test func `The hand has a sign for every written character`() {
        for word in Layout(composition).words {
            for scalar in word.written.unicodeScalars {
                #expect(Hand.sign(scalar) != nil || Hand.mark(scalar) != nil, "\(word.word.text): \(scalar)")
            }
        }
    }
}
