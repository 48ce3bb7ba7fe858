import FileSupport
import Foundation
import ImageGeometry

@testable import ClauseStore
@testable import DocumentCheck
@testable import DocumentFormats
@testable import DocumentModel

extension FuzzTarget {
    static let texts = [
        FuzzTarget(name: "json") { readJSON($0) },
        FuzzTarget(name: "csv") { readTable($0) },
        FuzzTarget(name: "svg") { readDrawing($0) },
        FuzzTarget(name: "html") { readHTML($0.text) },
        FuzzTarget(name: "cues") { readCues($0) },
        FuzzTarget(name: "sound") { readSound($0) },
    ]

    // MARK: Recordings

    private static func readCues(_ bytes: UnsafeRawBufferPointer) {
        do throws(WebVTTFault) {
            var former = 0
            for cue in try WebVTTReader.cues(bytes.data) {
                require(cue.start >= former && cue.end > cue.start, "a cue from \(cue.start) to \(cue.end)")
                former = cue.start
            }
        } catch {
            require(error.line >= 1 && !error.value.contains("\n"), "a fault in line \(error.line): \(error.value)")
        }
    }

    private static func readSound(_ bytes: UnsafeRawBufferPointer) {
        let header = RecordingHeader(byteCount: bytes.count) { offset, count in
            require(offset >= 0 && count >= 0 && offset <= bytes.count - count, "\(count) bytes at \(offset)")
            return Array(bytes[offset..<offset + count])
        }
        if let seconds = header?.seconds { require(seconds > 0 && seconds < 172_000, "\(seconds) seconds") }
    }

    // MARK: JSON

    private static func readJSON(_ bytes: UnsafeRawBufferPointer) {
        let data = bytes.data
        guard let value = try? JSONParser.parse(data) else { return }
        for text in [value.text(), value.compactText] {
            let readBack = try? JSONParser.parse(Data(text.utf8))
            require(readBack == value, "JSON is not read back unchanged: \(text)")
        }
        _ = value.summary
        // Foundation's parser accepts what ours accepts, except lone surrogates and values other than arrays and
        // objects.
        if value.elements != nil {
            require((try? JSONSerialization.jsonObject(with: data)) != nil, "Foundation refuses this JSON")
        }
        let places = JSONPlaces(Array(data))
        require(places.root.upperBound <= data.count, "a root up to \(places.root.upperBound)")
        if let elements = value.elements {
            require(places.elements(of: places.root).count == elements.count, "\(elements.count) elements")
        }
        for key in ["a", "id", "type"] {
            if let place = places.member(key, of: places.root) {
                require((try? JSONParser.parse(data[place])) != nil, "the member \(key) is at \(place)")
            }
        }
    }

    // MARK: Tables

    private static func readTable(_ bytes: UnsafeRawBufferPointer) {
        if let rows = try? CSV.read(bytes.data, named: "a.csv"), !rows.isEmpty {
            let cells = rows.map(\.cells)
            let readBack = try? CSV.read(CSV.write(cells), named: "a.csv").map(\.cells)
            require(readBack == cells, "\(cells) is read back as \(String(describing: readBack))")
        }
        if let table = try? ScanTable(bytes.data, named: "a.csv"),
            let descriptions = try? table.descriptions(of: ["a.jpg", "b/a.jpg", "c.tif"]).descriptions
        {
            require(descriptions.count == 3, "descriptions of \(descriptions.count) scans")
            for description in descriptions {
                require(description.id.map(Identifier.isValid) ?? true, "the id \(description.id ?? "")")
                require(
                    description.rights.map(ScanDescription.isRights) ?? true, "the rights \(description.rights ?? "")")
            }
        }
        guard let change = try? TextImport(bytes.data, named: "a.csv", into: Sample.document),
            let files = try? change.applied(to: Sample.files)
        else { return }
        let image = SourceImage(fileName: "page.png", width: 100, height: 100)
        require(
            (try? SourceReader.read(MemorySource(files: files, images: [image]))) != nil, "texts that cannot be read")
    }

    // MARK: Drawings

    private static func readDrawing(_ bytes: UnsafeRawBufferPointer) {
        let text = bytes.rest.text
        switch bytes.choice % 4 {
        case 0: readShapes(text, nil)
        case 1: readShapes(text, (1000, 500))
        case 2:
            var pen = SVGPen()
            guard (try? SVGPathData.draw(text, with: &pen)) != nil else { return }
            checkPolygons(SVGShape(rings: pen.finished(), rule: .nonZero))
        default:
            if case .box(let fragment)? = try? MediaFragment.read(text) {
                require(fragment.box.width >= 0 && fragment.box.height >= 0, "\(fragment)")
            }
        }
    }

    private static func readShapes(_ text: String, _ size: (width: Double, height: Double)?) {
        guard let shapes = try? SVGDrawing.shapes(of: text, size: size) else { return }
        for shape in shapes.prefix(20) { checkPolygons(shape) }
    }

    /// The polygons of a shape can be written as a drawing that yields the same polygons.
    private static func checkPolygons(_ shape: SVGShape) {
        guard let polygons = try? RingGrouping.polygons(of: shape), !polygons.isEmpty else { return }
        for polygon in polygons {
            require(polygon.rings.joined().allSatisfy(\.isWithinLimits), "a point beyond the limits")
            // Crossing rings are grouped as if they did not cross, so only single rings are certain.
            guard polygon.holes.isEmpty else { continue }
            let drawing = SVGWriter.drawing(of: [polygon])
            let readBack = try? SVGDrawing.shapes(of: drawing).flatMap { try RingGrouping.polygons(of: $0) }
            require(readBack == [polygon], "\(drawing) is read back as \(String(describing: readBack))")
        }
    }

    // MARK: HTML

    private static func readHTML(_ html: String) {
        let plain = HTMLText.plain(html)
        require(
            plain.split(separator: "\n").allSatisfy { !$0.hasPrefix(" ") && !$0.hasSuffix(" ") }, "ends of \(plain)")
        // Escaped text is read back unchanged except for its white space.
        func words(_ text: String) -> [Substring.UnicodeScalarView] {
            text.unicodeScalars.split { $0.properties.isWhitespace && $0 != "\u{A0}" }
        }
        let readBack = HTMLText.plain(MarkupEscaping.content(plain))
        require(
            words(readBack).elementsEqual(words(plain), by: { $0.elementsEqual($1) }),
            "\(plain), escaped, is \(readBack)")
        require(HTMLEntities.decoded(MarkupEscaping.content(html)[...]) == html, "\(html) is not unescaped to itself")
    }
}
