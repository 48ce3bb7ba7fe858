import Foundation
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
}
