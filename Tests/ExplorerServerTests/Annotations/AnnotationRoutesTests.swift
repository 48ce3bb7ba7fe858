import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import ExplorerServer

/// The Web Annotation Protocol: reading containers and annotations, and proposing changes.
@Suite struct AnnotationRoutesTests {
    private static let link = HTTPField.Name("Link") ?? .accept
    private static let prefer = HTTPField.Name("Prefer") ?? .accept
    private static let slug = HTTPField.Name("Slug") ?? .accept

    // MARK: Reading

    @Test func `a container lists the published clauses, with the header fields of the protocol`() async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(EditFixture.options(isEditable: false), library: fixture.library) { server in
            let response = try await server.get(AnnotationFixture.container)
            #expect(response.status == .ok, "\(response.text)")
            #expect(response.headers[.contentType] == AnnotationFixture.json && response.headers[.eTag] != nil)
            #expect(response.headers[.vary]?.hasPrefix("Accept, Prefer") == true)
            let links = try #require(response.headers[Self.link])
            #expect(links.contains("<http://www.w3.org/ns/ldp#BasicContainer>; rel=\"type\""))
            #expect(links.contains("rel=\"http://www.w3.org/ns/ldp#constrainedBy\""))
            #expect(response.headers[.allow] == "GET, HEAD, OPTIONS, POST")
            #expect(response.headers[.acceptPost] == AnnotationFixture.json)
            let exposed = try #require(response.headers[.accessControlExposeHeaders])
            for name in ["ETag", "Location", "Link"] { #expect(exposed.contains(name)) }
            #expect(response.headers[.accessControlAllowOrigin] == "*")
            let value = try response.json()
            #expect(value["type"] as? [String] == ["BasicContainer", "AnnotationCollection"])
            #expect(value["id"] as? String == SampleClient.base + AnnotationFixture.container)
            #expect(value["total"] as? Int == 1)
            let first = try #require(value["first"] as? [String: Any])
            let item = try #require((first["items"] as? [[String: Any]])?.first)
            #expect(item["id"] as? String == SampleClient.base + AnnotationFixture.container + "a")
            #expect((item["canonical"] as? String)?.hasSuffix("/iiif/presentation/3/public/clause/a") == true)
            let bodies = try #require(item["body"] as? [[String: Any]])
            #expect(bodies.contains { $0["value"] as? String == "Weirs" && $0["purpose"] as? String == "identifying" })
            let again = try await server.get(
                AnnotationFixture.container, headers: [.ifNoneMatch: try #require(response.headers[.eTag])])
            #expect(again.status == .notModified)

            let one = try await server.get(AnnotationFixture.container + "a")
            #expect(one.status == .ok && one.headers[.allow] == "GET, HEAD, OPTIONS, PUT, DELETE")
            #expect(one.headers[Self.link] == "<http://www.w3.org/ns/ldp#Resource>; rel=\"type\"")
            #expect(try NSDictionary(dictionary: one.json()) == NSDictionary(dictionary: item))
            for path in [
                "/annotations/public/1/b", "/annotations/public/2/", "/annotations/public/x/", "/annotations/no/1/",
            ] {
                try await #expect(server.get(path).status == .notFound, "\(path)")
            }
        }
    }

    @Test func `Prefer selects how a container includes its annotations, and pages link to the next`() async throws {
        let fixture = try AccessFixture()
        let clauses = (1...205).map { number in
            """
            {"id": "c\(number)", "number": "\(number)", "categories": [],
             "regions": [{"page": 1, "polygon": [[1, 1], [9, 1], [9, 9]]}]}
            """
        }
        try fixture.scratch.add(
            [
                "document": """
                {"id": "long", "title": "Long", "language": "la", "languages": ["en"],
                 "pages": [{"image": null, "width": 320, "height": 200}, {"image": null, "width": 320, "height": 200}]}
                """, "categories": "[]", "clauses": "[" + clauses.joined(separator: ",") + "]", "texts/en": "{}",
            ], images: [:])
        try await SampleServer.test(EditFixture.options(isEditable: false), library: fixture.library) { server in
            let base = "/annotations/long/1/"
            func container(_ names: [String]) async throws -> (value: [String: Any], response: SampleResponse) {
                let include = names.joined(separator: " ")
                let response = try await server.get(
                    base, headers: [Self.prefer: "return=representation;include=\"\(include)\""])
                #expect(response.headers[.preferenceApplied] == "return=representation")
                return (try response.json(), response)
            }
            let minimal = try await container(["http://www.w3.org/ns/ldp#PreferMinimalContainer"]).value
            #expect(minimal["total"] as? Int == 205)
            #expect(minimal["first"] as? String == SampleClient.base + base + "?page=1")
            #expect(minimal["last"] as? String == SampleClient.base + base + "?page=3")
            let addresses = try await container(["http://www.w3.org/ns/oa#PreferContainedIRIs"]).value
            let first = try #require(addresses["first"] as? [String: Any])
            #expect((first["items"] as? [String])?.count == 100)
            #expect((first["items"] as? [String])?.first == SampleClient.base + base + "c1")
            #expect(first["next"] as? String == SampleClient.base + base + "?page=2&iris=1")
            let both = try await container([
                "http://www.w3.org/ns/ldp#PreferMinimalContainer", "http://www.w3.org/ns/oa#PreferContainedIRIs",
            ]).value
            #expect(both["first"] as? String == SampleClient.base + base + "?page=1&iris=1")
            let whole = try await container(["http://www.w3.org/ns/oa#PreferContainedDescriptions"]).value
            #expect(((whole["first"] as? [String: Any])?["items"] as? [[String: Any]])?.count == 100)

            var address: String? = base + "?page=1"
            var ids: [String] = []
            while let path = address {
                let part = try await server.get(path).json()
                #expect(part["type"] as? String == "AnnotationPage" && part["startIndex"] as? Int == ids.count)
                ids += (part["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
                address = (part["next"] as? String)?.replacing(SampleClient.base, with: "")
            }
            #expect(ids.count == 205 && Set(ids).count == 205)
            try await #expect(server.get(base + "?page=4").status == .notFound)
            try await #expect(server.get(base + "?page=0").status == .badRequest)
            let empty = try await server.get("/annotations/long/2/").json()
            #expect(empty["total"] as? Int == 0 && empty["first"] == nil)
        }
    }

    @Test func `OPTIONS lists the allowed methods and the fields other sites may send`() async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(EditFixture.options(isEditable: false), library: fixture.library) { server in
            let container = try await server.send(.options, AnnotationFixture.container)
            #expect(container.status == .noContent && container.headers[.allow] == "GET, HEAD, OPTIONS, POST")
            #expect(container.headers[.acceptPost] == AnnotationFixture.json)
            let one = try await server.send(.options, AnnotationFixture.container + "a")
            #expect(one.headers[.accessControlAllowMethods] == "GET, HEAD, OPTIONS, PUT, DELETE")
            for name in ["Authorization", "Content-Type", "If-Match", "Prefer", "Slug"] {
                #expect(one.headers[.accessControlAllowHeaders]?.contains(name) == true)
            }
            let other = try await server.send(.options, "/api/documents")
            #expect(other.headers[.accessControlAllowMethods] == "GET, HEAD, OPTIONS")
        }
    }

    // MARK: Proposing

    @Test func `POST creates a proposal that only its client sees, with all its keys`() async throws {
        let fixture = try AccessFixture()
        let (ada, eve) = (try fixture.token(label: "Ada", scope: .edit), try fixture.token(label: "Eve", scope: .edit))
        try await SampleServer.test(EditFixture.options(isEditable: false), library: fixture.library) { server in
            let sent = AnnotationFixture.comment(
                id: "urn:uuid:1", extra: #""creator": {"name": "Ada"}, "x:unknown": [1, {"kept": true}],"#)
            var headers = ada.bearer
            headers[Self.slug] = "A Note.1"
            // A page of another site may, with its own token.
            headers[.origin] = "https://viewer.example"
            let made = try await server.annotate(.post, AnnotationFixture.container, sent, headers: headers)
            #expect(made.status == .created, "\(made.text)")
            let path = try made.madePath()
            #expect(path == AnnotationFixture.container + "a-note-1")
            let found = try await server.get(path, headers: ada.bearer)
            #expect(found.status == .ok && found.bytes == made.bytes && found.headers[.eTag] == made.headers[.eTag])
            #expect(found.headers[.cacheControl] == "no-store")
            var value = try found.json()
            #expect(value.removeValue(forKey: "id") as? String == SampleClient.base + path)
            #expect(value.removeValue(forKey: "via") as? String == "urn:uuid:1")
            var expected = try #require(
                try JSONSerialization.jsonObject(with: Data(sent.utf8)) as? [String: Any])
            expected["id"] = nil
            #expect(NSDictionary(dictionary: value) == NSDictionary(dictionary: expected))
            let list = try await server.get(AnnotationFixture.container, headers: ada.bearer).json()
            #expect(list["total"] as? Int == 2)
            // Nobody else sees it, and the document is unchanged.
            for headers in [[:], eve.bearer] as [HTTPFields] {
                try await #expect(server.get(path, headers: headers).status == (headers.isEmpty ? .notFound : .gone))
                let list = try await server.get(AnnotationFixture.container, headers: headers).json()
                #expect(list["total"] as? Int == 1)
            }
            let state = try await server.get(EditFixture.path, headers: ada.bearer).json()
            #expect(state["changes"] as? Int == 0 && state["revision"] as? Int == 1)
            let proposal = try #require(try await server.proposals(headers: ada.bearer)["a-note-1"])
            #expect(proposal["editor"] as? String == "Ada" && proposal["action"] as? String == "create")
            let operations = try #require(proposal["operations"] as? [[String: Any]])
            let after = Dictionary(operations.map { ($0["path"] as? String ?? "", $0["after"]) }) { $1 }
            #expect(after["clauses/a-note-1"] as? Bool == true)
            #expect(after["clauses/a-note-1/texts/en/context"] as? String == "A note")
            #expect(after["clauses/a-note-1/texts/en/title"] as? String == "A note")
            let polygon = ((after["clauses/a-note-1/regions/1"] as? [[String: Any]])?.first)?["polygon"] as? [[Double]]
            #expect(polygon?.first == [20, 20] && polygon?.count == 4)
            // The same requested name again yields another address; without one, the address is random.
            let second = try await server.annotate(.post, AnnotationFixture.container, sent, headers: headers)
            #expect(try second.madePath() == AnnotationFixture.container + "a-note-1-2")
            let third = try await server.annotate(headers: ada.bearer)
            #expect(try third.madePath().count > AnnotationFixture.container.count + 30)
        }
    }

    @Test func `PUT with a current ETag proposes changes of the given fields only`()
        async throws
    {
        let fixture = try AccessFixture()
        let ada = try fixture.token(label: "Ada", scope: .edit)
        try await SampleServer.test(EditFixture.options(isEditable: false), library: fixture.library) { server in
            let path = AnnotationFixture.container + "a"
            func put(_ json: String, _ tag: String?) async throws -> SampleResponse {
                var headers = ada.bearer
                headers[.ifMatch] = tag
                return try await server.annotate(.put, path, json, headers: headers)
            }
            let known = try await server.get(path, headers: ada.bearer)
            let tag = try #require(known.headers[.eTag])
            // One body, without the others, without a theme, and with the box instead of the outline.
            let french = """
                {"type": "Annotation", "body": {"type": "TextualBody", "purpose": "identifying", "language": "en-GB",
                 "value": "Fish weirs"}, "target": "\(AnnotationFixture.canvas)#xywh=10,10,80,80", "x:unknown": 7}
                """
            try await #expect(put(french, nil).status.code == 428)
            try await #expect(put(french, "\"other\"").status == .preconditionFailed)
            try await #expect(put(french, "W/" + tag).status == .preconditionFailed)
            let response = try await put(french, tag)
            #expect(response.status == .ok, "\(response.text)")
            let proposal = try #require(try await server.proposals(headers: ada.bearer).first?.value)
            let operations = try #require(proposal["operations"] as? [[String: Any]])
            #expect(operations.count == 1 && operations[0]["path"] as? String == "clauses/a/texts/en/title")
            #expect(operations[0]["before"] as? String == "Weirs" && operations[0]["after"] as? String == "Fish weirs")
            let seen = try await server.get(path, headers: ada.bearer)
            #expect(seen.bytes == response.bytes && seen.headers[.eTag] == response.headers[.eTag])
            #expect(try seen.json()["x:unknown"] as? Int == 7)
            // The former ETag is no longer valid; the latest proposal replaces the previous one.
            try await #expect(put(french, tag).status == .preconditionFailed)
            let region = """
                {"type": "Annotation", "body": [{"type": "TextualBody", "purpose": "translating", "value": "", "language":
                 "en"}, {"type": "TextualBody", "purpose": "tagging", "value": "No theme"}], "target": {"source":
                 "\(AnnotationFixture.canvas)", "selector": {"type": "SvgSelector", "value":
                 "<svg><path d='M10,10L90,10L90,300Z'/></svg>"}}}
                """
            try await #expect(put(region, seen.headers[.eTag]).status == .ok)
            let second = try await server.proposals(headers: ada.bearer)
            #expect(second.count == 1)
            let changes = try #require(second.first?.value["operations"] as? [[String: Any]])
            #expect(
                changes.compactMap { $0["path"] as? String } == [
                    "clauses/a/regions/1", "clauses/a/texts/en/translation",
                ])
            #expect(changes[1]["after"] is NSNull)
            let notes = try #require(second.first?.value["notes"] as? [String])
            #expect(notes.contains { $0.contains("No theme") } && notes.contains { $0.contains("page's edge") })
            // A state equal to the clause withdraws the proposal.
            let current = try #require(try await server.get(path, headers: ada.bearer).headers[.eTag])
            try await #expect(put(known.text, current).status == .ok)
            try await #expect(server.proposals(headers: ada.bearer).isEmpty)
            let back = try await server.get(path, headers: ada.bearer)
            #expect(back.headers[.eTag] == tag)
            // A missing annotation cannot be replaced.
            try await #expect(
                server.annotate(.put, AnnotationFixture.container + "b", french, headers: ada.bearer).status
                    == .notFound)
        }
    }

    @Test func `a deleted annotation is gone for its client, and still served to everyone else`() async throws {
        let fixture = try AccessFixture()
        let ada = try fixture.token(label: "Ada", scope: .edit)
        try await SampleServer.test(EditFixture.options(isEditable: false), library: fixture.library) { server in
            func delete(_ path: String) async throws -> HTTPResponse.Status {
                var headers = ada.bearer
                try await #expect(server.annotate(.delete, path, nil, headers: headers).status.code == 428)
                headers[.ifMatch] = try await server.get(path, headers: headers).headers[.eTag]
                return try await server.annotate(.delete, path, nil, headers: headers).status
            }
            let path = AnnotationFixture.container + "a"
            try await #expect(delete(path) == .noContent)
            try await #expect(server.get(path, headers: ada.bearer).status == .gone)
            try await #expect(server.annotate(.delete, path, nil, headers: ada.bearer).status == .gone)
            let list = try await server.get(AnnotationFixture.container, headers: ada.bearer).json()
            #expect(list["total"] as? Int == 0)
            try await #expect(server.get(path).status == .ok)
            let proposal = try #require(try await server.proposals(headers: ada.bearer).first)
            #expect(proposal.value["action"] as? String == "delete" && proposal.value["annotation"] is NSNull)
            let operation = try #require((proposal.value["operations"] as? [[String: Any]])?.first)
            #expect(operation["path"] as? String == "clauses/a" && operation["after"] is NSNull)
            // DELETE withdraws one's own proposal.
            let made = try await server.annotate(headers: ada.bearer).madePath()
            try await #expect(delete(made) == .noContent)
            try await #expect(server.get(made, headers: ada.bearer).status == .gone)
            try await #expect(server.proposals(headers: ada.bearer).count == 1)
        }
    }

    @Test func `an accepted proposal is served to editors at once, and to everyone once published`() async throws {
        let fixture = try AccessFixture()
        let ada = try fixture.token(label: "Ada", scope: .publish)
        try await SampleServer.test(EditFixture.options(isEditable: false), library: fixture.library) { server in
            let path = try await server.annotate(headers: ada.bearer).madePath()
            let (id, proposal) = try #require(try await server.proposals(headers: ada.bearer).first)
            var operations = try #require(proposal["operations"] as? [[String: Any]])
            operations.append(["path": "proposals/\(id)", "before": proposal, "after": NSNull()])
            let edit: [String: Any] = ["id": "accept", "revision": 1, "label": "accept", "operations": operations]
            let json = String(decoding: try JSONSerialization.data(withJSONObject: edit), as: UTF8.self)
            let accepted = try await server.edit(json, headers: ada.bearer)
            #expect(accepted.status == .ok, "\(accepted.text)")
            try await #expect(server.proposals(headers: ada.bearer).isEmpty)
            let now = try await server.get(path, headers: ada.bearer)
            #expect(now.status == .ok && now.text.contains("A note"), "\(now.text)")
            try await #expect(server.get(path).status == .notFound)
            // The check finds that the new region overlaps another.
            let published = try await server.send(
                json: #"{"revision": 2, "despiteErrors": true}"#, to: EditFixture.path + "/publish", headers: ada.bearer
            )
            #expect(published.status == .ok, "\(published.text)")
            try await #expect(server.get(path).status == .ok)
        }
    }

    // MARK: What is refused

    @Test(arguments: [
        ("{", 422, "line 1"), ("[]", 422, "Annotation"), (#"{"type": "Annotation"}"#, 422, "target"),
        (AnnotationFixture.comment().replacing("canvas/1", with: "canvas/2"), 422, "canvas/1"),
        (AnnotationFixture.comment().replacing("\"en\"", with: "\"it\""), 422, "en, la"),
        (AnnotationFixture.comment(box: "900,900,5,5"), 422, "no region on the page"),
        (AnnotationFixture.comment(extra: #""x": 1, "x": 2,"#), 422, "twice"),
        (
            AnnotationFixture.comment(
                extra: "\"x\": " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + ","), 413,
            "levels"
        ),
        (AnnotationFixture.comment(String(repeating: "x", count: 300_000)), 413, "at most"),
        (
            """
            {"type": "Annotation", "body": [], "target": {"source": "\(AnnotationFixture.canvas)", "selector":
             {"type": "SvgSelector", "value": "<svg><path d='M1,1\((0..<12_000).map { "L\(2 + $0 % 300),\($0 % 190)" }
            .joined())Z'/></svg>"}}}
            """, 413, "at most 10000"
        ),
    ])
    func `an invalid annotation is rejected with the expected value`(
        json: String, status: Int, words: String
    ) async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            let response = try await server.annotate(.post, AnnotationFixture.container, json)
            #expect(response.status.code == status && response.text.contains(words), "\(response.text.prefix(500))")
            try await #expect(server.get(EditFixture.path).json()["revision"] as? Int == 0)
        }
    }
}
