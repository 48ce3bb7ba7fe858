import DocumentLibrary
import ExplorerServer
import Foundation
import HTTPTypes
import Testing

/// Content Search 1.0 alongside 2.0: the results are the same, in the older vocabulary.
/// <https://iiif.io/api/search/1.0/>
@Suite struct AnnotationSearch1Tests {
    private func test(_ body: @escaping @Sendable (SampleClient) async throws -> Void) async throws {
        try await SampleServer.test(library: try SearchLibrary.library(), body)
    }

    @Test(arguments: ["bread", "λυχναρι", "باب", "面包", "captain", "", "nothing%20of%20it"])
    func `both versions find the same annotations, in the same order`(words: String) async throws {
        try await test { server in
            let query = words.contains("%") ? words : queryValue(words)
            let newer = try SearchPage(await server.get("/iiif/search/2/harbour?q=\(query)"))
            let older = try await server.get("/iiif/search/1/harbour?q=\(query)").json()
            let resources = try #require(older["resources"] as? [[String: Any]])
            #expect(resources.compactMap { $0["@id"] as? String } == newer.ids)
            #expect((older["within"] as? [String: Any])?["total"] as? Int == newer.total)
            let contexts = newer.matches.filter { $0.motivation == "contextualizing" }
            let hits = try #require(older["hits"] as? [[String: Any]])
            #expect(hits.map { $0["match"] as? String } == contexts.map(\.exact))
            #expect(hits.map { $0["before"] as? String } == contexts.map(\.prefix))
            #expect(hits.map { $0["after"] as? String } == contexts.map(\.suffix))
            #expect(hits.compactMap { ($0["annotations"] as? [String])?.first } == contexts.map(\.source))
        }
    }

    @Test func `an annotation list uses the types and contexts of Content Search 1.0`() async throws {
        try await test { server in
            let response = try await server.get("/iiif/search/1/harbour?q=bread&user=someone")
            let type = "application/ld+json;profile=\"http://iiif.io/api/search/1/context.json\""
            #expect(response.headers[.contentType] == type)
            let list = try response.json()
            let contexts = try #require(list["@context"] as? [String])
            #expect(contexts.contains("http://iiif.io/api/search/1/context.json"))
            #expect(contexts.contains("http://iiif.io/api/presentation/2/context.json"))
            #expect(list["@type"] as? String == "sc:AnnotationList")
            #expect((list["within"] as? [String: Any])?["ignored"] as? [String] == ["user"])
            let resource = try #require((list["resources"] as? [[String: Any]])?.first)
            #expect(resource["@type"] as? String == "oa:Annotation")
            #expect((resource["resource"] as? [String: Any])?["@type"] as? String == "cnt:ContentAsText")
            let label = try #require((resource["label"] as? [[String: String]])?.first { $0["@language"] == "en" })
            #expect(label["@value"]?.hasPrefix("2. ") == true)
            let terms = try await server.get("/iiif/search/1/harbour/autocomplete?q=bre").json()
            #expect(terms["@type"] as? String == "search:TermList")
            let term = try #require((terms["terms"] as? [[String: Any]])?.first { $0["match"] as? String == "bread" })
            #expect(term["count"] as? Int == 4)
            let found = try await server.json(at: try #require(term["url"] as? String))
            #expect((found["resources"] as? [Any])?.count == 1)
        }
    }

    @Test func `result pages link from first to last and contain every annotation once`() async throws {
        try await test { server in
            var next: String? = "/iiif/search/1/rivers?q=water"
            var (ids, starts): ([String], [Int]) = ([], [])
            while let path = next {
                let list = try await server.json(at: path)
                starts.append(try #require(list["startIndex"] as? Int))
                ids += try #require(list["resources"] as? [[String: Any]]).compactMap { $0["@id"] as? String }
                next = list["next"] as? String
                let within = try #require(list["within"] as? [String: Any])
                #expect((within["last"] as? String)?.hasSuffix("/iiif/search/1/rivers?q=water&page=5") == true)
            }
            #expect(ids.count == SearchLibrary.riverCount && Set(ids).count == ids.count)
            #expect(starts == [0, 50, 100, 150, 200])
        }
    }

    @Test(arguments: [
        ("/iiif/search/1/nothing?q=a", 404), ("/iiif/search/1/draft?q=river", 404),
        ("/iiif/search/1/rivers?q=water&page=6", 404), ("/iiif/search/1/rivers?page=0", 400),
        ("/iiif/search/1/rivers?q=%ff", 400), ("/iiif/search/1/harbour/autocomplete", 400),
        ("/iiif/search/1/nothing/autocomplete?q=a", 404),
    ])
    func `invalid requests get a problem document`(path: String, status: Int) async throws {
        try await test { server in
            let response = try await server.get(path)
            #expect(response.status.code == status)
            #expect(response.headers[.contentType] == "application/problem+json")
        }
    }
}
