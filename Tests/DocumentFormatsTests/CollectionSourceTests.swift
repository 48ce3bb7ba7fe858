import Foundation
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// The collections of documents in source folders, in IIIF, and in the editor.
@Suite struct CollectionSourceTests {
    private static let stated =
        #"[{ "id": "charters", "label": { "en": "Charters" } }, { "id": "charters/royal", "label": "Royal" }, { "id": "x/y" }]"#

    private static func fixture(_ collections: String) throws -> SourceFixture {
        var fixture = SourceFixture()
        try fixture.replace(
            #""mark": "seal.svg","#, with: #""mark": "seal.svg", "collections": \#(collections),"#, in: "document.json")
        return fixture
    }

    @Test func `a source folder states collections and belongs to the innermost of them`() throws {
        let header = try Self.fixture(Self.stated).read().header
        #expect(
            header.collections == [
                CollectionReference(id: "charters", label: ["en": "Charters"]),
                CollectionReference(id: "charters/royal", label: LanguageMap(plain: "Royal")),
                CollectionReference(id: "x/y"),
            ])
        #expect(header.innermostCollections == ["charters/royal", "x/y"])
        #expect(try SourceFixture().read().header.collections == [])
    }

    @Test(arguments: [
        ("{}", "collections is {}, expected an array of collections"),
        (#"["a"]"#, #"collections[0] is "a", expected an object with id, and optionally label"#),
        ("[{}]", "collections[0].id is missing, expected names of lowercase letters"),
        (
            #"[{ "id": "Royal Charters" }]"#,
            #"collections[0].id is "Royal Charters", expected names of lowercase letters"#
        ),
        (#"[{ "id": "a" }, { "id": "a" }]"#, #"collections[1].id is "a", expected every collection only once"#),
        (#"[{ "id": "a", "label": 1 }]"#, "collections[0].label is 1, expected a text, or an object of texts"),
        (
            "[" + (0...20).map { "{ \"id\": \"a\($0)\" }" }.joined(separator: ",") + "]",
            "collections is an array of 21, expected at most 20"
        ),
    ])
    func `a fault names its path and what was expected`(_ collections: String, _ expected: String) throws {
        let lines = try Self.fixture(collections).faults().lines
        #expect(lines.count == 1 && lines[0].contains(expected), "\(lines)")
    }

    @Test func `collections are read back from manifests of files, servers and sites`() throws {
        let document = try Self.fixture(Self.stated).read()
        let library = try TestStore()
        _ = try library.store.put(
            document, images: [1: SourceFixture.image], source: "a test", at: Date(timeIntervalSince1970: 0))
        let stored = try library.store.document("psalter", part: .whole, for: .anyone)
        #expect(stored.source.header.collections == document.header.collections)
        #expect(try library.store.differencesFromSource(of: "psalter") == [])
        var texts = [
            String(
                decoding: PresentationWriter(document, base: "https://example.org", images: [:]).manifest(),
                as: UTF8.self)
        ]
        for form in [PresentationWriter.Form.served, .site] {
            var text = ""
            #expect(PresentationWriter(stored, base: "https://example.org", form: form).write(.manifest, to: &text))
            texts.append(text)
        }
        for text in texts {
            let readBack = try FormatFixture.read(text)
            #expect(readBack.document.header.collections == document.header.collections)
            #expect(!readBack.notes.contains { $0.contains("partOf") }, "\(readBack.notes)")
        }
        // Collections in other programs' manifests are not ours.
        let foreign = texts[0].replacing("/iiif/presentation/3/psalter/manifest.json", with: "/manifests/psalter")
        #expect(try FormatFixture.read(foreign).document.header.collections == [])
    }

    @Test func `an editor may set the collections that a source folder may state, and no others`() throws {
        let path = FieldPath.document(.collections)
        #expect(FieldPath("document/collections") == path)
        func fault(_ text: String) throws -> String? {
            let value = FieldValue.normal(try JSONParser.parse(Data(text.utf8)), of: path)
            do throws(EditFault) {
                try FieldValue.check(value, of: path, page: nil, limits: EditLimits())
                return nil
            } catch { return error.expected }
        }
        #expect(try fault(Self.stated) == nil && fault("null") == nil && fault("[]") == nil)
        #expect(FieldValue.normal(.array([]), of: path) == .null)
        #expect(try fault(#"[{ "id": "A" }]"#) == CollectionPath.rule)
        #expect(try fault(#"[{ "id": "a", "colour": "red" }]"#) == "only id, label")
    }
}
