import DocumentLibrary
import Foundation
import Testing

private let charter = SampleServer.repository.deletingLastPathComponent()
    .appending(path: "shared/data/charter-auxerre-h2404")

/// The lines of a real charter that lies beside the repository.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: charter.path()), "needs ../shared/data"))
struct CharterSearchTests {
    @Test func `each word of a charter is found in its lines, at the line's place`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-charter-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try Library(path: folder.path(), access: .write)
        _ = try library.add(
            .imageWithLines(
                image: charter.appending(path: "auxerre-h2404.jpg").path(),
                lines: charter.appending(path: "auxerre-h2404.xml").path(), clauses: nil))
        try await SampleServer.test(library: library) { server in
            let path = "/iiif/search/2/auxerre-h2404"
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
