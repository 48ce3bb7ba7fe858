import DocumentFormats
import Foundation
import ImageGeometry
import Testing

@testable import ClauseStore
@testable import DocumentModel

/// GeoJSON that consists of bare geometries, and geometry collections.
@Suite struct GeoJSONGeometryTests {
    private static let one = #"{"type":"Polygon","coordinates":[[[10,20],[110,20],[110,90],[10,20]]]}"#
    private static let several =
        #"{"type":"MultiPolygon","coordinates":[[[[200,20],[310,20],[310,90]]],[[[400,20],[410,20],[410,90]]]]}"#

    private func clauses(_ text: String) throws -> [Clause] { try FormatFixture.read(text).document.clauses }

    /// Returns the regions of a feature's geometry.
    private func regions(_ geometry: String) throws -> [Region] {
        try clauses(#"{"type":"Feature","properties":null,"geometry":\#(geometry)}"#)[0].regions
    }

    @Test(arguments: [one, several])
    func `a bare polygon gives the same regions as in a feature`(_ geometry: String) throws {
        let clauses = try clauses(geometry)
        #expect(clauses.map(\.id) == ["feature-1"])
        #expect(try clauses.first?.regions == regions(geometry))
    }

    @Test func `a bare geometry collection gives a clause for each geometry at any depth`() throws {
        let inner = #"{"type":"GeometryCollection","geometries":[\#(Self.several)]}"#
        let found = try clauses(#"{"type":"GeometryCollection","geometries":[\#(Self.one),\#(inner)]}"#)
        #expect(found.map(\.id) == ["feature-1", "feature-2"])
        #expect(try found.map(\.regions) == [regions(Self.one), regions(Self.several)])
    }

    @Test func `a geometry collection as a feature's geometry gives one clause`() throws {
        let regions = try regions(#"{"type":"GeometryCollection","geometries":[\#(Self.one),\#(Self.several)]}"#)
        #expect(try regions == self.regions(Self.one) + self.regions(Self.several))
    }

    @Test(arguments: [
        (#"{"type":"Point","coordinates":[1,2]}"#, "type is \"Point\", expected Polygon or MultiPolygon"),
        (#"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#, "type is \"LineString\""),
        (
            #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}"#,
            "geometries[0].type is \"Point\""
        ),
        (#"{"type":"GeometryCollection","geometries":[]}"#, "expected polygons in pixels"),
        (#"{"type":"GeometryCollection"}"#, "geometries is missing"),
        (#"{"type":"Polygon","coordinates":[[[1.5,2.5],[3.5,4.5],[5.5,9.5]]]}"#, "longitude and latitude"),
        (#"{"type":"Polygon","coordinates":[[[0,0],[900,900],[900,0],[0,900]]]}"#, "feature that lies on its page"),
    ])
    func `a geometry without an area on the page is refused with the reason`(_ text: String, _ words: String) throws {
        let line = try FormatFixture.faultLine(text)
        #expect(line.contains(words), "\(line)")
    }

    @Test func `a self-crossing outline is left out with a note`() throws {
        let tie = #"{"type":"Polygon","coordinates":[[[0,0],[900,900],[900,0],[0,900]]]}"#
        let result = try FormatFixture.read(#"{"type":"GeometryCollection","geometries":[\#(Self.one),\#(tie)]}"#)
        #expect(result.document.clauses.count == 1)
        #expect(result.notes.contains { $0.contains("a polygon is left out, as it is a ring that crosses itself") })
    }

    /// Returns a feature with these properties.
    private func feature(_ properties: String) -> String {
        #"{"type":"Feature","properties":{\#(properties)},"geometry":\#(Self.one)}"#
    }

    private func collection(_ features: String...) throws -> ImportedDocument {
        try FormatFixture.read(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
    }

    @Test func `an empty field of a feature takes no place from another one`() throws {
        let document = try collection(feature(#""name":"","title":"A seal","number":" ","text":"","clause":"""#))
            .document
        let texts = try #require(document.texts["und"]?["feature-1"])
        #expect(texts.title == "A seal" && texts.transcription == nil && document.clauses[0].number == nil)
    }

    @Test func `features are parts of the same clause if they name the same one, as a text or a number`() throws {
        let result = try collection(
            feature(#""clause":7,"name":"Seven""#), feature(#""clause":7,"name":"Seven","page":2"#),
            feature(#""clause":"""#), feature(#""clause":"""#))
        #expect(result.document.clauses.map(\.id) == ["7", "feature-1", "feature-2"])
        #expect(result.document.clauses[0].regions.map(\.page) == [1, 2])
        #expect(!result.notes.contains { $0.contains("further feature") })
        let other = try collection(feature(#""clause":"a","name":"A""#), feature(#""clause":"a","name":"B""#))
        #expect(
            other.notes.contains("file.json: properties of a further feature of a clause are left out (features[1])"),
            "\(other.notes)")
    }
}
