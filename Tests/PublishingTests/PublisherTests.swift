import ClauseStore
import DocumentLibrary
import DocumentModel
import FileSupport
import Foundation
import NIOCore
import ObjectStore
import TestSupport
import Testing

@testable import Publishing

@Suite("Publisher, against a real store", .enabled(if: RealStore.isInstalled, "\(RealStore.reason)"), .ownThreads)
struct PublisherTests {
    @Test func `the published objects equal the library, byte for byte`() async throws {
        let published = try await PublishedLibrary()
        try published.add("charter", shade: 1)
        try published.add("seal", shade: 2)
        let (done, _) = try await published.publish { $0.includesOriginals = true }
        #expect(done.isNew && done.number == 1 && done.fileCount == 4 && done.kept == [done.release])
        try await published.withRepository { repository in
            let pointer = try #require(try await repository.pointer()?.pointer)
            #expect(pointer.release == done.release)
            let release = try await repository.release(pointer.release)
            var database = Data()
            for piece in release.library.pieces {
                let bytes = Data(try await repository.store.read(Release.piece(piece)).bytes.readableBytesView)
                #expect(Digest.sha256(bytes) == piece)
                database += bytes
            }
            #expect(Digest.sha256(database) == release.library.sha256 && database.count == release.library.byteCount)
            let copy = published.folder.appending(path: "copy")
            try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
            try database.write(to: copy.appending(path: "library.sqlite"))
            let library = try Library(path: copy.path(), access: .read)
            #expect(try library.store.documents().map(\.id) == ["charter", "seal"])
            var files: [InventoryFile] = []
            for (shard, sha256) in release.inventories { files += try await repository.inventory(sha256, shard: shard) }
            #expect(files.count == 4)
            for file in files {
                let local = try Data(contentsOf: URL(filePath: published.path + "/" + file.name))
                let stored = Data(try await repository.store.read(file.name).bytes.readableBytesView)
                #expect(stored == local && Digest.sha256(local) == file.sha256 && local.count == file.byteCount)
                guard file.name.hasPrefix("pyramids/") else { continue }
                let directory = try #require(file.directory)
                #expect(Digest.sha256(local[Int(directory.offset)...]) == directory.sha256)
                // The directory of a zip begins with this.
                #expect(Array(local[Int(directory.offset)...].prefix(4)) == [0x50, 0x4B, 1, 2])
            }
            let information = try #require(try await repository.store.information(ReleasePointer.object))
            #expect(information.cacheControl == "no-cache" && information.contentType == "application/json")
            let piece = try await repository.store.information(Release.piece(release.library.pieces[0]))
            #expect(piece?.cacheControl == ObjectMetadata.immutable)
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: published.path)
        #expect(!left.contains { $0.contains("partial") }, "\(left)")
    }

    @Test func `publishing again unchanged uploads nothing`() async throws {
        let published = try await PublishedLibrary()
        for number in 0..<3 { try published.add("d\(number)", shade: UInt8(number)) }
        let (first, _) = try await published.publish()
        let (second, _) = try await published.publish()
        #expect(!second.isNew && second.release == first.release && second.number == 1)
        #expect(second.sentObjectCount == 0)
    }

    @Test func `a change in one of several documents uploads only what belongs to it`() async throws {
        let published = try await PublishedLibrary()
        for number in 0..<5 { try published.add("d\(number)", shade: UInt8(number)) }
        let (first, _) = try await published.publish()
        try published.add("d3", shade: 99)
        let (second, _) = try await published.publish()
        #expect(second.isNew && second.number == 2 && second.kept == [second.release, first.release])
        // The pyramid, one or two lists (the former pyramid may have been alone in one), the piece of the database, the
        // release.
        #expect((4...5).contains(second.sentObjectCount), "\(second)")
    }

    @Test func `a dry run uploads nothing, and reports what it would upload`() async throws {
        let published = try await PublishedLibrary()
        try published.add("charter", shade: 1)
        let (done, requests) = try await published.publish { $0.isDryRun = true }
        #expect(done.sentObjectCount == 4 && requests["PUT"] == nil && requests["POST"] == nil)
        let pointer = try await published.withRepository { try await $0.pointer()?.pointer }
        #expect(pointer == nil)
    }

    @Test func `objects of an interrupted publication are reused while young, and later uploaded again`()
        async throws
    {
        let published = try await PublishedLibrary()
        try published.add("charter", shade: 1)
        _ = try await published.publish()
        // As if the pointer had never been switched.
        try await published.withRepository { try await $0.store.delete([ReleasePointer.object]) }
        let (young, _) = try await published.publish()
        #expect(young.sentObjectCount == 1, "the release, whose time is another")
        try await published.withRepository { try await $0.store.delete([ReleasePointer.object]) }
        // The store rounds times up to seconds, so new objects may have the time of the next one.
        let (old, _) = try await published.publish { $0.trustedSeconds = -5 }
        #expect(old.sentObjectCount == 4)
    }

    @Test func `releases are kept, rolled back to, and pruned with everything that only they used`() async throws {
        let published = try await PublishedLibrary()
        var ids: [String] = []
        for shade in 1...3 {
            try published.add("charter", shade: UInt8(shade))
            ids.insert(try await published.publish { $0.keptCount = 2 }.0.release, at: 0)
        }
        try await published.withRepository { repository in
            #expect(try await repository.list().readable.map(\.id) == Array(ids.prefix(2)))
            var before = 0
            try await repository.store.forEachPage("pyramids/") { before += $0.count }
            #expect(before == 3)
            // A publication may be in progress.
            let young = try await repository.prune()
            #expect(young.objectCount == 0 && young.youngCount == 4)
            // The store rounds times up to seconds, so new objects may have the time of the next one.
            let dry = try await repository.prune(graceSeconds: -5, isDryRun: true)
            #expect(dry.objectCount == 4)
            try await repository.store.write("notes.txt", ByteBuffer(string: "not of a release"))
            let pruned = try await repository.prune(graceSeconds: -5)
            #expect(pruned.objectCount == 4 && pruned.byteCount > 0)
            #expect(try await repository.prune(graceSeconds: -5).objectCount == 0)
            #expect(try await repository.store.information("notes.txt") != nil)
            await #expect(throws: StoreError.self) { try await repository.release(ids[2]) }
            let rolled = try await repository.rollBack()
            #expect(rolled.id == ids[1] && rolled.release.number == 2)
            #expect(try await repository.pointer()?.pointer.release == ids[1])
            // All of its objects still exist.
            for listed in try await repository.list().readable {
                for piece in listed.release.library.pieces {
                    #expect(try await repository.store.information(Release.piece(piece)) != nil)
                }
                for (shard, sha256) in listed.release.inventories {
                    for file in try await repository.inventory(sha256, shard: shard) {
                        #expect(try await repository.store.information(file.name)?.byteCount == file.byteCount)
                    }
                }
            }
            await #expect(throws: PublishingError.self) { try await repository.rollBack() }
            await #expect(throws: PublishingError.self) { try await repository.rollBack(to: "17") }
            #expect(try await repository.rollBack(to: "3").id == ids[0])
            #expect(try await repository.rollBack(to: String(ids[1].prefix(10))).id == ids[1])
        }
        // The next publication is the newest, under a new number.
        try published.add("charter", shade: 9)
        let (done, _) = try await published.publish()
        #expect(done.number == 4 && done.kept == [done.release, ids[0], ids[1]])
    }

    @Test func `a foreign pointer or a damaged list is refused by name and not overwritten`() async throws {
        let published = try await PublishedLibrary()
        try published.add("charter", shade: 1)
        let (done, _) = try await published.publish()
        try await published.withRepository { repository in
            let release = try await repository.release(done.release)
            let list = Release.inventory(try #require(release.inventories.values.first))
            let shard = try #require(release.inventories.keys.first)
            let bytes = try await repository.store.read(list).bytes
            try await repository.store.write(list, ByteBuffer(string: "[]"))
            await #expect { try await repository.inventory(release.inventories[shard] ?? "", shard: shard) } throws: {
                "\($0)".contains(list) && "\($0)".contains("differs from what was written")
            }
            await #expect(throws: PublishingError.self) { try await repository.prune(graceSeconds: 0) }
            try await repository.store.write(list, bytes)
        }
        for text in [
            "hello", "{}", #"{"format":2,"release":"a","number":1,"kept":["a"]}"#,
            "[" + String(repeating: "[", count: 5000),
        ] {
            _ = try await published.withRepository {
                try await $0.store.write(ReleasePointer.object, ByteBuffer(string: text))
            }
            await #expect { try await published.publish() } throws: { "\($0)".contains("/release.json: ") }
            try await published.withRepository { repository in
                await #expect(throws: PublishingError.self) { try await repository.prune(graceSeconds: 0) }
                await #expect(throws: PublishingError.self) { try await repository.rollBack() }
                let read = try await repository.store.read(ReleasePointer.object)
                #expect(String(buffer: read.bytes) == text)
            }
        }
    }

    @Test func `a site is uploaded with its types, and later only its changes`() async throws {
        let published = try await PublishedLibrary()
        let site = published.folder.appending(path: "site")
        let files = [
            "site.json": "{}", "index.html": "<p>", "viewer/0123456789abcdef/main.js": "//",
            "tiles/a b+ü%/0/0 0.jpg": "jpeg",
            "documents/é.txt": "e",
        ]
        for (name, text) in files {
            let file = site.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        try Data("hidden".utf8).write(to: site.appending(path: ".unfinished"))
        let store = try published.store()
        let publisher = { SitePublisher(site.path(), to: store) }
        let first = try await publisher().publish()
        #expect(first.fileCount == 5 && first.sentObjectCount == 5 && first.formerCount == 0)
        for (name, text) in files {
            let read = try await store.read(name)
            #expect(String(buffer: read.bytes) == text)
        }
        let page = try await store.information("index.html")
        #expect(page?.contentType == "text/html; charset=utf-8" && page?.cacheControl == "no-cache")
        let script = try await store.information("viewer/0123456789abcdef/main.js")
        #expect(script?.contentType == "text/javascript; charset=utf-8")
        #expect(script?.cacheControl == "public, max-age=31536000, immutable")
        #expect(try await store.information("tiles/a b+ü%/0/0 0.jpg")?.contentType == "image/jpeg")
        #expect(try await publisher().publish().sentObjectCount == 0)
        try Data("<q>".utf8).write(to: site.appending(path: "index.html"))
        try FileManager.default.removeItem(at: site.appending(path: "documents/é.txt"))
        let second = try await publisher().publish()
        #expect(second.sentObjectCount == 1 && second.formerCount == 1)
        #expect(try await publisher().publish(removesFormer: true).formerCount == 1)
        #expect(try await publisher().publish().formerCount == 0)
        // A release is private; a site is public.
        try await store.write(ReleasePointer.object, ByteBuffer(string: "{}"))
        await #expect(throws: PublishingError.self) { try await publisher().publish() }
        await #expect(throws: PublishingError.self) { try await SitePublisher(published.path, to: store).publish() }
        await store.shutdown()
    }
}
