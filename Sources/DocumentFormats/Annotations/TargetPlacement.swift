import DocumentModel
import ImageGeometry

/// Converts targets to polygons in page pixels.
///
/// Targets without an area are kept: a point or a line becomes a small box.
struct TargetPlacement {
    /// The maximum number of points in a ring, as in a source folder.
    private static let vertexLimit = 20_000

    let pages: [CanvasPage]
    private let numbers: [String: Int]
    /// The page's index, by address of a painted image or its service.
    private let paintings: [String: Int]

    init(pages: [CanvasPage]) {
        self.pages = pages
        numbers = Dictionary(pages.enumerated().map { ($1.id, $0) }) { first, _ in first }
        paintings = Dictionary(pages.enumerated().flatMap { at, page in page.paintings.keys.map { ($0, at) } }) {
            first, _ in first
        }
    }

    /// Returns the index of the page that a target is on, or nil if it cannot be determined.
    func page(of target: AnnotationTarget, in annotation: ReadAnnotation, _ notes: inout ImportNotes) -> Int? {
        if let found = numbers[target.source] ?? paintings[target.source] { return found }
        if target.source.isEmpty, pages.count == 1 { return 0 }
        let around = annotation.canvas.flatMap { numbers[$0] } ?? (pages.count == 1 ? 0 : nil)
        if around != nil {
            notes.add(
                "an unknown target was assigned to the page that lists it",
                at: "\(annotation.name): \(target.source)")
        }
        return around
    }

    /// Returns the polygons that a target selects on a page.
    ///
    /// - Throws: A fault in the target's drawing or box.
    func polygons(
        of target: AnnotationTarget, on position: Int, name: String, _ notes: inout ImportNotes
    ) throws(SVGFault) -> [Polygon] {
        let page = pages[position]
        switch target.part {
        case .whole:
            guard let pixels = page.pixels else {
                throw SVGFault(
                    value: "a whole page whose size is not stated", expected: "--image \(position + 1)=FILE")
            }
            notes.add("a target that is a whole page becomes a region as large as the page", at: name)
            if page.placement != nil, let size = page.size {
                let canvas = Rectangle(x: 0, y: 0, width: size.width, height: size.height)
                return [try Self.box(canvas, page.transform, name, &notes)]
            }
            return [try Self.box(Rectangle(x: 0, y: 0, width: Double(pixels.width), height: Double(pixels.height)))]
        case .box(let fragment): return [try box(fragment, of: target, on: position, name, &notes)]
        case .imageRegion(let fragment):
            // Percent of an image that fills the canvas are percent of the canvas.
            guard let size = page.size, page.placement != nil || !fragment.isPercent,
                let image = fragment.isPercent ? (100, 100) : page.paintings[target.source] ?? nil
            else {
                return [try box(fragment, of: target, on: position, name, &notes)]
            }
            let transform = Self.transform(from: image, on: page, canvas: size)
            return [try Self.box(fragment.box, transform, name, &notes)]
        case .point(let x, let y):
            let centre = space(of: target, on: page).transform.apply(Point(x: x, y: y))
            let side = max(10, (page.pixels.map { Double(min($0.width, $0.height)) / 100 } ?? 0).rounded())
            notes.add("a point becomes a square of \(FaultText.number(side)) pixels around it", at: name)
            return [
                try Self.box(Rectangle(x: centre.x - side / 2, y: centre.y - side / 2, width: side, height: side))
            ]
        case .drawing(let text, let node, let fragment):
            do throws(SVGFault) {
                return try drawing(text, in: space(of: target, on: page), name, &notes)
            } catch {
                guard let fragment else { throw error }
                let reason = "a drawing is replaced by the box beside it, as there is \(error.value)"
                notes.add("\(reason), expected \(error.expected)", at: "\(name): \(node.path.description)")
                return [try box(fragment, of: target, on: position, name, &notes)]
            }
        }
    }

    /// The coordinates that a target is stated in: their transform to page pixels, and the size of the whole.
    private typealias Space = (transform: SVGTransform, size: (width: Double, height: Double)?)

    /// Returns the coordinates of a target: pixels of the image, if it is an image that is painted on the canvas, or
    /// else units of the canvas.
    private func space(of target: AnnotationTarget, on page: CanvasPage) -> Space {
        guard page.id != target.source, page.images.contains(target.source),
            let image = page.paintings[target.source] ?? nil, let size = page.size
        else { return (page.transform, page.size) }
        return (Self.transform(from: image, on: page, canvas: size), image)
    }

    /// Returns the transform from pixels of an image that is painted on a canvas to page pixels.
    private static func transform(
        from image: (width: Double, height: Double), on page: CanvasPage, canvas: (width: Double, height: Double)
    ) -> SVGTransform {
        let toCanvas =
            page.placement?.toCanvas(width: image.width, height: image.height)
            ?? .scale(canvas.width / image.width, canvas.height / image.height)
        return page.transform.after(toCanvas)
    }

    private func drawing(
        _ text: String, in space: Space, _ name: String, _ notes: inout ImportNotes
    ) throws(SVGFault) -> [Polygon] {
        var polygons: [Polygon] = []
        for shape in try SVGDrawing.shapes(of: text, transform: space.transform, size: space.size) {
            let found = try RingGrouping.polygons(of: shape)
            if found.isEmpty, let box = Self.bounds(of: shape.rings) {
                notes.add("a drawing without an area becomes a box around it", at: name)
                polygons.append(try Self.box(box))
            }
            polygons += found
        }
        for polygon in polygons where polygon.rings.contains(where: { $0.count > Self.vertexLimit }) {
            throw SVGFault(
                value: "an outline of \(polygon.vertexCount) points", expected: "at most \(Self.vertexLimit)")
        }
        return polygons
    }

    private func box(
        _ fragment: MediaFragment, of target: AnnotationTarget, on position: Int, _ name: String,
        _ notes: inout ImportNotes
    ) throws(SVGFault) -> Polygon {
        let page = pages[position]
        guard fragment.isPercent else {
            return try Self.box(fragment.box, space(of: target, on: page).transform, name, &notes)
        }
        guard let scale = page.percentTransform else {
            throw SVGFault(
                value: "a box in percent of a page whose size is not stated", expected: "--image \(position + 1)=FILE")
        }
        return try Self.box(fragment.box, scale, name, &notes)
    }

    private static func box(
        _ box: Rectangle, _ transform: SVGTransform, _ name: String, _ notes: inout ImportNotes
    ) throws(SVGFault) -> Polygon {
        if box.width <= 0 || box.height <= 0 { notes.add("a box without an area is made a pixel wide", at: name) }
        let (start, end) = (
            transform.apply(Point(x: box.x, y: box.y)), transform.apply(Point(x: box.maxX, y: box.maxY))
        )
        let isExact = transform == .identity
        let corners = [start.x, start.y, end.x, end.y].map { isExact ? $0 : ($0 * 100).rounded() / 100 }
        return try Self.box(
            Rectangle(x: corners[0], y: corners[1], width: corners[2] - corners[0], height: corners[3] - corners[1]))
    }

    /// Returns the box as a polygon. Empty sides become a pixel long.
    private static func box(_ box: Rectangle) throws(SVGFault) -> Polygon {
        var box = box
        (box.width, box.height) = (box.width > 0 ? box.width : 1, box.height > 0 ? box.height : 1)
        do throws(PolygonFault) {
            return try Polygon(outer: box.corners)
        } catch {
            throw SVGFault(value: "\(error)", expected: "a box on the page")
        }
    }

    private static func bounds(of rings: [[Point]]) -> Rectangle? {
        let points = rings.flatMap { $0 }
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(),
            let top = points.map(\.y).min(), let bottom = points.map(\.y).max()
        else { return nil }
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}
