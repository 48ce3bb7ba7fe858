import Testing
import Viewer

@testable import WebDocuments

@Suite struct PlainWordsTests {
    @Test func `pages of plain HTML have words in every language of the viewer, and in no other`() throws {
        let folders = try ViewerBundle().paths.compactMap { $0.wholeMatch(of: /strings\/([^\/]+)\/phrases\.js/)?.1 }
        #expect(folders.count > 1)
        #expect(folders.map(String.init).sorted() == PlainLibrary.languages.sorted())
        #expect(PlainLibrary.languages.first == "en")
    }

    @Test func `words are in the language of a tag, in the same without its region, or in English`() {
        #expect(
            ["de", "de-AT", "ar-Arab-EG", "tlh", "", "-"].map { PlainWords.spoken(for: $0).language } == [
                "de", "de", "ar", "en", "en", "en",
            ])
        #expect(
            [0, 1, 2].map(PlainWords.spoken(for: "nl").words.documents) == [
                "0 documenten", "1 document", "2 documenten",
            ])
    }
}
