import Foundation
import ImageGeometry

/// Reads the attribute `d` of a path and draws the path.
///
/// Source: https://www.w3.org/TR/SVG11/paths.html#PathData
struct SVGPathData {
    private var scanner: SVGScanner
    private var pen: SVGPen
    /// The second control point of the previous curve, from which a smooth curve continues.
    private var cubicControl: Point?
    private var quadraticControl: Point?

    /// Draws a path with the pen.
    ///
    /// - Throws: A fault if the data does not match the grammar.
    /// - Complexity: O(*n*) in the length of the text and the number of points.
    static func draw(_ text: String, with pen: inout SVGPen) throws(SVGFault) {
        var path = SVGPathData(scanner: SVGScanner(text), pen: pen)
        try path.draw()
        pen = path.pen
    }

    private mutating func draw() throws(SVGFault) {
        scanner.skipSeparators()
        var isFirst = true
        while !scanner.isAtEnd {
            let place = scanner.rest
            guard let letter = scanner.takeLetter(), let command = Command(rawValue: letter | 0x20) else {
                throw SVGFault(value: "a path with \(place)", expected: "one of M L H V C S Q T A Z")
            }
            guard !isFirst || command == .move else {
                throw SVGFault(value: "a path that begins with \(place)", expected: "M")
            }
            isFirst = false
            scanner.skipSeparators()
            let isRelative = letter & 0x20 != 0
            if command == .close {
                pen.close()
                (cubicControl, quadraticControl) = (nil, nil)
                continue
            }
            var next = command
            repeat {
                try draw(next, isRelative: isRelative)
                // Further pairs after a move are lines.
                if next == .move { next = .line }
            } while scanner.isAtNumber
        }
    }

    private enum Command: UInt8 {
        case move = 0x6D
        case line = 0x6C
        case horizontal = 0x68
        case vertical = 0x76
        case cubic = 0x63
        case smoothCubic = 0x73
        case quadratic = 0x71
        case smoothQuadratic = 0x74
        case arc = 0x61
        case close = 0x7A
    }

    private mutating func draw(_ command: Command, isRelative: Bool) throws(SVGFault) {
        let origin = isRelative ? pen.position : Point(x: 0, y: 0)
        var cubic: Point?
        var quadratic: Point?
        switch command {
        case .move: pen.move(to: try takePoint(origin))
        case .line: try pen.line(to: try takePoint(origin))
        case .horizontal: try pen.line(to: Point(x: origin.x + (try scanner.takeNumber()), y: pen.position.y))
        case .vertical: try pen.line(to: Point(x: pen.position.x, y: origin.y + (try scanner.takeNumber())))
        case .cubic, .smoothCubic:
            let first = command == .cubic ? try takePoint(origin) : mirrored(cubicControl)
            let second = try takePoint(origin)
            try pen.curve([first, second], to: try takePoint(origin))
            cubic = second
        case .quadratic, .smoothQuadratic:
            let control = command == .quadratic ? try takePoint(origin) : mirrored(quadraticControl)
            try pen.curve([control], to: try takePoint(origin))
            quadratic = control
        case .arc: try drawArc(origin)
        case .close: break
        }
        (cubicControl, quadraticControl) = (cubic, quadratic)
    }

    private mutating func takePoint(_ origin: Point) throws(SVGFault) -> Point {
        let x = try scanner.takeNumber()
        return Point(x: origin.x + x, y: origin.y + (try scanner.takeNumber()))
    }

    /// Returns the control point of a smooth continuation, or the pen's position if the previous command was not a
    /// curve of this kind.
    private func mirrored(_ control: Point?) -> Point {
        guard let control else { return pen.position }
        return Point(x: 2 * pen.position.x - control.x, y: 2 * pen.position.y - control.y)
    }

    /// Converts end points to centre and angles:
    /// https://www.w3.org/TR/SVG11/implnote.html#ArcConversionEndpointToCenter
    private mutating func drawArc(_ origin: Point) throws(SVGFault) {
        var (rx, ry) = (abs(try scanner.takeNumber()), abs(try scanner.takeNumber()))
        let turn = try scanner.takeNumber() * .pi / 180
        let (isLarge, isSweeping) = (try scanner.takeFlag(), try scanner.takeFlag())
        let (start, end) = (pen.position, try takePoint(origin))
        guard rx > 0, ry > 0, start != end else { return try pen.line(to: end) }
        let (sine, cosine) = (sin(turn), cos(turn))
        let (dx, dy) = ((start.x - end.x) / 2, (start.y - end.y) / 2)
        let (x, y) = (cosine * dx + sine * dy, cosine * dy - sine * dx)
        let excess = (x / rx) * (x / rx) + (y / ry) * (y / ry)
        if excess > 1 {
            rx *= excess.squareRoot()
            ry *= excess.squareRoot()
        }
        let below = (rx * y) * (rx * y) + (ry * x) * (ry * x)
        let ratio = max(0, (rx * ry) * (rx * ry) / below - 1)
        let factor = (isLarge == isSweeping ? -1 : 1) * ratio.squareRoot()
        let (centreX, centreY) = (factor * rx * y / ry, -factor * ry * x / rx)
        let from = atan2((y - centreY) / ry, (x - centreX) / rx)
        var sweep = atan2((-y - centreY) / ry, (-x - centreX) / rx) - from
        if isSweeping, sweep < 0 { sweep += 2 * .pi }
        if !isSweeping, sweep > 0 { sweep -= 2 * .pi }
        let centre = Point(
            x: cosine * centreX - sine * centreY + (start.x + end.x) / 2,
            y: sine * centreX + cosine * centreY + (start.y + end.y) / 2)
        try pen.ellipse(
            centre: centre, radii: Point(x: rx, y: ry), turn: turn, from: from, sweep: sweep, to: end)
    }
}
