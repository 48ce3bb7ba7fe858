import DocumentFormats
import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import ClauseStore

/// Uploaded SVG icons are fields of the working copy like any other.
@Suite struct IconEditTests {
    private static let drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>"

    private func json(_ text: String) -> String { JSONValue.string(text).compactText }

    /// Returns the edit that the icon dialog sends.
    private func upload(_ id: String, as name: String = "crown.svg", for category: String = "church") throws -> Edit {
        try EditingStore.edit(
            id, ("files/\(name)", "null", json(Self.drawing)),
            ("categories/\(category)/icon", #""church""#, json(name)))
    }

    @Test func `an icon is added, undone and published with the document`() throws {
        let fixture = try EditingStore()
        let former = try fixture.store.sourceFiles(of: "psalter")
        try fixture.entry(upload("u1"))
        let content = try fixture.store.workingContent(of: "psalter").content["files"]
        #expect(content?["crown.svg"] == .string(Self.drawing) && content?["seal.svg"] != nil)
        #expect(try fixture.store.changes(of: "psalter").document.map(\.path.description) == ["files/crown.svg"])
        try fixture.entry(
            EditingStore.edit(
                "undo", at: 1, undoes: "u1", ("categories/church/icon", #""crown.svg""#, #""church""#),
                ("files/crown.svg", json(Self.drawing), "null")))
        #expect(try fixture.info().changeCount == 0 && fixture.store.workingFiles(of: "psalter") == former)
        try fixture.entry(upload("u2"))
        _ = try fixture.store.publishWorkingCopy(of: "psalter", revision: 3, editor: "Ada", at: Date())
        let files = try fixture.store.sourceFiles(of: "psalter")
        #expect(files.first { $0.name == "crown.svg" }?.bytes == Data(Self.drawing.utf8))
        #expect(try fixture.store.sourceDocument("psalter").categories.first?.icon == "crown.svg")
        #expect(try fixture.value("files/crown.svg") == .string(Self.drawing))
        #expect(try fixture.store.differencesFromJournal(of: "psalter") == [])
    }

    @Test func `a discarded icon is restored before the category that uses it`() throws {
        let fixture = try EditingStore()
        try fixture.entry(upload("u1"))
        _ = try fixture.store.discardWorkingCopy(of: "psalter", revision: 1, editor: "Ada", at: Date())
        #expect(try fixture.value("files/crown.svg") == .null)
        var store = fixture.store
        // One operation per edit.
        store.editLimits.operations = 1
        guard case .applied = try store.restoreDiscardedEdits(of: "psalter", editor: "Ada", at: Date()) else {
            Issue.record("it did not come back")
            return
        }
        #expect(try fixture.value("categories/church/icon") == .string("crown.svg"))
    }

    @Test func `an icon in use cannot be deleted, and a missing file cannot be an icon`() throws {
        let fixture = try EditingStore()
        let seal = try fixture.value("files/seal.svg").compactText
        let users = try fixture.fault(EditingStore.edit("e1", ("files/seal.svg", seal, "null")))
        #expect(users.value == "the icon of categories/hidden/icon")
        let mark = try EditingStore.edit(
            "e2", ("files/seal.svg", seal, "null"), ("categories/hidden/icon", #""seal.svg""#, "null"))
        #expect(try fixture.fault(mark).value == "the icon of document/mark")
        let absent = try EditingStore.edit("e3", ("categories/church/icon", #""church""#, #""crown.svg""#))
        #expect(try fixture.fault(absent).path == "categories/church/icon")
        try fixture.entry(
            EditingStore.edit(
                "e4", ("files/seal.svg", seal, "null"), ("categories/hidden", "true", "null"),
                ("document/mark", #""seal.svg""#, "null")))
        #expect(try !fixture.store.workingFiles(of: "psalter").contains { $0.name == "seal.svg" })
    }

    @Test(arguments: [
        "no XML", "<svg/>", "<html xmlns='http://www.w3.org/1999/xhtml'/>", "<svg xmlns='http://www.w3.org/2000/svg'>",
        "<!DOCTYPE svg><svg xmlns='http://www.w3.org/2000/svg'/>",
    ])
    func `a file that is no SVG is rejected`(text: String) throws {
        let fixture = try EditingStore()
        let fault = try fixture.fault(EditingStore.edit("e1", ("files/crown.svg", "null", json(text))))
        #expect(fault.path == "files/crown.svg" && !fault.isLimit)
    }

    @Test func `the size and number of SVG files are limited`() throws {
        let fixture = try EditingStore()
        let large = Self.drawing + String(repeating: " ", count: 32 << 10)
        let edit = try EditingStore.edit("e1", ("files/crown.svg", "null", json(large)))
        #expect(
            try fixture.fault(edit).description
                == "files/crown.svg is a file of \(large.utf8.count) bytes, expected at most 32768")
        var store = fixture.store
        store.editLimits.icons = 1
        let error = try #require(throws: ClauseStoreError.self) {
            try store.apply(upload("u1"), to: "psalter", editor: "Ada", at: Date())
        }
        guard case .edit(let fault) = error else { throw error }
        #expect(fault.isLimit && fault.value == "2 SVG files altogether")
    }
}
