import DocumentLibrary
import Foundation
import Testing

@testable import StaticSite

/// What interrupted exports leave in a folder, and what the next export makes of it.
@Suite struct SiteInterruptionTests {
    /// Documents in the order in which they are written. There are more than as many files of them as wait to be
    /// written at once, so that the first document is in the folder when the last one is begun.
    private static let ids = ["deed", "grant", "heir", "knight", "lease", "manor", "oath", "wyvern"]
    /// A file of the last document that does not wait for others.
    private static let lastFile = "api/documents/wyvern/recordings/en/1.mp3"

    private func write(_ fixture: SiteFixture, publicURL: String? = nil) throws -> StaticSite.Report {
        try StaticSite.write(fixture.library, to: fixture.path("site"), options: .init(publicURL: publicURL))
    }

    /// Interrupts an export while it writes the last document.
    private func interrupt(_ fixture: SiteFixture) throws {
        let path = fixture.path("site/\(Self.lastFile)")
        #expect(throws: CancellationError.self) {
            try StaticSite.write(
                fixture.library, to: fixture.path("site"), options: .init(),
                isCancelled: { FileManager.default.fileExists(atPath: path) })
        }
        let files = try fixture.files(in: "site")
        #expect(files[Self.lastFile] != nil && files["documents/wyvern/files.json"] == nil)
        #expect(files["documents/deed/files.json"] != nil)
    }

    /// Returns the paths of a document's files in the site.
    private func paths(_ id: String, _ fixture: SiteFixture) throws -> [String] {
        try fixture.files(in: "site").keys.filter { $0.contains("/\(id)") }.sorted()
    }

    @Test func `documents that are withdrawn after an interrupted first export leave no files, and user files stay`()
        throws
    {
        let fixture = try SiteFixture()
        for id in Self.ids { try fixture.add(id) }
        try interrupt(fixture)
        let notes = fixture.folder.appending(path: "site/documents/deed/notes.txt")
        try Data("mine".utf8).write(to: notes)
        try fixture.add("deed", access: "restricted")
        try fixture.add("wyvern", status: "draft")
        #expect(try write(fixture).removedCount > 0)
        #expect(try paths("deed", fixture) == ["documents/deed/notes.txt"])
        #expect(try paths("wyvern", fixture) == [])
        #expect(try StaticSite.check(fixture.path("site")).findings == [])
        try FileManager.default.removeItem(at: notes.deletingLastPathComponent())
        _ = try StaticSite.write(fixture.library, to: fixture.path("fresh"), options: .init())
        #expect(try fixture.files(in: "site") == fixture.files(in: "fresh"))
    }

    @Test func `a document that is removed after an interrupted update leaves no files`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        _ = try write(fixture)
        try fixture.add("wyvern")
        try interrupt(fixture)
        #expect(try StaticSite.check(fixture.path("site")).findings.map { $0.prefix(17) } == [".unfinished-site:"])
        try fixture.library.remove("wyvern")
        _ = try write(fixture)
        #expect(try paths("wyvern", fixture) == [])
        #expect(try StaticSite.check(fixture.path("site")).findings == [])
    }

    @Test func `files that a document lost in an interrupted update are deleted by the next`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        _ = try write(fixture, publicURL: "https://example.org")
        let manifest = "iiif/presentation/3/deed/manifest.json"
        #expect(try paths("deed", fixture).contains(manifest))
        for id in Self.ids.dropFirst() { try fixture.add(id) }
        try interrupt(fixture)
        let list = try #require(try SiteList(path: fixture.path("site/documents/deed/files.json")))
        #expect(!list.files.contains { $0.path == manifest }, "the new list has replaced the former one")
        #expect(try paths("deed", fixture).contains(manifest))
        _ = try write(fixture)
        #expect(try !paths("deed", fixture).contains(manifest))
        #expect(try StaticSite.check(fixture.path("site")).findings == [])
    }

    @Test func `temporary files of a killed export are deleted, and no others`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        _ = try write(fixture)
        let folder = fixture.folder.appending(path: "site")
        // The last path is incomplete, so nothing was written there.
        try Data("api/documents/wyvern.json\0CNAME".utf8).write(to: folder.appending(path: UnfinishedSite.name))
        let partial = [
            "api/documents/wyvern.json.partial-7", "api/documents/wyvern.json.partial-7-12",
            "api/documents/mine.json.partial-7-12", "api/documents/wyvern.json.partial-7-x", "CNAME",
        ]
        for name in partial { try Data("half".utf8).write(to: folder.appending(path: name)) }
        _ = try write(fixture)
        let left = partial.filter { FileManager.default.fileExists(atPath: folder.appending(path: $0).path()) }
        #expect(left == Array(partial.dropFirst(2)))
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: UnfinishedSite.name).path()))
    }

    @Test func `two exports do not write to a folder at once`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        let other = try SiteFolder(fixture.path("site"))
        #expect(
            throws: SiteError.file(fixture.path("site"), reason: "another export writes to it, expected one at a time")
        ) {
            try write(fixture)
        }
        withExtendedLifetime(other) {}
    }

    @Test func `a user's robots.txt stays, with an address and without`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        let robots = fixture.folder.appending(path: "site/robots.txt")
        _ = try write(fixture, publicURL: "https://example.org")
        #expect(try String(contentsOf: robots, encoding: .utf8).contains("https://example.org/sitemap.xml"))
        for publicURL in ["https://example.org", nil, "https://example.org/charters"] {
            try Data("User-agent: *\n".utf8).write(to: robots)
            _ = try write(fixture, publicURL: publicURL)
            #expect(try String(contentsOf: robots, encoding: .utf8) == "User-agent: *\n", "\(publicURL ?? "none")")
            #expect(try StaticSite.check(fixture.path("site")).findings == [])
        }
        try FileManager.default.removeItem(at: robots)
        for publicURL in ["https://example.org", "https://example.org/charters"] {
            _ = try write(fixture, publicURL: publicURL)
            #expect(try String(contentsOf: robots, encoding: .utf8).contains("\(publicURL)/sitemap.xml"))
        }
        _ = try write(fixture)
        #expect(!FileManager.default.fileExists(atPath: robots.path()))
    }
}
