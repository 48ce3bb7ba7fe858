import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import ImageGeometry
import TestSupport
import Testing

@Suite struct StorePutTests {
    @Test func `an added document is stored with all its values`() throws {
        let library = try TestStore()
        #expect(try library.put(SourceFixture()) == .added)
        let info = try library.store.document("psalter")
        let source = try SourceFixture().read()
        #expect(info.header == source.header)
        #expect(info.title.text(in: "fr") == "Un psautier")
        #expect(info.version == 1)
        #expect(info.source == "a test")
        #expect(info.addedAt == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(info.pages.map(\.number) == [1, 2])
        #expect(info.pages[0].imageID == "psalter-1")
        #expect(info.pages[0].image == SourceFixture.image)
        #expect(info.pages[0].sourceImage == "scan.png")
        #expect(info.pages[0].pixelsPerMillimetre == 11.8)
        #expect(info.pages[1].imageID == nil && info.pages[1].image == nil)
        #expect(info.pages[1].width == 500 && info.pages[1].height == 400)
    }

    @Test func `adding the same document again changes nothing`() throws {
        let library = try TestStore(SourceFixture())
        #expect(try library.put(SourceFixture()) == .unchanged)
        #expect(try library.store.document("psalter").version == 1)
    }

    @Test func `a change in a file creates a new version`() throws {
        let library = try TestStore(SourceFixture())
        var fixture = SourceFixture()
        try fixture.replace("Tithes", with: "Tenths", in: "texts/en.json")
        #expect(try library.put(fixture) == .replaced(version: 2))
        #expect(try library.store.clause("2", of: "psalter").title == "Tenths")
        #expect(try library.store.search("tithes").hits.isEmpty)
        #expect(try library.store.search("tenths").hits.count == 1)
        #expect(try library.put(fixture) == .unchanged)
    }

    @Test func `another image of the same size creates a new version`() throws {
        let library = try TestStore(SourceFixture())
        let other = StoredImage(
            fileName: "b.png", sha256: "bb", byteCount: 6, width: 1000, height: 800, pyramid: "b.szi")
        #expect(try library.put(SourceFixture(), image: other) == .replaced(version: 2))
        #expect(try library.store.document("psalter").pages[0].image == other)
    }

    @Test func `clauses missing from a new version are found nowhere`() throws {
        let library = try TestStore(SourceFixture())
        var fixture = SourceFixture("clauses.json", "[]")
        for language in ["en", "fr", "la"] { fixture.files["texts/\(language).json"] = nil }
        #expect(try library.put(fixture) == .replaced(version: 2))
        #expect(try library.store.clauses(of: "psalter").isEmpty)
        #expect(try library.store.clauses(of: "psalter", at: .init(x: 10, y: 10)).isEmpty)
        #expect(try library.store.search("church").hits.isEmpty)
        let filter = ClauseFilter(bounds: Rectangle(x: 0, y: 0, width: 900, height: 700))
        #expect(try library.store.clauses(of: "psalter", filter).isEmpty)
        #expect(try library.store.clauseCounts(of: "psalter").total == 0)
    }

    @Test func `returning to an earlier state creates a new version`() throws {
        let library = try TestStore(SourceFixture())
        var other = SourceFixture()
        try other.replace("Tithes", with: "Tenths", in: "texts/en.json")
        try library.put(other)
        #expect(try library.put(SourceFixture()) == .replaced(version: 3))
        #expect(try library.store.clause("2", of: "psalter").title == "Tithes")
    }

    @Test func `images that do not match the pages are rejected, and nothing is written`() throws {
        let library = try TestStore()
        let document = try SourceFixture().read()
        let small = StoredImage(fileName: "s", sha256: "s", byteCount: 1, width: 10, height: 8, pyramid: "s")
        let wrong: [[ImagePlace: StoredImage]] = [
            [:], [1: small], [1: SourceFixture.image, 2: small], [1: SourceFixture.image, 3: small],
        ]
        for images in wrong {
            let error = #expect(throws: ClauseStoreError.self) {
                try library.store.put(document, images: images, source: "", at: Date())
            }
            #expect(error?.kind == .invalid)
        }
        #expect(try library.store.documents(for: .administrator).isEmpty)
    }

    @Test func `source files are returned byte for byte, including unknown keys`() throws {
        let library = try TestStore(SourceFixture())
        let fixture = SourceFixture()
        let files = try library.store.sourceFiles(of: "psalter")
        #expect(files.map(\.name) == files.map(\.name).sorted())
        #expect(files.count == 7)
        for file in files { #expect(file.bytes == fixture.files[file.name], "\(file.name)") }
    }

    @Test func `an exported folder is unchanged when added again`() throws {
        let library = try TestStore(SourceFixture())
        let folder = try TemporaryFolder()
        for file in try library.store.sourceFiles(of: "psalter") { try folder.write(file.name, file.bytes) }
        try folder.write("scan.png", Data("pixels".utf8))
        let again = try SourceFolder.read(folder.url.path) { _, _ in (1000, 800) }
        let outcome = try library.store.put(again, images: [1: SourceFixture.image], source: "again", at: Date())
        #expect(outcome == .unchanged)
    }

    @Test func `documents are sorted, and drafts are listed only for those who may read them`() throws {
        let library = try TestStore(SourceFixture())
        var draft = SourceFixture()
        try draft.replace(#""id": "psalter""#, with: #""id": "Draft""#, in: "document.json")
        try draft.replace("published", with: "draft", in: "document.json")
        try library.put(draft)
        #expect(try library.store.documents().map(\.id) == ["psalter"])
        #expect(try library.store.documents(for: .administrator).map(\.id) == ["Draft", "psalter"])
        #expect(try library.store.document("Draft").status == .draft)
    }

    @Test func `documents with the same clause ids are kept apart`() throws {
        let library = try TestStore(SourceFixture())
        var other = SourceFixture()
        try other.replace(#""id": "psalter""#, with: #""id": "other""#, in: "document.json")
        let corner = "[900, 700], [950, 700], [950, 790]"
        try other.replace("[0, 0], [500, 0], [500, 400], [0, 400]", with: corner, in: "clauses.json")
        try library.put(other)
        #expect(try library.store.clauses(of: "psalter", at: .init(x: 10, y: 10)).map(\.id) == ["preamble"])
        #expect(try library.store.clauses(of: "other", at: .init(x: 10, y: 10)).isEmpty)
        let filter = ClauseFilter(bounds: Rectangle(x: 910, y: 720, width: 80, height: 80))
        #expect(try library.store.clauses(of: "psalter", filter).isEmpty)
        #expect(try library.store.clauses(of: "other", filter).map(\.id) == ["preamble"])
    }
}

@Suite struct StoreRemoveTests {
    @Test func `removing returns the files no longer referenced, including those of former versions`() throws {
        let library = try TestStore(SourceFixture())
        let second = StoredImage(
            fileName: "b.png", sha256: "bb", byteCount: 6, width: 1000, height: 800, pyramid: "b.szi")
        try library.put(SourceFixture(), image: second)
        var other = SourceFixture()
        try other.replace(#""id": "psalter""#, with: #""id": "other""#, in: "document.json")
        try library.put(other)

        let orphans = try library.store.remove("psalter")
        #expect(orphans.originals == ["b.png"])
        #expect(orphans.pyramids == ["b.szi"])
        let error = #expect(throws: ClauseStoreError.self) { try library.store.document("psalter") }
        #expect(error == .noDocument("psalter") && error?.kind == .notFound)
        let last = try library.store.remove("other")
        #expect(last.originals == ["a.png"] && last.pyramids == ["a.szi"])
        #expect(try library.store.search("church").hits.isEmpty)
    }

    @Test func `a removed document can be added again as a new one`() throws {
        let library = try TestStore(SourceFixture())
        #expect(try library.store.clauses(of: "psalter", at: .init(x: 10, y: 10)).map(\.id) == ["preamble"])
        _ = try library.store.remove("psalter")
        var moved = SourceFixture()
        let elsewhere = "[2, 600], [9, 600], [9, 700]"
        try moved.replace("[0, 0], [500, 0], [500, 400], [0, 400]", with: elsewhere, in: "clauses.json")
        #expect(try library.put(moved) == .added)
        // The removed document's index in memory must not be used for the new one.
        #expect(try library.store.clauses(of: "psalter", at: .init(x: 10, y: 10)).isEmpty)
    }

    @Test func `removing an unknown document is an error`() throws {
        let library = try TestStore()
        #expect(throws: ClauseStoreError.noDocument("x")) { try library.store.remove("x") }
    }
}
