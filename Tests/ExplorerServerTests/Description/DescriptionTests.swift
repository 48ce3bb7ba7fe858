import Foundation
import HTTPTypes
import Logging
import Testing

@testable import ExplorerServer

/// Compares openapi.json with the server that it describes.
@Suite struct DescriptionTests {
    // Safe because both contain values of JSONSerialization, which nothing mutates.
    struct Parameter: @unchecked Sendable {
        let name: String
        let place: String
        let isRequired: Bool
        let example: Any?
        let schema: [String: Any]
    }

    struct Operation: @unchecked Sendable {
        let path: String
        let parameters: [Parameter]
        let responses: [String: [String: Any]]
        let exampleStatus: Int?

        /// Returns the address with the examples of its path parameters and of the query's parameters: all, or only the
        /// required ones.
        func address(withAll: Bool) throws -> String {
            var address = path
            var pairs: [String] = []
            for parameter in parameters {
                let example = parameter.example.map { "\($0)" }
                if parameter.place == "path" {
                    let value = try #require(example, "\(path): \(parameter.name) has no example")
                    let allowed = CharacterSet.urlPathAllowed.union(CharacterSet(charactersIn: ",:!"))
                    address = address.replacing(
                        "{\(parameter.name)}", with: value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
                } else if withAll || parameter.isRequired, let example {
                    pairs.append("\(parameter.name)=\(queryValue(example))")
                }
            }
            return address + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        }
    }

    let description: [String: Any]
    let operations: [Operation]
    /// The operations that change something, by path.
    let changes: [String: [String: Any]]
    /// The operations that remove or replace, as methods with their paths.
    let otherChanges: [String]
    let schema: JSONSchema

    init() throws {
        let file = SampleServer.repository.appending(path: "Sources/Viewer/pages/openapi.json")
        let value = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        description = try #require(value as? [String: Any])
        let components = try #require(description["components"] as? [String: [String: [String: Any]]])
        schema = JSONSchema(named: components["schemas"] ?? [:])
        let paths = try #require(description["paths"] as? [String: [String: [String: Any]]])
        changes = paths.compactMapValues { $0["post"] }
        otherChanges = paths.flatMap { path, methods in
            ["delete", "patch", "put"].filter { methods[$0] != nil }.map { "\($0.uppercased()) \(path)" }
        }
        operations = paths.compactMap { path, methods in
            #expect(Set(methods.keys).isSubset(of: ["get", "post", "put", "patch", "delete"]))
            guard let operation = methods["get"] else { return nil }
            let parameters = (operation["parameters"] as? [[String: Any]] ?? []).map { parameter in
                Parameter(
                    name: parameter["name"] as? String ?? "", place: parameter["in"] as? String ?? "",
                    isRequired: parameter["required"] as? Bool ?? false, example: parameter["example"],
                    schema: parameter["schema"] as? [String: Any] ?? [:])
            }
            let responses = (operation["responses"] as? [String: [String: Any]] ?? [:]).mapValues { response in
                let name = (response["$ref"] as? String)?.split(separator: "/").last.map(String.init)
                return name.flatMap { components["responses"]?[$0] } ?? response
            }
            return Operation(
                path: path, parameters: parameters, responses: responses,
                exampleStatus: operation["x-example-status"] as? Int)
        }.sorted { $0.path < $1.path }
    }

    // MARK: The router

    @Test func `openapi.json describes exactly the addresses of the router`() throws {
        let server = try ExplorerServer(
            library: SampleServer.sampleLibrary(), options: ServerOptions(), logger: Logger(label: "tests"))
        let routes = server.paths.map { $0.replacing("**", with: "{path}") }
        #expect(routes.count > 20)
        #expect(Set(routes).subtracting(operations.map(\.path)).sorted() == [], "not described in openapi.json")
        #expect(Set(operations.map(\.path)).subtracting(routes).sorted() == [], "described, but without a route")
    }

    @Test func `openapi.json describes exactly the changing routes, with valid examples`() throws {
        let server = try ExplorerServer(
            library: SampleServer.sampleLibrary(), options: ServerOptions(), logger: Logger(label: "tests"))
        // The forms are described with their page.
        let routes = server.changingRoutes.filter { !$0.hasPrefix("POST /access") }
        #expect(routes.sorted() == (changes.keys.map { "POST \($0)" } + otherChanges).sorted())
        for (path, operation) in changes {
            let body = try #require(
                (operation["requestBody"] as? [String: Any])?["content"] as? [String: [String: Any]])
            // Pictures and sounds have no JSON example.
            if let described = body["application/json"] {
                let rules = try #require(described["schema"] as? [String: Any])
                #expect(schema.faults(of: try #require(described["example"]), for: rules) == [], "\(path)")
            } else {
                #expect(body["image/*"] != nil || body["audio/*"] != nil, "\(path)")
            }
            let responses = try #require(operation["responses"] as? [String: Any])
            // A comparison of two pictures cannot conflict with other edits.
            let conflict: Set = path.hasSuffix("/working-copy/alignment") ? [] : ["409"]
            #expect(
                conflict.union(["401", "403", "404", "413", "415", "422", "429"]).isSubset(of: responses.keys),
                "\(path)")
        }
    }

    @Test func `openapi.json describes each path parameter once`() throws {
        for operation in operations {
            let names = operation.path.matches(of: /\{([a-z]+)\}/).map { String($0.output.1) }
            #expect(operation.parameters.filter { $0.place == "path" }.map(\.name) == names, "\(operation.path)")
            let all = operation.parameters.map(\.name)
            #expect(Set(all).count == all.count, "\(operation.path)")
            #expect(operation.parameters.allSatisfy { ["path", "query"].contains($0.place) })
        }
    }

    @Test func `each operation has a unique operationId, a tag and a summary`() throws {
        let paths = try #require(description["paths"] as? [String: [String: [String: Any]]])
        let all = paths.values.flatMap(\.values)
        let names = all.compactMap { $0["operationId"] as? String }
        #expect(names.count == all.count && Set(names).count == names.count)
        let groups = (description["tags"] as? [[String: String]])?.compactMap { $0["name"] } ?? []
        #expect(all.allSatisfy { operation in (operation["tags"] as? [String])?.allSatisfy(groups.contains) == true })
        #expect(all.allSatisfy { ($0["summary"] as? String)?.isEmpty == false })
    }

    // MARK: Parameters

    @Test func `openapi.json describes exactly the query parameters that handlers read`() throws {
        let folder = SampleServer.repository.appending(path: "Sources")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".swift") && ($0.hasPrefix("ExplorerServer/") || $0 == "WebDocuments/Viewer/FirstView.swift")
        }
        var read: Set<String> = []
        for name in names where !name.hasSuffix("/AccessRoutes.swift") {
            let source = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let calls =
                /[. ](?:value|valid|list|number|requiredNumber|positive|cursor|has|isNamed)(?:\(|: )"([A-Za-z-]+)"[,)]/
            read.formUnion(source.matches(of: calls).map { String($0.output.1) })
        }
        let ofChanges = changes.values.flatMap { $0["parameters"] as? [[String: Any]] ?? [] }
        let described = Set(operations.flatMap(\.parameters).filter { $0.place == "query" }.map(\.name))
            .union(ofChanges.filter { $0["in"] as? String == "query" }.compactMap { $0["name"] as? String })
        #expect(read.count > 10)
        #expect(read.subtracting(described).sorted() == [], "read, but not described in openapi.json")
        #expect(described.subtracting(read).sorted() == [], "described, but not read")
    }

    @Test func `parameter examples conform to their schemas`() {
        for operation in operations {
            for parameter in operation.parameters {
                guard let example = parameter.example else { continue }
                let faults = schema.faults(of: example, for: parameter.schema, at: parameter.name)
                #expect(faults == [], "\(operation.path)")
            }
        }
    }

    // MARK: Answers

    @Test func `every described address responds as described, with and without optional parameters`() async throws {
        let (operations, schema) = (operations, schema)
        try await SampleServer.test(EditFixture.options()) { server in
            for operation in operations {
                for withAll in [false, true] {
                    let address = try operation.address(withAll: withAll)
                    try await Self.check(try await server.get(address), address, operation, schema)
                }
            }
        }
    }

    private static func check(
        _ answer: SampleResponse, _ address: String, _ operation: Operation, _ schema: JSONSchema
    ) async throws {
        let status = answer.status.code
        if let expected = operation.exampleStatus {
            #expect(status == expected, "\(address)")
        } else {
            #expect(
                (200..<400).contains(status), "\(address): \(String(decoding: answer.bytes.prefix(300), as: UTF8.self))"
            )
        }
        let response = try #require(operation.responses[String(status)], "\(address): \(status) is not described")
        let content = response["content"] as? [String: [String: Any]] ?? [:]
        guard !answer.bytes.isEmpty else { return }
        let type = answer.headers[.contentType]?.split(separator: ";").first.map(String.init) ?? ""
        let described = try #require(content[type], "\(address): \(type) is not described")
        guard let rules = described["schema"] as? [String: Any] else { return }
        let value = try JSONSerialization.jsonObject(with: Data(answer.bytes))
        #expect(schema.faults(of: value, for: rules) == [], "\(address)")
    }

    @Test func `response examples are excerpts of real responses and conform to their schemas`() async throws {
        let (operations, schema) = (operations, schema)
        try await SampleServer.test(EditFixture.options()) { server in
            var count = 0
            // For examples missing from the sample, the response states that.
            for operation in operations where operation.exampleStatus == nil {
                let content = operation.responses["200"]?["content"] as? [String: [String: Any]] ?? [:]
                for (type, described) in content {
                    guard let rules = described["schema"] as? [String: Any] else { continue }
                    let example = try #require(described["example"], "\(operation.path) has no example")
                    #expect(schema.faults(of: example, for: rules) == [], "\(operation.path)")
                    let address = try operation.address(withAll: false)
                    let answer = try await server.get(address, headers: [.accept: type])
                    let real = try JSONSerialization.jsonObject(with: Data(answer.bytes))
                    #expect(
                        JSONSchema.isExcerpt(example, of: real), "\(address) answers otherwise than the example says")
                    count += 1
                }
            }
            #expect(count > 10)
        }
    }

    // MARK: The page

    @Test func `openapi.json and its page are served, and the page has no inline scripts or styles`() async throws {
        try await SampleServer.test { server in
            let json = try await server.get("/openapi.json")
            #expect(json.headers[.contentType] == "application/json" && json.headers[.eTag] != nil)
            #expect(json.headers[.accessControlAllowOrigin] == "*")
            #expect(try json.json()["openapi"] as? String == "3.1.0")
            let page = try await server.get("/docs")
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(policy.contains("default-src 'self'") && !policy.contains("unsafe"))
            let html = String(decoding: page.bytes, as: UTF8.self)
            #expect(!html.contains("<style") && !html.contains(" style=") && !html.contains(" on"))
            #expect(html.matches(of: /<script(?! src="\/viewer\/)/).isEmpty)
        }
    }

    @Test func `the schema checker reports values that do not conform`() {
        let rules: [String: Any] = [
            "type": "object", "properties": ["a": ["type": "integer", "minimum": 1.0]], "required": ["a"],
            "additionalProperties": false,
        ]
        #expect(schema.faults(of: ["a": 1], for: rules) == [])
        for value in [["a": 0], ["a": 1.5], ["a": true], [:], ["a": 1, "b": 2], "a"] as [Any] {
            #expect(!schema.faults(of: value, for: rules).isEmpty, "\(value)")
        }
        #expect(!schema.faults(of: 1, for: ["multipleOf": 2]).isEmpty)
        #expect(JSONSchema.isExcerpt(["a": ["b…"]], of: ["a": ["bc", "d"], "e": 1]))
        #expect(!JSONSchema.isExcerpt(["a": ["x…"]], of: ["a": ["bc"]]))
        #expect(!JSONSchema.isExcerpt(["f": 1], of: ["e": 1]))
    }
}
