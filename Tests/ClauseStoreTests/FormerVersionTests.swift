import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentModel

/// Former versions, opened as separate stores.
@Suite struct FormerVersionTests {
    @Test func `a former version has its own texts, clauses and pictures, and leaves no files`() throws {
        let library = try TestStore(SourceFixture())
        let before = try library.store.document("psalter")
        let clauses = try library.store.clauses(of: "psalter", ClauseFilter(lang: "fr", includingRegions: true))
        var changed = SourceFixture()
        try changed.replace("The church shall be free.", with: "It shall not.", in: "texts/en.json")
        try changed.replace("A psalter", with: "Another", in: "document.json")
        try library.put(
            changed,
            image: StoredImage(
                fileName: "b.png", sha256: "bb", byteCount: 6, width: 1000, height: 800, pyramid: "b.szi"))
        let folder = try TemporaryFolder()
        do {
            let former = try #require(
                try library.store.openFormerVersion(1, of: "psalter", in: folder.url.path))
            #expect(former.document == before)
            #expect(
                try former.store.clauses(of: "psalter", ClauseFilter(lang: "fr", includingRegions: true)) == clauses)
            #expect(try former.store.clause("1", of: "psalter", lang: "en").translation == "The church shall be free.")
            let found = try former.store.clauses(
                of: "psalter", at: .init(x: 650, y: 150), page: 1, categories: [], lang: "en", for: .administrator)
            #expect(found.map(\.id) == ["2", "1"])
            #expect(former.document.pages[0].pyramid == "a.szi" && former.document.version == 1)
            #expect(try library.store.clause("1", of: "psalter", lang: "en").translation == "It shall not.")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test func `a missing version is an error with the number of versions`() throws {
        let library = try TestStore(SourceFixture())
        #expect(throws: ClauseStoreError.noVersion(2, document: "psalter", count: 1)) {
            try library.store.revision(of: "psalter", version: 2, for: .anyone)
        }
        #expect(throws: ClauseStoreError.noDocument("other")) {
            try library.store.revision(of: "other", version: 1, for: .anyone)
        }
    }
}
