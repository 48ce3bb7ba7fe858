import Testing
import Viewer

@testable import WebDocuments

@Suite struct PlainWordsTests {
    private static let interface = Result { try InterfaceTexts(try ViewerBundle()) }

    @Test func `words are in the language of the tag, its base language, or English`() throws {
        let words = PlainWords(try Self.interface.get())
        #expect(
            ["de", "de-AT", "ar-Arab-EG", "tlh", "", "-"].map(words.language) == ["de", "de", "ar", "en", "en", "en"])
        #expect(words.text("plain.find", in: "de-AT") == "Suchen")
        #expect(words.text("plain.find", in: "tlh") == "Search")
        #expect(words.languages.first == "en" && words.languages.count > 1)
    }

    @Test(arguments: [
        ("nl", ["0 documenten", "1 document", "2 documenten"]), ("fr", ["0 document", "1 document", "2 documents"]),
        ("ar", ["لا وثائق", "وثيقة واحدة", "وثيقتان"]),
    ])
    func `counts use the plural forms of the language`(language: String, expected: [String]) throws {
        let words = PlainWords(try Self.interface.get())
        #expect([0, 1, 2].map { words.documents($0, in: language) } == expected)
    }

    @Test func `Arabic plural forms depend on the last two digits`() throws {
        let words = PlainWords(try Self.interface.get())
        let forms = [3, 10, 11, 99, 100, 102, 103, 111].map { words.documents($0, in: "ar") }
        #expect(
            forms == [
                "3 وثائق", "10 وثائق", "11 وثيقة", "99 وثيقة", "100 وثيقة", "102 وثيقة", "103 وثائق", "111 وثيقة",
            ])
    }

    @Test func `a theme's texts replace the viewer's and can add a language`() throws {
        let words = PlainWords(
            try Self.interface.get(),
            own: [
                "de": ["plain.find": .plain("Los")],
                "cy": ["plain.find": .plain("Chwilio"), "phrases.documentCount": .forms(["other": "{count} dogfen"])],
            ])
        #expect(words.text("plain.find", in: "de") == "Los" && words.text("plain.more", in: "de") == "Weitere")
        #expect(words.text("plain.find", in: "cy") == "Chwilio" && words.text("plain.more", in: "cy") == "More")
        #expect(words.documents(1, in: "cy") == "1 dogfen")
        #expect(words.languages.last == "cy")
    }
}
