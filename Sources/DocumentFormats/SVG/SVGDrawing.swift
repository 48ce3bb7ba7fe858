import DocumentModel
import Foundation
import ImageGeometry
import XMLReading

/// Reads the shapes of an SVG drawing, such as the value of an `SvgSelector`, as polygons.
///
/// Supports `path`, `polygon`, `polyline`, `rect`, `circle`, `ellipse` and `line` within `svg`, `g`, `a` and `switch`,
/// with their transforms. Elements that are only descriptive or are never drawn directly (`defs`, `title` …) are
/// skipped, and so is what is not displayed. Colours and strokes are ignored, because they do not affect the region.
/// Source: https://www.w3.org/TR/SVG11/
final class SVGDrawing: XMLHandler {
    typealias Failure = SVGFault

    /// The maximum length of a drawing, in bytes.
    static let byteLimit = 16 << 20
    /// The text is already decoded, so any declared encoding is ignored. A fragment may lack the declarations of its
    /// prefixes, but nothing here depends on them.
    private static let xml = XMLReader(byteLimit: byteLimit, ignoresEncoding: true, ignoresPrefixes: true)
    private static let shapeLimit = 10_000
    private static let groups: Set<String> = ["svg", "g", "a", "switch"]
    private static let silent: Set<String> = [
        "defs", "title", "desc", "metadata", "style", "script", "symbol", "clipPath", "mask", "pattern", "marker",
        "linearGradient", "radialGradient", "filter",
    ]

    private let canvas: SVGTransform
    private let size: (width: Double, height: Double)?
    private var transforms: [SVGTransform] = []
    private var rules: [FillRule] = []
    private var silentDepth = 0
    private var shapes: [SVGShape] = []
    private var pointCount = 0

    /// Reads a drawing.
    ///
    /// - Parameters:
    ///   - text: The drawing: an `svg` element or a single shape.
    ///   - transform: The transform from the drawing's coordinates to the image's.
    ///   - size: The size of the canvas under the drawing, in its own units. A `viewBox` is stretched to it.
    /// - Returns: The shapes in the order of the drawing. There is at least one.
    /// - Throws: The first fault.
    /// - Complexity: O(*n*) in the length of the text and the number of points.
    static func shapes(
        of text: String, transform: SVGTransform = .identity, size: (width: Double, height: Double)? = nil
    ) throws(SVGFault) -> [SVGShape] {
        guard text.utf8.count <= byteLimit else {
            throw SVGFault(value: "a drawing of \(text.utf8.count) bytes", expected: "at most \(byteLimit)")
        }
        let reader = SVGDrawing(canvas: transform, size: size)
        try xml.read(text.utf8, to: reader)
        guard !reader.shapes.isEmpty else {
            throw SVGFault(
                value: "\(FaultText.quoted(text)), without a shape",
                expected: "a path, polygon, polyline, rect, circle or ellipse")
        }
        return reader.shapes
    }

    private init(canvas: SVGTransform, size: (width: Double, height: Double)?) {
        (self.canvas, self.size) = (canvas, size)
    }

    func start(_ element: XMLElement) throws(SVGFault) {
        let (name, attributes) = (element.name, element.attributes)
        let isHidden = SVGAttributes.values(of: "display", in: attributes).last == "none"
        if silentDepth > 0 || isHidden || Self.silent.contains(name) { silentDepth += 1 }
        var transform = transforms.last ?? canvas
        if name == "svg", transforms.isEmpty, let view = try viewBox(attributes["viewBox"]) {
            transform = transform.after(view)
        } else if name == "svg", !transforms.isEmpty, silentDepth == 0 {
            transform = transform.after(try Self.place(of: attributes))
        }
        if let text = attributes["transform"] { transform = transform.after(try SVGTransform(parsing: text)) }
        transforms.append(transform)
        let stated = SVGAttributes.values(of: "fill-rule", in: attributes).compactMap(FillRule.init).last
        rules.append(stated ?? rules.last ?? .nonZero)
        guard silentDepth == 0, !Self.groups.contains(name) else { return }
        try draw(name, SVGAttributes(attributes: attributes))
    }

    func text(_ text: String) {}

    func end(_ name: String, line: Int) {
        if silentDepth > 0 { silentDepth -= 1 }
        transforms.removeLast()
        rules.removeLast()
    }

    func failure(_ fault: XMLFault) -> SVGFault { SVGFault(fault) }

    private func draw(_ name: String, _ attributes: SVGAttributes) throws(SVGFault) {
        var pen = SVGPen()
        pen.transform = transforms.last ?? canvas
        pen.pointCount = pointCount
        defer { pointCount = pen.pointCount }
        guard try attributes.draw(name, with: &pen) else {
            throw SVGFault(
                value: "the element \(FaultText.quoted(name))",
                expected: "path, polygon, polyline, rect, circle, ellipse or line")
        }
        guard shapes.count < Self.shapeLimit else {
            throw SVGFault(value: "more than \(Self.shapeLimit) shapes", expected: "no more")
        }
        let rings = pen.finished()
        if !rings.isEmpty { shapes.append(SVGShape(rings: rings, rule: rules.last ?? .nonZero)) }
    }

    /// Returns the translation to the place of an inner `svg` element. Its `viewBox` would also scale.
    private static func place(of attributes: [String: String]) throws(SVGFault) -> SVGTransform {
        if let view = attributes["viewBox"] {
            throw SVGFault(
                value: "the viewBox \(FaultText.quoted(view)) of an inner svg", expected: "none, or a g with transform")
        }
        let lengths = SVGAttributes(attributes: attributes)
        return SVGTransform(e: try lengths.length("x"), f: try lengths.length("y"))
    }

    /// Returns the transform from a `viewBox` to the size of the canvas.
    private func viewBox(_ text: String?) throws(SVGFault) -> SVGTransform? {
        guard let text, let size else { return nil }
        var scanner = SVGScanner(text)
        var numbers: [Double] = []
        scanner.skipSeparators()
        while !scanner.isAtEnd, numbers.count < 4 { numbers.append(try scanner.takeNumber()) }
        guard numbers.count == 4, scanner.isAtEnd, numbers[2] > 0, numbers[3] > 0 else {
            throw SVGFault(value: "the viewBox \(FaultText.quoted(text))", expected: "x, y, width and height")
        }
        guard numbers != [0, 0, size.width, size.height] else { return nil }
        return SVGTransform.scale(size.width / numbers[2], size.height / numbers[3])
            .after(SVGTransform(e: -numbers[0], f: -numbers[1]))
    }
}

/// A shape in a drawing.
struct SVGShape: Equatable {
    /// The subpaths, without the line back to their start.
    let rings: [[Point]]
    /// The rule that determines the inside.
    let rule: FillRule
}

/// The rule that determines the inside of a shape whose rings are nested or cross.
enum FillRule: String {
    case nonZero = "nonzero"
    case evenOdd = "evenodd"
}

/// The reason why an SVG drawing cannot be converted to regions.
struct SVGFault: Error, Equatable {
    /// What was found.
    let value: String
    /// What was expected.
    let expected: String
}

extension SVGFault {
    /// Converts the fault of a file that is not well-formed.
    init(_ fault: XMLFault) {
        self.init(value: "SVG in which \(fault.place) is \(fault.value)", expected: fault.expected)
    }
}
