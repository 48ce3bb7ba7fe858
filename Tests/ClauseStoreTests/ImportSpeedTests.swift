import ClauseStore
import Foundation
import ImageGeometry
import Testing

@Suite(.serialized) struct ImportSpeedTests {
    /// Far above what it takes even without optimisation on a busy machine (see the printed time), and far below what a
    /// quadratic step would take.
    @Test func `five thousand clauses of twenty vertices come in within seconds`() throws {
        let clock = ContinuousClock()
        let folder = try TemporaryFolder()
        for file in RandomDocument.files(clauses: 5000, vertices: 20) { try folder.write(file.name, file.bytes) }
        let library = try TestStore()
        var document: SourceDocument?
        let reading = try clock.measure { document = try SourceFolder.read(folder.url.path) }
        let source = try #require(document)
        let putting = try clock.measure {
            _ = try library.store.put(source, images: [:], source: "", at: Date())
        }
        var answers: [ClauseAnswer] = []
        let listing = try clock.measure {
            answers = try library.store.clauses(of: "random", ClauseFilter(includingRegions: true))
        }
        #expect(answers.count == 5000)
        let first = try clock.measure { _ = try library.store.clauses(of: "random", at: Point(x: 1, y: 1)) }
        print("5000 clauses: read \(reading), put \(putting), list \(listing), first at \(first)")
        #expect(reading + putting < .seconds(30))
        #expect(listing < .seconds(15))
    }
}
