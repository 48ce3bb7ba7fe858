import DocumentModel
import ImageGeometry

/// How the image of a page lies on its canvas: a part of the image covers a part of the canvas.
///
/// Sources: https://iiif.io/api/cookbook/recipe/0299-region/, https://iiif.io/api/annex/openannotation/
struct ImagePlacement {
    /// A target or selector that cannot be represented, such as a rotation.
    private struct Unsupported: Error {
        let path: String

        init(node: SourceNode) { path = node.path.description }
    }

    /// The part of the canvas, in canvas units.
    private let box: Rectangle
    /// The part of the image, as fractions of its width and height.
    private let part: Rectangle

    /// Reads the placement of a painting annotation's image. A placement that cannot be represented is noted.
    ///
    /// - Returns: Nil if the image is to be taken as filling the canvas.
    /// - Complexity: O(*n*) in the number of selectors.
    static func read(
        _ painting: SourceObject, on canvas: (width: Double, height: Double), _ notes: inout ImportNotes
    ) -> ImagePlacement? {
        do throws(Unsupported) {
            let wholeCanvas = Rectangle(x: 0, y: 0, width: canvas.width, height: canvas.height)
            let wholeImage = Rectangle(x: 0, y: 0, width: 1, height: 1)
            let box = try box(painting.first("target", "on"), canvas) ?? wholeCanvas
            let part = try part(painting.first("body", "resource")) ?? wholeImage
            return box == wholeCanvas && part == wholeImage ? nil : ImagePlacement(box: box, part: part)
        } catch {
            notes.add(
                "the rotation or crop of an image on its canvas is left out; --image is assumed to show the whole canvas",
                at: error.path)
            return nil
        }
    }

    /// Returns the transform from canvas units to pixels of the whole image in a size.
    func toImage(width: Double, height: Double) -> SVGTransform {
        let (x, y) = (width * part.width / box.width, height * part.height / box.height)
        return SVGTransform(a: x, d: y, e: width * part.x - x * box.x, f: height * part.y - y * box.y)
    }

    /// Returns the transform from pixels of the whole image in a size to canvas units.
    func toCanvas(width: Double, height: Double) -> SVGTransform {
        let inner = toImage(width: width, height: height)
        return SVGTransform(a: 1 / inner.a, d: 1 / inner.d, e: -inner.e / inner.a, f: -inner.f / inner.d)
    }

    /// Returns the part of the canvas that a target selects, or nil for the whole canvas.
    private static func box(
        _ target: SourceNode, _ canvas: (width: Double, height: Double)
    ) throws(Unsupported) -> Rectangle? {
        guard let node = target.list.first else { return nil }
        guard target.list.count == 1 else { throw Unsupported(node: target) }
        let selectors = AnnotationReader.selectors(of: node.asObject?["selector"])
        var found = fragment(node.asObject?.first("source", "full").address ?? node.address)
        if let selector = selectors.first {
            guard let boxed = selectors.first(where: { $0.types.contains("FragmentSelector") }) else {
                throw Unsupported(node: selector.node)
            }
            found = boxed.first("value", "chars").asString.map { fragment($0) ?? $0 }
        }
        guard let found else { return nil }
        switch try? MediaFragment.read(found) {
        case .box(let fragment)?:
            let unit = fragment.isPercent ? (canvas.width / 100, canvas.height / 100) : (1, 1)
            let box = scaled(fragment.box, by: unit)
            guard box.width >= 1, box.height >= 1 else { throw Unsupported(node: node) }
            return box
        case nil: throw Unsupported(node: node)
        case .time?, .other?: return nil
        }
    }

    /// Returns the part of the image that a body shows, or nil for the whole image.
    private static func part(_ body: SourceNode) throws(Unsupported) -> Rectangle? {
        var selectors: [SourceObject] = []
        var node = body
        var size: (width: Double, height: Double)?
        while let object = node.list.first?.asObject {
            // Whether a size that is stated beside a fragment is that of the part or of the whole is not defined.
            if let found = fragment(object.node.address), case .box? = try? MediaFragment.read(found) {
                throw Unsupported(node: object.node)
            }
            // The items of a choice fill the same part of the canvas, as long as none of them is only a part.
            let items = object["items"].list + object["default"].list + object["item"].list
            let isPart = { (item: SourceNode) in item.asObject.map { !$0["selector"].isNothing } ?? false }
            if items.count > 1, let item = items.first(where: isPart) { throw Unsupported(node: item) }
            selectors += AnnotationReader.selectors(of: object["selector"])
            size = object.size
            node = object.first("items", "default", "source", "full")
        }
        guard let selector = selectors.first else { return nil }
        guard selectors.count == 1, selector.types.contains("ImageApiSelector") else {
            throw Unsupported(node: selector.node)
        }
        let rotation = selector["rotation"]
        let degrees = rotation.asNumber ?? rotation.asString.flatMap(Double.init)
        guard rotation.isNothing || degrees == 0 || degrees == 360 else { throw Unsupported(node: rotation) }
        let region = selector["region"].asString ?? "full"
        if region == "full" { return nil }
        guard case .box(let fragment)? = try? MediaFragment.read("xywh=\(region)") else {
            throw Unsupported(node: selector["region"])
        }
        let whole: (width: Double, height: Double)? = fragment.isPercent ? (100, 100) : size
        guard let whole else { throw Unsupported(node: selector["region"]) }
        return try inside(scaled(fragment.box, by: (1 / whole.width, 1 / whole.height)), selector["region"])
    }

    /// Returns the part of a region that is inside the image, as the Image API serves it.
    private static func inside(_ region: Rectangle, _ node: SourceNode) throws(Unsupported) -> Rectangle {
        let (left, top) = (max(region.x, 0), max(region.y, 0))
        let (width, height) = (min(region.maxX, 1) - left, min(region.maxY, 1) - top)
        guard width >= 1e-8, height >= 1e-8 else { throw Unsupported(node: node) }
        return Rectangle(x: left, y: top, width: width, height: height)
    }

    private static func scaled(_ box: Rectangle, by unit: (Double, Double)) -> Rectangle {
        Rectangle(
            x: box.x * unit.0, y: box.y * unit.1, width: box.width * unit.0, height: box.height * unit.1)
    }

    /// Returns the fragment of an address.
    private static func fragment(_ address: String?) -> String? {
        guard let address, let hash = address.unicodeScalars.lastIndex(of: "#") else { return nil }
        return String(address[address.unicodeScalars.index(after: hash)...])
    }
}
