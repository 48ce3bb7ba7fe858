import Foundation
import Testing

@testable import StaticSite

/// Writing a site again, checking it, archiving it, and refusing to write it.
@Suite struct SiteUpdateTests {
    private func write(_ fixture: SiteFixture, _ options: StaticSite.Options? = nil) throws -> StaticSite.Report {
        try StaticSite.write(
            fixture.library, to: fixture.path("site"), options: try options ?? .init(publicURL: "https://example.org/a")
        )
    }

    @Test func `unchanged files are not written again`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        try fixture.add("other", shade: 100)
        let first = try write(fixture)
        #expect(first.unchangedCount == 0 && first.documents == ["deed", "other"])
        let before = try fixture.files(in: "site")
        #expect(Int64(before.values.reduce(0) { $0 + $1.count }) == first.byteCount)
        let second = try write(fixture)
        #expect(second.writtenCount == 0 && second.removedCount == 0 && second.unchangedCount == before.count)
        #expect(try fixture.files(in: "site") == before)
    }

    @Test func `a change in one document does not touch the other's files or its own tiles`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        try fixture.add("other", shade: 100)
        _ = try write(fixture)
        let before = try fixture.files(in: "site")
        try fixture.add("deed", word: "heir")
        let report = try write(fixture)
        let after = try fixture.files(in: "site")
        let changed = after.filter { before[$0.key] != $0.value }.keys
        #expect(report.writtenCount == changed.count && report.removedCount == 0)
        let allowed = [
            "documents/deed/", "api/documents/deed", "api/documents.json", "iiif/presentation/3/deed/", "site.json",
            "sitemap.xml",
        ]
        #expect(changed.allSatisfy { path in allowed.contains { path.hasPrefix($0) } }, "\(changed.sorted())")
        #expect(changed.contains("api/documents/deed/texts/en.json") && !changed.contains { $0.hasSuffix(".jpg") })
        // The same as a fresh export.
        let fresh = try StaticSite.write(
            fixture.library, to: fixture.path("fresh"), options: .init(publicURL: "https://example.org/a"))
        #expect(fresh.unchangedCount == 0)
        #expect(try fixture.files(in: "fresh") == after)
    }

    @Test func `files that are no longer part of the site are deleted, and no others`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        try fixture.add("other", shade: 100)
        _ = try write(fixture)
        let foreign = fixture.folder.appending(path: "site/documents/other/notes.txt")
        try Data("mine".utf8).write(to: foreign)
        try Data("CNAME".utf8).write(to: fixture.folder.appending(path: "site/CNAME"))
        let report = try write(fixture, .init(publicURL: "https://example.org/a", documents: ["deed"]))
        #expect(report.removedCount > 0)
        let files = try fixture.files(in: "site")
        #expect(files.keys.filter { $0.contains("other") }.sorted() == ["documents/other/notes.txt"])
        #expect(files["CNAME"] != nil)
        #expect(!FileManager.default.fileExists(atPath: fixture.path("site/iiif/3/other-1")))
        #expect(try StaticSite.check(fixture.path("site")).findings == [])
    }

    @Test func `an interrupted site is completed by the next export`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        for allowed in [0, 5, 40] {
            var count = 0
            #expect(throws: CancellationError.self) {
                try StaticSite.write(
                    fixture.library, to: fixture.path("site"), options: .init(),
                    isCancelled: {
                        count += 1
                        return count > allowed
                    })
            }
            #expect(throws: SiteError.self) { try StaticSite.check(fixture.path("site")) }
        }
        _ = try StaticSite.write(fixture.library, to: fixture.path("site"), options: .init())
        #expect(try StaticSite.check(fixture.path("site")).findings == [])
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.path("site"))
        #expect(!names.contains { $0.hasPrefix(".") })
    }

    @Test func `each damaged or missing file is a finding, and the next export repairs it`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        _ = try write(fixture)
        let site = fixture.folder.appending(path: "site")
        #expect(try StaticSite.check(site.path()).findings == [])
        let (page, tile, words) = (
            "index.html", "iiif/3/deed-1/0,0,256,256/256,256/0/default.jpg", "api/documents/deed/words.json"
        )
        var bytes = try Data(contentsOf: site.appending(path: page))
        bytes[bytes.startIndex] ^= 1
        try bytes.write(to: site.appending(path: page))
        try FileManager.default.removeItem(at: site.appending(path: tile))
        try Data("{}".utf8).write(to: site.appending(path: words))
        let findings = try StaticSite.check(site.path()).findings
        #expect(findings.count == 3)
        for path in [page, tile, words] { #expect(findings.contains { $0.hasPrefix("\(path): ") }, "\(path)") }
        #expect(try write(fixture).writtenCount == 3)
        #expect(try StaticSite.check(site.path()).findings == [])
        // A missing list is a finding too, and does not affect the others.
        try FileManager.default.removeItem(at: site.appending(path: "documents/deed/files.json"))
        #expect(try StaticSite.check(site.path()).findings == ["documents/deed/files.json: missing"])
    }

    @Test func `the same library gives the same zip, which other programs unpack to the same files`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        let options = try StaticSite.Options(publicURL: "https://example.org/a")
        for name in ["one.zip", "two.zip"] {
            _ = try StaticSite.write(fixture.library, to: fixture.path(name), options: options)
        }
        let (one, two) = (
            try Data(contentsOf: fixture.folder.appending(path: "one.zip")),
            try Data(contentsOf: fixture.folder.appending(path: "two.zip"))
        )
        #expect(one == two)
        let unzip = Process()
        unzip.executableURL = URL(filePath: "/usr/bin/unzip")
        unzip.arguments = ["-qq", fixture.path("one.zip"), "-d", fixture.path("unpacked")]
        try unzip.run()
        unzip.waitUntilExit()
        #expect(unzip.terminationStatus == 0)
        _ = try StaticSite.write(fixture.library, to: fixture.path("site"), options: options)
        #expect(try fixture.files(in: "unpacked") == fixture.files(in: "site"))
        #expect(try StaticSite.check(fixture.path("unpacked")).findings == [])
    }

    @Test func `a file that is truncated while it is packed ends the export, and no partial archive remains`() throws {
        let fixture = try SiteFixture()
        let source = fixture.path("pyramid.szi")
        try Data(repeating: 7, count: 3 << 20).write(to: URL(filePath: source))
        do {
            let archive = try SiteArchive(fixture.path("site.zip"))
            var pieces = 0
            let error = #expect(throws: SiteError.self) {
                // Each piece of a megabyte is one call, first for the checksum and then for the content.
                _ = try archive.put(fileAt: source, at: "pyramids/a.szi") {
                    pieces += 1
                    if pieces == 4 { #expect(truncate(source, 1 << 20) == 0) }
                    return false
                }
            }
            #expect("\(try #require(error))".contains("pyramid.szi"))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path())
        #expect(!names.contains { $0.contains("site.zip") })
    }

    @Test func `drafts and restricted documents are left out, and reported`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        try fixture.add("sketch", status: "draft")
        try fixture.add("secret", access: "restricted")
        let report = try write(fixture)
        #expect(report.documents == ["deed"])
        #expect(
            report.leftOut == ["secret: left out, since it is restricted", "sketch: left out, since it is a draft"])
        for (path, bytes) in try fixture.files(in: "site") {
            #expect(!path.contains("secret") && !path.contains("sketch"))
            let text = String(decoding: bytes, as: UTF8.self)
            if path.hasSuffix(".json") { #expect(!text.contains("\"secret\"") && !text.contains("\"sketch\"")) }
        }
        #expect(throws: SiteError.unreadable("secret", reason: "restricted")) {
            try write(fixture, .init(documents: ["secret"]))
        }
    }

    @Test func `a folder that is not a site is not written to`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        let folder = fixture.folder.appending(path: "site")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("a".utf8).write(to: folder.appending(path: "thesis.txt"))
        #expect(throws: SiteError.occupied(folder.path())) { try write(fixture) }
        #expect(throws: SiteError.noSite(folder.path())) { try StaticSite.check(folder.path()) }
        let list =
            #"{"format": 1, "files": [{"path": "../thesis.txt", "byteCount": 1, "sha256": "\#(String(repeating: "0", count: 64))"}]}"#
        try Data(list.utf8).write(to: folder.appending(path: "site.json"))
        #expect(throws: SiteError.self) { try write(fixture) }
        for text in ["ftp://example.org", "example.org", "https://", "https://example.org/?a", "https://e.org/\"x"] {
            #expect(throws: SiteError.publicURL(text)) { try StaticSite.Options(publicURL: text) }
        }
        #expect(try StaticSite.Options(publicURL: "https://example.org/a/").publicURL == "https://example.org/a")
    }
}
