import Foundation
import ImageGeometry
import Testing

@testable import Facsimile

struct SourceFilesTests {
    @Test func `The committed clauses, transcriptions and words match the computed ones`() throws {
        let clauses = try Facsimile.clauses()
        #expect(SourceFiles.clauses(clauses) == (try committed("clauses.json")))
        #expect(SourceFiles.transcriptions(clauses) == (try committed("texts/la.json")))
        #expect(SourceFiles.words(clauses) == (try committed("words.json")))
    }

    @Test func `The committed JPEG files have bounded length, full size and the stated alignment`()
        throws
    {
        let crop = Facsimile.ultravioletCrop
        let (width, height) = (
            Facsimile.width / 2 - crop.left - crop.right, Facsimile.height / 2 - crop.top - crop.bottom
        )
        #expect(try size(of: "scan.jpg", atMost: 12_000_000) == [Facsimile.width, Facsimile.height])
        #expect(try size(of: "ultraviolet.jpg", atMost: 3_500_000) == [width, height])
        let document = try JSONSerialization.jsonObject(with: Data(committed("document.json").utf8)) as? [String: Any]
        let page = try #require((document?["pages"] as? [[String: Any]])?.first)
        let captures = try #require(page["captures"] as? [[String: Any]])
        #expect(captures.map { $0["image"] as? String } == ["scan.jpg", "ultraviolet.jpg"])
        let corners = [[0, 0], [width, 0], [width, height], [0, height]]
        let pairs = corners.map { [$0, [($0[0] + crop.left) * 2, ($0[1] + crop.top) * 2]] }
        #expect(captures.last?["alignment"] as? [[[Int]]] == pairs)
    }

    /// Returns width and height from the JPEG's frame header.
    private func size(of name: String, atMost bytes: Int) throws -> [Int] {
        let picture = try Data(contentsOf: data.appendingPathComponent(name))
        #expect(picture.count <= bytes)
        let frame = try #require(picture.range(of: Data([0xFF, 0xC0, 0x00, 0x11, 0x08])))
        let size = picture[frame.upperBound..<(frame.upperBound + 4)].map(Int.init)
        return [size[2] * 256 + size[3], size[0] * 256 + size[1]]
    }

    @Test func `The words of each clause match its transcription and are centred within its outline`()
        throws
    {
        for clause in try Facsimile.clauses() {
            #expect(clause.words.map(\.text).joined(separator: " ") == clause.transcription ?? "")
            let outlines = try clause.rings.map { try Polygon(outer: $0.map(\.point)) }
            for word in clause.words {
                let (x, y) = (Double(word.box[0]) / 10, Double(word.box[1]) / 10)
                let middle = Point(x: x + Double(word.box[2]) / 20, y: y + Double(word.box[3]) / 20)
                #expect(outlines.contains { $0.contains(middle) }, "\(word.text) of \(clause.id)")
            }
        }
    }

    @Test func `Computing the clauses twice gives the same result`() throws {
        #expect(try Facsimile.clauses() == Facsimile.clauses())
    }

    @Test func `The clauses file is JSON with one clause per line in order`() throws {
        let clauses = try Facsimile.clauses()
        let text = SourceFiles.clauses(clauses)
        #expect(text.split(separator: "\n").count == clauses.count + 2)
        let parsed = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(parsed.compactMap { $0["id"] as? String } == clauses.map(\.id))
        #expect(parsed.first?["number"] is NSNull)
        #expect(parsed[39]["number"] as? String == "39")
        #expect(parsed[39]["incipit"] as? String == "Nullus liber homo capiatur vel imprisonetur")
        for (entry, clause) in zip(parsed, clauses) {
            let regions = try #require(entry["regions"] as? [[String: Any]])
            let polygons = regions.compactMap { $0["polygon"] as? [[Double]] }
            #expect(polygons == clause.rings.map { $0.map { [$0.point.x, $0.point.y] } })
            #expect(regions.allSatisfy { $0["page"] as? Int == 1 })
        }
    }

    @Test func `Coordinates are written without needless digits and text is escaped`() {
        let clause = FacsimileClause(
            id: "a\"b\\\n", number: nil, kind: "detail", incipit: nil, categories: [], transcription: "x",
            rings: [[TenthVertex(Point(x: 0.5, y: -0.3)), TenthVertex(Point(x: 10, y: 12.04))]])
        #expect(SourceFiles.clauses([clause]).contains(#""id": "a\"b\\\u000a""#))
        #expect(SourceFiles.clauses([clause]).contains("[[0.5,-0.3],[10,12]]"))
        #expect(SourceFiles.transcriptions([clause]).contains(#""a\"b\\\u000a": { "transcription": "x" }"#))
    }

    private var data: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("data/magna-carta")
    }

    private func committed(_ name: String) throws -> String {
        try String(contentsOf: data.appendingPathComponent(name), encoding: .utf8)
    }
}

extension TenthVertex {
    fileprivate init(_ point: Point) { self.init(point, scaleFactor: 1) }
}
