import DocumentCheck
import DocumentFormats
import DocumentModel
import Foundation
import TestSupport
import Testing

@Suite struct TourCheckTests {
    /// Returns the findings about tours, as kinds and messages.
    private func findings(_ tours: String) throws -> [String] {
        var fixture = SoundDocument.fixture()
        fixture.files["tours.json"] = Data(tours.utf8)
        let folder = try TemporaryFolder()
        try fixture.write(to: folder)
        let document = try withExtendedLifetime(folder) {
            try SourceFolder.read(folder.url.path, imageSize: { _, _ in (1000, 800) }, isTolerant: true)
        }
        return try DocumentCheck(document).findings().filter { $0.kind.rawValue.hasPrefix("tour-") }
            .map { "\($0.kind.severity): \($0.message)" }
    }

    @Test func `a complete tour has no findings`() throws {
        let found = try findings(
            """
            [{ "id": "t", "title": { "en": "T", "fr": "T" }, "steps": [
               { "page": 1, "box": [0, 0, 1000, 800], "clauses": ["1", "seal"], "text": { "en": "a", "fr": "b" } },
               { "document": "other", "page": 9, "clauses": ["x"], "text": "The same in every language." } ] }]
            """)
        #expect(found == [])
    }

    @Test func `a step with a dangling reference is an error, and a missing language a warning`() throws {
        let found = try findings(
            """
            [{ "id": "t", "title": { "en": "T" }, "steps": [
               { "page": 7, "text": "x" },
               { "page": 2, "box": [1, 2, 3000, 4], "clauses": ["1", "none"], "capture": "uv", "text": { "en": "a" } } ] },
             { "id": "empty", "title": "E", "steps": [] }]
            """)
        #expect(
            found == [
                "error: step 1 of the tour t is on page 7, which does not exist",
                "error: step 2 of the tour t shows the capture \"uv\", which page 2 does not have",
                "error: step 2 of the tour t highlights the clause \"none\", which does not exist",
                "error: step 2 of the tour t shows an area beyond the edge of page 2",
                "error: step 2 of the tour t highlights clause 1, which is not on page 2",
                "warning: the tour t has no title in fr",
                "warning: step 2 of the tour t has no text in fr",
                "warning: the tour empty has no steps",
            ])
    }
}
