import DocumentModel
import Foundation
import ImageGeometry

/// The attributes of a shape, from which it is drawn.
struct SVGAttributes {
    let attributes: [String: String]

    /// Returns the values of a style property: that of the attribute of this name, then those in `style`, which take
    /// precedence.
    static func values(of property: String, in attributes: [String: String]) -> [String] {
        let declarations = (attributes["style"] ?? "").parts(at: ";").map { $0.parts(at: ":").map(\.trimmed) }
        return [attributes[property]].compactMap(\.self)
            + declarations.filter { $0.count == 2 && $0[0] == property }.map { String($0[1]) }
    }

    /// Draws the shape with this element name.
    ///
    /// - Returns: Whether the name is that of a shape.
    func draw(_ name: String, with pen: inout SVGPen) throws(SVGFault) -> Bool {
        switch name {
        case "path":
            guard let data = attributes["d"] else { throw SVGFault(value: "a path without d", expected: "its data") }
            try SVGPathData.draw(data, with: &pen)
        case "polygon", "polyline": try drawPoints(with: &pen)
        case "rect": try drawRectangle(with: &pen)
        case "circle":
            let radius = try length("r")
            try drawEllipse(radius, radius, with: &pen)
        case "ellipse": try drawEllipse(try length("rx"), try length("ry"), with: &pen)
        case "line":
            pen.move(to: Point(x: try length("x1"), y: try length("y1")))
            try pen.line(to: Point(x: try length("x2"), y: try length("y2")))
        default: return false
        }
        return true
    }

    private func drawPoints(with pen: inout SVGPen) throws(SVGFault) {
        guard let text = attributes["points"] else {
            throw SVGFault(value: "a polygon without points", expected: "its points")
        }
        var scanner = SVGScanner(text)
        scanner.skipSeparators()
        var isFirst = true
        while !scanner.isAtEnd {
            let x = try scanner.takeNumber()
            guard scanner.isAtNumber else { throw SVGFault(value: "an x without y", expected: "pairs of numbers") }
            let point = Point(x: x, y: try scanner.takeNumber())
            if isFirst { pen.move(to: point) } else { try pen.line(to: point) }
            isFirst = false
        }
        pen.close()
    }

    private func drawRectangle(with pen: inout SVGPen) throws(SVGFault) {
        let (x, y) = (try length("x"), try length("y"))
        let (width, height) = (try length("width"), try length("height"))
        guard width >= 0, height >= 0 else {
            throw SVGFault(value: "a rect of \(width) x \(height)", expected: "a size that is not negative")
        }
        let stated = (try optionalLength("rx"), try optionalLength("ry"))
        let rx = min(max(stated.0 ?? stated.1 ?? 0, 0), width / 2)
        let ry = min(max(stated.1 ?? stated.0 ?? 0, 0), height / 2)
        let (right, bottom) = (x + width, y + height)
        guard rx > 0, ry > 0 else {
            pen.move(to: Point(x: x, y: y))
            for corner in [(right, y), (right, bottom), (x, bottom)] {
                try pen.line(to: Point(x: corner.0, y: corner.1))
            }
            return pen.close()
        }
        // Clockwise from the top edge: for each corner, a line and then a quarter of an ellipse around the corner's
        // centre.
        let radii = Point(x: rx, y: ry)
        let corners: [(line: Point, centre: Point, end: Point)] = [
            (Point(x: right - rx, y: y), Point(x: right - rx, y: y + ry), Point(x: right, y: y + ry)),
            (Point(x: right, y: bottom - ry), Point(x: right - rx, y: bottom - ry), Point(x: right - rx, y: bottom)),
            (Point(x: x + rx, y: bottom), Point(x: x + rx, y: bottom - ry), Point(x: x, y: bottom - ry)),
            (Point(x: x, y: y + ry), Point(x: x + rx, y: y + ry), Point(x: x + rx, y: y)),
        ]
        pen.move(to: Point(x: x + rx, y: y))
        for (quarter, corner) in corners.enumerated() {
            if pen.position != corner.line { try pen.line(to: corner.line) }
            try pen.ellipse(
                centre: corner.centre, radii: radii, turn: 0, from: Double(quarter - 1) * .pi / 2, sweep: .pi / 2,
                to: corner.end)
        }
        pen.close()
    }

    private func drawEllipse(_ rx: Double, _ ry: Double, with pen: inout SVGPen) throws(SVGFault) {
        guard rx >= 0, ry >= 0 else { throw SVGFault(value: "a radius below 0", expected: "one above") }
        let centre = Point(x: try length("cx"), y: try length("cy"))
        let start = Point(x: centre.x + rx, y: centre.y)
        pen.move(to: start)
        try pen.ellipse(centre: centre, radii: Point(x: rx, y: ry), turn: 0, from: 0, sweep: 2 * .pi, to: start)
        pen.close()
    }

    /// Returns a length in pixels. An absent one is 0.
    func length(_ name: String) throws(SVGFault) -> Double { try optionalLength(name) ?? 0 }

    /// Returns a length in pixels, given with or without the unit.
    private func optionalLength(_ name: String) throws(SVGFault) -> Double? {
        guard let text = attributes[name], text != "auto" else { return nil }
        var scanner = SVGScanner(text)
        scanner.skipSeparators()
        let number = try scanner.takeNumber()
        let unit = scanner.takeWord()
        guard scanner.isAtEnd, unit.isEmpty || unit == "px" else {
            throw SVGFault(value: "\(name) of \(FaultText.quoted(text))", expected: "a number of pixels")
        }
        return number
    }
}
