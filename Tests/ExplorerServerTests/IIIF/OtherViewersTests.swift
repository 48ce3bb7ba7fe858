import Foundation
import HTTPTypes
import Testing

/// What third-party viewers show of our annotations, according to their sources.
@Suite struct OtherViewersTests {
    private static let root = "/iiif/presentation/3/"

    /// Returns all annotations of a manifest's canvases as listed by Mirador 3 and 4: the pages of a canvas one after
    /// another.
    private static func annotations(of document: String, _ server: SampleClient) async throws -> [[String: Any]] {
        let manifest = try await server.manifest(of: document)
        var found: [[String: Any]] = []
        for canvas in manifest["items"] as? [[String: Any]] ?? [] {
            for page in canvas["annotations"] as? [[String: Any]] ?? [] {
                let address = try #require(page["id"] as? String)
                found += try await server.json(at: address)["items"] as? [[String: Any]] ?? []
            }
        }
        return found
    }

    private static func bodies(_ annotation: [String: Any]) -> [[String: Any]] {
        annotation["body"] as? [[String: Any]] ?? []
    }

    /// Returns the text of an annotation in Mirador: the values of all bodies except tags, concatenated
    /// (`AnnotationItem.chars`).
    private static func miradorText(_ annotation: [String: Any]) -> String {
        bodies(annotation).filter { $0["purpose"] as? String != "tagging" }
            .map { $0["value"] as? String ?? "" }.joined(separator: " ")
    }

    /// Returns the tags of an annotation in Mirador (`AnnotationItem.tags`), which fails at a tag without a value.
    private static func miradorTags(_ annotation: [String: Any]) throws -> [String] {
        try bodies(annotation).filter { $0["purpose"] as? String == "tagging" }
            .map { try #require($0["value"] as? String) }
    }

    /// Returns the addresses that TIFY 0.35 fetches to print an annotation (`loadAnnotations`): for each body without a
    /// value its own address, that of its first item, or else the annotation's; also for an annotation without a list
    /// of bodies.
    private static func tifyRequests(_ annotation: [String: Any]) -> [String] {
        guard let bodies = annotation["body"] as? [[String: Any]] else { return [annotation["id"] as? String ?? ""] }
        return bodies.filter { ($0["value"] as? String ?? "").isEmpty && $0["type"] as? String != "Image" }.map {
            body in
            let items = body["items"] as? [[String: Any]]
            return items?.first?["id"] as? String ?? body["id"] as? String ?? annotation["id"] as? String ?? ""
        }
    }

    @Test func `Mirador lists each clause once, with its themes, and title and translation in each language`()
        async throws
    {
        try await SampleServer.test { server in
            let annotations = try await Self.annotations(of: "magna-carta", server)
            #expect(annotations.count == 74)
            #expect(Set(annotations.compactMap { $0["id"] as? String }).count == 74)
            for annotation in annotations {
                let id = try #require((annotation["id"] as? String)?.split(separator: "/").last)
                let text = Self.miradorText(annotation)
                for language in ["en", "fr"] {
                    let path = "/api/documents/magna-carta/clauses/\(id)?lang=\(language)"
                    let clause = try await server.get(path).json()
                    let title = try #require(clause["title"] as? String)
                    let opening = [title, clause["translation"] as? String].compactMap { $0 }.joined(separator: " ")
                    #expect(language == "en" ? text.hasPrefix(opening) : text.contains(opening), "\(id)")
                    #expect(
                        try Self.miradorTags(annotation).count == (clause["categories"] as? [String])?.count, "\(id)")
                }
            }
        }
    }

    @Test func `TIFY fetches no single annotation, not even for clauses without text`() async throws {
        let scratch = try ScratchLibrary()
        try scratch.add(ManyPages.files)
        for (document, library) in [("magna-carta", nil), ("many", scratch.library)] {
            try await SampleServer.test(library: library) { server in
                let annotations = try await Self.annotations(of: document, server)
                #expect(annotations.count > 3)
                #expect(annotations.flatMap(Self.tifyRequests) == [])
            }
        }
    }

    @Test func `Annotorious uses the box, and Mirador the exact outline`() async throws {
        try await SampleServer.test { server in
            for annotation in try await Self.annotations(of: "magna-carta", server) {
                let target = try #require(annotation["target"] as? [String: Any])
                let selectors = try #require(target["selector"] as? [[String: Any]])
                // Annotorious uses the first.
                #expect(selectors.first?["type"] as? String == "FragmentSelector")
                let box = try #require(selectors.first?["value"] as? String)
                #expect(box.wholeMatch(of: /xywh=\d+,\d+,\d+,\d+/) != nil)
                // Mirador uses the first of this type and draws its `path` elements.
                let drawing = try #require(
                    selectors.first { $0["type"] as? String == "SvgSelector" }?["value"] as? String)
                #expect(drawing.contains("<path ") && drawing.contains(" d=\"M"))
            }
        }
    }

    /// Mirador 3 and 4 use the first service of the manifest with this profile (manifesto's `getService`), with or
    /// without `@` in its properties.
    @Test func `Mirador finds the search service, completes words and locates matches`() async throws {
        try await SampleServer.test { server in
            func property(_ object: [String: Any], _ name: String) -> Any? { object[name] ?? object["@\(name)"] }
            func service(_ object: [String: Any], _ profile: String) throws -> [String: Any] {
                let services = try #require(object["service"] as? [[String: Any]])
                return try #require(services.first { property($0, "profile") as? String == profile })
            }
            let manifest = try await server.manifest(of: "magna-carta")
            let search = try service(manifest, "http://iiif.io/api/search/1/search")
            let completion = try service(search, "http://iiif.io/api/search/1/autocomplete")
            let terms = try await server.json(at: "\(try #require(property(completion, "id") as? String))?q=wid")
            let matches = try #require(terms["terms"] as? [[String: Any]]).compactMap { $0["match"] as? String }
            #expect(matches.contains("widow"))

            let response = try await server.json(at: "\(try #require(property(search, "id") as? String))?q=widow")
            let resources = try #require(response["resources"] as? [[String: Any]])
            let hits = try #require(response["hits"] as? [[String: Any]])
            #expect(resources.count > 1 && (response["within"] as? [String: Any])?["total"] as? Int == resources.count)
            let canvas = SampleClient.base + Self.root + "magna-carta/canvas/1"
            for resource in resources {
                let target = try #require(resource["on"] as? String)
                #expect(target.replacing(/#?xywh=(.*)$/, with: "") == canvas)
                #expect(target.wholeMatch(of: /.*#xywh=\d+,\d+,\d+,\d+/) != nil)
            }
            for hit in hits {
                // The list has a hit for each annotation, identified by it.
                let ids = try #require(hit["annotations"] as? [String])
                let resource = try #require(resources.first { $0["@id"] as? String == ids.first })
                let text = try #require((resource["resource"] as? [String: Any])?["chars"] as? String)
                let parts = ["before", "match", "after"].compactMap { hit[$0] as? String }
                #expect(parts.count == 3 && text.contains(parts.joined()), "\(parts)")
                #expect(parts[1].lowercased().hasPrefix("widow"))
            }
            #expect(hits.count == resources.count)
            #expect(Set(hits.compactMap { ($0["annotations"] as? [String])?.first }).count == hits.count)
        }
    }
}
