import DocumentModel
import XMLReading

/// Validates local SVG files. They are only shown as images, where they can neither run scripts nor load anything, so
/// it is enough to check that they are SVG.
package enum IconDrawing {
    /// The maximum length, in bytes.
    package static let byteLimit = SourceReader.iconLimit

    /// Returns the fault in the text of an SVG file and what was expected, or nil if it is valid.
    package static func fault(in text: String, byteLimit: Int = byteLimit) -> (value: String, expected: String)? {
        do throws(SVGFault) {
            try XMLReader(byteLimit: byteLimit, ignoresEncoding: true).read(text.utf8, to: DrawingRoot())
            return nil
        } catch {
            return (error.value, error.expected)
        }
    }
}

/// Checks that the outermost element is `svg`.
private final class DrawingRoot: XMLHandler {
    typealias Failure = SVGFault

    private var isInside = false

    func start(_ element: XMLElement) throws(SVGFault) {
        guard !isInside else { return }
        isInside = true
        guard element.name == "svg", element.namespace == "http://www.w3.org/2000/svg" else {
            throw SVGFault(
                value: "SVG in which line \(element.line) is the element \(FaultText.quoted(element.name))",
                expected: "svg of the namespace http://www.w3.org/2000/svg")
        }
    }

    func text(_ text: String) {}
    func end(_ name: String, line: Int) {}

    func failure(_ fault: XMLFault) -> SVGFault { SVGFault(fault) }
}
