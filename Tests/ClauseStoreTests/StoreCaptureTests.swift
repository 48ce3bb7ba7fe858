import DocumentFormats
import Foundation
import GRDB
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentModel

@Suite struct StoreCaptureTests {
    private static let second = StoredImage(
        fileName: "b.png", sha256: "bb", byteCount: 7, width: 500, height: 400, pyramid: "b.szi")

    /// Returns the fixture with a second capture of page 1, which shows the page at half its size and 10 pixels further
    /// down.
    private static func fixture(alignment: Bool = true) throws -> SourceFixture {
        var fixture = SourceFixture()
        let pairs = "[[[0, 10], [0, 0]], [[500, 10], [1000, 0]], [[500, 410], [1000, 800]], [[0, 410], [0, 800]]]"
        let stated = alignment ? #", "alignment": \#(pairs)"# : ""
        try fixture.replace(
            #""image": "scan.png""#,
            with: #"""
                "captures": [ { "id": "day", "label": "Daylight", "kind": "visible", "image": "scan.png" },
                { "id": "uv", "kind": "ultraviolet", "image": "uv.png"\#(stated) } ]
                """#, in: "document.json")
        fixture.files["uv.png"] = Data("others".utf8)
        return fixture
    }

    private static func document(_ fixture: SourceFixture) throws -> SourceDocument {
        try fixture.read { file, _ in file.lastPathComponent == "uv.png" ? (500, 400) : (1000, 800) }
    }

    private static let images: [ImagePlace: StoredImage] = [
        1: SourceFixture.image, ImagePlace(page: 1, capture: 1): second,
    ]

    private static func store() throws -> TestStore {
        let library = try TestStore()
        _ = try library.store.put(
            document(fixture()), images: images, source: "a test", at: Date(timeIntervalSince1970: 1))
        return library
    }

    @Test func `a page's captures have their own ids, images and alignments`() throws {
        let library = try Self.store()
        let page = try #require(try library.store.document("psalter").pages.first)
        #expect(page.imageID == "psalter-1" && page.image == SourceFixture.image)
        #expect(page.captures.map(\.imageID) == ["psalter-1", "psalter-1-uv"])
        #expect(page.captures.map(\.kind) == [.visible, .ultraviolet])
        #expect(page.captures[1].image == Self.second && page.captures[1].width == 500)
        #expect(page.captures[1].toPage.apply(Point(x: 100, y: 110)) == Point(x: 200, y: 200))
        #expect(page.images.map(\.pyramid) == ["a.szi", "b.szi"] && page.images[1].width == 500)
        #expect(try library.store.fileNames().pyramids == ["a.szi", "b.szi"])
        #expect(try library.store.servedFileNames().originals == ["a.png", "b.png"])
        #expect(try library.store.documents(withFile: "b.szi") == ["psalter"])
        #expect(try library.store.differencesFromSource(of: "psalter").isEmpty)
        #expect(library.store.structuralFaults().isEmpty)
    }

    @Test func `storing the same document is unchanged, even with another measurement`() throws {
        let library = try Self.store()
        var measured = Self.images
        measured[ImagePlace(page: 1, capture: 1)]?.measurement = CaptureMeasurement(estimate: nil, error: 0.75)
        let document = try Self.document(Self.fixture())
        #expect(try library.store.put(document, images: measured, source: "a test", at: Date()) == .unchanged)
    }

    @Test func `an estimated alignment is stored with its error`() throws {
        let library = try TestStore()
        let document = try Self.document(Self.fixture(alignment: false))
        let error = #expect(throws: ClauseStoreError.self) {
            try library.store.put(document, images: Self.images, source: "", at: Date())
        }
        #expect(error?.kind == .invalid)
        let estimate = try #require(CaptureAlignment.filling(page: (1000, 800), with: (500, 400)))
        var images = Self.images
        images[ImagePlace(page: 1, capture: 1)]?.measurement = CaptureMeasurement(estimate: estimate, error: 1.5)
        #expect(try library.store.put(document, images: images, source: "", at: Date()) == .added)
        let capture = try #require(try library.store.document("psalter").pages.first?.captures.last)
        #expect(capture.isEstimated && capture.error == 1.5 && capture.alignment == estimate)
        #expect(try library.store.differencesFromSource(of: "psalter").isEmpty)
        _ = try library.store.put(Self.document(Self.fixture()), images: Self.images, source: "", at: Date())
        #expect(try library.store.restore("psalter", version: 1, at: Date()) == .replaced(version: 3))
        #expect(try library.store.document("psalter").pages.first?.captures.last?.alignment == estimate)
    }

    @Test func `a point on a capture is mapped to the page`() throws {
        let store = try Self.store().store
        #expect(try store.point(Point(x: 325, y: 85), ofCapture: "uv", page: 1, of: "psalter") == Point(x: 650, y: 150))
        #expect(try store.point(Point(x: 325, y: 85), ofCapture: "day", page: 1, of: "psalter") == Point(x: 325, y: 85))
        #expect(try store.point(Point(x: 5, y: 5), ofCapture: "uv", page: 1, of: "psalter") == nil)
        let wrong: [(Point, String, Int, ClauseStoreError.Kind)] = [
            (Point(x: 500, y: 5), "uv", 1, .invalid), (Point(x: .nan, y: 5), "uv", 1, .invalid),
            (Point(x: 5, y: 5), "ir", 1, .notFound), (Point(x: 5, y: 5), "uv", 2, .notFound),
            (Point(x: 5, y: 5), "uv", 9, .notFound),
        ]
        for (point, capture, page, kind) in wrong {
            let error = #expect(throws: ClauseStoreError.self) {
                try store.point(point, ofCapture: capture, page: page, of: "psalter")
            }
            #expect(error?.kind == kind)
        }
    }

    @Test func `images that do not match the captures are rejected`() throws {
        let library = try TestStore()
        let document = try Self.document(Self.fixture())
        let place = ImagePlace(page: 1, capture: 1)
        let wrong: [[ImagePlace: StoredImage]] = [
            [1: SourceFixture.image], [1: SourceFixture.image, place: SourceFixture.image],
            Self.images.merging([ImagePlace(page: 1, capture: 2): Self.second]) { $1 },
            Self.images.merging([ImagePlace(page: 2, capture: 1): Self.second]) { $1 },
        ]
        for images in wrong {
            let error = #expect(throws: ClauseStoreError.self) {
                try library.store.put(document, images: images, source: "", at: Date())
            }
            #expect(error?.kind == .invalid)
        }
    }

    @Test func `a capture with another image or alignment is a change of its page`() throws {
        let library = try Self.store()
        var images = Self.images
        images[ImagePlace(page: 1, capture: 1)] = StoredImage(
            fileName: "c.png", sha256: "cc", byteCount: 7, width: 500, height: 400, pyramid: "c.szi")
        _ = try library.store.put(Self.document(Self.fixture()), images: images, source: "", at: Date())
        var moved = try Self.fixture()
        try moved.replace("[[0, 10], [0, 0]]", with: "[[0, 11], [0, 0]]", in: "document.json")
        _ = try library.store.put(Self.document(moved), images: images, source: "", at: Date())
        #expect(try library.store.versions(of: "psalter").map { $0.changes?.pages } == [[1], [1], nil])
        let removed = try library.store.remove("psalter")
        #expect(removed.originals == ["a.png", "b.png", "c.png"])
    }

    @Test func `a working copy keeps the captures of its pages when pages are reordered`() throws {
        let library = try Self.store()
        let edit = Edit(
            id: "e1", revision: 0, label: "movePage",
            operations: [EditOperation(path: .page(1, .order), before: .number(0), after: .number(5))])
        guard case .applied = try library.store.apply(edit, to: "psalter", editor: "Ada", at: Date()) else {
            Issue.record("the edit was refused")
            return
        }
        let replacing = Edit(
            id: "e2", revision: 1, label: "removePicture",
            operations: [
                EditOperation(
                    path: .page(1, .image), before: PageImage(scan: UploadedScan.id(ofSHA256: "aa")).json, after: .null)
            ])
        let refusal = #expect(throws: ClauseStoreError.self) {
            _ = try library.store.apply(replacing, to: "psalter", editor: "Ada", at: Date())
        }
        #expect(refusal?.kind == .invalid)
        let revision = try library.store.workingRevision(of: "psalter")
        _ = try library.store.publishWorkingCopy(of: "psalter", revision: revision, editor: "Ada", at: Date())
        let pages = try library.store.document("psalter").pages
        #expect(pages.map(\.captures.count) == [0, 2])
        #expect(pages[1].captures.map(\.imageID) == ["psalter-2", "psalter-2-uv"])
        #expect(pages[1].captures[1].image == Self.second)
    }

    @Test func `a source with other captures cannot be merged into an edited document`() throws {
        let library = try Self.store()
        let label = JSONValue.object([.init(key: "en", value: .string("recto"))])
        let edit = Edit(
            id: "e1", revision: 0, label: "rename",
            operations: [EditOperation(path: .page(1, .label), before: label, after: .string("front"))])
        guard case .applied = try library.store.apply(edit, to: "psalter", editor: "Ada", at: Date()) else {
            Issue.record("the edit was refused")
            return
        }
        var moved = try Self.fixture()
        try moved.replace("[[0, 10], [0, 0]]", with: "[[0, 11], [0, 0]]", in: "document.json")
        let error = #expect(throws: ClauseStoreError.self) {
            _ = try library.store.merge(
                Self.document(moved), images: Self.images, source: "a test", editor: "add", at: Date())
        }
        #expect(error == .cannotMerge(document: "psalter", difference: "other captures of page 1"))
    }

    @Test func `a library migrated from before captures keeps its images`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("library.sqlite")
        let former = try DatabasePool(path: path)
        try former.write { $0.add(function: FoldedText.function) }
        try Schema.migrator.migrate(former, upTo: "5")
        let header = try StoredJSON.encode(SourceFixture().read().header)
        try former.write { database in
            try database.execute(
                sql: """
                    INSERT INTO version VALUES (1, 'psalter', 1, 0, 'a test');
                    INSERT INTO image VALUES (1, 1, 'a.png', 'aa', 6, 1000, 800, 'a.szi');
                    INSERT INTO image VALUES (1, 2, 'b.png', 'bb', 7, 500, 400, 'b.szi');
                    """)
            try database.execute(
                sql: """
                    INSERT INTO document (key, id, version, status, access, header)
                    VALUES (7, 'psalter', 1, 'published', 'open', ?)
                    """,
                arguments: [header])
            try database.execute(
                sql: """
                    INSERT INTO page VALUES (1, 7, 1, NULL, 1000, 800, NULL, 'a.png');
                    INSERT INTO page VALUES (2, 7, 2, NULL, 500, 400, NULL, 'b.png');
                    """)
        }
        try former.close()
        let store = try ClauseStore(path: path, access: .readWrite)
        let pages = try store.document("psalter").pages
        #expect(pages.map(\.image) == [SourceFixture.image, Self.second])
        #expect(pages.allSatisfy { $0.captures.isEmpty && $0.images.count == 1 })
        #expect(try store.fileNames().originals == ["a.png", "b.png"])
        #expect(store.structuralFaults() == [])
    }
}
