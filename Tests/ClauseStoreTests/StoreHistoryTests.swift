import ClauseStore
import DocumentModel
import Foundation
import TestSupport
import Testing

@Suite struct StoreHistoryTests {
    private let library: TestStore
    private var store: ClauseStore { library.store }

    init() throws {
        library = try TestStore(SourceFixture())
    }

    private func changed() throws -> SourceFixture {
        var fixture = SourceFixture()
        try fixture.replace(#""id": "2", "number": "2""#, with: #""id": "2", "number": "II""#, in: "clauses.json")
        try fixture.replace("[700, 200], [600, 200]", with: "[700, 210], [600, 210]", in: "clauses.json")
        try fixture.replace(#""id": "preamble""#, with: #""id": "foreword""#, in: "clauses.json")
        try fixture.replace("\"preamble\"", with: "\"foreword\"", in: "texts/en.json")
        try fixture.replace("Payez en argent.", with: "Payez en or.", in: "texts/fr.json")
        try fixture.replace("#112233", with: "#112234", in: "document.json")
        return fixture
    }

    @Test func `versions are listed newest first, each with its changes`() throws {
        try library.put(changed())
        let versions = try store.versions(of: "psalter")
        #expect(versions.map(\.number) == [2, 1])
        #expect(versions.map(\.isServed) == [true, false])
        #expect(versions.allSatisfy { $0.source == "a test" && $0.addedAt.timeIntervalSince1970 == 1_700_000_000 })
        #expect(versions[1].changes == nil)
        let changes = try #require(versions[0].changes)
        #expect(changes.added == ["foreword"] && changes.removed == ["preamble"] && !changes.isReordered)
        #expect(changes.changed.map(\.id) == ["2", "3"])
        #expect(changes.changed.map(\.fields) == [["number", "regions"], ["fr.translation"]])
        #expect(changes.files == ["document.json"] && changes.pages.isEmpty && !changes.isEmpty)
        #expect(throws: ClauseStoreError.noDocument("x")) { try store.versions(of: "x") }
    }

    @Test func `reordering, a new image and an invisible change are distinguished`() throws {
        var reordered = SourceFixture()
        try reordered.replace(#""id": "2", "number": "2""#, with: #""id": "9", "number": "2""#, in: "clauses.json")
        try reordered.replace(#""id": "1", "number": "1""#, with: #""id": "2", "number": "2""#, in: "clauses.json")
        try reordered.replace(#""id": "9", "number": "2""#, with: #""id": "1", "number": "1""#, in: "clauses.json")
        try library.put(reordered)
        #expect(try #require(store.versions(of: "psalter").first?.changes).isReordered)

        var image = SourceFixture.image
        image = StoredImage(
            fileName: "b.png", sha256: "bb", byteCount: 7, width: image.width, height: image.height, pyramid: "b.szi")
        try library.put(reordered, image: image)
        let pages = try #require(store.versions(of: "psalter").first?.changes)
        #expect(pages.pages == [1] && pages.changed.isEmpty && !pages.isReordered)

        try reordered.replace("\"Tithes\"", with: " \"Tithes\"", in: "texts/en.json")
        try library.put(reordered, image: image)
        #expect(try #require(store.versions(of: "psalter").first?.changes).isEmpty)
        #expect(try store.versions(of: "psalter").map(\.number) == [4, 3, 2, 1])
    }

    @Test func `restoring a former version creates a new one and keeps all others`() throws {
        try library.put(changed())
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(try store.restore("psalter", version: 1, at: date) == .replaced(version: 3))
        #expect(try store.clause("2", of: "psalter").number == "2")
        #expect(try store.search("argent").hits.count == 1)
        let versions = try store.versions(of: "psalter")
        #expect(versions.map(\.number) == [3, 2, 1] && versions[0].isServed)
        #expect(versions[0].source == "version 1" && versions[0].addedAt == date)
        #expect(try store.restore("psalter", version: 3, at: date) == .unchanged)
        #expect(try store.restore("psalter", version: 1, at: date) == .unchanged)
        #expect(try store.restore("psalter", version: 2, at: date) == .replaced(version: 4))
        #expect(try store.clause("2", of: "psalter").number == "II")
        #expect(throws: ClauseStoreError.noVersion(9, document: "psalter", count: 4)) {
            try store.restore("psalter", version: 9, at: date)
        }
        #expect(throws: ClauseStoreError.noDocument("x")) { try store.restore("x", version: 1, at: date) }
        #expect(try store.images(of: "psalter", version: 1) == [SourceFixture.image])
    }

    @Test func `a backup made during writes is complete`() async throws {
        let path = library.folder.path("copy.sqlite")
        let other = try ClauseStore(path: library.path, access: .readWrite)
        let writing = Task.detached {
            for number in 0..<20 {
                var fixture = SourceFixture()
                try fixture.replace("Money for the church.", with: "Money \(number) for it.", in: "texts/en.json")
                _ = try other.put(fixture.read(), images: [1: SourceFixture.image], source: "", at: Date())
            }
        }
        for _ in 0..<5 {
            try store.backUp(to: path)
            let copy = try ClauseStore(path: path, access: .readOnly)
            #expect(try copy.clauses(of: "psalter").count == 5)
            #expect(try copy.search("money").hits.count == 1)
            try FileManager.default.removeItem(atPath: path)
        }
        try await writing.value
        let left = try FileManager.default.contentsOfDirectory(atPath: library.folder.url.path)
        #expect(left.allSatisfy { !$0.contains("copy.sqlite.partial") })
        #expect(throws: ClauseStoreError.self) { try store.backUp(to: library.folder.path("no/such/copy.sqlite")) }
    }
}
