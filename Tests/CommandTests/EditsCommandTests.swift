import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import Foundation
import TestSupport
import Testing

@Suite("explore edits", .ownThreads) struct EditsCommandTests {
    /// Edits the document of ``HistoryCommandTests/library()`` as in the browser.
    private func edit(_ path: String, _ before: JSONValue, _ after: JSONValue, in scratch: Scratch) throws {
        let store = try Library(path: scratch.path("library"), access: .change).store
        let revision = try store.workingRevision(of: "charter")
        let operation = EditOperation(path: try #require(FieldPath(path)), before: before, after: after)
        let edit = Edit(id: "e\(revision)", revision: revision, label: "text", operations: [operation])
        guard case .applied = try store.apply(edit, to: "charter", editor: "Ada", at: Date()) else {
            Issue.record("the edit was not applied")
            return
        }
    }

    private func run(_ arguments: String..., in scratch: Scratch) throws -> CommandLineRun {
        try CommandLineRun(arguments, library: scratch)
    }

    private let title = "clauses/1/texts/en/title"

    @Test func `edits are listed, discarded, restored and published`() throws {
        let scratch = try HistoryCommandTests.library()
        let none = try run("edits", "charter", in: scratch)
        #expect(none.output.hasPrefix("charter: version 2, revision 1, no unpublished edits\n"))
        #expect(none.output.hasSuffix(", by local: published as version 2\n"))
        for command in ["publish", "discard"] {
            let idle = try run("edits", command, "charter", in: scratch)
            #expect(idle.status == 0 && idle.output == "charter: no unpublished edits\n")
        }
        let nothing = try run("edits", "bring-back", "charter", in: scratch)
        #expect(nothing.status == 1 && nothing.errors == ["explore: charter: no discarded edits are kept"])

        try edit(title, .string("War"), .string("Truce"), in: scratch)
        let list = try run("edits", "charter", in: scratch).output.split(separator: "\n")
        #expect(list.count == 4, "\(list)")
        #expect(
            list[0].hasPrefix("charter: version 2, revision 2, 1 unpublished edit of 1 field, the last by Ada at 20"))
        #expect(list[1].hasPrefix("revision 2, 20") && list[1].hasSuffix(", by Ada, text (e1)"))
        #expect(list[2] == #"  clauses/1/texts/en/title: "War" → "Truce""#)
        #expect(list[3].hasPrefix("revision 1, 20") && list[3].hasSuffix(", by local: published as version 2"))
        let json = try run("edits", "charter", "--json", in: scratch).json()
        #expect(json["revision"] as? Int == 2 && json["changes"] as? Int == 1 && (json["edits"] as? [Any])?.count == 2)
        #expect(try run("edits", "charter", "--clause", "2", in: scratch).output.split(separator: "\n").count == 1)

        let discarded = try run("edits", "discard", "charter", in: scratch)
        #expect(discarded.output.hasPrefix("charter: 1 edit of 1 field discarded, kept until 20"))
        let back = try run("edits", "bring-back", "charter", in: scratch)
        #expect(back.status == 0 && back.output == "charter: restored, revision 4, not published\n")
        let published = try run("edits", "publish", "charter", in: scratch)
        #expect(published.status == 0 && published.output == "charter: 1 field changed, version 3\n", "\(published)")
        #expect(try run("clause", "charter", "1", in: scratch).output.contains("Truce"))

        // If restoring would overwrite a later change, nothing is restored.
        try edit(title, .string("Truce"), .string("Treaty"), in: scratch)
        _ = try run("edits", "discard", "charter", in: scratch)
        try edit(title, .string("Truce"), .string("Tithe"), in: scratch)
        let conflict = try run("edits", "bring-back", "charter", in: scratch)
        #expect(conflict.status == 2 && conflict.errors.count == 2, "\(conflict.errorOutput)")
        #expect(conflict.errors[0].contains(title) && conflict.errors[0].contains("Tithe"))
    }

    @Test func `a working copy with errors is published only with --despite-errors`() throws {
        let scratch = try HistoryCommandTests.library()
        try edit("clauses/2", .null, .bool(true), in: scratch)
        try edit(
            "clauses/2/regions/1", .null,
            JSONParser.parse(Data(#"[{"polygon": [[0,0],[9,0],[9,9]]}]"#.utf8)), in: scratch)
        let refused = try run("edits", "publish", "charter", in: scratch)
        #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
        #expect(refused.errors.last?.hasSuffix("in the working copy; nothing was published") == true)
        let published = try run("edits", "publish", "charter", "--despite-errors", in: scratch)
        #expect(published.status == 0 && published.output.hasSuffix("version 3\n"), "\(published)")
        let history = try CommandLineRun(["history", "charter"], library: scratch).output
        #expect(history.hasPrefix("version 3, 20") && history.contains("Z, edited by Ada, served\n"), "\(history)")
    }

    /// Adds a picture or a sound to the document, as the editor does.
    private func upload<Result>(_ bytes: [UInt8], to library: Library, _ keep: (IncomingScan) throws -> Result) throws
        -> Result
    {
        let incoming = try IncomingScan(to: library)
        try bytes.withUnsafeBytes { try incoming.append($0) }
        return try keep(incoming)
    }

    @Test func `a missing file prevents a publication only if it is one of the working copy`() throws {
        let scratch = try HistoryCommandTests.library()
        let library = try Library(path: scratch.path("library"), access: .change)
        func remove(_ original: String) throws {
            try FileManager.default.removeItem(atPath: scratch.path("library/originals/\(original)"))
        }
        func publish() throws -> Int {
            let revision = try library.store.workingRevision(of: "charter")
            let copy = try library.publishable("charter", revision: revision, despiteErrors: true)
            return try library.publish(copy, editor: "Ada").version
        }
        let scans = try ([120, 150] as [UInt8]).map { shade in
            let bytes = PlainTIFF.bytes(width: 40, height: 30, pixels: Data(repeating: shade, count: 3600))
            let scan = try upload(Array(bytes), to: library) {
                try $0.keep(for: "charter", named: "\(shade).tif", editor: "Ada").scan
            }
            try library.cut(#require(try library.scanInProgress(scan.image.id)), isCancelled: { false })
            return scan
        }
        let image = FieldPath.page(1, .image).description
        let lost = try #require(try library.store.document("charter").pages.first?.image)
        let former = try library.store.workingValue(of: .page(1, .image), in: "charter")
        let values = scans.map { PageImage(scan: $0.id).json }
        try remove(lost.fileName)
        try edit(image, former, values[0], in: scratch)
        #expect(try publish() == 3)

        let path = "recordings/en/1"
        let sound = try upload(Array(SoundFiles.vbr), to: library) {
            try #require(try $0.keepRecording(for: "charter", editor: "Ada"))
        }
        try edit(path, .null, sound.value, in: scratch)
        try remove(sound.fileName)
        let ofSound = try #require(throws: LibraryError.self) { try publish() }
        #expect(ofSound.description.contains(sound.fileName))
        try edit(path, sound.value, .null, in: scratch)

        let published = try library.store.workingValue(of: .page(1, .image), in: "charter")
        try edit(image, published, values[1], in: scratch)
        try remove(scans[1].fileName)
        let ofImage = try #require(throws: LibraryError.self) { try publish() }
        #expect(ofImage.description.contains(scans[1].fileName))
        #expect(try library.store.document("charter").version == 3)
    }

    @Test func `add and texts import keep edits made in the browser, unless add has --publish`() throws {
        let scratch = try HistoryCommandTests.library()
        let table = try run("texts", "export", "charter", in: scratch).output
        let file = scratch.folder.appending(path: "texts.csv")
        let source = scratch.folder.appending(path: "charter/texts/en.json")
        try edit(title, .string("War"), .string("Truce"), in: scratch)
        _ = try run("edits", "publish", "charter", in: scratch)

        let words = #"{ "1": { "title": "War", "context": "Of a source." } }"#
        try Data(words.utf8).write(to: source)
        let added = try run("add", "charter", in: scratch)
        #expect(
            added.output == "charter: edited in the browser since it was added; 1 field changed in its working copy, "
                + "revision 4, not published\n", "\(added)")
        try Data(words.replacing("War", with: "Peace").utf8).write(to: source)
        let conflict = try run("add", "charter", in: scratch)
        #expect(conflict.status == 2 && conflict.errors.count == 2, "\(conflict.errorOutput)")
        #expect(conflict.errors.first?.hasPrefix("explore: charter: \(title) is \"Peace\" instead of \"War\"") == true)
        let unpublished = try run("add", "charter", "--publish", in: scratch)
        #expect(unpublished.status == 2 && unpublished.errors[0].contains("1 unpublished edit"), "\(unpublished)")

        // The table was exported before the text was edited.
        try Data(table.replacing("War", with: "Feud").utf8).write(to: file)
        let stale = try run("texts", "import", "charter", "texts.csv", in: scratch)
        #expect(stale.status == 2 && stale.errors[0].contains("changed since"), "\(stale)")
        try Data("clause,en translation\n1,No more war.\n".utf8).write(to: file)
        let imported = try run("texts", "import", "charter", "texts.csv", in: scratch)
        #expect(
            imported.output == "charter: edited in the browser since it was added; 1 text of 1 clause changed in its "
                + "working copy, not published\n", "\(imported)")
        #expect(try run("edits", "publish", "charter", in: scratch).status == 0)
        let clause = try run("clause", "charter", "1", in: scratch).output
        #expect(
            clause.contains("Truce") && clause.contains("Of a source.") && clause.contains("No more war."), "\(clause)")

        // On request, it is replaced as usual.
        let replaced = try run("add", "charter", "--publish", in: scratch)
        #expect(replaced.status == 0 && replaced.output.contains("replaced, now version 5"), "\(replaced)")
    }
}
