import DocumentModel
import ImageGeometry
import Testing

@testable import WebDocuments

@Suite struct OverlayColoursTests {
    /// Returns a square with a side of 10 pixels.
    private static func square(_ x: Double, _ y: Double) throws -> [Region] {
        let corners = [(0.0, 0.0), (10, 0), (10, 10), (0, 10)].map { Point(x: x + $0.0, y: y + $0.1) }
        return [Region(page: 1, polygon: try Polygon(outer: corners))]
    }

    @Test func `two colours alternate, and clauses that touch have different ones`() throws {
        let apart = try [0, 100, 200].map { try Self.square($0, 0) }
        #expect(OverlayColours.indices(of: apart, count: 4, pageWidth: 1_000) == [0, 1, 0])
        // The third touches the first, which already has the colour that it would get.
        let corner = [try Self.square(0, 0), try Self.square(100, 0), try Self.square(0, 10)]
        #expect(OverlayColours.indices(of: corner, count: 4, pageWidth: 1_000) == [0, 1, 2])
        #expect(OverlayColours.indices(of: corner, count: 2, pageWidth: 1_000) == [0, 1, 1])
        // A fraction of the page's width counts as adjacent.
        let near = [try Self.square(0, 0), try Self.square(100, 0), try Self.square(0, 11)]
        #expect(OverlayColours.indices(of: near, count: 4, pageWidth: 600) == [0, 1, 0])
        #expect(OverlayColours.indices(of: near, count: 4, pageWidth: 1_000) == [0, 1, 2])
    }
}
