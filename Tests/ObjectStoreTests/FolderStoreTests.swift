import Foundation
import NIOCore
import TestSupport
import Testing

@testable import ObjectStore

@Suite("FolderStore", .ownThreads)
struct FolderStoreTests {
    @Test func `the copying of a large file ends when its task is cancelled, and leaves no file`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("scan", Data(count: 12 << 20))
        let source = folder.path("scan")
        let store: any ObjectPlace = FolderStore(folder.path("place"))
        let (begun, cancelled) = (Gate(), Gate())
        let copy = Task {
            try await store.write("pyramids/a.szi", file: source, as: ObjectMetadata()) { _ in
                begun.pass()
                cancelled.wait(for: 1)
            }
        }
        begun.wait(for: 1)
        copy.cancel()
        cancelled.pass()
        await #expect(throws: StoreError.cancelled) { try await copy.value }
        #expect(begun.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("place/pyramids")).isEmpty)
    }

    @Test func `unfinished files are deleted if they are one's own and old`() async throws {
        let folder = try TemporaryFolder()
        let store = FolderStore(folder.path("place"))
        try await store.write("originals/a.jpg", ByteBuffer(string: "scan"))
        for (name, age) in [("a.jpg.partial-1-1", 2.0), ("a.jpg.partial-2-1", 0), ("b.jpg.partial-1-1", 2)] {
            let path = folder.path("place/originals/\(name)")
            try Data("sc".utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age * 86_400)], ofItemAtPath: path)
        }
        await store.abandonUploads(begunBefore: Date(timeIntervalSinceNow: -86_400)) { $0 == "originals/a.jpg" }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("place/originals"))
        #expect(Set(left) == ["a.jpg", "a.jpg.partial-2-1", "b.jpg.partial-1-1"])
        #expect(try await store.openUploads().count == 2)
    }

    @Test func `folders of other programs are no objects and no unfinished files`() async throws {
        let folder = try TemporaryFolder()
        let store = FolderStore(folder.path("place"))
        try await store.write("originals/a.jpg", ByteBuffer(string: "scan"))
        for name in ["originals/@eaDir", "originals/b.partial-1", "lost/found"] {
            try FileManager.default.createDirectory(
                atPath: folder.path("place/\(name)"), withIntermediateDirectories: true)
        }
        var names: [String] = []
        try await store.forEachPage("originals/") { names += $0.map(\.name) }
        #expect(names == ["originals/a.jpg"])
        #expect(try await store.openUploads().isEmpty)
        await #expect(throws: StoreError.self) { try await store.information("originals/@eaDir") }
    }
}
