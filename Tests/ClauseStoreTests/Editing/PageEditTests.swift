import DocumentFormats
import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import ClauseStore

/// Pages of working copies and their scans.
@Suite struct PageEditTests {
    private typealias Fixture = EditingStore

    private static let sha256 = String(repeating: "b", count: 64)
    private static let scan = "sbbbbbbbbbbbbbbbbbbbb"
    private static let image = #"{"scan": "\#(scan)", "rotation": 0, "crop": null}"#
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    private static func new(_ name: String = "new.png", isReady: Bool = true) -> NewScan {
        NewScan(
            name: name, fileName: sha256 + ".png", sha256: sha256, byteCount: 9, width: 300, height: 200,
            pyramid: "b.szi", isReady: isReady)
    }

    private static func withScan(isReady: Bool = true, _ source: SourceFixture = SourceFixture()) throws -> EditingStore
    {
        let fixture = try EditingStore(source)
        let (scan, isNew) = try fixture.store.addScan(
            new(isReady: isReady), to: "psalter", editor: "Ada", at: now)
        #expect(isNew && scan.id == Self.scan && scan.image.id == "psalter-" + Self.scan)
        return fixture
    }

    private func publish(_ fixture: EditingStore) throws -> PublishedWorkingCopy {
        let revision = try fixture.info().revision
        #expect(try fixture.store.differencesFromJournal(of: "psalter") == [])
        return try fixture.store.publishWorkingCopy(of: "psalter", revision: revision, editor: "Ada", at: Self.now)
    }

    private func regions(of clause: String, _ fixture: EditingStore) throws -> [Int] {
        let clauses = try fixture.store.sourceDocument("psalter").clauses
        return try #require(clauses.first { $0.id == clause }).regions.map(\.page)
    }

    @Test func `a published page's fields can be read, with its original as image`() throws {
        let fixture = try EditingStore()
        #expect(try fixture.value("pages/1") == .bool(true) && fixture.value("pages/3") == .null)
        #expect(try fixture.value("pages/2/order") == .number(1))
        #expect(try fixture.value("pages/1/image") == Fixture.value(#"{"crop": null, "rotation": 0, "scan": "saa"}"#))
        #expect(try fixture.value("pages/2/image") == .null)
        #expect(try fixture.value("pages/1/pixelsPerMillimetre") == .number(11.8))
    }

    @Test func `reordering pages moves their regions, images and contents`() throws {
        var source = SourceFixture()
        try source.replace(
            #""x-unknown": [1"#,
            with: #""structures": [{"label": "All", "pages": [1, {"page": 2, "box": [0, 0, 9, 9]}]}], "x-unknown": [1"#,
            in: "document.json")
        let fixture = try EditingStore(source)
        try fixture.entry(Fixture.edit("a", ("pages/2/order", "1", "-1")))
        #expect(try publish(fixture).version == 2)
        let document = try fixture.store.document("psalter")
        #expect(document.pages.map(\.imageID) == [nil, "psalter-2"])
        #expect(document.pages.map(\.width) == [500, 1000] && document.pages[1].image == SourceFixture.image)
        #expect(try regions(of: "3", fixture) == [2, 1] && regions(of: "seal", fixture) == [2])
        let file = try #require(try fixture.store.sourceFiles(of: "psalter").first { $0.name == "document.json" })
        let contents = try JSONParser.parse(file.bytes)["structures"]?.elements?.first?["pages"]
        #expect(try contents == Fixture.value(#"[2, {"page": 1, "box": [0, 0, 9, 9]}]"#))
    }

    @Test func `a new page is published with its uploaded scan`() throws {
        let fixture = try Self.withScan()
        let square = "[{\"polygon\":[[0,0],[300,0],[300,200],[0,200]]}]"
        try fixture.entry(
            Fixture.edit(
                "a", ("pages/7", "null", "true"), ("pages/7/image", "null", Self.image),
                ("pages/7/order", "null", "0.5"), ("pages/7/label", "null", #"{"en": "between"}"#),
                ("clauses/2/regions/7", "null", square)))
        let content = try fixture.store.workingContent(of: "psalter").content
        let pages = try #require(content["pages"]?.elements)
        #expect(pages.map { $0["number"] } == [.number(1), .number(7), .number(2)])
        #expect(pages[1]["imageId"] == .string("psalter-" + Self.scan) && pages[1]["width"] == .number(300))
        #expect(pages[1]["image"]?["name"] == .string("new.png") && pages[0]["image"]?["name"] == .string("scan.png"))
        _ = try publish(fixture)
        let document = try fixture.store.document("psalter")
        #expect(document.pages.map(\.pyramid) == ["a.szi", "b.szi", nil])
        #expect(document.pages.map(\.sourceImage) == ["scan.png", "new.png", nil])
        #expect(document.pages[1].width == 300 && document.pages[1].label?.text(in: "en") == "between")
        #expect(try regions(of: "2", fixture) == [1, 2] && regions(of: "3", fixture) == [1, 3])
        #expect(
            try fixture.value("pages/2/image") == Fixture.value(#"{"crop":null,"rotation":0,"scan":"\#(Self.scan)"}"#))
        #expect(try fixture.store.differencesFromSource(of: "psalter") == [])
    }

    @Test func `a page whose scan is not sliced or failed cannot be published`() throws {
        let fixture = try Self.withScan(isReady: false)
        try fixture.entry(Fixture.edit("a", ("pages/2/image", "null", Self.image)))
        for state in [ScanImage.State.slicing, .failed] {
            try fixture.store.setState(state, error: "it is cut short", ofScanImage: "psalter-" + Self.scan)
            let faults = try #require(throws: SourceFaults.self) { try publish(fixture) }
            #expect(faults.lines.count == 1 && faults.lines[0].contains("pages/2/image"), "\(faults.lines)")
        }
        try fixture.store.setState(.ready, ofScanImage: "psalter-" + Self.scan)
        // The former page is larger, but the region of clause 3 is within the new one too.
        _ = try publish(fixture)
        #expect(try fixture.store.document("psalter").pages[1].width == 300)
    }

    @Test func `regions are validated against the image the page has after the edit`() throws {
        let fixture = try Self.withScan()
        let outside = "[{\"polygon\":[[0,0],[400,0],[400,200]]}]"
        let fault = try fixture.fault(
            Fixture.edit("a", ("pages/2/image", "null", Self.image), ("clauses/2/regions/2", "null", outside)))
        #expect(fault.path.hasPrefix("clauses/2/regions/2"))
        #expect(try fixture.fault(Fixture.edit("b", ("clauses/2/regions/9", "null", outside))).value == "page 9")
        let other = #"{"scan": "snothing", "rotation": 0, "crop": null}"#
        #expect(try fixture.fault(Fixture.edit("c", ("pages/2/image", "null", other))).path == "pages/2/image")
        let part = #"{"scan": "\#(Self.scan)", "rotation": 90, "crop": null}"#
        #expect(try fixture.fault(Fixture.edit("d", ("pages/2/image", "null", part))).path == "pages/2/image")
        for wrong in [#"{"scan": "saa", "rotation": 360}"#, #"{"scan": "saa", "crop": [0, 0, 0, 5]}"#, #""saa""#] {
            #expect(try fixture.fault(Fixture.edit("e", ("pages/2/image", "null", wrong))).path == "pages/2/image")
        }
    }

    @Test func `a page can be deleted only with its regions, and the last page never`() throws {
        let fixture = try EditingStore()
        let square = "[{\"polygon\":[[10.5,10.25],[60,10],[60,60],[10,60]]}]"
        #expect(try fixture.fault(Fixture.edit("a", ("pages/2", "true", "null"))).value.contains("clause 3"))
        try fixture.entry(
            Fixture.edit("b", ("clauses/1/regions/2", "null", "[{\"polygon\":[[0,0],[50,0],[50,50]]}]")), by: "Bea")
        let removal = try Fixture.edit(
            "c", ("pages/2", "true", "null"), ("clauses/3/regions/2", square, "null"))
        let conflicts = try fixture.conflicts(removal)
        #expect(conflicts.map(\.path.description) == ["pages/2", "clauses/3/regions/2"])
        #expect(conflicts.map(\.editor) == ["Bea", "Bea"])
        try fixture.entry(
            Fixture.edit(
                "d", at: 1, ("pages/2", "true", "null"), ("clauses/3/regions/2", square, "null"),
                ("clauses/1/regions/2", "[{\"polygon\":[[0,0],[50,0],[50,50]]}]", "null")))
        // A later undo needs the page and reports that.
        #expect(
            try fixture.conflicts(Fixture.edit("e", at: 2, ("clauses/3/regions/2", "null", square))).first?.reason
                == .absent)
        let last = try EditingStore(Self.withoutClauses())
        try last.entry(Fixture.edit("f", ("pages/2", "true", "null")))
        #expect(try last.fault(Fixture.edit("g", ("pages/1", "true", "null"))).path == "pages")
        _ = try publish(fixture)
        #expect(try fixture.store.document("psalter").pages.count == 1)
    }

    @Test func `the numbers of pages, scans and parts of scans are limited`() throws {
        let fixture = try Self.withScan()
        var store = fixture.store
        (store.editLimits.pages, store.editLimits.scans) = (3, 1)
        func limit(_ run: () throws -> Void) throws -> String? {
            let error = try #require(throws: ClauseStoreError.self) { try run() }
            guard case .edit(let fault) = error, fault.isLimit else { throw error }
            return fault.value
        }
        func page(_ number: Int) throws {
            let edit = try Fixture.edit("p\(number)", ("pages/\(number)", "null", "true"))
            _ = try store.apply(edit, to: "psalter", editor: "Ada", at: Self.now)
        }
        try page(3)
        #expect(try limit { try page(4) } == "4 altogether")
        let second = NewScan(
            name: "other.png", fileName: "cc.png", sha256: String(repeating: "c", count: 64), byteCount: 1, width: 1,
            height: 1, pyramid: "c.szi", isReady: true)
        let count = try limit { _ = try store.addScan(second, to: "psalter", editor: "Ada", at: Self.now) }
        #expect(count == "1 scans")
        // Adding the same scan again does not add another one.
        #expect(try !store.addScan(Self.new(), to: "psalter", editor: "Ada", at: Self.now).isNew)
        func part(_ rotation: Int) throws {
            let image = ScanImage(
                id: "psalter-part-\(rotation)", part: #"{"rotation":\#(rotation)}"#, width: 300, height: 200,
                pyramid: "part-\(rotation).szi", state: .ready)
            _ = try store.addScanImage(image, ofScan: Self.scan, "psalter", at: Self.now)
        }
        // The whole scan counts as one of four parts.
        for rotation in [90, 180, 270] { try part(rotation) }
        #expect(try limit { try part(45) } == "4 images of scans")
        try part(90)
    }

    private static func withoutClauses() -> SourceFixture {
        var source = SourceFixture("clauses.json", "[]")
        for language in ["en", "fr", "la"] { source.files["texts/\(language).json"] = Data("{}".utf8) }
        return source
    }

    @Test func `a discarded new page is restored with its image`() throws {
        let fixture = try Self.withScan()
        try fixture.entry(
            Fixture.edit(
                "a", ("pages/3", "null", "true"), ("pages/3/image", "null", Self.image),
                ("clauses/1/regions/3", "null", "[{\"polygon\":[[0,0],[50,0],[50,50]]}]")))
        _ = try fixture.store.discardWorkingCopy(of: "psalter", revision: 1, editor: "Ada", at: Self.now)
        #expect(try fixture.value("pages/3") == .null)
        #expect(try fixture.store.removeUnusedScans(at: Self.now.addingTimeInterval(20 * 86_400)) == nil)
        guard case .applied = try fixture.store.restoreDiscardedEdits(of: "psalter", editor: "Ada", at: Self.now) else {
            Issue.record("not brought back")
            return
        }
        #expect(try fixture.value("pages/3") == .bool(true))
        _ = try publish(fixture)
        #expect(try fixture.store.document("psalter").pages.count == 3)
    }

    @Test func `a scan is stored once under a unique name, and removed after 30 days without use`() throws {
        let fixture = try Self.withScan()
        let again = try fixture.store.addScan(Self.new("other.png"), to: "psalter", editor: "Bea", at: Self.now)
        #expect(!again.isNew && again.scan.name == "new.png")
        let taken = NewScan(
            name: "scan.png", fileName: "cc.png", sha256: String(repeating: "c", count: 64), byteCount: 1, width: 1,
            height: 1, pyramid: "c.szi", isReady: true)
        let named = try fixture.store.addScan(taken, to: "psalter", editor: "Ada", at: Self.now).scan
        #expect(named.name == "scan-2.png")
        #expect(try fixture.store.fileNames().pyramids == ["a.szi", "b.szi", "c.szi"])
        try fixture.entry(Fixture.edit("a", ("pages/2/image", "null", Self.image)))
        let error = #expect(throws: ClauseStoreError.self) {
            try fixture.store.removeScan(Self.scan, of: "psalter")
        }
        #expect(error?.description.contains("page 2 of the working copy") == true)
        let later = Self.now.addingTimeInterval(31 * 86_400)
        let orphans = try #require(try fixture.store.removeUnusedScans(at: later))
        #expect(orphans.originals == ["cc.png"] && orphans.pyramids == ["c.szi"])
        try fixture.apply(
            Fixture.edit("b", at: 1, ("pages/2/image", Self.image, "null")), at: later.timeIntervalSince1970)
        #expect(try fixture.store.removeUnusedScans(at: later) == nil)
        #expect(try fixture.store.removeScan(Self.scan, of: "psalter").originals == [Self.sha256 + ".png"])
        #expect(try fixture.store.scans(of: "psalter") == [])
    }

    @Test func `a draft is created from a scan in one step, with the scan on its page`() throws {
        let fixture = try EditingStore()
        let draft = try SourceDocument.draft(id: "letter", title: "Letter", width: 300, height: 200)
        let scan = try fixture.store.addDraft(draft, of: Self.new(), editor: "Ada", at: Self.now)
        #expect(scan.document == "letter")
        let info = try fixture.store.document("letter")
        #expect(info.header.status == .draft && info.pages.map(\.imageID) == [nil])
        #expect(throws: ClauseStoreError.self) { try fixture.store.document("letter", for: .anyone) }
        let copy = try fixture.store.workingCopy(of: "letter")
        #expect(copy.revision == 1 && copy.changeCount == 1)
        _ = try fixture.store.publishWorkingCopy(of: "letter", revision: 1, editor: "Ada", at: Self.now)
        #expect(try fixture.store.document("letter").pages.map(\.pyramid) == ["b.szi"])
        // The same picture belongs to another document too, so its files remain when this one is removed.
        _ = try fixture.store.addScan(Self.new(), to: "psalter", editor: "Ada", at: Self.now)
        #expect(try fixture.store.remove("letter").originals == [])
        #expect(try fixture.store.remove("psalter").originals == ["a.png", Self.sha256 + ".png"])
    }
}
