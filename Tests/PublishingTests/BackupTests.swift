import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import Foundation
import NIOCore
import ObjectStore
import TestSupport
import Testing

@testable import Publishing

/// Backups to a folder and to a store, and their restoration.
@Suite("Backups", .ownThreads)
struct BackupTests {
    /// The kind of destination.
    enum Kind: CaseIterable, Sendable { case folder, store }

    /// A library with a document, and a destination for its backups.
    private final class Scene: Sendable {
        let published: PublishedLibrary
        let place: any ObjectPlace
        private let memory: MemoryStore
        private let client: ObjectStore

        init(_ kind: Kind) async throws {
            memory = try MemoryStore()
            published = try await PublishedLibrary(
                endpoint: memory.endpoint, address: try StoreAddress("s3://bucket/backups"))
            client = try published.store()
            place = kind == .store ? client : FolderStore(published.folder.appending(path: "backups").path())
            try published.add("charter", shade: 1)
        }

        deinit { Task { [client] in await client.shutdown() } }

        func save(_ change: (inout PublishingOptions) -> Void = { _ in }) async throws -> Publication {
            var options = PublishingOptions()
            options.kind = .backup
            change(&options)
            return try await Publisher(try Library(path: published.path, access: .read), to: place, options: options)
                .publish()
        }

        func restore(
            _ name: String, _ backup: String? = nil, notAfter time: String? = nil
        ) async throws -> (Library, ListedRelease) {
            let folder = published.folder.appending(path: name).path()
            let restored = try await BackupRestorer(place, to: folder).restore(backup, notAfter: time).backup
            return (try Library(path: folder, access: .read), restored)
        }
    }

    /// Returns all files of a library except derived ones, with their bytes.
    private func files(_ folder: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for part in ["originals", "pyramids", "theme"] {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(part)")) ?? [] {
                files["\(part)/\(name)"] = FileManager.default.contents(atPath: "\(folder)/\(part)/\(name)")
            }
        }
        return files
    }

    @Test(arguments: Kind.allCases)
    func `each backup restores the library as it was, with all its files`(kind: Kind) async throws {
        let scene = try await Scene(kind)
        let first = try await scene.save()
        #expect(first.isNew && first.number == 1 && first.fileCount == 2)
        let path = scene.published.path
        let before = try files(path)
        let again = try await scene.save()
        #expect(!again.isNew && again.sentObjectCount == 0)

        try scene.published.add("seal", shade: 2)
        let library = try Library(path: path, access: .change)
        let edit =
            #"{"id":"one","revision":0,"operations":[{"path":"document/title","before":{"en":"seal"},"after":{"en":"A seal"}}]}"#
        _ = try library.store.apply(try Edit(json: Data(edit.utf8)), to: "seal", editor: "Ada", at: Date())
        _ = try library.moveToTrash("charter")
        try ThemeFixture.write(to: path + "/theme")
        let second = try await scene.save()
        #expect(second.isNew && second.number == 2 && second.kept == [second.release, first.release])
        // The new pyramid and scan, not the ones now in the trash, which the first backup contains.
        #expect(second.fileCount == 4 && second.sentObjectCount < 12, "\(second)")

        let (old, oldest) = try await scene.restore("old", "1")
        #expect(oldest.release.number == 1)
        #expect(try old.store.documents().map(\.id) == ["charter"])
        #expect(try files(old.path) == before && old.verify().damages.isEmpty)
        let (new, newest) = try await scene.restore("new")
        #expect(newest.id == second.release && newest.isServed)
        #expect(try new.store.documents().map(\.id) == ["seal"])
        #expect(try files(new.path) == files(path) && new.verify().damages.isEmpty)
        #expect(try new.store.workingCopy(of: "seal").revision == 1, "the working copy is in it")
        #expect(try new.store.removedDocuments().count == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.published.folder.path())
        #expect(!names.contains { $0.contains(".partial") }, "\(names)")
    }

    @Test func `a time selects the newest backup from that time or earlier`() async throws {
        let scene = try await Scene(.folder)
        let first = try await scene.save()
        try scene.published.add("charter", shade: 2)
        let second = try await scene.save()
        let repository = ReleaseRepository(scene.place, kind: .backup)
        let created = try await repository.list().readable.map(\.release.created)
        let (_, found) = try await scene.restore("a", notAfter: "9999-12-31T00:00:00Z")
        #expect(found.id == second.release)
        let (_, last) = try await scene.restore("b", String(first.release.prefix(12)))
        #expect(last.id == first.release)
        await #expect { try await scene.restore("c", notAfter: "2001-01-01T00:00:00Z") } throws: { error in
            "\(error)".contains("there is no backup from 2001-01-01T00:00:00Z or earlier")
                && "\(error)".contains(created[1])
        }
        await #expect { try await scene.restore("d", "17") } throws: { error in
            "\(error)".contains("there is no backup 17, expected one of those kept: ")
        }
        await #expect { try await scene.restore("b") } throws: { "\($0)".contains("exists already") }
    }

    @Test func `a restored library keeps later token revocations`() async throws {
        let scene = try await Scene(.folder)
        let library = try Library(path: scene.published.path, access: .change)
        let tokens = [AccessToken(), AccessToken()]
        for token in tokens {
            let info = TokenInfo(
                id: token.id, label: "a reader", grant: .documents(["charter"]), createdAt: Date(), expiresAt: nil)
            try library.store.add(info, sha256: token.sha256)
        }
        _ = try await scene.save()
        _ = try library.store.revokeToken(tokens[0].id)
        _ = try await scene.save()
        let (restored, _) = try await scene.restore("restored", "1")
        let revoked = try restored.store.tokens().filter { $0.revokedAt != nil }.map(\.id)
        #expect(revoked == [tokens[0].id])
    }

    @Test(arguments: Kind.allCases)
    func `damage is reported, blocks restoring, and is repaired by the next backup`(kind: Kind) async throws {
        let scene = try await Scene(kind)
        _ = try await scene.save()
        let repository = ReleaseRepository(scene.place, kind: .backup)
        var names: [String] = []
        try await scene.place.forEachPage("pyramids/") { names += $0.map(\.name) }
        let name = try #require(names.first)
        let bytes = try await scene.place.read(name, byteLimit: 64 << 20).bytes
        var broken = bytes
        broken.setInteger(bytes.getInteger(at: 5_000, as: UInt8.self).map { $0 ^ 1 } ?? 0, at: 5_000)
        try await scene.place.write(name, broken, as: ObjectMetadata())
        let found = try await repository.verify()
        #expect(found.damages.map(\.object) == [name] && found.damages[0].releases == [1])
        await #expect { try await scene.restore("restored") } throws: { "\($0)".contains(name) }
        #expect(!FileManager.default.fileExists(atPath: scene.published.folder.appending(path: "restored").path()))
        try await scene.place.delete([name])
        #expect(try await repository.verify().damages.map(\.reason) == ["is missing"])
        let mended = try await scene.save()
        #expect(mended.sentObjectCount > 0)
        #expect(try await repository.verify(isFull: true).damages.isEmpty)
        let (library, _) = try await scene.restore("restored")
        #expect(try library.verify().damages.isEmpty)
    }

    @Test(arguments: Kind.allCases)
    func `a damaged backup blocks neither the list nor the restoring of another, and is named`(kind: Kind) async throws
    {
        let scene = try await Scene(kind)
        let first = try await scene.save()
        try scene.published.add("charter", shade: 2)
        let second = try await scene.save()
        _ = try await scene.place.write(Release.object(second.release), ByteBuffer(string: "{}"))
        let kept = try await ReleaseRepository(scene.place, kind: .backup).list()
        #expect(kept.readable.map(\.id) == [first.release] && kept.lost == [second.release])
        let folder = scene.published.folder.appending(path: "restored").path()
        let (backup, lost) = try await BackupRestorer(scene.place, to: folder).restore()
        #expect(backup.id == first.release && lost == [second.release])
        #expect(try Library(path: folder, access: .read).verify().damages.isEmpty)
    }

    @Test func `a library is restored to a path that ends with a slash`() async throws {
        let scene = try await Scene(.folder)
        _ = try await scene.save()
        let (library, _) = try await scene.restore("restored/")
        #expect(try library.store.documents().map(\.id) == ["charter"])
    }

    @Test func `a restored library has nothing of a restoration that was killed, even under the same process ID`()
        async throws
    {
        let scene = try await Scene(.folder)
        _ = try await scene.save()
        let folder = scene.published.folder.appending(path: "restored")
        let left = scene.published.folder.appending(path: "restored.partial-\(getpid())/theme")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: left.appending(path: "theme.json"))
        _ = try await scene.restore("restored")
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "theme").path()))
    }

    @Test func `a path at which no library can appear is refused before anything is restored`() async throws {
        let scene = try await Scene(.folder)
        _ = try await scene.save()
        let folder = scene.published.folder
        try FileManager.default.createDirectory(
            at: folder.appending(path: "empty"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: "link").path(), withDestinationPath: "empty")
        let restorer = BackupRestorer(scene.place, to: folder.appending(path: "link").path()) { fraction in
            Issue.record("\(fraction) of it was restored")
        }
        await #expect { try await restorer.restore() } throws: { "\($0)".contains("link: cannot be replaced (") }
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may write to every folder"))
    func `a library that this user may not write is backed up`() async throws {
        let scene = try await Scene(.folder)
        let path = scene.published.path
        let before = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(chmod(path, 0o500) == 0)
        defer { chmod(path, 0o700) }
        #expect(try await scene.save().isNew)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == before.sorted())
        let (library, _) = try await scene.restore("restored")
        #expect(try library.verify().damages.isEmpty)
    }

    @Test func `a library is no place for backups, and nothing in it is deleted`() async throws {
        let scene = try await Scene(.folder)
        let library = try Library(path: scene.published.path, access: .read)
        let place = FolderStore(library.path)
        var options = PublishingOptions()
        options.kind = .backup
        for isDryRun in [false, true] {
            options.isDryRun = isDryRun
            await #expect(throws: PublishingError.library(place.name)) {
                try await Publisher(library, to: place, options: options).publish()
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: library.path)
        #expect(Set(names).isDisjoint(with: ["backup.json", "publishing.json", "releases", "pieces"]))
        // A backup as a former version wrote it, and a scan that was added since.
        _ = try await scene.save()
        let backups = scene.published.folder.appending(path: "backups").path()
        for name in ["backup.json", "releases", "pieces", "inventories"] {
            try FileManager.default.copyItem(atPath: "\(backups)/\(name)", toPath: "\(library.path)/\(name)")
        }
        try scene.published.add("seal", shade: 2)
        let before = try files(library.path)
        await #expect(throws: PublishingError.library(place.name)) {
            try await ReleaseRepository(place, kind: .backup).prune(graceSeconds: -5)
        }
        #expect(try files(library.path) == before)
        // Restoring from it is still possible.
        let folder = scene.published.folder.appending(path: "restored").path()
        #expect(try await BackupRestorer(place, to: folder).restore().backup.release.number == 1)
    }

    @Test func `prune keeps files with names that backups do not have`() async throws {
        let scene = try await Scene(.folder)
        _ = try await scene.save()
        let place = scene.published.folder.appending(path: "backups")
        let names = [
            "pieces/important.txt", "pyramids/notes.szi", "originals/letter.txt", "releases/notes.json",
            "inventories/notes.json", "pieces/draft.partial-1.txt",
        ]
        for name in names { try Data("mine".utf8).write(to: place.appending(path: name)) }
        // An object of an interrupted backup, and one that is unfinished.
        let digest = String(repeating: "0a", count: 32)
        let ours = ["pieces/\(digest)", "releases/\(digest).json", "originals/\(digest).jpg.partial-1"]
        for name in ours { try Data("half".utf8).write(to: place.appending(path: name)) }
        let pruned = try await ReleaseRepository(scene.place, kind: .backup).prune(graceSeconds: -5)
        #expect(pruned.objectCount == 2 && pruned.uploadCount == 1)
        for name in names {
            #expect(FileManager.default.fileExists(atPath: place.appending(path: name).path()), "\(name)")
        }
        for name in ours {
            #expect(!FileManager.default.fileExists(atPath: place.appending(path: name).path()), "\(name)")
        }
    }

    @Test(arguments: Kind.allCases)
    func `prune removes objects that no kept backup uses`(kind: Kind) async throws {
        let scene = try await Scene(kind)
        for shade in 1...3 as ClosedRange<UInt8> {
            try scene.published.add("charter", shade: shade)
            _ = try await scene.save { $0.keptCount = 1 }
        }
        let repository = ReleaseRepository(scene.place, kind: .backup)
        #expect(try await repository.list().readable.map(\.release.number) == [3])
        #expect(try await repository.prune().objectCount == 0, "they are too young")
        let pruned = try await repository.prune(graceSeconds: -5)
        #expect(pruned.objectCount > 0)
        #expect(try await repository.verify(isFull: true).damages.isEmpty)
        let (library, _) = try await scene.restore("restored")
        #expect(try library.verify().damages.isEmpty)
    }

    @Test func `a destination has either backups or published releases`() async throws {
        let scene = try await Scene(.store)
        _ = try await scene.save()
        await #expect { try await scene.save { $0.kind = .published } } throws: { "\($0)".contains("has backups") }
        let other = try await Scene(.folder)
        _ = try await other.save { $0.kind = .published }
        await #expect { try await other.save() } throws: { "\($0)".contains("has published releases") }
    }

    @Test func `concurrent backups do not disturb each other`() async throws {
        let scene = try await Scene(.folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    do {
                        _ = try await scene.save()
                    } catch PublishingError.inProgress {}
                }
            }
            try await group.waitForAll()
        }
        _ = try await scene.save()
        #expect(try await ReleaseRepository(scene.place, kind: .backup).verify(isFull: true).damages.isEmpty)
        #expect(try await ReleaseRepository(scene.place, kind: .backup).list().readable.count == 1)
    }

    @Test(arguments: ["../outside", "a/../b", "", "/etc/passwd"])
    func `a folder store rejects objects outside its folder`(object: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-folder-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FolderStore(folder.path())
        await #expect(throws: StoreError.self) { try await store.write(object, ByteBuffer(string: "x")) }
        await #expect(throws: StoreError.self) { try await store.read(object, byteLimit: 10) }
    }
}
