import Foundation
import Testing

@testable import DocumentModel

@Suite struct LanguageTests {
    private let map: LanguageMap = ["en": "Charter", "fr": "Charte", "zh-Hant": "憲章"]

    @Test func `a regional tag falls back to its base`() {
        #expect(map.text(in: "fr-CA") == "Charte")
        #expect(map.text(in: "zh-Hant-TW") == "憲章")
        #expect(map.text(in: "FR") == "Charte")
    }

    @Test func `an unknown language gives the first fallback that is available`() {
        #expect(map.text(in: "de", fallback: ["it", "fr", "en"]) == "Charte")
        #expect(map.text(in: nil, fallback: ["en"]) == "Charter")
        #expect(map.text(in: "de") == "Charter")
        #expect(LanguageMap([:]).text(in: "en") == nil)
    }

    @Test func `a plain string is the same in every language`() {
        #expect(LanguageMap(plain: "MS 1").text(in: "de") == "MS 1")
    }

    @Test func `a language map is encoded as it was decoded`() throws {
        for text in [#"{"en":"a","fr":"b"}"#, #""plain""#] {
            let map = try JSONDecoder().decode(LanguageMap.self, from: Data(text.utf8))
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            #expect(String(decoding: try encoder.encode(map), as: UTF8.self) == text)
        }
    }

    @Test(arguments: ["en", "fr-CA", "zh-Hant-TW", "x-klingon", "sl-rozaj-biske", "und", "la-x-medieval"])
    func `valid language tags are accepted`(_ tag: String) { #expect(LanguageTag.isValid(tag)) }

    @Test(arguments: ["", "e", "x", "en_GB", "en-", "-en", "en--GB", "französisch", "en-verylongsubtag", "../en", "e1"])
    func `invalid language tags are rejected`(_ tag: String) { #expect(!LanguageTag.isValid(tag)) }

    @Test func `the lookup chain removes subtags one by one, and singletons along with them`() {
        let chain = LanguageTag.lookupChain("zh-Hant-CN-x-private1-private2")
        let expected = [
            "zh-hant-cn-x-private1-private2", "zh-hant-cn-x-private1", "zh-hant-cn", "zh-hant", "zh",
        ]
        #expect(chain == expected)
        #expect(LanguageTag.lookupChain(nil).isEmpty)
    }
}
