import ClauseStore
import DocumentCheck
import DocumentFormats
import DocumentModel
import Foundation
import ImageGeometry
import TestSupport
import Testing

/// The sample document as shipped in this repository.
@Suite struct SampleDocumentTests {
    private let library: TestStore
    private let document: SourceDocument

    init() throws {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("data/magna-carta")
        // The store opens no image; that the scan has this size is tested where scans are opened.
        document = try SourceFolder.read(folder.path) { file, _ in
            file.lastPathComponent == "scan.jpg" ? (6000, 8000) : (2934, 3932)
        }
        library = try TestStore()
        let image = StoredImage(fileName: "s", sha256: "s", byteCount: 1, width: 6000, height: 8000, pyramid: "s")
        let other = StoredImage(fileName: "u", sha256: "u", byteCount: 1, width: 2934, height: 3932, pyramid: "u")
        _ = try library.store.put(
            document, images: [1: image, ImagePlace(page: 1, capture: 1): other], source: "the sample", at: Date())
    }

    private func ids(at point: Point, _ categories: [String] = []) throws -> [String] {
        try library.store.clauses(of: "magna-carta", at: point, categories: categories).map(\.id)
    }

    @Test func `a point inside each region finds its clause and no other clause`() throws {
        #expect(document.clauses.filter { $0.kind == .clause }.count == 64)
        for clause in document.clauses {
            for region in clause.regions {
                let point = region.polygon.interiorPoint
                #expect(try ids(at: point).contains(clause.id), "\(clause.id)")
                if clause.kind == .clause { #expect(try ids(at: point, ["all"]) == [clause.id]) }
            }
        }
    }

    @Test func `clauses found at ten thousand random points agree with winding numbers`() throws {
        let regions = document.clauses.flatMap { clause in clause.regions.map { (clause.id, $0.polygon.outer) } }
        #expect(document.clauses.allSatisfy { $0.regions.allSatisfy(\.polygon.holes.isEmpty) })
        var foundCount = 0
        for _ in 0..<10_000 {
            let point = Point(x: .random(in: 0..<6000), y: .random(in: 0..<8000))
            let expected = regions.filter { Winding.number(of: $0.1, around: point) != 0 }.map(\.0)
            let found = try ids(at: point)
            #expect(Set(found) == Set(expected), "\(point)")
            foundCount += found.count
        }
        #expect(foundCount > 1000)
    }

    @Test func `every clause has a title and a translation in each of the languages`() throws {
        for language in document.header.languages {
            for clause in document.clauses {
                let response = try library.store.clause(clause.id, of: "magna-carta", lang: language)
                #expect(
                    response.lang == language && response.title != nil && response.translation != nil, "\(clause.id)")
            }
        }
    }

    @Test func `the tour has nine steps in each of the languages, with their clauses in view`() throws {
        let tour = try #require(document.tours.first)
        #expect(tour.steps.count == 9)
        for step in tour.steps {
            #expect(step.text?.byLanguage.keys.sorted() == ["en", "fr"])
            guard let box = step.box else { continue }
            let view = Rectangle(x: box[0], y: box[1], width: box[2], height: box[3])
            for id in step.clauses {
                let clause = try #require(document.clauses.first { $0.id == id })
                #expect(clause.regions.contains { $0.polygon.bounds.intersects(view) }, "\(step.id): \(id)")
            }
        }
    }

    @Test func `five clauses have aligned phrases, and all linked words and phrases are in the texts`()
        throws
    {
        for language in ["en", "fr"] {
            let linked = (document.texts[language] ?? [:]).filter { !$0.value.phrases.isEmpty }
            #expect(linked.keys.sorted() == ["1", "12", "39", "40", "63"])
        }
        #expect(document.clauses.filter { $0.kind == .clause }.allSatisfy { !$0.words.isEmpty })
        let kinds: [FindingKind] = [.phraseAstray, .wordsAstray]
        #expect(try DocumentCheck(document).findings().filter { kinds.contains($0.kind) }.map(\.message) == [])
    }

    @Test func `hidden details are outlines and not in all`() throws {
        let details = try library.store.clauses(of: "magna-carta", ClauseFilter(categories: ["hidden-details"]))
        #expect(details.count >= 8)
        #expect(details.allSatisfy { $0.kind == .detail && $0.style == .outline })
        let all = try library.store.clauses(of: "magna-carta")
        #expect(all.count == 64 && all.allSatisfy { $0.style == .filled })
        #expect(try library.store.categories(of: "magna-carta").last?.id == "hidden-details")
    }
}

/// Point-in-polygon by signed crossings, independent of the geometry under test.
private enum Winding {
    /// Returns the winding number of the ring around the point. Source: D. Sunday, "Inclusion of a Point in a Polygon",
    /// 2001.
    static func number(of ring: [Point], around point: Point) -> Int {
        // Without this shortcut, ten thousand points take half a minute in unoptimised builds.
        if ring.allSatisfy({ $0.y < point.y }) || ring.allSatisfy({ $0.y > point.y }) { return 0 }
        var turns = 0
        for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            let side = (end.x - start.x) * (point.y - start.y) - (point.x - start.x) * (end.y - start.y)
            if start.y <= point.y, end.y > point.y, side > 0 { turns += 1 }
            if start.y > point.y, end.y <= point.y, side < 0 { turns -= 1 }
        }
        return turns
    }
}
