import DocumentLibrary
import Foundation
import Testing

private let charter = SampleServer.repository.deletingLastPathComponent()
    .appending(path: "shared/data/charter-auxerre-h2404")

@Suite struct CharterSearchTests {
    @Test func `each word of a page is found in its line`() async throws {
        let scratch = try ScratchLibrary()
        let image = scratch.folder.appending(path: "grant.tif").path()
        try LinedPage.writeScan(to: image)
        try await Self.expectEachWordFound(of: "grant", image: image, lines: LinedPage.alto.path(), in: scratch.library)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: charter.path()), "needs ../shared/data"))
    func `each word of a real charter is found in its line`() async throws {
        let scratch = try ScratchLibrary()
        try await Self.expectEachWordFound(
            of: "auxerre-h2404", image: charter.appending(path: "auxerre-h2404.jpg").path(),
            lines: charter.appending(path: "auxerre-h2404.xml").path(), in: scratch.library)
    }

    /// Both pages have thirteen lines.
    private static func expectEachWordFound(
        of document: String, image: String, lines: String, in library: Library
    ) async throws {
        _ = try library.add(.imageWithLines(image: image, lines: lines, clauses: nil))
        try await SampleServer.test(library: library) { server in
            let path = "/iiif/search/2/\(document)"
            let all = try SearchPage(await server.get(path))
            #expect(all.items.count == 13)
            for (id, item) in zip(all.ids, all.items) {
                let line = try #require(SearchPage.texts(of: item).max { $0.count < $1.count })
                let words = line.split(whereSeparator: { !$0.isLetter }).map { String($0) }.filter { $0.count > 3 }
                for word in words {
                    let page = try SearchPage(await server.get("\(path)?q=\(queryValue("\"\(word)\""))"))
                    #expect(page.ids.contains(id), "\(word) of '\(line)'")
                    try page.checkMatches()
                    let found = page.items.first { $0["id"] as? String == id }
                    #expect(NSDictionary(dictionary: found ?? [:]) == NSDictionary(dictionary: item))
                }
            }
        }
    }
}
