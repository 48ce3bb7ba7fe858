/// A grid over an image that marks the cells with content, such as ink.
public struct CellMask: Hashable, Sendable {
    /// The number of cells from left to right.
    public let columns: Int
    /// The number of cells from top to bottom.
    public let rows: Int
    /// The width of a cell, in pixels of the image.
    public let cellWidth: Double
    /// The height of a cell, in pixels of the image.
    public let cellHeight: Double
    /// The cells, row by row.
    public let cells: [Bool]

    /// Creates a mask, or returns nil if the number of cells is not columns × rows, or a cell has no extent.
    public init?(columns: Int, rows: Int, cellWidth: Double, cellHeight: Double, cells: [Bool]) {
        guard columns > 0, rows > 0, cellWidth > 0, cellHeight > 0, cells.count / columns == rows,
            cells.count % columns == 0
        else { return nil }
        (self.columns, self.rows, self.cellWidth, self.cellHeight) = (columns, rows, cellWidth, cellHeight)
        self.cells = cells
    }

    /// Returns the columns that a rectangle of the image overlaps, clamped to the grid.
    public func columns(of rectangle: Rectangle) -> Range<Int> {
        Self.range(from: rectangle.x / cellWidth, to: rectangle.maxX / cellWidth, count: columns)
    }

    /// Returns the rows that a rectangle of the image overlaps, clamped to the grid.
    public func rows(of rectangle: Rectangle) -> Range<Int> {
        Self.range(from: rectangle.y / cellHeight, to: rectangle.maxY / cellHeight, count: rows)
    }

    /// Returns the part of the image that a range of columns and rows covers.
    public func rectangle(columns: Range<Int>, rows: Range<Int>) -> Rectangle {
        Rectangle(
            x: Double(columns.lowerBound) * cellWidth, y: Double(rows.lowerBound) * cellHeight,
            width: Double(columns.count) * cellWidth, height: Double(rows.count) * cellHeight)
    }

    /// Returns the centre of a cell in the image.
    public func centre(column: Int, row: Int) -> Point {
        Point(x: (Double(column) + 0.5) * cellWidth, y: (Double(row) + 0.5) * cellHeight)
    }

    private static func range(from start: Double, to end: Double, count: Int) -> Range<Int> {
        let lower = min(max(start.rounded(.down), 0), Double(count))
        let upper = min(max(end.rounded(.up), lower), Double(count))
        return Int(lower)..<Int(upper)
    }
}
