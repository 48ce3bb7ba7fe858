import DocumentLibrary
import Foundation
import TestSupport
import Testing

@testable import StaticSite

/// A site's information for crawlers and IIIF clients about all of its documents.
@Suite struct SiteDiscoveryTests {
    private static let base = "https://example.org/charters"

    private static func write(_ fixture: SiteFixture, base: String? = base) throws -> String {
        let out = fixture.path("site")
        _ = try StaticSite.write(try fixture.library, to: out, options: StaticSite.Options(publicURL: base))
        return out
    }

    /// Adds a document of blank paper.
    private static func add(_ id: String, _ more: String, to fixture: SiteFixture) throws {
        let source = URL(filePath: fixture.path("source-\(id)"))
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        try Data(
            """
            {"id": "\(id)", "title": "\(id)", "language": "la", "languages": ["en", "fr"], \(more)
             "pages": [{"width": 9, "height": 9}]}
            """.utf8
        ).write(to: source.appending(path: "document.json"))
        _ = try fixture.library.add(.folder(source.path()))
    }

    @Test func `sitemap, robots.txt and collections have absolute addresses of the site's documents`()
        throws
    {
        let fixture = try SiteFixture()
        try Self.add("alone", "", to: fixture)
        try Self.add(
            "royal", #""date": "15 June 1215", "collections": [{"id": "charters/royal", "label": "Royal"}],"#,
            to: fixture)
        try Self.add("draft", #""status": "draft", "collections": [{"id": "drafts"}],"#, to: fixture)
        let out = try Self.write(fixture)
        func text(_ path: String) throws -> String { try String(contentsOfFile: "\(out)/\(path)", encoding: .utf8) }
        let sitemap = try text("sitemap.xml")
        #expect(
            sitemap.matches(of: /<loc>([^<]*)<\/loc><lastmod>/).map { String($0.1) } == [
                "\(Self.base)/index.html", "\(Self.base)/documents/alone/index.html",
                "\(Self.base)/documents/royal/index.html",
            ])
        let robots = try text("robots.txt")
        #expect(
            robots.contains("Sitemap: \(Self.base)/sitemap.xml\n") && robots.contains("Disallow: /charters/iiif/3/\n"))
        func items(_ path: String) throws -> [String] {
            let json = try JSONSerialization.jsonObject(with: Data(try text(path).utf8)) as? [String: Any]
            return (json?["items"] as? [[String: Any]])?.compactMap { $0["id"] as? String } ?? []
        }
        #expect(
            try items("iiif/presentation/3/collection.json") == [
                "\(Self.base)/iiif/collections/charters.json", "\(Self.base)/iiif/presentation/3/alone/manifest.json",
            ])
        #expect(try items("iiif/collections/charters.json") == ["\(Self.base)/iiif/collections/charters/royal.json"])
        #expect(
            try items("iiif/collections/charters/royal.json") == [
                "\(Self.base)/iiif/presentation/3/royal/manifest.json"
            ])
        #expect(!FileManager.default.fileExists(atPath: "\(out)/iiif/collections/drafts.json"))
        let list = try text("api/documents.json")
        #expect(list.contains(#""years":[1215,1215],"collections":[{"id":"charters/royal","label":"Royal"}]"#))
        // A second export changes nothing; without an address these files do not exist.
        let report = try StaticSite.write(
            try fixture.library, to: out, options: StaticSite.Options(publicURL: Self.base))
        #expect(report.writtenCount == 0)
        _ = try Self.write(fixture, base: nil)
        for path in ["sitemap.xml", "robots.txt", "iiif/collections/charters.json"] {
            #expect(!FileManager.default.fileExists(atPath: "\(out)/\(path)"), "\(path)")
        }
    }
}
