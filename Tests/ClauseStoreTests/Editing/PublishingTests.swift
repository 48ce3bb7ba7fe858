import Foundation
import GRDB
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct WorkingFilesTests {
    private typealias Fixture = EditingStore

    private func json(_ name: String, _ fixture: EditingStore) throws -> JSONValue {
        let file = try fixture.store.workingFiles(of: "psalter").first { $0.name == name }
        return try JSONParser.parse(try #require(file, "\(name)").bytes)
    }

    /// Returns an element of a file by its id.
    private func element(_ id: String, of name: String, _ fixture: EditingStore) throws -> JSONValue? {
        try json(name, fixture).elements?.first { $0["id"]?.textValue == id }
    }

    private func ids(_ name: String, _ fixture: EditingStore) throws -> [String] {
        try (json(name, fixture).elements ?? []).compactMap { $0["id"]?.textValue }
    }

    @Test func `without edits the working files equal the published ones`() throws {
        let fixture = try EditingStore()
        #expect(try fixture.store.workingFiles(of: "psalter") == fixture.store.sourceFiles(of: "psalter"))
    }

    @Test func `unchanged files stay byte for byte, and unknown keys stay in changed ones`() throws {
        let fixture = try EditingStore()
        try fixture.entry(
            Fixture.edit("a", ("clauses/1/number", #""1""#, #""I""#), ("document/shelfmark", #""MS 1""#, "null")))
        let published = try fixture.store.sourceFiles(of: "psalter")
        let working = try fixture.store.workingFiles(of: "psalter")
        for (one, other) in zip(published, working) {
            #expect(one.name == other.name)
            #expect((one == other) == !["clauses.json", "document.json"].contains(one.name), "\(one.name)")
        }
        let expected = try Fixture.value(
            """
            { "id": "1", "number": "I", "kind": "clause", "categories": ["church"], "remark": "kept",
              "regions": [ { "page": 1, "polygon": [[500, 0], [1000, 0], [1000, 400], [500, 400]] } ] }
            """)
        #expect(try element("1", of: "clauses.json", fixture) == expected)
        let document = try json("document.json", fixture)
        #expect(document["shelfmark"] == nil)
        #expect(try document["x-unknown"] == Fixture.value(#"[1, { "kept": true }]"#))
    }

    @Test func `unknown keys of regions and palettes survive an edit of other keys`() throws {
        var source = SourceFixture()
        try source.replace(#""page": 2,"#, with: #""page": 2, "hand": "B","#, in: "clauses.json")
        try source.replace(
            ##""paper": "#f4e9d0""##, with: ##""paper": "#f4e9d0", "gold": "#d4af37""##, in: "document.json")
        let fixture = try EditingStore(source)
        let colours = ##""ink":"#222222","accent":"#A03020","background":"#101010","overlays":["#112233","#445566"]"##
        try fixture.entry(
            Fixture.edit(
                "a",
                (
                    "clauses/3/regions/2", "[{\"polygon\":[[10.5,10.25],[60,10],[60,60],[10,60]]}]",
                    "[{\"polygon\":[[10.5,10.25],[61,10],[60,60]]}]"
                ),
                ("document/palette", ##"{"paper":"#f4e9d0",\##(colours)}"##, ##"{"paper":"#ffffff",\##(colours)}"##)))
        let regions = try Fixture.value(
            """
            [ { "page": 1, "polygon": [[0, 400], [500, 400], [500, 800], [0, 800]] },
              { "page": 2, "polygon": [[10.5, 10.25], [61, 10], [60, 60]], "hand": "B" } ]
            """)
        #expect(try element("3", of: "clauses.json", fixture)?["regions"] == regions)
        let palette = try json("document.json", fixture)["palette"]
        #expect(palette?["gold"] == .string("#d4af37") && palette?["paper"] == .string("#ffffff"))
    }

    @Test func `clauses and categories are sorted by their order field`() throws {
        let fixture = try EditingStore()
        #expect(try ids("clauses.json", fixture) == ["preamble", "2", "1", "3", "seal", "note"])
        try fixture.entry(
            Fixture.edit(
                "a", ("clauses/1/order", "2", "0.5"), ("clauses/new", "null", "true"),
                ("clauses/new/order", "null", "0.75"),
                ("clauses/last", "null", "true"), ("categories/hidden/order", "2", "-1"),
                ("categories/new", "null", "true")))
        #expect(try ids("clauses.json", fixture) == ["preamble", "1", "new", "2", "3", "seal", "note", "last"])
        #expect(try ids("categories.json", fixture) == ["hidden", "church", "money", "new"])
    }

    @Test func `deleting a clause removes its texts, and deleting a category its references`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("a", ("clauses/3", "true", "null"), ("categories/church", "true", "null")))
        #expect(try ids("clauses.json", fixture) == ["preamble", "2", "1", "seal", "note"])
        for language in ["en", "fr", "la"] { #expect(try json("texts/\(language).json", fixture)["3"] == nil) }
        #expect(try element("2", of: "clauses.json", fixture)?["categories"] == .array([.string("money")]))
        #expect(try element("1", of: "clauses.json", fixture)?["categories"] == .array([]))
        // An undo restores all of it.
        try fixture.entry(
            Fixture.edit("b", at: 1, undoes: "a", ("clauses/3", "null", "true"), ("categories/church", "null", "true")))
        #expect(try fixture.store.workingFiles(of: "psalter") == fixture.store.sourceFiles(of: "psalter"))
    }

    @Test func `changed texts keep their place, new ones are appended, and languages can be added`() throws {
        let fixture = try EditingStore()
        try fixture.entry(
            Fixture.edit(
                "a", ("clauses/seal/texts/fr/title", "null", #""Sceau""#),
                ("clauses/2/texts/fr/title", "null", #""Dîmes""#),
                ("clauses/3/texts/fr/translation", #""Payez en argent.""#, "null"),
                ("clauses/3/texts/fr/title", #""Argent""#, "null"),
                ("document/languages", #"["en","fr"]"#, #"["en","fr","de"]"#),
                ("clauses/1/texts/de/title", "null", #""Frei""#)))
        let french = try Fixture.value(
            """
            { "1": { "title": "L'Église est libre", "translation": "Que l'Église soit libre." },
              "note": { "title": "Une note élevée" }, "2": { "title": "Dîmes" }, "seal": { "title": "Sceau" } }
            """)
        #expect(try json("texts/fr.json", fixture) == french)
        #expect(try json("texts/de.json", fixture) == Fixture.value(#"{ "1": { "title": "Frei" } }"#))
    }

    @Test func `removing a language removes its empty file`() throws {
        var source = SourceFixture("texts/fr.json", #"{ "1": { "note": "words for nobody" } }"#)
        let fixture = try EditingStore(source)
        try fixture.entry(Fixture.edit("a", ("document/languages", #"["en","fr"]"#, #"["en"]"#)))
        #expect(try fixture.store.workingFiles(of: "psalter").allSatisfy { $0.name != "texts/fr.json" })
        source.files["texts/fr.json"] = nil
        _ = try fixture.store.workingDocument(of: "psalter")
    }

    @Test func `the same edits give the same bytes`() throws {
        func files() throws -> [SourceFile] {
            let fixture = try EditingStore()
            let names = (0..<20).map { "new-\($0)" }
            for name in names {
                try fixture.entry(
                    Fixture.edit(
                        name, ("clauses/\(name)", "null", "true"), ("clauses/\(name)/incipit", "null", #""I""#),
                        ("clauses/\(name)/texts/en/title", "null", #""T""#),
                        ("clauses/\(name)/texts/en/context", "null", #""C""#)))
            }
            return try fixture.store.workingFiles(of: "psalter")
        }
        #expect(try files() == files())
    }

    @Test func `working content has orders, page numbers and images`() throws {
        let fixture = try EditingStore()
        try fixture.entry(
            Fixture.edit(
                "a", ("clauses/new", "null", "true"), ("clauses/1/order", "2", "0.5"),
                ("pages/1/label", #"{"en":"recto"}"#, #""r""#)))
        let (content, revision) = try fixture.store.workingContent(of: "psalter")
        #expect(revision == 1)
        let pages = try Fixture.value(
            """
            [ { "label": "r", "image": "scan.png", "pixelsPerMillimetre": 11.8, "number": 1, "imageId": "psalter-1", "width": 1000, "height": 800, "order": 0 },
              { "label": "verso", "image": null, "width": 500, "height": 400, "number": 2, "imageId": null, "order": 1 } ]
            """)
        #expect(content["document"]?["pages"] == pages)
        let orders = (content["clauses"]?.elements ?? []).map { $0["order"] }
        #expect(orders == [.number(0), .number(0.5), .number(1), .number(3), .number(4), .number(5), .null])
        #expect(content["texts"]?["la"]?["3"]?["transcription"] == .string("Argentum reddat"))
    }
}

@Suite struct WorkingChangesTests {
    private typealias Fixture = EditingStore

    @Test func `changes are listed by clause, with both values`() throws {
        let fixture = try EditingStore()
        try fixture.entry(
            Fixture.edit(
                "a", ("clauses/3", "true", "null"), ("clauses/2/texts/en/title", #""Tithes""#, #""Tenths""#),
                ("clauses/new", "null", "true"), ("clauses/new/number", "null", #""1a""#),
                ("clauses/new/order", "null", "0.5"),
                ("categories/money/style", #""filled""#, #""outline""#), ("pages/2/label", #""verso""#, "null"),
                ("document/shelfmark", #""MS 1""#, #""MS 2""#)))
        try fixture.entry(Fixture.edit("b", ("clauses/gone", "null", "true"), ("clauses/gone/number", "null", #""x""#)))
        try fixture.entry(Fixture.edit("c", ("clauses/gone", "true", "null")))
        let changes = try fixture.store.changes(of: "psalter")
        #expect(changes.version == 1 && changes.revision == 3)
        #expect(changes.clauses.map(\.id) == ["new", "2", "3"])
        #expect(changes.clauses.map(\.change) == [.added, .changed, .removed])
        #expect(changes.clauses.map(\.number) == ["1a", "2", "3"])
        #expect(
            changes.clauses[1].fields == [try Fixture.operation("clauses/2/texts/en/title", #""Tithes""#, #""Tenths""#)]
        )
        #expect(changes.clauses[2].fields == [try Fixture.operation("clauses/3", "true", "null")])
        #expect(changes.categories.map(\.id) == ["money"] && changes.pages.count == 1 && changes.document.count == 1)
        #expect(changes.total == 8)
        #expect(try fixture.info().changeCount == 8)
        #expect(changes.json["clauses"]?.elements?[2]["change"] == .string("removed"))
    }
}

@Suite struct PublishingTests {
    private typealias Fixture = EditingStore
    private let date = Date(timeIntervalSince1970: 1_700_000_100)

    @Test func `publishing stores exactly the working files as the next version`() throws {
        let fixture = try EditingStore()
        try fixture.entry(
            Fixture.edit("a", ("clauses/2/texts/en/title", #""Tithes""#, #""Tenths""#), ("clauses/1/order", "2", "0.5"))
        )
        try fixture.entry(
            Fixture.edit(
                "b", ("document/mark", #""seal.svg""#, "null"), ("categories/hidden/icon", #""seal.svg""#, "null")),
            by: "Bea")
        let files = try fixture.store.workingFiles(of: "psalter")
        let published = try fixture.store.publishWorkingCopy(of: "psalter", revision: 2, editor: "Ada", at: date)
        #expect(published == PublishedWorkingCopy(version: 2, revision: 3, isChanged: true))
        // The files include an icon that is no longer shown.
        #expect(files.contains { $0.name == "seal.svg" })
        #expect(try fixture.store.sourceFiles(of: "psalter") == files)
        #expect(try fixture.store.clause("2", of: "psalter").title == "Tenths")
        #expect(try fixture.store.clauses(of: "psalter").map(\.id).prefix(3) == ["preamble", "1", "2"])
        let info = try fixture.store.document("psalter")
        #expect(info.version == 2 && info.source == "edited by Ada, Bea" && info.addedAt == date)
        #expect(info.pages[0].image == SourceFixture.image)
        let copy = try fixture.info()
        #expect(copy.revision == 3 && copy.changeCount == 0 && copy.editCount == 0 && copy.version == 2)
        #expect(try fixture.store.workingFiles(of: "psalter") == files)
        let last = try fixture.store.journal(of: "psalter").last
        #expect(last == JournalEntry(revision: 3, editor: "Ada", at: date, event: .published(version: 2)))
        // Editing continues from there, and can undo what was published.
        try fixture.entry(
            Fixture.edit("c", at: 3, undoes: "a", ("clauses/2/texts/en/title", #""Tenths""#, #""Tithes""#)))
        #expect(try fixture.info().changeCount == 1)
        #expect(try fixture.store.differencesFromJournal(of: "psalter").isEmpty)
        #expect(try fixture.store.differencesFromSource(of: "psalter").isEmpty)
    }

    @Test func `publishing or discarding an outdated revision is refused`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("a", ("clauses/2/number", #""2""#, "null")))
        try fixture.entry(Fixture.edit("b", ("clauses/3/number", #""3""#, "null")))
        let moved = ClauseStoreError.revisionMoved(document: "psalter", found: 2, expected: 1)
        #expect(throws: moved) {
            try fixture.store.publishWorkingCopy(of: "psalter", revision: 1, editor: "Ada", at: date)
        }
        #expect(throws: moved) {
            try fixture.store.discardWorkingCopy(of: "psalter", revision: 1, editor: "Ada", at: date)
        }
        #expect(try fixture.info().changeCount == 2 && fixture.store.document("psalter").version == 1)
    }

    @Test func `an invalid working copy is not published, and each fault is reported`() throws {
        let fixture = try EditingStore()
        try fixture.entry(
            Fixture.edit(
                "a", ("clauses/new", "null", "true"), ("clauses/new/order", "null", "0.5"),
                ("categories/new", "null", "true")))
        let faults = try #require(throws: SourceFaults.self) {
            try fixture.store.publishWorkingCopy(of: "psalter", revision: 1, editor: "Ada", at: date)
        }
        #expect(
            faults.lines == [
                "categories.json: categories/new.label is missing, expected a text, or an object of texts by language",
                "clauses.json: clauses/new.regions is [], expected at least one region",
            ])
        #expect(try fixture.info().revision == 1 && fixture.store.document("psalter").version == 1)
    }

    @Test func `publishing or discarding without edits is an error`() throws {
        let fixture = try EditingStore()
        let none = ClauseStoreError.noEdits(document: "psalter")
        #expect(throws: none) {
            try fixture.store.publishWorkingCopy(of: "psalter", revision: 0, editor: "Ada", at: date)
        }
        #expect(throws: none) {
            try fixture.store.discardWorkingCopy(of: "psalter", revision: 0, editor: "Ada", at: date)
        }
    }

    @Test func `edits that cancel out create no version`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("a", ("clauses/new", "null", "true"), ("clauses/new/number", "null", #""x""#)))
        try fixture.entry(Fixture.edit("b", at: 1, undoes: "a", ("clauses/new", "true", "null")))
        let published = try fixture.store.publishWorkingCopy(of: "psalter", revision: 2, editor: "Ada", at: date)
        #expect(published == PublishedWorkingCopy(version: 1, revision: 3, isChanged: false))
        #expect(try fixture.library.put(SourceFixture("texts/fr.json", "{}")) == .replaced(version: 2))
    }

    @Test func `discarding restores the published version and keeps the edits for 30 days`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("a", ("clauses/2/number", #""2""#, #""II""#), ("clauses/3", "true", "null")))
        let end = try fixture.store.discardWorkingCopy(of: "psalter", revision: 1, editor: "Bea", at: date)
        #expect(end == date.addingTimeInterval(30 * 86_400))
        #expect(try fixture.info().changeCount == 0 && fixture.info().revision == 2)
        #expect(try fixture.value("clauses/2/number") == .string("2"))
        let database = try DatabaseQueue(path: fixture.library.path)
        func kept() throws -> [[String]] {
            try database.read { database in
                try Row.fetchAll(database, sql: "SELECT path, base, value FROM discardedField ORDER BY path").map {
                    [$0[0], $0[1], $0[2]]
                }
            }
        }
        #expect(try kept() == [["clauses/2/number", #""2""#, #""II""#], ["clauses/3", "true", "null"]])
        #expect(try fixture.store.journal(of: "psalter").last?.event == .discarded(keptUntil: end))
        // It is deleted when something is discarded or published after that time.
        for (second, count) in [(end.timeIntervalSince1970, 2), (end.timeIntervalSince1970 + 1, 1)] {
            try fixture.entry(Fixture.edit("b\(count)", ("clauses/2/number", #""2""#, #""\#(count)""#)))
            let revision = try fixture.info().revision
            let at = Date(timeIntervalSince1970: second)
            _ = try fixture.store.publishWorkingCopy(of: "psalter", revision: revision, editor: "Ada", at: at)
            try fixture.entry(Fixture.edit("c\(count)", ("clauses/2/number", #""\#(count)""#, #""2""#)))
            #expect(try kept().count == (count == 2 ? 2 : 0))
        }
    }

    @Test func `discarded edits can be restored, unless a field has changed since`() throws {
        let fixture = try EditingStore()
        try fixture.entry(
            Fixture.edit(
                "a", ("clauses/2/number", #""2""#, #""II""#), ("clauses/3", "true", "null"),
                ("clauses/new", "null", "true"),
                ("clauses/new/number", "null", #""x""#)))
        try fixture.entry(Fixture.edit("b", ("clauses/gone", "null", "true"), ("clauses/gone/number", "null", #""y""#)))
        try fixture.entry(Fixture.edit("c", ("clauses/gone", "true", "null")))
        let changes = try fixture.store.changes(of: "psalter")
        func discard() throws {
            let revision = try fixture.info().revision
            _ = try fixture.store.discardWorkingCopy(of: "psalter", revision: revision, editor: "Ada", at: date)
        }
        func bringBack(after days: Double = 0) throws -> EditOutcome {
            let date = date.addingTimeInterval(days * 86_400)
            return try fixture.store.restoreDiscardedEdits(of: "psalter", editor: "Bea", at: date)
        }
        try discard()
        guard case .applied = try bringBack() else {
            Issue.record("it was not brought back")
            return
        }
        #expect(try fixture.store.changes(of: "psalter").clauses == changes.clauses)
        #expect(try fixture.store.differencesFromJournal(of: "psalter").isEmpty)
        #expect(throws: ClauseStoreError.noEdits(document: "psalter")) { try bringBack() }
        try discard()
        try fixture.entry(Fixture.edit("d", ("clauses/2/number", #""2""#, #""zwei""#)))
        guard case .conflicts(let conflicts, _) = try bringBack() else {
            Issue.record("a change was overwritten")
            return
        }
        #expect(conflicts.map(\.theirs) == [.string("zwei")])
        #expect(try fixture.value("clauses/new") == .null && fixture.value("clauses/3") == .bool(true))
        #expect(throws: ClauseStoreError.noEdits(document: "psalter")) { try bringBack(after: 31) }
    }

    @Test func `adding, restoring, mending, importing and removing are refused while edits are unpublished`()
        throws
    {
        let fixture = try EditingStore()
        var source = SourceFixture("texts/fr.json", "{}")
        // A repeated point, which mending would remove.
        try source.replace("[1000, 0], [1000, 400]", with: "[1000, 0], [1000, 0], [1000, 400]", in: "clauses.json")
        try fixture.library.put(source)
        try fixture.entry(Fixture.edit("a", ("clauses/2/number", #""2""#, "null")))
        try fixture.entry(Fixture.edit("b", ("clauses/3/number", #""3""#, "null")), by: "Bea")
        let refusal = ClauseStoreError.unpublishedEdits(document: "psalter", count: 2, editor: "Bea")
        #expect(
            refusal.description
                == #"psalter has 2 unpublished edits, the last by "Bea", expected them to be published or discarded first"#
        )
        #expect(throws: refusal) { try fixture.library.put(SourceFixture()) }
        #expect(throws: refusal) { try fixture.store.restore("psalter", version: 1, at: date) }
        #expect(throws: refusal) { try fixture.store.mend("psalter", at: date) }
        #expect(throws: refusal) { try fixture.store.remove("psalter") }
        let table = Data("clause,en title\n2,Tenths\n".utf8)
        #expect(throws: refusal) { try fixture.store.importTexts(table, named: "t.csv", into: "psalter", at: date) }
        // Adding the same source again is allowed.
        #expect(try fixture.library.put(source) == .unchanged)
        #expect(try fixture.store.document("psalter").version == 2 && fixture.info().changeCount == 2)
        _ = try fixture.store.discardWorkingCopy(of: "psalter", revision: 3, editor: "Ada", at: date)
        #expect(try fixture.library.put(SourceFixture()) == .replaced(version: 3))
    }

    @Test func `after edits that were all undone, editing continues from a newly added version`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("a", ("clauses/2/texts/en/title", #""Tithes""#, #""A""#)))
        try fixture.entry(Fixture.edit("b", at: 1, undoes: "a", ("clauses/2/texts/en/title", #""A""#, #""Tithes""#)))
        var source = SourceFixture()
        try source.replace("Tithes", with: "Tenths", in: "texts/en.json")
        try fixture.library.put(source)
        #expect(try fixture.info().editCount == 0)
        try fixture.entry(Fixture.edit("c", at: 3, ("clauses/2/texts/en/title", #""Tenths""#, #""B""#)))
        #expect(try fixture.store.differencesFromJournal(of: "psalter").isEmpty)
    }

    @Test func `removing a document removes its journal and working copy`() throws {
        let fixture = try EditingStore()
        for number in 0..<2 {
            try fixture.entry(Fixture.edit("a\(number)", ("clauses/2/number", #""2""#, "null")))
            let revision = try fixture.info().revision
            _ = try fixture.store.discardWorkingCopy(of: "psalter", revision: revision, editor: "Ada", at: date)
        }
        _ = try fixture.store.remove("psalter")
        try DatabaseQueue(path: fixture.library.path).read { database in
            for table in ["workingCopy", "workingField", "edit", "editedField", "discardedCopy", "discardedField"] {
                let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
                #expect(count == 0, "\(table)")
            }
        }
    }

    @Test func `a publication that fails midway changes nothing`() throws {
        let fixture = try EditingStore()
        try fixture.entry(Fixture.edit("a", ("clauses/2/texts/en/title", #""Tithes""#, #""Tenths""#)))
        let journal = try fixture.store.journal(of: "psalter")
        // Make the last write fail, after the version, its tables and the emptied working copy.
        try DatabaseQueue(path: fixture.library.path).write { database in
            try database.execute(
                sql:
                    "CREATE TRIGGER stop BEFORE INSERT ON edit WHEN NEW.kind = 'published' BEGIN SELECT RAISE(ABORT, 'stop'); END"
            )
        }
        #expect(throws: ClauseStoreError.self) {
            try fixture.store.publishWorkingCopy(of: "psalter", revision: 1, editor: "Ada", at: date)
        }
        #expect(
            try fixture.store.document("psalter").version == 1
                && fixture.store.clause("2", of: "psalter").title == "Tithes")
        #expect(try fixture.value("clauses/2/texts/en/title") == .string("Tenths"))
        #expect(try fixture.store.journal(of: "psalter") == journal && fixture.info().revision == 1)
        #expect(try fixture.store.differencesFromJournal(of: "psalter").isEmpty)
        try DatabaseQueue(path: fixture.library.path).write { try $0.execute(sql: "DROP TRIGGER stop") }
        #expect(try fixture.store.publishWorkingCopy(of: "psalter", revision: 1, editor: "Ada", at: date).version == 2)
    }
}
