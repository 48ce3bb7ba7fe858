import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import TestSupport
import Testing

@Suite struct TourEditTests {
    private typealias Fixture = EditingStore

    private static let tours = """
        [{ "id": "short", "title": { "en": "A short walk" }, "x-own": 1, "steps": [
           { "page": 1, "box": [10, 20, 300, 200], "clauses": ["1"], "text": { "en": "Here." }, "x-own": 2 },
           { "page": 2, "text": { "en": "There." } } ] }]
        """

    private func fixture() throws -> EditingStore { try EditingStore(SourceFixture("tours.json", Self.tours)) }

    private func file(_ fixture: EditingStore) throws -> JSONValue? {
        try fixture.store.workingFiles(of: "psalter").first { $0.name == "tours.json" }.map {
            try JSONParser.parse($0.bytes)
        }
    }

    @Test func `a tour's fields have the values of its file`() throws {
        let fixture = try fixture()
        #expect(try fixture.value("tours/short") == .bool(true))
        #expect(try fixture.value("tours/short/title") == Fixture.value(#"{"en":"A short walk"}"#))
        #expect(try fixture.value("tours/short/summary") == .null)
        #expect(
            try fixture.value("tours/short/steps/1")
                == Fixture.value(#"{"box":[10,20,300,200],"clauses":["1"],"order":0,"page":1}"#))
        #expect(try fixture.value("tours/short/steps/2/text") == Fixture.value(#"{"en":"There."}"#))
        #expect(try fixture.value("tours/none/title") == .null)
    }

    @Test func `steps are added, changed, reordered and removed, and unknown keys stay`() throws {
        let fixture = try fixture()
        try fixture.entry(
            Fixture.edit(
                "a", ("tours/short/steps/new", "null", #"{"order":0.5,"page":1,"clauses":["3","2"],"capture":null}"#),
                ("tours/short/steps/new/text", "null", #"{"fr":"Ici."}"#)))
        try fixture.entry(
            Fixture.edit(
                "b", ("tours/short/steps/2", #"{"order":1,"page":2}"#, #"{"order":-1,"page":2,"box":[1,2,3,4]}"#)))
        #expect(
            try file(fixture)
                == Fixture.value(
                    """
                    [{"id":"short","title":{"en":"A short walk"},"x-own":1,"steps":[
                      {"id":"2","page":2,"text":{"en":"There."},"box":[1,2,3,4]},
                      {"id":"1","page":1,"box":[10,20,300,200],"clauses":["1"],"text":{"en":"Here."},"x-own":2},
                      {"page":1,"clauses":["3","2"],"text":{"fr":"Ici."},"id":"new"}]}]
                    """.replacing(
                        #"{"page":1,"clauses":["3","2"],"text":{"fr":"Ici."},"id":"new"}"#,
                        with: #"{"id":"new","page":1,"clauses":["3","2"],"text":{"fr":"Ici."}}"#)))
        try fixture.entry(
            Fixture.edit(
                "c", ("tours/short/steps/1", #"{"box":[10,20,300,200],"clauses":["1"],"order":0,"page":1}"#, "null")))
        #expect(try file(fixture)?.elements?.first?["steps"]?.elements?.count == 2)
        try fixture.entry(
            Fixture.edit(
                "d", undoes: "c",
                ("tours/short/steps/1", "null", #"{"box":[10,20,300,200],"clauses":["1"],"order":0,"page":1}"#)))
        let steps = try #require(try file(fixture)?.elements?.first?["steps"]?.elements)
        #expect(steps[1]["text"] == .object([.init(key: "en", value: .string("Here."))]))
    }

    @Test func `a tour is created and removed, and the last one with its file`() throws {
        let fixture = try fixture()
        try fixture.entry(
            Fixture.edit(
                "a", ("tours/long", "null", "true"), ("tours/long/title", "null", #"{"en":"Long"}"#),
                ("tours/long/order", "null", "-1")))
        #expect(try file(fixture)?.elements?.compactMap { $0["id"]?.textValue } == ["long", "short"])
        try fixture.entry(Fixture.edit("b", ("tours/long", "true", "null"), ("tours/short", "true", "null")))
        #expect(try file(fixture) == nil)
        try fixture.entry(Fixture.edit("c", undoes: "b", ("tours/short", "null", "true")))
        #expect(try file(fixture) == Fixture.value(Self.tours))
    }

    @Test func `a step on an unknown page or clause is rejected, and on a removed one conflicts`() throws {
        let fixture = try fixture()
        func step(_ value: String) -> (String, String, String) { ("tours/short/steps/new", "null", value) }
        let page = try fixture.fault(Fixture.edit("a", step(#"{"order":3,"page":9}"#)))
        #expect(page.value == "a step with pages/9" && page.expected == "an existing page and existing clauses")
        let clause = try fixture.fault(Fixture.edit("b", step(#"{"order":3,"page":1,"clauses":["99"]}"#)))
        #expect(clause.value == "a step with clauses/99")
        let box = try fixture.fault(Fixture.edit("c", step(#"{"order":3,"page":2,"box":[400,0,200,100]}"#)))
        #expect(box.expected == "a box within the 500 × 400 pixels of the page")
        let stray = try fixture.fault(Fixture.edit("d", step(#"{"order":3,"page":1,"colour":"red"}"#)))
        #expect(stray.value == "an object with the key \"colour\"")
        try fixture.entry(Fixture.edit("e", step(#"{"order":3,"page":9,"document":"other","clauses":["x"]}"#)))
        try fixture.entry(Fixture.edit("f", ("clauses/2", "true", "null")))
        let conflicts = try fixture.conflicts(
            Fixture.edit("g", ("tours/short/steps/late", "null", #"{"order":4,"page":1,"clauses":["2"]}"#)), by: "Bea")
        #expect(conflicts.map(\.reason) == [.absent])
        #expect(
            try fixture.conflicts(Fixture.edit("h", ("tours/none/title", "null", #""x""#))).map(\.reason) == [.absent])
    }

    @Test func `removing a step that somebody else has edited conflicts`() throws {
        let fixture = try fixture()
        try fixture.entry(
            Fixture.edit("a", ("tours/short/steps/2/text", #"{"en":"There."}"#, #"{"en":"There, at last."}"#)))
        let removal = try Fixture.edit("b", ("tours/short/steps/2", #"{"order":1,"page":2}"#, "null"))
        #expect(try fixture.conflicts(removal, by: "Bea").map(\.reason) == [.edited])
        try fixture.entry(
            Fixture.edit("c", at: 1, ("tours/short/steps/2", #"{"order":1,"page":2}"#, "null")), by: "Bea")
    }

    @Test func `the published tour omits steps on deleted pages and references to deleted clauses`() throws {
        let fixture = try fixture()
        try fixture.entry(Fixture.edit("a", ("clauses/1", "true", "null")))
        try fixture.entry(
            Fixture.edit(
                "b", ("clauses/3/regions/2", #"[{"polygon":[[10.5,10.25],[60,10],[60,60],[10,60]]}]"#, "null"),
                ("pages/2", "true", "null")))
        let document = try fixture.store.workingDocument(of: "psalter")
        #expect(document.tours.first?.steps.map(\.id) == ["1"])
        #expect(document.tours.first?.steps.first?.clauses == [])
        // When the first page is deleted, the second becomes the first.
        try fixture.entry(
            Fixture.edit("c", undoes: "b", ("pages/2", "null", "true")))
        try fixture.entry(Fixture.edit("d", ("pages/2/order", "1", "-1")))
        let moved = try fixture.store.workingDocument(of: "psalter")
        #expect(moved.tours.first?.steps.map(\.page) == [2, 1])
    }

    @Test func `a published tour is stored with the document`() throws {
        let fixture = try fixture()
        try fixture.entry(Fixture.edit("a", ("tours/short/title", #"{"en":"A short walk"}"#, #"{"en":"Shorter"}"#)))
        _ = try fixture.store.publishWorkingCopy(of: "psalter", revision: 1, editor: "Ada", at: Date())
        #expect(try fixture.store.tours(of: "psalter").first?.title == ["en": "Shorter"])
        #expect(try fixture.store.document("psalter").tours.map(\.stepCount) == [2])
        let changes = try fixture.store.changes(of: "psalter")
        #expect(changes.total == 0)
    }

    @Test func `merging a source changes only tour fields that nobody has edited`() throws {
        let fixture = try fixture()
        try fixture.entry(Fixture.edit("a", ("tours/short/title", #"{"en":"A short walk"}"#, #"{"en":"Mine"}"#)))
        var source = SourceFixture("tours.json", Self.tours)
        try source.replace("Here.", with: "Here, here.", in: "tours.json")
        let document = try source.read()
        _ = try fixture.store.merge(
            document, images: [1: SourceFixture.image], source: "folder", editor: "the folder", at: Date())
        #expect(try fixture.value("tours/short/steps/1/text") == Fixture.value(#"{"en":"Here, here."}"#))
        #expect(try fixture.value("tours/short/title") == Fixture.value(#"{"en":"Mine"}"#))
    }
}
