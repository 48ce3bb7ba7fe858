import Foundation
import HTTPTypes
import Testing

@Suite struct DocumentRoutesTests {
    @Test func `the list has the sample document with its pages and counts`() async throws {
        try await SampleServer.test { server in
            let response = try await server.get("/api/documents")
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/json")
            let list = try response.json()
            #expect(list["total"] as? Int == 1)
            let document = try #require((list["documents"] as? [[String: Any]])?.first)
            #expect(document["id"] as? String == "magna-carta")
            #expect((document["title"] as? [String: String])?["en"]?.contains("Magna Carta") == true)
            let page = try #require((document["pages"] as? [[String: Any]])?.first)
            #expect(page["image"] as? String == "magna-carta-1")
            #expect(page["width"] as? Int == 6_000)
            #expect(page["height"] as? Int == 8_000)
            #expect((document["counts"] as? [String: Int])?["all"] == 64)
        }
    }

    @Test func `a document has its holder, date, rights, attribution and scale`() async throws {
        try await SampleServer.test { server in
            let document = try await server.get("/api/documents/magna-carta").json()
            for key in ["holder", "date", "rights", "attribution", "credits", "palette", "mark"] {
                #expect(!(document[key] is NSNull) && document[key] != nil, "\(key)")
            }
            #expect((document["credits"] as? [String: String])?.keys.sorted() == ["en", "fr"])
            let page = try #require((document["pages"] as? [[String: Any]])?.first)
            #expect(page["pixelsPerMillimetre"] as? Double == 12)
        }
    }

    @Test
    func `a document counts its glossary terms, which have their own address and a manifest link`()
        async throws
    {
        try await SampleServer.test { server in
            let document = try await server.get("/api/documents/magna-carta").json()
            #expect(document["glossary"] as? Int == 20)
            let response = try await server.get("/api/documents/magna-carta/glossary").json()
            #expect(response["document"] as? String == "magna-carta" && response["total"] as? Int == 20)
            let terms = try #require(response["terms"] as? [[String: Any]])
            #expect(
                terms[0]["id"] as? String == "scutage" && terms[0]["seeAlso"] as? [String] == ["aid", "knights-fee"])
            #expect((terms[1]["forms"] as? [String: [String]])?["en"] == ["aids"])
            #expect(terms.allSatisfy { ($0["definition"] as? [String: String])?.count == 2 })
            let list = try await server.get("/api/documents").json()
            #expect((list["documents"] as? [[String: Any]])?.first?["glossary"] == nil)
            #expect(try await server.get("/api/documents/none/glossary").status == .notFound)
            let manifest = try await server.get("/iiif/presentation/3/magna-carta/manifest.json").json()
            let links = try #require(manifest["seeAlso"] as? [[String: Any]])
            #expect(links.contains { ($0["id"] as? String)?.hasSuffix("/api/documents/magna-carta/glossary") == true })
        }
    }

    @Test func `a document lists its tours, whose steps are served separately and in IIIF`() async throws {
        try await SampleServer.test { server in
            let document = try await server.get("/api/documents/magna-carta").json()
            let outline = try #require((document["tours"] as? [[String: Any]])?.first)
            #expect(outline["id"] as? String == "ten-minutes" && outline["steps"] as? Int == 9)
            let response = try await server.get("/api/documents/magna-carta/tours").json()
            #expect(response["document"] as? String == "magna-carta" && response["total"] as? Int == 1)
            let tour = try #require((response["tours"] as? [[String: Any]])?.first)
            let steps = try #require(tour["steps"] as? [[String: Any]])
            #expect(steps.count == 9 && steps.allSatisfy { ($0["text"] as? [String: String])?.count == 2 })
            #expect(steps[0]["box"] is NSNull && steps[0]["id"] as? String == "sheet")
            #expect(steps[4]["clauses"] as? [String] == ["39", "40"] && steps[8]["capture"] as? String == "uv")
            let list = try await server.get("/api/documents").json()
            #expect((list["documents"] as? [[String: Any]])?.first?["tours"] == nil)
            #expect(try await server.get("/api/documents/none/tours").status == .notFound)

            let root = "/iiif/presentation/3/magna-carta"
            let manifest = try await server.get("\(root)/manifest.json").json()
            let named = try #require((manifest["annotations"] as? [[String: Any]])?.first)
            #expect(
                named["items"] == nil && (named["id"] as? String)?.hasSuffix("\(root)/tours/ten-minutes.json") == true)
            let page = try await server.get("\(root)/tours/ten-minutes.json").json()
            #expect((page["items"] as? [[String: Any]])?.count == 9)
            #expect(try await server.get("\(root)/tours/none.json").status == .notFound)
        }
    }

    @Test func `a clause's words have boxes, and its phrases are in the requested language`() async throws {
        try await SampleServer.test { server in
            let document = try await server.get("/api/documents/magna-carta").json()
            #expect(document["linkedWords"] as? Bool == true)
            let clause = "/api/documents/magna-carta/clauses/40"
            let response = try await server.get("\(clause)/words?lang=fr").json()
            #expect(response["id"] as? String == "40" && response["lang"] as? String == "fr")
            let words = try #require(response["words"] as? [[String: Any]])
            let transcription = try await server.get(clause).json()["transcription"] as? String
            #expect(words.compactMap { $0["text"] as? String }.joined(separator: " ") == transcription)
            #expect(words.allSatisfy { ($0["box"] as? [Double])?.count == 4 && $0["page"] as? Int == 1 })
            let phrases = try #require(response["phrases"] as? [[String: [[String: Any]]]])
            #expect(phrases.count == 3)
            #expect(
                phrases[0]["transcription"]?.compactMap { $0["text"] as? String } == [
                    "Nulli vendemus", "quod justum est",
                ])
            #expect(try await server.get("\(clause)/words?lang=de").json()["lang"] as? String == "en")
            #expect(try await server.get("/api/documents/magna-carta/clauses/none/words").status == .notFound)
            let list = try await server.get("/api/documents").json()
            #expect((list["documents"] as? [[String: Any]])?.first?["linkedWords"] == nil)
        }
    }

    @Test func `categories are in menu order, with hidden details last and not in all`() async throws {
        try await SampleServer.test { server in
            let response = try await server.get("/api/documents/magna-carta/categories").json()
            let categories = try #require(response["categories"] as? [[String: Any]])
            #expect((11...14).contains(categories.count))
            #expect(categories.first?["id"] as? String == "church")
            let last = try #require(categories.last)
            #expect(last["id"] as? String == "hidden-details")
            #expect(last["style"] as? String == "outline")
            #expect(last["includedInAll"] as? Bool == false)
            #expect((8...12).contains(try #require(last["count"] as? Int)))
            #expect(response["all"] as? Int == 64)
        }
    }

    @Test func `clauses without a filter are all except hidden details, in reading order`() async throws {
        try await SampleServer.test { server in
            let expected = ["preamble"] + (1...63).map(String.init)
            try await #expect(server.get("/api/documents/magna-carta/clauses").clauseIDs() == expected)
            try await #expect(server.get("/api/documents/magna-carta/clauses?category=all").clauseIDs() == expected)
        }
    }

    @Test func `a category filter gives exactly its clauses, and several give the union`() async throws {
        try await SampleServer.test { server in
            let church = ["1", "22", "27", "42", "46", "63"]
            let clauses = "/api/documents/magna-carta/clauses"
            try await #expect(server.get(clauses + "?category=church").clauseIDs() == church)
            let union = try await server.get(clauses + "?category=church&category=forest").clauseIDs()
            #expect(union == ["1", "22", "27", "42", "44", "46", "47", "48", "53", "63"])
            try await #expect(server.get(clauses + "?category=church,forest").clauseIDs() == union)
        }
    }

    @Test func `hidden details have the outline style`() async throws {
        try await SampleServer.test { server in
            let response = try await server.get("/api/documents/magna-carta/clauses?category=hidden-details").json()
            let clauses = try #require(response["clauses"] as? [[String: Any]])
            #expect(!clauses.isEmpty)
            #expect(clauses.allSatisfy { $0["style"] as? String == "outline" && $0["kind"] as? String == "detail" })
        }
    }

    @Test func `texts are in the requested language, or else in the document's first`() async throws {
        try await SampleServer.test { server in
            let clause = "/api/documents/magna-carta/clauses/39"
            let english = try await server.get(clause).json()
            let french = try await server.get(clause + "?lang=fr").json()
            #expect(english["lang"] as? String == "en")
            #expect(french["lang"] as? String == "fr")
            #expect(english["translation"] as? String != french["translation"] as? String)
            try await #expect(server.get(clause + "?lang=fr-CA").json()["lang"] as? String == "fr")
            try await #expect(server.get(clause + "?lang=de").json()["lang"] as? String == "en")
        }
    }

    @Test func `a clause's keys are in the documented order, and regions are optional`() async throws {
        try await SampleServer.test { server in
            let plain = String(
                decoding: try await server.get("/api/documents/magna-carta/clauses/39").bytes, as: UTF8.self)
            let keys = [
                "id", "number", "kind", "incipit", "title", "translation", "context", "transcription", "lang",
                "categories", "style",
            ]
            let positions = keys.map { plain.range(of: "\"\($0)\":")?.lowerBound }
            #expect(positions.allSatisfy { $0 != nil })
            #expect(positions.compactMap(\.self) == positions.compactMap(\.self).sorted())
            #expect(!plain.contains("\"regions\":"))
            let full = try await server.get("/api/documents/magna-carta/clauses/39?include=regions").json()
            let region = try #require((full["regions"] as? [[String: Any]])?.first)
            #expect(region["page"] as? Int == 1)
            #expect((region["polygon"] as? [[Double]])?.count ?? 0 >= 4)
        }
    }

    @Test func `search ignores accents and case`() async throws {
        try await SampleServer.test { server in
            let plain = try await server.get("/api/documents/magna-carta/clauses?q=foret&lang=fr").clauseIDs()
            let accented = try await server.get("/api/documents/magna-carta/clauses?q=FOR%C3%8AT&lang=fr").clauseIDs()
            #expect(!plain.isEmpty)
            #expect(plain == accented)
            let hits = try await server.get("/api/search?q=widow").json()
            #expect(try #require(hits["total"] as? Int) > 0)
            let path = "/api/search?q=widow&limit=\(Int.max)&after=1"
            try await #expect(server.get(path).status == .ok)
        }
    }

    @Test func `bbox selects only clauses whose regions it intersects`() async throws {
        try await SampleServer.test { server in
            let path = "/api/documents/magna-carta/clauses?bbox=0,0,6000,8000"
            try await #expect(server.get(path).clauseIDs().count == 64)
            try await #expect(server.get("/api/documents/magna-carta/clauses?bbox=0,0,5,5").clauseIDs().isEmpty)
        }
    }

    @Test(arguments: [
        ("/api/documents/nothing", 404), ("/api/documents/magna-carta/clauses/99", 404),
        ("/api/documents/magna-carta/clauses?category=nothing", 400),
        ("/api/documents/magna-carta/clauses?kind=thing", 400), ("/api/documents/magna-carta/clauses?page=x", 400),
        ("/api/documents/magna-carta/clauses?bbox=1,2,3", 400), ("/api/documents/magna-carta/clauses?include=all", 400),
        ("/api/documents/magna-carta/clauses?q=%zz", 400), ("/api/documents/magna-carta/clauses?q=%ff", 400),
        ("/api/documents/magna-carta/at?x=6000&y=10", 400), ("/api/documents/magna-carta/at?x=10&y=8000", 400),
        ("/api/documents/magna-carta/at?x=-1&y=10", 400), ("/api/documents/magna-carta/at?x=10", 400),
        ("/api/documents/magna-carta/at?x=nan&y=1", 400), ("/api/documents/magna-carta/at?x=1e999&y=1", 400),
        ("/api/documents/magna-carta/at?x=1&y=1&page=9", 404), ("/api/search", 400), ("/nothing", 404),
    ])
    func `invalid requests get a problem document`(path: String, status: Int) async throws {
        try await SampleServer.test { server in
            let response = try await server.get(path)
            #expect(response.status.code == status)
            #expect(response.headers[.contentType] == "application/problem+json")
            let problem = try response.json()
            #expect(problem["status"] as? Int == status)
            #expect((problem["detail"] as? String)?.isEmpty == false)
        }
    }
}
