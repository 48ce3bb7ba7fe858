import DocumentModel
import ImageGeometry

/// The pages made from an edition's surfaces, and the mapping of zones onto them.
struct TEIPages {
    /// The pages. Those with an image name it.
    private(set) var pages: [SourcePage] = []
    private var maps: [Map] = []

    /// The mapping of a surface's points to its page.
    private struct Map {
        let origin: Point
        let scale: (x: Double, y: Double)

        func apply(_ point: Point) -> Point {
            let moved = Point(x: point.x - origin.x, y: point.y - origin.y)
            guard scale != (1, 1) else { return moved }
            return Point(
                x: (moved.x * scale.x * 100).rounded() / 100, y: (moved.y * scale.y * 100).rounded() / 100)
        }
    }

    /// - Parameters:
    ///   - images: The images supplied for pages.
    ///   - captures: The images supplied for further captures.
    init(
        _ surfaces: [TEISurface], images: [Int: SourceImage], captures: [CaptureName: SourceImage],
        _ notes: inout ImportNotes
    ) {
        for surface in surfaces { add(surface, images[surface.number], captures, &notes) }
    }

    private mutating func add(
        _ surface: TEISurface, _ image: SourceImage?, _ captures: [CaptureName: SourceImage], _ notes: inout ImportNotes
    ) {
        let box = surface.box
        var size: (width: Int, height: Int)
        if let image {
            size = (image.width, image.height)
        } else if let box {
            size = (Self.pixels(box.width), Self.pixels(box.height))
        } else {
            let extent = surface.extent
            size = (Self.pixels(extent?.width ?? 1000), Self.pixels(extent?.height ?? 1414))
            let what = extent == nil ? "assumed" : "assumed from its zones"
            notes.add(
                "the size of page \(surface.number) is not stated, \(size.width) x \(size.height) \(what); "
                    + "--image \(surface.number)=FILE sets it")
        }
        let stated = box.map { ($0.width, $0.height) } ?? (Double(size.width), Double(size.height))
        // A page without an image has the size of its surface, rounded up.
        let scale = image == nil ? (1, 1) : (Double(size.width) / stated.0, Double(size.height) / stated.1)
        if image != nil, abs(scale.0 / scale.1 - 1) > 0.01 {
            notes.add("a surface has different proportions from the image of its page", at: "page \(surface.number)")
        }
        maps.append(Map(origin: Point(x: box?.x ?? 0, y: box?.y ?? 0), scale: scale))
        pages.append(
            SourcePage(
                number: surface.number, label: surface.label, image: image?.fileName, width: size.width,
                height: size.height,
                pixelsPerMillimetre: SourceReader.scale(surface.pixelsPerMillimetre.map { $0 * scale.0 }),
                captures: Self.captures(of: surface, image, captures, scale, &notes)))
    }

    private static func pixels(_ side: Double) -> Int { Int(min(max(side, 1), 1e8).rounded(.up)) }

    /// Returns the captures for which images were supplied, if the page has captures.
    private static func captures(
        of surface: TEISurface, _ image: SourceImage?, _ given: [CaptureName: SourceImage],
        _ scale: (x: Double, y: Double), _ notes: inout ImportNotes
    ) -> [SourceCapture] {
        let stated = surface.graphics.filter(\.isCapture)
        guard let first = stated.first, let id = first.id, let image else { return [] }
        var captures = [
            SourceCapture(
                id: id, label: first.label, kind: first.kind, image: image.fileName, width: image.width,
                height: image.height, alignment: nil)
        ]
        for graphic in stated.dropFirst().prefix(CaptureRule.limit - 1) {
            guard let id = graphic.id, !captures.contains(where: { $0.id == id }) else { continue }
            guard let own = given[CaptureName(page: surface.number, id: id)] else {
                notes.add(
                    "a capture without its image is left out; --image \(surface.number)/\(id)=FILE supplies it",
                    at: graphic.url)
                continue
            }
            captures.append(
                SourceCapture(
                    id: id, label: graphic.label, kind: graphic.kind, image: own.fileName, width: own.width,
                    height: own.height, alignment: alignment(of: graphic, own, page: image, scale)))
        }
        return captures
    }

    private static func alignment(
        of graphic: TEIGraphic, _ image: SourceImage, page: SourceImage, _ scale: (x: Double, y: Double)
    ) -> CaptureAlignment? {
        guard let stated = graphic.alignment else { return nil }
        let own = graphic.size.map { (Double(image.width) / $0.width, Double(image.height) / $0.height) } ?? (1, 1)
        let pairs = zip(stated.capture, stated.page).map { capture, page in
            CaptureAlignment.Pair(
                capture: Point(x: capture.x * own.0, y: capture.y * own.1),
                page: Point(x: page.x * scale.x, y: page.y * scale.y))
        }
        let alignment = CaptureAlignment(pairs)
        let isUsable = alignment?.covers(page: (page.width, page.height), capture: (image.width, image.height))
        return isUsable == true ? alignment : nil
    }

    /// Returns the region of a zone, clamped to the page, or nil, with a note, if it has none.
    func region(of zone: TEIZone, _ notes: inout ImportNotes) -> Region? {
        let place = zone.node.id ?? "line \(zone.node.line)"
        guard let outer = zone.outer else {
            notes.add("a zone without coordinates is left out", at: place)
            return nil
        }
        let map = maps[zone.page - 1]
        let polygon: Polygon
        do throws(PolygonFault) {
            polygon = try Polygon(outer: outer.map(map.apply), holes: zone.holes.map { $0.map(map.apply) })
        } catch {
            notes.add("a zone is left out, as it is \(error)", at: place)
            return nil
        }
        let page = pages[zone.page - 1]
        let inside = PageClamp.clamp(polygon, to: (page.width, page.height), named: "a zone", at: place, &notes)
        return inside.map { Region(page: zone.page, polygon: $0) }
    }

    /// Returns the region that covers a page.
    func wholePage(_ number: Int) -> Region? {
        let page = pages[number - 1]
        let whole = Rectangle(x: 0, y: 0, width: Double(page.width), height: Double(page.height))
        return (try? Polygon(outer: whole.corners)).map { Region(page: number, polygon: $0) }
    }
}
