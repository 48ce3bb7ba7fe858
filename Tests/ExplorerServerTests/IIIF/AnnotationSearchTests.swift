import DocumentLibrary
import ExplorerServer
import Foundation
import HTTPTypes
import Testing

/// Content Search 2.0, section 4: <https://iiif.io/api/search/2.0/#4-content-search>
@Suite struct AnnotationSearchTests {
    private func test(_ body: @escaping @Sendable (SampleClient) async throws -> Void) async throws {
        try await SampleServer.test(library: try SearchLibrary.library(), body)
    }

    // MARK: Finding

    @Test func `search finds the annotations of the clauses that the API finds`() async throws {
        try await SampleServer.test { server in
            for words in ["widow", "king", "forest", "\"free man\""] {
                let filter = "?category=all,hidden-details&q=\(queryValue(words))"
                let expected = try await server.get("/api/documents/magna-carta/clauses\(filter)").clauseIDs()
                let page = try SearchPage(await server.get("/iiif/search/2/magna-carta?q=\(queryValue(words))"))
                #expect(!expected.isEmpty)
                #expect(page.clauses == expected.prefix(50).map(\.self), "\(words)")
                #expect(page.total == expected.count)
                #expect(Set(page.matches.map(\.source)) == Set(page.ids))
                try page.checkMatches()
            }
        }
    }

    @Test func `a found annotation equals that of the page's annotation list`() async throws {
        try await SampleServer.test { server in
            let page = try SearchPage(await server.get("/iiif/search/2/magna-carta?q=king"))
            let all = try await server.get("/iiif/presentation/3/magna-carta/annotations/1.json").json()
            let annotations = try #require(all["items"] as? [[String: Any]])
            #expect(page.items.count > 10)
            for item in page.items {
                let same = annotations.first { $0["id"] as? String == item["id"] as? String }
                #expect(NSDictionary(dictionary: try #require(same)) == NSDictionary(dictionary: item))
            }
        }
    }

    @Test func `the manifest links the search and autocomplete services`() async throws {
        try await SampleServer.test { server in
            let manifest = try await server.get("/iiif/presentation/3/magna-carta/manifest.json").json()
            let services = try #require(manifest["service"] as? [[String: Any]])
            let search = try #require(services.first { $0["type"] as? String == "SearchService2" })
            let completion = try #require((search["service"] as? [[String: Any]])?.first)
            #expect(completion["type"] as? String == "AutoCompleteService2")
            for (service, words) in [(search, "widow"), (completion, "wid")] {
                let path = try #require(service["id"] as? String).dropFirst("http://127.0.0.1:8080".count)
                try await #expect(server.get("\(path)?q=\(words)").json()["items"] as? [Any] != nil)
            }
        }
    }

    @Test(arguments: [
        ("λυχναρι", "1", "Λυχνάρι"), ("ΨΩΜΊ", "2", "Ψωμί"), ("ξενους", "2", "ξένους"), ("مضاء", "1", "مُضاءً"),
        ("باب", "1", "بـــاب"), ("面包", "2", "面包"), ("灯光", "1", "灯光"), ("captain", "3 3#part-2", "captain"),
    ])
    func `words in any script are found regardless of accents and quoted as written`(
        words: String, clauses: String, exact: String
    ) async throws {
        try await test { server in
            let page = try SearchPage(await server.get("/iiif/search/2/harbour?q=\(queryValue(words))"))
            #expect(page.clauses.joined(separator: " ") == clauses)
            #expect(page.matches.contains { $0.exact == exact }, "\(page.matches.map(\.exact))")
            try page.checkMatches()
        }
    }

    @Test func `each match is reported once, and the best also with its context`() async throws {
        try await test { server in
            let page = try SearchPage(await server.get("/iiif/search/2/harbour?q=bread"))
            #expect(page.clauses == ["2"])
            let highlights = page.matches.filter { $0.motivation == "highlighting" }
            #expect(highlights.map(\.exact) == ["Bread", "bread", "Bread", "bread"])
            #expect(Set(highlights).count == 4)
            #expect(page.matches.filter { $0.motivation == "contextualizing" }.count == 1)
            try #require(highlights.count == 4)
            #expect(highlights[1].prefix == "stranger leaves the harbour without ")
            #expect(highlights[1].suffix == " and water. Bread keeps; bread")
        }
    }

    @Test func `quoted words match only as a phrase`() async throws {
        try await test { server in
            let phrase = try SearchPage(await server.get("/iiif/search/2/harbour?q=%22bread%20and%20water%22"))
            #expect(phrase.matches.last?.exact == "bread and water")
            let reversed = try SearchPage(await server.get("/iiif/search/2/harbour?q=%22water%20and%20bread%22"))
            #expect(reversed.ids.isEmpty && reversed.total == 0 && reversed.matches.isEmpty)
        }
    }

    @Test func `a search without words lists all annotations, a clause on two pages twice`() async throws {
        try await test { server in
            for path in ["/iiif/search/2/harbour", "/iiif/search/2/harbour?q="] {
                let page = try SearchPage(await server.get(path))
                #expect(page.clauses == ["1", "2", "3", "3#part-2"])
                #expect(page.total == 4 && page.matches.isEmpty)
            }
        }
    }

    // MARK: Parameters

    @Test(arguments: [
        ("", "1"), ("commenting", "1"), ("transcribing", "1"), ("painting%20transcribing", "1"), ("identifying", "1"),
        ("describing", ""), ("painting", ""), ("%27%22)%20OR", ""),
    ])
    func `the motivation filter applies to the annotation and to the body with the match`(
        motivation: String, clauses: String
    ) async throws {
        try await test { server in
            let words = queryValue("مصباح")
            let page = try SearchPage(await server.get("/iiif/search/2/harbour?q=\(words)&motivation=\(motivation)"))
            #expect(page.clauses.joined(separator: " ") == clauses)
            if motivation == "transcribing" { #expect(page.matches.allSatisfy { $0.exact == "مصباحٌ" }) }
        }
    }

    @Test func `ignored parameters are listed, and left out of page addresses`() async throws {
        try await test { server in
            let path =
                "/iiif/search/2/harbour?q=bread&user=u&date=&box=1&date=2020-01-01T00:00:00Z/2021-01-01T00:00:00Z"
            let page = try SearchPage(await server.get(path))
            #expect(page.value["ignored"] as? [String] == ["user", "box", "date"])
            #expect(page.clauses == ["2"])
            #expect(page.value["id"] as? String == "http://127.0.0.1:8080/iiif/search/2/harbour?q=bread&page=1")
            #expect(page.address("partOf") == "http://127.0.0.1:8080/iiif/search/2/harbour?q=bread")
            let plain = try SearchPage(await server.get("/iiif/search/2/harbour?q=bread&user="))
            #expect(plain.value["ignored"] == nil)
        }
    }

    @Test func `lang restricts the search, and Accept-Language orders the matches`() async throws {
        try await test { server in
            let words = queryValue("A-12")
            try await #expect(SearchPage(server.get("/iiif/search/2/harbour?q=\(words)")).clauses == ["3", "3#part-2"])
            try await #expect(
                SearchPage(server.get("/iiif/search/2/harbour?q=\(words)&lang=zh")).clauses == ["3", "3#part-2"])
            try await #expect(SearchPage(server.get("/iiif/search/2/harbour?q=bread&lang=el")).clauses.isEmpty)
            let path = "/iiif/search/2/harbour?q=\(queryValue("مصباح"))"
            let response = try await server.get(path, headers: [.acceptLanguage: "zh;q=0.5, ar-EG, en;q=0"])
            #expect(response.headers[.vary]?.contains("Accept-Language") == true)
            #expect(try SearchPage(response).matches.first?.motivation == "contextualizing")
        }
    }

    // MARK: Pages

    @Test func `result pages link to the next and previous, and contain every annotation once`() async throws {
        try await test { server in
            let base = "http://127.0.0.1:8080"
            var next: String? = "/iiif/search/2/rivers?q=water"
            var (ids, starts, addresses): ([String], [Int], [String]) = ([], [], [])
            var last: SearchPage?
            while let path = next {
                let page = try SearchPage(await server.get(path))
                #expect(page.total == SearchLibrary.riverCount)
                starts.append(try #require(page.value["startIndex"] as? Int))
                #expect(starts.last == ids.count)
                ids += page.ids
                addresses.append(try #require(page.value["id"] as? String))
                #expect(page.address("prev") == addresses.dropLast().last)
                try page.checkMatches()
                next = page.address("next").map { String($0.dropFirst(base.count)) }
                last = page
            }
            #expect(ids.count == SearchLibrary.riverCount && Set(ids).count == ids.count)
            #expect(ids == (1...SearchLibrary.riverCount).map { "\(base)/iiif/presentation/3/rivers/clause/\($0)" })
            #expect(starts == [0, 50, 100, 150, 200])
            let whole = try #require(last?.value["partOf"] as? [String: Any])
            #expect((whole["first"] as? [String: Any])?["id"] as? String == addresses.first)
            #expect((whole["last"] as? [String: Any])?["id"] as? String == addresses.last)
        }
    }

    @Test(arguments: [
        ("/iiif/search/2/nothing?q=a", 404), ("/iiif/search/2/draft?q=river", 404),
        ("/iiif/search/2/rivers?q=water&page=6", 404), ("/iiif/search/2/rivers?q=none&page=2", 404),
        ("/iiif/search/2/rivers?page=9223372036854775807", 404), ("/iiif/search/2/rivers?page=0", 400),
        ("/iiif/search/2/rivers?page=one", 400), ("/iiif/search/2/rivers?q=%ff", 400),
        ("/iiif/search/2/harbour/autocomplete", 400), ("/iiif/search/2/harbour/autocomplete?q=", 400),
        ("/iiif/search/2/harbour/autocomplete?q=a&min=-1", 400), ("/iiif/search/2/nothing/autocomplete?q=a", 404),
        ("/iiif/search/2/draft/autocomplete?q=a", 404),
    ])
    func `invalid requests get a problem document`(path: String, status: Int) async throws {
        try await test { server in
            let response = try await server.get(path)
            #expect(response.status.code == status)
            #expect(response.headers[.contentType] == "application/problem+json")
        }
    }

    // MARK: Many documents

    @Test func `all documents can be searched at once, and drafts only where they are served`() async throws {
        try await test { server in
            let page = try SearchPage(await server.get("/iiif/search/2?q=water"))
            #expect(page.total == SearchLibrary.riverCount + 1)
            let item = try #require(page.items.first)
            let within = try #require((item["target"] as? [String: Any])?["partOf"] as? [String: Any])
            #expect(within["type"] as? String == "Manifest" && within["label"] as? [String: [String]] != nil)
            try await #expect(SearchPage(server.get("/iiif/search/2?q=secret")).ids.isEmpty)
        }
        let options = ServerOptions(includesDrafts: true)
        try await SampleServer.test(options, library: try SearchLibrary.library()) { server in
            try await #expect(SearchPage(server.get("/iiif/search/2?q=secret")).clauses == ["1"])
            try await #expect(SearchPage(server.get("/iiif/search/2/draft?q=secret")).clauses == ["1"])
        }
    }

    // MARK: Answers

    @Test func `JSON-LD is the default, JSON goes to clients that prefer it or HTML, each with its own ETag`()
        async throws
    {
        try await test { server in
            let path = "/iiif/search/2/harbour?q=bread"
            let linked = "application/ld+json;profile=\"http://iiif.io/api/search/2/context.json\""
            var tags: Set<String> = []
            for (accept, type) in [
                (nil, linked), ("*/*", linked), ("application/ld+json", linked),
                ("application/json", "application/json"),
                ("application/json, application/ld+json;q=0.5", "application/json"),
                ("text/html,application/xml;q=0.9,*/*;q=0.8", "application/json"),
            ] {
                let response = try await server.get(path, headers: accept.map { [.accept: $0] } ?? [:])
                #expect(response.headers[.contentType] == type, "\(accept ?? "none")")
                #expect(response.headers[.vary]?.hasPrefix("Accept, ") == true)
                tags.insert(try #require(response.headers[.eTag]))
            }
            #expect(tags.count == 2)
            for tag in tags {
                let responses = try await [nil, "application/json"].asyncMap { accept in
                    var headers: HTTPFields = [.ifNoneMatch: tag]
                    if let accept { headers[.accept] = accept }
                    return try await server.get(path, headers: headers).status
                }
                #expect(Set(responses) == [.notModified, .ok])
            }
        }
    }

    @Test(arguments: [
        "\"", "*", "* AND", "NEAR(a b)", "title:bread", "{title}:bread", "a\u{0}b", "\u{0}", "bread OR water", "^bread",
        "-bread", "bread*", "'; DROP TABLE text; --", "😀", "\u{202E}bread", "<script>alert(1)</script>", "((((", "+",
        String(repeating: "a ", count: 3_900), String(repeating: "\"", count: 2_000),
        String(repeating: "灯", count: 850),
    ])
    func `hostile queries get a valid response`(words: String) async throws {
        try await test { server in
            for path in ["/iiif/search/2/harbour?q=", "/iiif/search/2?q=", "/iiif/search/2/harbour/autocomplete?q="] {
                // A space as a plus sign, so that it is one byte.
                let query = words.split(separator: " ", omittingEmptySubsequences: false).map { queryValue(String($0)) }
                let response = try await server.get(path + query.joined(separator: "+"))
                #expect(
                    response.status == .ok, "\(path): \(String(decoding: response.bytes.prefix(300), as: UTF8.self))")
                _ = try response.json()
            }
        }
    }

    @Test func `a query of ten thousand bytes is rejected`() async throws {
        try await test { server in
            let response = try await server.get("/iiif/search/2/harbour?q=" + String(repeating: "a", count: 10_000))
            #expect(response.status == .badRequest)
        }
    }
}

extension Sequence {
    /// Maps each element sequentially.
    fileprivate func asyncMap<Value>(_ make: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await make(element)) }
        return values
    }
}
