import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import ImageGeometry
import TestSupport
import Testing

@Suite(.serialized) struct ImportSpeedTests {
    /// The limit is far above the actual time, even without optimisation (see the printed time), and far below that of
    /// a quadratic algorithm.
    @Test func `five thousand clauses of twenty vertices are imported within seconds`() throws {
        let folder = try TemporaryFolder()
        for file in RandomDocument.files(clauses: 5000, vertices: 20) { try folder.write(file.name, file.bytes) }
        let library = try TestStore()
        var document: SourceDocument?
        let reading = try threadTime { document = try SourceFolder.read(folder.url.path) }
        let source = try #require(document)
        let putting = try threadTime {
            _ = try library.store.put(source, images: [:], source: "", at: Date())
        }
        var responses: [ClauseResult] = []
        let listing = try threadTime {
            responses = try library.store.clauses(of: "random", ClauseFilter(includingRegions: true))
        }
        #expect(responses.count == 5000)
        let first = try threadTime { _ = try library.store.clauses(of: "random", at: Point(x: 1, y: 1)) }
        print("5000 clauses: read \(reading), put \(putting), list \(listing), first at \(first)")
        #expect(reading + putting < .seconds(30))
        #expect(listing < .seconds(15))
    }
}
