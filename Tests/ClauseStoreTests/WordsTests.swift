import Foundation
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct LanguageTests {
    private let map: LanguageMap = ["en": "Charter", "fr": "Charte", "zh-Hant": "憲章"]

    @Test func `a regional tag falls back to its base`() {
        #expect(map.text(in: "fr-CA") == "Charte")
        #expect(map.text(in: "zh-Hant-TW") == "憲章")
        #expect(map.text(in: "FR") == "Charte")
    }

    @Test func `an unknown language gives the first of the fallback that is there`() {
        #expect(map.text(in: "de", fallback: ["it", "fr", "en"]) == "Charte")
        #expect(map.text(in: nil, fallback: ["en"]) == "Charter")
        #expect(map.text(in: "de") == "Charter")
        #expect(LanguageMap([:]).text(in: "en") == nil)
    }

    @Test func `a plain string is the same in every language`() {
        #expect(LanguageMap(plain: "MS 1").text(in: "de") == "MS 1")
    }

    @Test func `a map is coded as it was given`() throws {
        for text in [#"{"en":"a","fr":"b"}"#, #""plain""#] {
            let map = try JSONDecoder().decode(LanguageMap.self, from: Data(text.utf8))
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            #expect(String(decoding: try encoder.encode(map), as: UTF8.self) == text)
        }
    }

    @Test(arguments: ["en", "fr-CA", "zh-Hant-TW", "x-klingon", "sl-rozaj-biske", "und", "la-x-medieval"])
    func `tags are recognised`(_ tag: String) { #expect(LanguageTag.isValid(tag)) }

    @Test(arguments: ["", "e", "x", "en_GB", "en-", "-en", "en--GB", "französisch", "en-verylongsubtag", "../en", "e1"])
    func `what is no tag is not`(_ tag: String) { #expect(!LanguageTag.isValid(tag)) }

    @Test func `the lookup chain shortens a tag subtag by subtag, single letters with what they introduce`() {
        let chain = LanguageTag.lookupChain("zh-Hant-CN-x-private1-private2")
        let expected = [
            "zh-hant-cn-x-private1-private2", "zh-hant-cn-x-private1", "zh-hant-cn", "zh-hant", "zh",
        ]
        #expect(chain == expected)
        #expect(LanguageTag.lookupChain(nil).isEmpty)
    }
}

@Suite struct IdentifierTests {
    @Test(arguments: ["1", "preamble", "a.b_c-D", "0", String(repeating: "a", count: 100)])
    func `ids that can stand in an address are valid`(_ id: String) { #expect(Identifier.isValid(id)) }

    @Test(arguments: ["", ".", "-a", "_a", "a b", "a/b", "é", "a\n", "a%20", String(repeating: "a", count: 101)])
    func `others are not`(_ id: String) { #expect(!Identifier.isValid(id)) }

    @Test(arguments: [
        ("scan.jpg", "scan"), ("Besançon par.03.jpg", "besancon-par.03"), ("/a/b/Scan 1.tiff", "scan-1"),
        ("MS. Lat. 5, f. 3r.png", "ms.-lat.-5-f.-3r"), ("憲章.jpg", "xian-zhang"), (".jpg", "jpg"), ("", "document"),
        ("a -- b.png", "a-b"), ("Грамота 5.tif", "gramota-5"), ("Straße, Ærø.jpg", "strasse-aero"),
        ("★.png", "document"),
        ("-dash.jpg", "dash"), ("ελληνικά.tif", "ellenika"), ("مخطوطة 2.tif", "mkhtwtt-2"),
        ("a\u{303}\u{35F}.jpg", "a"),
    ])
    func `an id is made of a file's name`(_ name: String, _ id: String) {
        #expect(Identifier.make(fromFileName: name) == id)
    }

    @Test func `an id that is told from another by a digest is valid and ends in it`() {
        for length in 1...100 {
            let id = String(repeating: "a.", count: 50).prefix(length)
            guard Identifier.isValid(String(id)) else { continue }
            for digits in [8, 16, 64] {
                let digest = String(repeating: "f", count: digits)
                let made = Identifier.distinguished(String(id), by: digest)
                #expect(Identifier.isValid(made) && made.hasSuffix("-\(digest)"), "\(made)")
            }
        }
        #expect(Identifier.distinguished("recto", by: "8c1f22ab") == "recto-8c1f22ab")
    }

    @Test(arguments: [
        ("besancon_par.03.jpg", "besancon par.03"), ("a/MS  12_r.tif", "MS 12 r"), ("_.jpg", "_"), ("Map.tif", "Map"),
    ])
    func `a title is made of a file's name`(_ name: String, _ title: String) {
        #expect(ScanWords.title(fromFileName: name) == title)
    }

    @Test func `whatever the file's name, the id is valid`() {
        for _ in 0..<2000 {
            let scalars = (0..<Int.random(in: 0...150)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 1...0x2FFFF))
            }
            var name = ""
            name.unicodeScalars.append(contentsOf: scalars)
            #expect(Identifier.isValid(Identifier.make(fromFileName: name)), "\(name)")
        }
    }
}

@Suite struct SearchWordsTests {
    @Test func `words become phrases, the last one a prefix`() throws {
        let words = try #require(SearchWords(" king's  OR (peace "))
        #expect(words.match == #""king s" AND "or" AND "peace" *"#)
    }

    @Test func `words without letters are left out, and what only FTS5 understands`() throws {
        #expect(try #require(SearchWords("a\u{0}b -- * NEAR")).match == #""a" AND "b" AND "near" *"#)
        #expect(try #require(SearchWords("--- !!")).phrases.isEmpty)
    }

    @Test func `nothing and blanks ask for nothing`() {
        #expect(SearchWords(nil) == nil)
        #expect(SearchWords(" \n\u{0}\t") == nil)
    }

    @Test func `at most 32 words count`() throws {
        #expect(try #require(SearchWords(String(repeating: "a ", count: 500))).phrases.count == 32)
    }
}
