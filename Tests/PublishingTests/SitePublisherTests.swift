import Foundation
import NIOCore
import ObjectStore
import TestSupport
import Testing

@testable import Publishing

/// Which addresses a site and a library can be published to.
@Suite("Site publisher, addresses", .ownThreads)
struct SitePublisherTests {
    /// A library whose store is at an address in memory.
    private func library(_ memory: MemoryStore, _ address: String) async throws -> PublishedLibrary {
        let library = try await PublishedLibrary(endpoint: memory.endpoint, address: StoreAddress(address))
        try library.add("charter", shade: 1)
        return library
    }

    /// Writes the files of a site and uploads them to the address of a library.
    private func publishSite(
        _ files: [String] = ["site.json", "index.html"], at library: PublishedLibrary, removesFormer: Bool = false
    ) async throws -> SitePublication {
        let site = library.folder.appending(path: "site")
        for name in files {
            let file = site.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("{}".utf8).write(to: file)
        }
        let store = try library.store()
        do {
            let done = try await SitePublisher(site.path(), to: store).publish(removesFormer: removesFormer)
            await store.shutdown()
            return done
        } catch {
            await store.shutdown()
            throw error
        }
    }

    @Test(arguments: [ReleaseKind.published, .backup])
    func `a site neither shares an address with releases or backups nor deletes any below it`(kind: ReleaseKind)
        async throws
    {
        let memory = try MemoryStore()
        let library = try await library(memory, "s3://bucket/library")
        _ = try await library.publish { $0.kind = kind }
        let before = Set(memory.objects.keys)
        for removesFormer in [false, true] {
            await #expect { try await publishSite(at: library, removesFormer: removesFormer) } throws: {
                "\($0)".contains("s3://bucket/library/\(kind.pointer): belongs to a release or a backup")
            }
        }
        #expect(Set(memory.objects.keys) == before)
        _ = try await publishSite(at: try await self.library(memory, "s3://bucket"), removesFormer: true)
        #expect(before.isSubset(of: memory.objects.keys))
        // An interrupted publication has no pointer.
        memory.objects["bucket/library/" + kind.pointer] = nil
        await #expect(throws: PublishingError.self) { try await publishSite(at: library) }
        #expect(memory.objects["bucket/library/index.html"] == nil)
    }

    @Test(arguments: [ReleaseKind.published, .backup])
    func `a site deletes no release or backup below one of its own folders`(kind: ReleaseKind) async throws {
        let memory = try MemoryStore()
        _ = try await library(memory, "s3://bucket/documents").publish { $0.kind = kind }
        let before = Set(memory.objects.keys)
        let root = try await library(memory, "s3://bucket")
        await #expect { try await publishSite(at: root, removesFormer: true) } throws: {
            "\($0)".contains("s3://bucket/documents/") && "\($0)".contains("belongs to a release or a backup")
        }
        #expect(Set(memory.objects.keys) == before)
    }

    @Test func `a site deletes no other site below one of its own folders`() async throws {
        let memory = try MemoryStore()
        _ = try await publishSite(at: try await library(memory, "s3://bucket/documents"))
        let root = try await library(memory, "s3://bucket")
        let before = Set(memory.objects.keys)
        await #expect { try await publishSite(at: root, removesFormer: true) } throws: {
            "\($0)".contains("s3://bucket/documents/site.json: belongs to another site")
        }
        #expect(Set(memory.objects.keys) == before)
        // A document may have the name of the list.
        memory.objects = [:]
        let files = ["site.json", "index.html", "api/documents/site.json", "documents/site/index.html"]
        for _ in 1...2 { #expect(try await publishSite(files, at: root, removesFormer: true).formerCount == 0) }
    }

    @Test func `a site deletes no other site below one of its own folders whose publication was interrupted`()
        async throws
    {
        let memory = try MemoryStore()
        let other = try await library(memory, "s3://bucket/documents")
        let script = "viewer/0123456789abcdef/main.js"
        // To the end: when the first is refused, others are on their way.
        memory.onRequest { method, key in method == "PUT" && key.contains("documents/tiles/") ? 403 : nil }
        let files = (1...20).map { "tiles/charter/\($0).jpg" } + ["site.json", "index.html", script]
        await #expect(throws: StoreError.self) { try await publishSite(files, at: other) }
        // The viewer comes first, and no list and no page before the tiles.
        #expect(Set(memory.objects.keys) == ["bucket/documents/\(script)"])
        let root = try await library(memory, "s3://bucket")
        await #expect { try await publishSite(at: root, removesFormer: true) } throws: {
            "\($0)".contains("s3://bucket/documents/\(script): belongs to another site")
        }
        #expect(Set(memory.objects.keys) == ["bucket/documents/\(script)"])
        // A document may have the name of the viewer's folder, and another that of a version.
        memory.objects = [:]
        let pages = ["api/documents/viewer/0123456789abcdef.json", "documents/0123456789abcdef/index.html"]
        for _ in 1...2 {
            let done = try await publishSite(["site.json", script] + pages, at: root, removesFormer: true)
            #expect(done.formerCount == 0)
        }
    }

    @Test func `only the site's own objects are deleted`() async throws {
        let memory = try MemoryStore()
        _ = try await publishSite(at: try await library(memory, "s3://bucket/charters"))
        let others = memory.objects.keys + ["favicon.ico", "robots.txt", "pictures/1.jpg"].map { "bucket/\($0)" }
        for name in others { memory.objects[name] = memory.objects["bucket/charters/index.html"] }
        let library = try await library(memory, "s3://bucket")
        let former = ["api/documents/deed.json", "documents/deed/index.html", "sitemap-2.xml"]
        _ = try await publishSite(["site.json", "index.html"] + former, at: library)
        let site = library.folder.appending(path: "site")
        for name in former { try FileManager.default.removeItem(at: site.appending(path: name)) }
        #expect(try await publishSite(at: library).formerCount == former.count)
        #expect(try await publishSite(at: library, removesFormer: true).formerCount == former.count)
        #expect(Set(memory.objects.keys) == Set(others + ["bucket/site.json", "bucket/index.html"]))
    }

    @Test func `marks of folders by other programs stay, and former objects are deleted all the same`() async throws {
        let memory = try MemoryStore()
        let library = try await library(memory, "s3://bucket")
        _ = try await publishSite(["site.json", "documents/deed/index.html"], at: library)
        for name in ["documents/", "api/documents/", "tiles//a.jpg"] {
            memory.objects["bucket/\(name)"] = MemoryStore.Object([])
        }
        let others = Set(memory.objects.keys).subtracting(["bucket/documents/deed/index.html"])
        try FileManager.default.removeItem(at: library.folder.appending(path: "site/documents"))
        #expect(try await publishSite(["site.json"], at: library, removesFormer: true).formerCount == 1)
        #expect(Set(memory.objects.keys) == others)
    }

    @Test func `interrupted uploads of the site's own files are aborted after a day`() async throws {
        let memory = try MemoryStore()
        let library = try await library(memory, "s3://bucket")
        let old = Date(timeIntervalSinceNow: -2 * 86_400)
        memory.uploads = [
            "old": MemoryStore.Upload("bucket/tiles/a.jpg", begun: old),
            "young": MemoryStore.Upload("bucket/tiles/a.jpg"),
            "former": MemoryStore.Upload("bucket/documents/deed/index.html", begun: old),
            "another's": MemoryStore.Upload("bucket/pictures/a.jpg", begun: old),
        ]
        let files = ["site.json", "tiles/a.jpg"]
        _ = try await publishSite(files, at: library)
        #expect(Set(memory.uploads.keys) == ["young", "former", "another's"])
        _ = try await publishSite(files, at: library, removesFormer: true)
        #expect(Set(memory.uploads.keys) == ["young", "another's"])
    }

    @Test(arguments: [403, 405, 501])
    func `a site is published where uploads are not listed`(status: Int) async throws {
        let memory = try MemoryStore()
        memory.refuseUploadLists(status)
        #expect(try await publishSite(at: try await library(memory, "s3://bucket")).sentObjectCount == 2)
    }

    @Test(arguments: [
        ("documents/charter/index.html", "text/html; charset=utf-8", "no-cache"),
        ("api/documents/charter/recordings/en/39.vtt", "text/vtt; charset=utf-8", "no-cache"),
        ("api/documents/charter/recordings/en/39.mp3", "audio/mpeg", "public, max-age=3600"),
        ("viewer/0123456789abcdef/main.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
    ])
    func `each file is uploaded with its media type and the time for which it may be cached`(
        name: String, contentType: String, cacheControl: String
    ) {
        #expect(SitePublisher.form(of: name) == (contentType, cacheControl))
    }

    @Test func `documents whose ids are those of a release's objects are no release`() async throws {
        let memory = try MemoryStore()
        let library = try await library(memory, "s3://bucket")
        let files = ["release", "backup", "publishing"].map { "api/documents/\($0).json" } + ["pyramids/a.szi"]
        _ = try await publishSite(["site.json", "sitemap.xml"] + files, at: library)
        try FileManager.default.removeItem(at: library.folder.appending(path: "site/sitemap.xml"))
        #expect(try await publishSite(at: library, removesFormer: true).formerCount == 1)
        #expect(memory.objects["bucket/sitemap.xml"] == nil && memory.objects["bucket/" + files[0]] != nil)
    }

    @Test(arguments: [ReleaseKind.published, .backup])
    func `a library is not published to the address of a site, which is public`(kind: ReleaseKind) async throws {
        let memory = try MemoryStore()
        let library = try await library(memory, "s3://bucket/site")
        _ = try await publishSite(at: library)
        let before = Set(memory.objects.keys)
        await #expect { try await library.publish { $0.kind = kind } } throws: {
            "\($0)".contains("s3://bucket/site: has a static site, which is public")
        }
        #expect(Set(memory.objects.keys) == before)
    }

    @Test func `an unfinished site is not uploaded`() async throws {
        let memory = try MemoryStore()
        let library = try await library(memory, "s3://bucket")
        await #expect { try await publishSite(["site.json", ".unfinished-site"], at: library) } throws: {
            "\($0)".contains("is not finished, expected a complete site")
        }
        #expect(memory.objects.isEmpty)
    }
}
