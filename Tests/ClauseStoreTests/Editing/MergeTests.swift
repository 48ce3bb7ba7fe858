import Foundation
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// Adding a source again after its document was edited in the browser.
@Suite struct MergeTests {
    private typealias Fixture = EditingStore

    private let fixture: EditingStore

    init() throws { fixture = try EditingStore() }

    private let later = Date(timeIntervalSince1970: 1_700_000_500)

    @discardableResult
    private func merge(
        _ source: SourceFixture, image: StoredImage = SourceFixture.image, from path: String = "a test"
    ) throws -> MergeReport? {
        try fixture.store.merge(
            source.read(), images: [1: image], source: path, editor: "explore add \(path)", at: later)
    }

    /// Returns the fixture with changes to its files.
    private func source(_ changes: (file: String, from: String, to: String)...) throws -> SourceFixture {
        var source = SourceFixture()
        for change in changes { try source.replace(change.from, with: change.to, in: change.file) }
        return source
    }

    private func publish() throws {
        _ = try fixture.store.publishWorkingCopy(
            of: "psalter", revision: fixture.info().revision, editor: "Ada", at: later)
    }

    private func edit(_ path: String, _ before: String, _ after: String) throws {
        let revision = try fixture.info().revision
        let outcome = try fixture.apply(
            Fixture.edit("e\(revision)", at: revision, (path, before, after)), at: 1_700_000_100)
        guard case .applied = outcome else { throw try #require(nil as (any Error)?, "\(path) was not edited") }
    }

    private func titles(_ clause: String) throws -> JSONValue {
        try fixture.value("clauses/\(clause)/texts/en/title")
    }

    @Test func `an unedited document is not merged`() throws {
        #expect(try !fixture.store.isEdited("psalter"))
        #expect(try merge(source(("texts/en.json", "Tithes", "Tenths"))) == nil)
        #expect(
            try fixture.store.merge(
                source().read(), images: [:], source: "x", editor: "explore add x", at: later) == nil)
        #expect(try !fixture.store.isEdited("no-such-document"))
        // Edits that were all reverted do not count.
        try edit("clauses/2/texts/en/title", #""Tithes""#, #""Tax""#)
        try edit("clauses/2/texts/en/title", #""Tax""#, #""Tithes""#)
        #expect(try !fixture.store.isEdited("psalter"))
    }

    @Test func `changes of the source are merged as edits, before and after publishing`() throws {
        try edit("clauses/1/texts/en/title", #""The church is free""#, #""Freedom""#)
        #expect(try fixture.store.isEdited("psalter"))
        let report = try #require(
            try merge(
                source(
                    ("texts/en.json", "Tithes", "Tenths"),
                    ("clauses.json", "[700, 200], [600, 200]", "[700, 210], [600, 200]"),
                    ("categories.json", #""Money" }"#, #""Coin" }"#), ("document.json", #""MS 1""#, #""MS 2""#))))
        #expect(report.changeCount == 4 && report.revision == 2)
        #expect(try titles("1") == .string("Freedom") && titles("2") == .string("Tenths"))
        #expect(try fixture.value("document/shelfmark") == .string("MS 2"))
        let newest = try #require(try fixture.store.journal(of: "psalter").last)
        #expect(newest.editor == "explore add a test")
        #expect(try fixture.store.workingFiles(of: "psalter").contains { $0.name == "seal.svg" })

        // After publishing, the editors' version remains, and the source is compared with its own former version.
        try publish()
        #expect(try fixture.store.isEdited("psalter"))
        let again = try #require(
            try merge(source(("texts/en.json", "Tithes", "Tenth parts"), ("document.json", #""MS 1""#, #""MS 2""#))))
        // The source may change again what it changed itself, and revert it.
        #expect(again.changeCount == 3)
        #expect(try titles("1") == .string("Freedom") && titles("2") == .string("Tenth parts"))
        #expect(try fixture.value("categories/money/label") == Fixture.value(#"{"en":"Money"}"#))
        #expect(try fixture.store.differencesFromJournal(of: "psalter").isEmpty)
        let none = try #require(
            try merge(source(("texts/en.json", "Tithes", "Tenth parts"), ("document.json", #""MS 1""#, #""MS 2""#))))
        #expect(none.changeCount == 0)
    }

    @Test func `a field changed on both sides conflicts, and nothing is written`() throws {
        try edit("clauses/2/texts/en/title", #""Tithes""#, #""Tax""#)
        try publish()
        let before = try fixture.info()
        let conflicts = try #require(throws: MergeConflicts.self) {
            try merge(source(("texts/en.json", "Tithes", "Tenths"), ("document.json", #""MS 1""#, #""MS 2""#)))
        }
        #expect(
            conflicts.lines == [
                #"a test: clauses/2/texts/en/title is "Tenths" instead of "Tithes", but in the browser "Ada" made it "Tax""#,
                "psalter: 1 field changed both in a test and in the browser; nothing was changed",
            ])
        #expect(try fixture.info() == before)
        // An equal change on both sides is no change.
        #expect(try merge(source(("texts/en.json", "Tithes", "Tax")))?.changeCount == 0)
    }

    @Test func `clauses added and removed by the source are merged in order`() throws {
        try edit("clauses/2/number", #""2""#, #""II""#)
        var source = SourceFixture()
        let new = """
            { "id": "new", "number": "9", "kind": "clause", "categories": [],
              "regions": [ { "page": 1, "polygon": [[0, 0], [9, 0], [9, 9]] } ] },
            """
        try source.replace(
            #"{ "id": "2", "number": "2""#, with: new + #"{ "id": "2", "number": "2""#, in: "clauses.json")
        try source.replace(
            #""2": { "title": "Tithes""#, with: #""new": { "title": "New" }, "2": { "title": "Tithes""#,
            in: "texts/en.json")
        let note = try #require(SourceFixture.clauses.range(of: #"{ "id": "note""#))
        let text = String(SourceFixture.clauses[note.lowerBound...].dropLast(2))
        try source.replace(",\n  " + text, with: "", in: "clauses.json")
        try source.replace(#","# + "\n" + #"  "note": { "title": "Une note élevée" }"#, with: "", in: "texts/fr.json")
        let report = try #require(try merge(source))
        #expect(report.changeCount > 4)
        let working = try fixture.store.workingDocument(of: "psalter")
        #expect(working.clauses.map(\.id) == ["preamble", "new", "2", "1", "3", "seal"])
        #expect(working.clauses[1].number == "9" && working.texts["en"]?["new"]?.title == "New")
        #expect(try fixture.value("clauses/2/number") == .string("II"))
    }

    @Test func `removing a clause in the source that was edited in the browser conflicts`() throws {
        try edit("clauses/note/texts/fr/title", #""Une note élevée""#, #""Une note""#)
        var source = SourceFixture()
        try source.replace(#""id": "note""#, with: #""id": "remark""#, in: "clauses.json")
        try source.replace(#""note""#, with: #""remark""#, in: "texts/fr.json")
        let conflicts = try #require(throws: MergeConflicts.self) { try merge(source) }
        #expect(conflicts.conflicts.map(\.path) == [.clause("note", .existence)])
        #expect(conflicts.lines[0].hasSuffix(#"but in the browser "Ada" edited it"#))
    }

    /// The fixture's files with another id for the clause `note`.
    private func withoutNote(_ changes: (file: String, from: String, to: String)...) throws -> SourceFixture {
        var source = try source(
            ("clauses.json", #""id": "note""#, #""id": "remark""#), ("texts/fr.json", #""note""#, #""remark""#))
        for change in changes { try source.replace(change.from, with: change.to, in: change.file) }
        return source
    }

    @Test func `edits count as made after a version was added, whatever the clock said`() throws {
        let title = ("clauses/note/texts/fr/title", #""Une note élevée""#, #""Une note""#)
        try fixture.apply(Fixture.edit("a", title), at: 1_600_000_000)
        let conflicts = try #require(throws: MergeConflicts.self) { try merge(withoutNote()) }
        #expect(conflicts.conflicts.map(\.path) == [.clause("note", .existence)])
    }

    @Test func `a restored version that people edited is not replaced`() throws {
        try edit("clauses/2/texts/en/title", #""Tithes""#, #""Tax""#)
        try edit("clauses/note/texts/fr/title", #""Une note élevée""#, #""Une note""#)
        try publish()
        let shelfmark = ("document.json", #""MS 1""#, #""MS 2""#)
        #expect(try fixture.library.put(source(shelfmark)) == .replaced(version: 3))
        #expect(try !fixture.store.isEdited("psalter"))
        #expect(try fixture.store.restore("psalter", version: 2, at: later) == .replaced(version: 4))
        #expect(try fixture.store.isEdited("psalter"))
        let conflicts = try #require(throws: MergeConflicts.self) { try merge(withoutNote(shelfmark)) }
        #expect(conflicts.conflicts.map(\.path) == [.clause("note", .existence)])
        let report = try #require(try merge(source(shelfmark, ("texts/en.json", "Silver", "Coin"))))
        #expect(report.changeCount == 1)
        #expect(try titles("2") == .string("Tax") && titles("3") == .string("Coin"))
    }

    @Test func `a restored version that nobody edited is replaced`() throws {
        let changed = try source(("document.json", #""MS 1""#, #""MS 2""#))
        try fixture.library.put(changed)
        #expect(try fixture.store.restore("psalter", version: 1, at: later) == .replaced(version: 3))
        #expect(try !fixture.store.isEdited("psalter"))
        #expect(try merge(changed) == nil)
    }

    @Test(arguments: ["explore check --fix", "explore texts import t.csv"])
    func `a version made of what people edited is not what a source changes`(origin: String) throws {
        // A repeated point, which the check repairs.
        let source = try source(("clauses.json", "[1000, 0], [1000, 400]", "[1000, 0], [1000, 0], [1000, 400]"))
        try fixture.library.put(source)
        try edit("clauses/2/texts/en/title", #""Tithes""#, #""Tax""#)
        try publish()
        if origin == "explore check --fix" {
            _ = try fixture.store.mend("psalter", at: later)
        } else {
            let table = Data("clause,en title\n3,Coin\n".utf8)
            _ = try fixture.store.importTexts(table, named: "t.csv", into: "psalter", at: later)
        }
        let newest = try #require(try fixture.store.versions(of: "psalter").first)
        #expect(newest.number == 4 && newest.source == origin)
        #expect(try fixture.store.isEdited("psalter"))
        // The same folder by another path.
        let report = try #require(try merge(source, from: "./a test"))
        #expect(report.changeCount == 0)
        #expect(try titles("2") == .string("Tax"))
    }

    @Test(
        arguments: [
            ("version 12", .restoration(of: 12)), ("version two", .files), ("versions/psalter", .files),
            ("edited by Ada, Bea", .edits), ("explore check --fix", .mending), ("psalter", .files), ("", .files),
            ("explore texts import t", .texts), ("lists/Texts.CSV", .texts),
        ] as [(String, VersionOrigin)])
    func `the source of a version tells how it came about`(source: String, origin: VersionOrigin) {
        #expect(VersionOrigin(source: source) == origin)
    }

    @Test func `the source of a version is part of a sentence`() {
        for source in ["edited by Ada, Bea", "uploaded by Ada"] {
            #expect(VersionOrigin.phrase(source: source) == source)
        }
        #expect(VersionOrigin.phrase(source: "psalter/") == "from psalter/")
        #expect(VersionOrigin.phrase(source: "version 12") == "from version 12")
    }

    @Test(arguments: [
        ("document.json", #""x-unknown": [1,"#, #""x-unknown": [2,"#, "keys that only files have (document.json)"),
        ("document.json", "11.8", "11.9", "another image, size or scale of page 1"),
        ("clauses.json", #""remark": "kept""#, #""remark": "lost""#, "keys that only files have (clauses.json: 1)"),
        ("seal.svg", "<svg", "<svg ", #"another file "seal.svg""#),
    ])
    func `a difference that no edit can express is rejected, and nothing is written`(
        file: String, from: String, to: String, difference: String
    ) throws {
        try edit("clauses/2/number", #""2""#, #""II""#)
        #expect(throws: ClauseStoreError.cannotMerge(document: "psalter", difference: difference)) {
            try merge(source((file, from, to)))
        }
        let image = StoredImage(
            fileName: "b.png", sha256: "bb", byteCount: 6, width: 1000, height: 800, pyramid: "b.szi")
        #expect(throws: ClauseStoreError.cannotMerge(document: "psalter", difference: "another image of page 1")) {
            try merge(source(), image: image)
        }
        #expect(try fixture.info().revision == 1)
    }

    @Test func `a table of texts is merged as edits of the working copy`() throws {
        let table = try fixture.store.textTable(of: "psalter")
        try edit("clauses/2/texts/en/title", #""Tithes""#, #""Tax""#)
        let changed = String(decoding: table, as: UTF8.self).replacing("Silver", with: "Coin")
        let report = try fixture.store.mergeTexts(
            Data(changed.utf8), named: "t.csv", into: "psalter", isPartial: true, editor: "explore texts import",
            at: later)
        #expect(report.changeCount == 1 && report.changedClauses == ["3"] && report.outcome == .unchanged)
        // The row of the clause whose texts have changed since is omitted.
        #expect(report.leftOut.map(\.path) == ["line 3"])
        #expect(try titles("3") == .string("Coin") && titles("2") == .string("Tax"))
        #expect(throws: SourceFaults.self) {
            try fixture.store.mergeTexts(
                Data(changed.utf8), named: "t.csv", into: "psalter", editor: "explore texts import", at: later)
        }
        // Without the column that identifies changed texts, the published texts are taken as the table's base.
        let blind = Data("clause,en title\r\n2,Tenths\r\n".utf8)
        let conflicts = try #require(throws: MergeConflicts.self) {
            try fixture.store.mergeTexts(
                blind, named: "t.csv", into: "psalter", editor: "explore texts import", at: later)
        }
        #expect(conflicts.conflicts.map(\.theirs) == [.string("Tax")])
    }

    @Test(
        arguments: [
            ([0, 1, 2], [0, 1, 2]), ([2, 0, 1], [1, 2]), ([nil, 3, 1, nil, 2], [2, 4]), ([], []), ([nil], []),
        ] as [([Int?], [Int])])
    func `the longest increasing subsequence is found`(values: [Int?], positions: [Int]) {
        #expect(Merge.longestIncreasingSubsequence(of: values) == Set(positions))
    }
}

/// The copy of a library's database for replicas and readers.
@Suite struct ReadersCopyTests {
    @Test func `a readers' copy has no bytes of working copies, journals or discarded edits`() throws {
        let fixture = try EditingStore()
        let words = ["unpublished-word", "discarded-word", "taken-back-word", "Editor-of-secrets"]
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        // Longer than a page of the database, so that its deletion frees pages.
        let long = String(repeating: "\(words[1]) ", count: 2000)
        try fixture.entry(
            EditingStore.edit("a", ("clauses/2/texts/en/context", "null", "\"\(long)\"")), by: words[3])
        _ = try fixture.store.discardWorkingCopy(of: "psalter", revision: 1, editor: words[3], at: date)
        try fixture.entry(
            EditingStore.edit("b", at: 2, ("clauses/2/number", #""2""#, "\"\(words[2])\"")), by: words[3])
        try fixture.entry(
            EditingStore.edit("c", at: 3, ("clauses/2/number", "\"\(words[2])\"", "\"\(words[0])\"")), by: words[3])

        let path = fixture.library.folder.path("copy.sqlite")
        try fixture.store.copyForReaders(to: path)
        let bytes = try Data(contentsOf: URL(filePath: path))
        for word in words { #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)") }
        let copy = try ClauseStore(path: path, access: .readOnly)
        #expect(try copy.sourceFiles(of: "psalter") == fixture.store.sourceFiles(of: "psalter"))
        #expect(try copy.workingCopy(of: "psalter").revision == 0)
        #expect(try fixture.info().revision == 4)
        // A backup is for editors.
        let backup = fixture.library.folder.path("backup.sqlite")
        try fixture.store.backUp(to: backup)
        #expect(try ClauseStore(path: backup, access: .readOnly).workingCopy(of: "psalter").changeCount == 1)
    }
}
