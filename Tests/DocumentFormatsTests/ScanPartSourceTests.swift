import DocumentModel
import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import DocumentFormats

/// `rotation` and `crop` of a page in `document.json`. The image of the fixture has 1000 × 800 pixels.
@Suite struct ScanPartSourceTests {
    private static func fixture(_ keys: String, polygons: Bool = false) throws -> SourceFixture {
        var fixture = SourceFixture("clauses.json", "[]")
        for language in ["en", "fr", "la"] { fixture.files["texts/\(language).json"] = nil }
        try fixture.replace(#""image": "scan.png","#, with: #""image": "scan.png", \#(keys),"#, in: "document.json")
        return fixture
    }

    @Test(arguments: [
        (#""rotation": 0"#, ScanPart.whole, 1000, 800), (#""rotation": null, "crop": null"#, .whole, 1000, 800),
        (#""rotation": 90"#, ScanPart(rotation: 90), 800, 1000),
        (#""rotation": 180.0"#, ScanPart(rotation: 180), 1000, 800),
        (#""rotation": 45"#, ScanPart(rotation: 45), 1273, 1273),
        (#""rotation": 359.5"#, ScanPart(rotation: 359.5), 1007, 809),
        (
            #""crop": [10, 20, 990, 780]"#, ScanPart(crop: .init(x: 10, y: 20, width: 990, height: 780)), 990, 780
        ),
        (
            #""rotation": 270, "crop": [799, 999, 1, 1.0], "width": 1, "height": 1"#,
            ScanPart(rotation: 270, crop: .init(x: 799, y: 999, width: 1, height: 1)), 1, 1
        ),
        (
            #""corners": [[100, 50], [900.5, 50], [900.5, 750], [100, 750]]"#,
            ScanPart(corners: [(100, 50), (900.5, 50), (900.5, 750), (100, 750)].map { Point(x: $0, y: $1) }), 801, 700
        ),
    ])
    func `a page has the size of its part of the image`(keys: String, part: ScanPart, width: Int, height: Int) throws {
        let document = try Self.fixture(keys).read()
        #expect(document.pages[0].part == part && document.pages[0].part.isWhole == part.isWhole)
        #expect(document.pages[0].width == width && document.pages[0].height == height)
        let written = document.pages[0].json
        #expect(ScanPart(ofPage: written) == part)
        #expect((written["rotation"] == nil) == (part.rotation == 0) && (written["crop"] == nil) == (part.crop == nil))
    }

    private static let rotationFault = "expected degrees clockwise, 0 or more and below 360"
    private static let cropFault =
        "expected [x, y, width, height] in whole pixels of the rotated image, at least 1 × 1 of them"

    @Test(arguments: ["360", "-1", "-1e-9", "1e308", #""90""#, "true", "[90]", "{}"])
    func `an invalid rotation is one fault`(value: String) throws {
        let faults = try Self.fixture(#""rotation": \#(value)"#).faults()
        #expect(faults.faults.map(\.path) == ["pages[0].rotation"])
        #expect(faults.lines.first?.hasSuffix(Self.rotationFault) == true, "\(faults.lines)")
    }

    @Test(arguments: [
        "[]", "[1, 2]", "[1, 2, 3]", "[1, 2, 3, 4, 5]", "[0, 0, 0, 5]", "[0, 0, 5, 0]", "[-1, 0, 5, 5]",
        "[0, 0, 5.5, 5]", "[0, 0, 1e300, 5]", "[1e18, 1e18, 1e18, 1e18]", "[0, 0, 100000001, 1]", #"["0", 0, 5, 5]"#,
        "[null, 0, 5, 5]", "[[0, 0], [5, 5]]", "{}", "7", #""0,0,5,5""#,
    ])
    func `an invalid crop is one fault`(value: String) throws {
        let faults = try Self.fixture(#""crop": \#(value)"#).faults()
        #expect(faults.faults.map(\.path) == ["pages[0].crop"])
        #expect(faults.lines.first?.hasSuffix(Self.cropFault) == true, "\(faults.lines)")
    }

    @Test(arguments: ["NaN", "Infinity", "-Infinity", "1e999", "nan"])
    func `numbers that JSON does not have are one fault`(value: String) throws {
        for keys in [#""rotation": \#(value)"#, #""crop": [\#(value), 0, 5, 5]"#] {
            let faults = try Self.fixture(keys).faults()
            #expect(faults.faults.count == 1 && faults.faults.first?.file == "document.json")
        }
    }

    @Test(arguments: [
        (0.0, "[0, 0, 1001, 800]", "1000 × 800"), (0, "[1000, 0, 1, 1]", "1000 × 800"),
        (90, "[0, 0, 801, 1]", "800 × 1000"),
        (45, "[1273, 0, 1, 1]", "1273 × 1273"),
    ])
    func `the fault for a crop outside the rotated image names the image's size`(
        rotation: Double, crop: String, size: String
    )
        throws
    {
        let faults = try Self.fixture(#""rotation": \#(rotation), "crop": \#(crop)"#).faults()
        #expect(faults.faults.map(\.path) == ["pages[0].crop"])
        #expect(faults.faults.first?.expected == "a box within the \(size) pixels of the rotated image")
    }

    @Test(arguments: [
        ("[[0, 0], [9, 0], [9, 9]]", "", ScanPart.cornersRule),
        ("[[0, 0], [9, 0], [9, 9], [0, -1]]", "", ScanPart.cornersRule),
        ("[[0, 0], [9, 0], [9, 9], [0, 1e9]]", "", ScanPart.cornersRule), (#""all""#, "", ScanPart.cornersRule),
        ("[[0, 0], [9, 0], [9, 9], [0]]", "", ScanPart.cornersRule),
        ("[[0, 0], [9, 0], [9, 9], [0, 9]]", #""rotation": 90, "#, "neither rotation nor crop beside corners"),
        ("[[0, 0], [9, 0], [9, 9], [0, 9]]", #""crop": [0, 0, 9, 9], "#, "neither rotation nor crop beside corners"),
        (
            "[[0, 0], [1001, 0], [9, 9], [0, 9]]", "",
            "four corners within the 1000 × 800 pixels of the image, clockwise from the upper left one, no three on a line"
        ),
        (
            "[[0, 0], [0, 9], [9, 9], [9, 0]]", "",
            "four corners within the 1000 × 800 pixels of the image, clockwise from the upper left one, no three on a line"
        ),
    ])
    func `invalid corners of a sheet are one fault`(value: String, beside: String, expected: String) throws {
        let faults = try Self.fixture(#"\#(beside)"corners": \#(value)"#).faults()
        #expect(
            faults.faults.map(\.path) == ["pages[0].corners"] && faults.faults.first?.expected == expected,
            "\(faults.lines)")
    }

    @Test func `a stated size must be that of the part`() throws {
        let faults = try Self.fixture(#""crop": [0, 0, 30, 40], "width": 1000, "height": 40"#).faults()
        #expect(
            faults.lines == [
                "document.json: pages[0].width is 1000, expected 30, that of the part of the image, or nothing"
            ])
    }

    @Test func `rotation and crop of a page without an image are faults`() throws {
        var fixture = try Self.fixture(#""rotation": 0"#)
        try fixture.replace(
            #""image": null,"#, with: #""image": null, "rotation": 90, "crop": [0, 0, 5, 5],"#, in: "document.json")
        let faults = try fixture.faults()
        #expect(faults.faults.map(\.path) == ["pages[1].rotation", "pages[1].crop"])
        #expect(faults.faults.allSatisfy { $0.expected == "none, as the page has no image" })
    }

    @Test func `for an unmeasured image a crop gives the size, and a rotation needs a stated one`() throws {
        let cropped = try Self.fixture(#""rotation": 12, "crop": [900, 3, 40, 30]"#).read(imageSize: nil)
        #expect(cropped.pages[0].width == 40 && cropped.pages[0].height == 30)
        let faults = #expect(throws: SourceFaults.self) { try Self.fixture(#""rotation": 12"#).read(imageSize: nil) }
        #expect(faults?.faults.map(\.path) == ["pages[0].width", "pages[0].height"])
        let stated = try Self.fixture(#""rotation": 12, "width": 7, "height": 9"#).read(imageSize: nil)
        #expect(stated.pages[0].width == 7 && stated.pages[0].part == ScanPart(rotation: 12))
    }

    @Test func `formats that cannot represent parts report it, and GeoJSON is read back`() throws {
        let document = try Self.fixture(#""rotation": 90, "crop": [0, 0, 300, 200]"#).read()
        let loss = "the rotation and crop of scans: pages 1"
        #expect(PresentationWriter(document, base: "https://example.org", images: [:]).losses.contains(loss))
        let notes = document.layout(as: .alto, date: Date(timeIntervalSince1970: 0)).notes
        #expect(notes.contains { $0.hasPrefix("ALTO cannot hold \(loss): coordinates are those of the part") })
        let writer = try GeoJSONWriter(document)
        #expect(writer.losses.contains(loss))
        let folder = try TemporaryFolder()
        try folder.write("psalter.geojson", writer.collection())
        let file = try #require(try RecognisedSource.recognise(folder.path("psalter.geojson")))
        let readBack = try file.read(id: nil, images: [:], annotations: []).document
        #expect(readBack.pages[0].width == 300 && readBack.pages[0].height == 200 && readBack.pages[0].part.isWhole)
        let whole = try SourceFixture().read()
        #expect(!(try GeoJSONWriter(whole).losses.contains { $0.contains("rotation") }))
    }
}
