import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Testing

@testable import ExplorerServer

/// The working copy over HTTP: edits, conflicts and the journal.
@Suite struct WorkingCopyRoutesTests {
    @Test func `an edit is applied once, and resending it returns the first response`() async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            let edit = EditFixture.title("Fish weirs", id: "one")
            let first = try await server.edit(edit)
            #expect(first.status == .ok, "\(first.text)")
            #expect(first.headers[.cacheControl] == "no-store" && first.headers[.eTag] == nil)
            let entry = try first.json()
            #expect(entry["id"] as? String == "one" && entry["revision"] as? Int == 1)
            #expect(entry["editor"] as? String == "local" && (entry["at"] as? String)?.hasSuffix("Z") == true)
            #expect((entry["operations"] as? [[String: Any]])?.first?["after"] as? String == "Fish weirs")
            let second = try await server.edit(edit)
            #expect(second.status == .ok && second.bytes == first.bytes)
            let state = try await server.get(EditFixture.path).json()
            #expect(state["revision"] as? Int == 1 && state["changes"] as? Int == 1)
            #expect(state["document"] as? String == "public" && state["version"] as? Int == 1)
            #expect(state["editor"] as? [String: String] == ["name": "local", "scope": "publish"])
            #expect((state["limits"] as? [String: Any])?["editBytes"] as? Int == 4 << 20)
            // The published version is unchanged.
            let clause = try await server.get("/api/documents/public/clauses/a").json()
            #expect(clause["title"] as? String == "Weirs")
            // An id is bound to the edit first sent with it.
            let other = try await server.edit(EditFixture.title("Other weirs", id: "one"))
            #expect(other.status == .unprocessableContent, "\(other.text)")
        }
    }

    @Test func `a conflict reports the field and all three values, and changes nothing`() async throws {
        let fixture = try AccessFixture()
        let ada = try fixture.token(label: "Ada", scope: .edit)
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            try await #expect(server.edit(EditFixture.title("Hers"), headers: ada.bearer).status == .ok)
            let response = try await server.edit(EditFixture.title("Mine"))
            #expect(response.status == .conflict && response.headers[.contentType] == "application/problem+json")
            let problem = try response.json()
            #expect(problem["revision"] as? Int == 1 && problem["status"] as? Int == 409)
            #expect(problem["detail"] as? String == "others have changed 1 of the edit's fields")
            let conflict = try #require((problem["conflicts"] as? [[String: Any]])?.first)
            #expect(conflict["path"] as? String == "clauses/a/texts/en/title")
            #expect(conflict["before"] as? String == "Weirs" && conflict["theirs"] as? String == "Hers")
            #expect(conflict["mine"] as? String == "Mine" && conflict["editor"] as? String == "Ada")
            // Equal results merge.
            try await #expect(server.edit(EditFixture.title("Hers")).status == .ok)
            let state = try await server.get(EditFixture.path).json()
            #expect(state["changes"] as? Int == 1)
        }
    }

    @Test(arguments: [
        ("{", "line 1"), ("[]", "an object"), (#"{"id": "a", "revision": 0}"#, "operations"),
        (EditFixture.title("x").replacing("clauses/a/texts/en/title", with: "clauses/a/colour"), "path"),
        (EditFixture.title("x").replacing("\"after\": \"x\"", with: "\"after\": 7"), "clauses/a/texts/en/title"),
    ])
    func `an invalid edit is rejected with the position and the expected value`(
        json: String, words: String
    ) async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            let response = try await server.edit(json)
            #expect(response.status == .unprocessableContent && response.text.contains(words), "\(response.text)")
            let detail = try #require(try response.json()["detail"] as? String)
            #expect(detail.contains("expected") && !detail.contains(fixture.library.path))
            try await #expect(server.get(EditFixture.path).json()["revision"] as? Int == 0)
        }
    }

    @Test func `the journal lists edits with their editors, oldest or newest first, or of one clause`() async throws {
        let fixture = try AccessFixture()
        let ada = try fixture.token(label: "Ada", scope: .edit)
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            var before = "Weirs"
            for number in 1...5 {
                let edit = EditFixture.title("Weirs \(number)", before: before, id: "edit-\(number)")
                let headers: HTTPFields = number.isMultiple(of: 2) ? ada.bearer : [.origin: SampleClient.base]
                try await #expect(server.edit(edit, headers: headers).status == .ok)
                before = "Weirs \(number)"
            }
            func ids(_ query: String) async throws -> [String] {
                let response = try await server.get(EditFixture.path + "/edits" + query).json()
                #expect(response["revision"] as? Int == 5)
                return (response["edits"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
            }
            try await #expect(ids("") == ["edit-1", "edit-2", "edit-3", "edit-4", "edit-5"])
            try await #expect(ids("?since=3") == ["edit-4", "edit-5"])
            try await #expect(ids("?order=newest&limit=2") == ["edit-5", "edit-4"])
            try await #expect(ids("?order=newest&before=4&limit=2") == ["edit-3", "edit-2"])
            try await #expect(ids("?clause=a&limit=1") == ["edit-1"])
            try await #expect(ids("?clause=b").isEmpty)
            try await #expect(ids("?path=clauses/a/texts/en/title&since=4") == ["edit-5"])
            let entry = try await server.get(EditFixture.path + "/edits/edit-2").json()
            #expect(entry["editor"] as? String == "Ada" && entry["revision"] as? Int == 2)
            try await #expect(server.get(EditFixture.path + "/edits/edit-9").status == .notFound)
            for query in ["?since=-1", "?since=x", "?order=best", "?path=x", "?limit=0", "?before=1e9"] {
                try await #expect(server.get(EditFixture.path + "/edits" + query).status == .badRequest, "\(query)")
            }
        }
    }

    @Test func `a check reports an emblem that the viewer does not have`() async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            func kinds(_ icon: String, before: String, _ revision: Int) async throws -> [String] {
                let edit = """
                    {"id": "icon-\(revision)", "revision": \(revision), "operations":
                     [{"path": "document/mark", "before": \(before), "after": "\(icon)"}]}
                    """
                let edited = try await server.edit(edit)
                #expect(edited.status == .ok, "\(edited.text)")
                let found = try await server.get(EditFixture.path + "/check").json()["findings"] as? [[String: Any]]
                return try #require(found).compactMap { $0["kind"] as? String }
            }
            try await #expect(kinds("crwn", before: "\"mark.svg\"", 0).contains("icon-unknown"))
            try await #expect(!kinds("crown", before: "\"crwn\"", 1).contains("icon-unknown"))
        }
    }

    @Test func `publishing creates the next version, and discarding leaves no changes`() async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            func send(_ verb: String, _ revision: Int) async throws -> SampleResponse {
                try await server.send(json: "{\"revision\": \(revision)}", to: EditFixture.path + "/" + verb)
            }
            try await #expect(send("publish", 0).status == .conflict)
            try await #expect(send("discard", 0).status == .conflict)
            try await #expect(server.edit(EditFixture.title("Fish weirs")).status == .ok)
            let changes = try await server.get(EditFixture.path + "/changes").json()
            #expect(changes["total"] as? Int == 1 && changes["revision"] as? Int == 1)
            let clause = try #require((changes["clauses"] as? [[String: Any]])?.first)
            #expect(clause["id"] as? String == "a" && clause["change"] as? String == "changed")
            let content = try await server.get(EditFixture.path + "?include=content").json()["content"]
            let texts = (content as? [String: Any])?["texts"] as? [String: [String: [String: String]]]
            #expect(texts?["en"]?["a"]?["title"] == "Fish weirs")
            let moved = try await send("publish", 7)
            let revision = try moved.json()["revision"] as? Int
            #expect(moved.status == .conflict && revision == 1, "\(moved.text)")
            let check = try await server.get(EditFixture.path + "/check")
            #expect(check.status == .ok && check.text.contains("\"findings\""), "\(check.text)")

            let published = try await send("publish", 1)
            #expect(published.status == .ok && published.text == "{\"version\":2}", "\(published.text)")
            let start = ContinuousClock.now
            var title: String?
            while title != "Fish weirs", start.duration(to: .now) < .seconds(60) {
                title = try await server.get("/api/documents/public/clauses/a").json()["title"] as? String
            }
            #expect(title == "Fish weirs")
            let state = try await server.get(EditFixture.path).json()
            #expect(state["version"] as? Int == 2 && state["changes"] as? Int == 0 && state["revision"] as? Int == 2)

            let second = EditFixture.title("Other weirs", before: "Fish weirs", revision: 2)
            try await #expect(server.edit(second).status == .ok)
            let discarded = try await send("discard", 3)
            #expect(discarded.status == .ok && discarded.text.hasPrefix("{\"keptUntil\":\"20"), "\(discarded.text)")
            let entries = try await server.get(EditFixture.path + "/edits").json()["edits"] as? [[String: Any]] ?? []
            #expect(entries.compactMap { $0["kind"] as? String } == ["edit", "published", "edit", "discarded"])
            let end = try await server.get(EditFixture.path).json()
            #expect(end["changes"] as? Int == 0)
            for body in ["{}", "[]", "x", #"{"revision": -1}"#, #"{"revision": 1.5}"#, #"{"revision": 1e300}"#] {
                let response = try await server.send(json: body, to: EditFixture.path + "/publish")
                #expect(response.status == .unprocessableContent, "\(body)")
            }
        }
    }

    @Test func `a working copy with errors is published only with despiteErrors`() async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            func publish(_ body: String) async throws -> SampleResponse {
                try await server.send(json: body, to: EditFixture.path + "/publish")
            }
            let edit = """
                {"id": "over", "revision": 0, "operations": [{"path": "clauses/b", "before": null, "after": true},
                 {"path": "clauses/b/regions/1", "before": null, "after": [{"polygon": [[20, 20], [80, 20], [80, 80]]}]}]}
                """
            try await #expect(server.edit(edit).status == .ok)
            let refused = try await publish(#"{"revision": 1}"#)
            #expect(refused.status == .unprocessableContent, "\(refused.text)")
            let problem = try refused.json()
            #expect(problem["overridable"] as? Bool == true)
            let problems = try #require(problem["problems"] as? [String])
            #expect(problems.contains { $0.contains("overlap") && $0.hasSuffix("(page 1)") }, "\(problems)")
            let detail =
                "\(problems.count) error\(problems.count == 1 ? "" : "s") in the working copy; nothing was published"
            #expect(problem["detail"] as? String == detail)
            try await #expect(publish(#"{"revision": 1, "despiteErrors": 1}"#).status == .unprocessableContent)
            // Somebody else's later edit is reported first.
            try await #expect(publish(#"{"revision": 0}"#).status == .conflict)
            try await #expect(server.get(EditFixture.path).json()["version"] as? Int == 1)
            let published = try await publish(#"{"revision": 1, "despiteErrors": true}"#)
            #expect(published.status == .ok && published.text == "{\"version\":2}", "\(published.text)")
        }
    }

    @Test func `an edit that somebody else made in the same browser is refused`() async throws {
        let fixture = try AccessFixture()
        let ben = try fixture.token(label: "Ben", scope: .edit)
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            func edit(by editor: String) -> String {
                EditFixture.title("Hers").replacing("\"label\"", with: "\"editor\": \(editor), \"label\"")
            }
            let refused = try await server.edit(edit(by: "\"Anna\""), headers: ben.bearer)
            #expect(refused.status == .forbidden && refused.text.contains("Anna"), "\(refused.text)")
            try await #expect(server.get(EditFixture.path).json()["revision"] as? Int == 0)
            try await #expect(server.edit(edit(by: "7"), headers: ben.bearer).status == .unprocessableContent)
            try await #expect(server.edit(edit(by: "\"Ben\""), headers: ben.bearer).status == .ok)
        }
    }

    @Test func `the journal names the editor by the label of the token`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let ada = try fixture.token(for: ["secret"], label: "Ada", scope: .edit)
        try await SampleServer.test(EditFixture.options(isEditable: false), library: fixture.library) { server in
            var headers = ada.cookie
            headers[.origin] = SampleClient.base
            let path = "/api/documents/secret/working-copy"
            let response = try await server.send(
                json: EditFixture.title("By cookie"), to: path + "/edits", headers: headers)
            #expect(try response.status == .ok && response.json()["editor"] as? String == "Ada", "\(response.text)")
            let state = try await server.get(path, headers: ada.cookie).json()
            #expect(state["editor"] as? [String: String] == ["name": "Ada", "scope": "edit"])
        }
    }
}
