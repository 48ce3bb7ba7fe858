public import ImageGeometry

/// The text lines of an image without words, as ALTO: input for text recognition programs and `explore add --alto`.
///
/// Source: https://www.loc.gov/standards/alto/, version 4.2 or later for baselines with several points
public struct ALTOLines: Sendable {
    /// A text line.
    public struct Line: Sendable {
        /// The outline, in pixels of the image.
        public let polygon: Polygon
        /// The baseline from left to right, in pixels of the image.
        public let baseline: [Point]

        /// Creates a line.
        public init(polygon: Polygon, baseline: [Point]) {
            (self.polygon, self.baseline) = (polygon, baseline)
        }
    }

    private let image: String
    private let pageNumber: Int
    private let width, height: Int
    private let lines: [Line]

    /// - Parameters:
    ///   - image: The name of the image's file.
    ///   - pageNumber: The page's number, from 1.
    ///   - width: The image's width in pixels.
    ///   - height: The image's height in pixels.
    ///   - lines: The lines, in reading order.
    public init(image: String, pageNumber: Int, width: Int, height: Int, lines: [Line]) {
        (self.image, self.pageNumber, self.width, self.height, self.lines) = (image, pageNumber, width, height, lines)
    }

    /// The content of the file, with one block per column of lines.
    ///
    /// - Complexity: O(*n*) in the number of points.
    public var text: String {
        var body: [String] = []
        for (number, block) in blocks().enumerated() {
            let bounds = block.dropFirst().reduce(block[block.startIndex].polygon.bounds) {
                $0.union($1.polygon.bounds)
            }
            let lines = zip(block.indices, block).flatMap { index, line in
                let box = ALTOWriter.box(line.polygon.bounds)
                return XMLText.element(
                    "TextLine",
                    [("ID", "line_\(index + 1)"), ("BASELINE", ALTOWriter.points(line.baseline))] + box,
                    lines: [ALTOWriter.shape(line.polygon), ALTOWriter.word("", box)])
            }
            body += XMLText.element(
                "TextBlock", [("ID", "block_\(number + 1)")] + ALTOWriter.box(bounds), lines: lines)
        }
        return ALTOWriter.file(
            image: image, pageNumber: pageNumber, width: width, height: height, tags: [], body: body)
    }

    /// Returns the lines of each column. A new column begins where a line is not below the previous one.
    private func blocks() -> [ArraySlice<Line>] {
        var blocks: [ArraySlice<Line>] = []
        var start = 0
        for index in lines.indices.dropFirst() {
            let (last, next) = (lines[index - 1].polygon.bounds, lines[index].polygon.bounds)
            let isBelow = next.y + next.height / 2 > last.y + last.height / 2
            if !isBelow || next.x >= last.maxX || last.x >= next.maxX {
                blocks.append(lines[start..<index])
                start = index
            }
        }
        if start < lines.count { blocks.append(lines[start...]) }
        return blocks
    }
}
