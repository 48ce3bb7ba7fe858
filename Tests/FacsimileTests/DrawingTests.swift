import Foundation
import ImageGeometry
import Testing

@testable import Facsimile

struct DrawingTests {
    @Test func `Drawing twice gives the same bytes and leaves other files unchanged`() throws {
        let (first, second) = (try folder(), try folder())
        defer { for folder in [first, second] { try? FileManager.default.removeItem(at: folder) } }
        try Data("mine".utf8).write(to: first.appendingPathComponent("document.json"))
        var tasks: Set<String> = []
        try Facsimile.draw(into: first.path, scaleFactor: 8) { tasks.insert($0) }
        try Facsimile.draw(into: second.path, scaleFactor: 8)
        for (name, least) in [("scan.jpg", 50_000), ("ultraviolet.jpg", 12_000)] {
            let picture = try Data(contentsOf: first.appendingPathComponent(name))
            #expect(picture == (try Data(contentsOf: second.appendingPathComponent(name))))
            #expect(picture.starts(with: [0xFF, 0xD8, 0xFF]))
            #expect(picture.count > least)
        }
        #expect(tasks.isSuperset(of: ["writing", "picture", "ultraviolet", "done"]))
        let written = ["clauses.json", "document.json", "scan.jpg", "texts", "ultraviolet.jpg", "words.json"]
        #expect(try names(in: first) == written)
        #expect(try Data(contentsOf: first.appendingPathComponent("document.json")) == Data("mine".utf8))
    }

    @Test func `The geometry alone is written without pictures, into a new folder`() throws {
        let parent = try folder()
        defer { try? FileManager.default.removeItem(at: parent) }
        let target = parent.appendingPathComponent("a/b")
        try Facsimile.draw(into: target.path, geometryOnly: true)
        #expect(try names(in: target) == ["clauses.json", "texts", "words.json"])
        #expect(try names(in: target.appendingPathComponent("texts")) == ["la.json"])
    }

    @Test func `A folder that cannot be created and an unknown scale factor are refused in one line`() throws {
        let parent = try folder()
        defer { try? FileManager.default.removeItem(at: parent) }
        let blocked = parent.appendingPathComponent("file")
        try Data().write(to: blocked)
        let error = #expect(throws: FacsimileError.self) { try Facsimile.draw(into: blocked.path, geometryOnly: true) }
        #expect(error?.description.hasPrefix(blocked.path) == true)
        #expect(error?.description.contains("\n") == false)
        #expect(throws: FacsimileError.scaleFactor(3)) { try Facsimile.clauses(scaleFactor: 3) }
        #expect(FacsimileError.scaleFactor(3).description == "scale factor 3: expected 1, 2, 4 or 8")
    }

    @Test func `Erased words are on blank parchment, within the sheet and their place`() {
        let size = DrawingSize(scaleFactor: 8)
        let surfaces = (0..<2).map { _ in InkSurface(size) }
        var writing = Writing(SheetGeometry(scaleFactor: 8), on: surfaces[0])
        writing.drawAll()
        Verso.draw(on: surfaces[0])
        ErasedWriting.draw(on: surfaces[1])
        var count = 0
        for index in 0..<(size.width * size.height) where surfaces[1].coverage.pixels[index] > 0 {
            count += 1
            let (x, y) = (Double(index % size.width) * 8, Double(index / size.width) * 8)
            #expect(surfaces[0].coverage.pixels[index] == 0 && Parchment().depth(x, y) > 100, "at \(x), \(y)")
        }
        #expect(count > 500)
        let draft = ErasedWriting.draft
        var random = SeededRandom(seed: 1217)
        for line in Formulae.erasedDraft {
            let width = Hand.width(Abbreviations.words(of: line, random: &random)) * Sheet.unit * draft.scale
            #expect(width <= draft.right - draft.left, "\(line)")
        }
    }

    @Test func `The ink of the text is within the outlines of the clauses and details`() throws {
        let geometry = SheetGeometry(scaleFactor: 8)
        let size = DrawingSize(scaleFactor: 8)
        let ink = InkSurface(size)
        var writing = Writing(geometry, on: ink)
        writing.drawAll()
        let index = try PolygonIndex(geometry.clauses.flatMap(\.rings).map { try Polygon(outer: $0.map(\.point)) })
        var (inside, all) = (0, 0)
        for y in 0..<size.height {
            for x in 0..<size.width where ink.coverage.pixels[y * size.width + x] > 127 {
                all += 1
                if !index.containing(Point(x: Double(x) + 0.5, y: Double(y) + 0.5)).isEmpty { inside += 1 }
            }
        }
        #expect(all > 20_000)
        #expect(Double(inside) > Double(all) * 0.995)
    }

    private func folder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("facsimile-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
