import ClauseStore
import DocumentLibrary
import Foundation
import HTTPTypes
import Testing

/// Content Search 2.0, section 5: <https://iiif.io/api/search/2.0/#5-autocomplete>
@Suite struct AutocompleteTests {
    private struct Term: Equatable {
        let value: String
        let label: String?
        let language: String?
        let total: Int
        let search: String
    }

    private static func terms(_ response: SampleResponse) throws -> [Term] {
        #expect(response.status == .ok, "\(String(decoding: response.bytes, as: UTF8.self))")
        let page = try response.json()
        #expect(page["@context"] as? String == "http://iiif.io/api/search/2/context.json")
        #expect(page["type"] as? String == "TermPage")
        return try #require(page["items"] as? [[String: Any]]).map { term in
            let service = try #require((term["service"] as? [[String: Any]])?.first)
            #expect(service["type"] as? String == "SearchService2")
            return Term(
                value: try #require(term["value"] as? String),
                label: (term["label"] as? [String: [String]])?.values.first?.first,
                language: term["language"] as? String, total: try #require(term["total"] as? Int),
                search: try #require(service["id"] as? String))
        }
    }

    /// Returns the frequency of each ASCII word in the sample's texts.
    private func countedWords() throws -> [String: Int] {
        var counts: [String: Int] = [:]
        let folder = SampleServer.repository.appending(path: "data/magna-carta/texts")
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let texts = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: [String: Any]]
            for text in try #require(texts).values.flatMap(\.values).compactMap({ $0 as? String }) {
                let plain = text.folding(options: .diacriticInsensitive, locale: nil).lowercased()
                for word in plain.components(separatedBy: .alphanumerics.inverted) where !word.isEmpty {
                    counts[word, default: 0] += 1
                }
            }
        }
        return counts
    }

    @Test(arguments: ["widow", "bar", "ki", "for"])
    func `terms are counted as often as they occur in the sample's texts`(beginning: String) async throws {
        let counted = try countedWords().filter { $0.key.hasPrefix(beginning) }
        try await SampleServer.test { server in
            let terms = try Self.terms(await server.get("/iiif/search/2/magna-carta/autocomplete?q=\(beginning)"))
            #expect(!terms.isEmpty && terms.count == min(20, counted.count))
            for term in terms { #expect(term.total == counted[term.value], "\(term.value)") }
            #expect(terms.map(\.value) == terms.map(\.value).sorted())
            let rarest = terms.map(\.total).min() ?? 0
            #expect(counted.filter { $0.value > rarest }.allSatisfy { word in terms.contains { $0.value == word.key } })
            for term in terms.prefix(3) {
                let path = String(term.search.dropFirst("http://127.0.0.1:8080".count))
                #expect(try SearchPage(await server.get(path)).total ?? 0 > 0)
            }
        }
    }

    @Test(arguments: [
        ("λυχ", "λυχναρι", "Λυχνάρι", "el", 2), ("ΨΩ", "ψωμι", "Ψωμί", "el", 2), ("مض", "مضاء", "مُضاءً", "ar", 1),
        ("面", "面包", "面包", "zh", 2), ("灯", "灯光", "灯光", "zh", 1), ("一盏", "一盏灯", "一盏灯", "zh", 2),
        ("bread and w", "bread and water", "bread and water", "en", 1),
        ("Captain’s o", "captain s oath", "captain’s oath", "en", 1),
    ])
    func `terms in any script have the form to search for and the form as written`(
        typed: String, value: String, label: String, language: String, total: Int
    ) async throws {
        try await SampleServer.test(library: try SearchLibrary.library()) { server in
            let path = "/iiif/search/2/harbour/autocomplete?q=\(queryValue(typed))"
            let terms = try Self.terms(await server.get(path))
            let term = try #require(terms.first { $0.value == value }, "\(terms)")
            #expect(term.label ?? term.value == label)
            #expect(term.language == language && term.total == total)
        }
    }

    @Test func `parameters filter the terms, or are listed as ignored`() async throws {
        try await SampleServer.test(library: try SearchLibrary.library()) { server in
            let path = "/iiif/search/2/harbour/autocomplete?q="
            func values(_ query: String) async throws -> [String] {
                try Self.terms(await server.get(path + query)).map(\.value)
            }
            try await #expect(values("b") == ["baked", "beside", "book", "bread"])
            try await #expect(values("b&min=2") == ["bread"])
            try await #expect(values("b&motivation=describing") == ["beside", "book"])
            try await #expect(values("b&motivation=painting") == [])
            try await #expect(values("b&lang=en") == ["baked", "beside", "book", "bread"])
            // Clause 3 has no Greek text, so its English one is shown and searched.
            try await #expect(values("b&lang=el") == ["beside", "book"])
            try await #expect(values("xyz") == [])
            let page = try await server.get(path + "b&user=u&min=2&box=").json()
            #expect(page["ignored"] as? [String] == ["user"])
            #expect(
                page["id"] as? String == "http://127.0.0.1:8080/iiif/search/2/harbour/autocomplete?q=b&min=2")
        }
    }

    @Test func `terms of other documents are not listed`() async throws {
        try await SampleServer.test(library: try SearchLibrary.library()) { server in
            #expect(try Self.terms(await server.get("/iiif/search/2/harbour/autocomplete?q=river")).isEmpty)
            let rivers = try Self.terms(await server.get("/iiif/search/2/rivers/autocomplete?q=ri"))
            #expect(rivers.map(\.value) == ["river"] && rivers.first?.total == 2 * SearchLibrary.riverCount)
        }
    }
}
