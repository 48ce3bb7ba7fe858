import ClauseStore
import DocumentLibrary
import WebDocuments
import Foundation
import Testing

@testable import StaticSite

@Suite struct WordShardTests {
    @Test func `every word is at its position, in shards in code point order`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed", word: "𐍈orse")
        let texts = try fixture.library.store.wordedTexts(of: "deed")
        let index = WordShards(texts)
        let directory = try #require(
            try JSONSerialization.jsonObject(with: Data(index.directory.bytes())) as? [String: Any])
        let firsts = try #require(directory["shards"] as? [String])
        #expect(firsts.count == index.shards.count)
        var places: [[String]: Set<Int>] = [:]
        var words: [String] = []
        for (number, shard) in index.shards.enumerated() {
            let entries = try #require(try JSONSerialization.jsonObject(with: Data(shard.bytes())) as? [[Any]])
            #expect(entries.first?[0] as? String == firsts[number])
            for entry in entries {
                let word = try #require(entry[0] as? String)
                words.append(word)
                for list in try #require(entry[1] as? [[Int]]) {
                    places[[word, "\(list[0])"]] = Set(list.dropFirst())
                }
            }
        }
        let order = words.map { $0.unicodeScalars.map(\.value) }
        #expect(zip(order, order.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
        for (number, text) in texts.enumerated() {
            for (field, list) in text.words.enumerated() {
                for (position, word) in list.enumerated() {
                    #expect(places[[word, "\(number * 4 + field)"]]?.contains(position) == true, "\(word)")
                }
            }
        }
        #expect(words.contains("𐍈orse") && words.contains("ete") && words.contains("mortem"))
        #expect((directory["texts"] as? [[Any]])?.count == texts.count)
    }
}
